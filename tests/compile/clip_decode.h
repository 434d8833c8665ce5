#pragma once
// A second reading of the clip format, straight from the words of runtime/clip.h, for the tests: no code of
// the runtime or of build decodes here.

#include <cmath>
#include <cstring>
#include <vector>

#include "skelter/compile/skeleton.h"
#include "skelter/runtime/clip.h"
#include "skelter/scene/evaluate.h"

namespace skelter::test {

// "Frame 0 is at 0, frame f at f / sample_rate, the last frame exactly at the duration."
inline double frame_time(const ClipView& clip, std::uint32_t frame) {
  return frame + 1 == clip.frame_count && frame > 0 ? double{clip.duration_s}
                                                    : frame / double{clip.sample_rate_hz};
}

struct FrameMix {
  std::uint32_t first = 0, second = 0;
  double w0 = 32767, w1 = 0;
};
inline FrameMix frame_mix(const ClipView& clip, double t) {
  FrameMix mix;
  if (clip.frame_count == 1) return mix;
  while (mix.first + 2 < clip.frame_count && frame_time(clip, mix.first + 1) <= t) ++mix.first;
  mix.second = mix.first + 1;
  const double a = frame_time(clip, mix.first), b = frame_time(clip, mix.second);
  mix.w1 = std::round(32767 * std::min(std::max((t - a) / (b - a), 0.0), 1.0));
  mix.w0 = 32767 - mix.w1;
  return mix;
}

// One number of a part: `row` x, y, z, w of lane `lane` in a frame.
inline double packed_number(const std::byte* part, std::size_t row, std::size_t lane, bool rotation) {
  std::int16_t numbers[32];
  std::memcpy(numbers, part, rotation ? 64 : 48);
  const std::size_t group[4][2] = {{0, 8}, {4, 12}, {16, rotation ? 24u : 20u}, {20, 28}};
  return numbers[group[row][lane / 4] + lane % 4];
}

inline double part_number(const ClipView& clip, const ClipPart& part, const FrameMix& mix, std::size_t row,
                          std::size_t lane, bool rotation) {
  if (part.format == PartFormat::constant) return clip.constants[part.data + 8 * row + lane];
  const auto mixed = [&](const auto& number_at) {
    const std::byte* frames = clip.frames.data();
    return (number_at(frames + std::size_t{mix.first} * clip.frame_stride + part.data) * mix.w0 +
            number_at(frames + std::size_t{mix.second} * clip.frame_stride + part.data) * mix.w1) /
           32767;
  };
  if (part.format == PartFormat::wide)
    return mixed([&](const std::byte* at) {
      float value;
      std::memcpy(&value, at + 4 * (8 * row + lane), 4);
      return double{value};
    });
  const double s = mixed([&](const std::byte* at) { return packed_number(at, row, lane, rotation); });
  if (rotation) return s / 32767;
  return clip.constants[part.range + 8 * row + lane] + clip.constants[part.range + 24 + 8 * row + lane] * s;
}

inline Transformd decode_joint(const ClipView& clip, const Skeleton& skeleton, std::uint32_t joint,
                               double t) {
  const std::size_t block = joint / 8, lane = joint % 8;
  Transformd out;
  if (!clip.additive()) {
    const Transform rest = get(skeleton.rest_pose[block], static_cast<std::uint32_t>(lane));
    out = {to_double(rest.translation), to_double(rest.rotation), to_double(rest.scale)};
  }
  double n[3][4] = {{out.translation.x, out.translation.y, out.translation.z, 0},
                    {out.rotation.x, out.rotation.y, out.rotation.z, out.rotation.w},
                    {out.scale.x, out.scale.y, out.scale.z, 0}};
  const FrameMix mix = frame_mix(clip, t);
  for (std::size_t kind = 0; kind < 3; ++kind) {
    const ClipPart& part = clip.parts[3 * block + kind];
    if (part.format == PartFormat::rest) continue;
    for (std::size_t row = 0; row < (kind == 1 ? 4u : 3u); ++row)
      n[kind][row] = part_number(clip, part, mix, row, lane, kind == 1);
  }
  for (const KeyedTrack& track : clip.keyed) {
    if (track.joint != joint) continue;
    const float* times = clip.key_times_s.data() + track.first_key;
    const float* values = clip.key_values.data() + 4 * std::size_t{track.first_key};
    std::size_t key = 0;
    while (key + 1 < track.key_count && times[key + 1] <= t) ++key;
    for (std::size_t i = 0; i < 4; ++i) {
      const double a = values[4 * key + i];
      n[static_cast<std::size_t>(track.kind)][i] = a;
      if (track.stepped != 0 || key + 1 == track.key_count || t < times[key]) continue;
      const double b = values[4 * key + 4 + i];
      n[static_cast<std::size_t>(track.kind)][i] =
          a + (b - a) * (t - times[key]) / (double{times[key + 1]} - double{times[key]});
    }
  }
  return {{n[0][0], n[0][1], n[0][2]},
          normalized(Quatd{n[1][0], n[1][1], n[1][2], n[1][3]}),
          {n[2][0], n[2][1], n[2][2]}};
}

// Model matrix of every joint. `reference`: what additive clips are added onto.
inline std::vector<Mat4d> decode_worlds(const ClipView& clip, const Skeleton& skeleton, double t,
                                        const std::vector<Transformd>* reference = nullptr) {
  std::vector<Mat4d> world;
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    Transformd local = decode_joint(clip, skeleton, j, t);
    if (reference != nullptr) {
      const Transformd& r = (*reference)[j];
      local = {r.translation + local.translation,
               r.rotation * local.rotation,
               {r.scale.x * local.scale.x, r.scale.y * local.scale.y, r.scale.z * local.scale.z}};
    }
    const std::uint16_t parent = skeleton.parents[j];
    world.push_back(parent == kNone16 ? to_mat4(local) : world[parent] * to_mat4(local));
  }
  return world;
}

