#include "skelter/runtime/skeleton.h"

#include <cmath>

#include "runtime/internal/format/blob.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/pack/checks.h"

namespace skelter {
namespace {

std::string_view slice(std::span<const std::uint32_t> begin, std::span<const char> text,
                       std::uint32_t index) {
  return {text.data() + begin[index], begin[index + 1] - begin[index]};
}

bool valid_parents(const Skeleton& skeleton) {
  for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
    const std::uint16_t parent = skeleton.parents[joint];
    if (parent != kNone16 && parent >= joint) return false;
  }
  return true;
}

bool valid_helpers(const Skeleton& skeleton) {
  for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint)
    if (skeleton.helpers[joint] > 1 || (skeleton.helpers[joint] == 1 && skeleton.parents[joint] == kNone16))
      return false;
  return true;
}

bool valid_rest_pose(std::span<const SoaTransform> pose) {
  for (const SoaTransform& block : pose)
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      for (const auto& row : block.rows)
        if (!std::isfinite(row[lane])) return false;
      const Quat q = get(block, lane).rotation;
      if (std::abs(dot(q, q) - 1.0f) > 1e-4f) return false;
    }
  return true;
}

bool valid_lods(const Skeleton& skeleton) {
  if (skeleton.lod_joint_counts.empty() || skeleton.lod_joint_counts[0] != skeleton.joint_count())
    return false;
  for (std::size_t i = 1; i < skeleton.lod_joint_counts.size(); ++i)
    if (skeleton.lod_joint_counts[i] > skeleton.lod_joint_counts[i - 1]) return false;
  return true;
}

bool valid_masks(const Skeleton& skeleton) {
  if (skeleton.mask_weights.size() != std::size_t{skeleton.mask_count()} * kLanes * skeleton.block_count())
    return false;
  for (const float weight : skeleton.mask_weights)
    if (!(weight >= 0 && weight <= 1)) return false;
  return true;
}

}  // namespace

std::string_view Skeleton::name(std::uint32_t joint) const {
  return joint < joint_count() ? slice(name_begin, names, joint) : std::string_view();
}

std::string_view Skeleton::mask_name(std::uint32_t mask) const {
  return mask < mask_count() ? slice(mask_name_begin, mask_names, mask) : std::string_view();
}

std::span<const float> Skeleton::mask(std::uint32_t index) const {
  if (index >= mask_count()) return {};
  const std::size_t size = std::size_t{kLanes} * block_count();
  return mask_weights.subspan(index * size, size);
}

std::uint16_t Skeleton::find(std::string_view joint_name) const {
  for (std::uint32_t joint = 0; joint < joint_count(); ++joint)
    if (name(joint) == joint_name) return static_cast<std::uint16_t>(joint);
  return kNone16;
}

std::uint32_t Skeleton::find_mask(std::string_view mask_to_find) const {
  for (std::uint32_t mask = 0; mask < mask_count(); ++mask)
    if (mask_name(mask) == mask_to_find) return mask;
  return kNone;
}

Problem read_skeleton(ByteSpan blob, Skeleton& out) {
  BlobReader reader(blob);
  const auto header = reader.header<SkeletonHeader>();
  Skeleton s;
  s.parents = reader.array<std::uint16_t>(header.parents);
  s.rest_pose = reader.array<SoaTransform>(header.rest_pose);
  s.nodes = reader.array<std::uint32_t>(header.nodes);
  s.helpers = reader.array<std::uint8_t>(header.helpers);
  s.name_begin = reader.array<std::uint32_t>(header.name_begin);
  s.names = reader.array<char>(header.names);
  s.lod_joint_counts = reader.array<std::uint32_t>(header.lod_joint_counts);
  s.mask_weights = reader.array<float>(header.mask_weights);
  s.mask_name_begin = reader.array<std::uint32_t>(header.mask_name_begin);
  s.mask_names = reader.array<char>(header.mask_names);
  s.has_scale = header.has_scale;
  s.hash = header.hash;
  if (!reader.ok()) return reader.problem();

  const std::size_t joints = s.parents.size();
  reader.require(joints <= kMaxJoints, "more than 65534 joints");
  reader.require(s.rest_pose.size() == blocks_for(static_cast<std::uint32_t>(joints)) &&
                     s.nodes.size() == joints && s.helpers.size() == joints,
                 "arrays of a skeleton differ in size");
  reader.require(s.name_begin.size() == joints + 1 && valid_offsets(s.name_begin, s.names.size()),
                 "joint names are out of order");
  reader.require((s.mask_name_begin.empty() && s.mask_names.empty()) ||
                     valid_offsets(s.mask_name_begin, s.mask_names.size()),
                 "mask names are out of order");
  if (!reader.ok()) return reader.problem();
  reader.require(valid_parents(s), "the parent of a joint does not come before it");
  reader.require(valid_helpers(s), "a helper joint has no first half");
  reader.require(valid_rest_pose(s.rest_pose), "a rest pose is not finite or its rotation is not normalised");
  reader.require(valid_lods(s), "levels of detail do not decrease from the joint count");
  reader.require(valid_masks(s), "mask weights are not one number from 0 to 1 per joint");
  reader.require(s.has_scale <= 1, "the scale flag is not 0 or 1");
  if (reader.ok()) out = s;
  return reader.problem();
}

}  // namespace skelter
