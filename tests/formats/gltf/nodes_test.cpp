#include "formats/gltf/gltf_document.h"

namespace skelter::test {
namespace {

TEST(nodes, parts_and_matrices_become_rest_transforms) {
  const Scene scene =
      load_json(R"("nodes":[{"name":"a","translation":[1,2,3],"rotation":[0,0,0.70710678,0.70710678],
    "scale":[2,3,4]},{"matrix":[1,0,0,0,0,1,0,0,0.5,0,1,0,7,8,9,1],"extras":{"x":1},"extensions":{"ACME":1}}])");
  ASSERT_EQ(scene.nodes.size(), 2u);
  EXPECT_EQ(scene.nodes[0].name, "a");
  ASSERT_TRUE(scene.nodes[0].rest_trs);
  EXPECT_EQ(scene.nodes[0].rest_trs->scale, (Vec3{2, 3, 4}));
  // A quarter turn about z takes x to y: column 0 is (0, 2, 0).
  EXPECT_NEAR(scene.nodes[0].rest.m[1], 2, 1e-6);
  EXPECT_NEAR(scene.nodes[0].rest.m[4], -3, 1e-6);
  EXPECT_EQ(scene.nodes[0].rest.m[14], 3);
  EXPECT_FALSE(scene.nodes[1].rest_trs);
  EXPECT_EQ(scene.nodes[1].rest.m[8], 0.5f);  // the shear is preserved
  EXPECT_EQ(scene.nodes[1].carried.extras, R"({"x":1})");
  EXPECT_EQ(scene.nodes[1].carried.extensions, R"({"ACME":1})");
  EXPECT_EQ(scene.metres_per_unit, 1);
}

TEST(nodes, faulty_transforms_are_repaired) {
  const Scene scene = load_json(R"("nodes":[{"rotation":[0,0,0,2]},{"rotation":[0,0,0,0]},
    {"matrix":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1],"scale":[1,1,1]}])");
  EXPECT_EQ(said(scene, "gltf.rotation-not-unit"),
            "warning: a.gltf: /nodes/0/rotation: length 2; expected 1, normalised");
  EXPECT_EQ(scene.nodes[0].rest, Mat4());
  EXPECT_EQ(scene.nodes[1].rest, Mat4());
  EXPECT_EQ(scene.nodes[2].rest, Mat4());
  EXPECT_EQ(said(scene, "gltf.matrix-row"),
            "warning: a.gltf: /nodes/2/matrix: last row 1 0 0 1; expected 0 0 0 1, which is used");
  EXPECT_EQ(said(scene, "gltf.matrix-and-parts"),
            "warning: a.gltf: /nodes/2: both `matrix` and `scale`; the matrix is used");
}

TEST(nodes, what_is_no_tree_is_an_error) {
  EXPECT_EQ(error_of_json(R"("nodes":[{"children":[0]}])"),
            "a.gltf: /nodes/0/children/0: a node is its own child");
  EXPECT_EQ(error_of_json(R"("nodes":[{"children":[2]},{"children":[2]},{}])"),
            "a.gltf: /nodes/1/children/0: node 2 is also a child of node 0");
  EXPECT_EQ(error_of_json(R"("nodes":[{},{"children":[2]},{"children":[1]}])"),
            "a.gltf: /nodes/1: the node is its own ancestor");
  EXPECT_EQ(error_of_json(R"("nodes":[{"children":[1]}])"),
            "a.gltf: /nodes/0/children/0: node index 1; the file has 1");
  EXPECT_EQ(error_of_json(R"("scene":1,"scenes":[{}])"), "a.gltf: /scene: scene index 1; the file has 1");
  EXPECT_EQ(said(load_json(R"("nodes":[{"children":[1,1]},{}])"), "gltf.child-twice"),
            "warning: a.gltf: /nodes/0/children/1: node 1 is listed twice; used once");
}

// Files like those that UniGLTF 1.27 wrote, for example Kenney's game kits.
TEST(nodes, a_scene_that_begins_below_a_node_loses_what_is_above) {
  const Scene scene = load_json(
      R"("nodes":[{"children":[1],"translation":[5,0,0]},{"children":[2]},{}],"scenes":[{"nodes":[1]}])");
  EXPECT_EQ(scene.scenes[0].roots, std::vector<std::uint32_t>{1});
  EXPECT_EQ(scene.nodes[1].parent, kNone);
  EXPECT_EQ(scene.nodes[2].parent, 1u);
  EXPECT_FALSE(scene.nodes[0].shown);
  EXPECT_TRUE(scene.nodes[1].shown && scene.nodes[2].shown);
  EXPECT_EQ(
      said(scene, "gltf.scene-root"),
      "warning: a.gltf: /scenes/0/nodes/0: node 1 has a parent, node 0, which is in no scene; made a root");
}

TEST(nodes, a_root_below_another_root_stays_below_it) {
  const Scene scene =
      load_json(R"("nodes":[{"children":[1]},{"children":[2]},{}],"scenes":[{"nodes":[0,2]}])");
  EXPECT_EQ(scene.scenes[0].roots, std::vector<std::uint32_t>{0});
  EXPECT_EQ(scene.nodes[2].parent, 1u);
  EXPECT_EQ(said(scene, "gltf.scene-root"),
            "warning: a.gltf: /scenes/0/nodes/1: node 2 has a parent, node 1; expected a root, ignored "
            "because the scene already contains it");
}

