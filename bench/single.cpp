// A single character of 68 joints, job by job and as a whole, compared with the classic algorithm in plain
// C++ (bench/baseline): playing forward by 1/60 s, and seeking to random times. Contenders run interleaved in
// one process; ratios are of medians.
//
//   bench_single [--csv FILE] [--assets FOLDER]

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "baseline/classic.h"
#include "cli/internal/measure.h"
#include "crowd_rig.h"
#include "one_thread.h"
#include "result_file.h"
#include "sampled_clip.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/play/character.h"
#include "skelter/runtime/blend_job.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/pose_list_job.h"

namespace skelter::bench {
namespace {

constexpr int kFrames = 300;  // frames per measured round
constexpr double kStep_s = 1.0 / 60;

// Skelter's jobs and the classic algorithm, each with the state that it keeps between frames.
struct Ours {
  const Skeleton& skeleton;
  std::vector<SoaTransform> a, b, mixed;
  std::vector<Affine> model;

  explicit Ours(const Skeleton& s) : skeleton(s), a(s.block_count()), b(a), mixed(a), model(s.joint_count()) {
    a.assign(s.rest_pose.begin(), s.rest_pose.end());
    b = mixed = a;
  }
  void sample(const ClipView& clip, float time_s, std::vector<SoaTransform>& out) const {
    sample_pose(skeleton, clip, time_s, out);
  }
  void blend() {
    const BlendLayer layers[2] = {{a, 0.6f, {}}, {b, 0.8f, skeleton.mask(0)}};
    BlendJob job;
    job.skeleton = &skeleton;
    job.layers = layers;
    job.out_local_pose = mixed;
    if (job.run() != Status::ok) std::abort();
  }
  void hierarchy() {
    LocalToModelJob job;
    job.skeleton = &skeleton;
    job.local_pose = mixed;
    job.out_model_from_joint = model;
    if (job.run() != Status::ok) std::abort();
  }
};

struct Classic {
  ClassicSkeleton skeleton;
  std::vector<ClassicClip> clips;
  std::vector<float> mask;
  std::vector<ClassicCursor> cursors;
  std::vector<Transform> a, b, mixed;
  std::vector<Affine> model;

