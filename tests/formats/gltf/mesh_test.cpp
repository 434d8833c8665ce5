#include <cmath>

#include "formats/gltf/gltf_document.h"
#include "skelter/scene/evaluate.h"

namespace skelter::test {
namespace {

std::string mesh_of(const std::string& attributes, const std::string& more = {}) {
  return R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{)" + attributes + "}" + more +
         "}]}]";
}
Document square() {
  Document d;
  d.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, R"(,"min":[0,0,0],"max":[1,1,0])");
  return d;
}
const Primitive& first(const Scene& scene) {
  return scene.meshes.at(0).primitives.at(0);
}

TEST(triangles, strips_and_fans_keep_their_winding) {
  Document d = square();
  using Indices = std::vector<std::uint32_t>;
  // Source: glTF 2.0, section 3.7.2.1.
  const int normals = d.floats("VEC3", 3, {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1});
  const std::string attributes = "\"POSITION\":0,\"NORMAL\":" + std::to_string(normals);
  EXPECT_EQ(first(load(d, mesh_of(attributes, ",\"mode\":5"))).indices, (Indices{0, 1, 2, 1, 3, 2}));
  EXPECT_EQ(first(load(d, mesh_of(attributes, ",\"mode\":6"))).indices, (Indices{1, 2, 0, 2, 3, 0}));
  const int indices = d.add<std::uint16_t>("SCALAR", 5123, 1, {0, 1, 2, 0, 2, 3});
  const Scene scene = load(d, mesh_of("\"POSITION\":0", ",\"indices\":" + std::to_string(indices)));
  EXPECT_EQ(first(scene).indices, (Indices{0, 1, 2, 0, 2, 3}));
  EXPECT_EQ(first(scene).source_faces, 2u);
  EXPECT_EQ(
      said(load(d, mesh_of("\"POSITION\":0")), "gltf.incomplete-triangle"),
      "warning: a.gltf: /meshes/0/primitives/0: 4 indices; expected three per triangle, the rest is ignored");
}

// glTF 2.0, section 3.7.2.1: LINES are pairs, LINE_STRIP connects each vertex to the next, and LINE_LOOP also
// connects the last one to the first.
TEST(triangles, lines_and_points_are_kept_as_pairs_and_single_vertices) {
  Document d = square();
  using Indices = std::vector<std::uint32_t>;
  const auto of_mode = [&](const char* mode) {
    return first(load(d, mesh_of("\"POSITION\":0", std::string(",\"mode\":") + mode)));
  };
  EXPECT_EQ(of_mode("0").points, (Indices{0, 1, 2, 3}));
  EXPECT_EQ(of_mode("1").lines, (Indices{0, 1, 2, 3}));
  EXPECT_EQ(of_mode("2").lines, (Indices{0, 1, 1, 2, 2, 3, 3, 0}));
  EXPECT_EQ(of_mode("3").lines, (Indices{0, 1, 1, 2, 2, 3}));
  for (const char* mode : {"0", "1", "2", "3"}) {
    EXPECT_TRUE(of_mode(mode).indices.empty());
    EXPECT_TRUE(of_mode(mode).normals.empty()) << "they have no plane";
    EXPECT_EQ(of_mode(mode).source_faces, 0u);
  }
  const int indices = d.add<std::uint16_t>("SCALAR", 5123, 1, {3, 1, 2});
  const Scene odd = load(d, mesh_of("\"POSITION\":0", ",\"mode\":1,\"indices\":" + std::to_string(indices)));
  EXPECT_EQ(first(odd).lines, (Indices{3, 1}));
  EXPECT_EQ(
      said(odd, "gltf.incomplete-line"),
      "warning: a.gltf: /meshes/0/primitives/0: 3 indices; expected two per line, the last one is ignored");
  const Scene single =
      load(d, mesh_of("\"POSITION\":0", ",\"mode\":0,\"indices\":" + std::to_string(indices)));
  EXPECT_EQ(first(single).points, (Indices{3, 1, 2}));
}

