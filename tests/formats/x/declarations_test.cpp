// DeclData and FVFData. Words are written as Direct3D 9 lays out the types. Floats are written as their bits.

#include <cstring>

#include "formats/x/read_support.h"

namespace skelter::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::uint32_t kNormal = 3, kTexcoord = 5, kTangent = 6, kBinormal = 7, kColor = 10;
constexpr std::uint32_t kFloat2 = 1, kFloat3 = 2, kFloat4 = 3;

std::string words(std::initializer_list<float> numbers) {
  std::string text;
  for (const float number : numbers) {
    std::uint32_t word;
    std::memcpy(&word, &number, sizeof word);
    text += std::to_string(word) + ",";
  }
  return text;
}

struct Element {
  std::uint32_t type, usage, set;
};
std::string decl_data(std::initializer_list<Element> elements, std::size_t count, const std::string& data) {
  std::string text = "\nDeclData { " + std::to_string(elements.size()) + "; ";
  for (const Element& e : elements)
    text += std::to_string(e.type) + ";0;" + std::to_string(e.usage) + ";" + std::to_string(e.set) + ";";
  return text + " " + std::to_string(count) + "; " + data + " }";
}
// The same element three times, for the vertices of a triangle.
std::string three_times(const std::string& data) {
  return data + data + data;
}

const VertexAttribute& only_extra(const Primitive& p) {
  EXPECT_EQ(p.extra.size(), 1u);
  return p.extra.at(0);
}

TEST(declarations, normals_stand_for_mesh_normals_and_do_not_split) {
  const Primitive p = primitive(
      load(triangle_mesh("MeshNormals { 3; 1;0;0;, 0;1;0;, 0;0;1;; 1; 3;0,1,2;; }" +
                         decl_data({{kFloat3, kNormal, 0}}, 9, words({0, 0, -1, 0, 0, -2, 0, 1, 0})))));
  EXPECT_THAT(p.normals, ElementsAre(Vec3{0, 0, 1}, Vec3{0, 0, 1}, Vec3{0, 1, 0}));
  EXPECT_EQ(p.positions.size(), 3u);
  EXPECT_FALSE(p.normals_generated);
}

TEST(declarations, tangents_get_their_side_from_the_binormal) {
  const Primitive p = primitive(
      load(triangle_mesh("MeshNormals { 1; 0;0;-1;; 1; 3;0,0,0;; }" +
                         decl_data({{kFloat3, kTangent, 0}, {kFloat3, kBinormal, 0}}, 18,
                                   words({1, 0, 0, 0, 1, 0, 1, 0, 0, 0, -1, 0, 0, 0, 2, 0, 1, 0})))));
  // Our normal is +z, and cross(+z, +x) = +y. The first binormal is on that side, and the second is not.
  EXPECT_EQ(p.tangents.at(0), (Vec4{1, 0, 0, 1}));
  EXPECT_EQ(p.tangents.at(1), (Vec4{1, 0, 0, -1}));
  EXPECT_EQ(p.tangents.at(2).z, -1);  // mirrored and normalised
  // The binormals are also kept as they are in the file.
  EXPECT_EQ(only_extra(p).semantic, "binormal");
  EXPECT_EQ(only_extra(p).components, 3u);
  EXPECT_THAT(only_extra(p).values, ElementsAre(0, 1, 0, 0, -1, 0, 0, 1, 0));
}

// In Direct3D's space, the bitangent is cross(normal, tangent). After mirroring, it is on the other side.
TEST(declarations, tangents_without_binormal_are_on_direct3ds_side) {
  const Primitive p =
      primitive(load(triangle_mesh(decl_data({{kFloat3, kTangent, 0}}, 9, three_times(words({1, 0, 0}))))));
  EXPECT_EQ(p.tangents.at(0), (Vec4{1, 0, 0, -1}));
}

