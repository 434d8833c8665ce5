#include "clip_peers.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <utility>

#include "compile/build_clip/internal/clip.h"
#include "compile/build_skeleton/internal/skeleton.h"
#include "peers/acl.h"
#include "skelter/core/none.h"
#include "skelter/runtime/clip.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/size.h"
#include "system/internal/process.h"

namespace skelter::bench {
namespace {

constexpr std::pair<std::string_view, std::string_view> kCompared[] = {
    {"CesiumMan.gltf", "#0"},
    {"Fox.glb", "Survey"},
    {"Fox.glb", "Walk"},
    {"Fox.glb", "Run"},
    {"KayKit_Knight.glb", "1H_Melee_Attack_Chop"},
    {"KayKit_Knight.glb", "Idle"},
    {"KayKit_Knight.glb", "Walking_A"},
    {"RobotExpressive.glb", "Dance"},
    {"RobotExpressive.glb", "Running"},
    {"RobotExpressive.glb", "Walking"},
    {"greenman.glb", "1_idle"},
    {"greenman.glb", "2_move"},
    {"character.glb", "idle"},
    {"character.glb", "walk"},
    {"tiny_4anim.x", "Loiter"},
    {"tiny_4anim.x", "Walk"},
};

// Options for clips that do not loop.
EvaluateOptions once() {
  EvaluateOptions options;
  options.loop = Loop::once;
  return options;
}

// Samples the source of a clip for ACL, at the nodes that are joints of our skeleton.
class PeerSource {
 public:
  PeerSource(const Scene& scene, std::uint32_t clip, const SkeletonBuild& skeleton)
      : scene_(scene), clip_(clip), rest_(rest_pose(scene)) {
    for (const std::uint32_t node :
         skeleton.skeleton.view.nodes)  // parents come first; the two parts of a split joint count once
      if (nodes_.empty() || nodes_.back() != node) nodes_.push_back(node);
  }

  SampledClip sample(double rate_hz, std::uint32_t frames) {
    SampledClip sampled;
    sampled.rate_hz = rate_hz;
    sampled.precision = scene_size(scene_) / 18000;
    sampled.shell_distance = scene_size(scene_) / 60;
    for (const std::uint32_t node : nodes_) {
      const auto parent = std::find(nodes_.begin(), nodes_.end(), scene_.nodes[node].parent);
      sampled.parents.push_back(parent == nodes_.end() ? kNone
                                                       : static_cast<std::uint32_t>(parent - nodes_.begin()));
      sampled.rest.push_back(to_floats(rest_.local[node]));
    }
    for (std::uint32_t f = 0; f < frames; ++f) {
      sampled.times_s.push_back(static_cast<float>(f / rate_hz));
      const Pose pose = evaluate(scene_, clip_, f / rate_hz, once());
      for (const std::uint32_t node : nodes_) sampled.frames.push_back(to_floats(pose.local[node]));
    }
    return sampled;
  }

  // Largest distance between the shell of any joint and its position in the source, measured at 4 times the
  // sample rate, as measure_error does for our clips. The last interval may be shorter in the source than in
  // ACL's clip.
  double largest_error(AclClip& acl, const SampledClip& sampled) {
    const double duration_s = scene_.clips[clip_].duration_s;
    const double uniform_s = sampled.frame_count() < 2 ? 0 : (sampled.frame_count() - 2) / sampled.rate_hz;
    const auto acl_time = [&](double time_s) {
      if (time_s <= uniform_s || duration_s <= uniform_s) return time_s;
      return uniform_s + (time_s - uniform_s) / (duration_s - uniform_s) / sampled.rate_hz;
    };
    const std::uint32_t moments = (sampled.frame_count() - 1) * 4 + 1;
    double largest = 0;
    for (std::uint32_t m = 0; m < moments; ++m) {
      const double time_s = std::min(duration_s, m / (4 * sampled.rate_hz));
      const Pose truth = evaluate(scene_, clip_, time_s, once());
      Pose played = truth;
      const std::span<const Transform> joints = acl.decode(acl_time(time_s));
      for (std::size_t j = 0; j < nodes_.size(); ++j) played.local[nodes_[j]] = to_double(to_mat4(joints[j]));
      local_to_world(scene_, played);
      for (const std::uint32_t node : nodes_)
        largest = std::max(largest, shell_error(node, truth, played, sampled.shell_distance));
    }
    return largest;
  }

