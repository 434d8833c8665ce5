// Output of the writer for scenes made by hand: the document, read as plain JSON, and the reported
// losses.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "skelter/formats/gltf/read.h"
#include "skelter/formats/gltf/write.h"
#include "skelter/formats/x/read.h"
#include "skelter/formats/x/write.h"
#include "skelter/scene/evaluate.h"
#include "support/near.h"
#include "support/scene_parts.h"

namespace skelter::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

WriteResult write(const Scene& scene, const GltfWriteOptions& options = {}) {
  auto written = write_gltf(scene, options);
  EXPECT_TRUE(written.ok());
  return written.ok() ? *std::move(written) : WriteResult{};
}

std::uint32_t u32(const std::vector<std::byte>& bytes, std::size_t at) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + at, 4);
  return value;
}

// The JSON chunk of a .glb file.
json document(const std::vector<std::byte>& glb) {
  const char* text = reinterpret_cast<const char*>(glb.data()) + 20;
  return json::parse(text, text + u32(glb, 12));
}
json document(const Scene& scene, const GltfWriteOptions& options = {}) {
  return document(write(scene, options).bytes);
}

// The numbers of a float accessor.
std::vector<float> floats(const std::vector<std::byte>& glb, const json& doc, std::size_t accessor) {
  const json& a = doc["accessors"][accessor];
  const json& view = doc["bufferViews"][a["bufferView"].get<std::size_t>()];
  const std::size_t begin = 20 + u32(glb, 12) + 8 + view.value("byteOffset", std::size_t{0}) +
                            a.value("byteOffset", std::size_t{0});
  const std::map<std::string, std::size_t> widths{
      {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
  std::vector<float> values(a["count"].get<std::size_t>() * widths.at(a["type"]));
  std::memcpy(values.data(), glb.data() + begin, values.size() * 4);
  return values;
}

// A triangle on a node called "Body", with a second node, "Tip", below it.
Scene triangle() {
  Scene scene;
  scene.format = "x";
  scene.file = "hand.x";
  scene.nodes = {make_node("Body", kNone, {}), make_node("Tip", 0, translation_matrix(Vec3d{0, 2, 0}))};
  Primitive primitive;
  primitive.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  primitive.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 0}};
  primitive.indices = {0, 1, 2};
  primitive.materials = {kNone};
  primitive.source_vertices = 3;
  primitive.source_faces = 1;
  scene.meshes = {{"Shape", {primitive}}};
  scene.nodes[0].meshes = {{0, kNone}};
  return scene;
}

Clip moving(std::uint32_t node, Channel channel) {
  Clip clip;
  clip.name = "move";
  clip.duration_s = channel.times_s.back();
  clip.targets = {{"target", node, std::nullopt}};
  clip.channels = {std::move(channel)};
  return clip;
}

std::string loss(const Scene& scene, std::string_view code) {
  const WriteResult result = write(scene);
  const Diagnostic* found = result.losses.find(code);
  return found == nullptr ? "" : found->spot.object + ": " + found->message;
}

// --- container ---

TEST(WriteGltf, glb_has_aligned_chunks_and_its_length) {
  const std::vector<std::byte> glb = write(triangle()).bytes;
  EXPECT_EQ(u32(glb, 0), 0x46546C67u);
  EXPECT_EQ(u32(glb, 4), 2u);
  EXPECT_EQ(u32(glb, 8), glb.size());
  EXPECT_EQ(u32(glb, 12) % 4, 0u);
  EXPECT_EQ(u32(glb, 16), 0x4E4F534Au);
  const std::size_t bin = 20 + u32(glb, 12);
  EXPECT_EQ(u32(glb, bin + 4), 0x004E4942u);
  EXPECT_EQ(bin + 8 + u32(glb, bin), glb.size());
  EXPECT_EQ(document(glb)["buffers"][0]["byteLength"], u32(glb, bin));
}

TEST(WriteGltf, gltf_keeps_its_buffer_inside_or_in_a_file) {
  GltfWriteOptions options;
  options.glb = false;
  const WriteResult inside = write(triangle(), options);
  const std::string text(reinterpret_cast<const char*>(inside.bytes.data()), inside.bytes.size());
  EXPECT_THAT(json::parse(text)["buffers"][0]["uri"].get<std::string>(),
              ::testing::StartsWith("data:application/octet-stream;base64,"));
  EXPECT_TRUE(inside.files.empty());
  options.embed = false;
  options.stem = "body";
  const WriteResult beside = write(triangle(), options);
  ASSERT_EQ(beside.files.size(), 1u);
  EXPECT_EQ(beside.files[0].name, "body.bin");
  const auto again = read_gltf(inside.bytes);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->meshes[0].primitives[0].positions, triangle().meshes[0].primitives[0].positions);
}

TEST(WriteGltf, scene_without_anything_is_a_document_without_a_buffer) {
  EXPECT_EQ(document(Scene{}).dump(), R"({"asset":{"generator":"Skelter","version":"2.0"}})");
}

// --- meshes ---

TEST(WriteGltf, positions_have_exact_bounds_and_normals_are_unit) {
  const std::vector<std::byte> glb = write(triangle()).bytes;
  const json doc = document(glb);
  const json& attributes = doc["meshes"][0]["primitives"][0]["attributes"];
  const json& positions = doc["accessors"][attributes["POSITION"].get<std::size_t>()];
  EXPECT_EQ(positions["min"], json::parse("[0,0,0]"));
  EXPECT_EQ(positions["max"], json::parse("[1,1,0]"));
  EXPECT_EQ(doc["bufferViews"][positions["bufferView"].get<std::size_t>()]["target"], 34962);
  EXPECT_EQ(floats(glb, doc, attributes["NORMAL"]), (std::vector<float>{0, 0, 1, 0, 0, 1, 0, 1, 0}));
}

TEST(WriteGltf, slots_are_primitives_over_the_same_vertices) {
  Scene scene = triangle();
  scene.materials.resize(2);
  Primitive& primitive = scene.meshes[0].primitives[0];
  primitive.indices = {0, 1, 2, 2, 1, 0, 1, 2, 0};
  primitive.materials = {1, 0};
  primitive.triangle_slots = {0, 1, 0};
  primitive.source_faces = 3;
  const json doc = document(scene);
  const json& primitives = doc["meshes"][0]["primitives"];
  ASSERT_EQ(primitives.size(), 2u);
  EXPECT_EQ(primitives[0]["attributes"], primitives[1]["attributes"]);
  EXPECT_EQ(primitives[0]["material"], 1);
  EXPECT_EQ(primitives[1]["material"], 0);
  EXPECT_EQ(doc["accessors"][primitives[0]["indices"].get<std::size_t>()]["count"], 6);
  EXPECT_EQ(doc["accessors"][primitives[1]["indices"].get<std::size_t>()]["count"], 3);
}

