// Cross-fade: two clips play, and their weights change over half a second.
// Usage: cross_fade FILE FROM TO JOINT
#include <cstdio>

#include "skelter/load.h"
#include "skelter/play/character.h"

using namespace skelter;

namespace {

constexpr double kStep_s = 0.25;

// Share of a clip in the pose, computed from the character's pose list.
double weight_of(const Character& hero, std::uint32_t clip) {
  double weight = 0, sum = 0;
  for (const PoseListEntry& line : hero.list()) {
    sum += static_cast<double>(line.weight);
    if (line.clip == clip) weight += static_cast<double>(line.weight);
  }
  return weight / sum;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return std::puts("usage: cross_fade FILE FROM TO JOINT"), 2;
  const Result<CharacterData> data = load_character(argv[1]);
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  const std::uint32_t from = data->find_clip(argv[2]), to = data->find_clip(argv[3]),
                      joint = data->find_joint(argv[4]);
  if (joint == kNone) return std::printf("no joint is named %s\n", argv[4]), 1;

  Character hero(*data);
  if (hero.clips()->play(from, {.loop = Loop::loop}) != Status::ok) return std::puts(hero.why().c_str()), 1;
  for (int frame = 1; frame <= 3; ++frame) {
    if (hero.update(kStep_s) != Status::ok) return std::puts(hero.why().c_str()), 1;
    hero.finish();
    const auto& m = hero.model_from_joint()[joint].m;
    std::printf("%.2f s, %3.0f %% over: %s at %.3f %.3f %.3f\n", frame * kStep_s, 100 * weight_of(hero, to),
                argv[4], m[0][3], m[1][3], m[2][3]);

    // The second clip starts at the same point of its cycle, so that walking and running feet stay in step.
    if (frame == 1 && hero.clips()->play(to, {.fade_s = 2 * kStep_s,
                                              .curve = FadeCurve::linear,
                                              .loop = Loop::loop,
                                              .start_s = hero.clips()->position_s()}) != Status::ok)
      return std::puts(hero.why().c_str()), 1;
  }
}
