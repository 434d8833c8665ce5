#include <cmath>

#include "formats/x/read/position_groups.h"
#include "formats/x/read_support.h"
#include "support/near.h"

namespace skelter::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Wine's box: 8 vertices, 6 quads, one normal per quad. The expected lists are worked out by hand from the
// rule in x-format.md, 6.3. Corners are visited in file order. A vertex keeps its first normal. A different
// normal makes a copy of the vertex at the end, and equal normals share a copy.
TEST(normals, row_30_box_is_split_into_24_vertices) {
  const Scene scene = load(
      "Mesh Box {\n"
      "8; -1;-1;-1;, -1;-1;1;, -1;1;-1;, -1;1;1;, 1;-1;-1;, 1;-1;1;, 1;1;-1;, 1;1;1;;\n"
      "6; 4;0,1,3,2;, 4;2,3,7,6;, 4;6,7,5,4;, 4;1,0,4,5;, 4;0,2,6,4;, 4;3,1,5,7;;\n"
      "MeshNormals {\n"
      "6; -1;0;0;, 0;1;0;, 1;0;0;, 0;-1;0;, 0;0;-1;, 0;0;1;;\n"
      "6; 4;0,0,0,0;, 4;1,1,1,1;, 4;2,2,2,2;, 4;3,3,3,3;, 4;4,4,4,4;, 4;5,5,5,5;; } }");
  const Primitive& p = primitive(scene);
  ASSERT_EQ(p.positions.size(), 24u);
  EXPECT_EQ(p.indices.size(), 36u);
  // By face: -x keeps 0 1 3 2. +y: 2 and 3 are in use, so there are copies 8 (of 2) and 9 (of 3); 7 and 6 are
  // kept. +x: 6 and 7 are in use, so 10 (of 6) and 11 (of 7); 5 and 4 are kept. -y: 12 (of 1), 13 (of 0), 14
  // (of 4), 15 (of 5). -z: 16 (of 0), 17 (of 2), 18 (of 6), 19 (of 4). +z: 20 (of 3), 21 (of 1), 22 (of 5),
  // 23 (of 7).
  EXPECT_THAT(p.source_vertex,
              ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 2, 3, 6, 7, 1, 0, 4, 5, 0, 2, 6, 4, 3, 1, 5, 7));
  const Vec3 left{-1, 0, 0}, up{0, 1, 0}, right{1, 0, 0}, down{0, -1, 0}, front{0, 0, 1}, back{0, 0, -1};
  EXPECT_THAT(p.normals, ElementsAre(left, left, left, left, right, right, up, up, up, up, right, right, down,
                                     down, down, down, front, front, front, front, back, back, back, back));
  EXPECT_THAT(p.indices, ElementsAre(0, 3, 1, 0, 2, 3,        //
                                     8, 7, 9, 8, 6, 7,        //
                                     10, 5, 11, 10, 4, 5,     //
                                     12, 14, 13, 12, 15, 14,  //
                                     16, 18, 17, 16, 19, 18,  //
                                     20, 22, 21, 20, 23, 22));
  for (std::size_t v = 0; v < 24; ++v) EXPECT_EQ(p.positions[v], p.positions[p.source_vertex[v]]) << v;
  EXPECT_FALSE(p.normals_generated);
}

const std::string kTwoTriangles = "4; 0;0;0;, 0;1;0;, 1;0;0;, 1;1;0;; 2; 3;0,1,2;, 3;2,1,3;; ";

TEST(normals, equal_values_under_different_indices_share_a_vertex) {
  const Primitive p = primitive(
      load("Mesh { " + kTwoTriangles + "MeshNormals { 2; 0;0;-1;, 0;0;-1;; 2; 3;0,0,0;, 3;1,1,1;; } }"));
  EXPECT_EQ(p.positions.size(), 4u);
  EXPECT_THAT(p.source_vertex, IsEmpty());
}

