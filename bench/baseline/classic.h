#pragma once
// The classic way to play a crowd, as the yardstick of bench/crowd.cpp: keys per track with a cursor per
// instance that walks forward with time or, for seeks, bisection, poses as arrays of transforms, matrices one
// joint after the other. Plain scalar C++, written as it would ship: constant tracks hold one key, nothing is
// allocated while playing, keys of a track lie together, and the cursor makes a forward step cheap.

#include <cstdint>
#include <span>
#include <vector>

#include "skelter/math/soa.h"
#include "skelter/math/transform.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/skeleton.h"

namespace skelter::bench {

// Keys first_key up to first_key + key_count of its kind's table.
struct ClassicTrack {
  std::uint32_t first_key = 0;
  std::uint32_t key_count = 0;
};

struct ClassicClip {
  float duration_s = 0;
  std::vector<ClassicTrack> translations, rotations, scales;  // one per joint
  std::vector<float> translation_times, rotation_times, scale_times;
  std::vector<Vec3> translation_keys, scale_keys;
  std::vector<Quat> rotation_keys;
};

// The same keys that the hot clip plays: its frames, decoded; a track that never changes keeps one.
ClassicClip make_classic(const Skeleton& skeleton, const ClipView& clip);

struct ClassicSkeleton {
  std::vector<std::uint16_t> parents;
  std::vector<Transform> rest;
};
ClassicSkeleton make_classic(const Skeleton& skeleton);

// What an instance remembers of one clip: the last key of every track.
struct ClassicCursor {
  std::vector<std::uint16_t> keys;  // translations, rotations, scales: 3 per joint
  float time_s = 0;
};

// For playing on: any time, but going backward walks from the first key again.
void sample(const ClassicClip& clip, float time_s, ClassicCursor& cursor, std::span<Transform> pose);
// For seeks: bisects the keys of every track, and remembers nothing.
void sample_bisecting(const ClassicClip& clip, float time_s, std::span<Transform> pose);

// pose = mix of a and b: per joint, weight_b times mask, against weight_a. Rotations by normalised lerp.
void blend(std::span<const Transform> a, std::span<const Transform> b, float weight_a, float weight_b,
           std::span<const float> mask_b, std::span<Transform> pose);

void local_to_model(const ClassicSkeleton& skeleton, std::span<const Transform> pose,
                    std::span<Affine> model_from_joint);

}  // namespace skelter::bench
