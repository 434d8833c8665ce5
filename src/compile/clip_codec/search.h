#pragma once
// Finds the content of a stored clip: decides what moves, quantises what does not, and searches the tracks
// joint by joint from the roots. Each joint aims where the source is from where the decoded joint above it
// is, so that errors of a chain are taken back instead of adding up.

#include "compile/clip_codec/track_search.h"

namespace skelter {

// The settings of a search, which changes them for the next one.
struct StoreTuning {
  std::uint32_t states = 8;      // sequences that a track's search keeps
  int target_rounds = 3;         // in which what it aims at is brought nearer to the source
  bool both_predictors = false;  // see SearchEffort
  bool keep_wide =
      false;  // parts that are wide in the hot clip stay so; else all are packed where they can be
  // Packed numbers keep all their 16 bits: a few bytes less in the file, twice as many where it plays.
  bool fine = false;
  bool all_frames = false;            // no part at a lower rate
  std::vector<double> origin_shares;  // per joint, see find_carries
  // Per joint: whether its share is another than in the search before. Empty: there was none.
  std::vector<std::uint8_t> changed;
  // Joint * 3 + kind: which coarseness was best in the search before. Empty: there was none.
  std::vector<std::uint32_t> coarseness;
};

struct StoreSearchResult {
  StoredContent content;
  std::vector<std::uint32_t> missed;  // per joint: frames that are further off than allowed
  std::vector<std::uint32_t> coarseness;
  std::vector<Mat4d> decoded;  // model matrices, joint * frames + frame

  std::uint32_t all_missed() const {
    std::uint32_t sum = 0;
    for (const std::uint32_t n : missed) sum += n;
    return sum;
  }
};

// What does not depend on the settings of a search: found once for a clip.
struct StoreGround {
  MovingJoints moving;
  std::vector<double> radii;  // per joint: distance to the furthest point of any shell below it
  std::uint32_t constant_step = 0;
  std::vector<StoredLane> still;  // joint * 3 + kind; what moves is not there yet
  std::vector<Carry> carries;
};
StoreGround find_ground(const StoreTargets& targets, const Skeleton& skeleton, const ClipView& hot);

// `before`: what the search before found with the same targets; only what the changed shares can make
// different is searched again.
StoreSearchResult search_stored(const StoreTargets& targets, const Skeleton& skeleton, const ClipView& hot,
                                const StoreGround& ground, const StoreTuning& tuning,
                                const StoreSearchResult* before = nullptr);

}  // namespace skelter