TEST(triangles, faults_are_errors) {
  Document d = square();
  const int indices = d.add<std::uint8_t>("SCALAR", 5121, 1, {0, 1, 4});
  EXPECT_EQ(error_of(d, mesh_of("\"POSITION\":0", ",\"indices\":1")),
            "a.gltf: /meshes/0/primitives/0/indices: vertex index 4; expected less than 4");
  EXPECT_EQ(indices, 1);
  EXPECT_EQ(error_of(d, mesh_of("\"POSITION\":0", ",\"indices\":0")),
            "a.gltf: /accessors/0: VEC3 of FLOAT; expected SCALAR of UNSIGNED_SHORT");
  d.floats("SCALAR", 1, {0, 1, 2});
  EXPECT_EQ(error_of(d, mesh_of("\"POSITION\":0", ",\"indices\":2")),
            "a.gltf: /accessors/2: SCALAR of FLOAT; expected UNSIGNED_BYTE, UNSIGNED_SHORT or UNSIGNED_INT");
  EXPECT_EQ(error_of(d, mesh_of("\"POSITION\":0", ",\"mode\":7")),
            "a.gltf: /meshes/0/primitives/0/mode: mode 7; expected 0 to 6");
  EXPECT_EQ(error_of(d, mesh_of("\"NORMAL\":0")),
            "a.gltf: /meshes/0/primitives/0/attributes/POSITION: missing; expected the accessor index");
  EXPECT_EQ(error_of(d, R"("meshes":[{}])"), "a.gltf: /meshes/0/primitives: missing; expected an array");
  const Scene unseen = load(d, R"("meshes":[{"primitives":[{"attributes":{}}]}])");
  EXPECT_EQ(said(unseen, "gltf.no-positions"),
            "warning: a.gltf: /meshes/0/primitives/0: no positions; the primitive is empty");
}

