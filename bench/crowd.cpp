// A crowd: sample two clips, blend with a mask, local to model, for 10 to 100,000 instances of one rig of 67
// joints with 16 clips, scale and random phases; against the classic algorithm in plain C++ (bench/baseline).
// Contenders of a size run interleaved in one process, one frame of 1/60 s each; ratios are of medians.
//
//   bench_crowd [--json FILE] [--plot FILE.svg] [--most N] [--assets FOLDER]

#include <oneapi/tbb/task_scheduler_observer.h>
#include <sched.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "baseline/classic.h"
#include "cli/internal/measure.h"
#include "crowd_rig.h"
#include "plot.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/crowd/crowd_job.h"
#include "skelter/crowd/task_tbb.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/pose_list_job.h"
#include "skelter/runtime/sample_job.h"
#include "spinning_pair.h"

namespace skelter::bench {
namespace {

constexpr float kStep_s = 1.0f / 60;
constexpr float kWeightA = 0.6f, kWeightB = 0.8f;

// Two different clips each, at random moments.
struct Start {
  std::uint16_t clip_a, clip_b;
  float time_a_s, time_b_s;
};

std::vector<Start> random_starts(const CrowdAssets& assets, std::uint32_t count) {
  std::mt19937 random(20261121);
  std::vector<Start> starts(count);
  const auto clips = static_cast<std::uint32_t>(assets.views.size());
  for (Start& start : starts) {
    start.clip_a = static_cast<std::uint16_t>(random() % clips);
    start.clip_b = static_cast<std::uint16_t>((start.clip_a + 1 + random() % (clips - 1)) % clips);
    const auto moment = [&](std::uint16_t clip) {
      return assets.views[clip].duration_s * static_cast<float>(random() % 10000) / 10000;
    };
    start.time_a_s = moment(start.clip_a);
    start.time_b_s = moment(start.clip_b);
  }
  return starts;
}

float next_time(float time_s, float duration_s) {
  const float next = time_s + kStep_s;
  return next >= duration_s ? next - duration_s : next;
}

// Keeps oneTBB's threads on processors of their own: left alone, the machines that we measure on often run
// both on one for a while, and the numbers tell of the scheduler of the system.
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

// The lines of one instance.
using Lines = std::vector<CrowdLayer>;

// 32 bytes of state.
Lines two_layers(const Start& start) {
  CrowdLayer a, b;
  a.clip = start.clip_a, a.weight = kWeightA, a.time_s = start.time_a_s;
  b.clip = start.clip_b, b.weight = kWeightB, b.time_s = start.time_b_s, b.mask = 0;
  return {a, b};
}

// Ours.
class OurCrowd {
 public:
  OurCrowd(const CrowdAssets& assets, const std::vector<Start>& starts, TaskRunner tasks,
           const std::function<Lines(const Start&)>& lines_of = two_layers)
      : assets_(assets) {
    rig_.skeleton = &assets.skeleton.skeleton.view;
    rig_.clips = assets.views;
    for (const Start& start : starts) {
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
    for (CrowdLayer& layer : layers_)
      if (layer.clip != kCrowdStage)
        layer.time_s = next_time(layer.time_s, assets_.views[layer.clip].duration_s);
  }
  void frame() {
    if (job_.run() != Status::ok) std::abort();
  }
  // The same by the jobs for one character, one after the other.
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
  std::vector<CrowdLayer> layers_;
  std::vector<Affine> out_;
  AlignedBytes scratch_;
  CrowdJob job_;
};

class ClassicCrowd {
 public:
  ClassicCrowd(const CrowdAssets& assets, const std::vector<Start>& starts)
      : skeleton_(make_classic(assets.skeleton.skeleton.view)), starts_(starts), cursors_(2 * starts.size()) {
    const Skeleton& skeleton = assets.skeleton.skeleton.view;
    for (const ClipView& clip : assets.views) clips_.push_back(make_classic(skeleton, clip));
    const auto mask = skeleton.mask(0);
    mask_.assign(mask.begin(), mask.begin() + skeleton.joint_count());
    a_.resize(skeleton.joint_count());
    b_ = mixed_ = a_;
    out_.resize(starts.size() * a_.size());
  }

