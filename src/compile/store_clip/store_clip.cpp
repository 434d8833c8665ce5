#include "compile/build_clip/internal/clip.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "compile/store_clip/search.h"
#include "skelter/runtime/clip.h"

namespace skelter {
namespace {

// Shares of the allowed error for the origins of joints (see allow() in carry.h). The best share differs
// between clips.
constexpr std::array<double, 4> kFirstShares = {0.9, 0.95, 0.87, 0.97};
constexpr double kTighter = 0.92, kMinShare = 0.2;
// Depth of the track search: the usual depth, and a deeper one for `best`.
struct Depth {
  std::uint32_t states;  // sequences kept per frame
  int target_rounds;     // see StoreTuning
  bool both_predictors;
};
constexpr std::array<Depth, 2> kDepths = {{{3, 3, false}, {16, 7, true}}};
// Share of the bound that measured errors may use, because the error may be slightly larger between the
// measured times.
constexpr double kMeasuredShare = 0.985;
// Allowed error relative to the error of the playing form, if the playing form misses the bound.
constexpr double kAboveHot = 1.05;

ClipSettings settings_for(const Scene& scene, const ClipBuild& hot, ClipSettings settings) {
  settings.error_bound = error_bound(scene, settings);
  if (!(hot.report.largest_error <= settings.error_bound))
    settings.error_bound = kAboveHot * hot.report.largest_error;
  return settings;
}

class ClipStorer {
 public:
  ClipStorer(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton, const ClipBuild& hot,
             const ClipSettings& settings)
      : skeleton_(skeleton),
        hot_(hot),
        settings_(settings_for(scene, hot, settings)),
        source_(scene, index, skeleton, hot.clip.view, settings_),
        targets_(source_.sample()),
        ground_(find_ground(targets_, skeleton.skeleton.view, hot.clip.view)) {}

  StoredClipBuild run() {
    const std::vector<double> allowed = targets_.allowed;
    std::optional<StoredClipBuild> best;
    const bool thorough = settings_.effort == Effort::best;
    for (const Depth& depth : std::span(kDepths).first(thorough ? kDepths.size() : 1))
      for (const double share : std::span(kFirstShares).first(thorough ? kFirstShares.size() : 1)) {
        targets_.allowed = allowed;
        keep_smaller(best, search_from(share, depth, thorough));
      }
    // Lower rates have fewer numbers, but each number has a smaller limit. The file is only sometimes
    // smaller.
    if (thorough && hot_.clip.view.rates.size() > 1) {
      targets_.allowed = allowed;
      keep_smaller(best, search_from(kFirstShares[0], kDepths.back(), false));
    }
    if (best) return std::move(*best);
    // If no search meets the bound, the playing form itself is stored.
    return finish(write_whole(hot_.clip.bytes.span(), hot_.clip.view));
  }

 private:
  static constexpr int kRounds = 8, kSearches = 12;

  static void keep_smaller(std::optional<StoredClipBuild>& best, std::optional<StoredClipBuild> found) {
    if (found && (!best || found->stored.size() < best->stored.size())) best = std::move(found);
  }

  // Returns nothing if no round meets the bound.
  std::optional<StoredClipBuild> search_from(double first_share, const Depth& depth, bool all_frames) {
    StoreTuning tuning;
    tuning.all_frames = all_frames;
    tuning.states = depth.states;
    tuning.fine = settings_.effort == Effort::best;
    tuning.target_rounds = depth.target_rounds;
    tuning.both_predictors = depth.both_predictors;
    tuning.origin_shares.assign(targets_.joints, first_share);
    for (int round = 0; round < kRounds; ++round) {
      StoredClipBuild result = search_until_met(tuning);
      if (keeps_bound(result)) return result;
      source_.tighten(result.decoded.view, targets_);
      if (round < kRounds / 2) continue;
      tuning.keep_wide = true;
      for (double& allowed : targets_.allowed) allowed *= 0.9;
    }
    return std::nullopt;
  }
  bool keeps_bound(const StoredClipBuild& result) const {
    return result.report.largest_error <= kMeasuredShare * targets_.bound;
  }

  // Repeats the search, each time lowering the share of error that joints which exceeded their limit may have
  // at their origin. Stops if no joint exceeds its limit, or if the bound is met anyway, because the limits
  // are stricter than the bound. Returns the last clip in these cases, otherwise the clip with the fewest
  // misses.
  StoredClipBuild search_until_met(StoreTuning& tuning) const {
    StoredClipBuild best;
    StoreSearchResult last;
    std::uint32_t least = 0;
    int worse = 0;  // searches since the best one
    for (int i = 0; i < kSearches && worse < 3; ++i, ++worse) {
      last = search_stored(targets_, skeleton_.skeleton.view, hot_.clip.view, ground_, tuning,
                           i == 0 ? nullptr : &last);
      tuning.coarseness = last.coarseness;
      StoredClipBuild result = finish(write_stored(last.content, hot_.clip.view));
      if (keeps_bound(result)) return result;
      if (i == 0 || last.all_missed() < least) {
        best = std::move(result);
        least = last.all_missed();
        worse = -1;
      }
      if (least == 0 || !share_less(last.missed, tuning)) break;
    }
    return best;
  }

  // Lowers the shares of joints that exceeded their limit. Returns false if no share changes.
  static bool share_less(const std::vector<std::uint32_t>& missed, StoreTuning& tuning) {
    tuning.changed.assign(missed.size(), 0);
    bool any = false;
    for (std::size_t joint = 0; joint < missed.size(); ++joint) {
      double& share = tuning.origin_shares[joint];
      if (missed[joint] == 0 || share <= kMinShare) continue;
      share = std::max(share * kTighter, kMinShare);
      tuning.changed[joint] = 1;
      any = true;
    }
    return any;
  }

  StoredClipBuild finish(AlignedBytes stored) const {
    StoredClipBuild result;
    result.stored = std::move(stored);
    result.decoded.bytes = AlignedBytes(decoded_size(result.stored.span()));
    // Decoding cannot fail, because the bytes were just written.
    (void)decode_clip(result.stored.span(), {result.decoded.bytes.data(), result.decoded.bytes.size()},
                      result.decoded.view);
    result.report = hot_.report;
    fill_report(source_.error_of(result.decoded.view), result.report);
    result.report.stored_bytes = result.stored.size();
    result.report.hot_bytes = result.decoded.bytes.size();
    count_parts(result.decoded.view, result.report);
    return result;
  }

  const SkeletonBuild& skeleton_;
  const ClipBuild& hot_;
  ClipSettings settings_;
  StoreSource source_;
  StoreTargets targets_;
  StoreInput ground_;
};

}  // namespace

StoredClipBuild store_clip(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                           const ClipBuild& hot, const ClipSettings& settings) {
  return ClipStorer(scene, index, skeleton, hot, settings).run();
}

}  // namespace skelter
