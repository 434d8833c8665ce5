// Compares characters with the double-precision reference, and tests that no change of target pops. For a
// height of 1.8 m, positions must stay within 1 mm, and for cross-fades, speeds within 5 %. Inertialization
// keeps the speed only of a shrinking difference (inertialization_test.cpp), so it may change the speeds of
// joints.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "play/heroes.h"
#include "play/internal/format/graph_records.h"
#include "skelter/formats/x/read.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/pose_list_job.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/size.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

constexpr const char* kMannequin = SKELTER_SOURCE_DIR "/assets/mannequin.x";

struct Figure {
  Scene scene;
  CharacterData data;
  double metres_per_unit = 1;

  explicit Figure(const std::string& path, double bound = 0, const std::string& graph = {})
      : scene(must(read_x_file(path))), data(make(scene, bound, graph)) {
    metres_per_unit = 1.8 / scene_size(scene);
  }
  static CharacterData make(const Scene& scene, double bound, const std::string& graph) {
    CompileSettings settings;
    if (!graph.empty()) settings = with_graph(settings, graph);
    settings.store_clips = false;
    settings.clips.resize(scene.clips.size());
    for (ClipSettings& clip : settings.clips) clip.loop = true, clip.error_bound = bound * scene_size(scene);
    return data_of(scene, settings);
  }
  std::vector<Vec3d> joints(Character& hero) const {
    hero.finish();
    return joints(hero.model_from_joint().empty() ? posed(hero.list()) : hero.model_from_joint());
  }
  // Poses a character that provides only a list.
  std::span<const Affine> posed(std::span<const PoseListEntry> list) const {
    const Skeleton& skeleton = data.skeleton();
    static std::vector<SoaTransform> local;
    static std::vector<Affine> model;
    local.resize(skeleton.block_count());
    model.resize(skeleton.joint_count());
    AlignedBytes scratch(pose_list_scratch_bytes(skeleton, list.size()));
    PoseListJob pose;
    pose.skeleton = &skeleton;
    pose.clips = data.clips();
    pose.lines = list;
    pose.scratch = {scratch.data(), scratch.size()};
    pose.out_local_pose = local;
    go(pose.run());
    LocalToModelJob hierarchy;
    hierarchy.skeleton = &skeleton;
    hierarchy.local_pose = local;
    hierarchy.out_model_from_joint = model;
    go(hierarchy.run());
    return model;
  }
  std::vector<Vec3d> joints(std::span<const Affine> model_from_joint) const {
    std::vector<Vec3d> points;
    for (const Affine& joint : model_from_joint)
      points.push_back(Vec3d{joint.m[0][3], joint.m[1][3], joint.m[2][3]} * metres_per_unit);
    return points;
  }
};

const Figure& mannequin() {
  static const Figure figure(kMannequin);
  return figure;
}

// --- the reference -----------------------------------------------------------------------------------------

struct Part {
  std::string clip;
  double time_s, weight;
};

// World positions of all nodes. The local transforms of the reference evaluator are mixed in double precision
// by rule "fade weights".
std::vector<Vec3d> reference(const Scene& scene, const std::vector<Part>& parts) {
  std::vector<Vec3d> translation(scene.nodes.size());
  std::vector<Quatd> rotation(scene.nodes.size(), Quatd{0, 0, 0, 0});
  std::vector<Mat3d> stretch(scene.nodes.size(), Mat3d{{}});
  for (const Part& part : parts) {
    EvaluateOptions options;
    options.loop = Loop::loop;
    std::uint32_t clip = 0;
    while (scene.clips[clip].name != part.clip) ++clip;
    const Pose pose = evaluate(scene, clip, part.time_s, options);
    for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
      const AffineParts local = split(pose.local[n]);
      const double w = dot(rotation[n], local.rotation) < 0 ? -part.weight : part.weight;
      translation[n] += local.translation * part.weight;
      rotation[n] = {rotation[n].x + local.rotation.x * w, rotation[n].y + local.rotation.y * w,
                     rotation[n].z + local.rotation.z * w, rotation[n].w + local.rotation.w * w};
      for (std::size_t i = 0; i < 9; ++i) stretch[n].m[i] += local.stretch.m[i] * part.weight;
    }
  }
  Pose pose = rest_pose(scene);
  for (std::size_t n = 0; n < scene.nodes.size(); ++n)
    pose.local[n] = compose({translation[n], normalized(rotation[n]), stretch[n]});
  local_to_world(scene, pose);
  std::vector<Vec3d> points;
  for (const Mat4d& world : pose.world) points.push_back(translation_part(world));
  return points;
}

void expect_reference(const Figure& figure, Character& hero, const std::vector<Part>& parts) {
  const std::vector<Vec3d> expected = reference(figure.scene, parts);
  const Skeleton& skeleton = figure.data.skeleton();
  const double height = scene_size(figure.scene);
  const double bound = height / 18000 + 1e-5 * height;
  hero.finish();
  for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
    const Affine& m = hero.model_from_joint()[joint];
    const Vec3d at{m.m[0][3], m.m[1][3], m.m[2][3]};
    ASSERT_LE(length(at - expected[skeleton.nodes[joint]]), bound) << skeleton.name(joint);
  }
}

