#pragma once
// Comparison with ACL in `bench clips`: compile time, size and decode time of a clip.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/internal/measure.h"
#include "result_file.h"
#include "skelter/scene/scene.h"

namespace skelter::bench {

// Results of ACL at one sample rate.
struct AclRow {
  double rate_hz = 0;
  std::uint64_t bytes = 0;  // 0: not measured
  Timing compress, decode;  // thread CPU
  double error = 0;         // measured as ClipReport::largest_error
};

struct PeerRow {
  std::string file, clip;
  std::uint32_t joints = 0, frames = 0;
  bool in_means = true;
  double extent = 1;  // model size H
  double rate_hz = 0;
  std::uint64_t quick_hot = 0, normal_hot = 0, normal_stored = 0, best_stored = 0;  // bytes
  double error = 0;                    // error of the decoded normal form
  Timing quick, normal, best, decode;  // thread CPU time: build_clip, build_clip with store_clip, decode_clip
  AclRow acl;                          // at our clip's rate
  AclRow acl_keys;                     // at the rate of the source keys, like `quick`
};

// True if the clip is part of the comparison.
bool is_compared(std::string_view file, std::string_view clip);

// If `all` is set, every clip of a scene is compared, not only those of is_compared(). Contenders take turns.
struct PeerOptions {
  bool all = false;
  bool in_means = true;
  bool best = true;  // also measures `best`, which is slow
};
void compare_clips(const std::string& file, const Scene& scene, const PeerOptions& options,
                   std::vector<PeerRow>& rows);

void add_results(ResultFile& results, const std::vector<PeerRow>& rows);
void print_peers(const std::vector<PeerRow>& rows);

}  // namespace skelter::bench