TEST(declarations, texture_coordinates_stand_for_the_meshs_own) {
  const Primitive p =
      primitive(load(triangle_mesh("MeshTextureCoords { 3; 9;9;,9;9;,9;9;; }" +
                                   decl_data({{kFloat2, kTexcoord, 0}, {kFloat2, kTexcoord, 1}}, 12,
                                             words({0, 1, 10, 11, 2, 3, 12, 13, 4, 5, 14, 15})))));
  EXPECT_THAT(p.uvs, ElementsAre(ElementsAre(Vec2{0, 1}, Vec2{2, 3}, Vec2{4, 5}),
                                 ElementsAre(Vec2{10, 11}, Vec2{12, 13}, Vec2{14, 15})));
}

TEST(declarations, second_texture_coordinates_join_the_meshs_own) {
  const Primitive p =
      primitive(load(triangle_mesh("MeshTextureCoords { 3; 9;8;,9;8;,9;8;; }" +
                                   decl_data({{kFloat2, kTexcoord, 1}}, 6, words({0, 1, 2, 3, 4, 5})))));
  ASSERT_EQ(p.uvs.size(), 2u);
  EXPECT_EQ(p.uvs[0][0], (Vec2{9, 8}));
  EXPECT_EQ(p.uvs[1][2], (Vec2{4, 5}));
}

TEST(declarations, texture_coordinates_above_a_gap_are_kept_next_to_the_sets) {
  const Primitive p =
      primitive(load(triangle_mesh(decl_data({{kFloat2, kTexcoord, 3}}, 6, words({0, 1, 2, 3, 4, 5})))));
  EXPECT_THAT(p.uvs, IsEmpty());
  EXPECT_EQ(only_extra(p).semantic, "texcoord");
  EXPECT_EQ(only_extra(p).set, 3u);
  EXPECT_EQ(only_extra(p).components, 2u);
  EXPECT_THAT(only_extra(p).values, ElementsAre(0, 1, 2, 3, 4, 5));
}

// The layout of cube_on_plane.x: blend weights, one set with one number, and six sets with four numbers,
// which are 25 words per vertex.
TEST(declarations, row_68_weight_and_six_sets_of_four) {
  std::string data;
  for (int vertex = 0; vertex < 3; ++vertex)
    for (int word = 0; word < 25; ++word) data += words({static_cast<float>(vertex * 100 + word)});
  const Primitive p = primitive(load(triangle_mesh(decl_data({{0, 1, 0},
                                                              {kFloat4, 1, 1},
                                                              {kFloat4, 1, 2},
                                                              {kFloat4, 1, 3},
                                                              {kFloat4, 1, 4},
                                                              {kFloat4, 1, 5},
                                                              {kFloat4, 1, 6}},
                                                             75, data))));
  ASSERT_EQ(p.extra.size(), 7u);
  EXPECT_EQ(p.extra[0].semantic, "blendweight");
  EXPECT_THAT(p.extra[0].values, ElementsAre(0, 100, 200));
  EXPECT_EQ(p.extra[6].semantic, "blendweight");
  EXPECT_EQ(p.extra[6].set, 6u);
  EXPECT_THAT(p.extra[6].values, ElementsAre(21, 22, 23, 24, 121, 122, 123, 124, 221, 222, 223, 224));
}

TEST(declarations, colors_are_argb_bytes_or_numbers) {
  const Primitive bytes =
      primitive(load(triangle_mesh(decl_data({{4, kColor, 0}}, 3, three_times("2164195455,")))));
  EXPECT_EQ(bytes.colors.at(0),
            (Vec4{0xFF / 255.0f, 0 / 255.0f, 0x7F / 255.0f, 0x80 / 255.0f}));  // 0x80FF007F
  const Primitive numbers = primitive(
      load(triangle_mesh(decl_data({{kFloat3, kColor, 0}}, 9, three_times(words({0.25f, 0.5f, 1}))))));
  EXPECT_EQ(numbers.colors.at(2), (Vec4{0.25f, 0.5f, 1, 1}));
}

struct Packed {
  const char* what;
  std::uint32_t type;
  std::uint32_t size;  // words per vertex
  std::string data;    // words of one vertex
  std::vector<float> expected;
};
class DeclarationTypes : public ::testing::TestWithParam<Packed> {};

