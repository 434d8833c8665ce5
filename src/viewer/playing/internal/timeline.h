#pragma once
// Timeline steps and jumps, and the key times of a clip.

#include <vector>

#include "load/internal/timeline.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Steps by `frames`, which may be negative. A time between frames first moves to the next full frame in that
// direction. Stops playback.
void step_frames(Timeline& timeline, int frames, double frames_per_second, double duration_s);

// Jumps to a time within the clip.
void seek(Timeline& timeline, double time_s, double duration_s);

// Distinct key times of a clip, in increasing order. With `node`, only the key times of that node.
std::vector<double> key_times(const Clip& clip, std::uint32_t node = kNone);

// Returns the clip's key rate in frames per second if the keys lie on a grid of 1 to 240 frames per second,
// and otherwise 30.
double frames_per_second(const Clip& clip);

}  // namespace skelter
