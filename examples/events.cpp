// Footsteps at any frame rate, forward and in rewind. Every event fires once per pass. Usage: events
// assets/mannequin.x
#include <cmath>
#include <cstdio>

#include "skelter/compile/compile.h"
#include "skelter/load.h"
#include "skelter/play/character.h"

using namespace skelter;

namespace {

// One frame of the game, of any length. A negative length rewinds.
void step(Character& hero, double seconds) {
  const double from_s = hero.clips()->position_s();
  std::span<const CharacterEvent> events;
  if (hero.set_speed(seconds < 0 ? -1 : 1) != Status::ok ||
      hero.update(std::abs(seconds), &events) != Status::ok)
    std::puts(hero.why().c_str());
  std::printf("%.2f to %.2f s: %zu\n", from_s, hero.clips()->position_s(), events.size());
  for (const CharacterEvent& event : events)
    std::printf("  %.2f %.*s\n", event.position_s, static_cast<int>(event.name.size()), event.name.data());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: events FILE"), 2;
  auto scene = load_scene(argv[1]);
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;
  scene->clips.resize(1);  // keep only the walk

  // Events are compiled into the clip. A game does this in advance, with `skelter compile` and its
  // configuration (docs/compile.md), and loads the pack.
  CompileSettings settings;
  settings.store_clips = false;  // compiles faster, but needs more memory
  settings.clips.resize(1);
  settings.clips[0].events = {{"left foot", 0.25}, {"right foot", 0.8}};
  const auto pack = compile_scene(*scene, settings);
  if (!pack) return std::puts(to_string(pack.error()).c_str()), 1;
  const auto data = load_character(pack->bytes.span(), argv[1]);
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;

  CharacterOptions options;
  options.posed = false;  // this program uses no poses
  Character hero(*data, options);
  // The start is also an event, which the first update reports.
  if (hero.clips()->play(0) != Status::ok || hero.update(0) != Status::ok)
    return std::puts(hero.why().c_str()), 1;
  step(hero, 0.25);  // the clip loops after 1.1 s; this step reaches the event of the left foot
  step(hero, 0.25);  // moves past the event, which does not fire again
  step(hero, 2);     // a long frame
  step(hero, -0.9);  // rewind

  // After a very long frame, only the first events are kept; the others are counted.
  Character sleeper(*data, options);
  if (sleeper.clips()->play(0) != Status::ok || sleeper.update(0) != Status::ok ||
      sleeper.update(3600) != Status::ok)
    return std::puts(sleeper.why().c_str()), 1;
  std::printf("in an hour: %zu\n", sleeper.events().size() + sleeper.counters().dropped_events);
}
