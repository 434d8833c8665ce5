#include "formats/x/read_support.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/hierarchy.h"
#include "support/near.h"

namespace skelter::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> names(const Scene& scene) {
  std::vector<std::string> all;
  for (const Node& node : scene.nodes) all.push_back(node.name);
  return all;
}

TEST(frames, row_26_mesh_at_top_level_gets_an_unnamed_identity_frame) {
  const Scene scene = load(triangle_mesh());
  ASSERT_EQ(scene.nodes.size(), 1u);
  EXPECT_EQ(scene.nodes[0].name, "");
  EXPECT_EQ(scene.nodes[0].rest, Mat4{});
  EXPECT_TRUE(scene.nodes[0].synthetic);
  EXPECT_THAT(scene.nodes[0].meshes, ElementsAre(MeshInstance{0, kNone}));
  EXPECT_EQ(scene.meshes.at(0).name, "");
  EXPECT_THAT(warnings(scene), IsEmpty());
}

// C-10: a name or none, the local matrix, meshes, and children in order. The world matrix is local *
// parent's. x is the same in the file and in our space: Body is at 1, the unnamed frame in it at 1 + 2, and
// Hand in that at 1 + 2 + 4.
TEST(frames, a_frame_has_what_the_tutorials_frame_has) {
  const Scene scene =
      load("Frame Body { " + translation("1,0,0") + triangle_mesh() + triangle_mesh() + "\nFrame { " +
           translation("2,0,0") + " Frame Hand { " + translation("4,0,0") + " } } Frame Foot {} }");
  EXPECT_THAT(names(scene), ElementsAre("Body", "", "Hand", "Foot"));
  EXPECT_EQ(scene.nodes[2].rest.m[12], 4);
  EXPECT_THAT(scene.nodes[0].meshes, ElementsAre(MeshInstance{0, kNone}, MeshInstance{1, kNone}));
  const auto children = children_of(scene);
  EXPECT_THAT(children[0], ElementsAre(1u, 3u)) << "the first child, and its sibling";
  EXPECT_THAT(children[1], ElementsAre(2u));
  const Pose pose = rest_pose(scene);
  EXPECT_TRUE(near(translation_part(pose.world[1]), {3, 0, 0}, 1e-9));
  EXPECT_TRUE(near(translation_part(pose.world[2]), {7, 0, 0}, 1e-9));
  EXPECT_TRUE(near(translation_part(pose.world[3]), {1, 0, 0}, 1e-9));
}

// S-02: templates may have any names. Frame, its matrix, the mesh and its material list load the same under
// different names, because their GUIDs and members are the standard ones.
TEST(frames, renamed_templates_with_their_guids_load_the_same_scene) {
  const auto body = [](std::string_view frame, std::string_view matrix, std::string_view mesh) {
    return std::string(frame) + " Hip { " + std::string(matrix) + " { 1,0,0,0,0,1,0,0,0,0,1,0,4,5,6,1;; } " +
           std::string(frame) + " Knee { " + std::string(mesh) + " Leg { " + kTriangle + "} } }";
  };
  const Scene standard = load(body("Frame", "FrameTransformMatrix", "Mesh"));
  const Scene renamed = load(
      "template Knochen { <3D82AB46-62DA-11CF-AB39-0020AF71E433> [...] } "
      "template Lage { <F6F23F41-7686-11CF-8F52-0040333594A3> Matrix4x4 m; } "
      "template Netz { <3D82AB44-62DA-11CF-AB39-0020AF71E433> DWORD n; array Vector v[n]; DWORD f; array "
      "MeshFace "
      "faces[f]; [...] } " +
      body("Knochen", "Lage", "Netz"));
  EXPECT_THAT(names(renamed), ElementsAre("Hip", "Knee"));
  EXPECT_EQ(renamed.nodes.at(0).rest.m[13], 5);
  EXPECT_EQ(renamed.meshes.at(0).name, "Leg");
  EXPECT_TRUE(same_content(renamed, standard));
  EXPECT_THAT(warnings(renamed), IsEmpty());
}