// Root motion at a time: seven numbers per frame, mixed as frames are.
inline Mat4d root_motion_at(const ClipView& clip, double t) {
  const FrameMix mix = frame_mix(clip, t);
  double n[7];
  for (std::size_t i = 0; i < 7; ++i)
    n[i] = (clip.root_motion[7 * mix.first + i] * mix.w0 + clip.root_motion[7 * mix.second + i] * mix.w1) /
           32767;
  return to_mat4(Transformd{{n[0], n[1], n[2]}, normalized(Quatd{n[3], n[4], n[5], n[6]}), {1, 1, 1}});
}

// Largest distance, over all joints that stand for a node, between the six shell points as decoded and as the
// reference evaluator puts them. `distance` is that of the points in model space at rest.
struct WorstPoint {
  double error = 0;
  std::uint32_t joint = 0;
  double time_s = 0;
};
inline void compare_worlds(const SkeletonBuild& skeleton, const std::vector<Mat4d>& decoded,
                           const Pose& source, const Pose& rest, double distance, double t,
                           WorstPoint& worst) {
  for (std::uint32_t node = 0; node < source.world.size(); ++node) {
    const std::uint16_t joint = skeleton.joint_of_node[node];
    if (joint == kNone16) continue;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      Vec3d unit;
      (axis == 0 ? unit.x : axis == 1 ? unit.y : unit.z) = 1;
      const double stretch = length(transform_direction(rest.world[node], unit));
      for (const double side : {-1.0, 1.0}) {
        const Vec3d point = unit * (side * distance / (stretch > 0 ? stretch : 1));
        const double error =
            length(transform_point(decoded[joint], point) - transform_point(source.world[node], point));
        if (!(error <= worst.error)) worst = {error, joint, t};
      }
    }
  }
}

}  // namespace skelter::test
