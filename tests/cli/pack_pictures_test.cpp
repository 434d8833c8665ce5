// A pack must look like its source. By default, tests a dozen files. With SKELTER_PACK_PICTURES=all in the
// environment, tests the whole corpus and prints a line for each file (ten minutes):
//   SKELTER_PACK_PICTURES=all build/release/bin/cli_tests --gtest_filter='PackPictures.*'

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "cli/command_runner.h"
#include "skelter/image/decode.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

struct Difference {
  double mean = 0;     // mean difference of all channels, from 0 to 255
  double far_off = 0;  // fraction of the pixels with a channel that differs by more than 8
};

Difference difference(const Image& a, const Image& b) {
  Difference d;
  if (a.width != b.width || a.height != b.height) return {255, 1};
  for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
    int largest = 0;
    for (std::size_t c = i; c < i + 4; ++c) {
      const int off = std::abs(int{a.rgba[c]} - int{b.rgba[c]});
      largest = std::max(largest, off);
      d.mean += off;
    }
    d.far_off += largest > 8 ? 1 : 0;
  }
  d.mean /= static_cast<double>(a.rgba.size());
  d.far_off /= static_cast<double>(a.rgba.size() / 4);
  return d;
}

std::vector<std::string> files_to_compare() {
  const char* which = std::getenv("SKELTER_PACK_PICTURES");
  if (which == nullptr || std::string(which) != "all")
    return {"gltf/KayKit_Knight.glb",
            "gltf/CesiumMan/CesiumMan.gltf",
            "gltf/Fox.glb",
            "gltf/RobotExpressive.glb",
            "gltf/AnimatedMorphCube/AnimatedMorphCube.gltf",
            "gltf/InterpolationTest/InterpolationTest.gltf",
            "gltf/luanti_simple_skin_step.gltf",
            "gltf/emoji_heart.glb",
            "gltf/godot_enemy.glb",
            "gltf/vrm/VRM1_mtoon_uv.vrm",
            "x/sdk/tiger.x",
            "x-made/blend_example.x"};
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus_folder())) {
    std::string ending = entry.path().extension().string();
    for (char& c : ending) c = static_cast<char>(std::tolower(c));
    for (const char* known : {".x", ".gltf", ".glb", ".vrm", ".fbx"})
      if (ending == known)
        files.push_back(std::filesystem::relative(entry.path(), corpus_folder()).generic_string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Draws the source with the reference evaluator, or the pack with the engine.
Image picture_of(const CommandFolder& folder, const std::string& model, bool has_clip, const std::string& out,
                 const char* path) {
  std::vector<std::string> arguments{"render",  model,     "--out",  out, "--size",
                                     "240x180", "--quiet", "--path", path};
  if (has_clip) arguments.insert(arguments.end(), {"--clip", "#0", "--time", "0.37"});
  const Ran ran = folder.run(arguments);
  EXPECT_EQ(ran.code, 0) << ran.err;
  const auto image = decode_image_file(folder.path(out));
  EXPECT_TRUE(image.ok());
  return image ? *image : Image();
}

// Skips files that cannot be compiled or that show nothing.
void compare(const std::string& file, bool tells) {
  SCOPED_TRACE(file);
  const CommandFolder folder;
  const Ran info = folder.run({"info", corpus_file(file), "--json", "--quiet"});
  if (!tells) {
    ASSERT_EQ(info.code, 0) << info.err;
  }
  if (info.code != 0 || info.json()["totals"]["vertices"] == 0) return;
  const bool has_clip = info.json()["totals"]["clips"] != 0;
  const Ran compiled = folder.run({"compile", corpus_file(file), "pack.skelter", "--hot", "--quiet"});
  if (compiled.code != 0 && tells) {
    std::printf("%s: not compiled: %s", file.c_str(), compiled.err.c_str());
    return;
  }
  ASSERT_EQ(compiled.code, 0) << compiled.err;
  const Difference d = difference(picture_of(folder, corpus_file(file), has_clip, "source.png", "reference"),
                                  picture_of(folder, "pack.skelter", has_clip, "pack.png", "runtime"));
  if (tells) std::printf("%s: mean %.4f, off %.4f %%\n", file.c_str(), d.mean, 100 * d.far_off);
  EXPECT_LT(d.mean, 1);
  EXPECT_LE(d.far_off, 0.01);
}

TEST(PackPictures, pack_looks_like_its_source) {
  SKELTER_REQUIRE_CORPUS();
  const std::vector<std::string> files = files_to_compare();
  for (const std::string& file : files) compare(file, files.size() > 20);
}

}  // namespace
}  // namespace skelter::test
