#include "runtime/internal/scalar_kernels.h"

#include <algorithm>
#include <cstring>

#include "runtime/internal/format/clip_records.h"
#include "runtime/internal/keyed_tracks.h"
#include "runtime/internal/list_mix.h"

namespace skelter::scalar {
namespace {

template <class T>
T number_at(const std::byte* part, std::size_t index) {
  T value;
  std::memcpy(&value, part + index * sizeof(T), sizeof(T));
  return value;
}

// One part of one block: `rows` numbers of eight lanes.
struct PartSampler {
  const ClipView& clip;
  const ClipPart& part;
  FramePair frames;  // frames of the part's rate

  float constant(std::size_t row, std::size_t lane) const {
    return clip.constants[part.data + row * kLanes + lane];
  }
  // The mix of the packed integers of the two frames.
  float mixed_packed(std::size_t row, std::size_t rows, std::size_t lane) const {
    const std::int32_t a = packed_number(clip, part, frame(0), row, lane);
    const std::int32_t b = frames.weight1 == 0 ? 0 : packed_number(clip, part, frame(1), row, lane);
    const auto mixed = static_cast<float>(a * (32767 - frames.weight1) + b * frames.weight1);
    const float* offsets = &clip.constants[part.range];
    return offsets[row * kLanes + lane] + offsets[rows * kLanes + lane] * (1.0f / 32767) * mixed;
  }
  float mixed_wide(std::size_t row, std::size_t lane) const {
    const float w1 = static_cast<float>(frames.weight1) / 32767;
    const float w0 = static_cast<float>(32767 - frames.weight1) / 32767;
    const float a = number_at<float>(frame(0), row * kLanes + lane);
    const float b = frames.weight1 == 0 ? a : number_at<float>(frame(1), row * kLanes + lane);
    return w0 * a + w1 * b;
  }
  const std::byte* frame(std::uint32_t which) const {
    const ClipRate& rate = clip.rates[part.rate];
    return clip.frames.data() + rate.begin + std::size_t{frames.first + which} * rate.stride + part.data;
  }
};

float sample_row(const PartSampler& at, std::size_t row, std::size_t rows, std::size_t lane) {
  if (at.part.format == PartFormat::constant) return at.constant(row, lane);
  return at.part.format == PartFormat::wide ? at.mixed_wide(row, lane) : at.mixed_packed(row, rows, lane);
}

Vec3 sample_vector(const PartSampler& at, const Vec3& rest, std::size_t lane) {
  if (at.part.format == PartFormat::rest) return rest;
  return {sample_row(at, 0, 3, lane), sample_row(at, 1, 3, lane), sample_row(at, 2, 3, lane)};
}

Quat sample_rotation(const PartSampler& at, const Quat& rest, std::size_t lane) {
  if (at.part.format == PartFormat::rest) return rest;
  const Quat q{sample_row(at, 0, 4, lane), sample_row(at, 1, 4, lane), sample_row(at, 2, 4, lane),
               sample_row(at, 3, 4, lane)};
  return at.part.format == PartFormat::constant ? q : normalized(q);
}

Quat scaled(const Quat& q, float s) {
  return {q.x * s, q.y * s, q.z * s, q.w * s};
}
Quat sum(const Quat& a, const Quat& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}

float weight_of(const BlendLayer& layer, std::uint32_t joint) {
  return layer.joint_weights.empty() ? layer.weight : layer.weight * layer.joint_weights[joint];
}

// Normalises `q`; the identity for (nearly) zero length, where the square has no digits left.
Quat unit(const Quat& q) {
  return dot(q, q) > 1e-30f ? normalized(q) : Quat{};
}

// The weighted sum of one joint's transforms, each rotation with the sign closer to the sum so far.
struct TransformSum {
  Vec3 translation{}, scale{0, 0, 0};
  Quat rotation{0, 0, 0, 0};
  float weight = 0;

  void add(const Transform& t, float w) {
    translation = translation + t.translation * w;
    scale = scale + t.scale * w;
    rotation = sum(rotation, scaled(t.rotation, dot(rotation, t.rotation) < 0 ? -w : w));
    weight += w;
  }
  Transform mean() const {
    const float inverse = 1 / weight;
    return {translation * inverse, unit(scaled(rotation, inverse)), scale * inverse};
  }
};

Transform add_difference(const Transform& t, const Transform& difference, float weight) {
  Quat turn = scaled(difference.rotation, difference.rotation.w < 0 ? -weight : weight);
  turn.w += 1 - weight;
  const Vec3 ds = difference.scale;
  return {t.translation + difference.translation * weight,
          unit(t.rotation * turn),
          {t.scale.x * (1 + weight * (ds.x - 1)), t.scale.y * (1 + weight * (ds.y - 1)),
           t.scale.z * (1 + weight * (ds.z - 1))}};
}

float quotient(float scale, float reference) {
  return reference == 0 ? 1 : scale / reference;
}

Affine product(const Affine& a, const Affine& b) {
  Affine r;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 4; ++column)
      r.m[row][column] = a.m[row][0] * b.m[0][column] + a.m[row][1] * b.m[1][column] +
                         a.m[row][2] * b.m[2][column] + (column == 3 ? a.m[row][3] : 0.0f);
  return r;
}

}  // namespace