// S-15: the frame's children are frames, and its animation becomes a clip. The tutorial's second listing
// confuses the two.
TEST(frames, frame_with_child_frames_and_an_animation_inside) {
  const Scene scene = load(
      "Frame A { Frame B {}\nAnimation { {B} AnimationKey { 2; 2; 0;3;1,0,0;, 4800;3;3,0,0;; } } Frame C {} "
      "}");
  EXPECT_THAT(names(scene), ElementsAre("A", "B", "C"));
  EXPECT_EQ(scene.nodes[1].parent, 0u);
  EXPECT_EQ(scene.nodes[2].parent, 0u);
  ASSERT_EQ(scene.clips.size(), 1u);
  EXPECT_EQ(scene.clips[0].name, std::nullopt);
  const Pose half_way = evaluate(scene, 0, 0.5);
  EXPECT_TRUE(near(translation_part(half_way.world[1]), {2, 0, 0}, 1e-12));
  EXPECT_TRUE(near(translation_part(half_way.world[2]), {0, 0, 0}, 1e-12));
  EXPECT_THAT(
      warnings(scene),
      ElementsAre(
          "t.x:3: Animation of Frame A: animation outside an animation set; put into an unnamed clip"));
}

TEST(frames, row_27_several_transforms_and_meshes_in_one_frame) {
  const Scene scene = load("Frame F { " + triangle_mesh() + translation("0,0,2") + triangle_mesh() +
                           translation("0,0,3") + triangle_mesh() + " }");
  EXPECT_THAT(scene.nodes.at(0).meshes,
              ElementsAre(MeshInstance{0, kNone}, MeshInstance{1, kNone}, MeshInstance{2, kNone}));
  EXPECT_EQ(scene.nodes[0].rest.m[14], -3);
  EXPECT_THAT(warnings(scene), ElementsAre("t.x:2: Frame F: 2 transforms; expected one: the last is used"));
}

TEST(frames, row_28_objects_of_declared_templates_are_no_part_of_the_model) {
  const Scene scene = load(
      "template Tool { <10000000-0000-0000-0000-000000000001> DWORD a; }\n"
      "Tool T { 1; }\nFrame F { Tool { 2; } Mesh M { " +
      kTriangle + " Tool { 3; } } Tool { 4; } }");
  EXPECT_THAT(names(scene), ElementsAre("F"));
  EXPECT_THAT(warnings(scene), IsEmpty());
  EXPECT_THAT(notes(scene),
              ElementsAre("t.x:3: Tool: object of a template that the file declares itself; not part of the "
                          "model (4 times)"));
}