TEST(normals, corners_of_one_vertex_share_copies) {
  // Vertex 0 has the normals a, b, a, b and c in five faces, which gives one vertex and two copies.
  const Primitive p =
      primitive(load("Mesh { 3; 0;0;0;, 0;1;0;, 1;0;0;; 5; 3;0,1,2;, 3;0,1,2;, 3;0,1,2;, 3;0,1,2;, 3;0,1,2;; "
                     "MeshNormals { 3; 1;0;0;, 0;1;0;, "
                     "0;0;1;; 5; 3;0,0,0;, 3;1,0,0;, 3;0,0,0;, 3;1,0,0;, 3;2,0,0;; } }"));
  EXPECT_THAT(p.source_vertex, ElementsAre(0, 1, 2, 0, 0));
  EXPECT_THAT(p.indices, ElementsAre(0, 2, 1, 3, 2, 1, 0, 2, 1, 3, 2, 1, 4, 2, 1));
}

TEST(normals, many_normals_on_one_vertex_are_shared_too) {
  // Vertex 0 has 100 different normals, each of which is used by two faces.
  std::string faces, values, uses;
  for (int i = 0; i < 100; ++i) values += std::to_string(i) + ";1;0;,";
  for (int i = 0; i < 200; ++i) {
    faces += "3;0,1,2;,";
    uses += "3;" + std::to_string(i % 100) + ",0,0;,";
  }
  const Primitive p = primitive(load("Mesh { 3; 0;0;0;, 0;1;0;, 1;0;0;; 200; " + faces +
                                     "; MeshNormals { 100; " + values + "; 200; " + uses + "; } }"));
  EXPECT_EQ(p.positions.size(), 3u + 99u);
  for (std::size_t face = 100; face < 200; ++face)
    EXPECT_EQ(p.indices[3 * face], p.indices[3 * (face - 100)]);
}

TEST(normals, vertices_that_no_face_uses_keep_the_normal_0) {
  const Primitive p = primitive(load(
      "Mesh { 4; 0;0;0;, 0;1;0;, 1;0;0;, 9;9;9;; 1; 3;0,1,2;; MeshNormals { 1; 0;0;-1;; 1; 3;0,0,0;; } }"));
  EXPECT_THAT(p.normals, ElementsAre(Vec3{0, 0, 1}, Vec3{0, 0, 1}, Vec3{0, 0, 1}, Vec3{}));
}

TEST(normals, copies_take_all_other_data_of_their_vertex) {
  const Primitive p = primitive(load(
      "Frame Bone {} Frame F { Mesh { " + kTwoTriangles +
      "MeshNormals { 2; 0;0;-1;, 0;1;0;; 2; 3;0,0,0;, 3;1,1,1;; } "
      "MeshTextureCoords { 4; 0;0;, 0;1;, 1;0;, 1;1;; } MeshVertexColors { 2; 1; 1;0;0;1;;, 2; 0;1;0;1;;; } "
      "XSkinMeshHeader { 2; 2; 1; } SkinWeights { \"Bone\"; 4; 0,1,2,3; 1,1,1,1; " +
      kIdentity + " } } }"));
  ASSERT_THAT(p.source_vertex, ElementsAre(0, 1, 2, 3, 2, 1));
  EXPECT_THAT(p.uvs.at(0),
              ElementsAre(Vec2{0, 0}, Vec2{0, 1}, Vec2{1, 0}, Vec2{1, 1}, Vec2{1, 0}, Vec2{0, 1}));
  EXPECT_EQ(p.colors.at(4), (Vec4{0, 1, 0, 1}));
  EXPECT_EQ(p.colors.at(5), (Vec4{1, 0, 0, 1}));
  EXPECT_THAT(p.influence_begin, ElementsAre(0, 1, 2, 3, 4, 5, 6));
}

TEST(normals, row_45_normals_for_one_face_of_two_are_an_error) {
  EXPECT_EQ(load_error("Mesh M { " + kTwoTriangles + "\nMeshNormals { 1; 0;0;1;; 1; 3;0,0,0;; } }"),
            "t.x:3: MeshNormals of Mesh M: normals for 1 face; expected 2");
}

