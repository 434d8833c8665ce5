// Materials and textures: files of the corpus compared with numbers from an independent reader, and files
// made in code.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "formats/fbx/made_file.h"
#include "skelter/math/trig.h"
#include "skelter/system/file.h"
#include "support/corpus.h"

namespace skelter {
namespace {

using MaterialJson = nlohmann::json;
using test::fbx_property;
using test::made_scene;
using test::MadeFbx;
using test::messages_of;

MaterialJson all_files() {
  const auto bytes = read_file(test::corpus_folder() + "/fbx/expected.json");
  if (!bytes) return MaterialJson::object();
  const auto* text = reinterpret_cast<const char*>(bytes->data());
  return MaterialJson::parse(text, text + bytes->size())["files"];
}

// The texture coordinates that a use looks up, as defined in skelter/scene/scene.h.
Vec2 mapped(const TextureUse& use, const Vec2& uv) {
  const double c = std::cos(use.rotation_rad), s = std::sin(use.rotation_rad);
  const double u = use.scale.x * uv.x, v = use.scale.y * uv.y;
  return {static_cast<float>(use.offset.x + c * u + s * v), static_cast<float>(use.offset.y - s * u + c * v)};
}

void expect_near(const Vec2& got, const Vec2& want, double tolerance = 1e-5) {
  EXPECT_NEAR(got.x, want.x, tolerance);
  EXPECT_NEAR(got.y, want.y, tolerance);
}

void expect_color(const Vec3& got, const MaterialJson& want, double factor = 1) {
  EXPECT_NEAR(got.x, std::min(want[0].get<double>() * factor, 1.0), 1e-5);
  EXPECT_NEAR(got.y, std::min(want[1].get<double>() * factor, 1.0), 1e-5);
  EXPECT_NEAR(got.z, std::min(want[2].get<double>() * factor, 1.0), 1e-5);
}

bool hangs_on(const MaterialJson& material, std::string_view part) {
  for (const auto& texture : material["textures"])
    if (texture["property"].get<std::string>().find(part) != std::string::npos) return true;
  return false;
}

// Colours and numbers that have no texture.
TEST(FbxMaterials, numbers_are_those_of_another_reader) {
  SKELTER_REQUIRE_CORPUS();
  std::size_t phong = 0, physical = 0;
  const MaterialJson files = all_files();
  for (const auto& [file, expected] : files.items()) {
    if (!expected.contains("materials") || expected["materials"].empty()) continue;
    SCOPED_TRACE(file);
    const auto scene = read_fbx_file(test::corpus_folder() + "/fbx/" + file);
    ASSERT_TRUE(scene.ok());
    ASSERT_EQ(scene->materials.size(), expected["materials"].size());
    for (std::size_t m = 0; m < scene->materials.size(); ++m) {
      const MaterialJson& want = expected["materials"][m];
      const Material& material = scene->materials[m];
      SCOPED_TRACE(material.name);
      // MotionBuilder preserves what Maya wrote, but the other reader interprets it as phong.
      if (want["family"] == "unknown" && material.pbr) continue;
      const Vec3 base{material.base_color.x, material.base_color.y, material.base_color.z};
      if (want.contains("pbr")) {
        ++physical;
        ASSERT_TRUE(material.pbr);
        const MaterialJson& pbr = want["pbr"];
        if (!hangs_on(want, "ase_color") && !hangs_on(want, "aseColor"))
          expect_color(base, pbr["base_color"], pbr["base_factor"].get<double>());
        if (material.pbr->metallic_roughness.texture == kNone) {
          EXPECT_NEAR(material.pbr->metallic, pbr["metalness"].get<double>(), 1e-5);
          EXPECT_NEAR(material.pbr->roughness, pbr["roughness"].get<double>(), 1e-5);
        }
        if (material.pbr->emissive.texture == kNone) {
          const float strength = material.pbr->emissive_strength;
          expect_color({material.emissive.x * strength, material.emissive.y * strength,
                        material.emissive.z * strength},
                       pbr["emission"], pbr["emission_factor"].get<double>());
        }
      } else {
        ++phong;
        if (material.base_color_texture == kNone) expect_color(base, want["diffuse_times_factor"]);
      }
    }
  }
  EXPECT_GT(phong, 40u);
  EXPECT_GT(physical, 6u);
}

TEST(FbxMaterials, textures_and_embedded_pictures_are_those_of_another_reader) {
  SKELTER_REQUIRE_CORPUS();
  std::size_t embedded = 0, transforms = 0;
  const MaterialJson files = all_files();
  for (const auto& [file, expected] : files.items()) {
    if (!expected.contains("textures") || expected["textures"].empty()) continue;
    SCOPED_TRACE(file);
    const auto scene = read_fbx_file(test::corpus_folder() + "/fbx/" + file);
    ASSERT_TRUE(scene.ok());
    // Textures by file name. Some are in the list several times, for different properties.
    std::map<std::string, std::set<std::size_t>> sizes;
    for (const Texture& texture : scene->textures)
      if (texture.image != kNone) sizes[texture.name].insert(scene->images[texture.image].bytes.size());
    for (const auto& texture : expected["textures"]) {
      if (texture["type"] != "file" || texture["embedded"] == 0) continue;
      std::string name = texture["relative"];
      for (char& c : name) c = c == '\\' ? '/' : c;
      ASSERT_TRUE(sizes.count(name)) << name;
      EXPECT_TRUE(sizes[name].count(texture["embedded"].get<std::size_t>())) << name;
      ++embedded;
    }
    for (std::size_t m = 0; m < scene->materials.size(); ++m) {
      const auto& pbr = scene->materials[m].pbr;
      if (!pbr) continue;
      for (const auto& hung : expected["materials"][m]["textures"]) {
        const MaterialJson& texture = expected["textures"][hung["texture"].get<std::size_t>()];
        if (!texture.contains("uv_to_texture") || hung["property"] != "EmissiveColor") continue;
        const MaterialJson& matrix = texture["uv_to_texture"];
        const Vec2 uv{0.3f, 0.8f};
        const auto row = [&](std::size_t r) {
          return matrix[r].get<double>() * uv.x + matrix[3 + r].get<double>() * uv.y +
                 matrix[9 + r].get<double>();
        };
        const Vec2 got = mapped(pbr->emissive, {uv.x, 1 - uv.y});
        expect_near({got.x, 1 - got.y}, {static_cast<float>(row(0)), static_cast<float>(row(1))});
        ++transforms;
      }
    }
  }
  EXPECT_GT(embedded, 30u);
  EXPECT_EQ(transforms, 1u);
}

// A square with two sets of texture coordinates, and one material with one texture.
MadeFbx textured_square(const std::string& texture_properties, const std::string& material_properties,
                        const std::string& hung_on) {
  const auto uv_layer = [](int index, const char* name) {
    return "    LayerElementUV: " + std::to_string(index) + " {\n      Name: \"" + name +
           "\"\n      MappingInformationType: \"ByPolygonVertex\"\n      ReferenceInformationType: "
           "\"Direct\"\n"
           "      UV: *8 {\n        a: 0,0,1,0,1,1,0,1\n      }\n    }\n";
  };
  MadeFbx made;
  made.objects =
      "  Model: 10, \"Model::square\", \"Mesh\" {\n  }\n"
      "  Geometry: 11, \"Geometry::\", \"Mesh\" {\n    Vertices: *12 {\n      a: 0,0,0,1,0,0,1,1,0,0,1,0\n   "
      " }\n"
      "    PolygonVertexIndex: *4 {\n      a: 0,1,2,-4\n    }\n" +
      uv_layer(0, "first") + uv_layer(1, "second") +
      "  }\n"
      "  Material: 12, \"Material::m\", \"\" {\n    ShadingModel: \"lambert\"\n    Properties70:  {\n" +
      material_properties +
      "    }\n  }\n"
      "  Texture: 13, \"Texture::t\", \"\" {\n    RelativeFilename: \"maps\\t.png\"\n    Properties70:  {\n" +
      texture_properties + "    }\n  }\n";
  made.connections = "  C: \"OO\", 10, 0\n  C: \"OO\", 11, 10\n  C: \"OO\", 12, 10\n  C: \"OP\", 13, 12, \"" +
                     hung_on + "\"\n";
  return made;
}

// Worked out by hand: the image is scaled by (2, 4) and then moved by (0.25, 0.5). Coordinates (0.5, 0.5) are
// at (0.125, 0) of the image, with v up.
TEST(FbxMaterials, a_texture_that_is_moved_and_scaled) {
  const Scene scene = made_scene(textured_square(
      fbx_property("Translation", "0.25,0.5,0") + fbx_property("Scaling", "2,4,1"), "", "DiffuseColor"));
  ASSERT_TRUE(scene.materials[0].pbr);
  EXPECT_EQ(scene.materials[0].base_color_texture, 0u);
  expect_near(mapped(scene.materials[0].pbr->base_color, {0.5f, 0.5f}), {0.125f, 1});
  EXPECT_EQ(scene.textures[0].name, "maps/t.png");
}

// The image is turned by 90 degrees about its centre, so the centre of its right side becomes the top.
TEST(FbxMaterials, a_texture_that_is_turned_about_a_pivot) {
  const Scene scene = made_scene(
      textured_square(fbx_property("Rotation", "0,0,90") + fbx_property("TextureRotationPivot", "0.5,0.5,0"),
                      "", "DiffuseColor"));
  ASSERT_TRUE(scene.materials[0].pbr);
  const TextureUse& use = scene.materials[0].pbr->base_color;
  expect_near(mapped(use, {0.5f, 0}), {1, 0.5f});
  expect_near(mapped(use, {0.5f, 0.5f}), {0.5f, 0.5f});
}

// With v up, swapped coordinates (0.2, 0.9) look up (0.9, 0.2).
TEST(FbxMaterials, swapped_coordinates) {
  const Scene scene = made_scene(textured_square(fbx_property("UVSwap", "1"), "", "DiffuseColor"));
  ASSERT_TRUE(scene.materials[0].pbr);
  expect_near(mapped(scene.materials[0].pbr->base_color, {0.2f, 0.1f}), {0.9f, 0.8f});
}

TEST(FbxMaterials, unequal_scale_with_a_turn_is_read_without_its_shear) {
  const Scene scene = made_scene(textured_square(
      fbx_property("Rotation", "0,0,30") + fbx_property("Scaling", "2,4,1"), "", "DiffuseColor"));
  EXPECT_EQ(messages_of(scene, "fbx.texture-transform"),
            std::vector<std::string>{"made.fbx:41: Texture \"t\": rotation with unequal scale shears the "
                                     "texture; the shear is ignored"});
}

TEST(FbxMaterials, sets_of_coordinates_are_found_by_name) {
  for (const auto& [name, set] : std::map<std::string, std::uint32_t>{
           {"first", 0}, {"second", 1}, {"third", 0}, {"default", 0}, {"", 0}}) {
    const Scene scene =
        made_scene(textured_square(fbx_property("UVSet", "\"" + name + "\""), "", "EmissiveColor"));
    ASSERT_TRUE(scene.materials[0].pbr) << name;
    EXPECT_EQ(scene.materials[0].pbr->emissive.uv_set, set) << name;
  }
}

TEST(FbxMaterials, wrap_modes_become_a_sampler) {
  const Scene scene = made_scene(
      textured_square(fbx_property("WrapModeU", "1") + fbx_property("WrapModeV", "0"), "", "DiffuseColor"));
  ASSERT_EQ(scene.samplers.size(), 1u);
  EXPECT_EQ(scene.samplers[0].wrap_u, TextureWrap::clamp_to_edge);
  EXPECT_EQ(scene.samplers[0].wrap_v, TextureWrap::repeat);
  EXPECT_EQ(scene.textures[0].sampler, 0u);
  // A plain texture on the base colour needs no physical material.
  EXPECT_FALSE(scene.materials[0].pbr);
}

// The properties that Maya writes for a StingrayPBS material.
TEST(FbxMaterials, stingray_maps_have_switches) {
  const std::string numbers = fbx_property("Maya|base_color", "0.1,0.2,0.3") +
                              fbx_property("Maya|metallic", "0") + fbx_property("Maya|roughness", "0.6") +
                              fbx_property("Maya|emissive", "0.5,0,0") +
                              fbx_property("Maya|emissive_intensity", "2");
  const Scene on = made_scene(
      textured_square("", numbers + fbx_property("Maya|use_roughness_map", "1"), "Maya|TEX_roughness_map"));
  ASSERT_TRUE(on.materials[0].pbr);
  EXPECT_EQ(on.materials[0].pbr->metallic_roughness.texture, 0u);
  EXPECT_EQ(on.materials[0].pbr->roughness, 1);
  EXPECT_EQ(on.materials[0].pbr->emissive_strength, 2);
  EXPECT_EQ(on.materials[0].emissive, (Vec3{0.5f, 0, 0}));
  const Scene off = made_scene(
      textured_square("", numbers + fbx_property("Maya|use_roughness_map", "0"), "Maya|TEX_roughness_map"));
  EXPECT_EQ(off.materials[0].pbr->metallic_roughness.texture, kNone);
  EXPECT_FLOAT_EQ(off.materials[0].pbr->roughness, 0.6f);
  EXPECT_FLOAT_EQ(off.materials[0].base_color.z, 0.3f);
  const Scene normal = made_scene(textured_square("", numbers, "Maya|TEX_normal_map"));
  EXPECT_EQ(normal.materials[0].pbr->normal.texture, 0u);
  const Scene occlusion = made_scene(textured_square("", numbers, "Maya|TEX_ao_map"));
  EXPECT_EQ(occlusion.materials[0].pbr->occlusion.texture, 0u);
}

// A grey image for metalness would also be interpreted as roughness.
TEST(FbxMaterials, one_grey_map_next_to_a_number_is_omitted) {
  const Scene scene = made_scene(textured_square("",
                                                 fbx_property("Maya|base_color", "1,1,1") +
                                                     fbx_property("Maya|metallic", "1") +
                                                     fbx_property("Maya|roughness", "0.5"),
                                                 "Maya|TEX_metallic_map"));
  EXPECT_EQ(scene.materials[0].pbr->metallic_roughness.texture, kNone);
  EXPECT_EQ(messages_of(scene, "fbx.texture-use"),
            std::vector<std::string>{"made.fbx:36: Material \"m\": separate metallic and roughness textures, "
                                     "which must share an image; the numbers are used instead"});
}

// In version 6100, textures are connected to the model. The layers of its mesh state their purpose.
TEST(FbxMaterials, layers_of_version_6100_say_what_a_texture_is_for) {
  SKELTER_REQUIRE_CORPUS();
  const auto scene = read_fbx_file(test::corpus_folder() + "/fbx/ufbx/maya_textured_cube_6100_binary.fbx");
  ASSERT_TRUE(scene.ok());
  const Material& material = scene->materials[0];
  ASSERT_TRUE(material.pbr);
  EXPECT_EQ(scene->textures[material.base_color_texture].name, "textures/checkerboard_diffuse.png");
  EXPECT_EQ(scene->textures[material.pbr->emissive.texture].name, "textures/checkerboard_emissive.png");
}

// file3 and file2 are half transparent, so file1 below is visible.
TEST(FbxMaterials, the_lowest_opaque_layer_is_the_base_colour) {
  SKELTER_REQUIRE_CORPUS();
  const auto scene = read_fbx_file(test::corpus_folder() + "/fbx/ufbx/maya_texture_layers_7500_binary.fbx");
  ASSERT_TRUE(scene.ok());
  const Material& material = scene->materials[0];
  ASSERT_TRUE(material.pbr);
  EXPECT_EQ(scene->textures[material.base_color_texture].name, "textures/checkerboard_ambient.png");
  EXPECT_EQ(scene->textures[material.pbr->emissive.texture].name, "textures/checkerboard_emissive.png");
  EXPECT_EQ(material.pbr->emissive.uv_set, 2u);
}

// Blender's Principled material as phong. If there is an image for metalness, the same image is used for
// roughness.
TEST(FbxMaterials, maps_of_3ds_max_and_maya) {
  SKELTER_REQUIRE_CORPUS();
  const auto name_in = [](const Scene& scene, const TextureUse& use) {
    return use.texture == kNone ? std::string() : scene.textures[use.texture].name;
  };
  const auto gltf = read_fbx_file(test::corpus_folder() + "/fbx/ufbx/max_gltf_material_7700_binary.fbx");
  ASSERT_TRUE(gltf.ok());
  const PbrMaterial& of_gltf = *gltf->materials[0].pbr;
  EXPECT_EQ(name_in(*gltf, of_gltf.base_color), "textures/checkerboard_diffuse.png");
  EXPECT_EQ(name_in(*gltf, of_gltf.normal), "textures/checkerboard_normal.png");
  EXPECT_EQ(name_in(*gltf, of_gltf.occlusion), "textures/checkerboard_weight.png");
  EXPECT_EQ(name_in(*gltf, of_gltf.emissive), "textures/checkerboard_emissive.png");
  EXPECT_FLOAT_EQ(of_gltf.occlusion_strength, 0.08f);
  EXPECT_EQ(of_gltf.alpha_mode, AlphaMode::mask);
  EXPECT_FLOAT_EQ(of_gltf.alpha_cutoff, 0.04f);
  EXPECT_TRUE(gltf->materials[0].double_sided);
  const auto max =
      read_fbx_file(test::corpus_folder() + "/fbx/ufbx/max_physical_material_textures_7500_binary.fbx");
  ASSERT_TRUE(max.ok());
  EXPECT_EQ(name_in(*max, max->materials[0].pbr->base_color), "textures/checkerboard_diffuse.png");
  const auto shaders = read_fbx_file(test::corpus_folder() + "/fbx/ufbx/max_texture_mapping_7700_binary.fbx");
  ASSERT_TRUE(shaders.ok());
  // The textures are connected through ColorTweak and a bump node.
  EXPECT_EQ(name_in(*shaders, shaders->materials[0].pbr->emissive), "textures/checkerboard_emissive.png");
  EXPECT_EQ(name_in(*shaders, shaders->materials[0].pbr->normal), "textures/checkerboard_normal.png");
  const auto arnold = read_fbx_file(test::corpus_folder() + "/fbx/ufbx/maya_arnold_textures_7500_binary.fbx");
  ASSERT_TRUE(arnold.ok());
  EXPECT_EQ(name_in(*arnold, arnold->materials[0].pbr->base_color), "textures/checkerboard_diffuse.png");
  const auto blender =
      read_fbx_file(test::corpus_folder() + "/fbx/ufbx/blender_293_embedded_textures_7400_binary.fbx");
  ASSERT_TRUE(blender.ok());
  EXPECT_EQ(name_in(*blender, blender->materials[0].pbr->base_color),
            "blender_293_embedded_textures_7400_binary.fbm/checkerboard_diffuse.png");
  EXPECT_EQ(name_in(*blender, blender->materials[0].pbr->emissive),
            "blender_293_embedded_textures_7400_binary.fbm/checkerboard_emissive.png");
  EXPECT_EQ(blender->materials[0].emissive, (Vec3{1, 1, 1}));
  EXPECT_FLOAT_EQ(blender->materials[0].pbr->roughness, 0.5f);
}

// Two files of the corpus without tangents, and one with them. The Khronos validator warns about normal
// textures without tangents.
TEST(FbxMaterials, normal_textures_get_tangents) {
  SKELTER_REQUIRE_CORPUS();
  for (const auto& [file, notes] : {std::pair{"max_gltf_material_7700_binary", 1u},
                                    {"max_texture_mapping_7700_binary", 1u},
                                    {"maya_textured_cube_7500_binary", 0u}}) {
    const auto scene = read_fbx_file(test::corpus_folder() + "/fbx/ufbx/" + file + ".fbx");
    ASSERT_TRUE(scene.ok()) << file;
    const std::vector<std::string> found = messages_of(*scene, "fbx.tangents");
    ASSERT_EQ(found.size(), notes) << file;
    for (const std::string& message : found)
      EXPECT_TRUE(
          message.ends_with(": has no tangents for the normal texture of its material; computed with "
                            "MikkTSpace, as glTF requires"))
          << message;
    std::size_t with_tangents = 0;
    for (const Mesh& mesh : scene->meshes)
      for (const Primitive& part : mesh.primitives)
        with_tangents += !part.tangents.empty() && part.tangents.size() == part.positions.size() ? 1u : 0u;
    EXPECT_EQ(with_tangents, notes) << file;
  }
}

}  // namespace
}  // namespace skelter