TEST(WriteGltf, more_than_four_influences_take_a_second_set_and_sum_to_one) {
  Scene scene = triangle();
  Primitive& primitive = scene.meshes[0].primitives[0];
  Skin skin;
  for (std::uint32_t j = 0; j < 5; ++j) {
    scene.nodes.push_back(make_node("J" + std::to_string(j), 0, {}));
    skin.joints.push_back({"J", static_cast<std::uint32_t>(scene.nodes.size() - 1), {}});
  }
  scene.skins = {skin};
  scene.nodes[0].meshes[0].skin = 0;
  // The sum is off by 4e-5, as with weights of six digits.
  append_influences(primitive, {{0, 0.3f}, {1, 0.2f}, {2, 0.2f}, {3, 0.2f}, {4, 0.10004f}});
  append_influences(primitive, {{1, 1.0f}});
  append_influences(primitive, {{2, 0.5f}, {3, 0.5f}});
  const std::vector<std::byte> glb = write(scene).bytes;
  const json doc = document(glb);
  const json& attributes = doc["meshes"][0]["primitives"][0]["attributes"];
  ASSERT_TRUE(attributes.contains("WEIGHTS_1"));
  const std::vector<float> first = floats(glb, doc, attributes["WEIGHTS_0"]),
                           second = floats(glb, doc, attributes["WEIGHTS_1"]);
  double sum = second[0];
  for (int i = 0; i < 4; ++i) sum += first[static_cast<std::size_t>(i)];
  EXPECT_NEAR(sum, 1, 2e-7);
  EXPECT_EQ(std::vector<float>(second.begin() + 1, second.end()), std::vector<float>(11, 0.0f));
}

TEST(WriteGltf, vertices_without_joints_are_bound_to_the_node_of_their_mesh) {
  Scene scene = triangle();
  scene.nodes[0].rest = to_float(translation_matrix(Vec3d{5, 0, 0}));
  scene.skins = {{"", {{"Tip", 1, {}}}}};
  scene.nodes[0].meshes[0].skin = 0;
  Primitive& primitive = scene.meshes[0].primitives[0];
  append_influences(primitive, {{0, 1.0f}});
  append_influences(primitive, {});
  append_influences(primitive, {});
  EXPECT_EQ(loss(scene, "gltf.vertices-bound"),
            "Mesh Shape: 2 vertices without joints; bound to the node of the mesh as an extra joint");
  const auto again = read_gltf(write(scene).bytes);
  ASSERT_TRUE(again.ok());
  ASSERT_EQ(again->nodes.size(), 3u);  // the mesh has a separate node at the root
  const auto positions = skin(*again, rest_pose(*again), 2, 0).positions;
  EXPECT_TRUE(near(positions[0], Vec3d{5, 2, 0}, 1e-6));  // moved by the joint
  EXPECT_TRUE(near(positions[1], Vec3d{6, 0, 0}, 1e-6));  // moved by the node
}

TEST(WriteGltf, meshes_without_triangles_are_left_out) {
  Scene scene = triangle();
  scene.meshes[0].primitives[0].indices.clear();
  EXPECT_EQ(loss(scene, "gltf.empty-mesh"), "Mesh Shape: no triangles, lines or points; left out");
  EXPECT_FALSE(document(scene).contains("meshes"));
}

TEST(WriteGltf, second_mesh_of_a_node_hangs_below_it) {
  Scene scene = triangle();
  scene.meshes.push_back(scene.meshes[0]);
  scene.meshes[1].name = "Hat";
  scene.nodes[0].meshes.push_back({1, kNone});
  const json nodes = document(scene)["nodes"];
  ASSERT_EQ(nodes.size(), 3u);
  EXPECT_EQ(nodes[0]["mesh"], 0);
  EXPECT_EQ(nodes[0]["children"], json::parse("[1,2]"));
  EXPECT_EQ(nodes[2]["name"], "Hat");
  EXPECT_EQ(nodes[2]["mesh"], 1);
}

// If it were below the first mesh, it would move to the root when the file is written again.
TEST(WriteGltf, second_mesh_of_a_node_stands_at_the_root_if_it_is_skinned) {
  Scene scene = triangle();
  scene.meshes.push_back(scene.meshes[0]);
  scene.meshes[1].name = "Cloak";
  for (int v = 0; v < 3; ++v) append_influences(scene.meshes[1].primitives[0], {{0, 1.0f}});
  scene.skins = {{"", {{"Tip", 1, {}}}, kNone}};
  scene.nodes[0].meshes = {{0, kNone}, {1, 0}};
  const std::vector<std::byte> once = write(scene).bytes;
  const json doc = document(once);
  EXPECT_EQ(doc["scenes"][0]["nodes"], json({0, 2}));
  EXPECT_EQ(doc["nodes"][0]["children"], json({1}));
  EXPECT_EQ(doc["nodes"][2], json({{"name", "Cloak"}, {"mesh", 1}, {"skin", 0}}));
  const auto again = read_gltf(once);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(write(*again).bytes, once);
  GltfWriteOptions in_place;
  in_place.skinned_meshes_at_root = false;
  EXPECT_EQ(document(scene, in_place)["nodes"][0]["children"], json({1, 2}));
}

TEST(WriteGltf, joint_named_twice_by_a_skin_is_two_nodes) {
  Scene scene = triangle();
  scene.skins = {{"", {{"Tip", 1, {}}, {"Tip", 1, to_float(translation_matrix(Vec3d{1, 0, 0}))}}}};
  scene.nodes[0].meshes[0].skin = 0;
  for (int v = 0; v < 3; ++v) append_influences(scene.meshes[0].primitives[0], {{1, 1.0f}});
  EXPECT_THAT(loss(scene, "gltf.joint-twice"), HasSubstr("Node Tip: listed twice in one skin"));
  const json doc = document(scene);
  EXPECT_EQ(doc["skins"][0]["joints"].size(), 2u);
  EXPECT_NE(doc["skins"][0]["joints"][0], doc["skins"][0]["joints"][1]);
}

TEST(WriteGltf, joints_below_several_roots_get_a_common_one) {
  Scene scene = triangle();
  scene.nodes[1].parent = kNone;
  scene.skins = {{"", {{"Body", 0, {}}, {"Tip", 1, {}}}}};
  scene.nodes.push_back(make_node("Holder", kNone, {}));
  std::swap(scene.nodes[0].meshes, scene.nodes[2].meshes);
  scene.nodes[2].meshes[0].skin = 0;
  for (int v = 0; v < 3; ++v) append_influences(scene.meshes[0].primitives[0], {{1, 1.0f}});
  EXPECT_EQ(loss(scene, "gltf.common-root"), "Skin #0: joints below 2 roots; a new common root is added");
  EXPECT_EQ(document(scene)["nodes"][3]["children"], json::parse("[0,1]"));
}

// --- colours and materials ---

// 0.5 in sRGB is 0.214 in linear light. Source: IEC 61966-2-1.
TEST(WriteGltf, colors_of_x_become_linear_and_end_at_one) {
  Scene scene = triangle();
  scene.meshes[0].primitives[0].colors = {{0.5f, 0, 1, 0.5f}, {2, 0, 0, 1}, {0, 0, 0, 1}};
  const std::vector<std::byte> glb = write(scene).bytes;
  const json doc = document(glb);
  const std::vector<float> colors =
      floats(glb, doc, doc["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"]);
  EXPECT_NEAR(colors[0], 0.21404, 1e-5);
  EXPECT_EQ(colors[2], 1);
  EXPECT_EQ(colors[3], 0.5f);
  EXPECT_EQ(colors[4], 1);
  EXPECT_EQ(loss(scene, "gltf.colors-clamped"),
            "Mesh Shape: 1 numbers of vertex colours outside 0 to 1; clamped");
}

