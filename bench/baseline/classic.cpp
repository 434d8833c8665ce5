#include "baseline/classic.h"

#include <algorithm>
#include <cmath>

#include "sampled_clip.h"
#include "skelter/runtime/clip.h"

namespace skelter::bench {
namespace {

template <class Key, class Part>
ClassicTrack add_track(const SampledClip& clip, std::size_t joint, Part part, std::vector<float>& times,
                       std::vector<Key>& keys) {
  ClassicTrack track{static_cast<std::uint32_t>(keys.size()), 0};
  bool moves = false;
  for (std::uint32_t f = 0; f < clip.frame_count(); ++f)
    moves = moves || !(clip.at(f, joint).*part == clip.at(0, joint).*part);
  track.key_count = moves ? clip.frame_count() : 1;
  for (std::uint32_t f = 0; f < track.key_count; ++f) {
    times.push_back(clip.times_s[f]);
    keys.push_back(clip.at(f, joint).*part);
  }
  return track;
}

inline float ratio_at(const float* times, std::uint32_t key, float time_s) {
  return (time_s - times[key]) / (times[key + 1] - times[key]);
}

// Normalised lerp along the shorter arc.
inline Quat mix(const Quat& a, const Quat& b, float weight_a, float weight_b) {
  const float wb = dot(a, b) < 0 ? -weight_b : weight_b;
  const Quat q{a.x * weight_a + b.x * wb, a.y * weight_a + b.y * wb, a.z * weight_a + b.z * wb,
               a.w * weight_a + b.w * wb};
  const float s = 1.0f / std::sqrt(dot(q, q));
  return {q.x * s, q.y * s, q.z * s, q.w * s};
}

// `find_key(times, count)` returns the last key at or before the time. It is called for each animated track.
template <class FindKey>
inline Vec3 sample_vector(const ClassicTrack& track, const std::vector<float>& all_times,
                          const std::vector<Vec3>& all_keys, float time_s, FindKey find_key) {
  const Vec3* keys = all_keys.data() + track.first_key;
  if (track.key_count == 1) return keys[0];
  const float* times = all_times.data() + track.first_key;
  const std::uint32_t key = find_key(times, track.key_count);
  if (key + 1 == track.key_count) return keys[key];
  return lerp(keys[key], keys[key + 1], ratio_at(times, key, time_s));
}

template <class FindKey>
inline Quat sample_rotation(const ClassicTrack& track, const ClassicClip& clip, float time_s,
                            FindKey find_key) {
  const Quat* keys = clip.rotation_keys.data() + track.first_key;
  if (track.key_count == 1) return keys[0];
  const float* times = clip.rotation_times.data() + track.first_key;
  const std::uint32_t key = find_key(times, track.key_count);
  if (key + 1 == track.key_count) return keys[key];
  const float ratio = ratio_at(times, key, time_s);
  return mix(keys[key], keys[key + 1], 1 - ratio, ratio);
}

// `finder(track)` returns the find_key function for a track. Tracks are numbered as in ClassicCursor.
template <class Finder>
inline void sample_all(const ClassicClip& clip, float time_s, Finder finder, std::span<Transform> pose) {
  for (std::size_t j = 0; j < pose.size(); ++j) {
    pose[j].translation = sample_vector(clip.translations[j], clip.translation_times, clip.translation_keys,
                                        time_s, finder(3 * j));
    pose[j].rotation = sample_rotation(clip.rotations[j], clip, time_s, finder(3 * j + 1));
    pose[j].scale =
        sample_vector(clip.scales[j], clip.scale_times, clip.scale_keys, time_s, finder(3 * j + 2));
  }
}

inline Affine to_matrix(const Transform& t) {
  const Quat& q = t.rotation;
  const float x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
  const float xx = q.x * x2, yy = q.y * y2, zz = q.z * z2, xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
  const float wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
  const Vec3& s = t.scale;
  Affine r;
  r.m[0][0] = (1 - (yy + zz)) * s.x;
  r.m[1][0] = (xy + wz) * s.x;
  r.m[2][0] = (xz - wy) * s.x;
  r.m[0][1] = (xy - wz) * s.y;
  r.m[1][1] = (1 - (xx + zz)) * s.y;
  r.m[2][1] = (yz + wx) * s.y;
  r.m[0][2] = (xz + wy) * s.z;
  r.m[1][2] = (yz - wx) * s.z;
  r.m[2][2] = (1 - (xx + yy)) * s.z;
  r.m[0][3] = t.translation.x;
  r.m[1][3] = t.translation.y;
  r.m[2][3] = t.translation.z;
  return r;
}

inline Affine multiply(const Affine& a, const Affine& b) {
  Affine r;
  for (int i = 0; i < 3; ++i) {
    for (int c = 0; c < 4; ++c)
      r.m[i][c] = a.m[i][0] * b.m[0][c] + a.m[i][1] * b.m[1][c] + a.m[i][2] * b.m[2][c];
    r.m[i][3] += a.m[i][3];
  }
  return r;
}

}  // namespace

ClassicClip make_classic(const Skeleton& skeleton, const ClipView& clip) {
  ClassicClip r;
  r.duration_s = clip.duration_s;
  const SampledClip sampled = sample_frames(skeleton, clip, 1);
  for (std::size_t j = 0; j < sampled.rest.size(); ++j) {
    r.translations.push_back(
        add_track(sampled, j, &Transform::translation, r.translation_times, r.translation_keys));
    r.rotations.push_back(add_track(sampled, j, &Transform::rotation, r.rotation_times, r.rotation_keys));
    r.scales.push_back(add_track(sampled, j, &Transform::scale, r.scale_times, r.scale_keys));
  }
  return r;
}

ClassicSkeleton make_classic(const Skeleton& skeleton) {
  ClassicSkeleton r;
  r.parents.assign(skeleton.parents.begin(), skeleton.parents.end());
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j)
    r.rest.push_back(get(skeleton.rest_pose[j / kLanes], j % kLanes));
  return r;
}

