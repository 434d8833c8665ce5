#pragma once
// A second implementation of the clip format for the tests, written from the documentation in runtime/clip.h.
// It uses no decoder of the runtime or of the builder.

#include <cmath>
#include <cstring>
#include <vector>

#include "compile/build_skeleton/internal/skeleton.h"
#include "runtime/internal/format/clip_records.h"
#include "skelter/runtime/clip.h"
#include "skelter/scene/evaluate.h"

namespace skelter::test {

// The documentation says: "Frame 0 is at 0, frame f at f / sample_rate, the last frame exactly at the
// duration."
inline double frame_time(const ClipView& clip, std::uint32_t frame) {
  return frame + 1 == clip.frame_count && frame > 0 ? double{clip.duration_s}
                                                    : frame / double{clip.sample_rate_hz};
}

struct FrameMix {
  std::uint32_t first = 0, second = 0;
  double w0 = 32767, w1 = 0;
};
// Frames of a lower rate. The documentation says: "frame i is that at frame i * divisor of the clip, the last
// one that at the clip's last". The weight is derived from the weight among all frames, so it is rounded
// twice.
inline FrameMix frame_mix(const ClipView& clip, double t, std::uint32_t divisor = 1) {
  FrameMix mix;
  if (clip.frame_count == 1) return mix;
  if (divisor > 1) {
    const FrameMix all = frame_mix(clip, t);
    const double a = frame_time(clip, all.first), b = frame_time(clip, all.second);
    t = a + (b - a) * all.w1 / 32767;
  }
  const std::uint32_t last = (clip.frame_count - 2) / divisor + 1;
  const auto time_of = [&](std::uint32_t frame) {
    return frame_time(clip, frame == last ? clip.frame_count - 1 : frame * divisor);
  };
  // Skips the first frames, for clips of thousands of frames.
  const double near = t * double{clip.sample_rate_hz} / divisor - 2;
  if (near > 0) mix.first = std::min(static_cast<std::uint32_t>(near), last - 1);
  while (mix.first + 1 < last && time_of(mix.first + 1) <= t * (1 + 1e-12)) ++mix.first;
  mix.second = mix.first + 1;
  const double a = time_of(mix.first), b = time_of(mix.second);
  mix.w1 = std::round(32767 * std::min(std::max((t - a) / (b - a), 0.0), 1.0));
  mix.w0 = 32767 - mix.w1;
  return mix;
}

// Returns one number of a packed part. `row` is x, y, z or w, `lane` is the lane in the block, and `frame` is
// a frame of the part's rate, as documented at ClipPart.
inline double packed_number_at(const ClipView& clip, const ClipPart& part, const std::byte* frame,
                               std::size_t row, std::size_t lane) {
  const std::size_t group = (row < 2 ? 0 : 2) + (lane < 4 ? 0 : 1);
  const std::size_t begin[4] = {0, part.group_begin[0], part.group_begin[1], part.group_begin[2]};
  const std::uint8_t* places = clip.spreads.data() + 64 * std::size_t{part.spread} + 16 * group;
  const std::uint8_t low = places[8 * (row % 2) + 2 * (lane % 4)],
                     high = places[8 * (row % 2) + 2 * (lane % 4) + 1];
  if (low == 0x80) return 0;
  const auto byte = [&](std::uint8_t place) {
    return std::to_integer<int>(frame[part.data + begin[group] + place]);
  };
  if (high == 0x80) return byte(low);
  const int number = byte(low) + 256 * byte(high);
  return number >= 32768 ? number - 65536 : number;
}

// Returns one number of a moving part, at a frame of the part's rate.
inline double number_at_frame(const ClipView& clip, const ClipPart& part, std::size_t frame, std::size_t row,
                              std::size_t lane, bool rotation) {
  const ClipRate& rate = clip.rates[part.rate];
  const std::byte* at = clip.frames.data() + rate.begin + frame * rate.stride;
  if (part.format == PartFormat::wide) {
    float value;
    std::memcpy(&value, at + part.data + 4 * (8 * row + lane), 4);
    return value;
  }
  const std::size_t rows = rotation ? 4 : 3;
  return clip.constants[part.range + 8 * row + lane] +
         clip.constants[part.range + 8 * rows + lane] * packed_number_at(clip, part, at, row, lane);
}

inline double part_number(const ClipView& clip, const ClipPart& part, double t, std::size_t row,
                          std::size_t lane, bool rotation) {
  if (part.format == PartFormat::constant) return clip.constants[part.data + 8 * row + lane];
  const FrameMix mix = frame_mix(clip, t, clip.rates[part.rate].divisor);
  return (number_at_frame(clip, part, mix.first, row, lane, rotation) * mix.w0 +
          number_at_frame(clip, part, mix.second, row, lane, rotation) * mix.w1) /
         32767;
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
  for (std::size_t kind = 0; kind < 3; ++kind) {
    const ClipPart& part = clip.parts[3 * block + kind];
    if (part.format == PartFormat::rest) continue;
    for (std::size_t row = 0; row < (kind == 1 ? 4u : 3u); ++row)
      n[kind][row] = part_number(clip, part, t, row, lane, kind == 1);
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

// Returns the model matrix of every joint. `reference`: the base pose of additive clips. `as_floats`: rounds
// local transforms like the runtime, which matters far from the origin.
inline std::vector<Mat4d> decode_worlds(const ClipView& clip, const Skeleton& skeleton, double t,
                                        const std::vector<Transformd>* reference = nullptr,
                                        bool as_floats = false) {
  std::vector<Mat4d> world;
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    Transformd local = decode_joint(clip, skeleton, j, t);
    if (as_floats)
      local = {to_double(to_float(local.translation)), to_double(to_float(local.rotation)),
               to_double(to_float(local.scale))};
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

// Returns the root motion at a time. It has seven numbers per frame, which are interpolated like frames.
inline Mat4d root_motion_at(const ClipView& clip, double t) {
  const FrameMix mix = frame_mix(clip, t);
  double n[7];
  for (std::size_t i = 0; i < 7; ++i)
    n[i] = (clip.root_motion[7 * mix.first + i] * mix.w0 + clip.root_motion[7 * mix.second + i] * mix.w1) /
           32767;
  return to_mat4(Transformd{{n[0], n[1], n[2]}, normalized(Quatd{n[3], n[4], n[5], n[6]}), {1, 1, 1}});
}

// Largest distance, for all joints of a node, between the six shell points from the decoder and from the
// reference evaluator. `distance` is the distance of the points from the joint in the rest pose, in model
// space.
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
