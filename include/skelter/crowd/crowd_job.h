#pragma once
// CrowdJob: computes the model matrices or skin palettes of thousands of instances in one call. Each instance
// has its own layers (clip, time, weight, mask); instances of one rig share skeleton, clips and skin. An
// instance needs no memory between frames: its state is 16 bytes per layer.
//
// Instances are processed in groups of eight: sampling and blending with SIMD lanes over joints, then, after
// a transpose, hierarchy and palette with lanes over instances. Lanes are independent, so the results depend
// neither on the grouping of instances nor on the number of workers.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "skelter/core/array_view.h"
#include "skelter/core/none.h"
#include "skelter/core/status.h"
#include "skelter/core/tasks.h"
#include "skelter/math/soa.h"
#include "skelter/runtime/pose_list.h"
#include "skelter/runtime/skeleton.h"
#include "skelter/runtime/skin.h"

namespace skelter {

struct ClipView;  // runtime/clip.h

// Data that instances share. All of it must outlive the job.
struct CrowdRig {
  const Skeleton* skeleton = nullptr;
  ArrayView<ClipView> clips;       // made for that skeleton
  const SkinView* skin = nullptr;  // output is its palette; null: model_from_joint of all joints

  // Matrices per instance.
  std::uint32_t output_size() const { return skin != nullptr ? skin->size() : skeleton->joint_count(); }
};

struct CrowdInstance {
  std::uint32_t rig = 0;           // keep instances of one rig together, to fill groups
  std::uint32_t first_layer = 0;   // into CrowdJob::layers
  std::uint16_t layer_count = 0;   // 0: the rest pose; at most kMaxPoseListEntries
  std::uint16_t lod = 0;           // level of detail of the skeleton
  std::uint32_t first_output = 0;  // into CrowdJob::out_matrices, for output_size() matrices
};

struct CrowdJob {
  std::span<const CrowdRig> rigs;
  std::span<const CrowdInstance> instances;
  std::span<const PoseListEntry> layers;
  std::span<Affine> out_matrices;  // ranges of instances must not overlap
  // crowd_scratch_bytes(rigs) bytes for each worker of `tasks`, at a multiple of 64.
  std::span<std::byte> scratch;
  TaskRunner tasks = serial_tasks();
  float blend_threshold = 0.1f;   // see BlendJob
  std::optional<bool> streaming;  // whether output bypasses the caches; nullopt: kStreamingThresholdBytes

  // invalid_argument: no tasks, a threshold that is not above 0, scratch that is too small or not aligned; a
  // rig without a skeleton, or with a skin made for another skeleton; an instance with a rig, level of
  // detail, entries or outputs that do not exist, or with a list that check_list rejects. O(rigs + instances
  // + layers).
  Problem validate() const;
  // Validates instances one by one: if it rejects one, the matrices of others may already be written.
  Status run() const;
};

// Scratch for one worker: poses of eight instances and their model matrices, for the largest rig.
std::size_t crowd_scratch_bytes(std::span<const CrowdRig> rigs);

// Crowds of characters: each character is updated separately, and one CrowdJob poses all of them. `Data` and
// `Player` are CharacterData and Character (play/character.h), which this module does not link.
//
//   CharacterCrowd crowd(*data, skin, most);       // one rig
//   crowd.clear();                                 // every frame
//   for (Character& member : members) {            // CharacterOptions::posed = false
//     member.update(dt_s);
//     crowd.add(member);
//   }
//   CrowdJob job = crowd.job(matrices, scratch);   // output_size() matrices for each, in the order of add()
//   job.run();

// The rig for characters of this data. The output is the palettes of one skin or, with kNone, the model
// matrices. Precondition: skin < data.skins().size() or kNone.
template <class Data>
CrowdRig crowd_rig(const Data& data, std::uint32_t skin = kNone) {
  return {&data.skeleton(), data.clips(), skin == kNone ? nullptr : &data.skins()[skin]};
}

// Collects the lists of characters that share one CharacterData. Not thread-safe; allocates only in the
// constructor.
class CharacterCrowd {
 public:
  // Allocates space for `most` characters. `data` must outlive this object.
  template <class Data>
  CharacterCrowd(const Data& data, std::uint32_t skin, std::uint32_t most)
      : CharacterCrowd(&data, crowd_rig(data, skin), most) {}

  const CrowdRig& rig() const { return rig_; }
  void clear() { instance_count_ = line_count_ = 0; }
  // Copies the list of the character's last update. Errors: invalid_argument for a character with different
  // data; limit_exceeded for more than `most` characters.
  template <class Player>
  [[nodiscard]] Status add(const Player& character) {
    return add(&character.data(), character.list(), character.lod());
  }
  // The job points into this object; valid until the next clear().
  CrowdJob job(std::span<Affine> out_matrices, std::span<std::byte> scratch) const;

 private:
  CharacterCrowd(const void* data, const CrowdRig& rig, std::uint32_t most);
  Status add(const void* data, std::span<const PoseListEntry> list, std::uint32_t lod);

  const void* data_;
  CrowdRig rig_;
  std::vector<CrowdInstance> instances_;
  std::vector<PoseListEntry> lines_;
  std::uint32_t instance_count_ = 0, line_count_ = 0;
};

}  // namespace skelter