TEST(frames, row_29_mesh_without_vertices_is_dropped_and_its_frame_stays) {
  const Scene scene = load("Frame F { Mesh { 0;; 0;; MeshNormals { 0;; 0;; } } }");
  EXPECT_THAT(names(scene), ElementsAre("F"));
  EXPECT_THAT(scene.nodes[0].meshes, IsEmpty());
  EXPECT_THAT(scene.meshes, IsEmpty());
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(frames, mesh_without_vertices_at_top_level_gets_no_frame) {
  const Scene scene = load("Mesh M {\n0;; 0;; } Frame F {}");
  EXPECT_THAT(names(scene), ElementsAre("F"));
  EXPECT_THAT(scene.meshes, IsEmpty());
  EXPECT_THAT(notes(scene), ElementsAre("t.x:2: Mesh M: no vertices; left out"));
  EXPECT_THAT(load("Mesh {0;;0;;}").nodes, IsEmpty());
}

TEST(frames, row_58_nine_top_level_frames_get_an_unnamed_root) {
  std::string text;
  for (int i = 1; i <= 9; ++i) text += "Frame F" + std::to_string(i) + " {}\n";
  const Scene scene = load(text);
  ASSERT_EQ(scene.nodes.size(), 10u);
  for (int i = 0; i < 9; ++i) {
    EXPECT_EQ(scene.nodes[i].name, "F" + std::to_string(i + 1));
    EXPECT_EQ(scene.nodes[i].parent, 9u);
    EXPECT_FALSE(scene.nodes[i].synthetic);
  }
  EXPECT_EQ(scene.nodes[9].name, "");
  EXPECT_EQ(scene.nodes[9].parent, kNone);
  EXPECT_EQ(scene.nodes[9].rest, Mat4{});
  EXPECT_TRUE(scene.nodes[9].synthetic);
}

TEST(frames, row_62_frame_that_holds_a_reference_to_its_ancestor_is_an_error) {
  EXPECT_EQ(load_error("Frame A {\nFrame B { {A} } }"),
            "t.x:3: Frame B: reference { A } leads to an object that contains it");
}

TEST(frames, one_top_level_frame_is_the_root) {
  const Scene scene = load("Frame A { Frame B {} Frame C { Frame D {} } }");
  EXPECT_THAT(names(scene), ElementsAre("A", "B", "C", "D"));
  EXPECT_EQ(scene.nodes[0].parent, kNone);
  EXPECT_EQ(scene.nodes[1].parent, 0u);
  EXPECT_EQ(scene.nodes[2].parent, 0u);
  EXPECT_EQ(scene.nodes[3].parent, 2u);
}

TEST(frames, frame_and_mesh_at_top_level_get_a_root_above_both) {
  const Scene scene = load("Frame A {} " + triangle_mesh());
  ASSERT_EQ(scene.nodes.size(), 3u);  // A, the frame of the mesh, and the root
  EXPECT_THAT(scene.nodes[1].meshes, ElementsAre(MeshInstance{0, kNone}));
  EXPECT_EQ(scene.nodes[0].parent, 2u);
  EXPECT_EQ(scene.nodes[1].parent, 2u);
  EXPECT_TRUE(scene.nodes[1].synthetic && scene.nodes[2].synthetic);
}

TEST(frames, frame_without_transform_is_the_identity) {
  EXPECT_EQ(load("Frame F {}").nodes.at(0).rest, Mat4{});
}

// d3dx-behaviour.md, section 1: row 2 of RotationX(30 degrees) is (0, 0.866025, 0.5, 0). In a space mirrored
// at z, the same rotation goes the other way, and the translation's z changes its sign.
TEST(frames, matrix_is_mirrored_at_z) {
  const Scene scene =
      load("Frame F { FrameTransformMatrix { 1,0,0,0, 0,0.866025,0.5,0, 0,-0.5,0.866025,0, 1,2,3,1;; } }");
  const Mat4 expected{{1, 0, 0, 0, 0, 0.866025f, -0.5f, 0, 0, 0.5f, 0.866025f, 0, 1, 2, -3, 1}};
  EXPECT_EQ(scene.nodes.at(0).rest, expected);
}

TEST(frames, transform_may_stand_after_meshes_and_children) {
  const Scene scene = load("Frame A { Frame B {} " + triangle_mesh() + translation("5,0,0") + " }");
  EXPECT_EQ(scene.nodes.at(0).rest.m[12], 5);
  EXPECT_EQ(scene.nodes.at(1).rest, Mat4{});
}

TEST(frames, matrix_that_is_not_finite_becomes_the_identity) {
  const Scene scene = load("Frame F {\nFrameTransformMatrix { 1,0,0,0,0,1,0,0,0,0,1,0,1e39,0,0,1;; } }");
  EXPECT_EQ(scene.nodes.at(0).rest, Mat4{});
  EXPECT_THAT(warnings(scene), ElementsAre("t.x:3: FrameTransformMatrix of Frame F: matrix with elements "
                                           "that are not finite; treated as identity"));
}

TEST(frames, matrix_that_flattens_space_is_kept_with_a_warning) {
  const Scene scene = load("Frame F {\nFrameTransformMatrix { 1,0,0,0,0,1,0,0,0,0,0,0,0,0,0,1;; } }");
  EXPECT_EQ(scene.nodes.at(0).rest.m[10], 0);
  EXPECT_THAT(
      warnings(scene),
      ElementsAre(
          "t.x:3: FrameTransformMatrix of Frame F: matrix flattens space: its determinant is near 0"));
}

TEST(frames, small_scale_is_not_flat) {
  const Scene scene = load("Frame F { FrameTransformMatrix { 1e-5,0,0,0,0,1e-5,0,0,0,0,1e-5,0,0,0,0,1;; } }");
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(frames, duplicate_names_are_a_warning_and_stay) {
  const Scene scene = load("Frame A {\nFrame B {}\nFrame B {} }");
  EXPECT_THAT(names(scene), ElementsAre("A", "B", "B"));
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x:4: Frame B: another frame has this name; animations and bones use the first"));
}

TEST(frames, referenced_frame_hangs_below_the_frame_that_refers_to_it) {
  const Scene scene = load("Frame A {} Frame B { {A} }");
  EXPECT_THAT(names(scene), ElementsAre("A", "B"));
  EXPECT_EQ(scene.nodes[0].parent, 1u);
  EXPECT_EQ(scene.nodes[1].parent, kNone);
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(frames, second_reference_to_a_frame_is_ignored) {
  const Scene scene = load("Frame A {}\nFrame B { {A} }\nFrame C { {A} }");
  EXPECT_EQ(scene.nodes.at(0).parent, 1u);
  EXPECT_THAT(
      warnings(scene),
      ElementsAre(
          "t.x:4: reference { A } of Frame C: frame A already has a parent; this reference is ignored"));
}

TEST(frames, reference_to_nothing_is_ignored) {
  const Scene scene = load("Frame A {\n{Nobody} }");
  EXPECT_THAT(names(scene), ElementsAre("A"));
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x:3: Frame A: reference { Nobody } is not the name of an object in the file"));
}

TEST(frames, frames_that_refer_to_each_other_are_an_error) {
  EXPECT_EQ(load_error("Frame A { {B} }\nFrame B { {A} }"),
            "t.x:3: Frame B: reference { A } leads to an object that contains it");
}

TEST(frames, reference_to_a_mesh_is_found_despite_a_frame_of_the_same_name) {
  const Scene scene = load("Frame Cube { {Cube} } Mesh Cube { " + kTriangle + " }");
  EXPECT_THAT(names(scene), ElementsAre("Cube"));
  EXPECT_THAT(scene.nodes[0].meshes, ElementsAre(MeshInstance{0, kNone}));
}

TEST(frames, hierarchy_by_references_obeys_the_depth_limit) {
  ReadOptions options;
  options.limits.max_depth = 3;
  EXPECT_EQ(load_error("Frame A { {B} } Frame B { {C} }\nFrame C { {D} }\nFrame D {}", options),
            "t.x:4: Frame D: frames nested deeper than the limit of 3 levels");
}

TEST(frames, frame_inside_an_animation_joins_the_hierarchy_at_the_root) {
  const Scene scene = load("Frame A {} AnimationSet { Animation {\nFrame B { Frame C {} } } }");
  EXPECT_THAT(names(scene), ElementsAre("A", "B", "C", ""));
  EXPECT_EQ(scene.nodes[0].parent, 3u);
  EXPECT_EQ(scene.nodes[1].parent, 3u);
  EXPECT_EQ(scene.nodes[2].parent, 1u);
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x:3: Frame B: is inside Animation; moved to the root of the hierarchy"));
}

TEST(frames, mesh_referred_to_by_two_frames_is_one_mesh_with_two_places) {
  const Scene scene = load("Mesh M { " + kTriangle + " } Frame A { {M} } Frame B { {M} }");
  EXPECT_EQ(scene.meshes.size(), 1u);
  // The mesh itself is only a definition, so it gets no frame.
  EXPECT_THAT(names(scene), ElementsAre("A", "B", ""));
  EXPECT_THAT(scene.nodes[0].meshes, ElementsAre(MeshInstance{0, kNone}));
  EXPECT_THAT(scene.nodes[1].meshes, ElementsAre(MeshInstance{0, kNone}));
}

TEST(frames, meshes_of_a_frame_stand_in_the_order_of_its_children) {
  const Scene scene =
      load("Frame A { {Late} Mesh Early { " + kTriangle + " } } Mesh Late { " + kTriangle + " }");
  ASSERT_EQ(scene.meshes.size(), 2u);
  EXPECT_EQ(scene.meshes[0].name, "Early");
  EXPECT_EQ(scene.meshes[1].name, "Late");
  EXPECT_THAT(scene.nodes.at(0).meshes, ElementsAre(MeshInstance{1, kNone}, MeshInstance{0, kNone}));
}

TEST(frames, mesh_in_a_place_without_meaning_is_ignored) {
  const Scene scene = load("Frame A {} AnimationSet S { Animation { {A}\n" + triangle_mesh() + " } }");
  EXPECT_THAT(scene.meshes, IsEmpty());
  EXPECT_THAT(warnings(scene), ElementsAre("t.x:3: Mesh of AnimationSet S: is inside Animation; ignored"));
}

TEST(frames, patch_mesh_is_skipped_with_a_warning) {
  const Scene scene = load("Frame A {\nPatchMesh { 0;; 0;; } }");
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x:3: PatchMesh of Frame A: patch meshes are not supported; ignored"));
}

// A row-vector matrix with -1 for z mirrors. Direct3D culls by the winding in the file anyway, but our space
// flips the faces of such a node. The corners of a rigid mesh therefore keep the order of the file.
TEST(frames, rigid_mesh_below_a_mirroring_frame_keeps_the_files_winding) {
  const std::string mirror = "FrameTransformMatrix { 1,0,0,0,0,1,0,0,0,0,-1,0,0,0,0,1;; }";
  EXPECT_THAT(primitive(load("Frame A { " + triangle_mesh() + " }")).indices, ElementsAre(0, 2, 1));
  EXPECT_THAT(primitive(load("Frame A { " + mirror + triangle_mesh() + " }")).indices, ElementsAre(0, 1, 2));
  EXPECT_THAT(
      primitive(load("Frame A { " + mirror + "Frame B { " + mirror + triangle_mesh() + " } }")).indices,
      ElementsAre(0, 2, 1));
}

TEST(frames, mesh_shared_by_a_mirroring_frame_and_another_is_kept_both_ways) {
  const Scene scene = load("Mesh M { " + kTriangle + " } Frame A { {M} } Frame B { " +
                           std::string("FrameTransformMatrix { -1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1;; } {M} }"));
  ASSERT_EQ(scene.meshes.size(), 2u);
  EXPECT_EQ(scene.meshes[1].name, "M");
  EXPECT_THAT(scene.nodes[0].meshes, ElementsAre(MeshInstance{0, kNone}));
  EXPECT_THAT(scene.nodes[1].meshes, ElementsAre(MeshInstance{1, kNone}));
  EXPECT_THAT(primitive(scene, 0).indices, ElementsAre(0, 2, 1));
  EXPECT_THAT(primitive(scene, 1).indices, ElementsAre(0, 1, 2));
}

TEST(frames, generated_normals_follow_the_side_that_a_mirroring_frame_shows) {
  const std::string mirror = "FrameTransformMatrix { 1,0,0,0,0,1,0,0,0,0,-1,0,0,0,0,1;; }";
  const std::string flat_triangle = "Mesh { 3; 0;0;0;, 0;1;0;, 1;0;0;; 1; 3;0,1,2;; }";
  // Clockwise as seen along +z, so the front faces -z in the file, which is +z in our space.
  EXPECT_EQ(primitive(load("Frame A { " + flat_triangle + " }")).normals.at(0), (Vec3{0, 0, 1}));
  EXPECT_EQ(primitive(load("Frame A { " + mirror + flat_triangle + " }")).normals.at(0), (Vec3{0, 0, -1}));
}

}  // namespace
}  // namespace skelter::test