TEST(vertices, attributes_of_all_kinds) {
  Document d = square();
  const int normal = d.add<std::int8_t>("VEC3", 5120, 3, {0, 0, 127, 0, 127, 0, 90, 90, 0, 0, 0, -127},
                                        ",\"normalized\":true");
  const int uv = d.add<std::uint16_t>("VEC2", 5123, 2, {0, 65535, 0, 0, 0, 0, 0, 0}, ",\"normalized\":true");
  const int color = d.add<std::uint8_t>("VEC4", 5121, 4, {255, 0, 0, 51, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                                        ",\"normalized\":true");
  const int tangent = d.floats("VEC4", 4, {1, 0, 0, 1, 0, 1, 0, -1, 2, 0, 0, 0.5, 0, 0, 1, 1});
  const int own = d.floats("SCALAR", 1, {1, 2, 3, 4});
  const auto at = [](int i) { return std::to_string(i); };
  const Scene scene =
      load(d, mesh_of("\"POSITION\":0,\"NORMAL\":" + at(normal) + ",\"TEXCOORD_1\":" + at(uv) +
                      ",\"COLOR_0\":" + at(color) + ",\"COLOR_1\":" + at(color) +
                      ",\"TANGENT\":" + at(tangent) + ",\"_OWN\":" + at(own) + ",\"ODD\":0"));
  const Primitive& p = first(scene);
  EXPECT_EQ(p.normals[0], (Vec3{0, 0, 1}));
  EXPECT_NEAR(p.normals[2].x, std::sqrt(0.5), 1e-6);
  ASSERT_EQ(p.uvs.size(), 2u);
  EXPECT_EQ(p.uvs[0], std::vector<Vec2>(4));  // the file has no set 0
  EXPECT_EQ(p.uvs[1][0], (Vec2{0, 1}));
  EXPECT_EQ(p.colors[0], (Vec4{1, 0, 0, 0.2f}));
  EXPECT_EQ(p.tangents[1], (Vec4{0, 1, 0, -1}));
  EXPECT_EQ(p.tangents[2], (Vec4{1, 0, 0, 1}));
  ASSERT_EQ(p.extra.size(), 2u);
  EXPECT_EQ(p.extra[0].semantic + at(static_cast<int>(p.extra[0].set)), "color1");
  EXPECT_EQ(p.extra[1].semantic, "_OWN");
  EXPECT_EQ(p.extra[1].values, (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(said(scene, "gltf.attribute"),
            "note: a.gltf: /meshes/0/primitives/0/attributes: ODD is not an attribute of glTF 2.0; left out");
  EXPECT_EQ(said(scene, "gltf.not-unit"),
            "warning: a.gltf: /accessors/4: a tangent does not have unit length; normalised");
}

TEST(vertices, faults_are_repaired_or_named) {
  Document d = square();
  const int three = d.floats("VEC3", 3, {0, 0, 1, 0, 0, 1, 0, 0, 1});
  EXPECT_EQ(error_of(d, mesh_of("\"POSITION\":0,\"NORMAL\":" + std::to_string(three))),
            "a.gltf: /meshes/0/primitives/0/attributes/NORMAL: 3 elements for 4 positions");
  const int long_normals = d.floats("VEC3", 3, {0, 0, 2, 0, NAN, 1, 0, 0, 1, 0, 0, 1});
  const Scene scene = load(d, mesh_of("\"POSITION\":0,\"NORMAL\":" + std::to_string(long_normals)));
  EXPECT_EQ(said(scene, "gltf.not-unit"),
            "warning: a.gltf: /accessors/2: a normal does not have unit length; normalised");
  EXPECT_EQ(said(scene, "gltf.not-finite"),
            "warning: a.gltf: /accessors/2: a number is not finite; treated as 0");
  EXPECT_EQ(first(scene).normals[0], (Vec3{0, 0, 1}));
  const std::string wrong = mesh_of("\"POSITION\":0,\"NORMAL\":3");
  d.floats("VEC2", 2, {0, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_EQ(error_of(d, wrong),
            "a.gltf: /accessors/3: VEC2 of FLOAT; expected VEC3 of FLOAT or small integers");
  EXPECT_EQ(error_of(d, mesh_of("\"POSITION\":0,\"TANGENT\":3")),
            "a.gltf: /accessors/3: VEC2 of FLOAT; expected VEC4 of FLOAT or small integers");
  EXPECT_EQ(error_of(d, mesh_of("\"POSITION\":0,\"TEXCOORD_0\":0")),
            "a.gltf: /accessors/0: VEC3 of FLOAT; expected VEC2 of FLOAT or small integers");
  EXPECT_EQ(error_of(d, mesh_of("\"POSITION\":0,\"COLOR_0\":3")),
            "a.gltf: /accessors/3: VEC2 of FLOAT; expected VEC3 or VEC4 of FLOAT or normalised integers");
  EXPECT_EQ(said(load(d, mesh_of("\"POSITION\":0,\"TEXCOORD_9\":3")), "gltf.attribute"),
            "note: a.gltf: /accessors/3: TEXCOORD_9: only 8 sets are read; left out");
}

// Some exporters reserve space for colours but never fill it. If such colours were drawn, they would hide the
// material and its texture.
TEST(vertices, colours_that_are_0_everywhere_are_left_out) {
  const auto colors_of = [](const std::vector<float>& numbers, const std::string& type, std::string& note) {
    Document d = square();
    const int color = d.floats(type, numbers.size() / 4, numbers);
    const Scene scene = load(d, mesh_of("\"POSITION\":0,\"COLOR_0\":" + std::to_string(color)));
    note = said(scene, "gltf.black-colors");
    return first(scene).colors;
  };
  std::string note;
  EXPECT_TRUE(colors_of(std::vector<float>(12, 0), "VEC3", note).empty());
  EXPECT_EQ(note,
            "note: a.gltf: /meshes/0/primitives/0/attributes/COLOR_0: all vertex colours are 0 and would "
            "make the mesh black; left out");
  EXPECT_TRUE(colors_of(std::vector<float>(16, 0), "VEC4", note).empty());
  std::vector<float> one_is_grey(12, 0);
  one_is_grey[7] = 0.1f;
  EXPECT_EQ(colors_of(one_is_grey, "VEC3", note).size(), 4u);
  EXPECT_EQ(note, "");
  std::vector<float> fades(16, 0);
  fades[3] = 1;  // an alpha of 1 is information
  EXPECT_EQ(colors_of(fades, "VEC4", note).size(), 4u);
}

TEST(vertices, wrong_bounds_of_positions_are_a_warning) {
  Document d;
  d.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 1, 1, 0});
  EXPECT_EQ(said(load(d, mesh_of("\"POSITION\":0")), "gltf.bounds"),
            "warning: a.gltf: /accessors/0: no min and max of the positions; recomputed");
  Document wrong;
  wrong.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 1, 1, 0}, R"(,"min":[0,0,0],"max":[2,2,0])");
  EXPECT_EQ(said(load(wrong, mesh_of("\"POSITION\":0")), "gltf.bounds"),
            "warning: a.gltf: /accessors/0: min and max do not match the positions; recomputed");
}

// A corner of a box: three squares that meet in vertex 0, each with its own direction. Shared vertices are
// split, and vertices of a single square are not.
TEST(vertices, missing_normals_are_flat) {
  Document d;
  d.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 1},
           R"(,"min":[0,0,0],"max":[1,1,1])");
  const int indices =
      d.add<std::uint8_t>("SCALAR", 5121, 1, {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 6, 0, 6, 1});
  const int colors = d.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 1});
  const int tangents = d.floats("VEC4", 4, std::vector<float>(28, 0.5f));
  const auto at = [](int i) { return std::to_string(i); };
  const Scene scene =
      load(d, mesh_of("\"POSITION\":0,\"COLOR_0\":" + at(colors) + ",\"TANGENT\":" + at(tangents),
                      ",\"indices\":" + at(indices) + ",\"targets\":[{\"POSITION\":0}]"));
  const Primitive& p = first(scene);
  EXPECT_TRUE(p.normals_generated);
  EXPECT_EQ(p.source_vertices, 7u);
  ASSERT_EQ(p.positions.size(), 12u) << "four for each square";
  const Vec3 directions[] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
  for (std::size_t corner = 0; corner < 18; ++corner) {
    const std::uint32_t v = p.indices[corner];
    EXPECT_EQ(p.normals[v], directions[corner / 6]) << corner;
    const Vec3 position = p.positions[p.source_of(v)];
    EXPECT_EQ(p.positions[v], position);
    EXPECT_EQ(p.colors[v], (Vec4{position.x, position.y, position.z, 1}));
    EXPECT_EQ(p.morphs[0].position_offsets[v], position);
  }
  EXPECT_TRUE(p.tangents.empty());
  EXPECT_EQ(said(scene, "gltf.attribute"),
            "note: a.gltf: /meshes/0/primitives/0/attributes: TANGENT without NORMAL; left out");
}

