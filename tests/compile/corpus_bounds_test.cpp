// Every model of the corpus becomes a pack, and every clip of it plays within its bound: measured at four
// times its rate by the reference evaluator and a decoder of the tests' own. Every fifth model with clips
// here; all of them, and their stored clips, with SKELTER_ALL_CLIPS=1.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "compile/clip_decode.h"
#include "compile/compiled.h"
#include "skelter/formats/gltf/read.h"
#include "skelter/formats/x/read.h"
#include "support/corpus.h"
#include "support/pack_poses.h"

namespace skelter::test {
namespace {

// Places that no float can be near enough to: 1e26, with a bound of 5e-5.
const std::set<std::string> kBeyondFloats = {"hostile/cubic_blowup.glb", "hostile/sheared_1e20.x"};
constexpr std::size_t kEvery = 5;

bool takes_all() {
  const char* all = std::getenv("SKELTER_ALL_CLIPS");
  return all != nullptr && std::string_view(all) == "1";
}

std::vector<std::string> model_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           corpus_folder(), std::filesystem::directory_options::follow_directory_symlink)) {
    std::string ending = entry.path().extension().string();
    for (char& c : ending) c = static_cast<char>(std::tolower(c));
    if (entry.is_regular_file() &&
        (ending == ".x" || ending == ".gltf" || ending == ".glb" || ending == ".vrm"))
      files.push_back(std::filesystem::relative(entry.path(), corpus_folder()).generic_string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Rotations of joints are unit, and so is the source that clips are measured against (docs/compile.md); the
// evaluator takes keys as they are stored. Those of Fox_quantized.glb are 3e-5 off.
void make_rotations_unit(Scene& scene) {
  for (Clip& clip : scene.clips)
    for (Channel& channel : clip.channels) {
      if (channel.path != ChannelPath::rotation || channel.interpolation == Interpolation::cubic) continue;
      for (std::size_t at = 0; at + 4 <= channel.values.size(); at += 4) {
        double square = 0;
        for (std::size_t i = 0; i < 4; ++i) square += double{channel.values[at + i]} * channel.values[at + i];
        if (!(square > 0)) continue;
        for (std::size_t i = 0; i < 4; ++i)
          channel.values[at + i] = static_cast<float>(channel.values[at + i] / std::sqrt(square));
      }
    }
}

// As `skelter compile` reads them: frame numbers as such. Nothing where the reader refuses the file.
std::optional<Scene> read_model(const std::string& file) {
  const std::string path = corpus_folder() + "/" + file;
  const bool is_x = file.ends_with(".x") || file.ends_with(".X");
  XReadOptions options;
  options.frame_numbers = true;
  auto scene = is_x ? read_x_file(path, {}, options) : read_gltf_file(path);
  if (!scene) return std::nullopt;
  make_rotations_unit(*scene);
  return std::move(*scene);
}

// Where a player whose times are floats may be on either side: docs/compile.md.
bool is_at_jump(const Clip& clip, double t) {
  const double margin = 2 * (1e-7 + 5e-7 * t);
  for (const Channel& channel : clip.channels)
    for (std::size_t key = 0; key < channel.times_s.size(); ++key) {
      const double now = channel.times_s[key], before = key == 0 ? now : channel.times_s[key - 1];
      const bool together = key > 0 && now - before <= std::min(1e-3 * now + 2e-5, 2e-3);
      if (channel.interpolation != Interpolation::step && !together) continue;
      const double begin = channel.interpolation == Interpolation::step ? now : before;
      if (t > begin - margin && t < now + margin) return true;
    }
  return false;
}

WorstPoint measure(const Scene& scene, std::uint32_t index, const Compiled& made, const ClipView& clip) {
  const double shell = scene_size(scene) / 60;
  const Pose rest = rest_pose(scene);
  EvaluateOptions once;
  once.wrap = Wrap::once;
  WorstPoint worst;
  const int count = clip.frame_count > 1 ? 4 * (static_cast<int>(clip.frame_count) - 1) : 0;
  for (int i = 0; i <= count; ++i) {
    const auto t = static_cast<float>(count > 0 ? double{clip.duration_s} * i / count : 0);
    if (is_at_jump(scene.clips[index], t)) continue;
    std::vector<Mat4d> worlds = decode_worlds(clip, made.view.skeleton(), t, nullptr, true);
    for (Mat4d& world : worlds) world = translation_matrix(made.view.origin()) * world;
    compare_worlds(made.pack.skeleton, worlds, evaluate(scene, index, t, once), rest, shell, t, worst);
  }
  return worst;
}

std::size_t expect_bounds(const std::string& file, const Scene& scene, Effort effort) {
  CompileSettings settings;
  settings.clips.resize(scene.clips.size());
  for (ClipSettings& clip : settings.clips) clip.effort = effort;
  settings.add_meshes = false;
  const Compiled made = compile(scene, settings);
  if (made.pack.clips.size() != scene.clips.size()) {
    ADD_FAILURE() << file;
    return 0;
  }
  const std::vector<LoadedClip> played = load_clips(made.view);
  for (std::uint32_t index = 0; index < scene.clips.size(); ++index) {
    const ClipReport& report = made.pack.clips[index];
    EXPECT_EQ(report.keeps_bound(), !kBeyondFloats.contains(file))
        << file << " " << report.name << ": " << report.largest_error << " of " << report.error_bound;
    if (!report.keeps_bound()) continue;
    const WorstPoint worst = measure(scene, index, made, played[index].view);
    EXPECT_LE(worst.error, report.error_bound)
        << file << " " << report.name << ": " << made.pack.joint_names[worst.joint] << " at " << worst.time_s;
  }
  return scene.clips.size();
}

TEST(CorpusBounds, no_model_is_refused_and_every_clip_plays_within_its_bound) {
  SKELTER_REQUIRE_CORPUS();
  std::size_t with_clips = 0, clips = 0, models = 0;
  for (const std::string& file : model_files()) {
    const std::optional<Scene> scene = read_model(file);
    if (!scene) continue;
    ++models;
    if (scene->clips.empty() || (!takes_all() && with_clips++ % kEvery != 0)) continue;
    clips += expect_bounds(file, *scene, Effort::quick);
    if (takes_all()) expect_bounds(file, *scene, Effort::normal);
  }
  EXPECT_GE(models, 250u);
  EXPECT_GE(clips, takes_all() ? 350u : 40u);
  std::printf("%zu models, %zu clips measured\n", models, clips);
}

// The character of an FPS engine: 67,395 keys at 30 per second, with jumps from frame to frame.
TEST(CorpusBounds, the_character_of_an_fps_engine_keeps_its_bound) {
  SKELTER_REQUIRE_CORPUS();
  const std::string file = "wild/fps-creator/Files/entitybank/scifi/characters/AI.X";
  const std::optional<Scene> scene = read_model(file);
  ASSERT_TRUE(scene);
  EXPECT_EQ(expect_bounds(file, *scene, Effort::quick), 1u);
}

TEST(CorpusBounds, the_figure_at_a_hundred_kilometres_keeps_its_bound) {
  SKELTER_REQUIRE_CORPUS();
  const std::optional<Scene> scene = read_model("hostile/far_away.glb");
  ASSERT_TRUE(scene);
  for (const Effort effort : {Effort::quick, Effort::normal})
    EXPECT_EQ(expect_bounds("hostile/far_away.glb", *scene, effort), 1u);
}

}  // namespace
}  // namespace skelter::test