TEST(normals, another_number_of_corners_is_an_error) {
  EXPECT_EQ(
      load_error("Mesh M { " + kTwoTriangles + "\nMeshNormals { 1; 0;0;1;; 2; 3;0,0,0;, 4;0,0,0,0;; } }"),
      "t.x:3: MeshNormals of Mesh M: face 1 has 4 normals; expected 3");
}

TEST(normals, index_beyond_the_normals_is_an_error) {
  EXPECT_EQ(load_error("Mesh M { " + kTwoTriangles + "\nMeshNormals { 1; 0;0;1;; 2; 3;0,0,0;, 3;0,1,0;; } }"),
            "t.x:3: MeshNormals of Mesh M: face 1: normal index 1; expected less than 1");
}

TEST(normals, number_that_is_not_finite_becomes_0) {
  const Scene scene = load("Mesh M { " + kTriangle + "\nMeshNormals { 1; 1e39;0;1;; 1; 3;0,0,0;; } }");
  EXPECT_EQ(primitive(scene).normals.at(0), (Vec3{0, 0, -1}));
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x:3: MeshNormals of Mesh M: number that is not finite; treated as 0"));
}

TEST(normals, row_44_a_face_more_than_declared_is_a_warning) {
  const Scene scene = load("Mesh M { " + kTriangle + "MeshNormals { 1; 0;0;1;; 1; 3;0,0,0;, 3;0,0,0;; } }");
  EXPECT_EQ(primitive(scene).normals.size(), 3u);
  ASSERT_EQ(warnings(scene).size(), 1u);
  EXPECT_THAT(warnings(scene)[0], ::testing::HasSubstr("4 values beyond the declared count"));
}

TEST(normals, other_lengths_are_made_1_with_a_note) {
  const Scene scene =
      load("Mesh M { " + kTriangle + "\nMeshNormals { 2; 0;0;-2;, 0;0.3;-0.4;; 1; 3;0,1,0;; } }");
  EXPECT_EQ(primitive(scene).normals[0], (Vec3{0, 0, 1}));
  EXPECT_TRUE(near(to_double(primitive(scene).normals[1]), Vec3d{0, 0.6, 0.8}, 1e-7));
  EXPECT_THAT(notes(scene),
              ElementsAre("t.x:3: MeshNormals of Mesh M: length of normals is not 1; normalised (2 times)"));
}

TEST(normals, lengths_that_are_1_to_six_digits_keep_their_bits_and_need_no_note) {
  const Scene scene =
      load("Mesh M { " + kTriangle + "MeshNormals { 2; 0;0.6000003;-0.8;, 0;0;-1.005;; 1; 3;0,1,0;; } }");
  EXPECT_EQ(primitive(scene).normals[0], (Vec3{0, 0.6000003f, 0.8f}));
  EXPECT_EQ(primitive(scene).normals[1],
            (Vec3{0, 0, 1}));  // length off by more than a millionth, but less than a hundredth
  EXPECT_THAT(notes(scene), IsEmpty());
}

TEST(normals, normal_of_length_0_is_computed_from_the_faces) {
  // The triangle 0 0 0, 0 1 0, 1 0 0 is clockwise as seen along +z, so it faces -z, which is +z in our space.
  const Scene scene = load(
      "Mesh M { 3; 0;0;0;, 0;1;0;, 1;0;0;; 1; 3;0,1,2;;\nMeshNormals { 2; 0;0;0;, 1;0;0;; 1; 3;0,1,0;; } }");
  EXPECT_THAT(primitive(scene).normals, ElementsAre(Vec3{0, 0, 1}, Vec3{1, 0, 0}, Vec3{0, 0, 1}));
  EXPECT_THAT(notes(scene),
              ElementsAre("t.x:3: MeshNormals of Mesh M: normal of length 0; computed from the faces"));
}

