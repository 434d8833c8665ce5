#pragma once
// Random rigs and instances for tests of crowds. All arithmetic is exact (no sine, and no library function
// that may differ), so that a seed gives the same bits everywhere.

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/internal/packed.h"
#include "runtime/internal/format/clip_records.h"
#include "skelter/crowd/crowd_job.h"
#include "support/made_runtime.h"

namespace skelter::test {

// A rotation by at most a quarter turn. No mix of such rotations has a length near zero, where rounding would
// determine its direction.
inline Quat small_turn(Random& random) {
  const Vec3 v = random.vector(-0.5f, 0.5f);
  return skelter::normalized(Quat{v.x, v.y, v.z, 1});
}

enum ClipMake : std::uint32_t { kPlainClip = 0, kLooping = 1, kAdditiveClip = 2, kKeyed = 4 };

// The format of each part is `shift` steps after that of its neighbour, so that all combinations occur.
inline Packed<ClipView> crowd_clip(std::uint32_t joints, std::uint32_t frames, std::uint32_t make,
                                   std::uint32_t shift, Random& random) {
  ClipSource source = still_clip(joints, frames, 30);
  if (make & kLooping) source.header.flags |= kClipLoops;
  if (make & kAdditiveClip) source.header.flags |= kClipAdditive;
  for (std::uint32_t i = 0; i < source.parts.size(); ++i) {
    ClipPart& part = source.parts[i];
    const std::uint32_t rows = i % 3 == 1 ? 4 : 3;
    part.format = static_cast<PartFormat>((i + shift + i / 3) % 4);
    if (part.format == PartFormat::packed) reserve_packed(source, i);
    if (part.format == PartFormat::wide) part.data = reserve_part(source, rows * kLanes * 4);
  }
  source.frames.resize(std::size_t{frames} * stride_of(source));
  for (std::uint32_t i = 0; i < source.parts.size(); ++i) {
    ClipPart& part = source.parts[i];
    const bool rotates = i % 3 == 1, scales = i % 3 == 2;
    const std::uint32_t rows = rotates ? 4 : 3;
    const auto constants_at = static_cast<std::uint32_t>(source.constants.size());
    if (part.format == PartFormat::constant) {
      part.data = constants_at;
      source.constants.resize(constants_at + rows * kLanes);
    }
    if (part.format == PartFormat::packed) {
      part.range = constants_at;
      if (rotates) add_rows(source, {0, 0, 0, 0, 1.0f / 32767});
      for (std::uint32_t n = 0; !rotates && n < 3 * kLanes; ++n)
        source.constants.push_back(scales ? 1.0f : random.number(-0.5f, 0.5f));
      if (!rotates) add_rows(source, {(scales ? 0.125f : 0.5f) / 32767});
    }
    const std::uint32_t written = part.format == PartFormat::constant ? 1 : frames;
    if (part.format == PartFormat::rest) continue;
    for (std::uint32_t frame = 0; frame < written; ++frame)
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        std::byte* at = source.frames.data() + std::size_t{frame} * stride_of(source) + part.data;
        const Quat turn = small_turn(random);
        const Vec3 unit = random.vector(-1, 1);
        const float step = scales ? 0.125f : 0.5f, centre = scales ? 1.0f : 0.0f;
        const float numbers[4] = {rotates ? turn.x : centre + step * unit.x,
                                  rotates ? turn.y : centre + step * unit.y,
                                  rotates ? turn.z : centre + step * unit.z, turn.w};
        for (std::uint32_t row = 0; row < rows; ++row) {
          if (part.format == PartFormat::constant)
            source.constants[constants_at + row * kLanes + lane] = numbers[row];
          if (part.format == PartFormat::wide) std::memcpy(at + 4 * (row * kLanes + lane), &numbers[row], 4);
        }
        if (part.format != PartFormat::packed) continue;
        if (rotates)
          put_rotation(at, lane, turn);
        else
          put_vector(at, lane, unit);
      }
  }
  if (make & kKeyed) {
    const float duration_s = source.header.duration_s;
    for (std::uint16_t joint = 0; joint < joints; joint = static_cast<std::uint16_t>(joint + 3)) {
      KeyedTrack track;
      track.joint = joint;
      track.kind = static_cast<PartKind>(joint % 2);
      track.stepped = joint / 3 % 2;
      track.first_key = static_cast<std::uint32_t>(source.key_times_s.size());
      track.key_count = 3;
      source.keyed.push_back(track);
      for (const float ratio : {0.125f, 0.5f, 0.75f}) {
        source.key_times_s.push_back(ratio * duration_s);
        const Quat q = small_turn(random);
        source.key_values.insert(source.key_values.end(), {q.x, q.y, q.z, q.w});
      }
    }
  }
  return packed(source);
}

