#pragma once
// Detects frame numbers. Many `.x` exporters write frame numbers as key times, with a wrong rate or none, so
// that the clip seems to end in an instant.

#include "skelter/scene/scene.h"

namespace skelter {

constexpr double kMaxKeysPerSecond = 1000;     // upper limit for recordings
constexpr double kFrameNumbersPerSecond = 30;  // rate assumed for frame numbers
constexpr double kShortestSeen_s = 0.2;        // a shorter clip looks like a jump
constexpr double kSwitch_s = 1;                // see is_switch

// Returns the median of all intervals between keys, or 0 if there are none.
double key_step_s(const Clip& clip);

// Returns 1 / key_step_s, or 0 if there are no intervals. A clip shorter than 0.1 s is treated as if it had a
// key at every tick if the file states no rate: it may have keys only at frames 0 and 50, and real clips are
// hardly ever that short.
double keys_per_second(const Scene& scene, const Clip& clip);

// Whether the scene has clips with keys at two or more times, and all of them have more than
// kMaxKeysPerSecond. The rate applies to the entire file, so one clip with a plausible rate proves that the
// times are seconds.
bool has_frame_numbers(const Scene& scene);

// Whether a clip of frame numbers has keys at only two times, such as 0 and 1, and would be shorter than
// kShortestSeen_s at 30 per second. Such a clip contains the two states of a lever or a button. The frame
// numbers give only their order: games move between them at their own speed. The clip is played over
// kSwitch_s, like levers in the same games that have a key at each of their 31 frames.
bool is_switch(const Clip& clip);

}  // namespace skelter
