// A crowd: samples two clips, blends them with a mask and computes model matrices for 1 to 100,000 instances
// of one rig (68 joints, 16 clips, scale, random phases). Compares with the classic algorithm in plain C++
// (bench/baseline) and, if its sources are available, with ozz-animation. Contenders of a size run
// interleaved in one process. A turn is one frame of 1/60 s, or several frames if there are few instances.
// Ratios are of medians.
//
//   bench_crowd [--csv FILE] [--plot FILE.svg] [--most N] [--assets FOLDER]

#include <oneapi/tbb/task_scheduler_observer.h>
#include <sched.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "baseline/classic.h"
#include "cli/internal/measure.h"
#include "crowd_rig.h"
#include "moments.h"
#include "one_thread.h"
#include "peers/ozz.h"
#include "plot.h"
#include "result_file.h"
#include "sampled_clip.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/crowd/crowd_job.h"
#include "skelter/crowd/task_tbb.h"
#include "skelter/play/character.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/pose_list_job.h"
#include "skelter/runtime/sample_job.h"
#include "skelter/scene/size.h"
#include "spinning_pair.h"

namespace skelter::bench {
namespace {

constexpr float kStep_s = 1.0f / 60;
constexpr float kWeightA = 0.6f, kWeightB = 0.8f;

// Pins oneTBB's threads to separate processors. Otherwise the system often runs two of them on one processor
// for a while on our test machines, and the results measure the scheduler of the system.
class PinnedThreads : public tbb::task_scheduler_observer {
 public:
  PinnedThreads() { observe(true); }
  void on_scheduler_entry(bool is_worker) override {
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET(is_worker ? 1 : 0, &processors);
    sched_setaffinity(0, sizeof processors, &processors);
  }
};

// Pose list of one instance.
using Lines = std::vector<PoseListEntry>;

// Two entries, 32 bytes in total.
Lines two_layers(const TwoMoments& moments) {
  PoseListEntry a, b;
  a.clip = moments.a.clip, a.weight = kWeightA, a.time_s = moments.a.time_s;
  b.clip = moments.b.clip, b.weight = kWeightB, b.time_s = moments.b.time_s, b.mask = 0;
  return {a, b};
}

// Skelter's crowd.
class OurCrowd {
 public:
  OurCrowd(const CrowdAssets& assets, const std::vector<TwoMoments>& starts, TaskRunner tasks,
           const std::function<Lines(const TwoMoments&)>& lines_of = two_layers)
      : assets_(assets) {
    rig_.skeleton = &assets.skeleton.skeleton.view;
    rig_.clips = assets.views;
    for (const TwoMoments& start : starts) {
      const Lines lines = lines_of(start);
      CrowdInstance instance;
      instance.first_layer = static_cast<std::uint32_t>(layers_.size());
      instance.layer_count = static_cast<std::uint16_t>(lines.size());
      instance.first_output = static_cast<std::uint32_t>(instances_.size()) * rig_.output_size();
      instances_.push_back(instance);
      layers_.insert(layers_.end(), lines.begin(), lines.end());
    }
    out_.resize(starts.size() * rig_.output_size());
    scratch_ = AlignedBytes(crowd_scratch_bytes({&rig_, 1}) * tasks.workers);
    job_.rigs = {&rig_, 1};
    job_.instances = instances_;
    job_.layers = layers_;
    job_.out_matrices = out_;
    job_.scratch = {scratch_.data(), scratch_.size()};
    job_.tasks = tasks;
  }