// A specular power of 30 is a roughness of sqrt(2 / 32) = 0.25.
TEST(WriteGltf, material_of_x_has_no_metal_and_its_highlight_in_extras) {
  Scene scene = triangle();
  Material material;
  material.name = "Skin";
  material.base_color = {0.5f, 1, 1, 0.5f};
  material.specular = {0.25f, 0, 0};
  material.specular_power = 30;
  material.emissive = {1.5f, 0, 0};
  material.effect = EffectInstance{"shine.fx", {}};
  scene.materials = {material};
  const json written = document(scene)["materials"][0];
  EXPECT_NEAR(written["pbrMetallicRoughness"]["baseColorFactor"][0].get<double>(), 0.21404, 1e-5);
  EXPECT_EQ(written["pbrMetallicRoughness"]["metallicFactor"], 0);
  EXPECT_EQ(written["pbrMetallicRoughness"]["roughnessFactor"], 0.25);
  EXPECT_EQ(written["alphaMode"], "BLEND");
  EXPECT_EQ(written["emissiveFactor"], json::parse("[1,0,0]"));
  EXPECT_EQ(written["extras"]["specularPower"], 30);
  EXPECT_THAT(loss(scene, "gltf.color-clamped"), HasSubstr("Material Skin: emissive colour outside 0 to 1"));
  EXPECT_EQ(loss(scene, "gltf.effect"),
            "Material Skin: the effect shine.fx, which glTF cannot hold; dropped");
}

