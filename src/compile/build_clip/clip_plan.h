#pragma once
// Selects the storage format for each part of every joint in a clip.

#include "compile/build_clip/clip_error.h"

namespace skelter {

// Deviations of the parts from the rest pose, from their first pose, and from interpolated frames. Frames and
// all other arguments must outlive this object.
class Deviations {
 public:
  Deviations(const ClipCurves& curves, const FrameSamples& frames, const std::vector<Reach>& reaches,
             double bound);
  void add(const SourceStretch& stretch);
  // Returns the formats required at this rate, judged from each part's own deviation: none for a part at
  // rest, a constant if the part does not move, a keyed track if it jumps or if samples at this rate miss too
  // much of the motion.
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

// Playback cost of a clip, for comparing rates: the bytes of its frames, plus several times the bytes of its
// keyed tracks, which must be searched.
double price(const ClipView& clip);
// Whether any part is keyed although it does not jump, because the sample rate is too low for it. A higher
// rate may then cost less.
bool misses_samples(const ClipCurves& curves, const JointPlans& plans);

// Refines the parts that cause errors above the bound. Returns false if no refinement would help.
bool improve(const ClipCurves& curves, const ErrorMeasure& measure, const ClipError& error,
             const ClipView& clip, const FrameSamples& frames, const std::vector<Reach>& reaches,
             double bound, JointPlans& plans);

}  // namespace skelter
