// Programs of docs/play.md, docs/control.md and docs/foot-lock.md, word for word (project.docs compares them
// with the pages), with the code that the pages leave to the reader around them.

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

#include "skelter/compile/compile.h"
#include "skelter/d3dx/scene_controller.h"
#include "skelter/formats/gltf/write.h"
#include "skelter/load.h"
#include "skelter/play/character.h"
#include "skelter/play/character_data.h"
#include "skelter/play/graph.h"
#include "skelter/runtime/foot_lock.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/scene/edit.h"
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
  CharacterClips& clips = *hero.clips();
  if (clips.set_layer(1, arms) != Status::ok || clips.play(walk) != Status::ok) return std::puts(hero.why().c_str()), 1;

  while (frame(&dt_s)) {
    if (wants_to_wave) {                                            // plays once and fades out by itself
      (void)clips.play(wave, {.layer = 1, .fade_s = 0.1, .loop = Loop::once});
      (void)clips.queue_stop(1, 0.2);
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
  CharacterGraph& played = *hero.graph();

  (void)played.set(speed, 2.5f);         // the next update uses it
  if (pressed) (void)played.fire(jump);
  (void)played.play_slot(find_slot(graph, "act"), {.clip = data->find_clip("hit")});
  (void)hero.update(dt_s, &events);      // then as ever: events, root_motion, local_pose, finish
  return static_cast<int>(hero.list().size());
}

Pose control_page(const Scene& scene) {
  auto made = make_controller(scene);            // outputs are nodes, sets are clips; the first set plays
  if (const auto moved = made->controller.advance(1.0 / 60); !moved) std::puts(to_string(moved.error()).c_str());
  Pose pose = scene_pose(scene, made->node_of_output, made->controller.pose());
  return pose;
}

struct Hit {
  double y = 0;
  Vec3 normal{0, 1, 0};
};
bool foot_lock_page(const CharacterData& data, Character& hero, FootLockState& left_state, FootLockPelvis& pelvis,
                    const Hit& hit, const RigidMotion& world_from_hero, double dt_s, std::span<Affine> matrices) {
  const auto joint = [&](const char* name) { return static_cast<std::uint16_t>(data.find_joint(name)); };
  FootLockFoot left;                              // at set-up; the right one likewise
  left.thigh = joint("left_thigh");
  left.shin = joint("left_shin");
  left.foot = joint("left_foot");
  left.toe = joint("left_toes");
  left.sole_joint = {0, -0.026f, 0};              // the mannequin's sole, below the joint of its toes
  left.knee_axis_joint = {1, 0, 0};
  left.state = &left_state;                       // a FootLockState of 80 bytes, kept from frame to frame

  left.ground_height = hit.y;                     // every frame, after update(): a ray down at the toe
  left.ground_normal = hit.normal;
  LocalToModelJob model;
  model.skeleton = &data.skeleton();
  model.local_pose = hero.local_pose();
  model.out_model_from_joint = matrices;          // yours
  FootLockJob lock;
  lock.skeleton = &data.skeleton();
  lock.local_pose = hero.local_pose();
  lock.model_from_joint = matrices;
  lock.world_from_model = world_from_hero;
  lock.dt_s = dt_s;
  lock.pelvis = joint("pelvis");
  lock.feet = {&left, 1};
  lock.pelvis_state = &pelvis;                    // a FootLockPelvis, also kept
  if (model.run() != Status::ok || lock.run() != Status::ok) return false;
  hero.finish();
  return true;
}

// docs/loading.md
Result<Scene> loading_page() {
  LoadOptions options;
  options.limits.max_memory_bytes = 256u << 20;
  options.up = FileUp::z;
  options.x.strict = true;  // only for `.x` files
  const Result<Scene> scene = load_scene("hero.x", options);
  return scene;
}

// docs/scene.md
Result<Scene> scene_page(const std::string& path) {
  const Result<Scene> scene = load_scene(path);
  for (const Node& node : scene->nodes)
    for (const MeshInstance& shown : node.meshes)
      std::printf("%s shows %s\n", node.name.c_str(), scene->meshes[shown.mesh].name.c_str());
  return scene;
}

Result<WriteResult> writing_page(const Result<Scene>& scene, const std::string& folder) {
  const Result<WriteResult> written = write_gltf(*scene, {.glb = false, .embed = false, .stem = "hero"});
  for (const SideFile& file : written->files) (void)write_file(folder + file.name, file.bytes, /*replace=*/true);
  return written;
}

// docs/compile.md
Result<CompiledPack> compile_page(const Scene& scene) {
  CompileSettings settings;
  settings.masks = {{"upper_body", 0, {{"spine1", 0.5f}, {"spine2"}}}};
  settings.clips.resize(scene.clips.size());
  settings.clips[0].events = {{"left_foot", 0.4}};
  settings.clips[0].root_motion = RootMotionSettings{.joint = "pelvis"};
  Result<CompiledPack> pack = compile_scene(scene, settings);
  return pack;
}
// clang-format on

// The file does not exist here, so the page's program reports that.
TEST(Pages, program_of_play_compiles_and_reports_its_missing_file) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(play_page(), 1);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "hero.skelter: no such file\n");
}