  explicit Classic(const CrowdAssets& assets)
      : skeleton(make_classic(assets.skeleton.skeleton.view)),
        cursors(2),
        a(skeleton.rest),
        b(a),
        mixed(a),
        model(a.size()) {
    for (const ClipView& clip : assets.views)
      clips.push_back(make_classic(assets.skeleton.skeleton.view, clip));
    const auto weights = assets.skeleton.skeleton.view.mask(0);
    mask.assign(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(a.size()));
  }
};

struct Moment {
  std::size_t clip_a, clip_b;
  float time_a_s, time_b_s;
};

// Times of two clips, for continuous playback or at random.
std::vector<Moment> moments(const CrowdAssets& assets, bool random) {
  std::mt19937 engine(7);
  std::vector<Moment> list;
  for (int i = 0; i < kFrames; ++i) {
    Moment m{0, 3, static_cast<float>(i) / 60, static_cast<float>(i) / 60};
    if (random)
      m.time_a_s = static_cast<float>(engine() % 1000), m.time_b_s = static_cast<float>(engine() % 1000);
    const auto folded = [&](float time_s, std::size_t clip) {
      const double duration_s = assets.views[clip].duration_s;
      return static_cast<float>(
          fold_time(static_cast<double>(time_s) * 0.9173, duration_s, Loop::loop).in_cycle_s);
    };
    m.time_a_s = folded(m.time_a_s, m.clip_a);
    m.time_b_s = folded(m.time_b_s, m.clip_b);
    list.push_back(m);
  }
  return list;
}

struct Row {
  const char* name;
  Timing ours, classic, bisecting;  // median 0: did not take part
};

using Work = std::function<void()>;

// `bisecting`: the classic algorithm's variant for seeks, if it has one.
Row compare(const char* name, const Work& ours, const Work& classic, const Work& bisecting = {}) {
  std::vector<Contender> contenders = {{"skelter", ours}, {"classic", classic}};
  if (bisecting) contenders.push_back({"classic: bisecting", bisecting});
  const auto timings = measure_one_thread(contenders, 50, 1.0, 5000);
  return {name, timings[0], timings[1], bisecting ? timings[2] : Timing{}};
}

std::vector<Row> run_all(const CrowdAssets& assets) {
  const Skeleton& skeleton = assets.skeleton.skeleton.view;
  Ours ours(skeleton);
  Classic classic(assets);
  std::vector<Row> rows;
  const auto sample_with = [](const std::vector<Moment>& list, auto sample_one) {
    return [&list, sample_one] {
      for (const Moment& m : list) sample_one(m);
    };
  };
  const auto by_us = [&](const Moment& m) { ours.sample(assets.views[m.clip_a], m.time_a_s, ours.a); };
  const auto by_cursor = [&](const Moment& m) {
    sample(classic.clips[m.clip_a], m.time_a_s, classic.cursors[0], classic.a);
  };
  const auto by_bisection = [&](const Moment& m) {
    sample_bisecting(classic.clips[m.clip_a], m.time_a_s, classic.a);
  };
  const std::vector<Moment> list = moments(assets, false), anywhere = moments(assets, true);
  for (const Moment& m : anywhere) {
    by_cursor(m);
    const std::vector<Transform> walked = classic.a;
    by_bisection(m);
    if (walked != classic.a) std::abort();
  }
  rows.push_back(compare("sample; playing on", sample_with(list, by_us), sample_with(list, by_cursor),
                         sample_with(list, by_bisection)));
  rows.push_back(compare("sample; random times", sample_with(anywhere, by_us),
                         sample_with(anywhere, by_cursor), sample_with(anywhere, by_bisection)));
  rows.push_back(compare(
      "blend two layers; one mask",
      [&] {
        for (int i = 0; i < kFrames; ++i) ours.blend();
      },
      [&] {
        for (int i = 0; i < kFrames; ++i)
          blend(classic.a, classic.b, 0.6f, 0.8f, classic.mask, classic.mixed);
      }));
  rows.push_back(compare(
      "local to model",
      [&] {
        for (int i = 0; i < kFrames; ++i) ours.hierarchy();
      },
      [&] {
        for (int i = 0; i < kFrames; ++i) local_to_model(classic.skeleton, classic.mixed, classic.model);
      }));
  rows.push_back(compare(
      "sample 2; blend; local to model",
      [&] {
        for (const Moment& m : list) {
          ours.sample(assets.views[m.clip_a], m.time_a_s, ours.a);
          ours.sample(assets.views[m.clip_b], m.time_b_s, ours.b);
          ours.blend();
          ours.hierarchy();
        }
      },
      [&] {
        for (const Moment& m : list) {
          sample(classic.clips[m.clip_a], m.time_a_s, classic.cursors[0], classic.a);
          sample(classic.clips[m.clip_b], m.time_b_s, classic.cursors[1], classic.b);
          blend(classic.a, classic.b, 0.6f, 0.8f, classic.mask, classic.mixed);
          local_to_model(classic.skeleton, classic.mixed, classic.model);
        }
      }));
  return rows;
}

PoseListJob list_job(const Skeleton& skeleton, std::span<const ClipView> clips, AlignedBytes& scratch) {
  PoseListJob job;
  job.skeleton = &skeleton;
  job.clips = clips;
  job.scratch = {scratch.data(), scratch.size()};
  return job;
}

// A fade between two clips of the unmodified mannequin, up to model matrices. Computed with a character, with
// the pose lists that the character created, and with single jobs that follow these lists.
struct Fade {
  Timing character, list, jobs;
  float difference = 0;
};

Fade run_fade(const CharacterData& data) {
  const Skeleton& skeleton = data.skeleton();
  CharacterOptions options;
  options.palettes = false;
  Character hero(data, options);
  PlayOptions play;
  play.loop = Loop::loop;
  const bool walks = hero.clips()->play(0, play) == Status::ok;
  play.fade_s = 1.2 * kFrames * kStep_s;  // longer than a round
  if (!walks || hero.clips()->play(3, play) != Status::ok) std::abort();
  const std::vector<std::byte> state(hero.state().begin(), hero.state().end());
  const auto rewind = [&] {
    if (hero.restore(state) != Status::ok) std::abort();
  };
  std::vector<std::array<PoseListEntry, 2>> lists(kFrames);
  for (auto& lines : lists) {
    if (hero.update(kStep_s) != Status::ok || hero.list().size() != lines.size()) std::abort();
    std::copy(hero.list().begin(), hero.list().end(), lines.begin());
  }
  const auto by_character = [&] {
    for (int i = 0; i < kFrames; ++i) {
      if (hero.update(kStep_s) != Status::ok) std::abort();
      hero.finish();
    }
  };
  Ours ours(skeleton);
  AlignedBytes scratch(pose_list_scratch_bytes(skeleton));
  const auto by_list = [&] {
    for (const auto& lines : lists) {
      PoseListJob job = list_job(skeleton, data.clips(), scratch);
      job.lines = lines;
      job.out_local_pose = ours.mixed;
      if (job.run() != Status::ok) std::abort();
      ours.hierarchy();
    }
  };
  const auto by_jobs = [&] {
    for (const auto& [a, b] : lists) {
      ours.sample(data.clips()[a.clip], a.time_s, ours.a);
      ours.sample(data.clips()[b.clip], b.time_s, ours.b);
      const BlendLayer layers[2] = {{ours.a, a.weight, {}}, {ours.b, b.weight, {}}};
      BlendJob blend;
      blend.skeleton = &skeleton;
      blend.layers = layers;
      blend.out_local_pose = ours.mixed;
      if (blend.run() != Status::ok) std::abort();
      ours.hierarchy();
    }
  };
  const auto timings = measure_one_thread(
      {{"character", by_character, rewind}, {"list", by_list}, {"jobs", by_jobs}}, 100, 1.5, 5000);
  return {timings[0], timings[1], timings[2], largest_difference(hero.model_from_joint(), ours.model)};
}

// Three pose list entries, with and without a stage that applies the third over the others through the mask,
// up to model matrices.
struct StageRow {
  Timing without, with;
};

StageRow run_single_stage(const CrowdAssets& assets) {
  const Skeleton& skeleton = assets.skeleton.skeleton.view;
  Ours ours(skeleton);
  AlignedBytes scratch(pose_list_scratch_bytes(skeleton));
  const std::vector<Moment> list = moments(assets, false);
  const auto run = [&](std::size_t line_count) {
    for (const Moment& m : list) {
      const PoseListEntry lines[] = {{static_cast<std::uint16_t>(m.clip_a), kNone16, 0.5f, m.time_a_s},
                                     {static_cast<std::uint16_t>(m.clip_b), kNone16, 0.5f, m.time_b_s},
                                     {7, kNone16, 0.5f, m.time_a_s},
                                     {kPoseListStage, 0, 0.5f, 0, 0, 2}};
      PoseListJob job = list_job(skeleton, assets.views, scratch);
      job.lines = {lines, line_count};
      job.out_local_pose = ours.mixed;
      if (job.run() != Status::ok) std::abort();
      ours.hierarchy();
    }
  };
  const auto timings =
      measure_one_thread({{"without", [&] { run(3); }}, {"with", [&] { run(4); }}}, 100, 1.0, 5000);
  return {timings[0], timings[1]};
}

int run(int argc, char** argv) {
  std::string assets_folder = argument(argc, argv, "--assets");
  if (assets_folder.empty()) assets_folder = SKELTER_ASSETS;
  ResultFile results("single", argc, argv);
  const CrowdAssets assets = build_crowd_assets(crowd_scene(assets_folder + "/mannequin.x"));
  const double joints = assets.skeleton.skeleton.view.joint_count();
  const auto ns = [&](double s) { return s * 1e9 / (kFrames * joints); };
  std::printf(
      "one character, %.0f joints: ns per joint, medians (least-most), and over ours; at random times the "
      "cursor "
      "walks from the first key\n\n%-34s %-22s %-22s %-22s %8s %9s\n",
      joints, "job", "ours", "classic", "classic: bisecting", "classic", "bisecting");
  for (const Row& row : run_all(assets)) {
    std::printf("%-34s", row.name);
    const std::pair<const char*, const Timing*> times[] = {
        {"skelter", &row.ours}, {"classic", &row.classic}, {"classic: bisecting", &row.bisecting}};
    for (const auto& [who, time] : times) {
      char text[64] = "-";
      if (time->median_s > 0)
        std::snprintf(text, sizeof text, "%.2f (%.2f-%.2f)", ns(time->median_s), ns(time->min_s),
                      ns(time->max_s));
      std::printf(" %-22s", text);
      results.add(row.name, who, "ns per joint", *time, 1e9 / (kFrames * joints));
    }
    std::printf(" %8.2f", row.classic.median_s / row.ours.median_s);
    if (row.bisecting.median_s > 0) std::printf(" %9.2f", row.bisecting.median_s / row.ours.median_s);
    std::printf("\n");
  }
  const Fade fade = run_fade(build_crowd_character(mannequin_scene(assets_folder + "/mannequin.x")));
  const auto us = [](double s) { return s * 1e6 / kFrames; };
  std::printf(
      "\nfade of two clips of the mannequin, to model matrices: character %.3f us (least %.3f), list %.3f "
      "(%.3f), jobs %.3f (%.3f); character / jobs %.2f (%.2f), list / jobs %.2f (%.2f), difference %.1e\n",
      us(fade.character.median_s), us(fade.character.min_s), us(fade.list.median_s), us(fade.list.min_s),
      us(fade.jobs.median_s), us(fade.jobs.min_s), fade.character.median_s / fade.jobs.median_s,
      fade.character.min_s / fade.jobs.min_s, fade.list.median_s / fade.jobs.median_s,
      fade.list.min_s / fade.jobs.min_s, static_cast<double>(fade.difference));
  const StageRow stage = run_single_stage(assets);
  std::printf(
      "3 items, %.0f joints, to model matrices: %.3f us (%.3f), with a stage over them %.3f (%.3f), ratio "
      "%.3f (%.3f)\n",
      joints, us(stage.without.median_s), us(stage.without.min_s), us(stage.with.median_s),
      us(stage.with.min_s), stage.with.median_s / stage.without.median_s,
      stage.with.min_s / stage.without.min_s);
  const double us_units = 1e6 / kFrames;
  results.add("fade of two clips", "Character", "us", fade.character, us_units);
  results.add("fade of two clips", "PoseListJob", "us", fade.list, us_units);
  results.add("fade of two clips", "bare jobs", "us", fade.jobs, us_units);
  results.add("3 items", "without a stage", "us", stage.without, us_units);
  results.add("3 items", "with a stage", "us", stage.with, us_units);
  return 0;
}

}  // namespace
}  // namespace skelter::bench

int main(int argc, char** argv) {
  return skelter::bench::run(argc, argv);
}
