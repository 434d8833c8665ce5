#include "skelter/formats/x/write.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "skelter/formats/x/read.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"

namespace skelter {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// --- scenes ------------------------------------------------------------------------------------------------

std::uint32_t add_node(Scene& scene, std::string name, std::uint32_t parent = kNone) {
  Node node;
  node.name = std::move(name);
  node.parent = parent;
  scene.nodes.push_back(node);
  return static_cast<std::uint32_t>(scene.nodes.size() - 1);
}

// Counter-clockwise in our space, facing +z, with the normals that a reader would compute.
Primitive triangle() {
  Primitive primitive;
  primitive.positions = {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
  primitive.normals.assign(3, {0, 0, 1});
  primitive.normals_generated = true;
  primitive.indices = {0, 1, 2};
  primitive.source_vertices = 3;
  primitive.source_faces = 1;
  return primitive;
}

std::uint32_t add_mesh(Scene& scene, std::uint32_t node, Primitive primitive, std::string name = "Tri") {
  const auto mesh = static_cast<std::uint32_t>(scene.meshes.size());
  scene.meshes.push_back({std::move(name), {std::move(primitive)}});
  scene.nodes[node].meshes.push_back({mesh, kNone});
  return mesh;
}

Scene one_triangle() {
  Scene scene;
  add_mesh(scene, add_node(scene, "Root"), triangle());
  return scene;
}

Clip clip_of(std::uint32_t node, std::string target, Channel channel) {
  Clip clip;
  clip.name = "walk";
  clip.targets = {{std::move(target), node, {}}};
  clip.duration_s = channel.times_s.back();
  clip.channels = {std::move(channel)};
  return clip;
}

Channel keys(ChannelPath path, std::vector<double> times_s, std::vector<float> values) {
  Channel channel;
  channel.path = path;
  channel.times_s = std::move(times_s);
  channel.values = std::move(values);
  return channel;
}

// --- the output ----------------------------------------------------------------------------------------

WriteResult write(const Scene& scene, XEncoding encoding = XEncoding::text, bool keep_names = false) {
  const auto valid = validate(scene);
  EXPECT_TRUE(valid.ok()) << to_string(valid.error());
  auto result = write_x(scene, {encoding, keep_names});
  EXPECT_TRUE(result.ok());
  return *std::move(result);
}

std::string as_text(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
std::string text_of(const Scene& scene) {
  return as_text(write(scene).bytes);
}

// Removes spaces and line ends, which these tests ignore.
std::string squeezed(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

// Reads in strict mode, so that the test fails for everything that D3DX would reject.
Scene read_back(const Scene& scene, XEncoding encoding = XEncoding::text, bool keep_names = false) {
  XReadOptions strict;
  strict.strict = true;
  auto again = read_x(write(scene, encoding, keep_names).bytes, "again.x", {}, strict);
  EXPECT_TRUE(again.ok()) << to_string(again.error());
  return again ? *std::move(again) : Scene();
}

std::string loss(const Scene& scene, std::string_view code) {
  const WriteResult result = write(scene);
  const Diagnostic* found = result.losses.find(code);
  return found == nullptr ? "no such loss" : to_string(*found);
}

// --- text --------------------------------------------------------------------------------------------------

TEST(WriteX, spells_a_mesh_as_files_of_the_sdk_do) {
  // z is negated, and 0 1 2 counter-clockwise becomes 0 2 1 clockwise.
  EXPECT_EQ(text_of(one_triangle()),
            "xof 0303txt 0032\n"
            "\n"
            "Frame Root {\n"
            " FrameTransformMatrix {\n"
            "  1.0,0.0,-0.0,0.0,\n"
            "  0.0,1.0,-0.0,0.0,\n"
            "  -0.0,-0.0,1.0,-0.0,\n"
            "  0.0,0.0,-0.0,1.0;;\n"
            " }\n"
            " Mesh Tri {\n"
            "  3;\n"
            "  0.0;0.0;-1.0;,\n"
            "  1.0;0.0;-1.0;,\n"
            "  0.0;1.0;-1.0;;\n"
            "  1;\n"
            "  3;0,2,1;;\n"
            " }\n"
            "}\n");
}

TEST(WriteX, writes_the_shortest_digits_that_give_the_number_back_and_always_a_point) {
  Scene scene = one_triangle();
  scene.meshes[0].primitives[0].positions[0] = {0.1f, 1e-10f, -16777216.0f};
  EXPECT_THAT(text_of(scene), HasSubstr("0.1;1.0e-10;16777216.0;,"));
  EXPECT_EQ(read_back(scene).meshes[0].primitives[0].positions[0],
            scene.meshes[0].primitives[0].positions[0]);
}

TEST(WriteX, declares_what_the_oldest_readers_do_not_know) {
  Scene scene = one_triangle();
  EXPECT_THAT(text_of(scene), Not(HasSubstr("template")));
  scene.skins.push_back({"", {{"Root", 0, {}}}});
  scene.nodes[0].meshes[0].skin = 0;
  EXPECT_THAT(text_of(scene),
              HasSubstr("template SkinWeights {\n <6f0d123b-bad2-4167-a0d0-80224f25fabb>\n"
                        " STRING transformNodeName;\n DWORD nWeights;\n"
                        " array DWORD vertexIndices[nWeights];\n array FLOAT weights[nWeights];\n"
                        " Matrix4x4 matrixOffset;\n}\n"));
}

TEST(WriteX, writes_the_same_bytes_again) {
  const Scene scene = one_triangle();
  for (const XEncoding encoding :
       {XEncoding::text, XEncoding::binary, XEncoding::text_compressed, XEncoding::binary_compressed})
    EXPECT_EQ(write(scene, encoding).bytes, write(scene, encoding).bytes);
}

// D3DX uses the identity for absent parts, so parts are written with the values that the scene means.
TEST(WriteX, absent_parts_are_written_as_the_scene_means_them) {
  for (const Absent absent : {Absent::rest, Absent::identity}) {
    Scene scene;
    scene.format = "glb";  // parts that glTF omits are filled in
    scene.absent = absent;
    add_node(scene, "A");
    scene.nodes[0].rest = to_float(translation_matrix(Vec3d{0, 5, 0}));
    scene.clips = {clip_of(0, "A", keys(ChannelPath::rotation, {0, 1}, {0, 0, 0, 1, 0, 0, 0, 1}))};
    auto again = read_x(write(scene).bytes);
    ASSERT_TRUE(again.ok()) << to_string(again.error());
    again->absent = Absent::identity;
    EXPECT_EQ(translation_part(evaluate(*again, 0, 0).local[0]),
              (Vec3d{0, absent == Absent::rest ? 5.0 : 0.0, 0}));
  }
}

// --- binary ------------------------------------------------------------------------------------------------

TEST(WriteX, spells_binary_files_in_tokens) {
  Scene scene;
  add_node(scene, "A");
  scene.nodes[0].rest.m = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -2, 1};
  const std::string bytes = as_text(write(scene, XEncoding::binary).bytes);
  using namespace std::string_literals;
  const std::string head =
      "xof 0303bin 0032"
      "\x01\0\x05\0\0\0Frame"  // NAME
      "\x01\0\x01\0\0\0A"
      "\x0a\0"  // {
      "\x01\0\x14\0\0\0FrameTransformMatrix"
      "\x0a\0"
      "\x07\0\x10\0\0\0"                                                   // FLOAT_LIST of 16
      "\0\0\x80\x3f"s;                                                     // 1.0
  const std::string tail = "\0\0\0\0\0\0\0\x40\0\0\x80\x3f\x0b\0\x0b\0"s;  // 0 2 1 } }, because z is mirrored
  EXPECT_EQ(bytes.substr(0, head.size()), head);
  EXPECT_EQ(bytes.substr(bytes.size() - tail.size()), tail);
  EXPECT_EQ(bytes.size(), head.size() + 15 * 4 + 4);
}

TEST(WriteX, begins_each_encoding_with_its_header) {
  const Scene scene = one_triangle();
  const auto header = [&](XEncoding encoding) { return as_text(write(scene, encoding).bytes).substr(0, 16); };
  EXPECT_EQ(header(XEncoding::text), "xof 0303txt 0032");
  EXPECT_EQ(header(XEncoding::binary), "xof 0303bin 0032");
  EXPECT_EQ(header(XEncoding::text_compressed), "xof 0303tzip0032");
  EXPECT_EQ(header(XEncoding::binary_compressed), "xof 0303bzip0032");
}

// --- meshes ------------------------------------------------------------------------------------------------

TEST(WriteX, writes_polygons_again_and_not_their_triangles) {
  Scene scene;
  Primitive quad = triangle();
  quad.positions.push_back({1, 1, 1});
  quad.normals.push_back({0, 0, 1});
  quad.indices = {0, 2, 1, 0, 3, 2};  // the fan of 0 1 2 3 in our winding
  quad.source_vertices = 4;
  quad.face_corners = {4};
  add_mesh(scene, add_node(scene, "Root"), quad);
  EXPECT_THAT(text_of(scene), HasSubstr("  1;\n  4;0,1,2,3;;\n"));
}

TEST(WriteX, keeps_the_winding_of_rigid_meshes_under_a_mirroring_frame) {
  Scene scene = one_triangle();
  scene.nodes[0].rest.m[0] = -1;
  EXPECT_THAT(text_of(scene), HasSubstr("3;0,1,2;;"));
  EXPECT_EQ(read_back(scene).meshes, scene.meshes);
}

TEST(WriteX, writes_a_vertex_that_was_split_by_normals_once) {
  // Two triangles share the edge 0 1. The second has a different normal, so vertices 3 and 4 are copies of 0
  // and 1.
  Scene scene;
  Primitive p = triangle();
  p.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 0}, {1, 0, 0}};
  p.normals_generated = false;
  p.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, -1, 0}, {0, -1, 0}, {0, -1, 0}};
  p.indices = {0, 1, 2, 4, 3, 5};
  p.source_vertices = 4;
  p.source_faces = 2;
  p.source_vertex = {0, 1, 2, 3, 0, 1};
  add_mesh(scene, add_node(scene, "Root"), p);
  const std::string text = squeezed(text_of(scene));
  EXPECT_THAT(text, HasSubstr("MeshTri{4;"));
  EXPECT_THAT(text, HasSubstr("2;3;0,2,1;,3;0,1,3;;MeshNormals{6;"));
  EXPECT_THAT(text, HasSubstr("2;3;0,2,1;,3;4,5,3;;}"));
  EXPECT_EQ(write(scene).losses.find("x.sources-lost"), nullptr);
}