TEST(WriteGltf, texture_without_a_picture_is_a_name_only) {
  Scene scene = triangle();
  scene.meshes[0].primitives[0].uvs = {{{0, 0}, {1, 0}, {0, 1}}};
  scene.textures = {{"skin.dds"}};
  scene.materials.resize(1);
  scene.materials[0].base_color_texture = 0;
  const json doc = document(scene);
  EXPECT_FALSE(doc["materials"][0]["pbrMetallicRoughness"].contains("baseColorTexture"));
  EXPECT_EQ(doc["materials"][0]["extras"]["textureName"], "skin.dds");
  EXPECT_FALSE(doc.contains("textures"));
  EXPECT_EQ(loss(scene, "gltf.unused-coordinates"),
            "Mesh Shape: texture coordinates without a texture; kept");
  scene.images = {{"skin", "", "image/png", {std::byte{1}, std::byte{2}, std::byte{3}}}};
  scene.textures[0].image = 0;
  const json with = document(scene);
  EXPECT_EQ(with["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["index"], 0);
  EXPECT_EQ(with["bufferViews"][with["images"][0]["bufferView"].get<std::size_t>()]["byteLength"], 3);
}

// The first bytes of a KTX2 file: identifier, vkFormat, zeros. Source: KTX 2.0, section 3.
std::vector<std::byte> ktx2_header(unsigned vk_format, std::size_t size = 80) {
  std::vector<std::byte> bytes(80);
  const unsigned char start[] = {0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32, 0x30, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A};
  std::memcpy(bytes.data(), start, sizeof(start));
  bytes[12] = static_cast<std::byte>(vk_format);
  bytes.resize(size);
  return bytes;
}

Scene wearing(SceneImage image) {
  Scene scene = triangle();
  scene.images = {std::move(image)};
  scene.textures = {{"skin.ktx2", 0}};
  scene.meshes[0].primitives[0].uvs = {{{0, 0}, {1, 0}, {0, 1}}};
  scene.meshes[0].primitives[0].materials = {0};
  scene.materials.resize(1);
  scene.materials[0].base_color_texture = 0;
  return scene;
}

// The validator reports an error for KTX2 as a plain source. bevy's AnisotropyBarnLamp.gltf has three such
// images.
TEST(WriteGltf, ktx2_is_named_through_its_extension) {
  const Scene scene = wearing({"skin", "", "", ktx2_header(0)});
  const WriteResult written = write(scene);
  const json doc = document(written.bytes);
  EXPECT_EQ(doc["images"][0]["mimeType"], "image/ktx2");
  EXPECT_EQ(doc["textures"], json::parse(R"([{"extensions":{"KHR_texture_basisu":{"source":0}}}])"));
  EXPECT_EQ(doc["extensionsUsed"], json::parse(R"(["KHR_texture_basisu"])"));
  EXPECT_EQ(doc["extensionsRequired"], json::parse(R"(["KHR_texture_basisu"])"));
  EXPECT_EQ(written.losses.find("gltf.ktx2-not-basis"), nullptr);

  GltfWriteOptions beside;
  beside.glb = false;
  beside.embed = false;
  beside.stem = "out";
  const WriteResult files = write(scene, beside);
  EXPECT_TRUE(std::any_of(files.files.begin(), files.files.end(),
                          [](const SideFile& file) { return file.name == "out_0.ktx2"; }));
}

TEST(WriteGltf, ktx2_outside_its_extension_is_kept_and_reported) {
  const std::string reported =
      "Image skin.ktx2: KTX2 without Basis Universal, which KHR_texture_basisu requires; kept, but other "
      "programs may not display it";
  const auto loss_of = [](std::vector<std::byte> bytes) {
    return loss(wearing({"", "skin.ktx2", "image/ktx2", std::move(bytes)}), "gltf.ktx2-not-basis");
  };
  EXPECT_EQ(loss_of(ktx2_header(23)), reported);     // VK_FORMAT_R8G8B8_UNORM
  EXPECT_EQ(loss_of(ktx2_header(0, 79)), reported);  // truncated
  EXPECT_EQ(loss_of({std::byte{1}}), reported);      // a different format
  EXPECT_EQ(loss_of(ktx2_header(0)), "");
  EXPECT_EQ(loss_of({}), "");  // a file that is not available
}

TEST(WriteGltf, ktx2_next_to_its_extension_is_named_once) {
  Scene scene = wearing({"skin", "", "image/ktx2", ktx2_header(0)});
  scene.textures[0].carried.extensions = R"({"KHR_texture_basisu":{"source":0}})";
  EXPECT_EQ(document(scene)["textures"],
            json::parse(R"([{"extensions":{"KHR_texture_basisu":{"source":0}}}])"));
}

// The validator reports an error for a texture on a mesh without texture coordinates. A mesh that has them
// keeps the texture.
TEST(WriteGltf, textures_with_pictures_move_up_where_others_are_left_out) {
  Scene scene = triangle();
  scene.meshes[0].primitives[0].uvs = {{{0, 0}, {1, 0}, {0, 1}}};
  scene.textures = {{"missing.dds"}, {"skin.png", 0}};
  scene.images = {{"skin", "", "image/png", {std::byte{1}, std::byte{2}, std::byte{3}}}};
  scene.materials.resize(1);
  scene.materials[0].base_color_texture = 1;
  const json doc = document(scene);
  ASSERT_EQ(doc["textures"].size(), 1u);
  EXPECT_EQ(doc["textures"][0]["source"], 0);
  EXPECT_EQ(doc["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["index"], 0);
}

TEST(WriteGltf, skeleton_that_is_not_above_all_joints_is_left_out) {
  Scene scene = triangle();
  scene.nodes.resize(3);
  scene.nodes[1].parent = 0;
  scene.nodes[2].parent = 1;
  scene.skins = {{"Rig", {{"", 1, {}}, {"", 2, {}}}, 2}};
  EXPECT_FALSE(document(scene)["skins"][0].contains("skeleton"));
  EXPECT_THAT(loss(scene, "gltf.skeleton"), HasSubstr("Skin Rig: its `skeleton` is not above all joints"));
  scene.skins[0].skeleton_root = 0;
  EXPECT_EQ(document(scene)["skins"][0]["skeleton"], 0);
  EXPECT_EQ(loss(scene, "gltf.skeleton"), "");
}

// A PNG that consists only of chunks, with checksums of zero.
std::vector<std::byte> png_of(const std::vector<std::pair<std::string, std::string>>& chunks) {
  std::string text = "\x89PNG\r\n\x1a\n";
  for (const auto& [type, data] : chunks)
    text += std::string(3, '\0') + static_cast<char>(data.size()) + type + data + std::string(4, '\0');
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

// Big-endian, in units of 1/100000, as in gAMA and cHRM chunks.
std::string fixed_points(const std::vector<std::uint32_t>& values) {
  std::string text;
  for (const std::uint32_t value : values)
    for (const int shift : {24, 16, 8, 0}) text += static_cast<char>(value >> shift & 255);
  return text;
}

TEST(WriteGltf, color_profiles_of_images_are_left_out_and_reported_unless_they_are_srgb) {
  const std::string p3("Display P3\0\0abc", 15), srgb("sRGB IEC61966-2.1\0\0abc", 22);
  const std::string gamma = fixed_points({45455}), linear = fixed_points({100000});
  const std::string primaries = fixed_points({31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000});
  struct Case {
    std::vector<std::pair<std::string, std::string>> profile;
    std::string reported;
  };
  for (const Case& one :
       {Case{{}, ""}, Case{{{"iCCP", p3}}, "Display P3"}, Case{{{"iCCP", srgb}}, ""},
        Case{{{"gAMA", gamma}, {"cHRM", primaries}}, ""}, Case{{{"gAMA", linear}}, "gamma 1"},
        Case{{{"gAMA", linear}, {"sRGB", std::string(1, '\0')}}, ""}}) {
    std::vector<std::pair<std::string, std::string>> chunks{{"IHDR", "head"}}, rest = chunks;
    for (const auto& chunk : one.profile) {
      chunks.push_back(chunk);
      if (chunk.first == "sRGB") rest.push_back(chunk);
    }
    for (auto* list : {&chunks, &rest}) {
      list->emplace_back("tEXt", "kept");
      list->emplace_back("IDAT", "pixels");
      list->emplace_back("IEND", "");
    }
    Scene scene = triangle();
    scene.images = {{"skin", "skin.png", "image/png", png_of(chunks)}};
    scene.textures = {{"skin.png", 0}};
    GltfWriteOptions beside;
    beside.glb = false;
    beside.embed = false;
    const auto written = write_gltf(scene, beside);
    ASSERT_TRUE(written.ok());
    const auto picture = std::find_if(written->files.begin(), written->files.end(),
                                      [](const SideFile& file) { return file.name == "skin.png"; });
    ASSERT_NE(picture, written->files.end());
    EXPECT_EQ(picture->bytes, png_of(rest)) << one.reported;
    const std::string said = loss(scene, "gltf.color-profile");
    if (one.reported.empty())
      EXPECT_EQ(said, "");
    else
      EXPECT_THAT(said, HasSubstr("Image skin: colour profile \"" + one.reported + "\", which glTF ignores"));
  }
}

TEST(WriteGltf, textures_are_left_out_where_there_are_no_coordinates) {
  Scene scene = triangle();
  scene.images = {{"skin", "", "image/png", {std::byte{1}, std::byte{2}, std::byte{3}}}};
  scene.textures = {{"skin.png", 0}};
  scene.materials.resize(1);
  scene.materials[0].name = "Skin";
  scene.materials[0].base_color_texture = 0;
  scene.meshes[0].primitives[0].materials = {0};
  const json bare = document(scene);
  EXPECT_FALSE(bare["materials"][0]["pbrMetallicRoughness"].contains("baseColorTexture"));
  EXPECT_EQ(loss(scene, "gltf.no-coordinates"),
            "Mesh Shape: 0 sets of texture coordinates, but Material Skin needs 1; written without textures");

  scene.meshes.push_back(scene.meshes[0]);
  scene.meshes[1].primitives[0].uvs = {{{0, 0}, {1, 0}, {0, 1}}};
  scene.nodes[1].meshes = {{1, kNone}};
  const json both = document(scene);
  ASSERT_EQ(both["materials"].size(), 2u);
  const auto textured = [&](std::size_t mesh) {
    const std::size_t material = both["meshes"][mesh]["primitives"][0]["material"];
    return both["materials"][material]["pbrMetallicRoughness"].contains("baseColorTexture");
  };
  EXPECT_FALSE(textured(0));
  EXPECT_TRUE(textured(1));

  PbrMaterial pbr;
  pbr.base_color = {0};
  pbr.normal = {0, 1};
  scene.materials[0].pbr = pbr;
  const json sets = document(scene)["materials"];
  EXPECT_FALSE(sets[0]["pbrMetallicRoughness"].contains("baseColorTexture") &&
               sets[0].contains("normalTexture"));
}

// A triangle with a material that has a base texture, and an extension with two more textures. Each image is
// a single byte. The tests follow the indices in the resulting JSON to these bytes.
class CarriedTextures : public ::testing::Test {
 protected:
  static std::vector<std::byte> source(const std::string& coordinates) {
    std::string text = R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":1}],
      "meshes":[{"primitives":[{"attributes":{"POSITION":2},"mode":0}]},{"primitives":[{"attributes":{"POSITION":0)" +
                       coordinates + R"(},"material":0}]}],
      "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
        {"bufferView":1,"componentType":5126,"count":3,"type":"VEC2"},{"componentType":5126,"count":0,"type":"VEC3"}],
      "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteLength":24}],
      "buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}],
      "images":[{"uri":"data:image/png;base64,QQ=="},{"uri":"data:image/png;base64,Qg=="},{"uri":"data:image/png;base64,Qw=="}],
      "textures":[{"source":2},{"source":0},{"source":1}],
      "extensionsUsed":["KHR_materials_clearcoat","KHR_texture_transform","VRM"],
      "materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":1}},"extensions":{"KHR_materials_clearcoat":{"clearcoatFactor":0.5,
        "clearcoatTexture":{"index":0,"extensions":{"KHR_texture_transform":{"scale":[2,2]}}},"clearcoatNormalTexture":{"index":2,"texCoord":1}}}}],
      "extensions":{"VRM":{"firstPerson":{"meshAnnotations":[{"mesh":0},{"mesh":1}]},"blendShapeMaster":{"blendShapeGroups":[
        {"name":"A","binds":[{"mesh":1,"index":0,"weight":100},{"mesh":0,"index":0,"weight":50}]}]}}}})";
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    return {begin, begin + text.size()};
  }
  static WriteResult written(const std::string& coordinates) {
    const auto scene = read_gltf(source(coordinates), "a.gltf");
    EXPECT_TRUE(scene.ok()) << to_string(scene.error());
    return scene.ok() ? write(*scene) : WriteResult{};
  }
  // The letter that is the content of an image: "A", "B" or "C".
  static char picture(const WriteResult& result, const json& use) {
    const json doc = document(result.bytes);
    const json& image =
        doc["images"][doc["textures"][use["index"].get<std::size_t>()]["source"].get<std::size_t>()];
    const json& view = doc["bufferViews"][image["bufferView"].get<std::size_t>()];
    return static_cast<char>(
        result.bytes[20 + u32(result.bytes, 12) + 8 + view.value("byteOffset", std::size_t{0})]);
  }
};

