#include "formats/x/read_support.h"

namespace skelter::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string kRed = "Material Red { 1;0;0;1;; 8; 0.1;0.2;0.3;; 0.4;0.5;0.6;; } ";
const std::string kBlue = "Material Blue { 0;0;1;1;; 0; 0;0;0;; 0;0;0;; } ";
std::string textured(std::string_view parts) {
  return "Material M { 1;1;1;1;; 0; 0;0;0;; 0;0;0;; " + std::string(parts) + " } ";
}
std::string list(std::string_view counts_and_indices, std::string_view materials) {
  return "\nMeshMaterialList { " + std::string(counts_and_indices) + " " + std::string(materials) + " }";
}
// Two triangles and a quad.
std::string three_faces(std::string_view parts) {
  return "Mesh M { 4; 0;0;0;, 0;1;0;, 1;0;0;, 1;1;0;; 3; 3;0,1,2;, 4;0,1,3,2;, 3;1,2,3;; " +
         std::string(parts) + " }";
}

TEST(materials, row_32_colors_power_and_name) {
  const Scene scene = load(triangle_mesh(list("1; 1; 0;;", kRed)));
  ASSERT_EQ(scene.materials.size(), 1u);
  const Material& m = scene.materials[0];
  EXPECT_EQ(m.name, "Red");
  EXPECT_EQ(m.base_color, (Vec4{1, 0, 0, 1}));
  EXPECT_EQ(m.specular_power, 8);
  EXPECT_EQ(m.specular, (Vec3{0.1f, 0.2f, 0.3f}));
  EXPECT_EQ(m.emissive, (Vec3{0.4f, 0.5f, 0.6f}));
  EXPECT_EQ(m.base_color_texture, kNone);
  EXPECT_EQ(m.effect, std::nullopt);
}

TEST(materials, row_33_mesh_without_list_has_no_slots) {
  const Scene scene = load(triangle_mesh());
  EXPECT_THAT(scene.materials, IsEmpty());
  EXPECT_THAT(primitive(scene).materials, IsEmpty());
  EXPECT_THAT(primitive(scene).triangle_slots, IsEmpty());
}