TEST(vertices, missing_normals_are_made) {
  Document d = square();
  const Primitive p = first(load(d, mesh_of("\"POSITION\":0", ",\"mode\":6")));
  EXPECT_TRUE(p.normals_generated);
  for (const Vec3& n : p.normals) EXPECT_EQ(n, (Vec3{0, 0, 1}));
}

// --- influences ---

TEST(influences, several_sets_are_sorted_and_merged) {
  Document d;
  d.floats("VEC3", 3, {0, 0, 0}, R"(,"min":[0,0,0],"max":[0,0,0])");
  const int j0 = d.add<std::uint8_t>("VEC4", 5121, 4, {3, 1, 0, 0});
  const int w0 = d.floats("VEC4", 4, {0.1f, 0.4f, 0.0f, 0.0f});
  const int j1 = d.add<std::uint16_t>("VEC4", 5123, 4, {2, 1, 0, 0});
  const int w1 =
      d.add<std::uint8_t>("VEC4", 5121, 4, {102, 26, 0, 0});  // 0.4 and 0.1, but not marked as normalised
  const auto at = [](int i) { return std::to_string(i); };
  const Scene scene = load(
      d,
      R"("nodes":[{"mesh":0,"skin":0},{},{},{}],"skins":[{"joints":[0,1,2,3]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0,
    "JOINTS_0":)" +
          at(j0) + ",\"WEIGHTS_0\":" + at(w0) + ",\"JOINTS_1\":" + at(j1) + ",\"WEIGHTS_1\":" + at(w1) +
          "}}]}]");
  const Primitive& p = first(scene);
  ASSERT_EQ(p.influences.size(), 3u);
  EXPECT_EQ(p.influences[0].joint, 1u);  // 0.4 + 0.1
  EXPECT_EQ(p.influences[1].joint, 2u);
  EXPECT_EQ(p.influences[2].joint, 3u);
  EXPECT_NEAR(p.influences[0].weight, 0.5, 0.002);
  EXPECT_EQ(said(scene, "gltf.joint-twice"),
            "note: a.gltf: /meshes/0/primitives/0/attributes/WEIGHTS_0: a vertex lists a joint twice; the "
            "weights are added");
}

