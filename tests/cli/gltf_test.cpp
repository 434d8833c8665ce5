// The commands with glTF files. The reader is tested in its own module; these tests check that the commands
// use it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "cli/command_runner.h"
#include "support/gltf_golden.h"

namespace skelter::test {
namespace {

using cli::Json;
using ::testing::HasSubstr;

// A triangle on a node that moves by (2, 0, 0) in one second. Its 36 + 8 + 24 bytes of numbers are in a data
// URI.
const char* const kTriangle =
    R"({"asset":{"version":"2.0","generator":"hand"},"scene":0,"scenes":[{"nodes":[0]}],
 "nodes":[{"name":"tri","mesh":0},{"name":"unseen","mesh":0}],
 "meshes":[{"name":"m","primitives":[{"attributes":{"POSITION":0}}]}],
 "animations":[{"name":"move","samplers":[{"input":1,"output":2}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}],
 "buffers":[{"byteLength":68,"uri":"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAABAAAAAAAAAAAA="}],
 "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":8},{"buffer":0,"byteOffset":44,"byteLength":24}],
 "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
  {"bufferView":1,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
  {"bufferView":2,"componentType":5126,"count":2,"type":"VEC3"}]})";

TEST(Gltf, info_lists_its_contents) {
  const CommandFolder folder;
  folder.write("a.gltf", kTriangle);
  const Ran ran = folder.run({"info", "a.gltf", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json info = ran.json();
  EXPECT_EQ(info["format"], "gltf");
  EXPECT_EQ(info["encoding"], nullptr);
  EXPECT_EQ(info["generator"], "hand");
  EXPECT_EQ(info["metres_per_unit"], 1);
  EXPECT_EQ(info["totals"]["nodes"], 2);
  EXPECT_EQ(info["totals"]["source_vertices"], 3);
  EXPECT_EQ(info["totals"]["triangles"], 1);  // the default scene contains one of the two triangles
  EXPECT_EQ(info["clips"][0]["ticks_per_second"], nullptr);
  EXPECT_EQ(info["clips"][0]["duration_s"], 1);
}

TEST(Gltf, eval_shows_the_default_scene) {
  const CommandFolder folder;
  folder.write("a.gltf", kTriangle);
  for (const char* path : {"reference", "runtime"}) {
    const Ran ran = folder.run(
        {"eval", "a.gltf", "--clip", "move", "--time", "0.25", "--vertices", "1", "--path", path, "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const Json eval = ran.json();
    EXPECT_EQ(eval["nodes"].size(), 2u);
    ASSERT_EQ(eval["meshes"].size(), 1u);
    EXPECT_NEAR(eval["meshes"][0]["vertices"][0]["position"][0].get<double>(), 1.5, 1e-4);
  }
}

TEST(Gltf, a_format_is_detected_by_its_content) {
  const CommandFolder folder;
  folder.write("a.x", kTriangle);
  EXPECT_EQ(folder.run({"info", "a.x", "--json"}).json()["format"], "gltf");
  EXPECT_EQ(folder.run({"info", "-", "--json"}, kTriangle).json()["format"], "gltf");
}

TEST(Gltf, errors_name_the_pointer_and_exit_with_1) {
  const CommandFolder folder;
  folder.write("a.gltf", R"({"asset":{"version":"2.0"},"nodes":[{"children":[7]}]})");
  const Ran ran = folder.run({"check", "a.gltf"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("a.gltf: /nodes/0/children/0: node index 7; the file has 1"));
  folder.write("b.glb", "glTF whatever follows");
  EXPECT_THAT(folder.run({"check", "b.glb"}).err, HasSubstr("b.glb: byte 4: GLB version"));
}

TEST(Gltf, files_outside_the_folder_only_when_allowed) {
  const CommandFolder folder;
  std::string text = kTriangle;
  const std::size_t begin = text.find("data:"), end = text.find('"', begin);
  folder.shell("mkdir below && head -c 68 /dev/zero > outside.bin");
  folder.write("below/a.gltf", text.replace(begin, end - begin, "../outside.bin"));
  const Ran refused = folder.run({"info", "below/a.gltf"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("\"../outside.bin\" is outside the folder of the file"));
  EXPECT_EQ(folder.run({"info", "below/a.gltf", "--allow-outside"}).code, 0);
}

// Largest distance between a sampled vertex and its position in golden.json, in units of its tolerance. The
// tolerance is `bound` at H / 60 from the vertex's joint, and grows in proportion to the distance, as for an
// error in an angle.
double worst_distance(const Json& eval, const Json& model, const Json& moment, double bound) {
  const double shell = model["check"]["size"].get<double>() / 60;
  double worst = 0;
  for (std::size_t v = 0; v < model["vertices_sampled"].size(); ++v) {
    const Json& sampled = model["vertices_sampled"][v];
    for (const Json& mesh : eval["meshes"]) {
      if (mesh["node"] != sampled["node"] || mesh["primitive"] != sampled["primitive"]) continue;
      const Json& position = mesh["vertices"][sampled["vertex"].get<std::size_t>()]["position"];
      const Vec3d at{position[0].get<double>(), position[1].get<double>(), position[2].get<double>()};
      double reach = shell;
      for (const Json& joint : moment["joints"]) {
        const Vec3d origin{joint[12].get<double>(), joint[13].get<double>(), joint[14].get<double>()};
        reach = std::max(reach, length(at - origin));
      }
      worst = std::max(
          worst, distance(at, moment["positions"][v]) / (golden_tolerance(model) + bound * reach / shell));
    }
  }
  return worst;
}

// Compares the last time of every model. The runtime may differ by its bound, H / 18,000.
TEST(Gltf, golden_numbers_through_the_command) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  const Json models = golden_models();
  std::size_t compared = 0;
  for (const auto& [file, model] : models.items()) {
    const Json& moment = model["poses"].back();
    const double size = model["check"]["size"].get<double>();
    std::vector<std::string> arguments = {"eval", corpus_file("gltf/" + file), "--vertices", "all", "--json"};
    if (moment["clip"] != -1)
      for (const std::string& argument :
           {std::string("--clip"), "#" + moment["clip"].dump(), std::string("--time"), moment["time"].dump(),
            std::string("--wrap"), std::string("once")})
        arguments.push_back(argument);
    for (const char* path : {"reference", "runtime"}) {
      SCOPED_TRACE(file + ", " + path);
      std::vector<std::string> line = arguments;
      line.insert(line.end(), {"--path", path});
      const Ran ran = folder.run(line);
      ASSERT_EQ(ran.code, 0) << ran.err;
      const double bound = std::string(path) == "runtime" ? size / 18000 : 0;
      EXPECT_LE(worst_distance(ran.json(), model, moment, bound), 1);
      ++compared;
    }
  }
  EXPECT_GE(compared, 100u);
}

// VRM 1 refers to nodes by index in expressions, springs and colliders. The written file must have the same
// references.
TEST(Gltf, indices_of_vrm_1_still_reference_the_same_nodes) {
  const CommandFolder folder;
  const cli::Json extensions = cli::Json::parse(R"({"VRMC_vrm":{"specVersion":"1.0",
    "humanoid":{"humanBones":{"hips":{"node":1},"head":{"node":2}}},"firstPerson":{"meshAnnotations":[{"node":3,"type":"auto"}]},
    "expressions":{"preset":{"happy":{"morphTargetBinds":[{"node":3,"index":1,"weight":1}]},"blink":{}},
      "custom":{"wink":{"morphTargetBinds":[{"node":3,"index":0,"weight":0.5}]}}}},
  "VRMC_springBone":{"specVersion":"1.0","colliders":[{"node":2,"shape":{"sphere":{"offset":[0,0,0],"radius":0.1}}}],
    "colliderGroups":[{"colliders":[0]}],
    "springs":[{"joints":[{"node":4},{"node":5}],"colliderGroups":[0]},{"joints":[{"node":5}],"center":1}]}})");
  cli::Json file =
      cli::Json::parse(R"({"asset":{"version":"2.0"},"extensionsUsed":["VRMC_vrm","VRMC_springBone"],
    "scene":0,"scenes":[{"nodes":[0]}],
    "nodes":[{"name":"Root","children":[3,1]},{"name":"Hips","children":[2]},{"name":"Head","children":[4]},
             {"name":"Face","mesh":0},{"name":"Hair","children":[5]},{"name":"Tip"}],
    "meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[{"POSITION":0},{"POSITION":0}]}]}],
    "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
    "bufferViews":[{"buffer":0,"byteLength":36}],
    "buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]})");
  file["extensions"] = extensions;
  folder.write("one.vrm", file.dump());
  ASSERT_EQ(folder.run({"convert", "one.vrm", "two.gltf"}).code, 0);
  const cli::Json written = cli::Json::parse(folder.read("two.gltf"));
  EXPECT_EQ(written["extensions"], extensions);
  const char* const names[] = {"Root", "Hips", "Head", "Face", "Hair", "Tip"};
  for (const char* name : {"one.vrm", "two.gltf"}) {
    const cli::Json info = folder.run({"info", name, "--json"}).json();
    EXPECT_EQ(info["vrm"], cli::Json::parse(R"({"expressions":3,"spring_chains":2})")) << name;
    ASSERT_EQ(info["nodes"].size(), 6u) << name;
    for (std::size_t n = 0; n < 6; ++n) EXPECT_EQ(info["nodes"][n]["name"], names[n]) << name;
    EXPECT_EQ(info["nodes"][3]["meshes"], cli::Json({0})) << name;
    EXPECT_EQ(info["totals"]["morph_targets"], 2) << name;
  }
}

// Expected counts: by hand, in the JSON of the files.
TEST(Gltf, info_counts_the_extra_contents_of_vrm_files) {
  const CommandFolder folder;
  const std::string head = R"({"asset":{"version":"2.0"},"extensions":)";
  folder.write("zero.vrm",
               head + R"({"VRM":{"blendShapeMaster":{"blendShapeGroups":[{"name":"A"},{"name":"B"}]},
    "secondaryAnimation":{"boneGroups":[{"bones":[1,2]},{"bones":[3]},{}]}}}})");
  folder.write("one.vrm",
               head + R"({"VRMC_vrm":{"expressions":{"preset":{"happy":{}},"custom":{"x":{},"y":{}}}},
    "VRMC_springBone":{"springs":[{}]}}})");
  folder.write("wave.vrma",
               head + R"({"VRMC_vrm_animation":{"expressions":{"preset":{"happy":{"node":0}}}}}})");
  folder.write("odd.vrm",
               head + R"({"VRM":{"blendShapeMaster":3,"secondaryAnimation":{"boneGroups":"x"}}}})");
  const auto vrm = [&](const char* file) { return folder.run({"info", file, "--json"}).json()["vrm"]; };
  EXPECT_EQ(vrm("zero.vrm"), cli::Json::parse(R"({"expressions":2,"spring_chains":3})"));
  EXPECT_EQ(vrm("one.vrm"), cli::Json::parse(R"({"expressions":3,"spring_chains":1})"));
  EXPECT_EQ(vrm("wave.vrma"), cli::Json::parse(R"({"expressions":1,"spring_chains":0})"));
  EXPECT_EQ(vrm("odd.vrm"), cli::Json::parse(R"({"expressions":0,"spring_chains":0})"));
  EXPECT_THAT(folder.run({"info", "zero.vrm"}).out,
              ::testing::HasSubstr("  VRM        2 expressions, 3 spring chains: kept, but not played\n"));
}

}  // namespace
}  // namespace skelter::test
