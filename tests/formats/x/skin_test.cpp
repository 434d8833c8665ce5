#include "formats/x/read_support.h"
#include "skelter/scene/evaluate.h"
#include "support/near.h"

namespace skelter::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string weights(std::string_view bone, std::string_view count_vertices_weights,
                    std::string_view offset = kIdentity) {
  return "\nSkinWeights { \"" + std::string(bone) + "\"; " + std::string(count_vertices_weights) + " " +
         std::string(offset) + " }";
}
std::string header(int bones) {
  return "XSkinMeshHeader { 1; 1; " + std::to_string(bones) + "; } ";
}
// The mesh is in frame F; A and B are separate frames. The mesh begins on line 2.
std::string skinned(std::string_view parts) {
  return "Frame F { Mesh M { " + kTriangle + std::string(parts) + " } } Frame A {} Frame B {}";
}

TEST(skin, bones_are_found_by_frame_name_and_influences_sorted) {
  const Scene scene =
      load(skinned(header(2) + weights("B", "3; 0,1,2; 0.25,0.5,1;") + weights("A", "2; 0,1; 0.75,0.5;")));
  ASSERT_EQ(scene.skins.size(), 1u);
  ASSERT_EQ(scene.skins[0].joints.size(), 2u);
  EXPECT_EQ(scene.skins[0].joints[0].name, "B");
  EXPECT_EQ(scene.skins[0].joints[0].node, 2u);
  EXPECT_EQ(scene.skins[0].joints[1].node, 1u);
  EXPECT_THAT(scene.nodes[0].meshes, ElementsAre(MeshInstance{0, 0}));
  EXPECT_THAT(primitive(scene).influence_begin, ElementsAre(0, 2, 4, 5));
  EXPECT_THAT(primitive(scene).influences,
              ElementsAre(Influence{1, 0.75f}, Influence{0, 0.25f},  // largest weight first
                          Influence{0, 0.5f}, Influence{1, 0.5f},    // equal weights in the order of joints
                          Influence{0, 1}));
  EXPECT_THAT(warnings(scene), IsEmpty());
}

// S-09: each object contains one bone, with one vertex, weight and offset.
TEST(skin, twelve_skin_weights_are_twelve_joints) {
  constexpr std::uint32_t kBones = 12;
  std::string positions = "12; ", frames, objects;
  for (std::uint32_t i = 0; i < kBones; ++i) {
    const std::string n = std::to_string(i);
    positions += n + ";" + std::to_string(i % 2) + ";0;" + (i + 1 < kBones ? "," : ";");
    frames += " Frame Bone" + n + " {}";
    objects += weights("Bone" + n, "2; " + n + "," + std::to_string((i + 1) % kBones) + "; 0.75,0.25;",
                       "1,0,0,0, 0,1,0,0, 0,0,1,0, " + n + ",2,3,1;;");
  }
  const Scene scene =
      load("Frame F { Mesh M { " + positions + " 4; 3;0,1,2;, 3;3,4,5;, 3;6,7,8;, 3;9,10,11;; " +
           "XSkinMeshHeader { 2; 6; 12; } " + objects + " } }" + frames);
  EXPECT_THAT(warnings(scene), IsEmpty());
  ASSERT_EQ(scene.skins.size(), 1u);
  ASSERT_EQ(scene.skins[0].joints.size(), 12u);
  ASSERT_EQ(primitive(scene).influences.size(), 24u);
  for (std::uint32_t i = 0; i < kBones; ++i) {
    const Joint& joint = scene.skins[0].joints[i];
    EXPECT_EQ(joint.name, "Bone" + std::to_string(i));
    EXPECT_EQ(scene.nodes[joint.node].name, joint.name);
    const Mat4 offset{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, static_cast<float>(i), 2, -3, 1}};
    EXPECT_EQ(joint.joint_from_mesh, offset) << i;
    EXPECT_EQ(primitive(scene).influences[2 * i], (Influence{i, 0.75f})) << i;
    EXPECT_EQ(primitive(scene).influences[2 * i + 1], (Influence{(i + kBones - 1) % kBones, 0.25f})) << i;
  }
}

TEST(skin, offset_is_mirrored) {
  const Scene scene =
      load(skinned(header(1) + weights("A", "3; 0,1,2; 1,1,1;", "1,2,3,0, 4,5,6,0, 7,8,9,0, 10,11,12,1;;")));
  const Mat4 expected{{1, 2, -3, 0, 4, 5, -6, 0, -7, -8, 9, 0, 10, 11, -12, 1}};
  EXPECT_EQ(scene.skins.at(0).joints.at(0).joint_from_mesh, expected);
}