TEST(WriteX, writes_copies_that_no_reader_would_make_as_vertices) {
  Scene scene;
  Primitive p = triangle();
  p.positions.push_back(p.positions[0]);
  p.normals.push_back(p.normals[0]);
  p.indices = {3, 1, 2};
  p.source_vertex = {0, 1, 2, 0};
  add_mesh(scene, add_node(scene, "Root"), p);
  EXPECT_THAT(squeezed(text_of(scene)), HasSubstr("MeshTri{4;"));
  EXPECT_EQ(loss(scene, "x.sources-lost"),
            "Mesh Tri: 1 vertices are copies that a reader would not recreate; written as separate vertices");
}

TEST(WriteX, does_not_write_normals_that_a_reader_made) {
  Scene scene = one_triangle();
  EXPECT_THAT(text_of(scene), Not(HasSubstr("MeshNormals")));
  scene.meshes[0].primitives[0].normals_generated = false;
  EXPECT_THAT(text_of(scene), HasSubstr("MeshNormals"));
}

TEST(WriteX, keeps_all_vertex_data) {
  Scene scene = one_triangle();
  Primitive& p = scene.meshes[0].primitives[0];
  p.positions.push_back({9, 9, 9});  // in no triangle but with a normal, which MeshNormals cannot represent
  p.source_vertices = 4;
  p.normals_generated = false;
  p.normals = {{0, 0, 1}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
  p.tangents = {{1, 0, 0, -1}, {1, 0, 0, -1}, {0, 1, 0, -1}, {0, 0, 1, -1}};
  p.uvs = {{{0, 0}, {1, 0}, {0, 1}, {2, 2}}, {{0, 0.5f}, {1, 0.5f}, {0.5f, 1}, {3, 3}}};
  p.colors = {
      {1, 0, 0, 1}, {0, 2, 0, 1}, {0, 0, 1, 1}, {-1, 0, 0, 0.5f}};  // outside the range of MeshVertexColors
  p.extra = {{"blendweight", 0, 1, {0.1f, 0.2f, 0.3f, 0.4f}},
             {"texcoord", 5, 3, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}}};
  for (const XEncoding encoding : {XEncoding::text, XEncoding::binary})
    EXPECT_EQ(read_back(scene, encoding).meshes, scene.meshes);
}