// Found by the fuzzer: twice the largest float became an infinite weight.
TEST(influences, weights_without_a_sum_in_float_are_normalised) {
  Document d;
  d.floats("VEC3", 3, {0, 0, 0}, R"(,"min":[0,0,0],"max":[0,0,0])");
  const int joints = d.add<std::uint8_t>("VEC4", 5121, 4, {1, 1, 0, 0});
  const int weights = d.floats("VEC4", 4, {3e38f, 3e38f, 2e38f, 0});
  const Scene scene = load(
      d,
      R"("nodes":[{"mesh":0,"skin":0},{}],"skins":[{"joints":[0,1]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":)" +
          std::to_string(joints) + ",\"WEIGHTS_0\":" + std::to_string(weights) + "}}]}]");
  const Primitive& p = first(scene);
  ASSERT_EQ(p.influences.size(), 2u);
  EXPECT_NEAR(p.influences[0].weight, 0.75, 1e-6);
  EXPECT_NEAR(p.influences[1].weight, 0.25, 1e-6);
}

TEST(influences, faults_are_repaired_and_reported) {
  Document d;
  d.floats("VEC3", 3, std::vector<float>(12, 0.0f), R"(,"min":[0,0,0],"max":[0,0,0])");
  const int joints = d.add<std::uint8_t>("VEC4", 5121, 4, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  const int weights = d.floats("VEC4", 4, {0.5f, 0.3f, 0, 0, 0, 0, 0, 0, 1, -1, 0, 0, 0.999f, 0, 0, 0});
  const std::string skin = R"("skins":[{"joints":[0,1]}],)";
  const std::string mesh = R"("meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":)" +
                           std::to_string(joints) + ",\"WEIGHTS_0\":" + std::to_string(weights);
  const std::string end = "}}]}]";
  const Scene scene = load(d, R"("nodes":[{"mesh":0,"skin":0},{}],)" + skin + mesh + end);
  const std::string place = "a.gltf: /meshes/0/primitives/0/attributes/WEIGHTS_0: ";
  EXPECT_EQ(said(scene, "gltf.weights-not-normalised"),
            "warning: " + place + "weights of a vertex sum to 0.8; expected 1, normalised");
  EXPECT_EQ(said(scene, "gltf.weights-inexact"),
            "note: " + place + "weights of a vertex sum to nearly 1; normalised");
  EXPECT_EQ(said(scene, "gltf.no-weight"),
            "warning: " + place + "all weights of a vertex are 0; bound to the first joint of the skin");
  EXPECT_EQ(said(scene, "gltf.negative-weight"), "warning: " + place + "a weight below 0; treated as 0");
  EXPECT_EQ(first(scene).influences[0], (Influence{1, 0.625f}));
  EXPECT_EQ(first(scene).influences[2], (Influence{0, 1}));

  EXPECT_EQ(said(load(d, R"("nodes":[{"mesh":0},{}],)" + skin + mesh + end), "gltf.no-skin"),
            "warning: a.gltf: /nodes/0: a mesh with joint weights on a node without a skin; drawn rigid");
  EXPECT_EQ(error_of(d, R"("nodes":[{"mesh":0,"skin":0},{}],"skins":[{"joints":[0]}],)" + mesh + end),
            "a.gltf: /meshes/0/primitives: primitive 0: joint index 1 is out of range for the 1 joints of "
            "skin 0 at node 0");
  EXPECT_EQ(said(load(d, R"("nodes":[{"mesh":0,"skin":0},{}],)" + skin + mesh + ",\"JOINTS_1\":1" + end),
                 "gltf.weights-alone"),
            "warning: a.gltf: /meshes/0/primitives/0/attributes: JOINTS_1 without WEIGHTS_1; ignored");
  EXPECT_EQ(said(load(d, R"("nodes":[{"mesh":0,"skin":0},{}],)" + skin +
                             R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])"),
                 "gltf.skin-without-weights"),
            "warning: a.gltf: /nodes/0/skin: a skin on a mesh without joint weights; drawn rigid");
  EXPECT_EQ(
      error_of(d,
               R"("nodes":[{"mesh":0,"skin":0},{}],)" + skin +
                   R"("meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":0,"WEIGHTS_0":2}}]}])"),
      "a.gltf: /accessors/0: VEC3 of FLOAT; expected VEC4 of UNSIGNED_BYTE or UNSIGNED_SHORT");
  EXPECT_EQ(
      error_of(d,
               R"("nodes":[{"mesh":0,"skin":0},{}],)" + skin +
                   R"("meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":0}}]}])"),
      "a.gltf: /accessors/0: VEC3 of FLOAT; expected VEC4 of FLOAT or normalised integers");
}

