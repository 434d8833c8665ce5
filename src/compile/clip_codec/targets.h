#pragma once
// The targets of a stored clip: transforms of every joint at every frame, and how far off each may be.

#include <cstdint>
#include <vector>

#include "compile/clip_error.h"

namespace skelter {

struct StoreTargets {
  std::uint32_t joints = 0, frames = 0;
  double bound = 0;
  Shells shells;                       // per joint
  std::vector<std::uint8_t> measured;  // per joint: it has a shell (first halves of sheared joints do not)
  std::vector<Transformd> rest;        // per joint: what PartFormat::rest stands for
  std::vector<Transformd> reference;   // per joint: what differences are added to; the identity
  bool additive = false;
  bool closed = false;  // the last frame is the first again
  // Indexed joint * frames + frame.
  std::vector<Transformd> local;  // as encoded; rotations of neighbouring frames on one side
  std::vector<Mat4d> model;       // of the source
  // Distance that the joint's shell may be off at a frame, so that the bound holds between frames too: the
  // bound less what interpolation between exact frames is off.
  std::vector<double> allowed;

  std::vector<double> times_s;  // of the frames
  // Of a frame between two others.
  double ratio(std::size_t first, std::size_t last, std::size_t frame) const {
    return (times_s[frame] - times_s[first]) / (times_s[last] - times_s[first]);
  }

  std::size_t at(std::size_t joint, std::size_t frame) const { return joint * frames + frame; }
  // parent_from_joint of an encoded transform.
  Transformd absolute(std::uint32_t joint, const Transformd& encoded) const {
    return additive ? add(reference[joint], encoded) : encoded;
  }
};

// The source of a clip in stored form. `hot` is the clip in its hot form: it says which frames there are, and
// which parts are keyed. All arguments must live as long.
class StoreSource {
 public:
  StoreSource(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton, const ClipView& hot,
              const ClipSettings& settings);

  StoreTargets sample() const;
  // How far a decoded clip is off.
  ClipError error_of(const ClipView& decoded) const {
    return measure_played(measure_, curves_.skeleton(), decoded);
  }
  // Allows less where a decoded clip is off by more than the bound between frames, where errors of a chain
  // that cancel at the frames need not. Returns the largest error.
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
  std::vector<double> times_s_;  // of the frames
  ErrorMeasure measure_;
};

}  // namespace skelter
