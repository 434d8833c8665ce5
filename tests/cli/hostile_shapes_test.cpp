// Small files with an extreme shape: maximum width instead of depth, many copies of one element, or long
// names. Every command must handle each file within limits of memory and of CPU time, which do not depend on
// the machine's load. Work that grows with the square of a count exceeds the limits.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "cli/command_runner.h"

namespace skelter::test::shapes {
namespace {

constexpr const char* kSmallRoom = "ulimit -v 1500000; ulimit -t 5; env -u DISPLAY -u WAYLAND_DISPLAY";

// The elements for i = 0 to `count` - 1, separated by commas.
std::string list_of(int count, const std::function<std::string(int)>& element) {
  std::string list;
  for (int i = 0; i < count; ++i) list += (i == 0 ? "" : ",") + element(i);
  return list;
}
std::string times(int count, const std::string& element, const std::string& between = ",") {
  std::string list;
  for (int i = 0; i < count; ++i) list += (i == 0 ? "" : between) + element;
  return list;
}
std::string numbers(int first, int count) {
  return list_of(count, [&](int i) { return std::to_string(first + i); });
}

// --- glTF --------------------------------------------------------------------------------------------------

std::string document(const std::string& rest) {
  return R"({"asset":{"version":"2.0"},"scene":0,)" + rest + "}";
}
// `count` nodes below the first node.
std::string one_parent(int count, const std::string& node) {
  return R"("scenes":[{"nodes":[0]}],"nodes":[{"children":[)" + numbers(1, count) + "]}," +
         times(count, node) + "]";
}

// A triangle as accessor 0: (0, 0, 0), (1, 0, 0) and (0, 1, 0) as floats.
const std::string kTriangle =
    R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
"bufferViews":[{"buffer":0,"byteLength":36}],
"buffers":[{"byteLength":36,"uri":"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}])";
// Times 0 and 1 as accessor 0, and a translation by (1, 0, 0) as accessor 1.
const std::string kMove =
    R"("accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
{"bufferView":1,"componentType":5126,"count":2,"type":"VEC3"}],
"bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":24}],
"buffers":[{"byteLength":32,"uri":"data:;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAA="}])";
// An image of one pixel.
const std::string kPicture =
    R"({"uri":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"})";