TEST_F(CarriedTextures, lead_to_the_same_pictures) {
  const WriteResult result = written(R"(,"TEXCOORD_0":1,"TEXCOORD_1":1)");
  const json doc = document(result.bytes);
  const json& material = doc["materials"][0];
  const json& clearcoat = material["extensions"]["KHR_materials_clearcoat"];
  EXPECT_EQ(picture(result, material["pbrMetallicRoughness"]["baseColorTexture"]), 'A');
  EXPECT_EQ(picture(result, clearcoat["clearcoatTexture"]), 'C');
  EXPECT_EQ(picture(result, clearcoat["clearcoatNormalTexture"]), 'B');
  EXPECT_EQ(clearcoat["clearcoatFactor"], 0.5);
  EXPECT_EQ(doc["extensionsUsed"], json({"KHR_materials_clearcoat", "KHR_texture_transform", "VRM"}));
}

// The validator also reports an error for textures in extensions if the mesh lacks their coordinates.
TEST_F(CarriedTextures, are_left_out_where_there_are_no_coordinates) {
  const json one = document(written(R"(,"TEXCOORD_0":1)").bytes)["materials"][0];
  EXPECT_TRUE(one["extensions"]["KHR_materials_clearcoat"].contains("clearcoatTexture"));
  EXPECT_FALSE(one["extensions"]["KHR_materials_clearcoat"].contains("clearcoatNormalTexture"));
  EXPECT_TRUE(one["pbrMetallicRoughness"].contains("baseColorTexture"));
  const json none = document(written("").bytes)["materials"][0];
  EXPECT_EQ(none["extensions"]["KHR_materials_clearcoat"], json({{"clearcoatFactor", 0.5}}));
}

// Mesh 0 contains nothing to draw and is omitted, so that mesh 1 becomes mesh 0.
TEST_F(CarriedTextures, expressions_of_vrm_follow_their_meshes) {
  const json vrm = document(written("").bytes)["extensions"]["VRM"];
  EXPECT_EQ(vrm["firstPerson"]["meshAnnotations"], json::parse(R"([{"mesh":0}])"));
  EXPECT_EQ(vrm["blendShapeMaster"]["blendShapeGroups"][0]["binds"],
            json::parse(R"([{"mesh":0,"index":0,"weight":100}])"));
}

TEST(WriteGltf, picture_of_nothing_is_reported) {
  Scene scene = triangle();
  scene.images = {{"ghost", "", "", {}}};
  EXPECT_EQ(loss(scene, "gltf.empty-image"), "Image ghost: has neither bytes nor a name");
}

// --- animations ---

TEST(WriteGltf, channels_of_the_same_times_share_them) {
  Scene scene = triangle();
  Clip clip = moving(1, make_channel(0, ChannelPath::translation, {0, 0.5, 1}, {0, 0, 0, 1, 0, 0, 2, 0, 0}));
  clip.channels.push_back(
      make_channel(0, ChannelPath::scale, {0, 0.5, 1}, {1, 1, 1, 2, 2, 2, 1, 1, 1}, Interpolation::step));
  scene.clips = {clip};
  const json animation = document(scene)["animations"][0];
  EXPECT_EQ(animation["name"], "move");
  EXPECT_EQ(animation["samplers"][0]["input"], animation["samplers"][1]["input"]);
  EXPECT_FALSE(animation["samplers"][0].contains("interpolation"));
  EXPECT_EQ(animation["samplers"][1]["interpolation"], "STEP");
}

TEST(WriteGltf, times_that_are_one_in_32_bits_keep_both_sides_of_the_jump) {
  Scene scene = triangle();
  scene.clips = {moving(
      1, make_channel(0, ChannelPath::translation, {0, 100, 100.000000001}, {0, 0, 0, 1, 0, 0, 2, 0, 0}))};
  const std::vector<std::byte> glb = write(scene).bytes;
  const std::vector<float> times =
      floats(glb, document(glb), document(glb)["animations"][0]["samplers"][0]["input"]);
  EXPECT_EQ(times, (std::vector<float>{0, std::nextafter(100.0f, 0.0f), 100}));
}

TEST(WriteGltf, matrix_keys_become_parts) {
  Scene scene = triangle();
  std::vector<float> values;
  for (const double angle : {0.0, 90.0})
    append_value(values, to_mat4(Transformd{
                             {angle, 0, 0}, from_axis_angle(Vec3d{0, 1, 0}, radians(angle)), {2, 3, 4}}));
  scene.clips = {moving(1, make_channel(0, ChannelPath::matrix, {0, 1}, values))};
  EXPECT_THAT(loss(scene, "gltf.matrix-keys"), HasSubstr("1 channels of matrix keys"));
  const std::vector<std::byte> glb = write(scene).bytes;
  const json doc = document(glb);
  ASSERT_EQ(doc["animations"][0]["channels"].size(), 3u);
  const std::vector<float> turns = floats(glb, doc, doc["animations"][0]["samplers"][1]["output"]);
  EXPECT_NEAR(turns[5], std::sin(radians(45)), 1e-6);
  EXPECT_NEAR(floats(glb, doc, doc["animations"][0]["samplers"][2]["output"])[2], 4, 1e-5);
}

