// Plays a clip: loads a character, seeks to any time of a clip, and prints the position of a joint.
// Usage: play_clip FILE CLIP JOINT
#include <cstdio>

#include "skelter/load.h"
#include "skelter/play/character.h"

using namespace skelter;

int main(int argc, char** argv) {
  if (argc != 4) return std::puts("usage: play_clip FILE CLIP JOINT"), 2;
  const Result<CharacterData> data = load_character(argv[1]);  // .x, .glb, ..., or a pack
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  const std::uint32_t joint = data->find_joint(argv[3]);
  if (joint == kNone) return std::printf("no joint is named %s\n", argv[3]), 1;

  // The first play call compiles or decodes the clip. All other characters share the result.
  Character hero(*data);
  if (hero.clips()->play(data->find_clip(argv[2]), {.loop = Loop::loop}) != Status::ok)
    return std::puts(hero.why().c_str()), 1;

  // A game calls update(dt_s) and never seeks. Playing forward, playing backward and seeking cost the same.
  for (const double time_s : {0.25, 0.5, 1.25, -0.5}) {
    if (hero.clips()->seek(time_s) != Status::ok || hero.update(0) != Status::ok)
      return std::puts(hero.why().c_str()), 1;
    hero.finish();
    const auto& m = hero.model_from_joint()[joint].m;
    std::printf("%5.2f s: %s at %.3f %.3f %.3f\n", time_s, argv[3], m[0][3], m[1][3], m[2][3]);
  }
}
