#pragma once
// Decides the storage format of each part of each joint of a clip.

#include "compile/build_clip/clip_error.h"

namespace skelter {

// Deviations of the parts from rest, from their first pose, and from interpolated frames. Frames and all
// other arguments must outlive this object.
class Deviations {
 public:
  Deviations(const ClipCurves& curves, const FrameSamples& frames, const std::vector<Reach>& reaches,
             double bound);
  void add(const SourceStretch& stretch);
  // The formats required at this rate, from each part's own deviation: none at rest, a constant if it does
  // not move, a keyed track if it jumps or if samples at this rate miss too much.
  JointPlans plan() const;

 private:
  struct Deviation {
    double rest = 0, constant = 0, interpolated = 0;
  };
  const ClipCurves& curves_;
  const FrameSamples& frames_;
  const std::vector<Reach>& reaches_;
  double bound_;
  std::vector<Transformd> first_;
  std::vector<std::array<Deviation, 3>> deviations_;  // per joint
};

// Playback cost of a clip, for comparing rates: the bytes of its frames, plus several times those of keyed
// tracks, which need a search.
double price(const ClipView& clip);
// Whether any part is keyed although it does not jump; then a higher rate may cost less.
bool misses_samples(const ClipCurves& curves, const JointPlans& plans);

// Refines the parts with a measured error above the bound. False if no refinement would help.
bool improve(const ClipCurves& curves, const ErrorMeasure& measure, const ClipError& error,
             const ClipView& clip, const FrameSamples& frames, const std::vector<Reach>& reaches,
             double bound, JointPlans& plans);

}  // namespace skelter
