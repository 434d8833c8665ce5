#pragma once
// Many `.x` exporters write frame numbers as key times, with no rate or a wrong one, so the clip ends in an
// instant.

#include "skelter/scene/scene.h"

namespace skelter {

constexpr double kMaxKeysPerSecond = 1000;     // upper limit of recordings
constexpr double kFrameNumbersPerSecond = 30;  // default rate of frame numbers
constexpr double kShortestSeen_s = 0.2;        // shorter clips look like a jump
constexpr double kSwitch_s = 1;                // see is_switch

// The usual time between keys: the median of all intervals; 0 if there are none.
double key_step_s(const Clip& clip);

// 1 / key_step_s; 0 if there are no intervals. A clip shorter than 0.1 s without a rate in the file counts as
// if it had a key at every tick. It may have keys only at frames 0 and 50, and real clips are hardly ever
// that short.
double keys_per_second(const Scene& scene, const Clip& clip);

// Whether there are clips with keys at two or more times, and all of them have more than kMaxKeysPerSecond.
// A rate applies to the entire file, so one clip of a plausible length clears the others.
bool has_frame_numbers(const Scene& scene);

// Whether a clip of frame numbers has keys at only two times, such as 0 and 1, and would be shorter than
// kShortestSeen_s at 30 per second. These are the two states of a lever or a button. The frame numbers give
// their order, not their timing: games move between them at their own speed. Such a clip plays for kSwitch_s,
// like levers of the same games that have a key at each of their 31 frames.
bool is_switch(const Clip& clip);

}  // namespace skelter