// A shear that grows, which a single node cannot represent. Everything below must move as before, also
// between keys.
TEST(WriteGltf, sheared_node_becomes_two_that_move_alike) {
  Scene scene = triangle();
  Mat4d sheared;
  sheared(0, 1) = 0.7;
  std::vector<float> values;
  append_value(values, rotation_matrix(from_axis_angle(Vec3d{0, 0, 1}, radians(60))));
  append_value(values, sheared);
  scene.clips = {moving(0, make_channel(0, ChannelPath::matrix, {0, 1}, values))};
  EXPECT_THAT(loss(scene, "gltf.sheared-node"),
              HasSubstr("Node Body: shears, which a single glTF node cannot represent"));
  const auto again = read_gltf(write(scene).bytes);
  ASSERT_TRUE(again.ok());
  ASSERT_EQ(again->nodes.size(), 3u);
  EXPECT_EQ(again->nodes[2].name, "Body_shear");
  EXPECT_EQ(again->nodes[1].parent, 2u);
  for (const double time_s : {0.0, 0.1, 0.37, 0.5, 0.93, 1.0}) {
    const EvaluateOptions once{Loop::once, MatrixKeys::decompose, false};
    EXPECT_TRUE(
        near(evaluate(*again, 0, time_s, once).world[1], evaluate(scene, 0, time_s, once).world[1], 4e-5))
        << time_s;
  }
}

TEST(WriteGltf, clip_of_nodes_that_do_not_exist_gets_them) {
  Scene scene = triangle();
  scene.clips = {moving(kNone, make_channel(0, ChannelPath::translation, {0}, {1, 2, 3}))};
  scene.clips[0].targets[0].name = "Tail";
  EXPECT_THAT(loss(scene, "gltf.target-made"),
              HasSubstr("Node Tail: a clip moves this node, but it does not exist"));
  const json doc = document(scene);
  EXPECT_EQ(doc["nodes"][2]["name"], "Tail");
  EXPECT_EQ(doc["animations"][0]["channels"][0]["target"]["node"], 2);
  scene.clips[0].targets[0].name = "";
  EXPECT_EQ(loss(scene, "gltf.target-without-name"),
            "Animation move: 1 channels whose targets have no name; dropped");
  // A clip must have a channel.
  EXPECT_EQ(document(scene)["animations"][0]["channels"][0]["target"]["node"], 0);
}

TEST(WriteGltf, absent_parts_become_keys_where_they_mean_identity) {
  Scene scene = triangle();
  scene.clips = {moving(1, make_channel(0, ChannelPath::rotation, {0}, {0, 0, 0, 1}))};
  EXPECT_EQ(document(scene)["animations"][0]["channels"].size(), 1u);
  scene.absent = Absent::identity;
  EXPECT_EQ(document(scene)["animations"][0]["channels"].size(), 3u);
}

// --- compression ---

TEST(WriteGltf, meshopt_reads_back_the_same) {
  GltfWriteOptions options;
  options.meshopt = true;
  const json doc = document(triangle(), options);
  EXPECT_EQ(doc["extensionsRequired"], json::parse(R"(["EXT_meshopt_compression"])"));
  EXPECT_TRUE(doc["buffers"][1]["extensions"]["EXT_meshopt_compression"]["fallback"].get<bool>());
  const auto small = read_gltf(write(triangle(), options).bytes), plain = read_gltf(write(triangle()).bytes);
  ASSERT_TRUE(small.ok()) << to_string(small.error());
  ASSERT_TRUE(plain.ok());
  EXPECT_TRUE(same_content(*small, *plain));
}

// Half a step of 16 bits over an extent of 1 is 8e-6 along each axis.
TEST(WriteGltf, quantized_meshes_are_near) {
  GltfWriteOptions options;
  options.quantize = true;
  Scene scene = triangle();
  scene.nodes[0].rest = to_float(translation_matrix(Vec3d{5, 0, 0}));
  EXPECT_EQ(document(scene, options)["extensionsRequired"], json::parse(R"(["KHR_mesh_quantization"])"));
  const auto rigid = read_gltf(write(scene, options).bytes);
  ASSERT_TRUE(rigid.ok()) << to_string(rigid.error());
  const SkinnedVertices moved = skin(*rigid, rest_pose(*rigid), 2, 0);
  EXPECT_TRUE(near(moved.positions[1], Vec3d{6, 0, 0}, 2e-5));
  EXPECT_TRUE(near(moved.normals[1], Vec3d{0, 0, 1}, 0.01));

  scene.skins = {{"", {{"Tip", 1, to_float(translation_matrix(Vec3d{0, -2, 0}))}}}};
  scene.nodes[0].meshes[0].skin = 0;
  for (int v = 0; v < 3; ++v) append_influences(scene.meshes[0].primitives[0], {{0, 1.0f}});
  const auto skinned = read_gltf(write(scene, options).bytes);
  ASSERT_TRUE(skinned.ok()) << to_string(skinned.error());
  EXPECT_TRUE(near(skin(*skinned, rest_pose(*skinned), 2, 0).positions[2], Vec3d{5, 1, 0}, 2e-5));
}

// Found by the fuzzer: the matrices of joints became infinite, and the file did not load.
TEST(WriteGltf, coordinates_that_no_float_holds_once_they_are_scaled_are_not_quantized) {
  GltfWriteOptions options;
  options.quantize = true;
  Scene far = triangle();
  far.meshes[0].primitives[0].positions[0].x = 1e30f;
  far.skins = {{"", {{"Tip", 1, to_float(to_mat4(Transformd{{}, {}, {1e10, 1e10, 1e10}}))}}}};
  far.nodes[0].meshes[0].skin = 0;
  for (int v = 0; v < 3; ++v) append_influences(far.meshes[0].primitives[0], {{0, 1.0f}});
  Scene morphed = triangle();
  for (Vec3& position : morphed.meshes[0].primitives[0].positions)
    position = to_float(to_double(position) * 1e-30);
  morphed.meshes[0].primitives[0].morphs.resize(1);
  morphed.meshes[0].primitives[0].morphs[0].position_offsets.assign(3, {1e10f, 0, 0});
  morphed.meshes[0].morph_weights = {0};
  for (const Scene& scene : {far, morphed}) {
    ASSERT_TRUE(validate(scene).ok()) << to_string(validate(scene).error());
    const auto written = write_gltf(scene, options);
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(written.error().status, Status::unsupported);
    EXPECT_EQ(written.error().code, "gltf.quantize-range");
    EXPECT_EQ(to_string(written.error()),
              "hand.x: Mesh Shape: coordinates too large or too far apart for quantizing; scaled by the "
              "extent of the mesh, they must fit in a float");
    EXPECT_TRUE(write_gltf(scene).ok());
  }
}

// --- glTF to .x ---

std::string x_loss(const Scene& scene, std::string_view code) {
  const auto written = write_x(scene);
  if (!written.ok()) return "";
  const Diagnostic* found = written->losses.find(code);
  return found == nullptr ? "" : found->spot.object + ": " + found->message;
}

TEST(WriteGltf, a_dual_quaternion_skin_becomes_linear_with_a_warning) {
  Scene scene = triangle();
  scene.skins = {{"", {{"Tip", 1, {}}}}};
  scene.skins[0].dual_quaternions = true;
  scene.nodes[0].meshes[0].skin = 0;
  for (int v = 0; v < 3; ++v) append_influences(scene.meshes[0].primitives[0], {{0, 1.0f}});
  scene.meshes[0].primitives[0].dual_quaternion_shares = {0, 0.5f, 1};
  EXPECT_EQ(
      loss(scene, "gltf.dual-quaternion"),
      "Skin #0: blends with dual quaternions, which glTF cannot hold; other programs will blend linearly");
  EXPECT_EQ(x_loss(scene, "x.dual-quaternion"),
            "Skin #0: blends with dual quaternions, which .x cannot hold; Direct3D blends linearly");
}

