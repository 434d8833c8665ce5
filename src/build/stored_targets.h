#pragma once
// What a stored clip has to come close to: transforms of every joint at every frame, and how far off each may
// be there.

#include <cstdint>
#include <vector>

#include "build/clip_error.h"

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

  std::size_t at(std::size_t joint, std::size_t frame) const { return joint * frames + frame; }
  // parent_from_joint of an encoded transform.
  Transformd absolute(std::uint32_t joint, const Transformd& encoded) const {
    return additive ? add(reference[joint], encoded) : encoded;
  }
};

// `hot` is the clip in its hot form: it says which frames there are, and which parts are keyed.
StoreTargets sample_targets(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                            const ClipView& hot, const ClipSettings& settings);

}  // namespace skelter
