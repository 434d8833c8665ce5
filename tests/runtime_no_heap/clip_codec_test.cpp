#include "skelter/runtime/clip.h"

#include <gtest/gtest.h>

#include "compile/build_clip/internal/clip.h"
#include "skelter/formats/x/read.h"
#include "support/peak_heap.h"

namespace skelter {
namespace {

TEST(StoredClipMemory, decoding_takes_nothing_from_the_heap) {
  const auto scene = read_x_file(std::string(SKELTER_SOURCE_DIR) + "/assets/mannequin.x");
  ASSERT_TRUE(scene);
  const auto skeleton = build_skeleton(*scene);
  ASSERT_TRUE(skeleton);
  const auto hot = build_clip(*scene, 0, *skeleton);
  ASSERT_TRUE(hot);
  const StoredClipBuild built = store_clip(*scene, 0, *skeleton, *hot);
  AlignedBytes memory(decoded_size(built.stored.span()));
  Problem problem{Status::bad_data, ""};
  const std::size_t bytes = test::peak_heap_bytes([&] {
    ClipView view;
    problem = decode_clip(built.stored.span(), {memory.data(), memory.size()}, view);
  });
  EXPECT_TRUE(problem.ok());
  EXPECT_EQ(bytes, 0u);
}

}  // namespace
}  // namespace skelter
