// Samples one clip for each of many instances of the crowd's rig, each into a separate local pose. Compares
// with ACL and ozz-animation if their sources are available: 16 clips, 1,024 clips that exceed all caches,
// clips of five minutes, and clips with irregular key times; each with continuous playback and with random
// times. Also reports compile times and the bytes of the playing form. Contenders of a row run interleaved in
// one process.
//
//   bench_sampling [--csv FILE] [--assets FOLDER] [--rows NAME]    (NAME: part of a row's name)

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "cli/internal/measure.h"
#include "clip_scenes.h"
#include "clip_set.h"
#include "compile/build_clip/internal/clip.h"
#include "crowd_rig.h"
#include "measured_row.h"
#include "moments.h"

namespace skelter::bench {
namespace {

class OurSampler {
 public:
  OurSampler(const ClipSet& set, std::size_t instances)
      : set_(set), poses_(instances * set.skeleton().block_count(), SoaTransform::identity()) {}
  void sample(std::span<const ClipMoment> moments) {
    const std::size_t blocks = set_.skeleton().block_count();
    for (std::size_t i = 0; i < moments.size(); ++i) {
      sample_pose(set_.skeleton(), set_.views[moments[i].clip], moments[i].time_s,
                  std::span(poses_).subspan(i * blocks, blocks));
    }
  }

 private:
  const ClipSet& set_;
  std::vector<SoaTransform> poses_;
};

enum class Times { playing_on, random };

// Instances that each play a fixed clip. Every contender advances its own copy of the times.
class Instances {
 public:
  Instances(const ClipSet& set, std::vector<ClipMoment> first, Times times)
      : set_(set), moments_(std::move(first)), times_(times) {}
  void advance() {
    for (ClipMoment& moment : moments_) {
      if (times_ == Times::random)
        moment.time_s = random_time_s(set_.views[moment.clip], random_);
      else
        step(moment, set_.views);
    }
  }
  std::span<const ClipMoment> now() const { return moments_; }

 private:
  const ClipSet& set_;
  std::vector<ClipMoment> moments_;
  Times times_;
  std::mt19937 random_{3};
};

class Rows {
 public:
  Rows(ResultFile& results, std::string wanted) : results_(results), wanted_(std::move(wanted)) {}

  bool wants(const std::string& row) const { return row.find(wanted_) != row.npos; }
  // True if a requested row needs the clip set that rows with this prefix share.
  bool wants_set(const std::string& begin) const { return wants(begin) || wanted_.starts_with(begin); }

  // `first`: the clip of each instance.
  void sample(const std::string& name, const ClipSet& set, const std::vector<ClipMoment>& first,
              Times times) {
    if (!wants(name)) return;
    OurSampler ours(set, first.size());
    const auto count = static_cast<std::uint32_t>(first.size());
    std::unique_ptr<AclCrowd> acl;
    std::unique_ptr<OzzCrowd> ozz;
    if (!set.acl.empty()) acl = make_acl_crowd(set.acl, set.copy_count, first);
    const bool seeks = times == Times::random;
    const auto& rig = seeks ? set.ozz_for_seeks : set.ozz;
    if (rig) ozz = rig->make_crowd(count, false);
    std::vector<Contender> contenders;
    const auto add = [&](const char* who, auto& sampler) {
      const auto instances = std::make_shared<Instances>(set, first, times);
      contenders.push_back({who, [instances, &sampler] { sampler.sample(instances->now()); },
                            [instances] { instances->advance(); }});
    };
    add("skelter", ours);
    if (acl) add("acl", *acl);
    if (ozz) add(seeks ? "ozz: iframes" : "ozz", *ozz);
    run(name, contenders, "ns per joint", 1e9 / (count * set.skeleton().joint_count()));
  }

  void run(const std::string& name, const std::vector<Contender>& contenders, const char* unit, double units,
           Rounds rounds = {}) {
    measure_row(results_, name, contenders, unit, units, rounds);
  }

  void bytes(const std::string& name, const ClipSet& set) {
    if (!wants(name)) return;
    double ours = 0, acl = 0, ozz = 0, iframes = 0;
    for (std::size_t i = 0; i < set.assets.clips.size(); ++i) {
      ours += static_cast<double>(set.assets.clips[i].report.hot_bytes);
      if (!set.acl.empty()) acl += static_cast<double>(set.acl[i]->bytes());
      if (set.ozz) ozz += static_cast<double>(set.ozz->clip_bytes(i));
      if (set.ozz_for_seeks) iframes += static_cast<double>(set.ozz_for_seeks->clip_bytes(i));
    }
    std::printf("%-44s", name.c_str());
    const std::pair<const char*, double> sums[] = {
        {"skelter", ours}, {"acl", acl}, {"ozz", ozz}, {"ozz: iframes", iframes}};
    for (const auto& [who, sum] : sums) {
      if (sum == 0) continue;
      results_.add(name, who, "bytes", sum);
      std::printf("  %s %.0f %.2f", who, sum, sum / ours);
    }
    std::printf("  bytes\n");
  }