TEST(WriteX, keeps_the_side_of_tangents_by_a_binormal) {
  Scene scene = one_triangle();
  Primitive& p = scene.meshes[0].primitives[0];
  p.normals_generated = false;
  p.tangents = {{1, 0, 0, 1}, {0, 1, 0, -1}, {1, 0, 0, 1}};
  EXPECT_EQ(read_back(scene).meshes[0].primitives[0].tangents, p.tangents);
}

TEST(WriteX, writes_a_mesh_once_and_refers_to_it) {
  for (const char* name : {"Tri", "", "Root"}) {  // "Root" is also the name of a frame
    Scene scene = one_triangle();
    scene.meshes[0].name = name;
    scene.nodes[add_node(scene, "Twin", 0)].meshes.push_back({0, kNone});
    EXPECT_EQ(read_back(scene).nodes, scene.nodes) << name;
    EXPECT_EQ(read_back(scene, XEncoding::binary).meshes, scene.meshes) << name;
  }
}

TEST(WriteX, writes_meshes_of_nodes_that_readers_make_at_the_top_level) {
  Scene scene = one_triangle();
  scene.nodes[0].name = "";
  scene.nodes[0].synthetic = true;
  EXPECT_THAT(text_of(scene), Not(HasSubstr("Frame")));
  EXPECT_TRUE(same_content(read_back(scene), scene));
}