TEST(CharacterPoses, equal_those_of_the_reference) {
  const Figure& figure = mannequin();
  Character hero(figure.data);
  play(hero, "walk");
  for (double time_s = 0; time_s < 2; time_s += 0.137) {
    go(hero.clips()->seek(time_s));
    run(hero, 0);
    ASSERT_NO_FATAL_FAILURE(expect_reference(figure, hero, {{"walk", time_s, 1}})) << time_s;
  }
  go(hero.clips()->seek(0.3));
  play(hero, "run", linear(0.4));
  run(hero, 0.1);
  ASSERT_NO_FATAL_FAILURE(expect_reference(figure, hero, {{"walk", 0.4, 0.75}, {"run", 0.1, 0.25}}));
  run(hero, 0.1);
  play(hero, "jump", linear(0.4));
  run(hero, 0.1);
  ASSERT_NO_FATAL_FAILURE(
      expect_reference(figure, hero, {{"walk", 0.6, 0.1875}, {"run", 0.3, 0.5625}, {"jump", 0.1, 0.25}}));
}

// --- no pops -----------------------------------------------------------------------------------------------

// Speed at the first of three times that are h apart, or for h < 0 at the last one.
Vec3d speed_at(const Vec3d& at, const Vec3d& next, const Vec3d& second_next, double h) {
  return (next * 4 - at * 3 - second_next) * (0.5 / h);
}

// The times and positions of compiled clips are quantised: to up to 16 microseconds (for slow joints) and to
// a ten-millionth of H. Speeds are therefore measured over this time.
constexpr double kApart_s = 8e-4;

// `change` makes the game's switch, with a fade of the given kind.
template <class Change>
void expect_no_pop(const Figure& figure, Character& hero, FadeKind kind, const Change& change) {
  std::vector<Vec3d> before[3], after[3];
  for (int i = 2; i >= 0; --i) {
    before[i] = figure.joints(hero);
    if (i > 0) run(hero, kApart_s);
  }
  change();
  for (int i = 0; i < 3; ++i) {
    run(hero, i == 0 ? 0 : kApart_s);
    after[i] = figure.joints(hero);
  }
  for (std::uint32_t i = 0; i < before[0].size(); ++i) {
    ASSERT_LE(length(after[0][i] - before[0][i]), 1e-3) << figure.data.skeleton().name(i);
    if (kind == FadeKind::inertialize) continue;
    const Vec3d speed_before = speed_at(before[0][i], before[1][i], before[2][i], -kApart_s);
    const Vec3d speed_after = speed_at(after[0][i], after[1][i], after[2][i], kApart_s);
    // For a joint that hardly moves, the limit is 5 % of 0.1 m/s.
    ASSERT_LE(length(speed_after - speed_before), 0.05 * std::max(length(speed_before), 0.1))
        << figure.data.skeleton().name(i) << " from " << length(speed_before) << " to " << length(speed_after)
        << " m/s";
  }
}

// Between frames, clips move along straight lines, so speeds jump at a frame. Advances to a time that no
// frame follows closely.
void skip_corners(Character& hero) {
  constexpr double kClear_s = 3.5e-3, kStep_s = 5e-4;
  const auto clear = [&](const PoseListEntry& line) {
    const double frames = double{line.time_s} * hero.data().clips()[line.clip].sample_rate_hz;
    return (std::ceil(frames) - frames) / hero.data().clips()[line.clip].sample_rate_hz > kClear_s;
  };
  while (!std::all_of(hero.list().begin(), hero.list().end(), clear)) run(hero, kStep_s);
}

// Changes the target 28 times, in the middle of transitions. `change(i)` switches to the next target, with
// alternating kinds of fades.
template <class Change>
void expect_no_pops(const Figure& figure, Character& hero, double least_s, const std::vector<FadeKind>& kinds,
                    const Change& change) {
  change(0);
  run(hero, 0.219);
  change(1);
  for (std::size_t i = 2; i < 30; ++i) {
    run(hero, least_s + 0.005 * static_cast<double>(i));
    skip_corners(hero);
    ASSERT_TRUE(hero.graph() != nullptr ? hero.graph()->in_transition() : hero.clips()->in_transition());
    ASSERT_NO_FATAL_FAILURE(expect_no_pop(figure, hero, kinds[i % kinds.size()], [&] { change(i); })) << i;
  }
}

constexpr double kSoon_s = 0.0613;  // short enough for a fifth fade

void expect_no_pops(const Figure& figure, const std::vector<FadeKind>& kinds,
                    const std::vector<std::string>& clips) {
  Character hero(figure.data);
  expect_no_pops(figure, hero, kSoon_s, kinds, [&](std::size_t i) {
    const FadeKind kind = i == 1 ? kinds[0] : kinds[i % kinds.size()];
    play(hero, clips[i % clips.size()], i == 0 ? PlayOptions() : fade(0.4, FadeCurve::smooth, kind));
  });
  EXPECT_GE(hero.counters().dropped_fades, 10u);  // a fifth fade occurred that often
}