 private:
  static Transform to_floats(const Mat4d& matrix) {
    const AffineParts parts = split(matrix);
    const auto f = [](double v) { return static_cast<float>(v); };
    const Vec3d& t = parts.translation;
    const Quatd& r = parts.rotation;
    return {{f(t.x), f(t.y), f(t.z)},
            {f(r.x), f(r.y), f(r.z), f(r.w)},
            {f(parts.stretch(0, 0)), f(parts.stretch(1, 1)), f(parts.stretch(2, 2))}};
  }

  double shell_error(std::uint32_t node, const Pose& truth, const Pose& played, double distance) const {
    const Mat3d to_joint = linear_part(inverse_affine(rest_.world[node]));
    double largest = 0;
    for (int axis = 0; axis < 3; ++axis)
      for (const double side : {-distance, distance}) {
        const Vec3d along{axis == 0 ? side : 0, axis == 1 ? side : 0, axis == 2 ? side : 0};
        const Vec3d point = to_joint * along;
        largest = std::max(largest, length(transform_point(truth.world[node], point) -
                                           transform_point(played.world[node], point)));
      }
    return largest;
  }

  const Scene& scene_;
  std::uint32_t clip_;
  Pose rest_;
  std::vector<std::uint32_t> nodes_;
};

// CPU seconds of a contender that takes turns with others.
struct Samples {
  std::vector<double> seconds;
  int repeats = 1;

  void time(const std::function<void()>& run) {
    const double begin_s = thread_cpu_seconds();
    for (int i = 0; i < repeats; ++i) run();
    seconds.push_back((thread_cpu_seconds() - begin_s) / repeats);
  }
  // Runs the contender once to warm up, then determines how many repeats the clock's resolution requires.
  void warm_up(const std::function<void()>& run) {
    constexpr double kLeast_s = 0.5e-3;
    run();
    time(run);
    repeats = std::clamp(static_cast<int>(std::ceil(kLeast_s / std::max(seconds[0], 1e-9))), 1, 1000);
    seconds.clear();
  }
  Timing timing() const {
    if (seconds.empty()) return {};
    std::vector<double> sorted = seconds;
    std::sort(sorted.begin(), sorted.end());
    return {sorted.front(), sorted[sorted.size() / 2], sorted.back()};
  }
};

// ACL at one rate, with its compile and decode times.
struct AclRun {
  std::unique_ptr<AclClip> clip;
  Samples compress, decode;
  AclRow row;

  AclRun(PeerSource& source, const ClipReport& ours) {
    const SampledClip sampled = source.sample(ours.sample_rate_hz, ours.frames);
    clip = make_acl_clip(sampled);
    if (!clip) return;
    clip->compress();
    row.rate_hz = ours.sample_rate_hz;
    row.bytes = clip->bytes();
    row.error = source.largest_error(*clip, sampled);
    decode.warm_up([&] { clip->decode_frames(); });
  }
  void time_compress() {
    if (clip) compress.time([&] { clip->compress(); });
  }
  void time_decode() {
    if (clip) decode.time([&] { clip->decode_frames(); });
  }
  AclRow result() const {
    AclRow result = row;
    result.compress = compress.timing();
    result.decode = decode.timing();
    return result;
  }
};

class Comparison {
 public:
  Comparison(const Scene& scene, std::uint32_t clip, const SkeletonBuild& skeleton)
      : scene_(scene), clip_(clip), skeleton_(skeleton) {}