// A file without any object of a model is rejected, so an empty mesh is written for an empty scene.
TEST(WriteX, writes_a_scene_of_nothing_as_an_empty_mesh) {
  EXPECT_EQ(squeezed(text_of(Scene{})), "xof0303txt0032Mesh{0;0;}");
  for (const XEncoding encoding :
       {XEncoding::text, XEncoding::binary, XEncoding::text_compressed, XEncoding::binary_compressed})
    EXPECT_TRUE(same_content(read_back(Scene{}, encoding), Scene{}));
}

TEST(WriteX, keeps_a_synthetic_node_that_moves_something) {
  Scene scene;
  add_node(scene, "Child", 1);
  add_node(scene, "Helper");
  scene.nodes[1].synthetic = true;
  scene.nodes[1].rest.m[12] = 5;
  EXPECT_THAT(squeezed(text_of(scene)), HasSubstr("FrameHelper{FrameTransformMatrix{"));
}

TEST(WriteX, keeps_meshes_and_frames_in_the_order_of_the_file) {
  Scene scene;
  const std::uint32_t root = add_node(scene, "Root");
  const std::uint32_t child = add_node(scene, "Child", root);
  add_mesh(scene, child, triangle(), "First");
  add_mesh(scene, root, triangle(), "Second");
  EXPECT_TRUE(same_content(read_back(scene), scene));
}

TEST(WriteX, mentions_frames_and_meshes_that_no_file_lists_in_their_order) {
  Scene scene = one_triangle();  // Root, a sibling frame, and a frame below Root
  add_node(scene, "Beside");
  add_mesh(scene, add_node(scene, "Below", 0), triangle(), "Second");
  EXPECT_EQ(loss(scene, "x.frames-reordered"),
            "Frame Beside: gets a different index: a file lists frames depth first");
  EXPECT_EQ(loss(scene, "x.meshes-reordered"), "no such loss");
  EXPECT_EQ(read_back(scene).nodes[1].name, "Below");

  scene = one_triangle();
  add_mesh(scene, 0, triangle(), "Second");
  std::swap(scene.nodes[0].meshes[0], scene.nodes[0].meshes[1]);
  EXPECT_EQ(loss(scene, "x.meshes-reordered"),
            "Mesh Tri: gets a different index: a file lists meshes with their frames");
}

TEST(WriteX, reports_what_a_mesh_cannot_hold) {
  Scene scene = one_triangle();
  Primitive& p = scene.meshes[0].primitives[0];
  p.morphs = {{"smile", std::vector<Vec3>(3), {}}};
  p.extra = {{"_custom", 0, 1, {1, 2, 3}}};
  p.influence_begin = {0, 1, 1, 1};
  p.influences = {{0, 1}};
  EXPECT_EQ(loss(scene, "x.morph-targets"), "Mesh Tri: 1 morph targets, which .x cannot hold; dropped");
  EXPECT_EQ(loss(scene, "x.attribute-dropped"),
            "Mesh Tri: vertex attribute _custom 0, which has no Direct3D usage; dropped");
  EXPECT_EQ(loss(scene, "x.weights-without-skin"), "Mesh Tri: weights without a skin; dropped");
}

TEST(WriteX, splits_primitives_and_reports_it) {
  Scene scene = one_triangle();
  scene.meshes[0].primitives.push_back(triangle());
  EXPECT_EQ(loss(scene, "x.primitives-parted"),
            "Mesh Tri: 2 primitives; a .x mesh has only one vertex list, so they become 2 meshes");
  const Scene again = read_back(scene);
  ASSERT_EQ(again.meshes.size(), 2u);
  EXPECT_EQ(again.meshes[1].name, "Tri_1");
}

TEST(WriteX, reports_omitted_and_duplicated_objects) {
  Scene scene = one_triangle();
  scene.meshes.push_back({"Lost", {triangle()}});
  EXPECT_EQ(loss(scene, "x.mesh-left-out"), "Mesh Lost: has no node or no vertices; left out");
  scene.nodes[add_node(scene, "Mirror", 0)].meshes.push_back({0, kNone});
  EXPECT_EQ(loss(scene, "x.mesh-repeated"), "no such loss");
  scene.nodes[1].rest.m[0] = -1;
  EXPECT_EQ(loss(scene, "x.mesh-repeated"),
            "Mesh Tri: used with several skins, or under both mirrored and unmirrored frames; written once "
            "for each");
}

// --- skins -------------------------------------------------------------------------------------------------

