#pragma once
// Skeletons, clips, skins and poses for tests of the runtime, written by hand or random. A source contains
// the arrays of a blob, so that a test can damage one before the blob is written.

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "compile/build_pack/internal/blob_writer.h"
#include "core/internal/packed.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/clip_records.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/skeleton.h"
#include "skelter/runtime/skin.h"

namespace skelter::test {

// Generates the same numbers with every standard library.
class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  float number(float from, float to) {
    return from + (to - from) * (static_cast<float>(engine_() >> 8) * 0x1p-24f);
  }
  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(engine_() % end); }
  Vec3 vector(float from, float to) {
    const float x = number(from, to), y = number(from, to), z = number(from, to);
    return {x, y, z};
  }
  Quat rotation() {
    for (;;) {
      const float x = number(-1, 1), y = number(-1, 1), z = number(-1, 1), w = number(-1, 1);
      const Quat q{x, y, z, w};
      if (length(q) > 0.1f && length(q) < 1) return skelter::normalized(q);
    }
  }
  // Returns a random transform; scales may mirror.
  Transform transform() {
    const Vec3 translation = vector(-2, 2);
    const Quat turn = rotation();
    Vec3 scale = vector(0.5f, 2);
    if (below(8) == 0) scale.x = -scale.x;
    return {translation, turn, scale};
  }

 private:
  std::mt19937 engine_;
};

// Returns a random pose. Lanes past the last joint contain the identity.
inline std::vector<SoaTransform> random_pose(std::uint32_t joints, Random& random) {
  std::vector<SoaTransform> pose(blocks_for(joints), SoaTransform::identity());
  for (std::uint32_t joint = 0; joint < joints; ++joint)
    set(pose[joint / kLanes], joint % kLanes, random.transform());
  return pose;
}
inline std::vector<SoaTransform> identity_pose(std::uint32_t joints) {
  return std::vector<SoaTransform>(blocks_for(joints), SoaTransform::identity());
}

inline Affine random_affine(Random& random) {
  return to_affine(to_mat4(random.transform()));
}

// Parents are random, which gives chains, wide trees and several roots.
inline Packed<Skeleton> random_skeleton(std::uint32_t joints, Random& random) {
  std::vector<std::uint16_t> parents(joints, kNone16);
  for (std::uint32_t joint = 1; joint < joints; ++joint)
    if (random.below(16) != 0)
      parents[joint] = static_cast<std::uint16_t>(random.below(2) == 0 ? joint - 1 : random.below(joint));
  std::vector<std::uint32_t> name_begin;
  std::string names;
  for (std::uint32_t joint = 0; joint <= joints; ++joint) {
    name_begin.push_back(static_cast<std::uint32_t>(names.size()));
    if (joint < joints) names += "joint" + std::to_string(joint);
  }
  SkeletonHeader header;
  header.has_scale = 1;
  BlobWriter writer(sizeof(header));
  header.parents = writer.add(parents);
  header.rest_pose = writer.add(random_pose(joints, random));
  header.nodes = writer.add(std::vector<std::uint32_t>(joints, 0));
  header.helpers = writer.add(std::vector<std::uint8_t>(joints, 0));
  header.name_begin = writer.add(name_begin);
  header.names = writer.add(std::span<const char>(names.data(), names.size()));
  header.lod_joint_counts = writer.add(std::vector<std::uint32_t>{joints});
  Packed<Skeleton> made{writer.finish(header), {}};
  if (!read_skeleton(made.bytes.span(), made.view).ok()) std::abort();
  return made;
}

struct ClipSource {
  ClipHeader header;
  std::vector<ClipPart> parts;
  std::vector<ClipRate> rates;
  std::vector<std::byte> frames;  // without the padding at the end
  std::vector<std::uint8_t> spreads;
  std::vector<float> constants;
  std::vector<KeyedTrack> keyed;
  std::vector<float> key_times_s, key_values;
  std::vector<ScalarTrack> scalars;
  std::vector<float> scalar_times_s, scalar_values;
  std::vector<ClipEvent> events;
  std::vector<float> root_motion;
  std::vector<std::uint32_t> string_begin = {0, 4};
  std::string strings = "clip";