void sample_blocks(const Skeleton& skeleton, const ClipView& clip, FramePair frames,
                   std::uint32_t block_count, SoaTransform* out) {
  for (std::uint32_t joint = 0; joint < kLanes * block_count; ++joint) {
    const std::uint32_t block = joint / kLanes, lane = joint % kLanes;
    const Transform rest = clip.additive() ? Transform{} : get(skeleton.rest_pose[block], lane);
    const auto sampler = [&](std::size_t kind) {
      const ClipPart& part = clip.parts[3 * block + kind];
      const bool moves = part.format >= PartFormat::packed;
      return PartSampler{clip, part, moves ? find_frames(clip, clip.rates[part.rate], frames) : frames};
    };
    set(out[block], lane,
        {sample_vector(sampler(0), rest.translation, lane), sample_rotation(sampler(1), rest.rotation, lane),
         sample_vector(sampler(2), rest.scale, lane)});
  }
}

void blend_blocks(const BlendJob& job) {
  const std::uint32_t blocks = job.block_count == 0 ? job.skeleton->block_count() : job.block_count;
  for (std::uint32_t joint = 0; joint < kLanes * blocks; ++joint) {
    const std::uint32_t block = joint / kLanes, lane = joint % kLanes;
    TransformSum total;
    for (const BlendLayer& layer : job.layers)
      total.add(get(layer.local_pose[block], lane), weight_of(layer, joint));
    if (total.weight < job.threshold)
      total.add(get(job.skeleton->rest_pose[block], lane), job.threshold - total.weight);
    Transform pose = total.mean();
    for (const BlendLayer& layer : job.additive_layers)
      pose = add_difference(pose, get(layer.local_pose[block], lane), weight_of(layer, joint));
    set(job.out_local_pose[block], lane, pose);
  }
}

void ListKernels::sample(const PoseListJob& job, const PoseListEntry& line, std::uint32_t blocks,
                         SoaTransform* out) {
  const ClipView& clip = job.clips[line.clip];
  const float time_s = list::line_time(clip, line);
  sample_blocks(*job.skeleton, clip, find_frames(clip, time_s), blocks, out);
  apply_keyed_tracks(clip, time_s, blocks, out);
}

void ListKernels::share_out(const float* mask, float weight, std::span<float> below, std::span<float> above) {
  for (std::size_t joint = 0; joint < above.size(); ++joint) {
    above[joint] = std::min(weight * mask[joint], 1.0f);
    below[joint] = 1 - above[joint];
  }
}

void ListKernels::multiply(const float* a, std::span<const float> b, std::span<float> out) {
  for (std::size_t joint = 0; joint < out.size(); ++joint) out[joint] = a[joint] * b[joint];
}

void difference_blocks(std::span<const SoaTransform> poses, std::span<const SoaTransform> references,
                       std::span<SoaTransform> out_difference) {
  for (std::size_t block = 0; block < poses.size(); ++block)
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      const Transform pose = get(poses[block], lane), reference = get(references[block], lane);
      const Quat turn = conjugate(reference.rotation) * pose.rotation;
      const Vec3 s = pose.scale, r = reference.scale;
      set(out_difference[block], lane,
          {pose.translation - reference.translation,
           unit(turn.w < 0 ? scaled(turn, -1) : turn),
           {quotient(s.x, r.x), quotient(s.y, r.y), quotient(s.z, r.z)}});
    }
}

void local_to_model(const LocalToModelJob& job) {
  const std::uint32_t end = job.end == 0 ? job.skeleton->joint_count() : job.end;
  for (std::uint32_t joint = job.begin; joint < end; ++joint) {
    const Affine local = to_affine(to_mat4(get(job.local_pose[joint / kLanes], joint % kLanes)));
    const std::uint16_t parent = job.skeleton->parents[joint];
    job.out_model_from_joint[joint] =
        product(parent == kNone16 ? job.model_from_root : job.out_model_from_joint[parent], local);
  }
}

void palette(const PaletteJob& job) {
  for (std::size_t i = 0; i < job.skin->joints.size(); ++i)
    job.out_palette[i] = product(job.model_from_joint[job.skin->joints[i]], job.skin->joint_from_mesh[i]);
}

}  // namespace skelter::scalar
