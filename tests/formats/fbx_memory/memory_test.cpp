// Heap use of the FBX reader, counted in operator new. It must not exceed the limit, neither for damaged
// files nor for small files with endless motion.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "formats/fbx/made_file.h"
#include "skelter/system/file.h"
#include "support/corpus.h"
#include "support/peak_heap.h"

namespace skelter::test {
namespace {

constexpr std::size_t kSmallThings = 100'000;  // message texts, which are not counted

std::size_t peak_of(ByteSpan bytes, std::uint64_t limit) {
  ReadOptions options;
  options.limits.max_memory_bytes = limit;
  return peak_heap_bytes([&] { (void)read_fbx(bytes, "a.fbx", options).ok(); });
}

TEST(fbx_memory, hostile_files_stay_within_a_small_limit) {
  SKELTER_REQUIRE_CORPUS();
  for (const char* folder : {"/fbx/hostile", "/fbx/hand"})
    for (const auto& entry : std::filesystem::directory_iterator(corpus_folder() + folder)) {
      if (entry.path().extension() != ".fbx") continue;
      const auto bytes = read_file(entry.path().string());
      ASSERT_TRUE(bytes.ok());
      for (const std::uint64_t limit : {1'000'000, 4'000'000})
        EXPECT_LE(peak_of(*bytes, limit), limit + kSmallThings) << entry.path() << " limit " << limit;
    }
}

// Two keys that repeat 10,000 times per second for the stack's 2,000 seconds.
std::string endless_motion() {
  std::string curve =
      "    KeyTime: *2 { a: 0,4618615 }\n    KeyValueFloat: *2 { a: 0,1 }\n"
      "    KeyAttrFlags: *1 { a: 8 }\n    KeyAttrDataFloat: *4 { a: 0,0,0,0 }\n"
      "    KeyAttrRefCount: *1 { a: 2 }\n"
      "    Post-Extrapolation:  {\n      Type: R\n      Repetition: -1\n    }\n";
  MadeFbx made;
  made.objects =
      "  Model: 1, \"Model::a\", \"Null\" {\n  }\n"
      "  AnimationStack: 2, \"AnimStack::s\", \"\" {\n    Properties70:  {\n" +
      fbx_property("LocalStop", "92372316000000") + "    }\n  }\n" +
      "  AnimationLayer: 3, \"AnimLayer::l\", \"\" {\n  }\n"
      "  AnimationCurveNode: 4, \"AnimCurveNode::R\", \"\" {\n  }\n";
  made.connections = "C: \"OO\",1,0\nC: \"OO\",3,2\nC: \"OO\",4,3\nC: \"OP\",4,1, \"Lcl Rotation\"\n";
  const char* axes[] = {"d|X", "d|Y", "d|Z"};
  for (int i = 0; i < 3; ++i) {
    const std::string id = std::to_string(5 + i);
    made.objects += "  AnimationCurve: " + id + ", \"AnimCurve::\", \"\" {\n" + curve + "  }\n";
    made.connections += "C: \"OP\"," + id + ",4, \"" + axes[i] + "\"\n";
  }
  return fbx_text(made);
}

TEST(fbx_memory, times_of_repeated_keys_count) {
  const std::string text = endless_motion();
  const auto scene = read_made(text);
  ASSERT_TRUE(scene.ok()) << to_string(scene.error());
  ASSERT_EQ(scene->clips.size(), 1u);
  EXPECT_EQ(messages_of(*scene, "fbx.bake-limit").size(), 1u);
  for (const std::uint64_t limit : {1'000'000, 4'000'000, 32'000'000})
    EXPECT_LE(peak_of(std::as_bytes(std::span(text)), limit), limit + kSmallThings) << limit;
}

}  // namespace
}  // namespace skelter::test