// A skeleton with three levels of detail and two masks, clips of every kind, and a skin.
struct MadeRig {
  Packed<Skeleton> made;
  Skeleton skeleton;
  std::vector<SoaTransform> rest;
  std::vector<std::uint32_t> lods;
  std::vector<float> masks;
  std::vector<std::uint32_t> mask_names = {0, 1, 2};
  std::vector<Packed<ClipView>> clips;
  std::vector<ClipView> views;
  std::vector<std::uint16_t> skin_joints;
  std::vector<Affine> skin_matrices;
  SkinView skin;
  CrowdRig rig;

  MadeRig(std::uint32_t joints, bool skinned, std::uint32_t seed) {
    Random random(seed);
    made = random_skeleton(joints, random);
    skeleton = made.view;
    rest = identity_pose(joints);
    for (std::uint32_t j = 0; j < joints; ++j) {
      const Vec3 translation = random.vector(-0.5f, 0.5f);
      const Vec3 scale = random.vector(0.875f, 1.125f);
      set(rest[j / kLanes], j % kLanes, {translation, small_turn(random), scale});
    }
    skeleton.rest_pose = rest;
    lods = {joints, (2 * joints + 2) / 3, (joints + 3) / 4};
    skeleton.lod_joint_counts = lods;
    for (std::size_t i = 0; i < 2 * kLanes * rest.size(); ++i)
      masks.push_back(i % 5 == 0 ? 0 : i % 5 == 1 ? 1 : random.number(0, 1));
    skeleton.mask_weights = masks;
    skeleton.mask_name_begin = mask_names;
    skeleton.mask_names = {"ab", 2};
    constexpr std::uint32_t kMakes[] = {kPlainClip, kLooping, kAdditiveClip,           kLooping | kKeyed,
                                        kKeyed,     kLooping, kAdditiveClip | kLooping};
    std::uint32_t shift = 0;
    for (const std::uint32_t make : kMakes) {
      clips.push_back(crowd_clip(joints, 5 + 7 * shift, make, shift, random));
      ++shift;
    }
    for (const auto& clip : clips) views.push_back(clip.view);
    for (std::uint32_t i = 0; i < joints + joints / 2; i += 2) {
      skin_joints.push_back(static_cast<std::uint16_t>(random.below(joints)));
      Transform bind{random.vector(-1, 1), small_turn(random), random.vector(0.875f, 1.125f)};
      skin_matrices.push_back(to_affine(to_mat4(bind)));
    }
    skin = {skin_joints, skin_matrices};
    rig.skeleton = &skeleton;
    rig.clips = views;
    rig.skin = skinned ? &skin : nullptr;
  }
  MadeRig(const MadeRig&) = delete;
  MadeRig& operator=(const MadeRig&) = delete;
};

// Instances in runs that share a rig, with layers of every kind.
struct MadeCrowd {
  std::vector<std::unique_ptr<MadeRig>> rigs;
  std::vector<CrowdRig> views;
  std::vector<CrowdInstance> instances;
  std::vector<PoseListEntry> layers;
  std::uint32_t matrices = 0;

  void add_rig(std::uint32_t joints, bool skinned, std::uint32_t seed) {
    rigs.push_back(std::make_unique<MadeRig>(joints, skinned, seed));
    views.push_back(rigs.back()->rig);
  }
  void add_instances(std::uint32_t rig, std::uint32_t count, Random& random) {
    constexpr std::uint16_t kLayerCounts[] = {1, 2, 0, 3, 2, 5, 2, 1};
    for (std::uint32_t i = 0; i < count; ++i) {
      CrowdInstance instance;
      instance.rig = rig;
      instance.first_layer = static_cast<std::uint32_t>(layers.size());
      instance.layer_count = kLayerCounts[random.below(8)];
      instance.lod = static_cast<std::uint16_t>(random.below(2) == 0 ? 0 : random.below(3));
      instance.first_output = matrices;
      matrices += views[rig].output_size();
      instances.push_back(instance);
      for (std::uint32_t l = 0; l < instance.layer_count; ++l) add_layer(rig, random);
    }
  }
  // `scratch` must have crowd_scratch_bytes(views) for each worker.
  CrowdJob job(std::span<Affine> out, AlignedBytes& scratch) const {
    CrowdJob job;
    job.rigs = views;
    job.instances = instances;
    job.layers = layers;
    job.out_matrices = out;
    job.scratch = {scratch.data(), scratch.size()};
    return job;
  }
  void add_layer(std::uint32_t rig, Random& random) {
    PoseListEntry layer;
    layer.clip =
        static_cast<std::uint16_t>(random.below(static_cast<std::uint32_t>(views[rig].clips.size())));
    layer.mask = random.below(3) == 0 ? static_cast<std::uint16_t>(random.below(2)) : kNone16;
    const bool additive = views[rig].clips[layer.clip].additive();
    switch (random.below(6)) {
      case 0:
        layer.weight = 1;
        break;
      case 1:
        layer.weight = 0;
        break;
      case 2:
        layer.weight = 0.03125f;
        break;  // below the blend threshold
      default:
        layer.weight = random.number(additive ? -1.0f : 0.0f, 1);
    }
    layer.time_s = random.number(-2, 4);  // clips last 0.13 to 1.5 s
    layers.push_back(layer);
  }
};

}  // namespace skelter::test