  void advance() {
    for (PoseListEntry& layer : layers_) {
      if (layer.clip == kPoseListStage) continue;
      ClipMoment moment{layer.clip, layer.time_s};
      step(moment, assets_.views);
      layer.time_s = moment.time_s;
    }
  }
  void frame() {
    if (job_.run() != Status::ok) std::abort();
  }
  // The same frame computed by the jobs for a single character, one character after the other.
  void frame_of_single_jobs() {
    pose_.resize(rig_.skeleton->block_count());
    PoseListJob list;
    list.skeleton = rig_.skeleton;
    list.clips = rig_.clips;
    list.scratch = job_.scratch;
    list.out_local_pose = pose_;
    LocalToModelJob hierarchy;
    hierarchy.skeleton = rig_.skeleton;
    hierarchy.local_pose = pose_;
    for (const CrowdInstance& instance : instances_) {
      list.lines = std::span(layers_).subspan(instance.first_layer, instance.layer_count);
      hierarchy.out_model_from_joint = std::span(out_).subspan(instance.first_output, rig_.output_size());
      if (list.run() != Status::ok || hierarchy.run() != Status::ok) std::abort();
    }
  }
  const std::vector<Affine>& matrices() const { return out_; }

 private:
  const CrowdAssets& assets_;
  std::vector<SoaTransform> pose_;
  CrowdRig rig_;
  std::vector<CrowdInstance> instances_;
  std::vector<PoseListEntry> layers_;
  std::vector<Affine> out_;
  AlignedBytes scratch_;
  CrowdJob job_;
};

// Animated clip times, which the other contenders use.
class Moments {
 public:
  Moments(const CrowdAssets& assets, const std::vector<TwoMoments>& starts)
      : assets_(assets), moments_(starts) {}
  void advance() {
    for (auto& [a, b] : moments_) step(a, assets_.views), step(b, assets_.views);
  }
  const std::vector<TwoMoments>& now() const { return moments_; }

 private:
  const CrowdAssets& assets_;
  std::vector<TwoMoments> moments_;
};

class ClassicCrowd : public Moments {
 public:
  ClassicCrowd(const CrowdAssets& assets, const std::vector<TwoMoments>& starts)
      : Moments(assets, starts),
        skeleton_(make_classic(assets.skeleton.skeleton.view)),
        cursors_(2 * starts.size()) {
    const Skeleton& skeleton = assets.skeleton.skeleton.view;
    for (const ClipView& clip : assets.views) clips_.push_back(make_classic(skeleton, clip));
    const auto mask = skeleton.mask(0);
    mask_.assign(mask.begin(), mask.begin() + skeleton.joint_count());
    a_.resize(skeleton.joint_count());
    b_ = mixed_ = a_;
    out_.resize(starts.size() * a_.size());
  }

  void frame() {
    for (std::size_t i = 0; i < now().size(); ++i) {
      const auto& [a, b] = now()[i];
      sample(clips_[a.clip], a.time_s, cursors_[2 * i], a_);
      sample(clips_[b.clip], b.time_s, cursors_[2 * i + 1], b_);
      blend(a_, b_, kWeightA, kWeightB, mask_, mixed_);
      local_to_model(skeleton_, mixed_, std::span<Affine>(out_).subspan(i * a_.size(), a_.size()));
    }
  }
  const std::vector<Affine>& matrices() const { return out_; }

 private:
  ClassicSkeleton skeleton_;
  std::vector<ClassicClip> clips_;
  std::vector<ClassicCursor> cursors_;
  std::vector<float> mask_;
  std::vector<Transform> a_, b_, mixed_;
  std::vector<Affine> out_;
};

class CrowdOfOzz : public Moments {
 public:
  CrowdOfOzz(const OzzRig& rig, const CrowdAssets& assets, const std::vector<TwoMoments>& starts)
      : Moments(assets, starts), crowd_(rig.make_crowd(static_cast<std::uint32_t>(starts.size()), true)) {}
  void frame() { crowd_->pose(now(), kWeightA, kWeightB); }
  std::vector<Affine> matrices() const { return crowd_->matrices(); }

 private:
  std::unique_ptr<OzzCrowd> crowd_;
};

// ozz with its usual optimisation, and ozz with all keys. Both are null in a build without ozz.
struct OzzRigs {
  std::unique_ptr<OzzRig> optimized, all_keys;