TEST(materials, list_that_declares_none_is_no_list) {
  const Scene scene = load(triangle_mesh(list("0; 0; ;", "")));
  EXPECT_THAT(primitive(scene).materials, IsEmpty());
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(materials, indices_of_faces_become_slots_of_triangles) {
  const Scene scene = load(three_faces(list("2; 3; 1,0,1;;", kRed + kBlue)));
  EXPECT_THAT(primitive(scene).materials, ElementsAre(0, 1));
  EXPECT_THAT(primitive(scene).triangle_slots, ElementsAre(1, 0, 0, 1));
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(materials, faces_that_all_take_the_first_need_no_slots) {
  EXPECT_THAT(primitive(load(three_faces(list("2; 3; 0,0,0;;", kRed + kBlue)))).triangle_slots, IsEmpty());
}

TEST(materials, row_42_one_index_is_for_all_faces) {
  const Scene scene = load(three_faces(list("2; 1; 1;;", kRed + kBlue)));
  EXPECT_THAT(primitive(scene).triangle_slots, ElementsAre(1, 1, 1, 1));
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(materials, too_few_indices_leave_the_first_to_the_other_faces) {
  const Scene scene = load(three_faces(list("2; 2; 1,0;;", kRed + kBlue)));
  EXPECT_THAT(primitive(scene).triangle_slots, ElementsAre(1, 0, 0, 1));
  EXPECT_THAT(warnings(scene), ElementsAre("t.x:3: MeshMaterialList of Mesh M: 2 material indices; expected "
                                           "3: the other faces use the first"));
}

TEST(materials, too_many_indices_are_ignored) {
  const Scene scene = load(three_faces(list("2; 4; 0,1,0,1;;", kRed + kBlue)));
  EXPECT_THAT(primitive(scene).triangle_slots, ElementsAre(0, 1, 1, 0));
  EXPECT_THAT(
      warnings(scene),
      ElementsAre("t.x:3: MeshMaterialList of Mesh M: 4 material indices; expected 3: the rest is ignored"));
}

TEST(materials, list_without_indices_gives_all_faces_the_first) {
  const Scene scene = load(three_faces(list("1; 0; ;", kRed)));
  EXPECT_THAT(primitive(scene).materials, ElementsAre(0));
  EXPECT_THAT(primitive(scene).triangle_slots, IsEmpty());
  EXPECT_THAT(warnings(scene), ElementsAre("t.x:3: MeshMaterialList of Mesh M: 0 material indices; expected "
                                           "3: the other faces use the first"));
}

TEST(materials, row_40_index_beyond_the_list_is_an_error) {
  EXPECT_EQ(load_error(three_faces(list("2; 3; 0,1,2;;", kRed + kBlue))),
            "t.x:3: MeshMaterialList of Mesh M: face 2: material index 2; expected less than 2");
}

TEST(materials, row_43_two_declared_and_one_given) {
  const std::string text = three_faces(list("2; 3; 0,1,0;;", kRed));
  const Scene scene = load(text);
  EXPECT_THAT(primitive(scene).materials, ElementsAre(0, kNone));
  EXPECT_THAT(
      warnings(scene),
      ElementsAre("t.x:3: MeshMaterialList of Mesh M: 1 material; expected 2: the default material is used"));
  EXPECT_EQ(load_error(text, strict_reading()), "t.x:3: MeshMaterialList of Mesh M: 1 material; expected 2");
}

TEST(materials, one_declared_and_two_given) {
  const std::string text = three_faces(list("1; 1; 0;;", kRed + kBlue));
  const Scene scene = load(text);
  EXPECT_THAT(primitive(scene).materials, ElementsAre(0));
  EXPECT_EQ(scene.materials.size(), 2u);
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x:3: MeshMaterialList of Mesh M: 2 materials; expected 1: the rest is ignored"));
  EXPECT_EQ(load_error(text, strict_reading()), "t.x:3: MeshMaterialList of Mesh M: 2 materials; expected 1");
}

TEST(materials, references_and_inline_materials_keep_the_lists_order) {
  const Scene scene = load("Frame F { " + three_faces(list("2; 3; 0,1,0;;", "{Red}" + kBlue)) +
                           three_faces(list("1; 1; 0;;", "{Red}")) + " } " + kRed);
  // Materials are in file order: Blue is inside the first mesh, and Red is after all meshes.
  ASSERT_EQ(scene.materials.size(), 2u);
  EXPECT_EQ(scene.materials[0].name, "Blue");
  EXPECT_EQ(scene.materials[1].name, "Red");
  EXPECT_THAT(primitive(scene, 0).materials, ElementsAre(1, 0));
  EXPECT_THAT(primitive(scene, 1).materials, ElementsAre(1));
}

TEST(materials, reference_to_nothing_leaves_the_default_in_its_place) {
  const Scene scene = load(three_faces(list("2; 3; 0,1,0;;", "{Green}" + kBlue)));
  EXPECT_THAT(primitive(scene).materials, ElementsAre(kNone, 0));
  EXPECT_THAT(
      warnings(scene),
      ElementsAre(
          "t.x:3: MeshMaterialList of Mesh M: reference { Green } is not the name of an object in the file"));
}

TEST(materials, reference_to_another_kind_of_object_leaves_the_default_in_its_place) {
  const Scene scene =
      load("Frame Red { " + three_faces(list("2; 3; 0,1,0;;", "{Red2}" + kBlue)) + " } Frame Red2 {}");
  EXPECT_THAT(primitive(scene).materials, ElementsAre(kNone, 0));
  EXPECT_THAT(
      warnings(scene),
      ElementsAre("t.x:3: reference { Red2 } of Mesh M: reference to Frame Red2; expected a Material: "
                  "the default material is used"));
}

TEST(materials, unused_ones_are_kept) {
  EXPECT_EQ(load("Frame F {} " + kRed + kBlue).materials.size(), 2u);
}

TEST(materials, of_two_lists_the_last_counts) {
  const Scene scene = load(three_faces(list("1; 1; 0;;", kRed) + list("1; 1; 0;;", kBlue)));
  EXPECT_THAT(primitive(scene).materials, ElementsAre(1));
  EXPECT_THAT(
      warnings(scene),
      ElementsAre(
          "t.x:4: MeshMaterialList of Mesh M: another MeshMaterialList in this mesh; the last is used"));
}

TEST(materials, number_that_is_not_finite_becomes_0) {
  const Scene scene = load("Frame F {}\nMaterial M { 1;1;1;1;; 1e39; 0;0;0;; 0;0;0;; }");
  EXPECT_EQ(scene.materials.at(0).specular_power, 0);
  EXPECT_THAT(warnings(scene), ElementsAre("t.x:3: Material M: number that is not finite; treated as 0"));
}

// --- textures ---

std::string texture_name(std::string_view written) {
  const Scene scene = load("Frame F {} " + textured("TextureFilename { \"" + std::string(written) + "\"; }"));
  const std::uint32_t texture = scene.materials.at(0).base_color_texture;
  return texture == kNone ? "(none)" : scene.textures.at(texture).name;
}

TEST(textures, runs_of_backslashes_become_one_slash) {
  EXPECT_EQ(texture_name("skin.png"), "skin.png");
  EXPECT_EQ(texture_name("maps\\skin.png"), "maps/skin.png");
  EXPECT_EQ(texture_name("C:\\\\art\\\\\\skin.png"), "C:/art/skin.png");
  EXPECT_EQ(texture_name("maps//skin.png"), "maps//skin.png");
}

TEST(textures, empty_name_is_no_texture) {
  EXPECT_EQ(texture_name(""), "(none)");
}

TEST(textures, sphere_map_of_an_mmd_accessory_is_cut_off_and_kept) {
  const Scene scene = load("Frame F {} " + textured("TextureFilename { \"skin.png*shine.spa\"; }"));
  EXPECT_EQ(scene.textures.at(0).name, "skin.png");
  EXPECT_EQ(scene.materials.at(0).texture_suffix, "shine.spa");
}

TEST(textures, sphere_map_alone_is_no_texture) {
  const Scene scene = load("Frame F {} " + textured("TextureFilename { \"*shine.spa\"; }"));
  EXPECT_THAT(scene.textures, IsEmpty());
  EXPECT_EQ(scene.materials.at(0).texture_suffix, "shine.spa");
}

TEST(textures, other_spelling_is_the_same_object) {
  EXPECT_EQ(load("Frame F {} " + textured("TextureFileName { \"a.png\"; }")).textures.size(), 1u);
}

TEST(textures, equal_names_are_one_texture) {
  const Scene scene =
      load("Frame F {} " + textured("TextureFilename { \"a.png\"; }") +
           textured("TextureFilename { \"b.png\"; }") + textured("TextureFilename { \"a.png\"; }"));
  EXPECT_EQ(scene.textures.size(), 2u);
  EXPECT_EQ(scene.materials.at(0).base_color_texture, 0u);
  EXPECT_EQ(scene.materials.at(1).base_color_texture, 1u);
  EXPECT_EQ(scene.materials.at(2).base_color_texture, 0u);
}

TEST(textures, of_two_names_the_last_counts) {
  const Scene scene =
      load("Frame F {}\n" + textured("TextureFilename { \"a.png\"; } TextureFilename { \"b.png\"; }"));
  EXPECT_EQ(scene.textures.at(0).name, "b.png");
  EXPECT_THAT(warnings(scene),
              ElementsAre("t.x:3: Material M: 2 texture names; expected one: the last is used"));
}

// --- effects ---

TEST(effects, file_and_parameters_are_kept) {
  const Scene scene = load(
      "Frame F {} " +
      textured("EffectInstance { \"textbump.fx\"; EffectParamString { \"Texture1@Name\"; \"bump.png\"; } "
               "EffectParamFloats { \"Diffuse\"; 3; 1,0.5,0; } EffectParamDWord { \"Passes\"; 2; } }"));
  const std::optional<EffectInstance>& effect = scene.materials.at(0).effect;
  ASSERT_TRUE(effect);
  EXPECT_EQ(effect->file, "textbump.fx");
  EXPECT_THAT(effect->parameters, ElementsAre(EffectParameter{"Texture1@Name", std::string("bump.png")},
                                              EffectParameter{"Diffuse", std::vector<float>{1, 0.5f, 0}},
                                              EffectParameter{"Passes", std::uint32_t{2}}));
  EXPECT_EQ(scene.materials[0].base_color_texture, kNone);
}

TEST(effects, texture_0_stands_in_for_a_missing_texture_name) {
  const std::string effect =
      "EffectInstance { \"a.fx\"; EffectParamString { \"Texture0@Name\"; \"maps\\skin.png\"; } }";
  EXPECT_EQ(load("Frame F {} " + textured(effect)).textures.at(0).name, "maps/skin.png");
  EXPECT_EQ(load("Frame F {} " + textured("TextureFilename { \"own.png\"; } " + effect)).textures.at(0).name,
            "own.png");
  EXPECT_EQ(load("Frame F {} " + textured("TextureFilename { \"\"; } " + effect)).textures.at(0).name,
            "maps/skin.png");
}

TEST(effects, nameless_defaults_are_skipped) {
  const Scene scene = load(
      "Frame F {} " +
      textured(
          "EffectInstance { \"a.fx\"; EffectFloats { 1; 1; } EffectString { \"s\"; } EffectDWord { 1; } }"));
  EXPECT_THAT(scene.materials.at(0).effect->parameters, IsEmpty());
  EXPECT_THAT(warnings(scene), IsEmpty());
}

TEST(effects, of_two_the_last_counts) {
  const Scene scene =
      load("Frame F {}\n" + textured("EffectInstance { \"a.fx\"; } EffectInstance { \"b.fx\"; }"));
  EXPECT_EQ(scene.materials.at(0).effect->file, "b.fx");
  EXPECT_THAT(warnings(scene), ElementsAre("t.x:3: Material M: 2 effects; expected one: the last is used"));
}

}  // namespace
}  // namespace skelter::test
