#include "formats/x/tree/template_table.h"

#include <gtest/gtest.h>

#include "formats/x/x_trees.h"

namespace skelter {
namespace {

using test::read_tree;
using test::strict;
using test::TreeOutcome;
using test::Words;
using test::words_of;

// Source: the table in docs/x-format.md, section 5.
TEST(StandardTemplates, have_the_guids_of_the_table) {
  const struct {
    const char* name;
    const char* guid;
  } rows[] = {{"Header", "3d82ab43-62da-11cf-ab39-0020af71e433"},
              {"Vector", "3d82ab5e-62da-11cf-ab39-0020af71e433"},
              {"Coords2d", "f6f23f44-7686-11cf-8f52-0040333594a3"},
              {"Matrix4x4", "f6f23f45-7686-11cf-8f52-0040333594a3"},
              {"ColorRGBA", "35ff44e0-6c7c-11cf-8f52-0040333594a3"},
              {"ColorRGB", "d3e16e81-7835-11cf-8f52-0040333594a3"},
              {"IndexedColor", "1630b820-7842-11cf-8f52-0040333594a3"},
              {"Boolean", "537da6a0-ca37-11d0-941c-0080c80cfa7b"},
              {"Boolean2d", "4885ae63-78e8-11cf-8f52-0040333594a3"},
              {"MaterialWrap", "4885ae60-78e8-11cf-8f52-0040333594a3"},
              {"Frame", "3d82ab46-62da-11cf-ab39-0020af71e433"},
              {"FrameTransformMatrix", "f6f23f41-7686-11cf-8f52-0040333594a3"},
              {"Mesh", "3d82ab44-62da-11cf-ab39-0020af71e433"},
              {"MeshFace", "3d82ab5f-62da-11cf-ab39-0020af71e433"},
              {"MeshNormals", "f6f23f43-7686-11cf-8f52-0040333594a3"},
              {"MeshTextureCoords", "f6f23f40-7686-11cf-8f52-0040333594a3"},
              {"MeshVertexColors", "1630b821-7842-11cf-8f52-0040333594a3"},
              {"MeshMaterialList", "f6f23f42-7686-11cf-8f52-0040333594a3"},
              {"Material", "3d82ab4d-62da-11cf-ab39-0020af71e433"},
              {"TextureFilename", "a42790e1-7810-11cf-8f52-0040333594a3"},
              {"MeshFaceWraps", "ed1ec5c0-c0a8-11d0-941c-0080c80cfa7b"},
              {"XSkinMeshHeader", "3cf169ce-ff7c-44ab-93c0-f78f62d172e2"},
              {"SkinWeights", "6f0d123b-bad2-4167-a0d0-80224f25fabb"},
              {"VertexDuplicationIndices", "b8d65549-d7c9-4995-89cf-53a9a8b031e3"},
              {"FaceAdjacency", "a64c844a-e282-4756-8b80-250cde04398c"},
              {"Animation", "3d82ab4f-62da-11cf-ab39-0020af71e433"},
              {"AnimationSet", "3d82ab50-62da-11cf-ab39-0020af71e433"},
              {"AnimationKey", "10dd46a8-775b-11cf-8f52-0040333594a3"},
              {"TimedFloatKeys", "f406b180-7b3b-11cf-8f52-0040333594a3"},
              {"FloatKeys", "10dd46a9-775b-11cf-8f52-0040333594a3"},
              {"AnimationOptions", "e2bf56c0-840f-11cf-8f52-0040333594a3"},
              {"AnimTicksPerSecond", "9e415a43-7ba6-4a73-8743-b73d47e88476"},
              {"CompressedAnimationSet", "7f9b00b3-f125-4890-876e-1c42bf697c4d"},
              {"EffectInstance", "e331f7e4-0559-4cc2-8e99-1cec1657928f"},
              {"EffectParamFloats", "3014b9a0-62f5-478c-9b86-e4ac9f4e418b"},
              {"EffectParamString", "1dbc4c88-94c1-46ee-9076-2c28818c9481"},
              {"EffectParamDWord", "e13963bc-ae51-4c5d-b00f-cfa3a9d97ce5"},
              {"EffectFloats", "f1cfe2b3-0de3-4e28-afa1-155a750a282d"},
              {"EffectString", "d55b097e-bdb6-4c52-b03d-6051c89d0e42"},
              {"EffectDWord", "622c0ed0-956e-4da9-908a-2af94f3ce716"},
              {"FVFData", "b6e70a0e-8ef9-4e83-94ad-ecc8b0c04897"},
              {"VertexElement", "f752461c-1e23-48f6-b9f8-8350850f336f"},
              {"DeclData", "bf22e553-292c-4781-9fea-62bd554bdd93"},
              {"PMInfo", "b6c3e656-ec8b-4b92-9b62-681659522947"},
              {"PMAttributeRange", "917e0427-c61e-4a14-9c64-afe65f9e9844"},
              {"PMVSplitRecord", "574ccc14-f0b3-4333-822d-93e8a8a08e4c"},
              {"Patch", "a3eb5d44-fc22-429d-9afb-3221cb9719a6"},
              {"PatchMesh", "d02c95cc-edba-4305-9b5d-1820d7704bbf"},
              {"PatchMesh9", "b9ec94e1-b9a6-4251-ba18-94893f02c0ea"}};
  const TreeOutcome outcome = read_tree("");
  ASSERT_TRUE(outcome.tree);
  for (const auto& row : rows) {
    const auto index = find_standard_template(row.name);
    ASSERT_NE(index, kNone) << row.name;
    const XTemplate& found = outcome.tree->templates[index];
    EXPECT_TRUE(found.standard);
    ASSERT_TRUE(found.guid) << row.name;
    EXPECT_EQ(to_string(*found.guid), row.guid) << row.name;
  }
  EXPECT_EQ(outcome.tree->templates.size(), std::size(rows));
}

// One object of each template with as few values as possible. The words are counted by hand from the same
// table.
TEST(StandardTemplates, read_the_members_of_the_table) {
  const struct {
    const char* object;
    std::uint32_t words;
  } rows[] = {{"Header{1;2;3;}", 3},
              {"Vector{1;2;3;}", 3},
              {"Coords2d{1;2;}", 2},
              {"Matrix4x4{1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;}", 16},
              {"ColorRGBA{1;2;3;4;}", 4},
              {"ColorRGB{1;2;3;}", 3},
              {"IndexedColor{1;2;3;4;5;}", 5},
              {"Boolean{1;}", 1},
              {"Boolean2d{1;2;}", 2},
              {"MaterialWrap{1;2;}", 2},
              {"Frame{}", 0},
              {"FrameTransformMatrix{1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;}", 16},
              {"Mesh{1;1;2;3;1;3;0;0;0;}", 9},
              {"MeshFace{3;0;1;2;}", 4},
              {"MeshNormals{1;1;2;3;1;3;0;0;0;}", 9},
              {"MeshTextureCoords{2;1;2;3;4;}", 5},
              {"MeshVertexColors{2;0;1;2;3;4;1;5;6;7;8;}", 11},
              {"MeshMaterialList{1;2;0;0;}", 4},
              {"Material{1;2;3;4;5;6;7;8;9;10;11;}", 11},
              {"TextureFilename{\"a\";}", 1},
              {"TextureFileName{\"a\";}", 1},
              {"MeshFaceWraps{2;1;2;3;4;}", 5},
              {"XSkinMeshHeader{1;2;3;}", 3},
              {"SkinWeights{\"a\";2;0;1;0.5;0.5;1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;}", 22},
              {"VertexDuplicationIndices{2;3;0;1;}", 4},
              {"FaceAdjacency{2;0;1;}", 3},
              {"Animation{}", 0},
              {"AnimationSet{}", 0},
              {"AnimationKey{2;1;5;3;1;2;3;}", 7},
              {"TimedFloatKeys{5;3;1;2;3;}", 5},
              {"FloatKeys{3;1;2;3;}", 4},
              {"AnimationOptions{1;0;}", 2},
              {"AnimTicksPerSecond{24;}", 1},
              {"CompressedAnimationSet{5;4800.0;1;2;1;2;}", 6},
              {"EffectInstance{\"a.fx\";}", 1},
              {"EffectParamFloats{\"a\";2;1;2;}", 4},
              {"EffectParamString{\"a\";\"b\";}", 2},
              {"EffectParamDWord{\"a\";1;}", 2},
              {"EffectFloats{2;1;2;}", 3},
              {"EffectString{\"a\";}", 1},
              {"EffectDWord{1;}", 1},
              {"FVFData{258;2;1;2;}", 4},
              {"VertexElement{1;2;3;4;}", 4},
              {"DeclData{1;1;2;3;4;2;7;8;}", 8},
              {"PMInfo{1;1;2;3;4;5;6;7;8;9;1;1;2;3;2;1;2;}", 17},
              {"PMAttributeRange{1;2;3;4;5;6;}", 6},
              {"PMVSplitRecord{1;2;3;}", 3},
              {"Patch{2;0;1;}", 3},
              {"PatchMesh{1;1;2;3;1;2;0;0;}", 8},
              {"PatchMesh9{1;2;3;1;1;2;3;1;2;0;0;}", 11}};
  for (const auto& row : rows) {
    const TreeOutcome outcome = read_tree(row.object, strict());
    ASSERT_TRUE(outcome.tree) << row.object << " " << outcome.error();
    EXPECT_EQ(outcome.tree->objects.at(0).word_count, row.words) << row.object;
    EXPECT_TRUE(outcome.diagnostics.empty()) << row.object << outcome.warnings();
  }
}

TEST(StandardTemplates, are_found_in_any_case_and_others_are_not) {
  EXPECT_EQ(find_standard_template("frame"), find_standard_template("Frame"));
  EXPECT_EQ(find_standard_template("TextureFileName"), find_standard_template("TextureFilename"));
  EXPECT_EQ(find_standard_template("Fram"), kNone);
  EXPECT_EQ(find_standard_template("IndexColor"), kNone);
}

TEST(Templates, a_declared_template_is_kept_completely) {
  const TreeOutcome outcome = read_tree(
      "template Tag { <26e6b1c3-3d4d-4a1d-a437-b33668ffa1c2> DWORD n; array Vector v[n][4]; STRING; [Frame "
      "<3D82AB46-62DA-"
      "11CF-AB39-0020AF71E433>, Mesh] }",
      strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  const XTemplate& tag = outcome.tree->templates.back();
  EXPECT_EQ(tag.name, "Tag");
  EXPECT_FALSE(tag.standard);
  EXPECT_EQ(to_string(*tag.guid), "26e6b1c3-3d4d-4a1d-a437-b33668ffa1c2");
  ASSERT_EQ(tag.members.size(), 3u);
  EXPECT_EQ(tag.members[1].name, "v");
  EXPECT_EQ(tag.members[1].nested, find_standard_template("Vector"));
  ASSERT_EQ(tag.members[1].dimensions.size(), 2u);
  EXPECT_EQ(tag.members[1].dimensions[0].member, 0u);
  EXPECT_EQ(tag.members[1].dimensions[1].literal, 4u);
  EXPECT_EQ(tag.members[2].name, "");
  EXPECT_EQ(tag.members[2].scalar, XScalar::string);
  EXPECT_EQ(tag.children, XTemplate::Children::restricted);
  EXPECT_EQ(tag.allowed, (std::vector<std::string>{"Frame", "Mesh"}));
}

TEST(Templates, a_standard_name_never_changes_its_meaning) {
  const TreeOutcome outcome = read_tree("template Vector { DWORD a; } Vector { 1; 2; 3; }", strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(outcome.tree->objects[0].word_count, 3u);
  EXPECT_EQ(outcome.warnings(), "");
  EXPECT_EQ(outcome.notes(),
            "a.x:1: template Vector: declared with members that are not the standard ones; the standard ones "
            "are used\n");
}

TEST(Templates, an_object_that_fails_under_a_differing_declaration_is_skipped_with_a_warning) {
  const std::string body =
      "template Vector { DWORD a; }\nFrame A { Vector V {\n 1; Frame { } }\n Frame B { } }";
  const TreeOutcome outcome = read_tree(body);
  ASSERT_TRUE(outcome.tree) << outcome.error();
  ASSERT_EQ(outcome.tree->objects.size(), 2u);
  EXPECT_EQ(outcome.tree->objects[1].name, "B");
  EXPECT_EQ(outcome.tree->objects[1].parent, 0u);
  EXPECT_TRUE(outcome.tree->words.empty());
  EXPECT_EQ(outcome.warnings(),
            "a.x:3: Vector V: `Frame` where a number is expected; the file declares Vector with members "
            "other than the "
            "standard ones; skipped\n");
  EXPECT_FALSE(read_tree(body, strict()).tree);
}

TEST(Templates, the_first_declaration_of_a_name_holds) {
  const TreeOutcome outcome = read_tree(
      "template T { DWORD a; } template t { DWORD a; DWORD b; } template T { DWORD z; } T { 1; }", strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(words_of(*outcome.tree, 0), Words{1});
  EXPECT_EQ(outcome.notes(),
            "a.x:1: template t: declared with members that are not the standard ones; the standard ones are "
            "used\n");
}

TEST(Templates, another_name_with_guid_and_members_of_a_standard_one_is_that) {
  const TreeOutcome outcome = read_tree(
      "template Vec3 { <3D82AB5E-62DA-11CF-AB39-0020AF71E433> FLOAT a; FLOAT b; FLOAT c; } Vec3 { 1; 2; 3; }",
      strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(outcome.tree->type_name(0), "Vector");
  EXPECT_EQ(outcome.notes(),
            "a.x:1: template Vec3: has the GUID and members of a standard template; read as that\n");
  // The GUID is not sufficient.
  const TreeOutcome other = read_tree(
      "template Vec2 { <3D82AB5E-62DA-11CF-AB39-0020AF71E433> FLOAT a; FLOAT b; } Vec2 { 1; 2; }", strict());
  ASSERT_TRUE(other.tree) << other.error();
  EXPECT_EQ(other.tree->type_name(0), "Vec2");
}

TEST(Templates, what_cannot_be_used_is_dropped_and_its_objects_are_skipped) {
  const struct {
    const char* members;
    const char* trouble;
  } rows[] = {
      {"VOID v;", "member of unknown type `VOID`; expected a scalar type or a template declared before"},
      {"Later l;", "member of unknown type `Later`; expected a scalar type or a template declared before"},
      {"T t;", "member of unknown type `T`; expected a scalar type or a template declared before"},
      {"array DWORD a;", "array `a` without a size"},
      {"array DWORD a[n]; DWORD n;", "array size `n`; expected a number or an earlier DWORD member"},
      {"WORD n; array DWORD a[n];", "array size `n`; expected a number or an earlier DWORD member"},
      {"array DWORD n[2]; array DWORD a[n];", "array size `n`; expected a number or an earlier DWORD member"},
      {"array DWORD a[];", "array size missing; expected a number or an earlier DWORD member"},
      {"array DWORD a[-1];", "array size out of range; expected 0 to 4294967295"},
      {"array DWORD a[4294967296];", "array size out of range; expected 0 to 4294967295"},
      {"array DWORD a[2;", "array size without `]` after it"},
      {"array ;", "`array` without a type"},
      {"DWORD a DWORD b;", "member `a` without `;` after it"},
      {"DWORD a[2];", "member `a` without `;` after it"},
      {"[ { ] }", "restriction without `]` after it"},
      {"DWORD a; ( )", "expected a member, a restriction or `}`"},
  };
  for (const auto& row : rows) {
    const std::string body =
        "\ntemplate T { " + std::string(row.members) + " }\nT { {x} \"}\" 1; } Frame A { }";
    const std::string expected =
        "a.x:2: template T: " + std::string(row.trouble) + "; the template is dropped";
    const TreeOutcome outcome = read_tree(body);
    ASSERT_TRUE(outcome.tree) << row.members << ": " << outcome.error();
    ASSERT_EQ(outcome.tree->objects.size(), 1u) << row.members;
    EXPECT_EQ(
        outcome.warnings(),
        expected + "\na.x:3: T: an object of a template that is neither standard nor declared; skipped\n");
    EXPECT_EQ(read_tree(body, strict()).error(), expected);
  }
}

TEST(Templates, too_many_members_and_too_deep_ones_are_dropped) {
  std::string body = "template T {";
  for (int i = 0; i < 257; ++i) body += "DWORD m;";
  EXPECT_EQ(read_tree(body + "}").warnings(),
            "a.x:1: template T: more than 256 members; the template is dropped\n");

  body = "template T1 { DWORD n; array DWORD a[n]; }";
  for (int i = 2; i <= 9; ++i)
    body += "template T" + std::to_string(i) + " { DWORD n; array T" + std::to_string(i - 1) + " a[n]; }\n";
  EXPECT_EQ(read_tree(body).warnings(),
            "a.x:8: template T9: templates nest deeper than 8 levels; the template is dropped\n");
}

TEST(Templates, that_multiply_cost_nothing_until_there_is_data) {
  std::string body = "template T0 { WORD a; DWORD b; }";
  for (int level = 1; level < 8; ++level) {
    body += "template T" + std::to_string(level) + " {";
    for (int i = 0; i < 200; ++i) body += "T" + std::to_string(level - 1) + ";";
    body += "}";
  }
  EXPECT_EQ(read_tree(body).warnings(), "");
  EXPECT_EQ(read_tree(body + "T7 { 1; }").error(), "a.x:1: T7: the file ends inside the data of an object");
}

TEST(Templates, arrays_of_nothing_take_no_time) {
  const TreeOutcome outcome = read_tree(
      "template E { } template Z { array DWORD a[0]; } template T { DWORD n; array E e[n]; array Z z[n][n]; "
      "DWORD last; }"
      "T { 4294967295; 7; }",
      strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(words_of(*outcome.tree, 0), (Words{0xFFFFFFFF, 7}));
  EXPECT_EQ(outcome.tree->packed(0).size(), 8u);
}

TEST(Templates, binary_data_is_skipped_with_a_warning) {
  const TreeOutcome outcome =
      read_tree("template B { DWORD n; [BINARY] }\nB x { 1 2 {3} }\nB { } Frame A { }");
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(outcome.tree->objects.size(), 1u);
  EXPECT_EQ(outcome.warnings(), "a.x:2: B: an object of a template with BINARY data; skipped (2 times)\n");
}

TEST(Templates, a_guid_that_is_none_is_ignored_with_a_warning) {
  const std::string body = "template T { <zzz> DWORD a; } T { 1; }";
  EXPECT_EQ(read_tree(body).warnings(), "a.x:1: template T: no GUID between `<` and `>`; ignored\n");
  EXPECT_EQ(read_tree(body, strict()).error(), "a.x:1: template T: no GUID between `<` and `>`; ignored");
}

TEST(UnknownTemplates, are_skipped_by_balanced_braces_and_counted_per_name) {
  const std::string body =
      "Frame A {\n Mine x { \"}\"; 1; Inner { 2; {A} } // }\n }\n Mine { } Other { <not even a guid> ( ] } "
      "Frame B { } }";
  const TreeOutcome outcome = read_tree(body);
  ASSERT_TRUE(outcome.tree) << outcome.error();
  ASSERT_EQ(outcome.tree->objects.size(), 2u);
  EXPECT_EQ(outcome.tree->objects[1].name, "B");
  EXPECT_EQ(outcome.warnings(),
            "a.x:2: Mine: an object of a template that is neither standard nor declared; skipped (2 times)\n"
            "a.x:4: Other: an object of a template that is neither standard nor declared; skipped\n");
  EXPECT_EQ(read_tree(body, strict()).error(),
            "a.x:2: Mine: an object of a template that is neither standard nor declared; skipped");
}

TEST(UnknownTemplates, of_retained_mode_are_skipped_silently_unless_strict) {
  const TreeOutcome outcome = read_tree("Frame A { FramePosition { 1;2;3; } camera { } Frame B { } }");
  ASSERT_TRUE(outcome.tree);
  EXPECT_EQ(outcome.tree->objects.size(), 2u);
  EXPECT_TRUE(outcome.diagnostics.empty());
  EXPECT_FALSE(read_tree("RightHanded { 1; }", strict()).tree);
  // If they are declared, they are read like any other object.
  EXPECT_EQ(read_tree("template RightHanded { DWORD b; } RightHanded { 1; }").tree->objects.size(), 1u);
}

}  // namespace
}  // namespace skelter
