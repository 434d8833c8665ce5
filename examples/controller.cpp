// Controller: two clips of a file on two tracks, a fade keyed in advance, and a callback. Usage: controller
// FILE.x FROM TO NODE [X,Y,Z]. The character stands at X,Y,Z, in our axes.
#include <cstdio>
#include <cstdlib>

#include "skelter/d3dx/scene_controller.h"
#include "skelter/load.h"

using namespace skelter;

namespace {

constexpr double kStep_s = 1.0 / 60;

// Returns the value, or prints the error and exits.
template <class T>
T need(Result<T> result) {
  if (result) return *std::move(result);
  std::puts(to_string(result.error()).c_str());
  std::exit(1);
}
void need(const Result<void>& result) {
  if (result) return;
  std::puts(to_string(result.error()).c_str());
  std::exit(1);
}

// The controller's outputs are the nodes of the scene, by name. Its sets are the clips, in file order.
SceneController load(const Scene& scene) {
  SceneControllerSettings settings;
  settings.callbacks = {{{0.4, 1, "left foot"}}};  // for the first clip
  return need(make_controller(scene, settings));
}

// Moves the weight from one track to the other, from 0.5 s to 1 s.
void key_a_fade(Controller& controller, const char* from, const char* to) {
  need(controller.set_track_set(0, need(controller.choose_set(from, NameMatch::ignore_case))));
  need(controller.set_track_set(1, need(controller.choose_set(to, NameMatch::ignore_case))));
  need(controller.set_track_enabled(1, true));
  need(controller.set_track_weight(1, 0));
  need(controller.key_track_weight(0, 0, 0.5, 0.5));
  need(controller.key_track_weight(1, 1, 0.5, 0.5));
  need(controller.key_track_enabled(0, false, 1));
}

// Model matrix of a character at "X,Y,Z". With an empty text, the character keeps its position in the file.
Mat4d model_matrix(const char* text) {
  Vec3d position;
  int length = 0;
  if (text == nullptr) return {};
  if (std::sscanf(text, "%lf,%lf,%lf%n", &position.x, &position.y, &position.z, &length) != 3 ||
      text[length] != '\0') {
    std::printf("%s is not a position; expected X,Y,Z, such as 5,0,0\n", text);
    std::exit(2);
  }
  return translation_matrix(position);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5 && argc != 6) return std::puts("usage: controller FILE.x FROM TO NODE [X,Y,Z]"), 2;
  const Mat4d world_from_model = model_matrix(argc == 6 ? argv[5] : nullptr);
  const Scene scene = need(load_scene(argv[1]));
  SceneController made = load(scene);
  Controller& controller = made.controller;
  key_a_fade(controller, argv[2], argv[3]);

  const std::uint32_t output = controller.find_output(argv[4]);
  if (output == kNone) return std::printf("no node is named %s\n", argv[4]), 1;

  const auto tell = [](const Callback& callback) -> Result<void> {
    const CallbackKey& key = callback.set->callback_keys()[callback.key];
    std::printf("%.2f s: track %u passes %s\n", callback.time_s, callback.track, key.name.c_str());
    return {};
  };
  for (int frame = 1; frame <= 60; ++frame) {
    need(controller.advance(kStep_s, tell));
    if (frame % 15 != 0) continue;
    // Matrices of all nodes. controller.pose() contains one per output.
    const Pose pose = scene_pose(scene, made.node_of_output, controller.pose(), world_from_model);
    const Vec3d at = translation_part(pose.world[made.node_of_output[output]]);
    std::printf("%.2f s: %s at %.3f %.3f %.3f\n", controller.time_s(), argv[4], at.x, at.y, at.z);
  }
}
