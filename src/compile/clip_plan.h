#pragma once
// Decides how a clip is stored: what each part of each joint needs.

#include "compile/clip_error.h"

namespace skelter {

// How far the parts are from rest, from their first pose, and from what is played between the frames. Frames
// and all that is given must live as long.
class Deviations {
 public:
  Deviations(const ClipCurves& curves, const FrameSamples& frames, const std::vector<Reach>& reaches,
             double bound);
  void add(const SourceStretch& stretch);
  // What the parts need at this rate, by their own deviation: nothing where they rest, a constant where they
  // stand still, keyed tracks where they jump or where samples at this rate miss too much.
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
  std::vector<std::array<Deviation, 3>> deviations_;  // by joint
};

// What playing a clip costs, for comparing rates: the bytes of its frames, and several times those of keyed
// tracks, which have to be searched.
double price(const ClipView& clip);
// Whether any part is keyed that does not jump; then a higher rate may cost less.
bool misses_samples(const ClipCurves& curves, const JointPlans& plans);

// Gives the parts more, where a measured error is above the bound. False if nothing would help.
bool improve(const ClipCurves& curves, const ErrorMeasure& measure, const ClipError& error,
             const ClipView& clip, const FrameSamples& frames, const std::vector<Reach>& reaches,
             double bound, JointPlans& plans);

}  // namespace skelter