const std::vector<std::string> kClips = {"walk", "jump", "sit", "idle"};

TEST(NoPops, cross_fades_that_interrupt_each_other) {
  expect_no_pops(mannequin(), {FadeKind::crossfade}, kClips);
}

TEST(NoPops, inertializations_that_interrupt_each_other) {
  expect_no_pops(mannequin(), {FadeKind::inertialize}, kClips);
}

TEST(NoPops, both_in_turn) {
  expect_no_pops(mannequin(), {FadeKind::inertialize, FadeKind::crossfade}, kClips);
}

TEST(NoPops, a_model_of_the_corpus) {
  SKELTER_REQUIRE_CORPUS();
  const Figure tiny(corpus_folder() + "/x/sdk_legacy/tiny_4anim.x", 1e-6);
  const std::vector<std::string> clips = {"Loiter", "Walk", "Jog", "Wave"};
  expect_no_pops(tiny, {FadeKind::crossfade}, clips);
  expect_no_pops(tiny, {FadeKind::inertialize}, clips);
}

// --- the same with a graph --------------------------------------------------------------------------------

// A graph with one state per clip. "wants" is the number of the clip, and "soft" selects inertialization.
std::string graph_text(const std::vector<std::string>& clips) {
  std::string states, any;
  for (std::size_t i = 0; i < clips.size(); ++i) {
    const std::string to =
        "{ \"to\": \"" + clips[i] +
        "\", \"fade_s\": 0.4, \"restart\": true, \"when\": \"wants == " + std::to_string(i);
    const std::string comma = i == 0 ? "" : ", ";
    states += comma + "\"" + clips[i] + "\": { \"motion\": \"" + clips[i] + "\" }";
    any += comma + to + " and not soft\" }, " + to + " and soft\", \"kind\": \"inertialize\" }";
  }
  return "{ \"skelter_graph\": 1, \"parameters\": { \"wants\": { \"type\": \"int\" }, \"soft\": { \"type\": "
         "\"bool\" } }, \"layers\": [ { \"name\": \"body\", \"motion\": { \"machine\": { \"entry\": \"" +
         clips[0] + "\", \"states\": { " + states + " }, \"any\": [ " + any + " ] } } } ] }";
}

const Figure& mannequin_with_graph() {
  static const Figure figure(kMannequin, 0, graph_text(kClips));
  return figure;
}

void expect_no_pops_by_graph(const Figure& figure, const std::vector<FadeKind>& kinds, std::size_t clips) {
  CharacterOptions options;
  options.graph = 0;
  Character hero(figure.data, options);
  const GraphRecords& graph = records(figure.data.graph(0));
  const std::uint32_t wants = find_parameter(graph, "wants"), soft = find_parameter(graph, "soft");
  expect_no_pops(figure, hero, kSoon_s, kinds, [&](std::size_t i) {
    go(hero.graph()->set(soft, kinds[i % kinds.size()] == FadeKind::inertialize));
    go(hero.graph()->set(wants, static_cast<float>(i % clips)));
  });
  EXPECT_GE(hero.counters().dropped_fades, 10u);
}

TEST(NoPops, a_graph_with_cross_fades) {
  expect_no_pops_by_graph(mannequin_with_graph(), {FadeKind::crossfade}, kClips.size());
}
TEST(NoPops, a_graph_with_inertializations) {
  expect_no_pops_by_graph(mannequin_with_graph(), {FadeKind::inertialize}, kClips.size());
}
TEST(NoPops, a_graph_with_both_in_turn) {
  expect_no_pops_by_graph(mannequin_with_graph(), {FadeKind::inertialize, FadeKind::crossfade},
                          kClips.size());
}

// Callers that only have lists see no fifth fade if changes are at least 0.14 s apart.
TEST(NoPops, only_lists_of_a_graph_with_cross_fades) {
  const Figure& figure = mannequin_with_graph();
  CharacterOptions options;
  options.graph = 0;
  options.posed = false;
  Character hero(figure.data, options);
  const std::uint32_t wants = find_parameter(figure.data.graph(0), "wants");
  expect_no_pops(figure, hero, 0.13, {FadeKind::crossfade},
                 [&](std::size_t i) { go(hero.graph()->set(wants, static_cast<float>(i % kClips.size()))); });
  EXPECT_EQ(hero.counters().dropped_fades, 0u);
}

TEST(NoPops, a_graph_with_a_model_of_the_corpus) {
  SKELTER_REQUIRE_CORPUS();
  const std::vector<std::string> clips = {"Loiter", "Walk", "Jog", "Wave"};
  const Figure tiny(corpus_folder() + "/x/sdk_legacy/tiny_4anim.x", 1e-6, graph_text(clips));
  expect_no_pops_by_graph(tiny, {FadeKind::crossfade}, clips.size());
  expect_no_pops_by_graph(tiny, {FadeKind::inertialize}, clips.size());
}

}  // namespace
}  // namespace skelter::test
