// The mutator of the fuzz target fbx_scene: without a change it must write the same tree of records, and most
// files that it changes must be readable.

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fuzz/fbx_mutator.h"
#include "skelter/formats/fbx/read.h"
#include "skelter/system/file.h"
#include "support/corpus.h"

namespace skelter {
namespace {

constexpr const char* kSmallFiles[] = {"hand_arm_7400_ascii",
                                       "hand_arm_7400_binary",
                                       "hand_arm_7400_big_endian",
                                       "hand_arm_7700_binary",
                                       "hand_layers_7400_ascii",
                                       "hand_materials_7400_ascii",
                                       "hand_morph_inbetween_7400_ascii",
                                       "hand_turns_steps_7500_binary"};

std::vector<std::string> small_files() {
  std::vector<std::string> files;
  for (const char* name : kSmallFiles) {
    const auto bytes = read_file(test::corpus_folder() + "/fbx/hand/" + name + ".fbx");
    EXPECT_TRUE(bytes.ok()) << name;
    if (bytes) files.emplace_back(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  }
  return files;
}

std::string tree_of(const std::string& file) {
  auto text = print_fbx_tree(std::as_bytes(std::span(file)), "", {}, 1000);
  return text ? *text : to_string(text.error());
}

TEST(FbxFuzzMutator, writes_the_records_that_it_read) {
  SKELTER_REQUIRE_CORPUS();
  for (const std::string& bytes : small_files()) {
    fuzz::FbxFile file;
    ASSERT_TRUE(fuzz::parse_fbx(bytes, file));
    const std::string written = fuzz::write_fbx(file);
    EXPECT_EQ(tree_of(written), tree_of(bytes));
  }
}

TEST(FbxFuzzMutator, writes_every_container_and_byte_order) {
  SKELTER_REQUIRE_CORPUS();
  for (const std::string& bytes : small_files()) {
    fuzz::FbxFile file;
    ASSERT_TRUE(fuzz::parse_fbx(bytes, file));
    const auto nodes = read_fbx(std::as_bytes(std::span(bytes)));
    ASSERT_TRUE(nodes.ok());
    for (const std::uint32_t version : {7400, 7500})
      for (int form = 0; form < 4; ++form) {
        file.version = version;
        file.binary = form != 0;
        file.big_endian = form == 2;
        const std::string written = fuzz::write_fbx(file);
        const auto scene = read_fbx(std::as_bytes(std::span(written)));
        ASSERT_TRUE(scene.ok()) << version << ' ' << form << ' ' << to_string(scene.error());
        EXPECT_EQ(scene->nodes.size(), nodes->nodes.size()) << version << ' ' << form;
        EXPECT_EQ(scene->clips.size(), nodes->clips.size()) << version << ' ' << form;
      }
  }
}

TEST(FbxFuzzMutator, most_changed_files_are_still_read) {
  SKELTER_REQUIRE_CORPUS();
  const std::vector<std::string> files = small_files();
  ReadOptions options;
  options.limits.max_memory_bytes = 2'000'000;
  int changed = 0, parsed = 0, read = 0;
  constexpr int kTries = 1600;
  for (std::uint32_t seed = 0; seed < kTries; ++seed) {
    const std::string& file = files[seed % files.size()];
    const std::string& other = seed % 3 == 0 ? files[seed / 3 % files.size()] : std::string();
    const std::string made = fuzz::mutate_fbx(file, other, seed);
    fuzz::FbxFile tree;
    changed += made != file;
    parsed += fuzz::parse_fbx(made, tree);
    read += read_fbx(std::as_bytes(std::span(made)), "", options).ok();
    EXPECT_EQ(made, fuzz::mutate_fbx(file, other, seed));
  }
  EXPECT_GT(changed, kTries * 95 / 100);
  EXPECT_GT(parsed, kTries * 95 / 100);
  EXPECT_GT(read, kTries * 80 / 100);
  RecordProperty("read", read);
}

TEST(FbxFuzzMutator, other_bytes_are_not_changed) {
  EXPECT_EQ(fuzz::mutate_fbx("", "", 1), "");
  EXPECT_EQ(fuzz::mutate_fbx("no FBX", "", 1), "");
}

}  // namespace
}  // namespace skelter
