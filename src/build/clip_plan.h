#pragma once
// Decides how a clip is stored: its rate, and what each part of each joint needs.

#include "build/clip_error.h"

namespace skelter {

struct ClipPlan {
  double sample_rate_hz = 30;
  JointPlans parts;
};

// What the parts need at this rate, by their own deviation: nothing where they rest, a constant where they
// stand still, keyed tracks where they jump or where samples at this rate miss too much.
JointPlans plan_parts(const ClipCurves& curves, const FrameSamples& frames, const std::vector<Reach>& reaches,
                      double bound);

// The rate of the source's keys or the cheapest of its multiples. `fixed_rate_hz` > 0: that rate.
double choose_sample_rate(const ClipCurves& curves, double key_rate_hz, double fixed_rate_hz,
                          const std::vector<Reach>& reaches, double bound);

// Gives the parts more, where a measured error is above the bound. False if nothing would help.
bool improve(const ClipCurves& curves, const ErrorMeasure& measure, const ClipError& error,
             const ClipView& clip, const FrameSamples& frames, const std::vector<Reach>& reaches,
             double bound, JointPlans& plans);

}  // namespace skelter