std::string wide_gltf() {
  return document(one_parent(60'000, "{}"));
}
std::string roots_gltf() {
  return document(R"("scenes":[{"nodes":[)" + numbers(0, 150'000) + R"(]}],"nodes":[)" +
                  times(150'000, "{}") + "]");
}
std::string same_names_gltf() {
  return document(one_parent(60'000, R"({"name":"n"})"));
}
std::string long_names_gltf() {
  return document(one_parent(3, R"({"name":")" + std::string(1'000'000, 'n') + R"("})"));
}
std::string meshes_gltf() {
  return document(one_parent(15'000, R"({"mesh":0})") +
                  R"(,"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],)" + kTriangle);
}
std::string primitives_gltf() {
  return document(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[)" +
                  times(15'000, R"({"attributes":{"POSITION":0}})") + "]}]," + kTriangle);
}
std::string morphs_gltf() {
  return document(
      R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},
"targets":[)" +
      times(30'000, R"({"POSITION":0})") + "]}]}]," + kTriangle);
}
std::string clips_gltf() {
  return document(
      R"("scenes":[{"nodes":[0]}],"nodes":[{}],"animations":[)" +
      times(
          10'000,
          R"({"samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]})") +
      "]," + kMove);
}
std::string channels_gltf() {
  return document(
      one_parent(12'000, "{}") + R"(,"animations":[{"samplers":[{"input":0,"output":1}],"channels":[)" +
      list_of(12'000,
              [](int i) {
                return fmt::format(R"({{"sampler":0,"target":{{"node":{},"path":"translation"}}}})", i);
              }) +
      "]}]," + kMove);
}
std::string skins_gltf() {
  return document(one_parent(400, "{}") + R"(,"skins":[)" +
                  times(400, R"({"joints":[)" + numbers(1, 400) + "]}") + "]");
}
// 40,000 materials, each with its own texture and its own image object, which all contain the same image.
std::string pictures_gltf() {
  constexpr int kCount = 40'000;
  const auto number = [](const char* text) {
    return [text](int i) { return fmt::format(fmt::runtime(text), i); };
  };
  return document(
      R"("scenes":[{"nodes":[0]}],"nodes":[{}],"images":[)" + times(kCount, kPicture) + R"(],"textures":[)" +
      list_of(kCount, number(R"({{"source":{}}})")) + R"(],"materials":[)" +
      list_of(kCount, number(R"({{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":{}}}}}}})")) + "]");
}

// --- .x ----------------------------------------------------------------------------------------------------

std::string x_file(const std::string& rest) {
  return "xof 0303txt 0032\n" + rest;
}
const std::string kMesh = "Mesh { 3; 0;0;0;,1;0;0;,0;1;0;; 1; 3;0,1,2;; ";

std::string wide_x() {
  return x_file(times(60'000, "Frame F {}", "\n"));
}
std::string long_names_x() {
  return x_file("Frame " + std::string(1'000'000, 'F') + " {}\nFrame " + std::string(1'000'000, 'G') +
                " {}\n");
}
std::string meshes_x() {
  return x_file("Frame A {" + times(15'000, kMesh + "}", "\n") + "}");
}
std::string sets_x() {
  return x_file("Frame A {}\n" +
                times(10'000,
                      "AnimationSet { Animation { {A} AnimationKey { 2; 2; 0;3;0,0,0;;,1000;3;1,0,0;;; } } }",
                      "\n"));
}
std::string animations_x() {
  return x_file("Frame A {}\nAnimationSet S { " + times(60'000, "Animation { {A} }", "\n") + " }");
}
std::string materials_x() {
  return x_file(
      kMesh + "MeshMaterialList { 30000; 1; 0;; " +
      times(30'000, "Material { 1;1;1;1;; 0; 0;0;0;; 0;0;0;; TextureFilename { \"a.png\"; } }", "\n") +
      " } }");
}
std::string bones_x() {
  return x_file("Frame A { " + kMesh +
                times(30'000, "SkinWeights { \"A\"; 1; 0; 1; 1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1;; }", "\n") +
                " } }");
}

struct HostileShape {
  const char* name;  // name of the test, and of its file with extension
  const char* file;
  std::string (*make)();
};
void PrintTo(const HostileShape& shape, std::ostream* out) {
  *out << shape.file;
}

class HostileShapes : public ::testing::TestWithParam<HostileShape> {};

TEST_P(HostileShapes, every_command_stays_within_its_limits) {
  const CommandFolder folder;
  const std::string file = GetParam().file;
  folder.write(file, GetParam().make());
  const std::vector<std::vector<std::string>> runs = {
      {"info", file, "--json"},
      {"check", file},
      {"convert", file, "o.glb"},
      {"convert", file, "o.x"},
      {"compile", file, "o.skelter"},
      {"eval", file, "--joints", "none"},
      {"render", file, "--out", "o.png", "--size", "16x16"},
  };
  for (const std::vector<std::string>& run : runs) {
    const Ran ran = folder.run_with(kSmallRoom, run);
    // Some files are rejected with a message. The time limit would end the program with a signal.
    EXPECT_THAT(ran.code, ::testing::AnyOf(0, 1)) << run[0] << ": " << ran.err.substr(0, 300);
    EXPECT_EQ(ran.err.find("bad_alloc"), std::string::npos) << run[0] << ": " << ran.err.substr(0, 300);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, HostileShapes,
    ::testing::Values(
        HostileShape{"wide_gltf", "wide.gltf", wide_gltf}, HostileShape{"roots", "roots.gltf", roots_gltf},
        HostileShape{"same_names", "same_names.gltf", same_names_gltf},
        HostileShape{"long_names_gltf", "long_names.gltf", long_names_gltf},
        HostileShape{"meshes_gltf", "meshes.gltf", meshes_gltf},
        HostileShape{"primitives", "primitives.gltf", primitives_gltf},
        HostileShape{"morphs", "morphs.gltf", morphs_gltf}, HostileShape{"clips", "clips.gltf", clips_gltf},
        HostileShape{"channels", "channels.gltf", channels_gltf},
        HostileShape{"skins", "skins.gltf", skins_gltf},
        HostileShape{"pictures", "pictures.gltf", pictures_gltf}, HostileShape{"wide_x", "wide.x", wide_x},
        HostileShape{"long_names_x", "long_names.x", long_names_x},
        HostileShape{"meshes_x", "meshes.x", meshes_x}, HostileShape{"sets", "sets.x", sets_x},
        HostileShape{"animations", "animations.x", animations_x},
        HostileShape{"materials", "materials.x", materials_x}, HostileShape{"bones", "bones.x", bones_x}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace skelter::test::shapes
