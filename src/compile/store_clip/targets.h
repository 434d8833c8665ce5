#pragma once
// The targets of a stored clip: the transform of every joint at every frame, and the error that each joint
// may have there.

#include <cstdint>
#include <vector>

#include "compile/build_clip/clip_error.h"

namespace skelter {

struct StoreTargets {
  std::uint32_t joints = 0, frames = 0;
  double bound = 0;
  Shells shells;                       // per joint
  std::vector<std::uint8_t> measured;  // per joint: whether it has a shell (first halves of sheared joints
                                       // have none)
  std::vector<Transformd> rest;        // per joint: the value that PartFormat::rest stands for
  std::vector<Transformd> reference;   // per joint: the pose to which differences are added, or the identity
  bool additive = false;
  bool closed = false;  // whether the last frame equals the first one
  // The following lists are indexed by joint * frames + frame.
  std::vector<Transformd> local;  // as encoded, with neighbouring rotations in one hemisphere
  std::vector<Mat4d> model;       // model matrices in the source
  // Allowed error of the joint's shell at a frame: the bound less the interpolation error between exact
  // frames, so that the bound also holds between frames.
  std::vector<double> allowed;

  std::vector<double> times_s;  // per frame
  // Relative position of a frame between two others, from 0 to 1.
  double ratio(std::size_t first, std::size_t last, std::size_t frame) const {
    return (times_s[frame] - times_s[first]) / (times_s[last] - times_s[first]);
  }

  std::size_t at(std::size_t joint, std::size_t frame) const { return joint * frames + frame; }
  // Converts an encoded transform to parent_from_joint.
  Transformd absolute(std::uint32_t joint, const Transformd& encoded) const {
    return additive ? add(reference[joint], encoded) : encoded;
  }
};

// The source of a stored clip. `hot`: the clip in playing form, which determines the frames and the keyed
// parts. All arguments must outlive this object.
class StoreSource {
 public:
  StoreSource(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton, const ClipView& hot,
              const ClipSettings& settings);

  StoreTargets sample() const;
  // The error of a decoded clip.
  ClipError error_of(const ClipView& decoded) const {
    return measure_played(measure_, curves_.skeleton(), decoded);
  }
  // Lowers the limits where a decoded clip exceeds the bound between frames. Errors along a chain may cancel
  // at the frames, but not in between. Returns the largest error.
  double tighten(const ClipView& decoded, StoreTargets& targets) const;

 private:
  std::vector<Mat4d> truth(const StoreTargets& targets, double time_s,
                           const std::vector<Transformd>& pose) const;
  void hold_keyed_parts(StoreTargets& targets) const;
  void take_interpolation_error(StoreTargets& targets, std::uint32_t frame, double ratio) const;
  double time_between(std::uint32_t frame, double ratio) const {
    return times_s_[frame] + (ratio > 0 ? (times_s_[frame + 1] - times_s_[frame]) * ratio : 0);
  }

  const ClipView& hot_;
  ClipCurves curves_;
  double bound_;
  Shells shells_;
  std::vector<double> times_s_;  // per frame
  ErrorMeasure measure_;
};

}  // namespace skelter
