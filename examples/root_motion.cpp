// Moves a character by its clip. The path is the same at any frame rate, and also in reverse.
#include <cmath>
#include <cstdio>
#include <vector>

#include "skelter/runtime/root_motion.h"

#include "skelter/runtime/clip.h"

namespace {

// A clip of one second in which the character walks to the left along a tenth of a circle of radius 2. A real
// clip comes from a pack, or from build_clip with ClipSettings::root_motion.
struct CircleWalk {
  std::vector<float> frames;
  skelter::ClipView clip;

  CircleWalk() {
    constexpr int kFrames = 31;
    for (int f = 0; f < kFrames; ++f) {
      const double turn_rad = 0.2 * 3.141592653589793 * f / (kFrames - 1);
      // The character faces +z and turns about +y, so the centre of the circle is at x = 2.
      for (const double number : {2 - 2 * std::cos(turn_rad), 0.0, 2 * std::sin(turn_rad), 0.0,
                                  std::sin(turn_rad / 2), 0.0, std::cos(turn_rad / 2)})
        frames.push_back(static_cast<float>(number));
    }
    clip.duration_s = 1;
    clip.sample_rate_hz = kFrames - 1;
    clip.frame_count = kFrames;
    clip.flags = skelter::kClipLoops | skelter::kClipHasRootMotion;
    clip.root_motion = frames;
  }
};

void print(const char* when, const skelter::Transform& character) {
  const skelter::Vec3& at = character.translation;
  const skelter::Vec3 facing = rotate(character.rotation, skelter::Vec3{0, 0, 1});
  std::printf("%-20s at (%.2f, %.2f) facing (%.2f, %.2f)\n", when, at.x, at.z, facing.x, facing.z);
}

// One frame of the game, in which the clip moves the character by its motion between two times.
void step(const skelter::ClipView& clip, double from_s, double to_s, skelter::Transform& character) {
  skelter::RigidMotion delta;
  const skelter::RootMotionJob job{&clip, from_s, to_s, skelter::Loop::as_made, &delta};
  if (job.run() == skelter::Status::ok) character = moved(character, delta);
}

}  // namespace

int main() {
  const CircleWalk walk;
  skelter::Transform character;
  double now_s = 0;
  print("start", character);
  for (int frame = 0; frame < 200; ++frame) {  // 200 frames, alternately short and long
    const double next_s = now_s + (frame % 2 == 0 ? 0.01 : 0.04);
    step(walk.clip, now_s, next_s, character);
    now_s = next_s;
  }
  print("5 s in small steps", character);

  skelter::Transform jumped;
  step(walk.clip, 0, 5, jumped);
  print("5 s in one step", jumped);
  step(walk.clip, 5, 10, character);
  print("10 s, once round", character);
  step(walk.clip, 10, 2.5, character);
  print("rewound to 2.5 s", character);
}