Scene skinned() {
  Scene scene = one_triangle();
  const std::uint32_t bone = add_node(scene, "Bone", 0);
  Joint joint{"Bone", bone, {}};
  joint.joint_from_mesh.m[14] = 3;
  scene.skins.push_back({"", {joint, {"Root", 0, {}}}});
  scene.nodes[0].meshes[0].skin = 0;
  Primitive& p = scene.meshes[0].primitives[0];
  p.influence_begin = {0, 1, 3, 4};
  p.influences = {{0, 1}, {1, 0.75f}, {0, 0.25f}, {1, 1}};
  return scene;
}

TEST(WriteX, writes_weights_bone_by_bone) {
  const std::string text = squeezed(text_of(skinned()));
  EXPECT_THAT(text, HasSubstr("XSkinMeshHeader{2;2;2;}"));
  EXPECT_THAT(text, HasSubstr("SkinWeights{\"Bone\";2;0,1;1.0,0.25;"));
  EXPECT_THAT(text, HasSubstr("-3.0,1.0;;}"));  // the translation of the offset, mirrored
  EXPECT_THAT(text, HasSubstr("SkinWeights{\"Root\";2;1,2;0.75,1.0;"));
  EXPECT_TRUE(same_content(read_back(skinned()), skinned()));
}

TEST(WriteX, names_frames_apart_that_bones_refer_to) {
  Scene scene = skinned();
  scene.nodes[1].name = "Root";
  scene.skins[0].joints[0].name = "Root";
  EXPECT_EQ(
      loss(scene, "x.frame-renamed"),
      "Frame Root: bones and animations refer to frames by name; its name is not unique and is now Root_1");
  const Scene again = read_back(scene);
  EXPECT_EQ(again.skins[0].joints[0].node, 1u);
  EXPECT_EQ(again.nodes[1].name, "Root_1");
}

TEST(WriteX, gives_names_to_nameless_frames_that_bones_refer_to) {
  Scene scene = skinned();
  scene.nodes[1].name = "";
  EXPECT_THAT(loss(scene, "x.frame-renamed"), HasSubstr("this frame had none and is now node_1"));
  EXPECT_EQ(read_back(scene).skins[0].joints[0].node, 1u);
}

// --- names -------------------------------------------------------------------------------------------------

TEST(WriteX, quotes_names_that_text_would_not_read_as_one_word) {
  for (const char* name : {"Bip01 L Hand", "a{b}", "#1", "/x", "a;b", "tab\there"}) {
    Scene scene;
    add_node(scene, name);
    scene.clips = {clip_of(0, name, keys(ChannelPath::scale, {0}, {1, 1, 1}))};
    const auto written = write_x(scene, {XEncoding::text, true});
    ASSERT_TRUE(written);
    EXPECT_EQ(written->losses.count(Severity::warning), 0u);
    ASSERT_NE(written->losses.find("x.name-quoted"), nullptr);
    const auto again = read_x(written->bytes);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->nodes[0].name, name);
    EXPECT_EQ(again->clips[0].targets[0].node, 0u);
    EXPECT_EQ(read_back(scene, XEncoding::binary).nodes[0].name, name);
  }
}

// D3DX and Assimp reject quoted names. References from a skin and from a clip's target must follow the
// renamed frame. If the new name is already used by a different frame, a suffix is added.
TEST(WriteX, makes_names_one_word_and_reports_it) {
  Scene scene = skinned();
  scene.nodes[0].name = "Bip01_L_Hand";
  scene.nodes[1].name = "Bip01 L{Hand}";
  scene.clips = {clip_of(1, "Bip01 L{Hand}", keys(ChannelPath::scale, {0}, {1, 1, 1}))};
  scene.clips[0].name = "run; fast";
  const WriteResult result = write(scene);
  const Diagnostic* renamed = result.losses.find("x.name-changed");
  ASSERT_NE(renamed, nullptr);
  EXPECT_EQ(to_string(*renamed),
            "Frame Bip01 L{Hand}: a text file can store this name only in quotes; written as Bip01_L_Hand_");
  const Scene again = read_back(scene);
  EXPECT_EQ(again.nodes[1].name, "Bip01_L_Hand_");
  EXPECT_EQ(again.skins[0].joints[0].node, 1u);
  EXPECT_EQ(again.clips[0].targets[0].node, 1u);
  EXPECT_EQ(again.clips[0].name, "run__fast");
  EXPECT_EQ(text_of(scene).find("Frame \""), std::string::npos);
}

TEST(WriteX, changes_a_name_with_a_quote_and_reports_it) {
  Scene scene;
  add_node(scene, "6\" gun");
  EXPECT_THAT(loss(scene, "x.name-changed"), HasSubstr("Frame 6' gun: the name has a quote or a NUL"));
  EXPECT_THAT(text_of(scene), HasSubstr("Frame 6'_gun {"));
  EXPECT_EQ(read_back(scene, XEncoding::binary).nodes[0].name, "6\" gun");
}

