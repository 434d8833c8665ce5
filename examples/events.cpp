// Footsteps at any frame rate, forward and in rewind: every event once per pass.
// Usage: events assets/mannequin.x
#include <cstdio>

#include "skelter/compile/clip.h"
#include "skelter/load.h"
#include "skelter/runtime/events.h"

namespace {

// One frame of the game, however long.
void play(const skelter::ClipView& clip, double from_s, double to_s) {
  skelter::EventCursor cursor({&clip, from_s, to_s});
  std::printf("%.2f to %.2f s: %u\n", from_s, to_s, static_cast<unsigned>(cursor.count()));
  for (skelter::PassedEvent passed; cursor.next(passed);) {
    const std::string_view name = clip.string(passed.name);
    std::printf("  %.2f %.*s\n", passed.time_s, static_cast<int>(name.size()), name.data());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: events FILE.x"), 2;
  const auto scene = skelter::load_scene(argv[1]);
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;
  const auto skeleton = skelter::build_skeleton(*scene);
  if (!skeleton) return std::puts(to_string(skeleton.error()).c_str()), 1;
  skelter::ClipSettings settings;
  settings.events = {{"left foot", 0.25}, {"right foot", 0.8}};
  const auto walk = skelter::build_clip(*scene, /*clip*/ 0, *skeleton, settings);
  if (!walk) return std::puts(to_string(walk.error()).c_str()), 1;

  const skelter::ClipView& clip = walk->clip.view;  // 1.1 s, repeated
  play(clip, 0, 0.25);                              // arrives at the left foot
  play(clip, 0.25, 0.5);                            // and leaves it: not again
  play(clip, 0.5, 2.5);                             // a long frame
  play(clip, 2.5, 1.6);                             // rewind
  const skelter::EventCursor hour({&clip, 0, 3600});
  std::printf("in an hour: %u\n", static_cast<unsigned>(hour.count()));
}
