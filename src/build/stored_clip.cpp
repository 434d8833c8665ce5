#include "skelter/build/stored_clip.h"

#include <fmt/format.h>

#include <algorithm>

#include "build/stored_search.h"
#include "skelter/runtime/stored_clip.h"

namespace skelter {
namespace {

// Ways to share the error out along a chain that win on one clip or another.
constexpr ErrorShares kSharesToTry[] = {{0.6, 0.93, 0.6}, {0.75, 0.95, 0.6}, {0.7, 0.93, 0.45}};

struct Attempt {
  StoreTuning tuning;
  std::uint32_t missed = 0;
  AlignedBytes stored;
};

class ClipStorer {
 public:
  ClipStorer(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton, const ClipBuild& hot,
             const ClipSettings& settings)
      : scene_(scene),
        index_(index),
        skeleton_(skeleton),
        hot_(hot),
        settings_(settings),
        targets_(sample_targets(scene, index, skeleton, hot.clip.view, settings)) {}

  Result<StoredClipBuild> run() {
    StoreTuning tuning = best_tuning();
    StoredClipBuild result;
    for (int round = 0; round < kRounds; ++round) {
      result = finish(attempt(tuning));
      if (result.report.largest_error <= targets_.bound) return result;
      // What the frames alone do not show: rounding to float, times between frames.
      tuning.bound_share *= std::clamp(targets_.bound / result.report.largest_error, 0.8, 0.995);
      if (round >= kRounds / 2) tuning.keep_wide = true;
    }
    const ClipReport& r = result.report;
    return Error{
        Status::limit_exceeded,
        "build.stored-error",
        fmt::format(
            "Clip {}: the stored form is {:.6g} from the source at joint {}, {:.6g} s; the bound is {:.6g}",
            r.name, r.largest_error, skeleton_.skeleton.view.name(r.largest_error_joint),
            r.largest_error_time_s, targets_.bound),
        {}};
  }

 private:
  static constexpr int kRounds = 12;

  StoreTuning best_tuning() const {
    Attempt best;
    for (const ErrorShares& shares : kSharesToTry) {
      StoreTuning tuning;
      tuning.shares = shares;
      tuning.states = 2;
      Attempt now = attempt(tuning);
      const bool better = best.stored.size() == 0 || now.missed < best.missed ||
                          (now.missed == best.missed && now.stored.size() < best.stored.size());
      if (better) best = std::move(now);
    }
    best.tuning.states = StoreTuning{}.states;
    return best.tuning;
  }

  Attempt attempt(const StoreTuning& tuning) const {
    const StoreSearchResult found = search_stored(targets_, skeleton_.skeleton.view, hot_.clip.view, tuning);
    return {tuning, found.missed, write_stored(found.content, hot_.clip.view)};
  }

  StoredClipBuild finish(Attempt attempt) const {
    StoredClipBuild result;
    result.stored = std::move(attempt.stored);
    result.decoded.bytes = AlignedBytes(hot_size(result.stored.span()));
    // Cannot fail: it was just written.
    (void)decode_clip(result.stored.span(), {result.decoded.bytes.data(), result.decoded.bytes.size()},
                      result.decoded.view);
    result.report = hot_.report;
    const ClipReport measured = measure_error(scene_, index_, skeleton_, result.decoded.view, settings_);
    result.report.error_bound = targets_.bound;
    result.report.largest_error = measured.largest_error;
    result.report.largest_error_joint = measured.largest_error_joint;
    result.report.largest_error_time_s = measured.largest_error_time_s;
    result.report.mean_error = measured.mean_error;
    result.report.stored_bytes = result.stored.size();
    result.report.hot_bytes = result.decoded.bytes.size();
    count_parts(result.decoded.view, result.report);
    return result;
  }
  static void count_parts(const ClipView& clip, ClipReport& report) {
    const auto count = [&](PartFormat format) {
      return static_cast<std::uint32_t>(std::count_if(clip.parts.begin(), clip.parts.end(),
                                                      [&](const ClipPart& p) { return p.format == format; }));
    };
    report.wide_parts = count(PartFormat::wide);
    report.animated_parts = count(PartFormat::packed) + report.wide_parts;
  }

  const Scene& scene_;
  std::uint32_t index_;
  const SkeletonBuild& skeleton_;
  const ClipBuild& hot_;
  const ClipSettings& settings_;
  StoreTargets targets_;
};

}  // namespace

Result<StoredClipBuild> store_clip(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                                   const ClipBuild& hot, const ClipSettings& settings) {
  return ClipStorer(scene, index, skeleton, hot, settings).run();
}

}  // namespace skelter
