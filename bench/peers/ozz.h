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
  // Runs AnimationOptimizer, with the clips' precision and shell, before AnimationBuilder.
  bool optimize = true;
  float iframe_s = 0;        // AnimationBuilder::iframe_interval, which speeds up seeks; 0: none
  std::uint32_t copies = 1;  // number of copies of all clips, each with its own memory
};

// Instances with a sampling context per clip, so that continuous playback is cheap for ozz.
class OzzCrowd {
 public:
  virtual ~OzzCrowd() = default;
  // Runs SamplingJob twice, BlendingJob with the mask on the second clip, and LocalToModelJob. One entry per
  // instance.
  virtual void pose(std::span<const TwoMoments> moments, float weight_a, float weight_b) = 0;
  // Runs SamplingJob once, into a separate local pose for each instance. One entry per instance.
  virtual void sample(std::span<const ClipMoment> moments) = 0;
  // Returns the matrices of the last pose(), in the order of our joints.
  virtual std::vector<Affine> matrices() const = 0;
};

class OzzRig {
 public:
  virtual ~OzzRig() = default;
  virtual std::size_t clip_bytes(std::size_t clip) const = 0;  // size of the playing form
  virtual void compile(std::size_t clip) = 0;                  // converts raw keys to the playing form again
  // `pairs`: the crowd is for pose(), which needs two contexts per instance, and not for sample().
  virtual std::unique_ptr<OzzCrowd> make_crowd(std::uint32_t instances, bool pairs) const = 0;
};

// `clips` share one skeleton. `mask`: one weight per joint. Returns null in a build without ozz.
std::unique_ptr<OzzRig> make_ozz_rig(std::span<const SampledClip> clips, std::span<const float> mask,
                                     const OzzOptions& options);

}  // namespace skelter::bench