  PeerRow run(bool with_best) {
    constexpr int kRounds = 7;
    build(Effort::quick, row_.quick_hot);
    const StoredClipBuild stored = store(Effort::normal, row_.normal_stored);
    row_.normal_hot = stored.report.hot_bytes;
    row_.rate_hz = stored.report.sample_rate_hz;
    row_.frames = stored.report.frames;
    row_.error = stored.report.largest_error;
    PeerSource source(scene_, clip_, skeleton_);
    AclRun acl(source, stored.report), acl_keys(source, quick_report_);
    AlignedBytes memory(decoded_size(stored.stored.span()));
    const auto decode = [&] {
      ClipView view;
      if (!decode_clip(stored.stored.span(), {memory.data(), memory.size()}, view).ok()) std::abort();
    };
    Samples quick, normal, best, decoding;
    decoding.warm_up(decode);
    for (int round = 0; round < kRounds; ++round) {
      quick.time([&] { build(Effort::quick, row_.quick_hot); });
      acl.time_compress();
      acl_keys.time_compress();
      if (round % 3 == 0) normal.time([&] { store(Effort::normal, row_.normal_stored); });
      if (round == kRounds / 2 && with_best) best.time([&] { store(Effort::best, row_.best_stored); });
      decoding.time(decode);
      acl.time_decode();
      acl_keys.time_decode();
    }
    row_.quick = quick.timing();
    row_.normal = normal.timing();
    row_.best = best.timing();
    row_.decode = decoding.timing();
    row_.acl = acl.result();
    row_.acl_keys = acl_keys.result();
    row_.joints = static_cast<std::uint32_t>(skeleton_.skeleton.view.joint_count());
    row_.extent = scene_size(scene_);
    return std::move(row_);
  }

 private:
  ClipSettings settings(Effort effort) const {
    ClipSettings settings;
    settings.effort = effort;
    return settings;
  }

  ClipBuild build(Effort effort, std::uint64_t& hot_bytes) {
    auto built = build_clip(scene_, clip_, skeleton_, settings(effort));
    if (!built) std::exit(1);
    hot_bytes = built->report.hot_bytes;
    if (effort == Effort::quick) quick_report_ = built->report;
    return std::move(*built);
  }

  StoredClipBuild store(Effort effort, std::uint64_t& stored_bytes) {
    std::uint64_t hot_bytes = 0;
    const ClipBuild hot = build(effort, hot_bytes);
    StoredClipBuild stored = store_clip(scene_, clip_, skeleton_, hot, settings(effort));
    stored_bytes = stored.stored.size();
    return stored;
  }

