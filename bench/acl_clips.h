#pragma once
// The Animation Compression Library (github.com/nfrechette/acl) as a peer of `bench clips`. Its headers are
// in acl_clips.cpp alone; a build without them takes acl_missing.cpp.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "skelter/math/transform.h"

namespace skelter::bench {

// What ACL compresses: local transforms of all joints at uniform times.
struct SampledClip {
  std::vector<std::uint32_t> parents;  // per joint; kNone: none
  std::vector<Transform> rest;         // per joint
  std::vector<Transform> frames;       // frame by frame
  std::uint32_t frame_count = 0;
  double rate_hz = 0;
  double precision = 0, shell_distance = 0;
};

class AclClip {
 public:
  virtual ~AclClip() = default;
  virtual void compress() = 0;  // everything from raw tracks to bytes

  // Preconditions: compressed.
  virtual std::size_t bytes() const = 0;
  virtual void decode_frames() = 0;  // seeks to each frame and decodes all joints of it
  virtual std::span<const Transform> decode(double time_s) = 0;
};

// ACL's default settings with the clip's precision and shell. Null in a build without ACL.
std::unique_ptr<AclClip> make_acl_clip(const SampledClip& clip);

}  // namespace skelter::bench
