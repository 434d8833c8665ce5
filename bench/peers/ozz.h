#pragma once
// ozz-animation (github.com/guillaumeblanc/ozz-animation) as a peer in benchmarks that compute poses: its own
// skeleton, animations and jobs, created from our clips sampled at their frames. Only ozz.cpp includes its
// headers; builds without it use ozz_missing.cpp.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "moments.h"
#include "sampled_clip.h"
#include "skelter/math/soa.h"

namespace skelter::bench {

struct OzzOptions {
  bool optimize = true;  // AnimationOptimizer with the clips' precision and shell, before AnimationBuilder
  float iframe_s = 0;    // AnimationBuilder::iframe_interval, for seeks; 0: none
  std::uint32_t copies = 1;  // copies of all clips, each at its own address
};

// Instances with a sampling context per clip, so that continuous playback is cheap for ozz.
class OzzCrowd {
 public:
  virtual ~OzzCrowd() = default;
  // SamplingJob twice, BlendingJob with the mask on the second, LocalToModelJob. One entry per instance.
  virtual void pose(std::span<const TwoMoments> moments, float weight_a, float weight_b) = 0;
  // SamplingJob once, into a separate local pose per instance. One entry per instance.
  virtual void sample(std::span<const ClipMoment> moments) = 0;
  // Matrices of the last pose(), in the order of our joints.
  virtual std::vector<Affine> matrices() const = 0;
};

class OzzRig {
 public:
  virtual ~OzzRig() = default;
  virtual std::size_t clip_bytes(std::size_t clip) const = 0;  // while playing
  virtual void compile(std::size_t clip) = 0;                  // converts raw keys to the playing form again
  // `pairs`: for pose(), which needs two contexts per instance, instead of sample().
  virtual std::unique_ptr<OzzCrowd> make_crowd(std::uint32_t instances, bool pairs) const = 0;
};

// Clips of one skeleton; `mask`: a weight per joint. Null in a build without ozz.
std::unique_ptr<OzzRig> make_ozz_rig(std::span<const SampledClip> clips, std::span<const float> mask,
                                     const OzzOptions& options);

}  // namespace skelter::bench