void sample(const ClassicClip& clip, float time_s, ClassicCursor& cursor, std::span<Transform> pose) {
  if (cursor.keys.size() != 3 * pose.size()) cursor.keys.assign(3 * pose.size(), 0);
  if (time_s < cursor.time_s) std::fill(cursor.keys.begin(), cursor.keys.end(), std::uint16_t{0});
  cursor.time_s = time_s;
  const auto walk = [&](std::size_t track) {
    return [&cursor_key = cursor.keys[track], time_s](const float* times, std::uint32_t count) {
      std::uint32_t key = cursor_key;
      while (key + 1 < count && times[key + 1] <= time_s) ++key;
      cursor_key = static_cast<std::uint16_t>(key);
      return key;
    };
  };
  sample_all(clip, time_s, walk, pose);
}

void sample_bisecting(const ClassicClip& clip, float time_s, std::span<Transform> pose) {
  const auto bisect = [&](std::size_t) {
    return [time_s](const float* times, std::uint32_t count) {
      const float* after = std::upper_bound(times, times + count, time_s);
      return after == times ? 0 : static_cast<std::uint32_t>(after - times - 1);
    };
  };
  sample_all(clip, time_s, bisect, pose);
}

void blend(std::span<const Transform> a, std::span<const Transform> b, float weight_a, float weight_b,
           std::span<const float> mask_b, std::span<Transform> pose) {
  for (std::size_t j = 0; j < pose.size(); ++j) {
    const float wb = weight_b * mask_b[j];
    const float scale = 1.0f / (weight_a + wb);
    const float ra = weight_a * scale, rb = wb * scale;
    pose[j].translation = a[j].translation * ra + b[j].translation * rb;
    pose[j].rotation = mix(a[j].rotation, b[j].rotation, ra, rb);
    pose[j].scale = a[j].scale * ra + b[j].scale * rb;
  }
}

void local_to_model(const ClassicSkeleton& skeleton, std::span<const Transform> pose,
                    std::span<Affine> model_from_joint) {
  for (std::size_t j = 0; j < pose.size(); ++j) {
    const Affine local = to_matrix(pose[j]);
    const std::uint16_t parent = skeleton.parents[j];
    model_from_joint[j] = parent == kNone16 ? local : multiply(model_from_joint[parent], local);
  }
}

}  // namespace skelter::bench
