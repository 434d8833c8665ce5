// Player: plays, fades, changes its mind in the middle of a fade, and queues.
// Usage: player FILE.x FIRST SECOND NODE
#include <cstdio>
#include <cstdlib>

#include "skelter/d3dx/player.h"
#include "skelter/d3dx/scene_controller.h"
#include "skelter/load.h"

using namespace skelter;

namespace {

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

struct Figure {
  Scene scene;
  std::vector<std::uint32_t> node_of_output;
  std::uint32_t node = 0;
};

void run(Player& player, double seconds) {
  constexpr double kStep_s = 1.0 / 60;
  double left_s = seconds;
  for (; left_s > kStep_s; left_s -= kStep_s) need(player.advance(kStep_s));
  need(player.advance(left_s));
}

void show(const char* what, const Player& player, const Figure& figure) {
  const Pose pose = scene_pose(figure.scene, figure.node_of_output, player.pose());
  const Vec3d at = translation_part(pose.world[figure.node]);
  std::printf("%s: %s at %.3f %.3f %.3f\n", what, figure.scene.nodes[figure.node].name.c_str(), at.x, at.y,
              at.z);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return std::puts("usage: player FILE.x FIRST SECOND NODE"), 2;
  Figure figure{need(load_scene(argv[1])), {}, 0};
  figure.node = find_node(figure.scene, argv[4]);
  if (figure.node == kNone) return std::printf("no node is named %s\n", argv[4]), 1;
  SceneController made = need(make_controller(figure.scene));
  figure.node_of_output = made.node_of_output;
  Player player = need(Player::create(std::move(made.controller)));
  player.on_event([](const PlayerEvent& event) {
    if (event.kind == PlayerEventKind::started)
      std::printf("%.*s starts\n", int(event.clip.size()), event.clip.data());
  });

  need(player.play(argv[2]));
  run(player, 0.25);
  show("playing", player, figure);

  need(player.crossfade(argv[3], 0.5));
  run(player, 0.25);
  show("half over", player, figure);

  // Back again, in the middle: the pose goes on from where it is, and so does its speed.
  need(player.crossfade(argv[2], 0.5));
  need(player.advance(0));
  show("changed its mind", player, figure);
  run(player, 0.5);
  show("back", player, figure);

  need(player.queue(argv[3]));  // when this round is over
  run(player, 0.75);
  show("queued", player, figure);
}