TEST(Pages, program_of_loading_compiles_and_names_the_missing_file) {
  EXPECT_EQ(to_string(loading_page().error()), "hero.x: no such file");
}

TEST(Pages, program_of_scenes_lists_its_meshes_and_writes_the_files_next_to_a_gltf) {
  testing::internal::CaptureStdout();
  const Result<Scene> scene = scene_page(asset_path("tower.x"));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "tower shows tower\n");
  const std::string folder = testing::TempDir() + "scene_page_";
  const Result<WriteResult> written = writing_page(scene, folder);
  ASSERT_EQ(written->files.size(), 1u);
  EXPECT_EQ(written->files[0].name, "hero.bin");
  EXPECT_EQ(*read_file(folder + "hero.bin"), written->files[0].bytes);
}

TEST(Pages, program_of_compiling_gives_a_pack_with_its_mask_and_event) {
  auto scene = load_scene(asset_path("mannequin.x"));
  ASSERT_TRUE(scene.ok());
  ASSERT_TRUE(keep_clips(*scene, std::vector<std::string>{"walk"}).ok());
  auto pack = compile_page(*scene);
  ASSERT_TRUE(pack.ok()) << to_string(pack.error());
  EXPECT_TRUE(pack->diagnostics.empty());
  const auto data = load_character(pack->bytes.span(), "hero.skelter");
  ASSERT_TRUE(data.ok());
  EXPECT_NE(data->find_mask("upper_body"), kNone);
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

TEST(Pages, program_of_control_gives_the_pose_at_its_time) {
  const auto scene = load_scene(asset_path("tower.x"));
  ASSERT_TRUE(scene.ok());
  const Pose pose = control_page(*scene), expected = evaluate(*scene, 0, 1.0 / 60);
  const std::uint32_t tip = find_node(*scene, "bone3");
  EXPECT_TRUE(near(translation_part(pose.world[tip]), translation_part(expected.world[tip]), 1e-5));
}

TEST(Pages, program_of_foot_lock_holds_the_foot) {
  const auto data = load_character(asset_path("mannequin.x"));
  ASSERT_TRUE(data.ok());
  Character hero(*data);
  ASSERT_EQ(hero.clips()->play(data->find_clip("idle")), Status::ok);
  std::vector<Affine> matrices(data->skeleton().joint_count());
  FootLockState state;
  FootLockPelvis pelvis;
  const std::uint32_t toes = data->find_joint("left_toes");
  double first = 0;
  for (int frame = 0; frame < 10; ++frame) {  // the game pushes the character ahead by 3 mm a frame
    ASSERT_EQ(hero.update(1.0 / 60), Status::ok);
    const RigidMotion place{{0, 0, 0.003 * frame}, {}};
    ASSERT_TRUE(foot_lock_page(*data, hero, state, pelvis, {}, place, 1.0 / 60, matrices));
    const double at = double{hero.model_from_joint()[toes].m[2][3]} + 0.003 * frame;
    if (frame <= 1) first = at;  // contact is detected by speed: at the latest in frame 1
    EXPECT_NEAR(at, first, 0.0005) << frame;
  }
}

}  // namespace
}  // namespace skelter::test