TEST(WriteX, ends_names_at_a_nul_and_reports_it) {
  Scene scene;
  add_node(scene, std::string("a\0b", 3));
  const WriteResult result = write(scene, XEncoding::binary);
  ASSERT_NE(result.losses.find("x.name-changed"), nullptr);
  EXPECT_EQ(to_string(*result.losses.find("x.name-changed")),
            "Frame a: the name has a NUL, which a file cannot store; the name is cut there");
}

// --- materials ---------------------------------------------------------------------------------------------

Material red(std::string name) {
  Material material;
  material.name = std::move(name);
  material.base_color = {1, 0, 0, 0.5f};
  material.specular = {0.1f, 0.2f, 0.3f};
  material.specular_power = 8;
  material.emissive = {0.4f, 0.5f, 0.6f};
  return material;
}

TEST(WriteX, writes_materials_where_they_are_used_first_and_then_refers_to_them) {
  Scene scene = one_triangle();
  scene.textures = {{"skin.png"}};
  scene.materials = {red("Red")};
  scene.materials[0].base_color_texture = 0;
  scene.materials[0].texture_suffix = "shine.spa";
  scene.meshes[0].primitives[0].materials = {0};
  add_mesh(scene, 0, scene.meshes[0].primitives[0], "Other");
  const std::string text = squeezed(text_of(scene));
  EXPECT_THAT(text,
              HasSubstr("MeshMaterialList{1;1;0;MaterialRed{1.0;0.0;0.0;0.5;;8.0;0.1;0.2;0.3;;0.4;0.5;0.6;;"
                        "TextureFilename{\"skin.png*shine.spa\";}}}"));
  EXPECT_THAT(text, HasSubstr("MeshMaterialList{1;1;0;{Red}}"));
  EXPECT_TRUE(same_content(read_back(scene), scene));
}

TEST(WriteX, refers_to_materials_by_guid_where_a_name_does_not_tell) {
  for (const char* name : {"", "Root"}) {  // "Root" is also the name of a frame
    Scene scene = one_triangle();
    scene.materials = {red(name), red(name)};
    scene.meshes[0].primitives[0].materials = {0, 1};
    add_mesh(scene, 0, scene.meshes[0].primitives[0], "Other");
    scene.meshes[1].primitives[0].materials = {1, 0};
    for (const XEncoding encoding : {XEncoding::text, XEncoding::binary})
      EXPECT_TRUE(same_content(read_back(scene, encoding, true), scene)) << name;
  }
}

TEST(WriteX, gives_names_of_their_own_to_what_is_referred_to_in_text) {
  for (const std::string name : {"", "Root"}) {
    Scene scene = one_triangle();
    scene.materials = {red(name), red(name)};
    scene.meshes[0].primitives[0].materials = {0, 1};
    add_mesh(scene, 0, scene.meshes[0].primitives[0], "Other");
    scene.meshes[1].primitives[0].materials = {1, 0};
    Scene expected = scene;
    const std::string front = name.empty() ? "" : name + "_";
    expected.materials[0].name = front + "Material_1";
    expected.materials[1].name = front + "Material_2";
    EXPECT_TRUE(same_content(read_back(scene), expected)) << name;
    EXPECT_THAT(text_of(scene), Not(HasSubstr("<"))) << name;
    EXPECT_THAT(
        loss(scene, "x.name-changed"),
        HasSubstr(
            name.empty()
                ? "Material Material_1: has no name, but it is referred to by name; written as Material_1"
                : "Material Root: its name is not unique, but it is referred to by name; written as "
                  "Root_Material_1"));
  }
}

TEST(WriteX, keeps_the_order_of_materials_and_those_that_nothing_uses) {
  Scene scene = one_triangle();
  scene.materials = {red("A"), red("B"), red("Unused")};
  scene.meshes[0].primitives[0].materials = {1, 0};
  EXPECT_TRUE(same_content(read_back(scene), scene));
}

TEST(WriteX, keeps_effects) {
  Scene scene = one_triangle();
  scene.materials = {red("Red")};
  scene.materials[0].effect = EffectInstance{
      "skin.fx", {{"Gloss", std::vector<float>{1, 0.5f}}, {"Map", "bump.png"}, {"Passes", 3u}}};
  scene.meshes[0].primitives[0].materials = {0};
  for (const XEncoding encoding : {XEncoding::text, XEncoding::binary})
    EXPECT_TRUE(same_content(read_back(scene, encoding), scene));
}