TEST(GltfToX, what_x_cannot_hold_is_listed) {
  Scene scene = triangle();
  scene.format = "glb";
  scene.cameras.resize(1);
  scene.lights.resize(2);
  scene.scenes.resize(2);
  scene.scenes[0].roots = {0};
  scene.extensions_used = {"VRM"};
  Primitive& primitive = scene.meshes[0].primitives[0];
  primitive.morphs = {{"smile", primitive.positions, {}}};
  PbrMaterial pbr;
  pbr.normal.texture = 0;
  scene.textures = {{"bumps.png"}};
  scene.materials.resize(1);
  scene.materials[0].pbr = pbr;
  Clip clip = moving(0, make_channel(0, ChannelPath::translation, {0}, {0, 0, 0}));
  clip.properties = {{"/materials/0/emissiveFactor", Interpolation::linear, {0}, {1, 1, 1}}};
  scene.clips = {clip};
  scene.nodes.push_back(make_node("Hidden", kNone, {}));
  scene.nodes[2].shown = false;
  scene.nodes[2].meshes = {{0, kNone}};
  EXPECT_EQ(x_loss(scene, "x.cameras"), "file: 1 cameras, which .x cannot hold; dropped");
  EXPECT_EQ(x_loss(scene, "x.lights"), "file: 2 lights, which .x cannot hold; dropped");
  EXPECT_EQ(x_loss(scene, "x.scenes"), "file: 1 further scenes, which .x cannot hold; dropped");
  EXPECT_THAT(x_loss(scene, "x.property-channels"), HasSubstr("1 animated properties"));
  EXPECT_THAT(x_loss(scene, "x.extensions"), HasSubstr("extensions VRM"));
  EXPECT_EQ(x_loss(scene, "x.morph-targets"), "Mesh Shape: 1 morph targets, which .x cannot hold; dropped");
  EXPECT_EQ(x_loss(scene, "x.textures-dropped"),
            "Material #0: textures for normal, which .x cannot hold; dropped");
  EXPECT_THAT(x_loss(scene, "x.hidden-meshes"), HasSubstr("1 meshes that the default scene does not show"));
}

TEST(GltfToX, material_comes_back_as_it_was) {
  Scene scene = triangle();
  Material material;
  material.base_color = {0.5f, 0.25f, 0.75f, 1};
  material.specular_power = 30;
  scene.materials = {material};
  scene.meshes[0].primitives[0].materials = {0};
  const auto glb = read_gltf(write(scene).bytes, "a.glb");
  ASSERT_TRUE(glb.ok());
  const auto x = write_x(*glb);
  ASSERT_TRUE(x.ok());
  const auto again = read_x(x->bytes);
  ASSERT_TRUE(again.ok());
  EXPECT_NEAR(again->materials[0].base_color.x, 0.5, 1e-5);
  EXPECT_NEAR(again->materials[0].base_color.z, 0.75, 1e-5);
  EXPECT_NEAR(again->materials[0].specular_power, 30, 1e-3);
}

// Instances as created by readers of EXT_mesh_gpu_instancing. One of them is at the position of its node.
TEST(GltfToX, instances_of_a_mesh_are_frames) {
  for (const Vec3d& moved : {Vec3d{}, Vec3d{7, 0, 0}}) {
    Scene scene = triangle();
    scene.format = "glb";
    scene.nodes[0].rest = to_float(translation_matrix(moved));
    scene.nodes[0].meshes.clear();
    for (const double x : {0.0, 5.0}) {
      Node instance = make_node("", 0, translation_matrix(Vec3d{x, 0, 0}));
      instance.meshes = {{0, kNone}};
      instance.synthetic = true;
      scene.nodes.push_back(instance);
    }
    const auto x = write_x(scene);
    ASSERT_TRUE(x.ok());
    const auto again = read_x(x->bytes);
    ASSERT_TRUE(again.ok()) << to_string(again.error());
    std::vector<double> places;
    const Pose pose = rest_pose(*again);
    for (std::uint32_t n = 0; n < again->nodes.size(); ++n)
      if (!again->nodes[n].meshes.empty()) places.push_back(pose.world[n].m[12]);
    EXPECT_EQ(places, (std::vector<double>{moved.x, moved.x + 5}));
  }
}

// For parts without keys, D3DX uses a translation of 0, no rotation and a scale of 1. The matrix of a scale
// by (-1, -1, 1) equals that of a half turn.
TEST(GltfToX, animated_nodes_get_keys_for_all_parts) {
  Scene scene = triangle();
  scene.format = "glb";
  const Transform rest{{0, 2, 0}, {}, {-1, -1, 1}};
  scene.nodes[1].rest_trs = rest;
  scene.nodes[1].rest = to_float(to_mat4(Transformd{{0, 2, 0}, {}, {-1, -1, 1}}));
  std::vector<float> turns;
  append_value(turns, Quatd{});
  append_value(turns, from_axis_angle(Vec3d{1, 0, 0}, radians(90)));
  scene.clips = {moving(1, make_channel(0, ChannelPath::rotation, {0, 1}, turns))};
  scene.clips[0].targets[0].name = "Tip";
  const auto x = write_x(scene);
  ASSERT_TRUE(x.ok());
  for (const Absent absent : {Absent::rest, Absent::identity}) {
    auto again = read_x(x->bytes);
    ASSERT_TRUE(again.ok()) << to_string(again.error());
    again->absent = absent;
    const EvaluateOptions once{Loop::once};
    EXPECT_TRUE(near(evaluate(*again, 0, 0.5, once).world[find_node(*again, "Tip")],
                     evaluate(scene, 0, 0.5, once).world[1], 1e-5));
  }
}

TEST(GltfToX, primitives_of_a_mesh_are_one_mesh_with_a_list_of_materials) {
  Scene scene = triangle();
  scene.format = "glb";
  scene.materials.resize(2);
  for (Material& material : scene.materials) material.pbr = PbrMaterial{};
  Primitive second = scene.meshes[0].primitives[0];
  for (Vec3& p : second.positions) p.z = 3;
  second.materials = {1};
  scene.meshes[0].primitives[0].materials = {0};
  scene.meshes[0].primitives.push_back(second);
  const auto x = write_x(scene);
  ASSERT_TRUE(x.ok());
  const auto again = read_x(x->bytes);
  ASSERT_TRUE(again.ok()) << to_string(again.error());
  ASSERT_EQ(again->meshes.size(), 1u);
  EXPECT_EQ(again->meshes[0].primitives[0].positions.size(), 6u);
  EXPECT_EQ(again->meshes[0].primitives[0].triangle_slots, (std::vector<std::uint32_t>{0, 1}));
}

// --- lines, points, and normals that are not in the file ---------------------------------------------------

