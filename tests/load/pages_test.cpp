// Programs of docs/play.md and docs/control.md, word for word (project.docs looks for them here), with what
// the pages leave to the reader around them.

#include <gtest/gtest.h>

#include <cstdio>

#include "skelter/d3dx/scene_controller.h"
#include "skelter/load.h"
#include "skelter/play/character.h"
#include "skelter/play/character_data.h"
#include "skelter/system/file.h"
#include "support/assets.h"
#include "support/near.h"

namespace skelter::test {
namespace {

// clang-format off
int play_page() {
  double dt_s = 0;
  bool wants_to_wave = true;
  Transform place;
  const auto frame = [](double*) { return false; };
  const auto play_sound = [](std::string_view, float) {};
  const auto moved = [](const Transform& from, const auto&) { return from; };
  const auto draw = [](const auto&, const auto&, const Transform&) {};
  Result<CharacterData> data = load_character("hero.skelter");      // or .x, .glb, ...
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  const std::uint32_t walk = data->find_clip("walk"), wave = data->find_clip("wave");

  Character hero(*data);
  LayerSettings arms;
  arms.mask = data->find_mask("upper_body");
  if (hero.set_layer(1, arms) != Status::ok || hero.play(walk) != Status::ok) return std::puts(hero.why().c_str()), 1;

  while (frame(&dt_s)) {
    if (wants_to_wave) {                                            // plays once and fades out by itself
      (void)hero.play(wave, {.layer = 1, .fade_s = 0.1, .loop = Loop::once});
      (void)hero.queue_stop(1, 0.2);
    }
    std::span<const CharacterEvent> events;
    (void)hero.update(dt_s, &events);                               // fails only for negative steps
    for (const CharacterEvent& event : events) play_sound(event.name, event.weight);
    place = moved(place, hero.root_motion());
    hero.finish();
    draw(data->meshes()[0].mesh, hero.palette(data->meshes()[0].skin), place);
  }
  return 0;
}

int graph_page(const Result<CharacterData>& data) {
  const double dt_s = 0;
  const bool pressed = true;
  std::span<const CharacterEvent> events;
  const std::uint32_t index = data->find_graph("hero");
  const GraphView& graph = data->graph(index);
  const std::uint32_t speed = find_parameter(graph, "speed"), jump = find_parameter(graph, "jump");
  Character hero(*data, {.graph = index});

  (void)hero.set(speed, 2.5f);           // the next update takes it
  if (pressed) (void)hero.fire(jump);
  (void)hero.play_slot(find_slot(graph, "act"), {.clip = data->find_clip("hit")});
  (void)hero.update(dt_s, &events);      // then as ever: events, root_motion, local_pose, finish
  return static_cast<int>(hero.list().size());
}

Pose control_page(const Scene& scene) {
  auto made = make_controller(scene);            // outputs are nodes, sets are clips; the first set plays
  if (const auto moved = made->controller.advance(1.0 / 60); !moved) std::puts(to_string(moved.error()).c_str());
  Pose pose = scene_pose(scene, made->node_of_output, made->controller.pose());
  return pose;
}
// clang-format on

// There is no such file here; the page's program says so.
TEST(Pages, program_of_play_compiles_and_tells_that_its_file_is_missing) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(play_page(), 1);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "hero.skelter: no such file\n");
}

TEST(Pages, program_of_graphs_plays) {
  const std::string folder = testing::TempDir();
  const auto write = [&](const std::string& name, std::string_view text) {
    ASSERT_TRUE(write_file(folder + name, std::as_bytes(std::span(text)), true).ok());
  };
  write("page.json", R"({ "graphs": ["hero.graph.json"] })");
  write("hero.graph.json", R"({ "skelter_graph": 1,
    "parameters": { "speed": { "type": "float" }, "jump": { "type": "trigger" } },
    "layers": [ { "name": "body", "motion": { "blend": "speed", "points": [[0, "walk"], [5, "run"]] } },
                { "name": "act", "mode": "override", "slot": {} } ] })");
  LoadOptions options;
  options.config = folder + "page.json";
  const Result<CharacterData> data = load_character(asset_path("mannequin.x"), options);
  ASSERT_TRUE(data.ok()) << to_string(data.error());
  EXPECT_EQ(graph_page(data), 2);  // walk and run; the mannequin has no clip "hit"
}

TEST(Pages, program_of_control_gives_the_pose_of_its_time) {
  const auto scene = load_scene(asset_path("tower.x"));
  ASSERT_TRUE(scene.ok());
  const Pose pose = control_page(*scene), expected = evaluate(*scene, 0, 1.0 / 60);
  const std::uint32_t tip = find_node(*scene, "bone3");
  EXPECT_TRUE(near(translation_part(pose.world[tip]), translation_part(expected.world[tip]), 1e-5));
}

}  // namespace
}  // namespace skelter::test
