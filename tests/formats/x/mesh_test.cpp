#include "formats/x/read_support.h"

namespace skelter::test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Conversion from left-handed to right-handed space: z changes its sign, and the corners of faces are
// reversed.
TEST(mesh, points_are_mirrored_and_faces_reversed) {
  const Primitive p = primitive(load("Mesh { 3; 1;2;3;, 4;5;6;, 7;8;-9;; 1; 3;0,1,2;; }"));
  EXPECT_THAT(p.positions, ElementsAre(Vec3{1, 2, -3}, Vec3{4, 5, -6}, Vec3{7, 8, 9}));
  EXPECT_THAT(p.indices, ElementsAre(0, 2, 1));
  EXPECT_EQ(p.source_vertices, 3u);
  EXPECT_EQ(p.source_faces, 1u);
  EXPECT_THAT(p.source_vertex, IsEmpty());
  EXPECT_THAT(p.face_corners, IsEmpty());
}

TEST(mesh, polygons_become_fans_around_their_first_corner) {
  const Primitive p = primitive(
      load("Mesh { 6; 0;0;0;,1;0;0;,2;0;0;,3;0;0;,4;0;0;,5;0;0;; 3; 5;0,1,2,3,4;, 3;5,4,3;, 4;2,3,4,5;; }"));
  EXPECT_THAT(p.indices, ElementsAre(0, 2, 1, 0, 3, 2, 0, 4, 3, 5, 3, 4, 2, 4, 3, 2, 5, 4));
  EXPECT_THAT(p.face_corners, ElementsAre(5, 3, 4));
  EXPECT_EQ(p.source_faces, 3u);
}