  OzzRigs(const CrowdAssets& assets, double extent) {
    const Skeleton& skeleton = assets.skeleton.skeleton.view;
    std::vector<SampledClip> clips;
    for (const ClipView& clip : assets.views) clips.push_back(sample_frames(skeleton, clip, extent));
    optimized = make_ozz_rig(clips, skeleton.mask(0), {});
    all_keys = make_ozz_rig(clips, skeleton.mask(0), {false, 0});
  }
};

// Contenders, in the order of their names in the results.
enum Who { kOurs, kSingle, kTwo, kSpinning, kClassic, kOzz, kOzzKeys, kWhoCount };
constexpr const char* kNames[kWhoCount] = {
    "skelter", "skelter: single jobs", "skelter: two workers", "skelter: two spinning threads", "classic",
    "ozz",     "ozz: all keys"};

struct Row {
  std::uint32_t instances = 0;
  Timing times[kWhoCount];  // median 0: did not take part
  // Largest difference between a matrix element and ours.
  float difference[kWhoCount] = {};
};

// The contexts and matrices of ozz need 20 kB per instance, and another 20 kB for the contender with all
// keys.
constexpr std::uint32_t kMaxWithAllKeys = 10'000;
// Smaller crowds run several frames per turn, because one frame is too short for the clock.
constexpr std::uint32_t kMinInstances = 96;

class Contest {
 public:
  // `threads`: the contenders use several threads, so wall time is measured.
  Contest(std::uint32_t instances, bool threads) : threads_(threads) { row_.instances = instances; }

  // `wake` runs untimed before each frame. It is not called in turns of several frames.
  template <class Crowd>
  void add(
      Who who, Crowd& crowd, std::function<void()> frame, std::function<void()> wake = [] {}) {
    who_.push_back(who);
    const std::uint32_t repeats = frames_per_turn();
    if (repeats == 1)
      contenders_.push_back({kNames[who], frame, [&crowd, wake] { crowd.advance(), wake(); }});
    else
      contenders_.push_back({kNames[who], [&crowd, frame, repeats] {
                               for (std::uint32_t i = 0; i < repeats; ++i) crowd.advance(), frame();
                             }});
  }
  // Precondition: both have posed the same clip times.
  template <class Crowd>
  void compare(Who who, const Crowd& crowd, const OurCrowd& ours) {
    row_.difference[who] = largest_difference(ours.matrices(), crowd.matrices());
  }
  Row run() {
    const auto timings =
        threads_ ? measure(contenders_, 15, 1.5, 20000) : measure_one_thread(contenders_, 25, 2, 20000);
    for (std::size_t i = 0; i < who_.size(); ++i) {
      Timing timing = timings[i];
      for (double* seconds : {&timing.min_s, &timing.median_s, &timing.max_s}) *seconds /= frames_per_turn();
      row_.times[who_[i]] = timing;
    }
    return row_;
  }

 private:
  std::uint32_t frames_per_turn() const {
    return row_.instances >= kMinInstances ? 1 : kMinInstances / row_.instances;
  }

