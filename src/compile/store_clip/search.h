#pragma once
// Finds the content of a stored clip: selects the moving parts, quantises the others, and searches the tracks
// joint by joint, starting at the roots. Each joint aims at its source pose relative to its decoded parent,
// so that errors along a chain are compensated instead of adding up.

#include "compile/store_clip/track_search.h"

namespace skelter {

// Settings of a search. The results of a search become settings of the next one.
struct StoreTuning {
  std::uint32_t states = 8;      // sequences that a track's search keeps
  int target_rounds = 3;         // rounds that bring the target closer to the source
  bool both_predictors = false;  // see SearchEffort
  bool keep_wide = false;  // wide parts of the playing form stay wide; otherwise all parts are packed where
                           // possible
  // Packed numbers keep all their 16 bits. This saves a few bytes in the file, but takes twice the memory.
  bool fine = false;
  bool all_frames = false;            // no part has a lower rate
  std::vector<double> origin_shares;  // per joint; see allow()
  // Per joint: whether its share has changed since the previous search. Empty in the first search.
  std::vector<std::uint8_t> changed;
  // Joint * 3 + kind: the best coarseness of the previous search. Empty in the first search.
  std::vector<std::uint32_t> coarseness;
};

struct StoreSearchResult {
  StoredContent content;
  std::vector<std::uint32_t> missed;  // per joint: number of frames with an error above the limit
  std::vector<std::uint32_t> coarseness;
  std::vector<Mat4d> decoded;  // model matrices, joint * frames + frame

  std::uint32_t all_missed() const {
    std::uint32_t sum = 0;
    for (const std::uint32_t n : missed) sum += n;
    return sum;
  }
};

// Data that does not depend on the settings of a search, computed once per clip.
struct StoreInput {
  MovingJoints moving;
  std::vector<double> radii;  // per joint: distance to the farthest shell point of any descendant
  std::uint32_t constant_step = 0;
  std::vector<StoredLane> still;  // joint * 3 + kind; moving parts are not filled in yet
  std::vector<Carry> carries;
};
StoreInput find_ground(const StoreTargets& targets, const Skeleton& skeleton, const ClipView& hot);

// `before`: the previous result for the same targets. If given, only joints that the changed shares can
// affect are searched again.
StoreSearchResult search_stored(const StoreTargets& targets, const Skeleton& skeleton, const ClipView& hot,
                                const StoreInput& ground, const StoreTuning& tuning,
                                const StoreSearchResult* before = nullptr);

}  // namespace skelter