TEST(WriteGltf, lines_and_points_are_primitives_over_the_same_vertices) {
  Scene scene = triangle();
  scene.materials.resize(1);
  Primitive& p = scene.meshes[0].primitives[0];
  p.materials = {0};
  p.lines = {0, 1, 1, 2};
  p.points = {2};
  const json doc = document(scene);
  const json& primitives = doc["meshes"][0]["primitives"];
  ASSERT_EQ(primitives.size(), 3u);
  // glTF 2.0, section 5.24: 0 is POINTS, 1 is LINES, and 4 is TRIANGLES, which is the default.
  EXPECT_EQ(primitives[0].value("mode", 4), 4);
  EXPECT_EQ(primitives[1]["mode"], 1);
  EXPECT_EQ(primitives[2]["mode"], 0);
  for (const json& primitive : primitives) {
    EXPECT_EQ(primitive["attributes"]["POSITION"], primitives[0]["attributes"]["POSITION"]);
    EXPECT_EQ(primitive["material"], 0);
  }
  EXPECT_EQ(doc["accessors"][primitives[1]["indices"].get<std::size_t>()]["count"], 4);
  EXPECT_EQ(doc["accessors"][primitives[2]["indices"].get<std::size_t>()]["count"], 1);

  p.indices.clear();
  p.source_faces = 0;
  const WriteResult written = write(scene);
  EXPECT_EQ(document(written.bytes)["meshes"][0]["primitives"].size(), 2u);
  const auto again = read_gltf(written.bytes, "again.glb");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->meshes[0].primitives[0].lines, p.lines);
  EXPECT_EQ(again->meshes[0].primitives[1].points, p.points);
}

TEST(WriteX, lines_and_points_are_reported_and_omitted) {
  Scene scene = triangle();
  scene.format = "gltf";
  Primitive& p = scene.meshes[0].primitives[0];
  p.lines = {0, 1, 1, 2};
  Primitive points = p;
  points.lines.clear();
  points.indices.clear();
  points.source_faces = 0;
  points.points = {0, 1, 2};
  scene.meshes[0].primitives.push_back(points);
  const auto written = write_x(scene);
  ASSERT_TRUE(written);
  const Diagnostic* reported = written->losses.find("x.lines");
  ASSERT_NE(reported, nullptr);
  EXPECT_EQ(reported->message, "2 lines and 3 points, which .x cannot hold; dropped");
  const auto again = read_x(written->bytes, "again.x");
  ASSERT_TRUE(again);
  ASSERT_EQ(again->meshes.size(), 1u);
  EXPECT_EQ(again->meshes[0].primitives[0].indices.size(), 3u);
}

// A cube of eight vertices without NORMAL, with six faces of two triangles each, counter-clockwise as seen
// from outside.
std::string cube_file() {
  std::vector<std::byte> bytes;
  const auto add = [&](const auto& numbers) {
    const auto data = std::as_bytes(std::span(numbers));
    bytes.insert(bytes.end(), data.begin(), data.end());
  };
  add(std::vector<float>{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1});
  add(std::vector<std::uint16_t>{0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                 2, 3, 7, 2, 7, 6, 0, 4, 7, 0, 7, 3, 1, 2, 6, 1, 6, 5});
  std::string text =
      "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],"
      "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],\"accessors\":["
      "{\"bufferView\":0,\"componentType\":5126,\"count\":8,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,1]"
      "},"
      "{\"bufferView\":1,\"componentType\":5123,\"count\":36,\"type\":\"SCALAR\"}],\"bufferViews\":["
      "{\"buffer\":0,\"byteLength\":96},{\"buffer\":0,\"byteOffset\":96,\"byteLength\":72}],"
      "\"buffers\":[{\"byteLength\":168,\"uri\":\"data:application/octet-stream;base64,";
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::uint32_t three = std::to_integer<std::uint32_t>(bytes[i]) << 16 |
                                std::to_integer<std::uint32_t>(bytes[i + 1]) << 8 |
                                std::to_integer<std::uint32_t>(bytes[i + 2]);
    for (int shift = 18; shift >= 0; shift -= 6) text += kDigits[three >> shift & 63];
  }
  return text + "\"}]}";
}

Scene cube() {
  const std::string text = cube_file();
  auto scene = read_gltf({reinterpret_cast<const std::byte*>(text.data()), text.size()}, "cube.gltf");
  EXPECT_TRUE(scene) << to_string(scene.error());
  return scene ? *std::move(scene) : Scene();
}

// The direction from the centre of the cube that the corners of a face share.
Vec3 face_direction(const Vec3 (&corners)[3]) {
  Vec3 direction;
  for (float Vec3::*axis : {&Vec3::x, &Vec3::y, &Vec3::z})
    if (corners[0].*axis == corners[1].*axis && corners[1].*axis == corners[2].*axis)
      direction.*axis = corners[0].*axis > 0.5f ? 1.0f : -1.0f;
  return direction;
}

Vec3 vector_at(const std::vector<float>& numbers, std::size_t index) {
  return {numbers[3 * index], numbers[3 * index + 1], numbers[3 * index + 2]};
}

TEST(WriteGltf, a_cube_without_normals_gets_flat_ones) {
  const auto glb = write(cube()).bytes;
  const json doc = document(glb);
  const json& primitive = doc["meshes"][0]["primitives"][0];
  ASSERT_TRUE(primitive["attributes"].contains("NORMAL"));
  const std::vector<float> positions = floats(glb, doc, primitive["attributes"]["POSITION"]);
  const std::vector<float> normals = floats(glb, doc, primitive["attributes"]["NORMAL"]);
  EXPECT_EQ(positions.size(), 24u * 3);
  const json& view =
      doc["bufferViews"]
         [doc["accessors"][primitive["indices"].get<std::size_t>()]["bufferView"].get<std::size_t>()];
  std::vector<std::uint16_t> indices(36);
  std::memcpy(indices.data(), glb.data() + 28 + u32(glb, 12) + view.value("byteOffset", std::size_t{0}), 72);
  for (std::size_t t = 0; t < 36; t += 3) {
    Vec3 corners[3];
    for (std::size_t c = 0; c < 3; ++c) corners[c] = vector_at(positions, indices[t + c]);
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_EQ(vector_at(normals, indices[t + c]), face_direction(corners)) << "triangle " << t / 3;
  }
}

TEST(WriteX, a_cube_without_normals_gets_flat_ones) {
  const auto written = write_x(cube());
  ASSERT_TRUE(written);
  const auto again = read_x(written->bytes, "cube.x");
  ASSERT_TRUE(again);
  const Primitive& p = again->meshes[0].primitives[0];
  EXPECT_FALSE(p.normals_generated) << "they are in the file";
  ASSERT_EQ(p.indices.size(), 36u);
  for (std::size_t t = 0; t < 36; t += 3) {
    const Vec3 corners[3] = {p.positions[p.indices[t]], p.positions[p.indices[t + 1]],
                             p.positions[p.indices[t + 2]]};
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_EQ(p.normals[p.indices[t + c]], face_direction(corners)) << "triangle " << t / 3;
  }
}

}  // namespace
}  // namespace skelter::test
