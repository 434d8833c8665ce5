#pragma once
// The Animation Compression Library (github.com/nfrechette/acl) as a peer of benchmarks that
// compress or sample clips. Its headers are in acl.cpp alone; a build without them takes acl_missing.cpp.

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
  virtual void compress() = 0;  // everything from raw tracks to bytes

  // Preconditions: compressed.
  virtual std::size_t bytes() const = 0;
  virtual void decode_frames() = 0;  // seeks to each frame and decodes all joints of it
  virtual std::span<const Transform> decode(double time_s) = 0;
};

// Instances with a decompression context and a pose of their own.
class AclCrowd {
 public:
  virtual ~AclCrowd() = default;
  // Seeks to the moment of each instance and decodes all joints.
  virtual void sample(std::span<const ClipMoment> moments) = 0;
};
// Clips as if `copies` of all stood one after the other, each in memory of its own. `first`: which clip every
// instance begins with. Preconditions: ACL is there; the clips are compressed.
std::unique_ptr<AclCrowd> make_acl_crowd(std::span<const std::unique_ptr<AclClip>> clips,
                                         std::uint32_t copies, std::span<const ClipMoment> first);

// ACL's default settings with the clip's precision and shell. Null in a build without ACL.
std::unique_ptr<AclClip> make_acl_clip(const SampledClip& clip);

}  // namespace skelter::bench