  AlignedBytes write() const {
    ClipHeader h = header;
    BlobWriter writer(sizeof(h));
    h.parts = writer.add(parts);
    h.spreads = writer.add(spreads);
    h.constants = writer.add(constants);
    h.rates = writer.add(rates);
    std::vector<std::byte> padded = frames;
    if (!frames.empty()) padded.resize(frames.size() + kGroupBytes);
    h.frames = writer.add(padded);
    h.keyed = writer.add(keyed);
    h.key_times_s = writer.add(key_times_s);
    h.key_values = writer.add(key_values);
    h.scalars = writer.add(scalars);
    h.scalar_times_s = writer.add(scalar_times_s);
    h.scalar_values = writer.add(scalar_values);
    h.events = writer.add(events);
    h.root_motion = writer.add(root_motion);
    h.string_begin = writer.add(string_begin);
    h.strings = writer.add(std::span<const char>(strings.data(), strings.size()));
    return writer.finish(h);
  }
};

inline Packed<ClipView> packed(const ClipSource& source) {
  Packed<ClipView> made{source.write(), {}};
  if (const Problem problem = read_clip(made.bytes.span(), made.view); !problem.ok()) {
    std::fprintf(stderr, "made clip: %s\n", problem.what);
    std::abort();
  }
  return made;
}

// Makes a clip at rest with a complete last interval.
inline ClipSource still_clip(std::uint32_t joints, std::uint32_t frames, float rate_hz) {
  ClipSource source;
  source.header.joint_count = joints;
  source.header.frame_count = frames;
  source.header.sample_rate_hz = rate_hz;
  source.header.last_interval_s = frames > 1 ? 1 / rate_hz : 0;
  source.header.duration_s = static_cast<float>(frames - 1) / rate_hz;
  source.parts.resize(3 * blocks_for(joints));
  return source;
}

// Appends the bytes of a part to the frames of an unfinished source with one rate, and returns their offset.
inline std::uint32_t reserve_part(ClipSource& source, std::uint32_t bytes) {
  if (source.rates.empty()) source.rates.push_back({1, 0, 0});
  const std::uint32_t at = source.rates[0].stride;
  source.rates[0].stride += bytes;
  return at;
}
inline std::uint32_t stride_of(const ClipSource& source) {
  return source.rates.empty() ? 0 : source.rates[0].stride;
}

// Makes a part packed with two bytes for every number: x0-3 y0-3, x4-7 y4-7, z0-3 (w0-3), z4-7 (w4-7). The
// caller must then append offsets and steps to the constants.
inline void reserve_packed(ClipSource& source, std::size_t index) {
  ClipPart& part = source.parts[index];
  const bool rotation = index % 3 == 1;
  part.format = PartFormat::packed;
  part.data = reserve_part(source, rotation ? 64 : 48);
  part.group_begin[0] = 16;
  part.group_begin[1] = 32;
  part.group_begin[2] = rotation ? 48 : 40;
  part.range = static_cast<std::uint32_t>(source.constants.size());
  part.spread = static_cast<std::uint16_t>(source.spreads.size() / 64);
  for (std::size_t group = 0; group < 4; ++group)
    for (std::uint8_t byte = 0; byte < 16; ++byte)
      source.spreads.push_back(group < 2 || rotation || byte < 8 ? byte : std::uint8_t{0x80});
}
inline void add_rows(ClipSource& source, std::initializer_list<float> rows) {
  for (const float value : rows) source.constants.insert(source.constants.end(), kLanes, value);
}

inline std::int16_t packed_number(float value) {
  return static_cast<std::int16_t>(std::lround(value * 32767));
}

// Writes the numbers of one frame in the layout of the format, derived from the comment in clip.h.
inline void put_rotation(std::byte* part, std::uint32_t lane, const Quat& q) {
  std::int16_t numbers[32];
  std::memcpy(numbers, part, sizeof(numbers));
  const std::uint32_t at = lane < 4 ? lane : lane + 4;  // x0-3 y0-3 x4-7 y4-7
  numbers[at] = packed_number(q.x);
  numbers[at + 4] = packed_number(q.y);
  numbers[at + 16] = packed_number(q.z);
  numbers[at + 20] = packed_number(q.w);
  std::memcpy(part, numbers, sizeof(numbers));
}
inline void put_vector(std::byte* part, std::uint32_t lane, const Vec3& unit) {
  std::int16_t numbers[24];
  std::memcpy(numbers, part, sizeof(numbers));
  const std::uint32_t at = lane < 4 ? lane : lane + 4;
  numbers[at] = packed_number(unit.x);
  numbers[at + 4] = packed_number(unit.y);
  numbers[16 + lane] = packed_number(unit.z);
  std::memcpy(part, numbers, sizeof(numbers));
}

