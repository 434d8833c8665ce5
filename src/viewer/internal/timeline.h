#pragma once
// How the time of a viewer goes: playing, stepping, ranges, and where a clip has its keys.

#include <vector>

#include "skelter/scene/scene.h"
#include "viewer/internal/viewer_state.h"

namespace skelter {

struct PlayRange {
  double from_s = 0, to_s = 0;  // from_s <= to_s
};
// The part that plays, inside the clip.
PlayRange play_range(const Timeline& timeline, double duration_s);

// Goes on by step_s of real time. At the ends of the range it stops, starts over, or turns round.
void advance(Timeline& timeline, double step_s, double duration_s);

// `frames` to the right (or left): to the next full frame, also from between two. Stops playing.
void step_frames(Timeline& timeline, int frames, double frames_per_second, double duration_s);

// Jumps, inside the clip.
void seek(Timeline& timeline, double time_s, double duration_s);

// Distinct key times of a clip, rising; of one node with `node`.
std::vector<double> key_times(const Clip& clip, std::uint32_t node = kNone);

// The clip's own grid of keys in frames per second, where it has one of 1 to 240; else 30.
double frames_per_second(const Clip& clip);

}  // namespace skelter
