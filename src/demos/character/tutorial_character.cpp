#include "demos/character/tutorial_character.h"

#include <algorithm>
#include <utility>

#include "skelter/scene/edit.h"

namespace skelter::demos {
namespace {

// Gives every clip a unique name, because controllers find clips by name.
Scene with_clip_names(const Scene& scene, std::vector<std::string>& names) {
  Scene named = scene;
  for (std::uint32_t i = 0; i < named.clips.size(); ++i) {
    std::string name = clip_label(scene, i);
    if (std::find(names.begin(), names.end(), name) != names.end()) name += "#" + std::to_string(i);
    names.push_back(name);
    named.clips[i].name = name;
  }
  return named;
}

}  // namespace

TutorialCharacter::TutorialCharacter(const Scene& scene, std::vector<std::string> clips, SceneController made)
    : scene_(&scene),
      clips_(std::move(clips)),
      controller_(std::move(made.controller)),
      node_of_output_(std::move(made.node_of_output)) {}

Result<TutorialCharacter> TutorialCharacter::create(const Scene& scene, const EvaluateOptions& source) {
  SceneControllerSettings settings;
  settings.source = source;
  settings.mode = ControllerMode::d3dx;
  std::vector<std::string> clips;
  auto made = make_controller(with_clip_names(scene, clips), settings);
  if (!made) return made.error();
  return TutorialCharacter(scene, std::move(clips), std::move(*made));
}

double TutorialCharacter::position_s() const {
  const auto track = controller_.track(0);
  return track ? track->position_s : 0;
}

Pose TutorialCharacter::pose() const {
  return scene_pose(*scene_, node_of_output_, controller_.pose());
}

}  // namespace skelter::demos