  bool threads_;
  Row row_;
  std::vector<Who> who_;
  std::vector<Contender> contenders_;
};

Row run_size(const CrowdAssets& assets, const OzzRigs& rigs, std::uint32_t count) {
  const std::vector<TwoMoments> starts = random_pairs(assets.views, count);
  OurCrowd ours(assets, starts, serial_tasks()), single(assets, starts, serial_tasks());
  ClassicCrowd classic(assets, starts);
  ours.frame();
  Contest contest(count, false);
  contest.add(kOurs, ours, [&] { ours.frame(); });
  contest.add(kSingle, single, [&] { single.frame_of_single_jobs(); });
  const auto add_other = [&](Who who, auto& crowd) {
    crowd.frame();
    contest.compare(who, crowd, ours);
    contest.add(who, crowd, [&crowd] { crowd.frame(); });
  };
  add_other(kClassic, classic);
  std::optional<CrowdOfOzz> ozz, ozz_keys;
  if (rigs.optimized) add_other(kOzz, ozz.emplace(*rigs.optimized, assets, starts));
  if (rigs.all_keys && count <= kMaxWithAllKeys)
    add_other(kOzzKeys, ozz_keys.emplace(*rigs.all_keys, assets, starts));
  return contest.run();
}

// Measured separately, because a spinning thread slows down the next contender.
Row run_threads(const CrowdAssets& assets, std::uint32_t count) {
  const std::vector<TwoMoments> starts = random_pairs(assets.views, count);
  TbbTasks two(2);
  SpinningPair pair;
  OurCrowd ours(assets, starts, serial_tasks()), parallel(assets, starts, two.runner()),
      spinning(assets, starts, pair.runner());
  Contest contest(count, true);
  contest.add(kOurs, ours, [&] { ours.frame(); });
  contest.add(kTwo, parallel, [&] { parallel.frame(); });
  contest.add(
      kSpinning, spinning, [&] { spinning.frame(); }, [&] { pair.wake(); });
  return contest.run();
}

// Three pose list entries (walk, run and a third clip), with and without a stage that applies the third over
// the others through the mask.
struct StageCost {
  Timing without, with;
};

StageCost run_stage(const CrowdAssets& assets, std::uint32_t count) {
  const std::vector<TwoMoments> starts = random_pairs(assets.views, count);
  const auto three_items = [&](const TwoMoments& start) {
    const auto third = static_cast<std::uint16_t>((start.a.clip + 7) % assets.views.size());
    Lines lines;
    for (const std::uint16_t clip : {start.a.clip, start.b.clip, third})
      lines.push_back({clip, kNone16, 0.5f, std::min(start.a.time_s, assets.views[clip].duration_s)});
    return lines;
  };
  const auto and_a_stage = [&](const TwoMoments& start) {
    Lines lines = three_items(start);
    lines.push_back({kPoseListStage, 0, 0.5f, 0, 0, 2});
    return lines;
  };
  OurCrowd without(assets, starts, serial_tasks(), three_items),
      with(assets, starts, serial_tasks(), and_a_stage);
  const auto timings = measure_one_thread({{"without", [&] { without.frame(); }, [&] { without.advance(); }},
                                           {"with", [&] { with.frame(); }, [&] { with.advance(); }}},
                                          100, 1.5, 20000);
  return {timings[0], timings[1]};
}

// Characters that do not compute their own poses. Each is updated, and one CrowdJob poses their lists. A
// quarter of them are fading, and in every frame one of 120 starts a fade. Compared with CrowdJob alone on
// the same lists.
struct CharacterCost {
  Timing characters, bare;
  float difference = 0;
};

class CrowdOfCharacters {
 public:
  CrowdOfCharacters(const CharacterData& data, const std::vector<TwoMoments>& starts)
      : crowd_(data, kNone, static_cast<std::uint32_t>(starts.size())),
        out_(starts.size() * crowd_.rig().output_size()),
        scratch_(crowd_scratch_bytes({&crowd_.rig(), 1})) {
    CharacterOptions options;
    options.posed = false;
    for (const TwoMoments& start : starts) {
      PlayOptions play;
      play.loop = Loop::loop;
      play.start_s = start.a.time_s;
      if (members_.emplace_back(data, options).clips()->play(start.a.clip, play) != Status::ok) std::abort();
    }
  }
  void frame() {
    constexpr std::uint32_t kPeriod = 120;
    crowd_.clear();
    for (std::uint32_t i = 0; i < members_.size(); ++i) {
      Character& member = members_[i];
      if ((frame_ + i) % kPeriod == 0) {
        PlayOptions play;
        play.fade_s = kPeriod * kStep_s / 4;
        play.loop = Loop::loop;
        const std::uint32_t next = (member.clips()->clip() + 1) % member.data().clip_count();
        if (member.clips()->play(next, play) != Status::ok) std::abort();
      }
      if (member.update(kStep_s) != Status::ok || crowd_.add(member) != Status::ok) std::abort();
    }
    ++frame_;
    if (job().run() != Status::ok) std::abort();
  }
  // The job that poses the last frame.
  CrowdJob job() { return crowd_.job(out_, {scratch_.data(), scratch_.size()}); }
  const std::vector<Affine>& matrices() const { return out_; }