TEST(WriteX, puts_a_grey_material_into_a_slot_that_has_none) {
  Scene scene = one_triangle();
  scene.materials = {red("Red")};
  scene.meshes[0].primitives[0].materials = {kNone, 0};
  scene.meshes[0].primitives[0].triangle_slots = {1};
  EXPECT_EQ(loss(scene, "x.default-material"),
            "MeshMaterialList: a slot without a material among slots that have one; a grey material is used");
  const Scene again = read_back(scene);
  ASSERT_EQ(again.materials.size(), 2u);
  EXPECT_EQ(again.materials[0].base_color, (Vec4{0.5f, 0.5f, 0.5f, 1}));
  EXPECT_EQ(again.materials[again.meshes[0].primitives[0].materials[1]], scene.materials[0]);
}

TEST(WriteX, writes_no_material_list_where_no_slot_has_a_material) {
  Scene scene = one_triangle();
  scene.meshes[0].primitives[0].materials = {kNone};
  EXPECT_THAT(text_of(scene), Not(HasSubstr("MeshMaterialList")));
}

TEST(WriteX, reports_that_materials_are_not_double_sided) {
  Scene scene = one_triangle();
  scene.materials = {red("Red")};
  scene.materials[0].double_sided = true;
  EXPECT_EQ(loss(scene, "x.double-sided"),
            "Material Red: double-sided, which .x cannot hold; Direct3D programs cull back faces");
}

// --- clips -------------------------------------------------------------------------------------------------

TEST(WriteX, writes_keys_in_the_order_and_axes_of_the_file) {
  Scene scene;
  add_node(scene, "Root");
  Clip clip =
      clip_of(0, "Root", keys(ChannelPath::rotation, {0, 0.5}, {0.5f, 0.5f, 0.5f, 0.5f, 0.6f, 0, 0.8f, 0}));
  clip.channels.push_back(keys(ChannelPath::translation, {0.25}, {1, 2, 3}));
  clip.targets[0].open = true;
  clip.targets[0].linear = false;
  scene.clips = {clip};
  const std::string text = squeezed(text_of(scene));
  EXPECT_THAT(text, HasSubstr("AnimationSetwalk{Animation{{Root}AnimationOptions{1;0;}"));
  EXPECT_THAT(text, HasSubstr("AnimationKey{0;2;0;4;0.5,0.5,0.5,-0.5;;,2400;4;0.0,0.6,0.0,-0.8;;;}"));
  EXPECT_THAT(text, HasSubstr("AnimationKey{2;1;1200;3;1.0,2.0,-3.0;;;}"));
}

TEST(WriteX, states_the_tick_rate_unless_the_default_was_assumed) {
  Scene scene;
  add_node(scene, "Root");
  scene.clips = {clip_of(0, "Root", keys(ChannelPath::scale, {0, 0.5}, {1, 1, 1, 2, 2, 2}))};
  scene.clips[0].ticks_per_second = 4800;
  EXPECT_THAT(squeezed(text_of(scene)), Not(HasSubstr("AnimTicksPerSecond{4800;}")));
  scene.ticks_in_file = true;
  EXPECT_THAT(squeezed(text_of(scene)), HasSubstr("AnimTicksPerSecond{4800;}"));
  scene.clips[0].ticks_per_second = 24;
  EXPECT_THAT(squeezed(text_of(scene)), HasSubstr("AnimTicksPerSecond{24;}"));
}

TEST(WriteX, keeps_clips_without_name_without_targets_and_for_frames_that_are_elsewhere) {
  Scene scene;
  add_node(scene, "Root");
  Clip clip = clip_of(kNone, "Elsewhere", keys(ChannelPath::scale, {0, 0.5}, {1, 1, 1, 2, 2, 2}));
  clip.name.reset();
  clip.ticks_per_second = 4800;
  Clip empty;
  empty.name = "empty";
  empty.ticks_per_second = 4800;
  scene.clips = {clip, empty};
  const auto again = read_x(write(scene).bytes);
  ASSERT_TRUE(again);
  EXPECT_TRUE(same_content(*again, scene));
}