TEST(mesh, row_24_every_scalar_ends_in_semicolons_and_a_comma) {
  const Scene scene = load(
      "Mesh { 4;;;, 0;;;,0;;;,0;;;, 1;;;,0;;;,0;;;, 0;;;,1;;;,0;;;, 0;;;,0;;;,1;;;, 3;;;, "
      "3;;;,0;;;,1;;;,2;;;, "
      "3;;;,0;;;,2;;;,3;;;, 3;;;,0;;;,3;;;,1;;;, }");
  EXPECT_EQ(primitive(scene).positions.size(), 4u);
  EXPECT_EQ(primitive(scene).indices.size(), 9u);
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(mesh, row_47_face_of_two_corners_is_an_error) {
  EXPECT_EQ(load_error("Mesh M { 3; 0;0;0;, 1;0;0;, 0;1;0;; 2; 3;0,1,2;, 2;0,1;; }"),
            "t.x:2: Mesh M: face 1 has 2 corners; expected at least 3");
  EXPECT_EQ(load_error("Mesh M { 3; 0;0;0;, 1;0;0;, 0;1;0;; 1; 1;0;; }"),
            "t.x:2: Mesh M: face 0 has 1 corner; expected at least 3");
}

TEST(mesh, row_48_face_index_that_equals_the_vertex_count_is_an_error) {
  EXPECT_EQ(load_error("Mesh M { 3; 0;0;0;, 1;0;0;, 0;1;0;; 2; 3;0,1,2;, 3;0,1,3;; }"),
            "t.x:2: Mesh M: face 1: vertex index 3; expected less than 3");
  EXPECT_EQ(load_error("Mesh M { 3; 0;0;0;, 1;0;0;, 0;1;0;; 2; 4;0,1,2,0;, 3;7,1,2;; }"),
            "t.x:2: Mesh M: face 1: vertex index 7; expected less than 3");
}

TEST(mesh, vertices_without_faces_are_kept) {
  const Primitive p = primitive(load("Mesh { 2; 0;0;0;, 1;0;0;; 0; }"));
  EXPECT_EQ(p.positions.size(), 2u);
  EXPECT_THAT(p.indices, IsEmpty());
}

TEST(mesh, triangle_that_repeats_a_corner_is_kept_with_a_note) {
  const Scene scene = load("Mesh M { 3; 0;0;0;, 1;0;0;, 0;1;0;; 3; 3;0,1,2;, 3;0,0,1;, 4;0,1,1,2;; }");
  EXPECT_EQ(primitive(scene).indices.size(), 12u);
  EXPECT_THAT(notes(scene),
              ElementsAre("t.x:2: Mesh M: triangle that has one vertex twice; kept as it is (2 times)"));
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(mesh, position_that_is_not_finite_becomes_0) {
  const Scene scene = load("Mesh M { 3; 1e39;0;-1e39;, 1;0;0;, 0;1;0;; 1; 3;0,1,2;; }");
  EXPECT_EQ(primitive(scene).positions[0], Vec3{});
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x:2: Mesh M: number that is not finite; treated as 0 (2 times)"));
}

TEST(mesh, texture_coordinate_and_color_that_are_not_finite_become_0) {
  const Scene scene = load("Mesh M { " + kTriangle + "\nMeshTextureCoords { 3; 1e39;0;, 1;0;, 0;-1e39;; }\n" +
                           "MeshVertexColors { 1; 0; 1;1e39;1;1;; } }");
  EXPECT_THAT(primitive(scene).uvs.at(0), ElementsAre(Vec2{0, 0}, Vec2{1, 0}, Vec2{0, 0}));
  EXPECT_EQ(primitive(scene).colors[0], (Vec4{1, 0, 1, 1}));
  EXPECT_THAT(
      warnings(scene),
      ElementsAre("t.x:3: MeshTextureCoords of Mesh M: number that is not finite; treated as 0 (2 times)",
                  "t.x:4: MeshVertexColors of Mesh M: number that is not finite; treated as 0"));
}

TEST(mesh, texture_coordinates_are_kept_as_they_are) {
  const Primitive p = primitive(load(triangle_mesh("MeshTextureCoords { 3; 0;0.25;, 0.5;1;, -1;2;; }")));
  EXPECT_THAT(p.uvs, ElementsAre(ElementsAre(Vec2{0, 0.25f}, Vec2{0.5f, 1}, Vec2{-1, 2})));
}

TEST(mesh, row_46_one_texture_coordinate_short_is_an_error) {
  EXPECT_EQ(load_error("Mesh M { " + kTriangle + "\nMeshTextureCoords { 2; 0;0;, 1;1;; } }"),
            "t.x:3: MeshTextureCoords of Mesh M: 2 texture coordinates; expected 3");
}

TEST(mesh, of_several_texture_coordinates_the_last_count) {
  const Scene scene =
      load("Mesh M { " + kTriangle +
           "MeshTextureCoords { 3; 0;0;,0;0;,0;0;; }\nMeshTextureCoords { 3; 1;0;,2;0;,3;0;; } }");
  EXPECT_THAT(primitive(scene).uvs, ElementsAre(ElementsAre(Vec2{1, 0}, Vec2{2, 0}, Vec2{3, 0})));
  EXPECT_THAT(
      warnings(scene),
      ElementsAre(
          "t.x:3: MeshTextureCoords of Mesh M: another MeshTextureCoords in this mesh; the last is used"));
}

// Some exporters write a list of colours but never fill it. If such colours were drawn, they would hide the
// material and its texture.
TEST(mesh, colours_that_are_0_everywhere_are_left_out) {
  const Scene black = load(triangle_mesh("MeshVertexColors { 3; 0; 0;0;0;1;;, 1; 0;0;0;1;;, 2; 0;0;0;1;; }"));
  EXPECT_THAT(primitive(black).colors, IsEmpty());
  EXPECT_THAT(notes(black), ::testing::Contains(::testing::EndsWith(
                                "all vertex colours are 0 and would make the mesh black; left out")));
  const Scene fades = load(triangle_mesh("MeshVertexColors { 3; 0; 0;0;0;1;;, 1; 0;0;0;0;;, 2; 0;0;0;1;; }"));
  EXPECT_EQ(primitive(fades).colors.size(), 3u);
}

TEST(mesh, row_31_vertex_color) {
  const Primitive p = primitive(load(triangle_mesh("MeshVertexColors { 1; 1; 0.0;0.0;1.0;0.1;; }")));
  EXPECT_THAT(p.colors, ElementsAre(Vec4{1, 1, 1, 1}, Vec4{0, 0, 1, 0.1f}, Vec4{1, 1, 1, 1}));
  EXPECT_EQ(std::lround(p.colors[1].w * 255), 0x1A);  // as bytes: 1A 00 00 FF
}

TEST(mesh, vertex_colors_are_clamped_and_the_last_of_a_vertex_wins) {
  const Primitive p = primitive(load(triangle_mesh("MeshVertexColors { 2; 0; 0;0;0;0;;, 0; 2;-1;0.5;1;; }")));
  EXPECT_EQ(p.colors[0], (Vec4{1, 0, 0.5f, 1}));
}

TEST(mesh, color_of_a_vertex_that_is_not_there_is_an_error) {
  EXPECT_EQ(load_error("Mesh M { " + kTriangle + "\nMeshVertexColors { 1; 3; 0;0;0;0;; } }"),
            "t.x:3: MeshVertexColors of Mesh M: color of vertex 3; expected less than 3");
}

TEST(mesh, vertex_duplication_of_the_right_size_says_nothing) {
  EXPECT_THAT(warnings(load(triangle_mesh("VertexDuplicationIndices { 3; 3; 0,1,2; }"))), IsEmpty());
}

TEST(mesh, vertex_duplication_of_a_wrong_size_is_ignored) {
  const Scene scene = load("Mesh M { " + kTriangle + "\nVertexDuplicationIndices { 1; 3; 0; } }");
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x:3: VertexDuplicationIndices of Mesh M: 1 index; expected 3: ignored"));
}

TEST(mesh, face_wraps_are_ignored) {
  EXPECT_THAT(warnings(load(triangle_mesh("MeshFaceWraps { 1; 0;0;; }"))), IsEmpty());
}

// The same mesh as a binary file. One list contains all positions, and one of its numbers is not a number.
TEST(mesh, binary_number_that_is_not_one_becomes_0) {
  std::string file = "xof 0303bin 0032";
  const auto u16 = [&](unsigned value) { file += {static_cast<char>(value), static_cast<char>(value >> 8)}; };
  const auto u32 = [&](std::uint32_t value) {
    u16(value & 0xFFFF);
    u16(value >> 16);
  };
  u16(1), u32(4), file += "Mesh";
  u16(10);
  u16(6), u32(1), u32(3);
  u16(7), u32(9);
  for (int i = 0; i < 8; ++i) u32(0x3F800000);
  u32(0x7FC00000);
  u16(6), u32(5), u32(1), u32(3), u32(0), u32(1), u32(2);
  u16(11);
  const Result<Scene> scene = read_x(bytes_of(file), "t.x");
  ASSERT_TRUE(scene) << to_string(scene.error());
  EXPECT_TRUE(validate(*scene));
  EXPECT_EQ(primitive(*scene).positions[2], (Vec3{1, 1, 0}));
  EXPECT_THAT(warnings(*scene), ElementsAre("t.x: byte 16: Mesh: number that is not finite; treated as 0"));
}

}  // namespace
}  // namespace skelter::test
