// One character of 68 joints, job by job and the whole chain, against the classic algorithm in plain C++
// (bench/baseline): playing forward by 1/60 s, and jumping to random times. Contenders run interleaved in one
// process; ratios are of medians.
//
//   bench_single [--json FILE] [--assets FOLDER]

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "baseline/classic.h"
#include "cli/internal/measure.h"
#include "crowd_rig.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/runtime/blend_job.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/pose_list_job.h"
#include "skelter/runtime/sample_job.h"

namespace skelter::bench {
namespace {

constexpr int kFrames = 300;  // of one round of measuring

// Both ways of posing one character, with what they need between frames.
struct Ours {
  const Skeleton& skeleton;
  std::vector<SoaTransform> a, b, mixed;
  std::vector<Affine> model;

  explicit Ours(const Skeleton& s) : skeleton(s), a(s.block_count()), b(a), mixed(a), model(s.joint_count()) {
    a.assign(s.rest_pose.begin(), s.rest_pose.end());
    b = mixed = a;
  }
  void sample(const ClipView& clip, float time_s, std::vector<SoaTransform>& out) const {
    SampleJob job;
    job.skeleton = &skeleton;
    job.clip = &clip;
    job.time_s = time_s;
    job.out_local_pose = out;
    if (job.run() != Status::ok) std::abort();
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

// Two clips playing on, or anything anywhere.
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
          fold_time(static_cast<double>(time_s) * 0.9173, duration_s, Loop::loop).in_round_s);
    };
    m.time_a_s = folded(m.time_a_s, m.clip_a);
    m.time_b_s = folded(m.time_b_s, m.clip_b);
    list.push_back(m);
  }
  return list;
}

struct Row {
  const char* name;
  Timing ours, classic;
};

template <class A, class B>
Row compare(const char* name, const A& ours, const B& classic) {
  const auto timings = measure({{"ours", ours}, {"classic", classic}}, 50, 1.0, 5000);
  return {name, timings[0], timings[1]};
}

std::vector<Row> run_all(const CrowdAssets& assets) {
  const Skeleton& skeleton = assets.skeleton.skeleton.view;
  Ours ours(skeleton);
  Classic classic(assets);
  std::vector<Row> rows;
  for (const bool random : {false, true}) {
    const std::vector<Moment> list = moments(assets, random);
    rows.push_back(compare(
        random ? "sample, random times" : "sample, playing on",
        [&] {
          for (const Moment& m : list) ours.sample(assets.views[m.clip_a], m.time_a_s, ours.a);
        },
        [&] {
          for (const Moment& m : list)
            sample(classic.clips[m.clip_a], m.time_a_s, classic.cursors[0], classic.a);
        }));
  }
  rows.push_back(compare(
      "blend two layers, one mask",
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
  const std::vector<Moment> list = moments(assets, false);
  rows.push_back(compare(
      "all: sample 2, blend, local to model",
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

// A fade of two clips of the mannequin as it is, to model matrices: by the list, and by the jobs one after
// the other.
struct Fade {
  Timing list, jobs;
};

Fade run_fade(const CrowdAssets& assets) {
  const Skeleton& skeleton = assets.skeleton.skeleton.view;
  Ours ours(skeleton);
  AlignedBytes scratch(pose_list_scratch_bytes(skeleton));
  const std::vector<Moment> list = moments(assets, false);
  const auto weight = [](std::size_t i) { return static_cast<float>(i) / kFrames; };
  const auto by_list = [&] {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Moment& m = list[i];
      const CrowdLayer lines[] = {{static_cast<std::uint16_t>(m.clip_a), kNone16, 1 - weight(i), m.time_a_s},
                                  {static_cast<std::uint16_t>(m.clip_b), kNone16, weight(i), m.time_b_s}};
      PoseListJob job;
      job.skeleton = &skeleton;
      job.clips = assets.views;
      job.lines = lines;
      job.scratch = {scratch.data(), scratch.size()};
      job.out_local_pose = ours.mixed;
      if (job.run() != Status::ok) std::abort();
      ours.hierarchy();
    }
  };
  const auto by_jobs = [&] {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Moment& m = list[i];
      ours.sample(assets.views[m.clip_a], m.time_a_s, ours.a);
      ours.sample(assets.views[m.clip_b], m.time_b_s, ours.b);
      const BlendLayer layers[2] = {{ours.a, 1 - weight(i), {}}, {ours.b, weight(i), {}}};
      BlendJob blend;
      blend.skeleton = &skeleton;
      blend.layers = layers;
      blend.out_local_pose = ours.mixed;
      if (blend.run() != Status::ok) std::abort();
      ours.hierarchy();
    }
  };
  const auto timings = measure({{"list", by_list}, {"jobs", by_jobs}}, 100, 1.0, 5000);
  return {timings[0], timings[1]};
}

int run(int argc, char** argv) {
  std::string json_file, assets_folder = SKELTER_ASSETS;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--json") == 0) json_file = argv[i + 1];
    if (std::strcmp(argv[i], "--assets") == 0) assets_folder = argv[i + 1];
  }
  const CrowdAssets assets = build_crowd_assets(crowd_scene(assets_folder + "/mannequin.x"));
  const double joints = assets.skeleton.skeleton.view.joint_count();
  const auto ns = [&](double s) { return s * 1e9 / (kFrames * joints); };
  std::printf("one character, %.0f joints: ns per joint, medians (least-most)\n\n%-38s %-22s %-22s %7s\n",
              joints, "job", "ours", "classic", "ratio");
  std::ofstream json;
  if (!json_file.empty()) json.open(json_file), json << "[";
  const char* separator = "\n";
  for (const Row& row : run_all(assets)) {
    std::printf("%-38s %6.2f (%.2f-%.2f) %8.2f (%.2f-%.2f) %10.2f\n", row.name, ns(row.ours.median_s),
                ns(row.ours.min_s), ns(row.ours.max_s), ns(row.classic.median_s), ns(row.classic.min_s),
                ns(row.classic.max_s), row.classic.median_s / row.ours.median_s);
    if (json.is_open())
      json << separator << "  {\"job\": \"" << row.name << "\", \"ns_per_joint\": " << ns(row.ours.median_s)
           << ", \"classic_ns_per_joint\": " << ns(row.classic.median_s) << "}";
    separator = ",\n";
  }
  const CrowdAssets mannequin = build_crowd_assets(mannequin_scene(assets_folder + "/mannequin.x"));
  const Fade fade = run_fade(mannequin);
  const auto us = [](double s) { return s * 1e6 / kFrames; };
  std::printf(
      "\nfade of two clips, %u joints, to model matrices: list %.3f us (least %.3f), jobs %.3f us (%.3f), "
      "list / jobs %.2f (%.2f)\n",
      mannequin.skeleton.skeleton.view.joint_count(), us(fade.list.median_s), us(fade.list.min_s),
      us(fade.jobs.median_s), us(fade.jobs.min_s), fade.list.median_s / fade.jobs.median_s,
      fade.list.min_s / fade.jobs.min_s);
  if (json.is_open())
    json << ",\n  {\"job\": \"fade of two clips by list\", \"us\": " << us(fade.list.median_s)
         << ", \"jobs_us\": " << us(fade.jobs.median_s) << "}\n]\n";
  return 0;
}

}  // namespace
}  // namespace skelter::bench

int main(int argc, char** argv) {
  return skelter::bench::run(argc, argv);
}
