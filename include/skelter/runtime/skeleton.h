#pragma once
// Skeleton: names, parents and rest pose of the joints of one character, as a view into a blob made by
// build_skeleton. Parents come before children, and joints of coarser levels of detail before the others, so
// that a level is a prefix.

#include <cstdint>
#include <span>
#include <string_view>

#include "skelter/core/bytes.h"
#include "skelter/core/none.h"
#include "skelter/core/status.h"
#include "skelter/math/soa.h"

namespace skelter {

inline constexpr std::uint32_t kMaxJoints = 0xFFFE;

struct Skeleton {
  std::span<const std::uint16_t> parents;   // less than the joint's own index; kNone16: a root
  std::span<const SoaTransform> rest_pose;  // block_count() entries; parent_from_joint
  std::span<const std::uint32_t> nodes;     // per joint: its scene node
  std::span<const std::uint8_t> helpers;    // per joint: 1 for the second half of a sheared joint (its node's
                                            // world matrix is this joint's; the first half is its parent)
  std::span<const std::uint32_t> name_begin;  // joint_count() + 1 offsets into names
  std::span<const char> names;
  // Levels of detail: lod_joint_counts[0] is joint_count(). Level l poses the first lod_joint_counts[l]
  // joints; the others stay at rest under their parents. At least one entry, decreasing.
  std::span<const std::uint32_t> lod_joint_counts;
  // Masks: mask m weighs joint j with mask_weights[m * 8 * block_count() + j], 0 to 1; padding is 0.
  std::span<const float> mask_weights;
  std::span<const std::uint32_t> mask_name_begin;  // mask_count() + 1 offsets into mask_names
  std::span<const char> mask_names;
  std::uint32_t has_scale = 0;  // 1: some joint's rest scale is not 1
  // XXH3 (64 bits) of all names and parents, in order. Clips and skins store the hash of the skeleton that
  // they were made for, and work only with that skeleton. 0 in hand-made skeletons without a hash.
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
  std::uint32_t find_mask(std::string_view name) const;  // kNone: not found
};

// Checks every count, index and number; `out` points into `blob`.
Problem read_skeleton(ByteSpan blob, Skeleton& out);

}  // namespace skelter
