#pragma once
// Steps and jumps of a timeline, and where a clip has its keys.

#include <vector>

#include "load/internal/timeline.h"
#include "skelter/scene/scene.h"

namespace skelter {

// `frames` to the right (or left): to the next full frame, also from between two. Stops playing.
void step_frames(Timeline& timeline, int frames, double frames_per_second, double duration_s);

// Jumps, inside the clip.
void seek(Timeline& timeline, double time_s, double duration_s);

// Distinct key times of a clip, rising; of one node with `node`.
std::vector<double> key_times(const Clip& clip, std::uint32_t node = kNone);

// The clip's own grid of keys in frames per second, where it has one of 1 to 240; else 30.
double frames_per_second(const Clip& clip);

}  // namespace skelter
