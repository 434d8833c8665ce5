// Peak heap use while reading, counted in operator new. It must not exceed the limit, whatever the file
// claims. The counts below are large, because 40 times the file's size must far exceed the 64 MB that every
// file may use.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "formats/x/x_bytes.h"
#include "skelter/formats/x/read.h"
#include "skelter/system/file.h"
#include "support/corpus.h"
#include "support/peak_heap.h"

namespace skelter::test {
namespace {

using Bytes = std::vector<std::byte>;

struct Reading {
  std::size_t peak = 0;
  std::string message;  // "" if the file loads
};

Reading read(ByteSpan bytes, const Limits& limits = {}) {
  ReadOptions options;
  options.limits = limits;
  Reading reading;
  std::string message;
  reading.peak = peak_heap_bytes([&] {
    const Result<Scene> scene = read_x(bytes, "a.x", options);
    if (!scene) message = scene.error().message;
  });
  reading.message = std::move(message);
  return reading;
}

// Returns the error's message, or "" if the file loads. Fails the test if reading uses more memory than
// Limits promises.
std::string read_within_promise(ByteSpan bytes) {
  const Reading reading = read(bytes);
  EXPECT_LE(reading.peak, std::size_t{64} * 1024 * 1024 + 40 * bytes.size())
      << bytes.size() << " bytes: " << reading.message;
  return reading.message;
}
std::string within_promise(std::string_view body) {
  return read_within_promise(text_file(body));
}

// The same with a limit set by the caller. Memory that is not counted: the standard templates, and a few
// tables of their size.
constexpr std::uint64_t kSmallLimit = 1'000'000;
std::string read_under_small_limit(ByteSpan bytes) {
  Limits limits;
  limits.max_memory_bytes = kSmallLimit;
  const Reading reading = read(bytes, limits);
  EXPECT_LE(reading.peak, kSmallLimit + 100'000) << reading.message;
  return reading.message;
}

std::string repeated(std::string_view text, std::size_t count) {
  std::string all;
  all.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

const std::string kTriangle = "3; 0;0;0;, 1;0;0;, 0;1;2;; 1; 3;0,1,2;; ";

// --- decompression bombs ---

// A text file of `blocks` blocks of 32768 bytes that consist of repetitions of `text`. Its length must divide
// 32768. From the third block on, all compressed blocks are the same, because each copies from the one
// before.
Bytes bomb(std::string_view text, std::size_t blocks) {
  const Bytes three = packed_file(text_file(repeated(text, 3 * 32768 / text.size())));
  std::size_t third = 20;
  for (int block = 0; block < 2; ++block) third += 4 + load_le<std::uint16_t>(three, third + 2);
  Bytes file(three.begin(), three.begin() + static_cast<std::ptrdiff_t>(third));
  for (std::size_t block = 2; block < blocks; ++block)
    file.insert(file.end(), three.begin() + static_cast<std::ptrdiff_t>(third), three.end());
  const auto total = static_cast<std::uint32_t>(16 + 32768 * blocks);
  std::memcpy(file.data() + 16, &total, sizeof total);
  return file;
}

TEST(x_memory, bomb_that_inflates_beyond_the_limit_is_an_error) {
  const Bytes file = bomb(" ", 3000);
  EXPECT_LT(file.size() * 600, std::size_t{32768} * 3000) << "not much of a bomb";
  EXPECT_EQ(read_within_promise(file), "reading needs more than the limit of " +
                                           std::to_string(64 * 1024 * 1024 + 40 * file.size()) + " bytes");
  EXPECT_EQ(read_under_small_limit(file), "reading needs more than the limit of 1000000 bytes");
}

TEST(x_memory, bomb_just_below_the_limit_leaves_no_memory_for_objects) {
  EXPECT_EQ(read_within_promise(bomb(" ", 1900)), "no frame, mesh or animation");
  const Bytes frames = bomb("Frame{}\n", 1900);
  EXPECT_EQ(read_within_promise(frames), "reading needs more than the limit of " +
                                             std::to_string(64 * 1024 * 1024 + 40 * frames.size()) +
                                             " bytes");
  EXPECT_EQ(read_within_promise(bomb("Unknown{", 1900)),
            "the file ends inside a skipped object; expected `}`");
}

// --- counts ---

TEST(x_memory, huge_counts_take_nothing) {
  const std::string counts[] = {
      "Mesh { 4294967295; 1;2;3;, }",
      "Mesh { " + kTriangle + "MeshNormals { 4294967295; 0;0;1;; 1; 3;0,0,0;; } }",
      "Mesh { " + kTriangle + "MeshNormals { 1; 0;0;1;; 4294967295; 3;0,0,0;; } }",
      "Mesh { " + kTriangle + "MeshVertexColors { 4294967295; 0; 1;1;1;1;; } }",
      "Mesh { " + kTriangle + "SkinWeights { \"F\"; 4294967295; 0; 1; } }",
      "AnimationSet { Animation { AnimationKey { 0; 4294967295; 0;4;1,0,0,0;;; } } }",
  };
  for (const std::string& body : counts) {
    const Reading reading = read(text_file(body));
    EXPECT_LE(reading.peak, 100'000u);
    EXPECT_EQ(reading.message.substr(0, 19), "the count requires ") << reading.message;
  }
  // This is the only count that needs no data after it in the file.
  const std::string list = "Mesh { " + kTriangle + "MeshMaterialList { 4294967295; 1; 0;; } }";
  EXPECT_EQ(within_promise(list), "needs more memory than the limit of " +
                                      std::to_string(64 * 1024 * 1024 + 40 * (16 + list.size())) +
                                      " bytes allows");
  EXPECT_EQ(read_under_small_limit(text_file(list)),
            "needs more memory than the limit of 1000000 bytes allows");
}

// --- many of one thing ---

TEST(x_memory, nested_frames) {
  EXPECT_EQ(within_promise(repeated("Frame{", 2000)), "objects nest deeper than the limit of 1024 levels");
  EXPECT_EQ(within_promise(repeated("Frame F{", 1024) + repeated("}", 1024)), "");
}

// These files may load or give an error, but reading must always end.
TEST(x_memory, many_tiny_objects) {
  EXPECT_EQ(within_promise(repeated("Frame{}", 100'000)), "");
  EXPECT_EQ(within_promise(repeated("Unknown{}", 400'000)), "no frame, mesh or animation");
  const std::string many[] = {
      repeated("Frame{}", 999'999),
      repeated("Mesh{1;1;1;1;;0;}", 300'000),
      repeated("Material{1;1;1;1;;1;1;1;1;;1;1;1;;}", 100'000),
      "Frame F{}" + repeated("AnimationSet{}", 400'000),
  };
  for (const std::string& body : many) {
    SCOPED_TRACE(body.substr(0, 20));
    within_promise(body);
    EXPECT_EQ(read_under_small_limit(text_file(body)), "reading needs more than the limit of 1000000 bytes");
  }
}

TEST(x_memory, many_names) {
  std::string frames, targets = "AnimationSet{";
  for (int i = 0; i < 100'000; ++i) {
    frames += "Frame " + std::to_string(i) + "{}";
    targets += "Animation{{" + std::to_string(i) + "}}";
  }
  within_promise(frames);
  within_promise("Frame F{{0}}" + frames);
  within_promise("Frame F{}" + targets + "}");
  within_promise(frames + targets + "}");
}

TEST(x_memory, reference_bombs) {
  const std::string skinned =
      "Mesh M{" + kTriangle + "SkinWeights{\"B\";0;1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1;;}}";
  within_promise("Frame F{}Animation A{{F}}AnimationSet{" + repeated("{A}", 900'000) + "}");
  within_promise("Mesh M{1;1;1;1;;0;}" + repeated("Frame{{M}}", 300'000));
  within_promise("Mesh M{1;1;1;1;;0;}Frame{" + repeated("{M}", 900'000) + "}");
  within_promise(skinned + repeated("Frame{{M}}", 300'000));  // each needs a node and a skin
  within_promise("TextureFilename T{\"" + std::string(100'000, 't') + "\";}" +
                 repeated("Material{1;1;1;1;;1;1;1;1;;1;1;1;;{T}}", 50'000));
}

TEST(x_memory, many_templates) {
  std::string templates;
  for (int i = 0; i < 100'000; ++i) templates += "template T" + std::to_string(i) + "{DWORD;}";
  within_promise(templates);
  EXPECT_EQ(read_under_small_limit(text_file(templates)),
            "reading needs more than the limit of 1000000 bytes");
  within_promise("template T{" + repeated("DWORD a;", 250) + "}" + repeated("template T{DWORD;}", 100'000));
}

TEST(x_memory, meshes_whose_text_is_as_short_as_can_be) {
  constexpr int kCount = 300'000;
  const std::string count = std::to_string(kCount) + ";";
  const std::string points = count + repeated("1;1;1;", kCount);
  const std::string faces = count + repeated("3;0,1,2;", kCount);
  const std::string quads = count + repeated("4;0,1,2,3;", kCount);
  within_promise("Mesh{" + points + "0;}");
  within_promise("Mesh{" + points + faces + "}");
  within_promise("Mesh{" + points + quads + "MeshVertexColors{0;}}");
  // Every corner has its own normal and therefore needs a copy of the vertex.
  std::string normals = count, corners = count;
  for (int i = 0; i < kCount; ++i) {
    normals += std::to_string(i) + ";1;0;";
    corners += "3;" + std::to_string(i) + ",0,0;";
  }
  within_promise("Mesh{3;0;0;0;1;1;1;2;2;2;" + faces + "MeshNormals{" + normals + corners + "}}");
}

TEST(x_memory, every_file_of_the_corpus) {
  SKELTER_REQUIRE_CORPUS();
  int files = 0;
  for (const char* folder : {"/x", "/x-made"}) {
    if (!std::filesystem::exists(corpus_folder() + folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus_folder() + folder)) {
      const std::string path = entry.path().string();
      if (extension(path) != ".x") continue;
      SCOPED_TRACE(path);
      const Result<std::vector<std::byte>> bytes = read_file(path);
      ASSERT_TRUE(bytes);
      ++files;
      const bool loads = read_within_promise(*bytes).empty();
      if (loads && bytes->size() > 1000) {
        Limits limits;
        limits.max_memory_bytes = 1000;
        EXPECT_EQ(read(*bytes, limits).message, "reading needs more than the limit of 1000 bytes");
      }
    }
  }
  EXPECT_GE(files, 50);
}

}  // namespace
}  // namespace skelter::test