TEST(normals, of_two_lists_the_last_counts) {
  const Scene scene =
      load("Mesh M { " + kTriangle +
           "MeshNormals { 1; 0;0;1;; 1; 3;0,0,0;; }\nMeshNormals { 1; 0;1;0;; 1; 3;0,0,0;; } }");
  EXPECT_EQ(primitive(scene).normals[0], (Vec3{0, 1, 0}));
  EXPECT_THAT(
      warnings(scene),
      ElementsAre("t.x:3: MeshNormals of Mesh M: another MeshNormals in this mesh; the last is used"));
}

// A roof: two faces meet at the edge x = 0, where they have separate vertices. The left face is twice as
// large.
const std::string kRoof =
    "Mesh { 7; 0;1;0;, 0;1;1;, 1;0;0;, 0;1;0;, -2;-1;0;, 0;1;1;, 5;5;5;; 2; 3;0,1,2;, 3;3,4,5;; }";

TEST(normals, missing_ones_are_smooth_over_equal_positions_and_weighted_by_area) {
  const Primitive p = primitive(load(kRoof));
  EXPECT_TRUE(p.normals_generated);
  EXPECT_EQ(p.positions.size(), 7u);
  // Worked out by hand in the space of the file. Face 0 has the edges (0 0 1) and (1 -1 0), with the cross
  // product (1 1 0). Face 1 has the edges (-2 -2 0) and (0 0 1), with the cross product (-2 2 0). These are
  // the normals times twice the areas. Their sum is (-1 3 0).
  const double s = std::sqrt(0.5), t = std::sqrt(10.0);
  const Vec3d shared{-1 / t, 3 / t, 0}, right{s, s, 0}, left{-s, s, 0};
  const Vec3d expected[] = {shared, shared, right, shared, left, shared, {}};
  for (std::size_t v = 0; v < 7; ++v) EXPECT_TRUE(near(to_double(p.normals[v]), expected[v], 1e-6)) << v;
}

TEST(normals, missing_ones_can_be_flat) {
  XReadOptions options;
  options.flat_normals = true;
  // Two triangles that share an edge at a right angle, so the shared vertices are split.
  const Primitive p =
      primitive(load("Mesh { 4; 0;0;0;, 0;0;1;, 1;0;0;, 0;1;0;; 2; 3;0,1,2;, 3;0,3,1;; }", options));
  EXPECT_TRUE(p.normals_generated);
  EXPECT_THAT(p.source_vertex, ElementsAre(0, 1, 2, 3, 0, 1));
  const Vec3d up{0, 1, 0}, right{1, 0, 0};
  const Vec3d expected[] = {up, up, up, right, right, right};
  for (std::size_t v = 0; v < 6; ++v) EXPECT_TRUE(near(to_double(p.normals[v]), expected[v], 1e-6)) << v;
}

TEST(normals, face_without_area_gives_none) {
  const Primitive p = primitive(load("Mesh { 3; 0;0;0;, 1;0;0;, 2;0;0;; 1; 3;0,1,2;; }"));
  EXPECT_THAT(p.normals, ElementsAre(Vec3{}, Vec3{}, Vec3{}));
}

TEST(position_groups, zero_equals_minus_zero) {
  EXPECT_THAT(x::group_by_position({{0, 0, 0}, {1, 0, 0}, {-0.0f, 0, -0.0f}, {1, 0, 0}}),
              ElementsAre(0, 1, 0, 1));
}

TEST(position_groups, positions_that_all_collide_are_grouped_as_well) {
  // 100 positions, each used twice, that all have the same slot in the hash table, which has 512 slots for
  // 200 vertices.
  std::vector<Vec3> positions;
  for (float x = 0; positions.size() < 100; ++x)
    if (((x::hash_position({x, 0, 0}) >> 32) & 511u) == 7) positions.push_back({x, 0, 0});
  positions.insert(positions.end(), positions.begin(), positions.begin() + 100);
  const std::vector<std::uint32_t> group = x::group_by_position(positions);
  for (std::uint32_t v = 0; v < 200; ++v) EXPECT_EQ(group[v], v % 100);
}

}  // namespace
}  // namespace skelter::test
