#pragma once
// Skeleton: names, parents and rest pose of the joints of one character, as a view into a blob that
// build_skeleton made. Parents come before children, and joints of coarser levels of detail before the
// others, so that a level is a prefix.

#include <cstdint>
#include <span>
#include <string_view>

#include "skelter/core/none.h"
#include "skelter/math/soa.h"
#include "skelter/runtime/blob.h"

namespace skelter {

inline constexpr std::uint32_t kMaxJoints = 0xFFFE;

struct Skeleton {
  std::span<const std::uint16_t> parents;   // below the joint's own index; kNone16: a root
  std::span<const SoaTransform> rest_pose;  // block_count() entries; parent_from_joint
  std::span<const std::uint32_t> nodes;     // per joint: the scene node it came from
  std::span<const std::uint8_t> helpers;    // per joint: 1 for the second half of a sheared joint (its node's
                                            // world matrix is this joint's; the first half is its parent)
  std::span<const std::uint32_t> name_begin;  // joint_count() + 1 offsets into names
  std::span<const char> names;
  // Levels of detail: lod_joint_counts[0] is joint_count(); level l poses the first lod_joint_counts[l]
  // joints, the others stay in rest under their parents. At least one entry, decreasing.
  std::span<const std::uint32_t> lod_joint_counts;
  // Masks: mask m weighs joint j with mask_weights[m * 8 * block_count() + j], 0 to 1; padding is 0.
  std::span<const float> mask_weights;
  std::span<const std::uint32_t> mask_name_begin;  // mask_count() + 1 offsets into mask_names
  std::span<const char> mask_names;
  std::uint32_t has_scale = 0;  // 1: some joint's rest scale is not 1
  // Of all names and parents, in order (XXH3 of 64 bits): clips and skins carry that of the skeleton they
  // were made for, and nothing plays them on another. 0 where who made it by hand gives none.
  std::uint64_t hash = 0;

  std::uint32_t joint_count() const { return static_cast<std::uint32_t>(parents.size()); }
  std::uint32_t block_count() const { return static_cast<std::uint32_t>(rest_pose.size()); }
  std::uint32_t mask_count() const {
    return mask_name_begin.empty() ? 0 : static_cast<std::uint32_t>(mask_name_begin.size()) - 1;
  }
  std::string_view name(std::uint32_t joint) const;
  std::string_view mask_name(std::uint32_t mask) const;
  // Weights of one mask: 8 * block_count() numbers.
  std::span<const float> mask(std::uint32_t index) const;
  // The first joint of that name, or kNone16. O(joints).
  std::uint16_t find(std::string_view joint_name) const;
  std::uint32_t find_mask(std::string_view name) const;  // or kNone
};

// Checks every count, index and number; `out` points into `blob`.
Problem read_skeleton(ByteSpan blob, Skeleton& out);

}  // namespace skelter
