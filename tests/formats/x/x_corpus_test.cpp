// Objects of every file of the corpus, compared with the counts of an independent reader.

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "formats/x/x_trees.h"
#include "skelter/system/file.h"
#include "support/corpus.h"

namespace skelter {
namespace {

using nlohmann::json;

json expected_counts() {
  std::ifstream file(test::corpus_folder() + "/x/expected.json");
  return json::parse(file);
}

std::vector<std::byte> corpus_bytes(const std::string& name) {
  Result<std::vector<std::byte>> bytes = read_file(test::corpus_folder() + "/x/" + name);
  EXPECT_TRUE(bytes) << name;
  return bytes ? *std::move(bytes) : std::vector<std::byte>();
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

bool is_inside(const XTree& tree, std::uint32_t object, std::string_view type) {
  for (object = tree.objects[object].parent; object != kNone; object = tree.objects[object].parent)
    if (tree.type_name(object) == type) return true;
  return false;
}

// The contents of one tree, with the names of expected.json.
json counts_of(const XTree& tree) {
  json counts = {{"frames", 0}, {"frames_named", 0}, {"meshes", 0}, {"material_objects", 0},
                 {"bones", 0},  {"vertices", 0},     {"roots", 0}};
  counts["key_types"] = json::object();
  json sets = json::array();
  std::set<std::string> bones;
  const auto add = [](json& value, std::uint64_t more) {
    value = value.is_null() ? more : value.get<std::uint64_t>() + more;
  };
  for (std::uint32_t i = 0; i < tree.objects.size(); ++i) {
    const XObject& object = tree.objects[i];
    if (object.reference) continue;
    const std::string_view type = tree.type_name(i);
    const std::uint32_t* const words = tree.words.data() + object.first_word;
    if (object.parent == kNone && (type == "Frame" || type == "Mesh")) add(counts["roots"], 1);
    if (type == "Frame") {
      add(counts["frames"], 1);
      add(counts["frames_named"], !object.name.empty());
    } else if (type == "Mesh") {
      add(counts["meshes"], 1);
      add(counts["vertices"], words[0]);
    } else if (type == "Material") {
      add(counts["material_objects"], 1);
    } else if (type == "SkinWeights") {
      add(counts["bones"], 1);
      bones.insert(tree.strings[words[0]]);
    } else if (type == "AnimationSet") {
      sets.push_back({{"name", object.name}, {"channels", 0}, {"keys", 0}});
    } else if (type == "Animation" && is_inside(tree, i, "AnimationSet")) {
      add(sets.back()["channels"], 1);
    } else if (type == "AnimationKey" && is_inside(tree, i, "AnimationSet")) {
      // Keys outside of animation sets are not counted.
      add(counts["key_types"][std::to_string(words[0])], 1);
      add(sets.back()["keys"], words[1]);
    }
  }
  counts["bone_names"] = bones.size();
  counts["animation_sets"] = sets;
  return counts;
}

// The face counts of all meshes, and the number of faces by their number of corners. Reads the words
// according to the template.
json faces_of(const XTree& tree) {
  json sizes = json::object();
  for (std::uint32_t i = 0; i < tree.objects.size(); ++i) {
    if (tree.objects[i].reference || tree.type_name(i) != "Mesh") continue;
    const std::vector<std::uint32_t> words = test::words_of(tree, i);
    std::size_t at = 1 + std::size_t{3} * words[0];
    const std::uint32_t faces = words[at++];
    for (std::uint32_t face = 0; face < faces; ++face) {
      json& count = sizes[std::to_string(words[at])];
      count = count.is_null() ? 1 : count.get<int>() + 1;
      at += 1 + words[at];
    }
    EXPECT_EQ(at, words.size());
  }
  return sizes;
}

// Files that cannot be read as a tree. In the other files that expect an error, the meaning is wrong.
const std::map<std::string, std::string>& broken_files() {
  static const std::map<std::string, std::string> files = {
      {"assimp/empty.x", "x.short-header"},
      {"derived/hostile_truncated.x", "x.end-of-file"},
      {"derived/hostile_huge_count.x", "x.count-too-large"},
      {"derived/hostile_bzip_cut.x", "x.bad-block"},
      {"derived/hostile_bin_list.x", "x.end-of-file"},
      {"derived/hostile_cycle.x", "x.cyclic-reference"}};
  return files;
}

TEST(XCorpus, every_file_gives_the_objects_that_were_counted) {
  SKELTER_REQUIRE_CORPUS();
  const json all = expected_counts();
  for (const auto& [name, expected] : all.items()) {
    SCOPED_TRACE(name);
    const test::TreeOutcome outcome = test::read_tree(corpus_bytes(name));
    const auto broken = broken_files().find(name);
    if (broken != broken_files().end()) {
      ASSERT_FALSE(outcome.tree);
      EXPECT_EQ(outcome.tree.error().code, broken->second) << outcome.error();
      EXPECT_EQ(expected.at("expect"), "error");
      continue;
    }
    ASSERT_TRUE(outcome.tree) << outcome.error();
    if (expected.at("expect") == "ok") {
      EXPECT_EQ(outcome.warnings(), "");
    }

    const json counts = counts_of(*outcome.tree);
    for (const char* key : {"frames", "frames_named", "meshes", "material_objects", "bones", "bone_names",
                            "vertices", "roots", "key_types"})
      EXPECT_EQ(counts.at(key), expected.at(key)) << key;
    EXPECT_EQ(faces_of(*outcome.tree), expected.at("face_sizes"));
    const json& sets = expected.at("animation_sets");
    ASSERT_EQ(counts.at("animation_sets").size(), sets.size());
    for (std::size_t i = 0; i < sets.size(); ++i)
      for (const char* key : {"name", "channels", "keys"})
        EXPECT_EQ(counts.at("animation_sets")[i].at(key), sets[i].at(key)) << "set " << i << ": " << key;
  }
}

TEST(XCorpus, other_objects_are_read_or_skipped_as_counted) {
  SKELTER_REQUIRE_CORPUS();
  const json all = expected_counts();
  for (const auto& [name, expected] : all.items()) {
    if (!expected.contains("other_objects")) continue;
    SCOPED_TRACE(name);
    const test::TreeOutcome outcome = test::read_tree(corpus_bytes(name));
    ASSERT_TRUE(outcome.tree);
    std::map<std::string, std::uint64_t> counts;
    for (std::uint32_t i = 0; i < outcome.tree->objects.size(); ++i)
      if (!outcome.tree->objects[i].reference) ++counts[lower_case(outcome.tree->type_name(i))];
    for (const Diagnostic& entry : outcome.diagnostics.entries())
      if (entry.code == "x.unknown-template") counts["?" + lower_case(entry.spot.object)] += entry.count;
    for (const auto& [type, count] : expected.at("other_objects").items())
      EXPECT_EQ(counts[type], count) << type;
  }
}

TEST(XCorpus, all_files_are_as_d3dx_wants_them_unless_they_expect_a_warning) {
  SKELTER_REQUIRE_CORPUS();
  const json all = expected_counts();
  for (const auto& [name, expected] : all.items()) {
    if (expected.at("expect") != "ok") continue;
    const test::TreeOutcome outcome = test::read_tree(corpus_bytes(name), test::strict());
    EXPECT_TRUE(outcome.tree) << outcome.error();
  }
}

TEST(XCorpus, twins_in_different_encodings_give_equal_trees) {
  SKELTER_REQUIRE_CORPUS();
  const std::vector<std::vector<std::string>> families = {
      {"derived/bar_text.x", "derived/bar_bin32.x", "derived/bar_bin64.x", "derived/bar_tzip.x",
       "derived/bar_tzip_blocks.x", "derived/bar_bzip.x"},
      {"assimp/test_cube_text.x", "assimp/test_cube_binary.x", "assimp/test_cube_compressed.x"}};
  for (const auto& family : families) {
    const test::TreeOutcome first = test::read_tree(corpus_bytes(family[0]));
    ASSERT_TRUE(first.tree);
    for (const std::string& name : family) {
      const test::TreeOutcome twin = test::read_tree(corpus_bytes(name));
      ASSERT_TRUE(twin.tree) << twin.error();
      EXPECT_EQ(twin.tree->strings, first.tree->strings) << name;
      ASSERT_EQ(twin.tree->objects.size(), first.tree->objects.size()) << name;
      for (std::uint32_t i = 0; i < first.tree->objects.size(); ++i)
        EXPECT_EQ(twin.tree->label(i), first.tree->label(i)) << name;
      ASSERT_EQ(twin.tree->words.size(), first.tree->words.size()) << name;
      for (std::size_t i = 0; i < first.tree->words.size(); ++i) {
        if (twin.tree->words[i] == first.tree->words[i]) continue;
        float a, b;  // the last bit may differ between the decimals of the text and the binary version
        std::memcpy(&a, &first.tree->words[i], 4);
        std::memcpy(&b, &twin.tree->words[i], 4);
        EXPECT_NEAR(a, b, 1e-6) << name << " word " << i;
      }
    }
  }
}

// Reading a truncated file may give any result, but must return. The sanitizer presets detect everything
// else.
TEST(XCorpus, files_cut_at_every_byte_never_crash) {
  SKELTER_REQUIRE_CORPUS();
  for (const char* name :
       {"derived/bar_text.x", "derived/bar_bin32.x", "derived/bar_bin64.x", "derived/bar_tzip.x",
        "derived/bar_tzip_blocks.x", "derived/bar_bzip.x", "assimp/test_cube_text.x",
        "assimp/test_cube_binary.x", "assimp/test_cube_compressed.x"}) {
    const std::vector<std::byte> bytes = corpus_bytes(name);
    std::size_t errors = 0;
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      // A vector of exactly this size, so that reading beyond it is detected.
      const std::vector<std::byte> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
      for (const XTreeOptions& options : {XTreeOptions{}, test::strict()})
        errors += !test::read_tree(cut, options).tree;
    }
    EXPECT_GT(errors, bytes.size() / 2) << name;
  }
}

TEST(XCorpus, files_with_one_byte_changed_never_crash) {
  SKELTER_REQUIRE_CORPUS();
  for (const char* name : {"derived/bar_text.x", "derived/bar_bin32.x", "derived/bar_bzip.x"}) {
    std::vector<std::byte> bytes = corpus_bytes(name);
    std::size_t trees = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const std::byte kept = bytes[i];
      for (const char value : {'\0', '\1', '{', '}', ';', '9', '"', '\xFF'}) {
        bytes[i] = static_cast<std::byte>(value);
        const test::TreeOutcome outcome = test::read_tree(bytes);
        if (!outcome.tree) continue;
        ++trees;
        for (std::uint32_t object = 0; object < outcome.tree->objects.size(); ++object)
          outcome.tree->packed(object);
      }
      bytes[i] = kept;
    }
    EXPECT_GT(trees, 0u) << name;
  }
}

}  // namespace
}  // namespace skelter