  const Scene& scene_;
  std::uint32_t clip_;
  const SkeletonBuild& skeleton_;
  ClipReport quick_report_;
  PeerRow row_;
};

// --- tables ----------------------------------------------------------------------------------------------

void print_time(const Timing& timing, double unit) {
  char text[64] = "-";
  if (timing.median_s > 0)
    std::snprintf(text, sizeof text, "%.2f (%.2f-%.2f)", timing.median_s * unit, timing.min_s * unit,
                  timing.max_s * unit);
  std::printf(" %-28s", text);
}

void print_bytes(std::uint64_t bytes) {
  if (bytes > 0)
    std::printf(" %8llu", static_cast<unsigned long long>(bytes));
  else
    std::printf(" %8s", "-");
}

void print_ratio(double ours, double theirs) {
  if (ours > 0 && theirs > 0)
    std::printf(" %7.2f", ours / theirs);
  else
    std::printf(" %7s", "-");
}

void print_name(const PeerRow& row) {
  std::printf("%-20.20s %-14.14s", row.file.c_str(), row.clip.c_str());
}

double as_double(std::uint64_t bytes) {
  return static_cast<double>(bytes);
}

void print_compiling(const std::vector<PeerRow>& rows) {
  std::printf("\ncompiling: CPU ms, median (least-most), and times ACL's\n\n%-35s", "clip");
  std::printf(" %-28s %-28s %-28s %-28s %7s %7s %7s\n", "quick", "normal", "best", "ACL", "quick", "normal",
              "best");
  for (const PeerRow& row : rows) {
    print_name(row);
    for (const Timing* timing : {&row.quick, &row.normal, &row.best, &row.acl.compress})
      print_time(*timing, 1e3);
    for (const Timing* timing : {&row.quick, &row.normal, &row.best})
      print_ratio(timing->median_s, row.acl.compress.median_s);
    std::printf("\n");
  }
}

void print_sizes(const std::vector<PeerRow>& rows) {
  std::printf(
      "\nbytes, at our rate and (keys) at that of the file's keys; largest errors in millionths of H (the "
      "bound is 55.6)\n\n%-35s %7s %6s %8s %8s %8s %8s %7s %7s %8s %8s %7s %7s %7s %7s %7s\n",
      "clip", "Hz", "frames", "stored", "best", "ACL", "ACL keys", "/ ACL", "/ best", "plays", "quick",
      "/ ACL", "keys Hz", "error", "ACL", "keys");
  for (const PeerRow& row : rows) {
    print_name(row);
    std::printf(" %7.1f %6u", row.rate_hz, row.frames);
    for (const std::uint64_t bytes : {row.normal_stored, row.best_stored, row.acl.bytes, row.acl_keys.bytes})
      print_bytes(bytes);
    print_ratio(as_double(row.normal_stored), as_double(row.acl.bytes));
    print_ratio(as_double(row.normal_stored), as_double(row.best_stored));
    print_bytes(row.normal_hot);
    print_bytes(row.quick_hot);
    print_ratio(as_double(row.normal_hot), as_double(row.acl.bytes));
    std::printf(" %7.1f", row.acl_keys.rate_hz);
    for (const double error : {row.error, row.acl.error, row.acl_keys.error})
      std::printf(" %7.1f", error / row.extent * 1e6);
    std::printf("\n");
  }
}

void print_decoding(const std::vector<PeerRow>& rows) {
  std::printf(
      "\ndecoding all frames: CPU microseconds, median (least-most), and times ACL's at our rate and at that "
      "of the keys\n\n%-35s",
      "clip");
  std::printf(" %-28s %-28s %-28s %7s %7s\n", "stored", "ACL", "ACL keys", "ratio", "keys");
  for (const PeerRow& row : rows) {
    print_name(row);
    for (const Timing* timing : {&row.decode, &row.acl.decode, &row.acl_keys.decode})
      print_time(*timing, 1e6);
    for (const Timing* timing : {&row.acl.decode, &row.acl_keys.decode})
      print_ratio(row.decode.median_s, timing->median_s);
    std::printf("\n");
  }
}

// Geometric mean of our value / their value. Skips rows that lack one of them.
void print_mean(const char* what, const std::vector<PeerRow>& rows,
                const std::function<std::pair<double, double>(const PeerRow&)>& pair) {
  double log_sum = 0, largest = 0;
  int count = 0;
  for (const PeerRow& row : rows) {
    const auto [ours, theirs] = pair(row);
    if (!row.in_means || !(ours > 0) || !(theirs > 0)) continue;
    log_sum += std::log(ours / theirs);
    largest = std::max(largest, ours / theirs);
    ++count;
  }
  if (count > 0)
    std::printf("  %-52s %7.2f, largest %7.2f, of %d clips\n", what, std::exp(log_sum / count), largest,
                count);
}

void print_means(const std::vector<PeerRow>& rows) {
  using Row = const PeerRow&;
  std::printf("\ngeometric means of ours / theirs\n");
  const auto cpu = [&](const char* what, Timing PeerRow::*ours, AclRow PeerRow::*acl) {
    print_mean(what, rows, [=](Row r) { return std::pair((r.*ours).median_s, (r.*acl).compress.median_s); });
  };
  const auto bytes = [&](const char* what, std::uint64_t PeerRow::*ours, AclRow PeerRow::*acl) {
    print_mean(what, rows, [=](Row r) { return std::pair(as_double(r.*ours), as_double((r.*acl).bytes)); });
  };
  for (const auto& [acl, rate] : {std::pair{&PeerRow::acl, "ACL at our rate"},
                                  std::pair{&PeerRow::acl_keys, "ACL at the keys' rate"}}) {
    const auto label = [rate = rate](const char* what) { return std::string(what) + " / " + rate; };
    cpu(label("compiling, quick").c_str(), &PeerRow::quick, acl);
    cpu(label("compiling, normal").c_str(), &PeerRow::normal, acl);
    cpu(label("compiling, best").c_str(), &PeerRow::best, acl);
    bytes(label("stored bytes, normal").c_str(), &PeerRow::normal_stored, acl);
    bytes(label("stored bytes, best").c_str(), &PeerRow::best_stored, acl);
    bytes(label("playing bytes, normal").c_str(), &PeerRow::normal_hot, acl);
    bytes(label("playing bytes, quick").c_str(), &PeerRow::quick_hot, acl);
    print_mean(label("decoding").c_str(), rows,
               [acl = acl](Row r) { return std::pair(r.decode.median_s, (r.*acl).decode.median_s); });
  }
  print_mean("stored bytes, normal / best", rows,
             [](Row r) { return std::pair(as_double(r.normal_stored), as_double(r.best_stored)); });
}

}  // namespace

bool is_compared(std::string_view file, std::string_view clip) {
  return std::find(std::begin(kCompared), std::end(kCompared), std::pair{file, clip}) != std::end(kCompared);
}

void compare_clips(const std::string& file, const Scene& scene, const PeerOptions& options,
                   std::vector<PeerRow>& rows) {
  const auto wanted = [&](const Clip& clip) {
    return options.all || is_compared(file, clip.name.value_or(""));
  };
  if (std::none_of(scene.clips.begin(), scene.clips.end(), wanted)) return;
  const auto skeleton = build_skeleton(scene);
  if (!skeleton) std::exit(1);
  for (std::uint32_t c = 0; c < scene.clips.size(); ++c) {
    if (!wanted(scene.clips[c])) continue;
    PeerRow row = Comparison(scene, c, *skeleton).run(options.best);
    row.file = file;
    row.clip = scene.clips[c].name.value_or("");
    row.in_means = options.in_means;
    rows.push_back(std::move(row));
  }
}

void add_results(ResultFile& results, const std::vector<PeerRow>& rows) {
  for (const PeerRow& row : rows) {
    const std::string name = row.file + " " + row.clip;
    results.add(name, "skelter: rate", "Hz", row.rate_hz);
    results.add(name, "skelter: frames", "frames", row.frames);
    results.add(name, "skelter: compiling; quick", "ms", row.quick, 1e3);
    results.add(name, "skelter: compiling; normal", "ms", row.normal, 1e3);
    results.add(name, "skelter: compiling; best", "ms", row.best, 1e3);
    results.add(name, "skelter: decoding", "us", row.decode, 1e6);
    if (row.acl.bytes == 0) continue;
    results.add(name, "acl: compiling", "ms", row.acl.compress, 1e3);
    results.add(name, "acl: decoding", "us", row.acl.decode, 1e6);
    results.add(name, "acl: stored", "bytes", as_double(row.acl.bytes));
    results.add(name, "acl: largest error", "millionths of H", row.acl.error / row.extent * 1e6);
  }
}

void print_peers(const std::vector<PeerRow>& rows) {
  if (rows.empty()) return;
  if (rows.front().acl.bytes == 0)
    std::printf(
        "\nACL is not in this build: set SKELTER_ACL and SKELTER_RTM to the folders of its sources and of "
        "RTM's\n");
  print_compiling(rows);
  print_sizes(rows);
  print_decoding(rows);
  print_means(rows);
}

}  // namespace skelter::bench