TEST(WriteX, reports_keys_that_are_not_linear) {
  Scene scene;
  add_node(scene, "Root");
  Channel step = keys(ChannelPath::translation, {0, 0.5, 1}, {1, 1, 1, 2, 2, 2, 3, 3, 3});
  step.interpolation = Interpolation::step;
  Channel cubic = keys(ChannelPath::scale, {0.5}, {9, 9, 9, 1, 2, 3, 9, 9, 9});
  cubic.interpolation = Interpolation::cubic;
  scene.clips = {clip_of(0, "Root", step)};
  scene.clips[0].channels.push_back(cubic);
  EXPECT_EQ(loss(scene, "x.step-keys"),
            "AnimationSet walk: stepped keys, which .x cannot hold; each step is written as a jump within "
            "one tick");
  EXPECT_EQ(loss(scene, "x.cubic-keys"),
            "AnimationSet walk: cubic keys in 1 channels, which .x cannot hold; 1 linear keys replace 1, "
            "error at most 1e-05 of the extent and 1e-05 rad");
  const std::string text = squeezed(text_of(scene));
  EXPECT_THAT(text, HasSubstr("{2;5;0;3;1.0,1.0,-1.0;;,2399;3;1.0,1.0,-1.0;;,2400;3;2.0,2.0,-2.0;;,"
                              "4799;3;2.0,2.0,-2.0;;,4800;3;3.0,3.0,-3.0;;;}"));
  EXPECT_THAT(text, HasSubstr("{1;1;2400;3;1.0,2.0,3.0;;;}"));
}

TEST(WriteX, reports_morph_weights) {
  Scene scene;
  add_node(scene, "Root");
  scene.clips = {clip_of(0, "Root", keys(ChannelPath::weights, {0}, {1, 2}))};
  EXPECT_EQ(loss(scene, "x.morph-weights"),
            "AnimationSet walk: morph weights, which .x cannot hold; dropped");
  // Assimp rejects an Animation without keys.
  EXPECT_EQ(squeezed(text_of(scene)).find("Animation{"), std::string::npos);
  scene.clips[0].channels.push_back(keys(ChannelPath::scale, {0}, {1, 1, 1}));
  EXPECT_THAT(squeezed(text_of(scene)), HasSubstr("Animation{{Root}AnimationKey{1;1;0;3;1.0,1.0,1.0;;;}}"));
}

TEST(WriteX, refuses_frames_deeper_than_readers_take) {
  Scene scene;
  for (std::uint32_t node = 0; node < 1020; ++node) {
    add_node(scene, "bone" + std::to_string(node));
    if (node > 0) scene.nodes[node].parent = node - 1;
  }
  const auto deepest = write_x(scene, {});
  ASSERT_TRUE(deepest.ok());
  EXPECT_TRUE(read_x(deepest->bytes, "deepest.x").ok());
  add_node(scene, "tip");
  scene.nodes[1020].parent = 1019;
  const auto deeper = write_x(scene, {});
  ASSERT_FALSE(deeper.ok());
  EXPECT_EQ(deeper.error().code, "x.too-deep");
  EXPECT_EQ(to_string(deeper.error()),
            "Frame tip: frames nest deeper than 1020 levels, which .x readers reject; flatten the hierarchy");
}

TEST(WriteX, reports_targets_that_nothing_in_the_file_can_name) {
  Scene scene;
  add_node(scene, "Root");
  scene.clips = {clip_of(kNone, "", keys(ChannelPath::scale, {0}, {1, 1, 1}))};
  scene.clips[0].name.reset();
  EXPECT_EQ(loss(scene, "x.target-without-name"),
            "AnimationSet #0: an animation of a node that is not a frame in the file; dropped");
}

TEST(WriteX, nodes_that_were_added_and_that_a_clip_moves_become_frames) {
  Scene scene;
  add_node(scene, "");
  scene.nodes[0].synthetic = true;
  scene.clips = {clip_of(0, "", keys(ChannelPath::scale, {0}, {1, 2, 1}))};
  const auto written = write_x(scene, {});
  ASSERT_TRUE(written.ok());
  EXPECT_EQ(loss(scene, "x.target-without-name"), "no such loss");
  const auto again = read_x(written->bytes, "added.x");
  ASSERT_TRUE(again.ok());
  ASSERT_EQ(again->clips.size(), 1u);
  ASSERT_EQ(again->clips[0].targets.size(), 1u);
  EXPECT_NE(again->clips[0].targets[0].node, kNone);
}

TEST(WriteX, reports_key_times_that_fit_no_rate_and_keeps_both_of_two_keys_that_meet) {
  Scene scene;
  add_node(scene, "Root");
  scene.clips = {clip_of(0, "Root",
                         keys(ChannelPath::scale, {0, 0.1234567, 0.1234568, 0.98765432101},
                              {1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4}))};
  EXPECT_THAT(loss(scene, "x.times-rounded"),
              HasSubstr("AnimTicksPerSecond: no rate makes all key times integer ticks; at 1000000 ticks per "
                        "second they are off by up to 3.21e-07 s"));
  const std::string text = squeezed(text_of(scene));
  EXPECT_THAT(
      text,
      HasSubstr(
          "{1;4;0;3;1.0,1.0,1.0;;,123457;3;2.0,2.0,2.0;;,123457;3;3.0,3.0,3.0;;,987654;3;4.0,4.0,4.0;;;}"));
}

}  // namespace
}  // namespace skelter
