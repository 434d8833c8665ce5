#pragma once
// Plays everything in an opened pack, to check that nothing outside its bytes is read. Does not use
// GoogleTest, because the fuzz target includes this header, too.

#include <cstdint>
#include <vector>

#include "runtime/internal/format/clip_records.h"
#include "skelter/compile/compile.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/runtime/sample_job.h"
#include "skelter/runtime/skin.h"
#include "skelter/runtime/skinned_mesh.h"
#include "skelter/scene/validate.h"

namespace skelter::test {

// Adds up all values, so that the compiler cannot remove a read.
class PackPlayer {
 public:
  explicit PackPlayer(const PackView& pack)
      : pack_(pack),
        local_pose_(pack.skeleton().block_count()),
        model_from_joint_(pack.skeleton().joint_count()) {}

  // Returns false if a job refuses data that open() accepted.
  bool play() {
    look_at_skeleton();
    look_at_scene();
    for (std::uint32_t i = 0; i < pack_.section_count(); ++i) {
      const PackSection section = pack_.section(i);
      for (const char c : section.name) sum_ += static_cast<unsigned char>(c);
      if (section.kind == SectionKind::clip) play_clip(section.bytes);
      if (section.kind == SectionKind::stored_clip) decode_and_play(section.bytes);
      if (section.kind == SectionKind::skin) look_at_skin(section.bytes);
      if (section.kind == SectionKind::mesh) look_at_mesh(section.bytes, i);
    }
    return fine_;
  }

  std::uint64_t sum() const { return sum_; }

 private:
  void look_at_skeleton() {
    const Skeleton& skeleton = pack_.skeleton();
    for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
      sum_ += skeleton.name(joint).size() + skeleton.nodes[joint] + skeleton.helpers[joint];
      sum_ += skeleton.find(skeleton.name(joint));
    }
    for (std::uint32_t mask = 0; mask < skeleton.mask_count(); ++mask) {
      sum_ += skeleton.find_mask(skeleton.mask_name(mask));
      for (const float weight : skeleton.mask(mask)) sum_ += weight > 0.5f ? 1 : 0;
    }
  }

  // An opened pack must become a valid scene or be refused with a message.
  void look_at_scene() {
    Limits limits;
    limits.max_memory_bytes = 1u << 26;
    const Result<Scene> scene = scene_from_pack(pack_, "pack", limits);
    sum_ += scene.ok() ? scene->nodes.size() : scene.error().message.size();
    fine_ = fine_ && (scene.ok() ? validate(*scene).ok() : !scene.error().message.empty());
  }

  void play_clip(ByteSpan bytes) {
    ClipView clip;
    if (!read_clip(bytes, clip).ok()) {
      fine_ = false;
      return;
    }
    for (std::uint32_t i = 0; i + 1 < clip.string_begin.size(); ++i) sum_ += clip.string(i).size();
    for (const ClipEvent& event : clip.events) sum_ += clip.string(event.name).size();
    for (const ScalarTrack& scalar : clip.scalars) sum_ += clip.string(scalar.name).size();
    for (const float part : {-1.0f, 0.0f, 0.3f, 0.999f, 1.0f, 2.0f}) pose(clip, part * clip.duration_s);
  }

  // A stored clip is only known to be valid after decoding.
  void decode_and_play(ByteSpan stored) {
    AlignedBytes hot(decoded_size(stored));
    ClipView clip;
    const Problem problem = decode_clip(stored, {hot.data(), hot.size()}, clip);
    sum_ += problem.ok() ? 1 : 0;
    if (problem.ok() && clip.made_for(pack_.skeleton())) play_clip(hot.span());
  }

  void look_at_mesh(ByteSpan bytes, std::uint32_t section) {
    SkinnedMesh mesh;
    SkinView skin;
    if (!read_skinned_mesh(bytes, mesh).ok() ||
        !read_skin(pack_.skin_of(section).bytes, pack_.skeleton(), skin).ok()) {
      fine_ = false;
      return;
    }
    for (const std::uint16_t joint : mesh.joints) sum_ += skin.joints[joint];
    for (const float x : mesh.vertices) sum_ += x > 0 ? 1 : 0;
    for (std::uint32_t target = 0; target < mesh.morphs.size(); ++target)
      if (!mesh.morph_name_begin.empty()) sum_ += mesh.morph_name(target).size();
  }

  void pose(const ClipView& clip, float time_s) {
    SampleJob sample;
    sample.skeleton = &pack_.skeleton();
    sample.clip = &clip;
    sample.time_s = time_s;
    sample.out_local_pose = local_pose_;
    fine_ = fine_ && sample.run() == Status::ok;
    LocalToModelJob to_model;
    to_model.skeleton = &pack_.skeleton();
    to_model.local_pose = local_pose_;
    to_model.out_model_from_joint = model_from_joint_;
    fine_ = fine_ && to_model.run() == Status::ok;
    for (const Affine& joint : model_from_joint_) sum_ += joint.m[0][3] > 0 ? 1 : 0;
  }

  void look_at_skin(ByteSpan bytes) {
    SkinView skin;
    if (!read_skin(bytes, pack_.skeleton(), skin).ok()) {
      fine_ = false;
      return;
    }
    std::vector<Affine> palette(skin.size());
    PaletteJob job;
    job.skin = &skin;
    job.model_from_joint = model_from_joint_;
    job.out_palette = palette;
    fine_ = fine_ && job.run() == Status::ok;
    for (const Affine& entry : palette) sum_ += entry.m[0][3] > 0 ? 1 : 0;
  }

  const PackView& pack_;
  std::vector<SoaTransform> local_pose_;
  std::vector<Affine> model_from_joint_;
  std::uint64_t sum_ = 0;
  bool fine_ = true;
};

}  // namespace skelter::test
