#pragma once
// The classic crowd player, used as the reference in bench/crowd.cpp. It finds the keys of a track with a
// cursor per instance that moves forward with time or, for seeks, by bisection. Poses are arrays of
// transforms, and matrices are computed joint by joint. It is plain scalar C++ of production quality:
// constant tracks hold one key, playing allocates nothing, the keys of a track are contiguous, and the cursor
// makes a forward step cheap.

#include <cstdint>
#include <span>
#include <vector>

#include "skelter/math/soa.h"
#include "skelter/math/transform.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/skeleton.h"

namespace skelter::bench {

// Keys first_key to first_key + key_count - 1 in the table for translations, rotations or scales.
struct ClassicTrack {
  std::uint32_t first_key = 0;
  std::uint32_t key_count = 0;
};

struct ClassicClip {
  float duration_s = 0;
  std::vector<ClassicTrack> translations, rotations, scales;  // one each per joint
  std::vector<float> translation_times, rotation_times, scale_times;
  std::vector<Vec3> translation_keys, scale_keys;
  std::vector<Quat> rotation_keys;
};

// Copies the keys of the playing form, which are its decoded frames. A constant track keeps one key.
ClassicClip make_classic(const Skeleton& skeleton, const ClipView& clip);

struct ClassicSkeleton {
  std::vector<std::uint16_t> parents;
  std::vector<Transform> rest;
};
ClassicSkeleton make_classic(const Skeleton& skeleton);

// State of an instance for one clip: the last key used of every track.
struct ClassicCursor {
  std::vector<std::uint16_t> keys;  // translations, rotations, scales: 3 per joint
  float time_s = 0;
};

// For continuous playback. Any time is valid, but going backwards restarts at the first key.
void sample(const ClassicClip& clip, float time_s, ClassicCursor& cursor, std::span<Transform> pose);
// For seeks: bisects the keys of every track and stores no state.
void sample_bisecting(const ClassicClip& clip, float time_s, std::span<Transform> pose);

// pose = mix of a and b. In each joint, a has weight_a, and b has weight_b times its mask. Rotations use
// normalised lerp.
void blend(std::span<const Transform> a, std::span<const Transform> b, float weight_a, float weight_b,
           std::span<const float> mask_b, std::span<Transform> pose);

void local_to_model(const ClassicSkeleton& skeleton, std::span<const Transform> pose,
                    std::span<Affine> model_from_joint);

}  // namespace skelter::bench
