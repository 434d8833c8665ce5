#pragma once
// The Animation Compression Library (github.com/nfrechette/acl) as a peer in benchmarks that compress or
// sample clips. Only acl.cpp includes its headers; builds without it use acl_missing.cpp.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "moments.h"
#include "sampled_clip.h"
#include "skelter/math/transform.h"

namespace skelter::bench {

class AclClip {
 public:
  virtual ~AclClip() = default;
  virtual void compress() = 0;  // the complete conversion from raw tracks to bytes

  // Precondition: compress() was called.
  virtual std::size_t bytes() const = 0;
  virtual void decode_frames() = 0;  // seeks to each frame and decodes all its joints
  virtual std::span<const Transform> decode(double time_s) = 0;
};

// Instances, each with a decompression context and a pose.
class AclCrowd {
 public:
  virtual ~AclCrowd() = default;
  // Seeks to the clip time of each instance and decodes all joints.
  virtual void sample(std::span<const ClipMoment> moments) = 0;
};
// The clips are duplicated `copies` times, each copy with its own memory. Index i refers to clip i %
// clips.size(). `first`: the initial clip of every instance. Preconditions: ACL is available; the clips are
// compressed.
std::unique_ptr<AclCrowd> make_acl_crowd(std::span<const std::unique_ptr<AclClip>> clips,
                                         std::uint32_t copies, std::span<const ClipMoment> first);

// Uses ACL's default settings with the clip's precision and shell distance. Returns null in a build without
// ACL.
std::unique_ptr<AclClip> make_acl_clip(const SampledClip& clip);

}  // namespace skelter::bench
