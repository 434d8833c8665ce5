#pragma once
// Many exporters of `.x` write frame numbers as key times, and no rate or a wrong one: the clip is over in a
// blink.

#include "skelter/scene/scene.h"

namespace skelter {

constexpr double kMostKeysPerSecond = 1000;    // no recording has more
constexpr double kFrameNumbersPerSecond = 30;  // what frame numbers mean where nothing says otherwise

// The usual time between keys: the median of all neighbours; 0 without neighbours.
double key_step_s(const Clip& clip);

// One over key_step_s. A clip shorter than 0.1 s whose rate no file states counts as if it had a key at every
// tick, since it may have keys at frames 0 and 50 only; hardly a clip is that short. 0 without neighbours.
double keys_per_second(const Scene& scene, const Clip& clip);

// Whether every clip with keys at two times or more has more than kMostKeysPerSecond, and there is one. A
// rate holds for a whole file, so one clip of a likely length clears the others.
bool has_frame_numbers(const Scene& scene);

}  // namespace skelter