// Expected values are derived by hand from the definition of each D3DDECLTYPE.
TEST_P(DeclarationTypes, unpack) {
  const Packed& packed = GetParam();
  const Primitive p = primitive(
      load(triangle_mesh(decl_data({{packed.type, 13, 2}}, 3 * packed.size, three_times(packed.data)))));
  const VertexAttribute& extra = only_extra(p);
  EXPECT_EQ(extra.semantic, "sample");
  EXPECT_EQ(extra.set, 2u);
  ASSERT_EQ(extra.components, packed.expected.size());
  for (std::size_t i = 0; i < extra.values.size(); ++i)
    EXPECT_FLOAT_EQ(extra.values[i], packed.expected[i % packed.expected.size()]) << i;
}
INSTANTIATE_TEST_SUITE_P(
    declarations, DeclarationTypes,
    ::testing::Values(
        Packed{"float1", 0, 1, words({1.5f}), {1.5f}}, Packed{"float2", 1, 2, words({1, 2}), {1, 2}},
        Packed{"float3", 2, 3, words({1, 2, 3}), {1, 2, 3}},
        Packed{"float4", 3, 4, words({1, 2, 3, 4}), {1, 2, 3, 4}},
        Packed{"color", 4, 1, "16711935,", {1, 0, 1, 0}},                          // 0x00FF00FF
        Packed{"ubyte4", 5, 1, "67305985,", {1, 2, 3, 4}},                         // 0x04030201
        Packed{"short2", 6, 1, "4294836225,", {1, -2}},                            // 0xFFFE0001
        Packed{"short4", 7, 2, "4294836225,2147450880,", {1, -2, -32768, 32767}},  // .., 0x7FFF8000
        Packed{"ubyte4n", 8, 1, "4278255360,", {0, 1, 0, 1}},                      // 0xFF00FF00
        Packed{"short2n", 9, 1, "2147581951,", {1, -1}},                           // 0x80017FFF
        Packed{"short4n", 10, 2, "2147581951,2147483648,", {1, -1, 0, -1}},        // .., 0x80000000
        Packed{"ushort2n", 11, 1, "65535,", {1, 0}},
        Packed{"ushort4n", 12, 2, "65535,4294901760,", {1, 0, 0, 1}},
        Packed{"udec3", 13, 1, "3151870,", {1022, 5, 3}},   // 1022 + (5 << 10) + (3 << 20)
        Packed{"dec3n", 14, 1, "537396735,", {1, -1, -1}},  // 511, -511, -512 in ten bits each
        Packed{"half2", 15, 1, "3221240832,", {1, -2}},     // 0xC0003C00
        Packed{
            "half4", 16, 2, "3221240832,66561,", {1, -2, 6.109476e-05f, 5.9604645e-08f}}),  // .., 0x00010401
    [](const auto& test) { return test.param.what; });

TEST(declarations, half_that_is_infinite_becomes_0) {
  const Scene scene =
      load(triangle_mesh(decl_data({{15, 13, 0}}, 3, "31744,15360,15360,")));  // 0x7C00: infinite
  EXPECT_THAT(only_extra(primitive(scene)).values, ElementsAre(0, 0, 1, 0, 1, 0));
  EXPECT_THAT(warnings(scene), ElementsAre("t.x:3: DeclData: number that is not finite; treated as 0"));
}

TEST(declarations, wrong_number_of_words_is_ignored) {
  const Scene scene =
      load(triangle_mesh(decl_data({{kFloat3, kNormal, 0}}, 8, words({0, 0, 1, 0, 0, 1, 0, 0}))));
  EXPECT_TRUE(primitive(scene).normals_generated);
  EXPECT_THAT(warnings(scene), ElementsAre("t.x:3: DeclData: 8 words of vertex data; expected 9: ignored"));
}

