// Skeleton blobs with a single error, made from a valid one.

#include "skelter/runtime/skeleton.h"
#include "runtime/internal/format/blob.h"
#include "runtime/internal/format/blob_headers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "support/pack_bytes.h"
#include "support/pack_parts.h"

namespace skelter::test {
namespace {

Problem read(const AlignedBytes& blob) {
  Skeleton skeleton;
  return read_skeleton(blob.span(), skeleton);
}

TEST(Skeleton, parts_of_a_blob_are_found) {
  const AlignedBytes blob = two_joint_skeleton();
  Skeleton skeleton;
  const Problem problem = read_skeleton(blob.span(), skeleton);
  ASSERT_TRUE(problem.ok()) << problem.what;
  EXPECT_EQ(skeleton.joint_count(), 2u);
  EXPECT_EQ(skeleton.block_count(), 1u);
  EXPECT_EQ(skeleton.parents[1], 0);
  EXPECT_EQ(skeleton.name(0), "Root");
  EXPECT_EQ(skeleton.find("Tip"), 1);
  EXPECT_EQ(skeleton.find("Ti"), kNone16);
  EXPECT_EQ(skeleton.find_mask("tip"), 0u);
  EXPECT_EQ(skeleton.find_mask("Tip"), kNone);
  EXPECT_EQ(skeleton.mask(0).size(), 8u);
  EXPECT_EQ(skeleton.mask(0)[1], 1);
  EXPECT_EQ(skeleton.lod_joint_counts[1], 1u);
}

struct SkeletonDamage {
  const char* what;
  std::function<void(AlignedBytes&, const SkeletonHeader&)> apply;
};

// Returns a change that sets element `index` of an array of the blob, or a reference in its header.
template <class T>
auto set(BlobArray SkeletonHeader::*array, std::size_t index, T value) {
  return [=](AlignedBytes& blob, const SkeletonHeader& header) {
    store(blob, (header.*array).offset + index * sizeof(T), value);
  };
}
auto resize(BlobArray SkeletonHeader::*array, std::int32_t by) {
  return [=](AlignedBytes& blob, const SkeletonHeader& header) {
    SkeletonHeader changed = header;
    (changed.*array).count += static_cast<std::uint32_t>(by);
    store(blob, 0, changed);
  };
}

TEST(Skeleton, every_error_of_a_blob_is_reported) {
  using H = SkeletonHeader;
  const char* const kSizes = "arrays of a skeleton differ in size";
  const char* const kNames = "joint names are out of order";
  const char* const kMaskNames = "mask names are out of order";
  const char* const kParent = "the parent of a joint does not come before it";
  const char* const kBadRest = "a rest pose is not finite or its rotation is not normalised";
  const char* const kLevels = "levels of detail do not decrease from the joint count";
  const char* const kMasks = "mask weights are not one number from 0 to 1 per joint";
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<SkeletonDamage> table = {
      {kSizes, resize(&H::nodes, -1)},
      {kSizes, resize(&H::helpers, -1)},
      {kSizes, resize(&H::rest_pose, -1)},
      {kNames, resize(&H::name_begin, -1)},
      {kNames, resize(&H::names, -1)},
      {kNames, set(&H::name_begin, 0, std::uint32_t{1})},
      {kNames, set(&H::name_begin, 1, std::uint32_t{8})},
      {kMaskNames, set(&H::mask_name_begin, 1, std::uint32_t{2})},
      {kMaskNames, resize(&H::mask_name_begin, -2)},
      {kParent, set(&H::parents, 0, std::uint16_t{0})},
      {kParent, set(&H::parents, 1, std::uint16_t{1})},
      {"a helper joint has no first half", set(&H::helpers, 0, std::uint8_t{1})},
      {"a helper joint has no first half", set(&H::helpers, 1, std::uint8_t{2})},
      {kBadRest, set(&H::rest_pose, 8, nan)},               // y of the first joint
      {kBadRest, set(&H::rest_pose, 6 * 8 + 1, 1.1f)},      // w of the second joint
      {kBadRest, set(&H::rest_pose, 9 * 8 + 7, INFINITY)},  // a scale in the padding
      {kLevels, set(&H::lod_joint_counts, 0, std::uint32_t{1})},
      {kLevels, set(&H::lod_joint_counts, 1, std::uint32_t{3})},
      {kLevels, resize(&H::lod_joint_counts, -2)},
      {kMasks, resize(&H::mask_weights, -1)},
      {kMasks, set(&H::mask_weights, 0, -0.5f)},
      {kMasks, set(&H::mask_weights, 0, 1.5f)},
      {kMasks, set(&H::mask_weights, 0, nan)},
  };
  for (std::size_t i = 0; i < table.size(); ++i) {
    AlignedBytes blob = two_joint_skeleton();
    table[i].apply(blob, load_le<SkeletonHeader>(blob.span(), 0));
    const Problem problem = read(blob);
    EXPECT_EQ(problem.status, Status::bad_data) << "row " << i;
    EXPECT_STREQ(problem.what, table[i].what) << "row " << i;
  }
}

TEST(Skeleton, blob_must_start_at_a_multiple_of_64) {
  const AlignedBytes blob = two_joint_skeleton();
  AlignedBytes room(blob.size() + 32);
  std::memcpy(room.data() + 32, blob.data(), blob.size());
  Skeleton skeleton;
  const Problem problem = read_skeleton(room.span().subspan(32), skeleton);
  EXPECT_EQ(problem.status, Status::invalid_argument);
  EXPECT_STREQ(problem.what, "data is not aligned to 64 bytes");
}

// One joint more than the limit: its index would mean "no joint".
TEST(Skeleton, more_joints_than_16_bits_can_number_are_refused) {
  BlobWriter writer(sizeof(SkeletonHeader));
  SkeletonHeader header;
  header.parents = writer.add(std::vector<std::uint16_t>(kMaxJoints + 1, kNone16));
  const Problem problem = read(writer.finish(header));
  EXPECT_STREQ(problem.what, "more than 65534 joints");
}

}  // namespace
}  // namespace skelter::test
