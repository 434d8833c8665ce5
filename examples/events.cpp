// Footsteps at any frame rate, forward and in rewind: every event once per pass.
#include <cstdio>
#include <string_view>
#include <vector>

#include "skelter/runtime/events.h"

namespace {

// A walk of one second with two named events. A real one comes from a pack, or from build_clip with
// ClipSettings::events.
struct Walk {
  std::string_view text =
      "walk"
      "left foot"
      "right foot";
  std::vector<std::uint32_t> string_begin{0, 4, 13, 23};
  std::vector<skelter::ClipEvent> events{{0.25f, 1}, {0.75f, 2}};
  skelter::ClipView clip;

  Walk() {
    clip.duration_s = 1;
    clip.frame_count = 1;
    clip.flags = skelter::kClipLoops;
    clip.events = events;
    clip.strings = text;
    clip.string_begin = string_begin;
  }
};

void play(const skelter::ClipView& clip, double from_s, double to_s) {
  skelter::EventCursor cursor({&clip, from_s, to_s});
  std::printf("%.2f to %.2f s: %u events\n", from_s, to_s, static_cast<unsigned>(cursor.count()));
  for (skelter::PassedEvent passed; cursor.next(passed);) {
    const std::string_view name = clip.string(passed.name);
    std::printf("  %.2f %.*s\n", passed.time_s, static_cast<int>(name.size()), name.data());
  }
}

}  // namespace

int main() {
  const Walk walk;
  play(walk.clip, 0, 0.25);    // arrives at the left foot
  play(walk.clip, 0.25, 0.5);  // and leaves it: not again
  play(walk.clip, 0.5, 2.5);   // a long frame
  play(walk.clip, 2.5, 1.75);  // rewind: arrives at the right foot of round 1
  std::printf("an hour: %u events\n",
              static_cast<unsigned>(skelter::EventCursor({&walk.clip, 0, 3600}).count()));
}