// --- morph targets ---

Document morphing() {
  Document d;
  d.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 0, 1, 0}, R"(,"min":[0,0,0],"max":[1,1,0])");
  d.floats("VEC3", 3, {1, 0, 0, 0, 0, 0, 0, 0, 0});
  d.floats("VEC3", 3, {0, 2, 0, 0, 0, 0, 0, 0, 0});
  return d;
}
const std::string kTargets = R"("targets":[{"POSITION":1},{"NORMAL":2}])";

TEST(morphs, targets_names_and_weights_at_rest) {
  const Document d = morphing();
  const std::string mesh =
      R"("meshes":[{"weights":[0.5,0.25],"extras":{"targetNames":["smile","frown"]},"primitives":[{"attributes":{"POSITION":0},)" +
      kTargets + "}]}]";
  const Scene scene = load(d, R"("nodes":[{"mesh":0},{"mesh":0,"weights":[1,0]}],)" + mesh);
  const Primitive& p = first(scene);
  ASSERT_EQ(p.morphs.size(), 2u);
  EXPECT_EQ(p.morphs[0].name, "smile");
  EXPECT_EQ(p.morphs[1].name, "frown");
  EXPECT_EQ(p.morphs[1].position_offsets, std::vector<Vec3>(3));
  EXPECT_EQ(p.morphs[1].normal_offsets[0], (Vec3{0, 2, 0}));
  EXPECT_EQ(rest_morph_weights(scene, 0), (std::vector<float>{0.5f, 0.25f}));
  EXPECT_EQ(rest_morph_weights(scene, 1), (std::vector<float>{1, 0}));
  EXPECT_EQ(skin(scene, rest_pose(scene), 0, 0).positions[0], (Vec3d{0.5, 0, 0}));
  EXPECT_EQ(skin(scene, rest_pose(scene), 1, 0).positions[0], (Vec3d{1, 0, 0}));
}

TEST(morphs, faults) {
  Document d = morphing();
  const std::string nodes = R"("nodes":[{"mesh":0}],)",
                    begin = R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},)";
  EXPECT_EQ(said(load(d, R"("nodes":[{"mesh":0,"weights":[1]}],)" + begin + kTargets + "}]}]"),
                 "gltf.morph-weights"),
            "warning: a.gltf: /nodes/0/weights: 1 weights for 2 morph targets; ignored");
  EXPECT_EQ(said(load(d, nodes + begin + kTargets + "}],\"weights\":[1]}]"), "gltf.morph-weights"),
            "warning: a.gltf: /meshes/0/weights: 1 weights for 2 morph targets; ignored");
  EXPECT_EQ(
      said(load(d, nodes + begin + kTargets + R"(},{"attributes":{"POSITION":0}}]}])"), "gltf.morph-count"),
      "warning: a.gltf: /meshes/0: primitive 1 has 0 morph targets, but another has 2; the missing ones move "
      "nothing");
  EXPECT_EQ(said(load(d, nodes + begin + R"("targets":[{"COLOR_0":1}]}]}])"), "gltf.attribute"),
            "note: a.gltf: /meshes/0/primitives/0/targets/0: morph target has COLOR_0; left out");
  d.floats("VEC3", 3, {0, 0, 0});
  EXPECT_EQ(error_of(d, nodes + begin + R"("targets":[{"POSITION":3}]}]}])"),
            "a.gltf: /meshes/0/primitives/0/targets/0/POSITION: 1 elements for 3 positions");
  d.floats("VEC2", 2, {0, 0, 0, 0, 0, 0});
  EXPECT_EQ(error_of(d, nodes + begin + R"("targets":[{"NORMAL":4}]}]}])"),
            "a.gltf: /accessors/4: VEC2 of FLOAT; expected VEC3 of FLOAT or small integers");
}

}  // namespace
}  // namespace skelter::test