TEST(nodes, only_the_default_scene_is_shown) {
  const std::string nodes =
      R"("nodes":[{"children":[1]},{},{"children":[3],"extensions":{"KHR_node_visibility":{"visible":false}}},{}],)";
  const auto shown = [](const Scene& scene) {
    std::string text;
    for (const Node& node : scene.nodes) text += node.shown ? '1' : '0';
    return text;
  };
  EXPECT_EQ(shown(load_json(nodes + R"("scenes":[{"nodes":[2]},{"nodes":[0]}],"scene":1)")), "1100");
  EXPECT_EQ(shown(load_json(nodes + R"("scenes":[{"nodes":[0,2]}])")), "1100");  // node 2 is hidden
  EXPECT_EQ(shown(load_json(nodes + R"("extras":0)")), "1100");
  const Scene scene = load_json(nodes + R"("scenes":[{"name":"s","nodes":[2]}])");
  EXPECT_EQ(scene.scenes[0].name, "s");
  EXPECT_EQ(scene.scenes[0].roots, std::vector<std::uint32_t>{2});
  EXPECT_EQ(scene.default_scene, kNone);
}

TEST(nodes, cameras_and_lights_are_kept) {
  const Scene scene =
      load_json(R"("cameras":[{"type":"perspective","perspective":{"yfov":0.5,"znear":0.1,"zfar":9}},
    {"name":"o","type":"orthographic","orthographic":{"xmag":2,"ymag":3,"znear":0,"zfar":5}}],
    "extensions":{"KHR_lights_punctual":{"lights":[{"type":"spot","color":[1,0,0],"intensity":3,"range":4,
    "spot":{"innerConeAngle":0.1,"outerConeAngle":0.2}},{"type":"ambient"}]}},
    "nodes":[{"camera":1},{"extensions":{"KHR_lights_punctual":{"light":0}}}])");
  EXPECT_EQ(scene.cameras[0].fov_y_rad, 0.5f);
  EXPECT_EQ(scene.cameras[0].far_distance, 9);
  EXPECT_FALSE(scene.cameras[0].aspect_ratio);
  EXPECT_TRUE(scene.cameras[1].orthographic);
  EXPECT_EQ(scene.cameras[1].half_height, 3);
  EXPECT_EQ(scene.nodes[0].camera, 1u);
  EXPECT_EQ(scene.nodes[1].light, 0u);
  EXPECT_EQ(scene.lights[0].kind, LightKind::spot);
  EXPECT_EQ(scene.lights[0].outer_cone_rad, 0.2f);
  EXPECT_EQ(scene.lights[0].range, 4);
  EXPECT_EQ(said(scene, "gltf.light"),
            "warning: a.gltf: /extensions/KHR_lights_punctual/lights/1: type \"ambient\"; expected "
            "directional, point or spot, treated as directional");
  EXPECT_EQ(error_of_json(R"("cameras":[{"type":"x"}])"),
            "a.gltf: /cameras/0: type \"x\"; expected perspective or orthographic");
  EXPECT_EQ(error_of_json(R"("cameras":[{"type":"perspective"}])"),
            "a.gltf: /cameras/0/perspective: missing; expected an object");
  EXPECT_EQ(error_of_json(R"("cameras":[{"type":"perspective","perspective":{"yfov":1e300}}])"),
            "a.gltf: /cameras/0/perspective/yfov: too large for a float; expected at most 3.4e38");
}

TEST(skins, joints_root_and_inverse_binds) {
  Document d;
  std::vector<float> matrices(32, 0.0f);
  for (const std::size_t i : {0, 5, 10, 15, 16, 21, 26, 31}) matrices[i] = 1;
  matrices[12] = 7;
  const int binds = d.floats("MAT4", 16, matrices);
  const std::string nodes = R"("nodes":[{"name":"a","children":[1]},{"name":"b"},{"children":[0]}],)";
  const Scene scene =
      load(d, nodes + R"("skins":[{"joints":[1,0],"skeleton":2,"name":"s","inverseBindMatrices":)" +
                  std::to_string(binds) + R"(},{"joints":[0]}])");
  EXPECT_EQ(scene.skins[0].joints[0].name, "b");
  EXPECT_EQ(scene.skins[0].joints[0].joint_from_mesh.m[12], 7);
  EXPECT_EQ(scene.skins[0].skeleton_root, 2u);
  EXPECT_EQ(scene.skins[1].joints[0].joint_from_mesh, Mat4());

  EXPECT_EQ(error_of(d, nodes + R"("skins":[{}])"),
            "a.gltf: /skins/0/joints: missing; expected an array of nodes");
  EXPECT_EQ(error_of(d, nodes + R"("skins":[{"joints":[]}])"), "a.gltf: /skins/0/joints: no joints");
  EXPECT_EQ(error_of(d, nodes + R"("skins":[{"joints":[0,1,2],"inverseBindMatrices":0}])"),
            "a.gltf: /skins/0/inverseBindMatrices: 2 matrices for 3 joints");
  const int wrong = d.floats("VEC4", 4, {0, 0, 0, 1});
  EXPECT_EQ(
      error_of(d, nodes + R"("skins":[{"joints":[0],"inverseBindMatrices":)" + std::to_string(wrong) + "}]"),
      "a.gltf: /accessors/1: VEC4 of FLOAT; expected MAT4 of FLOAT");
  matrices[3] = 1;
  const int projective = d.floats("MAT4", 16, matrices);
  EXPECT_EQ(said(load(d, nodes + R"("skins":[{"joints":[0],"inverseBindMatrices":)" +
                             std::to_string(projective) + "}]"),
                 "gltf.matrix-row"),
            "warning: a.gltf: /accessors/2: the last row of a matrix is not 0 0 0 1; treated as 0 0 0 1");
  EXPECT_EQ(said(load(d, R"("nodes":[{"skin":0}],"skins":[{"joints":[0]}])"), "gltf.skin-without-mesh"),
            "warning: a.gltf: /nodes/0/skin: no mesh to skin; ignored");
}

}  // namespace
}  // namespace skelter::test
