// Chapter 9: a character plays, fades, and reports which clips start. Usage: course_09_control
// docs/course/files/walk_and_wave.x
#include <cstdio>

#include "skelter/load.h"
#include "skelter/play/character.h"

using namespace skelter;

namespace {

void step(Character& hero, double seconds) {
  std::span<const CharacterEvent> events;
  if (hero.update(seconds, &events) != Status::ok) std::puts(hero.why().c_str());
  for (const CharacterEvent& event : events)
    if (event.kind == CharacterEvent::Kind::started)
      std::printf("  %s starts\n", std::string(hero.data().clip_name(event.clip)).c_str());
  hero.finish();
  const auto& hip = hero.model_from_joint()[hero.data().find_joint("Hip")].m;
  std::printf("Hip at (%.3f, %.3f)", hip[0][3], hip[1][3]);
  for (const PoseListEntry& line : hero.list())
    std::printf(", %s %.2f", std::string(hero.data().clip_name(line.clip)).c_str(),
                static_cast<double>(line.weight));
  std::puts("");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: course_09_control docs/course/files/walk_and_wave.x"), 2;
  const auto data = load_character(argv[1]);
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  const std::uint32_t walk = data->find_clip("Walk"), wave = data->find_clip("Wave");

  Character hero(*data);
  if (hero.clips()->play(walk, {.loop = Loop::loop}) != Status::ok) return std::puts(hero.why().c_str()), 1;
  step(hero, 0.5);
  if (hero.clips()->play(wave, {.fade_s = 0.5, .curve = FadeCurve::linear}) != Status::ok)
    return std::puts(hero.why().c_str()), 1;
  step(hero, 0.125);
  step(hero, 0.125);
  step(hero, 0.25);

  if (hero.clips()->play(walk) != Status::ok || hero.set_speed(0.5) != Status::ok)
    return std::puts(hero.why().c_str()), 1;
  step(hero, 1);  // at half speed
}
