#pragma once
// Finds the content of a stored clip: decides what moves, quantises what does not, and searches the tracks
// joint by joint from the roots. Each joint aims where the source is from where the decoded joint above it
// is, so that errors of a chain are taken back instead of adding up.

#include "build/stored_track_search.h"

namespace skelter {

struct StoreTuning {
  ErrorShares shares;
  double bound_share = 1;  // of what is allowed
  std::uint32_t states = 8;
  bool keep_wide =
      false;  // parts that are wide in the hot clip stay so; else all are packed where they can be
};

struct StoreSearchResult {
  StoredContent content;
  std::uint32_t missed = 0;  // frames of tracks that are further off than allowed
};

StoreSearchResult search_stored(const StoreTargets& targets, const Skeleton& skeleton, const ClipView& hot,
                                const StoreTuning& tuning);

}  // namespace skelter