  void advance() {
    for (Start& start : starts_) {
      start.time_a_s = next_time(start.time_a_s, clips_[start.clip_a].duration_s);
      start.time_b_s = next_time(start.time_b_s, clips_[start.clip_b].duration_s);
    }
  }
  void frame() {
    for (std::size_t i = 0; i < starts_.size(); ++i) {
      const Start& start = starts_[i];
      const ClassicClip &clip_a = clips_[start.clip_a], &clip_b = clips_[start.clip_b];
      sample(clip_a, start.time_a_s, cursors_[2 * i], a_);
      sample(clip_b, start.time_b_s, cursors_[2 * i + 1], b_);
      blend(a_, b_, kWeightA, kWeightB, mask_, mixed_);
      local_to_model(skeleton_, mixed_, std::span<Affine>(out_).subspan(i * a_.size(), a_.size()));
    }
  }
  const std::vector<Affine>& matrices() const { return out_; }

 private:
  ClassicSkeleton skeleton_;
  std::vector<ClassicClip> clips_;
  std::vector<Start> starts_;
  std::vector<ClassicCursor> cursors_;
  std::vector<float> mask_;
  std::vector<Transform> a_, b_, mixed_;
  std::vector<Affine> out_;
};

struct Row {
  std::uint32_t instances = 0;
  Timing ours, single_jobs, two_workers, spinning, classic;
  float difference = 0;
};

Row run_size(const CrowdAssets& assets, std::uint32_t count) {
  const std::vector<Start> starts = random_starts(assets, count);
  TbbTasks two(2);
  SpinningPair pair;
  OurCrowd ours(assets, starts, serial_tasks()), single(assets, starts, serial_tasks()),
      parallel(assets, starts, two.runner()), spinning(assets, starts, pair.runner());
  ClassicCrowd classic(assets, starts);
  ours.frame();
  classic.frame();
  Row row;
  row.instances = count;
  row.difference = largest_difference(ours.matrices(), classic.matrices());
  const auto timings =
      measure({{"ours", [&] { ours.frame(); }, [&] { ours.advance(); }},
               {"single jobs", [&] { single.frame_of_single_jobs(); }, [&] { single.advance(); }},
               {"two workers", [&] { parallel.frame(); }, [&] { parallel.advance(); }},
               {"spinning pair", [&] { spinning.frame(); },
                [&] {
                  spinning.advance();
                  pair.wake();
                }},
               {"classic", [&] { classic.frame(); }, [&] { classic.advance(); }}},
              15, 1.5, 20000);
  row.ours = timings[0];
  row.single_jobs = timings[1];
  row.two_workers = timings[2];
  row.spinning = timings[3];
  row.classic = timings[4];
  return row;
}

// Three items, walking and running and something else, without and with a stage that puts the third over the
// others where the mask is.
struct StageCost {
  Timing without, with;
};

StageCost run_stage(const CrowdAssets& assets, std::uint32_t count) {
  const std::vector<Start> starts = random_starts(assets, count);
  const auto three_items = [&](const Start& start) {
    const auto third = static_cast<std::uint16_t>((start.clip_a + 7) % assets.views.size());
    Lines lines;
    for (const std::uint16_t clip : {start.clip_a, start.clip_b, third})
      lines.push_back({clip, kNone16, 0.5f, std::min(start.time_a_s, assets.views[clip].duration_s)});
    return lines;
  };
  const auto and_a_stage = [&](const Start& start) {
    Lines lines = three_items(start);
    lines.push_back({kCrowdStage, 0, 0.5f, 0, 0, 2});
    return lines;
  };
  OurCrowd without(assets, starts, serial_tasks(), three_items),
      with(assets, starts, serial_tasks(), and_a_stage);
  const auto timings = measure({{"without", [&] { without.frame(); }, [&] { without.advance(); }},
                                {"with", [&] { with.frame(); }, [&] { with.advance(); }}},
                               100, 1.5, 20000);
  return {timings[0], timings[1]};
}

// Characters that are not posed: each is updated, and one CrowdJob poses their lists. A quarter of them is in
// the middle of a fade; every frame one of 120 begins one. Against CrowdJob alone with the same lists.
struct CharacterCost {
  Timing characters, bare;
  float difference = 0;
};

class CrowdOfCharacters {
 public:
  CrowdOfCharacters(const CharacterData& data, const std::vector<Start>& starts)
      : crowd_(data, kNone, static_cast<std::uint32_t>(starts.size())),
        out_(starts.size() * crowd_.rig().output_size()),
        scratch_(crowd_scratch_bytes({&crowd_.rig(), 1})) {
    CharacterOptions options;
    options.posed = false;
    for (const Start& start : starts) {
      PlayOptions play;
      play.loop = Loop::loop;
      play.start_s = start.time_a_s;
      if (members_.emplace_back(data, options).play(start.clip_a, play) != Status::ok) std::abort();
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
        const std::uint32_t next = (member.clip() + 1) % member.data().clip_count();
        if (member.play(next, play) != Status::ok) std::abort();
      }
      if (member.update(kStep_s) != Status::ok || crowd_.add(member) != Status::ok) std::abort();
    }
    ++frame_;
    if (job().run() != Status::ok) std::abort();
  }
  // Of the last frame.
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
  CrowdOfCharacters characters(data, random_starts(assets, count));
  std::vector<Affine> out(characters.matrices().size());
  CrowdJob bare;
  const auto take_lists = [&] {
    bare = characters.job();
    bare.out_matrices = out;
  };
  const auto run_bare = [&] {
    if (bare.run() != Status::ok) std::abort();
  };
  for (int i = 0; i < 120; ++i) characters.frame();  // until as many fade as ever will
  const auto timings =
      measure({{"characters", [&] { characters.frame(); }}, {"bare", run_bare, take_lists}}, 60, 5.0, 20000);
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
  std::printf(
      "%9u %8.2f (%.2f-%.2f) %8.2f (%.2f-%.2f) %8.2f (%.2f-%.2f) %8.2f (%.2f-%.2f) %7.2f %7.2f %7.2f  %4.2f "
      "(%.2f)  %4.2f (%.2f)  "
      "%.1e\n",
      row.instances, ns(row.ours.median_s), ns(row.ours.min_s), ns(row.ours.max_s),
      ns(row.single_jobs.median_s), ns(row.single_jobs.min_s), ns(row.single_jobs.max_s),
      ns(row.two_workers.median_s), ns(row.two_workers.min_s), ns(row.two_workers.max_s),
      ns(row.classic.median_s), ns(row.classic.min_s), ns(row.classic.max_s),
      row.classic.median_s / row.ours.median_s, row.single_jobs.median_s / row.ours.median_s,
      row.ours.median_s / row.two_workers.median_s, row.ours.median_s / row.two_workers.median_s / 2,
      row.ours.min_s / row.two_workers.min_s / 2, row.ours.median_s / row.spinning.median_s / 2,
      row.ours.min_s / row.spinning.min_s / 2, static_cast<double>(row.difference));
  std::fflush(stdout);
}

void write_json(const std::string& file, const std::vector<Row>& rows, double joints) {
  std::ofstream json(file);
  json << "[";
  for (const Row& row : rows) {
    const auto ns = [&](double s) { return s * 1e9 / (row.instances * joints); };
    json << (&row == rows.data() ? "\n" : ",\n") << "  {\"instances\": " << row.instances
         << ", \"joints\": " << joints << ", \"ns_per_joint\": " << ns(row.ours.median_s)
         << ", \"ns_per_joint_least\": " << ns(row.ours.min_s)
         << ", \"single_jobs_ns_per_joint\": " << ns(row.single_jobs.median_s)
         << ", \"two_workers_ns_per_joint\": " << ns(row.two_workers.median_s)
         << ", \"spinning_pair_ns_per_joint\": " << ns(row.spinning.median_s)
         << ", \"classic_ns_per_joint\": " << ns(row.classic.median_s)
         << ", \"faster_than_classic\": " << row.classic.median_s / row.ours.median_s << "}";
  }
  json << "\n]\n";
}

void write_plot(const std::string& file, const std::vector<Row>& rows, double joints) {
  Plot plot;
  plot.title =
      "Sample 2 clips + blend + local to model, " + std::to_string(static_cast<int>(joints)) + " joints";
  plot.x_label = "instances";
  plot.y_label = "ns per joint";
  plot.lines = {{"1 worker", "#1f6fb4", {}}, {"2 workers", "#d1701a", {}}};
  for (const Row& row : rows) {
    const auto ns = [&](double s) { return s * 1e9 / (row.instances * joints); };
    plot.lines[0].points.push_back({static_cast<double>(row.instances), ns(row.ours.median_s)});
    plot.lines[1].points.push_back({static_cast<double>(row.instances), ns(row.two_workers.median_s)});
  }
  std::ofstream(file) << to_svg(plot);
}

int run(int argc, char** argv) {
  std::string json_file, plot_file, assets_folder = SKELTER_ASSETS;
  std::uint32_t most = 100'000;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--json") == 0) json_file = argv[i + 1];
    if (std::strcmp(argv[i], "--plot") == 0) plot_file = argv[i + 1];
    if (std::strcmp(argv[i], "--assets") == 0) assets_folder = argv[i + 1];
    if (std::strcmp(argv[i], "--most") == 0) most = static_cast<std::uint32_t>(std::atoi(argv[i + 1]));
  }
  const PinnedThreads pinned;
  const Scene scene = crowd_scene(assets_folder + "/mannequin.x");
  const CrowdAssets assets = build_crowd_assets(scene);
  const double joints = assets.skeleton.skeleton.view.joint_count();
  std::size_t hot_bytes = 0;
  for (const ClipBuild& clip : assets.clips) hot_bytes += clip.clip.bytes.size();
  std::printf(
      "%.0f joints, %zu clips of %zu kB in all; state per instance and clip: %zu bytes\n"
      "ns per joint, medians (least-most) of one frame; efficiency of two workers, and of two spinning "
      "threads, from medians (from "
      "least)\n\n%9s %-22s %-22s %-22s %-22s %7s %7s %7s  %-11s  %-11s  %s\n",
      joints, assets.views.size(), hot_bytes / 1000, sizeof(CrowdLayer), "instances", "ours", "single jobs",
      "two workers", "classic", "ratio", "single", "speedup", "efficiency", "spinning", "difference");
  std::vector<Row> rows;
  for (const std::uint32_t count : {1u, 2u, 4u, 8u, 10u, 96u, 1000u, 10'000u, 100'000u})
    if (count <= most) {
      rows.push_back(run_size(assets, count));
      print_row(rows.back(), joints);
    }
  constexpr std::uint32_t kStaged = 96;  // in the caches
  if (most >= kStaged) print_stage(run_stage(assets, kStaged), kStaged * joints);
  constexpr std::uint32_t kCharacters = 10'000;
  if (most >= kCharacters) {
    const CharacterData data = build_crowd_character(scene);
    print_characters(run_characters(data, assets, kCharacters), kCharacters);
  }
  if (!json_file.empty()) write_json(json_file, rows, joints);
  if (!plot_file.empty()) write_plot(plot_file, rows, joints);
  return 0;
}

}  // namespace
}  // namespace skelter::bench

int main(int argc, char** argv) {
  return skelter::bench::run(argc, argv);
}
