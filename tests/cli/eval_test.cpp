// skelter eval: compares numbers with numbers worked out by hand and with the independently computed blending
// example.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "cli/command_runner.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

using cli::Json;
using ::testing::HasSubstr;

// Largest difference between two lists of numbers, or infinity if their lengths differ.
double largest_gap(const Json& a, const Json& b) {
  if (a.size() != b.size()) return INFINITY;
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::abs(a[i].get<double>() - b[i].get<double>()));
  return largest;
}

Json node_named(const Json& eval, const std::string& name) {
  for (const Json& node : eval["nodes"])
    if (node["name"] == name) return node;
  ADD_FAILURE() << "no node " << name;
  return {};
}

// S-18, worked out by hand: an eighth of a turn about +Y takes (1, 0, 0) to (sqrt(1/2), 0, -sqrt(1/2)) in the
// axes of the file, and three quarters take it to (0, 0, 1). The frame is 0.5 above the ground.
TEST(Eval, a_mesh_without_a_skin_spins_with_its_frame) {
  const CommandFolder folder;
  const std::string file = SKELTER_SOURCE_DIR "/examples/spinning_mesh.x";
  EXPECT_EQ(folder.run({"info", file, "--json"}).json()["totals"]["skins"], 0);
  const double half = std::sqrt(0.5);
  const struct {
    const char* time;
    double x, z;
  } hand[] = {{"0", 1, 0}, {"0.5", half, -half}, {"1", 0, -1}, {"3", 0, 1}};
  for (const auto& at : hand) {
    const Ran ran = folder.run({"eval", file, "--clip", "spin", "--time", at.time, "--vertices", "0,4",
                                "--space", "source", "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const auto vertices = ran.json()["meshes"][0]["vertices"];
    const auto& corner = vertices[0]["position"];
    EXPECT_NEAR(corner[0].get<double>(), at.x, 1e-6) << at.time;
    EXPECT_NEAR(corner[1].get<double>(), 0.5, 1e-6) << at.time;
    EXPECT_NEAR(corner[2].get<double>(), at.z, 1e-6) << at.time;
    const auto& tip = vertices[1]["position"];
    EXPECT_NEAR(tip[0].get<double>(), 0, 1e-6) << at.time;
    EXPECT_NEAR(tip[1].get<double>(), 2, 1e-6) << at.time;
    EXPECT_NEAR(tip[2].get<double>(), 0, 1e-6) << at.time;
  }
}

// "bend" at its end: Upper is turned by 90 degrees about z, so a point (x, y) relative to the joint moves to
// (-y, x).
TEST(Eval, bent_strip_has_the_numbers_of_the_hand_calculation) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Ran ran = folder.run(
      {"eval", "bend.x", "--clip", "bend", "--time", "1", "--wrap", "once", "--vertices", "all", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json eval = ran.json();
  EXPECT_EQ(eval["file"], "bend.x");
  EXPECT_EQ(eval["clip"], "bend");
  EXPECT_EQ(eval["time_s"], 1);
  EXPECT_EQ(eval["space"], "canonical");
  EXPECT_EQ(eval["path"], "reference");
  EXPECT_LT(
      largest_gap(node_named(eval, "Upper")["world"], Json::parse("[0,1,0,0, -1,0,0,0, 0,0,1,0, 0,2,0,1]")),
      1e-6);
  ASSERT_EQ(eval["meshes"].size(), 1u);
  const Json& mesh = eval["meshes"][0];
  EXPECT_EQ(mesh["name"], "Strip");
  EXPECT_EQ(mesh["primitive"], 0);
  const char* expected[] = {"[-1,0,0]", "[1,0,0]", "[-1,1,-0.5]", "[-1,3,-0.5]"};
  ASSERT_EQ(mesh["vertices"].size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(mesh["vertices"][i]["source"], i);
    EXPECT_LT(largest_gap(mesh["vertices"][i]["position"], Json::parse(expected[i])), 1e-6) << i;
    EXPECT_LT(largest_gap(mesh["vertices"][i]["normal"], Json::parse("[0,0,1]")), 1e-6) << i;
  }
}

// The same numbers from the runtime. H is 3, so the bound is 1.7e-4. Every vertex has one influence, so both
// skinning methods give the same result.
TEST(Eval, runtime_path_has_the_numbers_of_the_hand_calculation) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  for (const char* skinning : {"linear", "dual-quaternion"}) {
    const Ran ran = folder.run({"eval", "bend.x", "--clip", "bend", "--time", "1", "--wrap", "once",
                                "--vertices", "all", "--path", "runtime", "--skin", skinning, "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const Json eval = ran.json();
    EXPECT_EQ(eval["path"], "runtime");
    EXPECT_LT(
        largest_gap(node_named(eval, "Upper")["world"], Json::parse("[0,1,0,0, -1,0,0,0, 0,0,1,0, 0,2,0,1]")),
        2e-4);
    const char* expected[] = {"[-1,0,0]", "[1,0,0]", "[-1,1,-0.5]", "[-1,3,-0.5]"};
    const Json& vertices = eval["meshes"][0]["vertices"];
    ASSERT_EQ(vertices.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_LT(largest_gap(vertices[i]["position"], Json::parse(expected[i])), 2e-4) << i;
      EXPECT_LT(largest_gap(vertices[i]["normal"], Json::parse("[0,0,1]")), 2e-4) << i;
    }
  }
}

// The reference path also uses the method selected by --skin.
TEST(Eval, dual_quaternions_on_the_reference_path_have_the_numbers_of_the_hand_calculation) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Ran ran = folder.run({"eval", "bend.x", "--clip", "bend", "--time", "1", "--wrap", "once",
                              "--vertices", "all", "--skin", "dual-quaternion", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json eval = ran.json();
  EXPECT_EQ(eval["path"], "reference");
  const char* expected[] = {"[-1,0,0]", "[1,0,0]", "[-1,1,-0.5]", "[-1,3,-0.5]"};
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_LT(largest_gap(eval["meshes"][0]["vertices"][i]["position"], Json::parse(expected[i])), 1e-6) << i;
}

TEST(Eval, source_space_is_mirrored_back) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Json eval = folder
                        .run({"eval", "bend.x", "--clip", "bend", "--time", "1", "--wrap", "once",
                              "--vertices", "3", "--space", "source", "--json"})
                        .json();
  EXPECT_EQ(eval["space"], "source");
  const Json& vertex = eval["meshes"][0]["vertices"][0];
  EXPECT_EQ(vertex["source"], 3);
  EXPECT_LT(largest_gap(vertex["position"], Json::parse("[-1,3,0.5]")), 1e-6);
  EXPECT_LT(largest_gap(vertex["normal"], Json::parse("[0,0,-1]")), 1e-6);
}

TEST(Eval, without_clip_the_rest_pose_is_given) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Json eval = folder.run({"eval", "bend.x", "--json"}).json();
  EXPECT_TRUE(eval["clip"].is_null());
  EXPECT_TRUE(eval["time_s"].is_null());
  EXPECT_EQ(node_named(eval, "Upper")["world"], Json::parse("[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,2,0,1]"));
  EXPECT_EQ(eval["meshes"][0]["vertices"], Json::array());
}

TEST(Eval, clips_are_named_by_name_or_index) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  for (const char* clip : {"#1", "1"}) {
    const Json eval = folder.run({"eval", "bend.x", "--clip", clip, "--time", "0.25", "--json"}).json();
    EXPECT_TRUE(eval["clip"].is_null());
    EXPECT_LT(
        largest_gap(node_named(eval, "Upper")["local"], Json::parse("[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,3,0,1]")),
        1e-6);
  }
}

TEST(Eval, selections_keep_what_was_requested) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Json some = folder.run({"eval", "bend.x", "--joints", "Upper", "--vertices", "2,0", "--json"}).json();
  ASSERT_EQ(some["nodes"].size(), 1u);
  EXPECT_EQ(some["nodes"][0]["index"], 1);
  ASSERT_EQ(some["meshes"][0]["vertices"].size(), 2u);
  EXPECT_EQ(some["meshes"][0]["vertices"][0]["source"], 2);
  EXPECT_EQ(some["meshes"][0]["vertices"][1]["source"], 0);
  EXPECT_EQ(folder.run({"eval", "bend.x", "--joints", "none", "--json"}).json()["nodes"], Json::array());
}

// Two faces have different normals at their shared edge, so vertices 1 and 2 are split for drawing.
TEST(Eval, split_vertex_is_listed_once_with_the_normal_of_its_first_copy) {
  const CommandFolder folder;
  folder.write("roof.x",
               "xof 0303txt 0032\nMesh Roof { 4; 0;0;0;, 1;0;0;, 0;1;0;, 1;1;1;; 2; 3;0,1,2;, 3;2,1,3;;\n"
               "MeshNormals { 2; 0;0;1;, 0;1;0;; 2; 3;0,0,0;, 3;1,1,1;; } }\n");
  const Ran ran = folder.run({"eval", "roof.x", "--vertices", "all", "--space", "source", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(folder.run({"info", "roof.x", "--json"}).json()["totals"]["vertices"], 6);
  const Json vertices = ran.json()["meshes"][0]["vertices"];
  ASSERT_EQ(vertices.size(), 4u);
  EXPECT_EQ(vertices[1]["source"], 1);
  EXPECT_EQ(vertices[1]["normal"], Json::parse("[0,0,1]"));
  EXPECT_EQ(vertices[2]["normal"], Json::parse("[0,0,1]"));
  EXPECT_EQ(vertices[3]["normal"], Json::parse("[0,1,0]"));
}

TEST(Eval, text_shows_joints_and_vertices) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Ran ran = folder.run({"eval", "bend.x", "--clip", "bend", "--time", "0.5", "--vertices", "0"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("bend.x: clip bend at 0.5 s\n"));
  EXPECT_THAT(ran.out, HasSubstr("45.00 deg"));
  EXPECT_THAT(ran.out, HasSubstr("mesh Strip"));
  EXPECT_THAT(ran.out, HasSubstr("-1.0000"));
}

// --- the blending example, computed independently ---------------------------------------------------------

class BlendExample : public ::testing::Test {
 protected:
  void SetUp() override {
    SKELTER_REQUIRE_CORPUS();
    expected_ = Json::parse(std::ifstream(corpus_file("x-made/blend_example.expected.json")));
  }
  Json eval_in_source_space(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--space", "source"});
    return eval(std::move(arguments));
  }
  Json eval(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"eval", corpus_file("x-made/blend_example.x")});
    arguments.insert(arguments.end(), {"--vertices", "all", "--json"});
    const Ran ran = folder_.run(arguments);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.json();
  }
  void expect_equal(const Json& got, const Json& expected, double tolerance = 1e-4) const {
    for (const char* kind : {"local", "world"})
      for (const auto& item : expected[kind].items())
        EXPECT_LT(largest_gap(node_named(got, item.key())[kind], item.value()), tolerance)
            << kind << " " << item.key();
    if (!expected.contains("skinned")) return;
    const Json& vertices = got["meshes"][0]["vertices"];
    ASSERT_EQ(vertices.size(), expected["skinned"].size());
    for (std::size_t i = 0; i < vertices.size(); ++i)
      EXPECT_LT(largest_gap(vertices[i]["position"], expected["skinned"][i]), tolerance) << "vertex " << i;
  }
  CommandFolder folder_;
  Json expected_;
};

std::string text_of(const Json& number) {
  return number.dump();
}

// Returns text like "swing:weight=1.5;wave:weight=1.2". Both clips play at --time.
std::string mix_of(const Json& amounts) {
  std::string spec;
  for (const Json& layer : amounts)
    spec +=
        (spec.empty() ? "" : ";") + layer["clip"].get<std::string>() + ":weight=" + text_of(layer["amount"]);
  return spec;
}

// A tick is a millisecond in this file.
std::string seconds_of(const Json& moment) {
  return std::to_string(moment["tick"].get<double>() / 1000);
}

TEST_F(BlendExample, rest_pose_agrees) {
  expect_equal(eval_in_source_space({}), expected_["rest"]);
}

TEST_F(BlendExample, single_clips_agree_in_all_modes) {
  ASSERT_FALSE(expected_["single"].empty());
  for (const Json& moment : expected_["single"]) {
    SCOPED_TRACE(moment.dump().substr(0, 140));
    expect_equal(eval_in_source_space({"--clip", moment["clip"], "--time", text_of(moment["time_s"]),
                                       "--wrap", moment["wrap"], "--absent", moment["absent_channels"],
                                       "--matrix-keys", moment["matrix_keys"]}),
                 moment);
  }
}

// Compiled, sampled and skinned by the runtime. The bound is H / 18,000 on a shell of H / 60 around the
// joints, with an H of about 10. Vertices and the unit axes of matrices are outside of that shell, so the
// tolerance is larger.
TEST_F(BlendExample, single_clips_agree_on_the_runtime_path) {
  for (const Json& moment : expected_["single"]) {
    if (moment["matrix_keys"] != "decompose") continue;
    SCOPED_TRACE(moment.dump().substr(0, 140));
    const Json got = eval_in_source_space({"--clip", moment["clip"], "--time", text_of(moment["time_s"]),
                                           "--wrap", moment["wrap"], "--absent", moment["absent_channels"],
                                           "--matrix-keys", moment["matrix_keys"], "--path", "runtime"});
    EXPECT_EQ(got["path"], "runtime");
    expect_equal(got, moment, 3e-3);
  }
}

TEST_F(BlendExample, element_wise_mixes_agree) {
  ASSERT_FALSE(expected_["seed_additive"].empty());
  for (const Json& moment : expected_["seed_additive"]) {
    SCOPED_TRACE(moment.dump().substr(0, 140));
    const Json got = eval_in_source_space({"--mix", mix_of(moment["amounts"]), "--mode", "elements", "--time",
                                           seconds_of(moment), "--wrap", "loop-plus-one", "--matrix-keys",
                                           "elements", "--absent", moment["absent_channels"]});
    EXPECT_EQ(got["mode"], "elements");
    EXPECT_EQ(got["mix"].size(), moment["amounts"].size());
    EXPECT_EQ(got["mix"][0]["weight"].get<double>(), moment["amounts"][0]["amount"].get<double>());
    expect_equal(got, moment);
  }
}

// The controller's mixes are tested in its own mode and, if absent parts are the identity, also in the mode
// of D3DX.
TEST_F(BlendExample, controller_mixes_agree) {
  ASSERT_EQ(expected_["mix"].size(), 6u);
  for (const Json& moment : expected_["mix"])
    for (const std::string mode : {"controller", "d3dx"}) {
      SCOPED_TRACE(mode + " " + moment.dump().substr(0, 140));
      if (mode == "d3dx" && moment["absent_channels"] != "identity") continue;
      std::string spec;
      for (const Json& track : moment["tracks"])
        spec += (spec.empty() ? "" : ";") + track["clip"].get<std::string>() +
                ":weight=" + text_of(track["weight"]) + ",time=" + text_of(track["time_s"]);
      const Json got =
          eval_in_source_space({"--mix", spec, "--mode", mode, "--absent", moment["absent_channels"],
                                "--matrix-keys", moment["matrix_keys"]});
      EXPECT_EQ(got["mode"], mode);
      EXPECT_EQ(got["mix"][0]["priority"], "low");
      expect_equal(got, moment);
    }
}

TEST_F(BlendExample, the_controller_is_the_default_and_supports_priorities) {
  // The blend between priorities is halfway at the start, so low and high priority count equally, whatever
  // their weights are.
  const Json by_priority =
      eval({"--mix", "swing:time=0.25,weight=9;wave:time=0.15,weight=0.1,priority=high"});
  const Json by_weight = eval({"--mix", "swing:time=0.25;wave:time=0.15", "--mode", "controller"});
  EXPECT_EQ(by_priority["mode"], "controller");
  EXPECT_EQ(by_priority["mix"][1]["priority"], "high");
  for (std::size_t node = 0; node < 3; ++node)
    EXPECT_LT(largest_gap(by_priority["nodes"][node]["world"], by_weight["nodes"][node]["world"]), 1e-9);
  const Json fast = eval({"--mix", "swing:speed=2;wave:speed=1.2", "--time", "0.125"});
  for (std::size_t node = 0; node < 3; ++node)
    EXPECT_LT(largest_gap(fast["nodes"][node]["world"], by_weight["nodes"][node]["world"]), 1e-9);
}

TEST_F(BlendExample, canonical_space_is_mirrored_at_z) {
  const Json& moment = expected_["mirror_check"];
  expect_equal(eval({"--clip", moment["clip"], "--time", seconds_of(moment), "--absent",
                     moment["absent_channels"], "--matrix-keys", moment["matrix_keys"]}),
               moment);
}

TEST_F(BlendExample, time_of_a_layer_is_independent) {
  const Json shared = eval({"--mix", "swing:weight=1.5", "--mode", "additive", "--time", "0.25"});
  const Json own = eval({"--mix", "swing:weight=1.5,time=0.25", "--mode", "additive"});
  const Json fast = eval({"--mix", "swing:weight=1.5,speed=2", "--mode", "additive", "--time", "0.125"});
  EXPECT_EQ(own["nodes"], shared["nodes"]);
  EXPECT_EQ(fast["nodes"], shared["nodes"]);
  EXPECT_EQ(own["mix"][0]["time_s"], 0.25);
}

// If a frame has matrix keys and translation keys, the message must describe how they are used.
TEST(Eval, matrix_keys_with_other_keys_are_reported_as_they_are_used) {
  const CommandFolder folder;
  folder.write("both.x",
               "xof 0303txt 0032\nFrame A { }\nAnimationSet S { Animation { { A } AnimationKey { 4; 1; "
               "0;16;1,0,0,0,0,1,0,0,0,0,1,0,1,2,3,1;;; } AnimationKey { 2; 1; 0;3;5,0,0;;; } } }\n");
  std::vector<std::string> line{"eval", "both.x", "--clip", "S", "--time", "0", "--json"};
  const Ran plain = folder.run(line);
  ASSERT_EQ(plain.code, 0) << plain.err;
  EXPECT_THAT(plain.err, HasSubstr("both matrix keys and other keys; the matrix keys are used\n"));
  EXPECT_EQ(plain.json()["nodes"][0]["world"][12], 1.0);
  line.insert(line.end(), {"--matrix-keys", "product"});
  const Ran product = folder.run(line);
  ASSERT_EQ(product.code, 0) << product.err;
  EXPECT_THAT(product.err,
              HasSubstr("both matrix keys and other keys; --matrix-keys product multiplies them\n"));
  EXPECT_THAT(product.err, ::testing::Not(HasSubstr("are used")));
  EXPECT_EQ(product.json()["nodes"][0]["world"][12], 6.0);
}

}  // namespace
}  // namespace skelter::test
