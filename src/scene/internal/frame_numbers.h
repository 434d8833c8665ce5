#pragma once
// Many exporters of `.x` write frame numbers as key times, and no rate or a wrong one: the clip is over in a
// blink.

#include "skelter/scene/scene.h"

namespace skelter {

constexpr double kMostKeysPerSecond = 1000;    // no recording has more
constexpr double kFrameNumbersPerSecond = 30;  // what frame numbers mean where nothing says otherwise
constexpr double kShortestSeen_s = 0.2;        // what is over sooner looks like a leap
constexpr double kSwitch_s = 1;                // see is_switch

// The usual time between keys: the median of all neighbours; 0 without neighbours.
double key_step_s(const Clip& clip);

// One over key_step_s. A clip shorter than 0.1 s whose rate no file states counts as if it had a key at every
// tick, since it may have keys at frames 0 and 50 only; hardly a clip is that short. 0 without neighbours.
double keys_per_second(const Scene& scene, const Clip& clip);

// Whether every clip with keys at two times or more has more than kMostKeysPerSecond, and there is one. A
// rate holds for a whole file, so one clip of a likely length clears the others.
bool has_frame_numbers(const Scene& scene);

// Whether a clip of frame numbers has keys at two times only, such as 0 and 1, and would be over sooner than
// kShortestSeen_s at 30 per second. These are the two states of a lever or a button, and the frame numbers
// say which is first, not when: games go from one to the other at a speed of their own. Such a clip plays
// for kSwitch_s, as long as the levers of the same games that have a key at each of their 31 frames.
bool is_switch(const Clip& clip);

}  // namespace skelter
