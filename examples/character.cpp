// Character: plays, fades, goes back in the middle of a fade, and queues clips. Usage: character FILE FIRST
// SECOND JOINT
#include <cstdio>

#include "skelter/load.h"
#include "skelter/play/character.h"

using namespace skelter;

namespace {

void run(Character& hero, double seconds) {
  std::span<const CharacterEvent> events;
  if (hero.update(seconds, &events) != Status::ok) std::puts(hero.why().c_str());
  for (const CharacterEvent& event : events)
    if (event.kind == CharacterEvent::Kind::started)
      std::printf("%s starts\n", std::string(hero.data().clip_name(event.clip)).c_str());
  hero.finish();
}

void show(const char* what, const Character& hero, std::uint32_t joint) {
  const Affine& at = hero.model_from_joint()[joint];
  std::printf("%s: %s at %.3f %.3f %.3f\n", what, std::string(hero.data().skeleton().name(joint)).c_str(),
              at.m[0][3], at.m[1][3], at.m[2][3]);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return std::puts("usage: character FILE FIRST SECOND JOINT"), 2;
  const Result<CharacterData> data = load_character(argv[1]);
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  const std::uint32_t first = data->find_clip(argv[2]), second = data->find_clip(argv[3]),
                      joint = data->find_joint(argv[4]);
  if (joint == kNone) return std::printf("no joint is named %s\n", argv[4]), 1;

  Character hero(*data);
  if (hero.clips()->play(first) != Status::ok) return std::puts(hero.why().c_str()), 1;
  run(hero, 0.25);
  show("playing", hero, joint);

  if (hero.clips()->play(second, {.fade_s = 0.5}) != Status::ok) return std::puts(hero.why().c_str()), 1;
  run(hero, 0.25);
  show("half over", hero, joint);

  // Goes back in the middle of the fade. The pose continues from its current state and velocity.
  PlayOptions back;
  back.fade_s = 0.5;
  back.kind = FadeKind::inertialize;
  if (hero.clips()->play(first, back) != Status::ok) return std::puts(hero.why().c_str()), 1;
  run(hero, 0);
  show("changed its mind", hero, joint);
  run(hero, 0.5);
  show("back", hero, joint);

  if (hero.clips()->queue(second) != Status::ok)
    return std::puts(hero.why().c_str()), 1;  // at the end of this cycle
  run(hero, 0.75);
  show("queued", hero, joint);
}