TEST(declarations, unknown_types_and_usages_are_ignored) {
  EXPECT_THAT(warnings(load(triangle_mesh(decl_data({{17, kNormal, 0}}, 3, "1,2,3,")))),
              ElementsAre("t.x:3: DeclData: vertex element type 17; expected 0 to 16: ignored"));
  EXPECT_THAT(warnings(load(triangle_mesh(decl_data({{0, 14, 0}}, 3, "1,2,3,")))),
              ElementsAre("t.x:3: DeclData: vertex element usage 14; expected 0 to 13: ignored"));
}

TEST(declarations, row_41_fvf_with_two_texture_sets) {
  // 0x202: a position (which is never in the data) and two sets of two numbers.
  const Primitive p = primitive(
      load(triangle_mesh("FVFData { 514; 12; " + words({0, 1, 10, 11, 2, 3, 12, 13, 4, 5, 14, 15}) + " }")));
  EXPECT_THAT(p.uvs, ElementsAre(ElementsAre(Vec2{0, 1}, Vec2{2, 3}, Vec2{4, 5}),
                                 ElementsAre(Vec2{10, 11}, Vec2{12, 13}, Vec2{14, 15})));
}

TEST(declarations, fvf_of_everything) {
  // Code 0x2703F0: normal 0x10, point size 0x20, diffuse 0x40, specular 0x80, and three sets 0x300 with one
  // (11), three (01) and four (10) numbers: 0x270000. The number of words is 3 + 1 + 1 + 1 + 1 + 3 + 4 = 14.
  const std::string vertex =
      words({0, 0, -1, 7}) + "4294967295,4278190080," + words({1, 2, 3, 4, 5, 6, 7, 8});
  const Primitive p = primitive(
      load(triangle_mesh("FVFData { " + std::to_string(0x2703F0) + "; 42; " + three_times(vertex) + " }")));
  EXPECT_EQ(p.normals.at(0), (Vec3{0, 0, 1}));
  EXPECT_EQ(p.colors.at(0), (Vec4{1, 1, 1, 1}));
  ASSERT_EQ(p.extra.size(), 5u);
  EXPECT_EQ(p.extra[0].semantic, "psize");
  EXPECT_EQ(p.extra[0].values[0], 7);
  EXPECT_EQ(p.extra[1].semantic, "color");
  EXPECT_EQ(p.extra[1].set, 1u);
  EXPECT_THAT(std::vector<float>(p.extra[1].values.begin(), p.extra[1].values.begin() + 4),
              ElementsAre(0, 0, 0, 1));
  EXPECT_EQ(p.extra[2].components, 1u);
  EXPECT_EQ(p.extra[3].components, 3u);
  EXPECT_EQ(p.extra[4].components, 4u);
  EXPECT_THAT(std::vector<float>(p.extra[4].values.begin(), p.extra[4].values.begin() + 4),
              ElementsAre(5, 6, 7, 8));
}

// As in skybox01.x: three-component coordinates of a cube map, stored as FVFData.
TEST(declarations, fvf_of_three_number_coordinates_stands_for_the_meshs_own) {
  const Scene scene = load(triangle_mesh("MeshTextureCoords { 3; 9;9;,9;9;,9;9;; } FVFData { 65792; 9; " +
                                         three_times(words({1, 2, 3})) + " }"));
  const Primitive& p = primitive(scene);
  EXPECT_THAT(p.uvs, IsEmpty());
  EXPECT_EQ(only_extra(p).components, 3u);
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(declarations, data_is_extended_for_copies_of_split_vertices) {
  const Primitive p =
      primitive(load("Mesh { 3; 0;0;0;, 0;1;0;, 1;0;0;; 2; 3;0,1,2;, 3;0,2,1;; MeshNormals { 2; 0;0;1;, "
                     "0;0;-1;; 2; 3;0,0,0;, 3;1,0,0;; }" +
                     decl_data({{0, 4, 0}}, 3, words({5, 6, 7})) + " }"));
  EXPECT_THAT(p.source_vertex, ElementsAre(0, 1, 2, 0));
  EXPECT_THAT(only_extra(p).values, ElementsAre(5, 6, 7, 5));
}

}  // namespace
}  // namespace skelter::test