// S-10: without its header and weights, the mesh is the same, but attached to its frame.
TEST(skin, without_header_and_weights_the_mesh_is_the_same_and_static) {
  const std::string materials =
      "MeshMaterialList { 1; 1; 0; Material Clay { 0.8;0.4;0.2;1;; 10; 0;0;0;; 0;0;0;; } } ";
  const auto mesh = [&](std::string_view skin) {
    return load("Frame F { Mesh M { " + kTriangle + materials + std::string(skin) +
                " } } Frame A {} Frame B {}");
  };
  const Scene skinned =
      mesh(header(2) + weights("A", "3; 0,1,2; 0.25,0.5,1;") + weights("B", "2; 0,1; 0.75,0.5;"));
  const Scene bare = mesh("");
  ASSERT_EQ(skinned.skins.size(), 1u);
  EXPECT_TRUE(bare.skins.empty());
  EXPECT_THAT(bare.nodes.at(0).meshes, ElementsAre(MeshInstance{0, kNone}));
  EXPECT_TRUE(primitive(bare).influences.empty());
  ASSERT_EQ(primitive(bare).positions.size(), 3u);
  EXPECT_EQ(primitive(bare).positions, primitive(skinned).positions);
  EXPECT_EQ(primitive(bare).indices, primitive(skinned).indices);
  EXPECT_EQ(primitive(bare).triangle_slots, primitive(skinned).triangle_slots);
  EXPECT_EQ(primitive(bare).materials, primitive(skinned).materials);
  ASSERT_EQ(bare.materials.size(), 1u);
  EXPECT_EQ(bare.materials[0].name, "Clay");
  EXPECT_EQ(bare.materials[0].base_color, skinned.materials.at(0).base_color);
  EXPECT_THAT(warnings(bare), IsEmpty());
}

TEST(skin, offset_that_is_not_finite_becomes_the_identity) {
  const Scene scene = load(
      skinned(header(1) + weights("A", "3; 0,1,2; 1,1,1;", "1e39,2,3,0, 4,5,6,0, 7,8,9,0, 10,11,12,1;;")));
  EXPECT_EQ(scene.skins.at(0).joints.at(0).joint_from_mesh, Mat4{});
  EXPECT_THAT(
      warnings(scene),
      ElementsAre("t.x:3: SkinWeights A: offset with elements that are not finite; treated as identity"));
}