 private:
  ResultFile& results_;
  std::string wanted_;
};

// Compiles all clips of the set, each contender from its own source data.
void run_compiling(Rows& rows, const std::string& name, const Scene& scene, const ClipSet& set) {
  if (!rows.wants(name)) return;
  std::vector<Contender> contenders;
  const auto add_ours = [&](const char* who, Effort effort, bool stored) {
    contenders.push_back({who, [&, effort, stored] {
                            ClipSettings settings;
                            settings.effort = effort;
                            settings.loop = true;
                            for (std::uint32_t i = 0; i < scene.clips.size(); ++i) {
                              const auto clip = build_clip(scene, i, set.assets.skeleton, settings);
                              if (!clip) std::abort();
                              if (stored) store_clip(scene, i, set.assets.skeleton, *clip, settings);
                            }
                          }});
  };
  add_ours("skelter: quick", Effort::quick, false);
  add_ours("skelter: normal; hot", Effort::normal, false);
  add_ours("skelter: normal; stored", Effort::normal, true);
  if (!set.acl.empty())
    contenders.push_back({"acl", [&] {
                            for (const auto& clip : set.acl) clip->compress();
                          }});
  if (set.ozz)
    contenders.push_back({"ozz", [&] {
                            for (std::size_t i = 0; i < set.sampled.size(); ++i) set.ozz->compile(i);
                          }});
  rows.run(name, contenders, "ms", 1e3, {5, 0});
}

// Measures the compilation that `load_character` waits for, with a clip of 100 frames.
void run_quick_compiling(Rows& rows, const std::string& name, const Scene& scene, const ClipSet& set) {
  if (!rows.wants(name)) return;
  ClipSettings settings;
  settings.effort = Effort::quick;
  settings.loop = true;
  double frames = 0;
  for (std::uint32_t i = 0; i < scene.clips.size(); ++i) {
    const auto clip = build_clip(scene, i, set.assets.skeleton, settings);
    if (!clip) std::abort();
    frames += clip->report.frames;
  }
  std::vector<Contender> contenders;
  contenders.push_back({"skelter: quick", [&] {
                          for (std::uint32_t i = 0; i < scene.clips.size(); ++i)
                            if (!build_clip(scene, i, set.assets.skeleton, settings)) std::abort();
                        }});
  if (!set.acl.empty())
    contenders.push_back({"acl", [&] {
                            for (const auto& clip : set.acl) clip->compress();
                          }});
  rows.run(name, contenders, "ms", 1e3 * 100 / frames, {9, 0});
}

// One instance per clip, in an order that prefetchers cannot predict.
std::vector<ClipMoment> one_of_each(std::size_t clips) {
  std::vector<ClipMoment> moments(clips);
  for (std::size_t i = 0; i < clips; ++i) moments[i].clip = static_cast<std::uint16_t>(i);
  std::shuffle(moments.begin(), moments.end(), std::mt19937{11});
  return moments;
}

int run(int argc, char** argv) {
  std::string assets = argument(argc, argv, "--assets");
  if (assets.empty()) assets = SKELTER_ASSETS;
  const std::string mannequin = assets + "/mannequin.x";
  ResultFile results("sampling", argc, argv);
  Rows rows(results, argument(argc, argv, "--rows"));
  std::printf(
      "sampling one clip per instance, 68 joints: medians (least), and over ours; ozz takes no part in what "
      "it "
      "has no form for\n\n");
  const Scene crowd = crowd_scene(mannequin);
  const auto both_times = [&](const std::string& name, const ClipSet& set,
                              const std::vector<ClipMoment>& first) {
    rows.sample(name + "; playing on", set, first, Times::playing_on);
    rows.sample(name + "; random times", set, first, Times::random);
  };
  if (rows.wants_set("16 clips; ")) {
    const ClipSet set = make_clip_set(crowd);
    for (const std::uint32_t count : {1000u, 10'000u})
      both_times("16 clips; " + std::to_string(count) + " instances", set,
                 random_moments(set.views, count, 1));
    rows.bytes("16 clips; bytes", set);
    run_compiling(rows, "16 clips; compiling", crowd, set);
    run_quick_compiling(rows, "16 clips; compiling 100 frames of 68 joints", crowd, set);
  }
  if (rows.wants_set("1024 clips")) {
    const ClipSet set = make_clip_set(crowd, PeerKeys::frames, 64);
    both_times("1024 clips; cold", set, one_of_each(set.views.size()));
  }
  if (rows.wants_set("2 clips of five minutes")) {
    const ClipSet set = make_clip_set(long_scene(mannequin));
    both_times("2 clips of five minutes; 1000 instances", set, random_moments(set.views, 1000, 1));
    rows.bytes("2 clips of five minutes; bytes", set);
  }
  if (rows.wants_set("16 clips off the grid")) {
    const ClipSet set = make_clip_set(off_grid_scene(mannequin), PeerKeys::source);
    std::uint32_t keyed = 0;
    for (const ClipBuild& clip : set.assets.clips) keyed += clip.report.keyed_tracks;
    std::printf("off the grid: %.1f keyed tracks per clip\n", 1.0 * keyed / set.assets.clips.size());
    both_times("16 clips off the grid; 1000 instances", set, random_moments(set.views, 1000, 1));
    rows.bytes("16 clips off the grid; bytes", set);
  }
  return 0;
}

}  // namespace
}  // namespace skelter::bench

int main(int argc, char** argv) {
  return skelter::bench::run(argc, argv);
}