// Returns rotations that stay in one hemisphere from frame to frame, as build_clip makes them.
inline std::vector<Quat> random_walk(std::uint32_t frames, Random& random) {
  std::vector<Quat> walk = {random.rotation()};
  while (walk.size() < frames) {
    const Vec3 axis = random.vector(-1, 1);  // no sine, so that every library gives the same result
    const Quat step = skelter::normalized(Quat{axis.x, axis.y, axis.z, random.number(0.3f, 2)});
    walk.push_back(skelter::normalized(walk.back() * step));
    if (dot(walk[walk.size() - 2], walk.back()) < 0) {
      Quat& q = walk.back();
      q = {-q.x, -q.y, -q.z, -q.w};
    }
  }
  return walk;
}

// Makes a clip with random motion. `formats` contains the formats of translations, rotations and scales.
inline ClipSource random_clip(std::uint32_t joints, std::uint32_t frames, std::array<PartFormat, 3> formats,
                              Random& random) {
  ClipSource source = still_clip(joints, frames, 30);
  for (std::uint32_t i = 0; i < source.parts.size(); ++i) {
    ClipPart& part = source.parts[i];
    const std::uint32_t rows = i % 3 == 1 ? 4 : 3;
    part.format = formats[i % 3];
    if (part.format == PartFormat::packed) reserve_packed(source, i);
    if (part.format == PartFormat::wide) part.data = reserve_part(source, rows * kLanes * 4);
  }
  source.frames.resize(std::size_t{frames} * stride_of(source));
  for (std::uint32_t i = 0; i < source.parts.size(); ++i) {
    ClipPart& part = source.parts[i];
    const bool is_rotation = i % 3 == 1;
    const auto constants_at = static_cast<std::uint32_t>(source.constants.size());
    if (part.format == PartFormat::constant) {
      part.data = constants_at;
      source.constants.resize(constants_at + (is_rotation ? 4 : 3) * kLanes);
    }
    if (part.format == PartFormat::packed) {
      part.range = constants_at;
      if (is_rotation) add_rows(source, {0, 0, 0, 0, 1.0f / 32767});
      for (std::uint32_t n = 0; !is_rotation && n < 3 * kLanes; ++n)
        source.constants.push_back(random.number(-1, 1));
      for (std::uint32_t n = 0; !is_rotation && n < kLanes; ++n)
        source.constants.push_back(random.number(0.1f, 2) / 32767);
    }
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      const bool padding = i / 3 * kLanes + lane >= joints;
      const std::vector<Quat> turns =
          padding ? std::vector<Quat>(frames, Quat{}) : random_walk(frames, random);
      for (std::uint32_t frame = 0; frame < frames; ++frame) {
        std::byte* at = source.frames.data() + std::size_t{frame} * stride_of(source) + part.data;
        const Vec3 v = random.vector(-1, 1);
        const float numbers[4] = {is_rotation ? turns[frame].x : v.x, is_rotation ? turns[frame].y : v.y,
                                  is_rotation ? turns[frame].z : v.z, turns[frame].w};
        for (std::uint32_t row = 0; row < (is_rotation ? 4u : 3u); ++row) {
          if (part.format == PartFormat::constant)
            source.constants[constants_at + row * kLanes + lane] = numbers[row];
          if (part.format == PartFormat::wide) std::memcpy(at + 4 * (row * kLanes + lane), &numbers[row], 4);
        }
        if (part.format == PartFormat::packed && is_rotation) put_rotation(at, lane, turns[frame]);
        if (part.format == PartFormat::packed && !is_rotation) put_vector(at, lane, v);
        if (part.format == PartFormat::constant) break;
      }
    }
  }
  return source;
}

struct SkinSource {
  std::vector<std::uint16_t> joints;
  std::vector<Affine> joint_from_mesh;
  AlignedBytes write() const {
    SkinHeader header;
    BlobWriter writer(sizeof(header));
    header.joints = writer.add(joints);
    header.joint_from_mesh = writer.add(joint_from_mesh);
    return writer.finish(header);
  }
};

inline constexpr std::uint32_t kJointCounts[] = {1, 7, 8, 9, 67, 130};

}  // namespace skelter::test