TEST(skin, row_36_bone_without_weights_is_kept) {
  const Scene scene = load(skinned(header(2) + weights("A", "3; 0,1,2; 1,1,1;") + weights("B", "0; ; ;")));
  EXPECT_EQ(scene.skins.at(0).joints.size(), 2u);
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(skin, row_37_offset_that_ends_in_one_semicolon) {
  const Scene scene =
      load(skinned(header(1) + weights("A", "3; 0,1,2; 1,1,1;", "1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1;")));
  EXPECT_EQ(scene.skins.at(0).joints.at(0).joint_from_mesh, Mat4{});
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(skin, row_38_influence_of_a_vertex_that_is_not_there_is_dropped) {
  const Scene scene = load(skinned(header(1) + weights("A", "4; 0,1,1000000,2; 1,1,1,1;")));
  EXPECT_THAT(primitive(scene).influence_begin, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x:3: SkinWeights A: weight of vertex 1000000; expected less than 3: dropped"));
}

TEST(skin, negative_weights_are_dropped_and_zero_silently) {
  const Scene scene =
      load(skinned(header(2) + weights("A", "3; 0,1,2; 1,1,1;") + weights("B", "3; 0,1,2; -1,-2,0;")));
  EXPECT_EQ(primitive(scene).influences.size(), 3u);
  EXPECT_THAT(warnings(scene), ElementsAre("t.x:4: SkinWeights B: weight below 0; dropped (2 times)"));
}

TEST(skin, weights_that_are_not_finite_are_dropped) {
  const Scene scene =
      load(skinned(header(2) + weights("A", "3; 0,1,2; 1,1,1;") + weights("B", "1; 0; 1e39;")));
  EXPECT_EQ(primitive(scene).influences.size(), 3u);
  EXPECT_THAT(warnings(scene), ElementsAre("t.x:4: SkinWeights B: weight that is not finite; dropped"));
}

TEST(skin, weights_are_normalised_when_they_are_off) {
  const Scene scene =
      load(skinned(header(2) + weights("A", "3; 0,1,2; 0.5,0.5,1;") + weights("B", "2; 0,1; 0.3,0.50005;")));
  EXPECT_FLOAT_EQ(primitive(scene).influences[0].weight, 0.625f);
  EXPECT_FLOAT_EQ(primitive(scene).influences[1].weight, 0.375f);
  // Within 1e-4 of 1, so the weight is kept as written.
  EXPECT_EQ(primitive(scene).influences[2], (Influence{1, 0.50005f}));
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x:2: Mesh M: weights of a vertex sum to 0.8; expected 1: normalised"));
}

TEST(skin, weights_that_vanish_when_normalised_are_dropped) {
  const Scene scene =
      load(skinned(header(2) + weights("A", "3; 0,1,2; 1e30,1,1;") + weights("B", "1; 0; 1e-30;")));
  EXPECT_THAT(primitive(scene).influence_begin, ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(primitive(scene).influences[0], (Influence{0, 1}));
}

TEST(skin, vertex_without_weights_moves_with_the_mesh) {
  const Scene scene = load(skinned(header(1) + weights("A", "1; 1; 1;")));
  EXPECT_THAT(primitive(scene).influence_begin, ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x:2: Mesh M: vertex without weights; it moves with the mesh's frame (2 times)"));
}

TEST(skin, vertex_that_a_bone_names_twice_gets_the_sum) {
  const Scene scene = load(skinned(header(1) + weights("A", "5; 0,0,1,2,1; 0.5,0.5,0.25,1,0.75;")));
  EXPECT_THAT(primitive(scene).influence_begin, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(primitive(scene).influences, ElementsAre(Influence{0, 1}, Influence{0, 1}, Influence{0, 1}));
}

TEST(skin, row_51_three_influences_where_the_header_says_one) {
  const Scene scene = load("Frame F { Mesh M { " + kTriangle + "XSkinMeshHeader { 1; 1; 3; }" +
                           weights("A", "3; 0,1,2; 0.5,1,1;") + weights("B", "1; 0; 0.25;") +
                           weights("F", "1; 0; 0.25;") + " } } Frame A {} Frame B {}");
  EXPECT_EQ(primitive(scene).influence_begin[1], 3u);
  EXPECT_THAT(warnings(scene), IsEmpty());
  ASSERT_EQ(scene.diagnostics.entries().size(), 1u);
  const Diagnostic& note = scene.diagnostics.entries()[0];
  EXPECT_EQ(note.severity, Severity::note);
  EXPECT_EQ(note.code, "x.skin-header");
  EXPECT_EQ(note.message, "XSkinMeshHeader states at most 1 weight per vertex, but vertices have up to 3");
}

TEST(skin, five_influences_are_all_kept) {
  std::string text = "Frame F { Mesh M { " + kTriangle + header(5);
  for (const char* bone : {"A", "B", "C", "D", "F"}) text += weights(bone, "3; 0,1,2; 0.2,0.2,0.2;");
  EXPECT_EQ(primitive(load(text + " } } Frame A {} Frame B {} Frame C {} Frame D {}")).influences.size(),
            15u);
}

struct HeaderCase {
  const char* what;
  std::string parts;
  std::string message;
};
class SkinHeaders : public ::testing::TestWithParam<HeaderCase> {};

TEST_P(SkinHeaders, row_49_50_are_a_warning_and_strictly_an_error) {
  const Scene scene = load(skinned(GetParam().parts));
  EXPECT_EQ(scene.skins.size(), 1u);
  EXPECT_THAT(warnings(scene), ElementsAre(GetParam().message));
  EXPECT_EQ(load_error(skinned(GetParam().parts), strict_reading()), GetParam().message);
}
const std::string kAllOnA = weights("A", "3; 0,1,2; 1,1,1;");
INSTANTIATE_TEST_SUITE_P(
    skin, SkinHeaders,
    ::testing::Values(
        HeaderCase{"none", kAllOnA,
                   "t.x:2: Mesh M: weights without XSkinMeshHeader; expected one before them"},
        HeaderCase{
            "late", kAllOnA + header(1),
            "t.x:3: XSkinMeshHeader of Mesh M: XSkinMeshHeader after weights; expected it before them"},
        HeaderCase{"two", header(1) + header(1) + kAllOnA,
                   "t.x:2: XSkinMeshHeader of Mesh M: 2 XSkinMeshHeader; expected one"},
        HeaderCase{"wrong_count", header(3) + kAllOnA + weights("B", "0; ; ;"),
                   "t.x:2: XSkinMeshHeader of Mesh M: XSkinMeshHeader counts 3 bones; expected 2"}),
    [](const auto& test) { return test.param.what; });

TEST(skin, bone_without_frame_is_static_relative_to_the_mesh) {
  const std::string offset = "0,2,0,0, -2,0,0,0, 0,0,2,0, 1,2,3,1;;";
  const Scene scene =
      load("Frame Top { " + translation("0,7,0") + "Frame F { " + translation("5,0,0") + "Mesh M { " +
           kTriangle + header(1) + weights("Ghost", "3; 0,1,2; 1,1,1;", offset) + " } } }");
  const Joint& joint = scene.skins.at(0).joints.at(0);
  EXPECT_EQ(joint.name, "Ghost");
  ASSERT_EQ(joint.node, 2u);
  EXPECT_TRUE(scene.nodes[2].synthetic);
  EXPECT_EQ(scene.nodes[2].parent, 1u);
  // Moved by the bone, the mesh is where its frame puts it.
  const Pose pose = rest_pose(scene);
  const Vec3d moved = skin(scene, pose, 1, 0).positions.at(2);
  EXPECT_TRUE(near(moved, Vec3d{5 + 0, 7 + 1, -2}, 1e-6));
  EXPECT_THAT(
      warnings(scene),
      ElementsAre("t.x:3: SkinWeights Ghost: no frame has this name; the bone does not move",
                  ::testing::EndsWith("Mesh M: no bone of the skin has a frame: the figure will not move")));
  // A second bone has a frame, so the model moves.
  EXPECT_THAT(
      warnings(load("Frame B { } " + std::string("Mesh M { ") + kTriangle + header(2) +
                    weights("Ghost", "1; 0; 1;", offset) + weights("B", "2; 1,2; 1,1;", offset) + "}")),
      ElementsAre(::testing::EndsWith("no frame has this name; the bone does not move")));
}

TEST(skin, stand_in_of_an_offset_without_inverse_is_the_identity) {
  const Scene scene =
      load(skinned(header(1) + weights("Ghost", "3; 0,1,2; 1,1,1;", "0,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1;;")));
  EXPECT_EQ(scene.nodes.at(scene.skins.at(0).joints.at(0).node).rest, Mat4{});
}

TEST(skin, mesh_in_two_places_shares_its_skin) {
  const std::string mesh = "Mesh M { " + kTriangle + header(1) + kAllOnA + " } ";
  const Scene scene = load(mesh + "Frame F { {M} } Frame G { {M} } Frame A {}");
  EXPECT_EQ(scene.skins.size(), 1u);
  EXPECT_THAT(scene.nodes[1].meshes, ElementsAre(MeshInstance{0, 0}));
}

TEST(skin, mesh_in_two_places_has_a_stand_in_at_each) {
  const std::string mesh = "Mesh M { " + kTriangle + header(1) + weights("Ghost", "3; 0,1,2; 1,1,1;") + " } ";
  const Scene scene = load(mesh + "Frame F { {M} } Frame G { {M} }");
  ASSERT_EQ(scene.skins.size(), 2u);
  EXPECT_EQ(scene.nodes.at(scene.skins[0].joints[0].node).parent, 0u);
  EXPECT_EQ(scene.nodes.at(scene.skins[1].joints[0].node).parent, 1u);
}

TEST(skin, bone_listed_twice_with_one_offset_is_joined) {
  const Scene scene = load(skinned(header(3) + weights("A", "2; 0,1; 0.5,1;") + weights("B", "1; 2; 1;") +
                                   weights("A", "1; 0; 0.5;")));
  EXPECT_EQ(scene.skins.at(0).joints.size(), 2u);
  EXPECT_THAT(primitive(scene).influences, ElementsAre(Influence{0, 1}, Influence{0, 1}, Influence{1, 1}));
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x:5: SkinWeights A: bone is listed twice; the lists are joined"));
}

TEST(skin, bone_listed_twice_with_two_offsets_is_kept_twice) {
  const Scene scene = load(skinned(header(2) + weights("A", "3; 0,1,2; 0.5,1,1;") +
                                   weights("A", "1; 0; 0.5;", "1,0,0,0,0,1,0,0,0,0,1,0,0,0,1,1;;")));
  EXPECT_EQ(scene.skins.at(0).joints.size(), 2u);
  EXPECT_EQ(primitive(scene).influence_begin[1], 2u);
  EXPECT_THAT(
      warnings(scene),
      ElementsAre("t.x:4: SkinWeights A: bone is listed twice; the offsets differ, so both are kept"));
}

TEST(skin, of_two_frames_of_one_name_the_first_in_depth_first_order_is_the_bone) {
  const Scene scene = load("Frame Root { Frame X { Frame A {} } Frame A {} Frame F { Mesh M { " + kTriangle +
                           header(1) + kAllOnA + " } } }");
  EXPECT_EQ(scene.skins.at(0).joints.at(0).node, 2u);
}

TEST(skin, winding_below_a_mirroring_frame_is_reversed_as_ever) {
  const Scene scene = load("Frame F { FrameTransformMatrix { 1,0,0,0,0,1,0,0,0,0,-1,0,0,0,0,1;; } Mesh M { " +
                           kTriangle + header(1) + weights("F", "3; 0,1,2; 1,1,1;") + " } }");
  EXPECT_THAT(primitive(scene).indices, ElementsAre(0, 2, 1));
}

}  // namespace
}  // namespace skelter::test