 private:
  std::vector<Character> members_;
  CharacterCrowd crowd_;
  std::vector<Affine> out_;
  AlignedBytes scratch_;
  std::uint32_t frame_ = 0;
};

CharacterCost run_characters(const CharacterData& data, const CrowdAssets& assets, std::uint32_t count) {
  CrowdOfCharacters characters(data, random_pairs(assets.views, count));
  std::vector<Affine> out(characters.matrices().size());
  CrowdJob bare;
  const auto take_lists = [&] {
    bare = characters.job();
    bare.out_matrices = out;
  };
  const auto run_bare = [&] {
    if (bare.run() != Status::ok) std::abort();
  };
  for (int i = 0; i < 120; ++i) characters.frame();  // until the number of fades is stable
  const auto timings = measure_one_thread(
      {{"characters", [&] { characters.frame(); }}, {"bare", run_bare, take_lists}}, 60, 5.0, 20000);
  return {timings[0], timings[1], largest_difference(characters.matrices(), out)};
}

void print_characters(const CharacterCost& cost, std::uint32_t count) {
  const auto ns = [&](double s) { return s * 1e9 / count; };
  std::printf(
      "\n%u characters, each updated, a quarter fading: %.0f ns each (%.0f-%.0f), CrowdJob alone with the "
      "same lists %.0f (%.0f-%.0f), ratio %.3f (%.3f of the least), difference %.1e\n",
      count, ns(cost.characters.median_s), ns(cost.characters.min_s), ns(cost.characters.max_s),
      ns(cost.bare.median_s), ns(cost.bare.min_s), ns(cost.bare.max_s),
      cost.characters.median_s / cost.bare.median_s, cost.characters.min_s / cost.bare.min_s,
      static_cast<double>(cost.difference));
}

void print_stage(const StageCost& cost, double units) {
  const auto ns = [&](double s) { return s * 1e9 / units; };
  std::printf(
      "\n3 items: %.2f (%.2f-%.2f), with a stage over them %.2f (%.2f-%.2f), ratio %.3f (%.3f of the "
      "least)\n",
      ns(cost.without.median_s), ns(cost.without.min_s), ns(cost.without.max_s), ns(cost.with.median_s),
      ns(cost.with.min_s), ns(cost.with.max_s), cost.with.median_s / cost.without.median_s,
      cost.with.min_s / cost.without.min_s);
}

void print_row(const Row& row, double joints) {
  const auto ns = [&](double s) { return s * 1e9 / (row.instances * joints); };
  std::printf("%9u", row.instances);
  for (const Timing& time : row.times) {
    char text[64] = "-";
    if (time.median_s > 0)
      std::snprintf(text, sizeof text, "%.2f (%.2f-%.2f)", ns(time.median_s), ns(time.min_s), ns(time.max_s));
    std::printf(" %-22s", text);
  }
  // Prints only contenders that took part.
  const auto print_ratio = [](double a, double b) {
    if (a > 0 && b > 0)
      std::printf(" %6.2f", a / b);
    else
      std::printf(" %6s", "-");
  };
  const Timing& ours = row.times[kOurs];
  print_ratio(row.times[kClassic].median_s, ours.median_s);
  print_ratio(row.times[kOzz].median_s, ours.median_s);
  print_ratio(row.times[kOzz].min_s, ours.min_s);
  for (const Who two : {kTwo, kSpinning}) print_ratio(ours.min_s, 2 * row.times[two].min_s);
  for (const Who other : {kClassic, kOzz, kOzzKeys})
    std::printf(" %.1e", static_cast<double>(row.difference[other]));
  std::printf("\n");
  std::fflush(stdout);
}

void add_results(ResultFile& results, const Row& row, const char* what, double joints) {
  const std::string name = std::to_string(row.instances) + what;
  for (int who = 0; who < kWhoCount; ++who)
    results.add(name, kNames[who], "ns per joint", row.times[who], 1e9 / (row.instances * joints));
}

void write_plot(const std::string& file, const std::vector<Row>& rows, double joints) {
  Plot plot;
  plot.title =
      "Sample 2 clips + blend + local to model, " + std::to_string(static_cast<int>(joints)) + " joints";
  plot.x_label = "instances";
  plot.y_label = "ns per joint, least";
  const std::pair<Who, PlotLine> lines[] = {{kOurs, {"skelter", "#1f6fb4", {}}},
                                            {kOzz, {"ozz", "#d1701a", {}}},
                                            {kClassic, {"classic", "#777777", {}}}};
  for (auto [who, line] : lines) {
    for (const Row& row : rows)
      if (row.times[who].median_s > 0)
        line.points.push_back(
            {static_cast<double>(row.instances), row.times[who].min_s * 1e9 / (row.instances * joints)});
    if (!line.points.empty()) plot.lines.push_back(line);
  }
  std::ofstream(file) << to_svg(plot);
}

int run(int argc, char** argv) {
  std::string plot_file = argument(argc, argv, "--plot"), assets_folder = argument(argc, argv, "--assets"),
              most_text = argument(argc, argv, "--most");
  if (assets_folder.empty()) assets_folder = SKELTER_ASSETS;
  const auto most = most_text.empty() ? 100'000 : static_cast<std::uint32_t>(std::atoi(most_text.c_str()));
  ResultFile results("crowd", argc, argv);
  const PinnedThreads pinned;
  const Scene scene = crowd_scene(assets_folder + "/mannequin.x");
  const CrowdAssets assets = build_crowd_assets(scene);
  const double joints = assets.skeleton.skeleton.view.joint_count();
  const OzzRigs ozz(assets, scene_size(scene));
  std::printf(
      "%.0f joints, %zu clips; state per instance and clip: %zu bytes\n"
      "ns per joint, medians (least-most) of one frame, below %u instances of so many that they make as "
      "much\n"
      "work; classic / ours, ozz / ours, and of the least; efficiency of two workers and of two spinning\n"
      "threads, of the least; largest difference of classic, ozz, ozz with all keys\n\n%9s",
      joints, assets.views.size(), sizeof(PoseListEntry), kMinInstances, "instances");
  for (const char* name : kNames) std::printf(" %-22.22s", name);
  std::printf("\n");
  std::fflush(stdout);
  std::vector<Row> rows;
  for (const std::uint32_t count : {1u, 2u, 4u, 8u, 96u, 1000u, 10'000u, 100'000u})
    if (count <= most) {
      rows.push_back(run_size(assets, ozz, count));
      print_row(rows.back(), joints);
      add_results(results, rows.back(), " instances", joints);
    }
  for (const std::uint32_t count : {kMinInstances, 1000u, 10'000u, 100'000u}) {
    if (count > most) continue;  // a smaller crowd is done before a second thread starts
    const Row row = run_threads(assets, count);
    print_row(row, joints);
    add_results(results, row, " instances; threads", joints);
  }
  constexpr std::uint32_t kStaged = 96;  // small enough for the caches
  if (most >= kStaged) {
    const StageCost cost = run_stage(assets, kStaged);
    print_stage(cost, kStaged * joints);
    results.add("3 items; 96 instances", "without a stage", "ns per joint", cost.without,
                1e9 / (kStaged * joints));
    results.add("3 items; 96 instances", "with a stage", "ns per joint", cost.with, 1e9 / (kStaged * joints));
  }
  constexpr std::uint32_t kCharacters = 10'000;
  if (most >= kCharacters) {
    const CharacterData data = build_crowd_character(scene);
    const CharacterCost cost = run_characters(data, assets, kCharacters);
    print_characters(cost, kCharacters);
    results.add("10000 characters", "characters", "ns each", cost.characters, 1e9 / kCharacters);
    results.add("10000 characters", "CrowdJob alone", "ns each", cost.bare, 1e9 / kCharacters);
  }
  if (!plot_file.empty()) write_plot(plot_file, rows, joints);
  return 0;
}

}  // namespace
}  // namespace skelter::bench

int main(int argc, char** argv) {
  return skelter::bench::run(argc, argv);
}
