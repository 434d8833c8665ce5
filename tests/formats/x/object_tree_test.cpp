#include "skelter/formats/x/object_tree.h"

#include <gtest/gtest.h>

#include "formats/x/x_trees.h"

namespace skelter {
namespace {

using test::BinaryFile;
using test::floats_of;
using test::read_tree;
using test::strict;
using test::TreeOutcome;
using test::Words;
using test::words_of;

constexpr const char* kSeparatorWarning =
    "separators not as D3DX requires; expected one or more `;`, or one `,`, after each value";

// ---- rows of the conformance table in docs/x-format.md, section 8 ----

TEST(XConformance, row_5_a_header_alone_is_an_empty_stream) {
  for (const char* header :
       {"xof 0302txt 0064", "xof 0303bin 0032", "xof 0303tzip0032", "xof 0303bzip0032"}) {
    const TreeOutcome outcome = read_tree(test::to_bytes(header), strict());
    ASSERT_TRUE(outcome.tree) << header;
    EXPECT_TRUE(outcome.tree->objects.empty());
    EXPECT_TRUE(outcome.diagnostics.empty());
  }
}

TEST(XConformance, row_6_a_compressed_line_end_is_an_empty_stream) {
  for (const char* header : {"xof 0302txt 0064", "xof 0302bin 0064"}) {
    const TreeOutcome outcome =
        read_tree(test::packed_file(test::to_bytes(std::string(header) + "\n")), strict());
    ASSERT_TRUE(outcome.tree) << outcome.error();
    EXPECT_TRUE(outcome.tree->objects.empty());
    EXPECT_TRUE(outcome.diagnostics.empty());
  }
}

TEST(XConformance, row_7_a_word_alone_is_an_error) {
  EXPECT_EQ(read_tree("\nfoobar;\n").error(), "a.x:2: `;`; expected a name or `{`");
}

TEST(XConformance, row_8_a_header_object_and_its_compressed_twin_are_equal) {
  const auto plain = test::text_file("Header Object { 1; 2; 3; }\n");
  for (const auto& file : {plain, test::packed_file(plain)}) {
    const TreeOutcome outcome = read_tree(file, strict());
    ASSERT_TRUE(outcome.tree) << outcome.error();
    ASSERT_EQ(outcome.tree->objects.size(), 1u);
    EXPECT_EQ(outcome.tree->objects[0].name, "Object");
    EXPECT_EQ(outcome.tree->type_name(0), "Header");
    EXPECT_EQ(words_of(*outcome.tree, 0), (Words{1, 2, 3}));
    EXPECT_EQ(outcome.tree->packed(0), test::to_bytes(std::string_view("\1\0\2\0\3\0\0\0", 8)));
  }
}

TEST(XConformance, row_9_an_object_may_have_no_name) {
  const TreeOutcome outcome = read_tree("Header { 1; 2; 3; }", strict());
  ASSERT_TRUE(outcome.tree);
  EXPECT_EQ(outcome.tree->objects[0].name, "");
}

// FaceAdjacency is "DWORD n, DWORD[n]".
TEST(XConformance, rows_10_to_13_every_scalar_takes_semicolons_a_comma_or_both) {
  for (const char* data : {"3; 0; 1; 2;", "3, 0, 1, 2,", "3;;;;; 0;;;;; 1;;;;; 2;;;;;",
                           "3;;;;;, 0;;;;;, 1;;;;;, 2;;;;;,", "3 ; ; 0 , 1 ; , 2;", "3;0;1;2;;;"}) {
    const TreeOutcome outcome = read_tree("FaceAdjacency {" + std::string(data) + "}", strict());
    ASSERT_TRUE(outcome.tree) << data << outcome.error();
    EXPECT_EQ(words_of(*outcome.tree, 0), (Words{3, 0, 1, 2})) << data;
    EXPECT_TRUE(outcome.diagnostics.empty());
  }
}

TEST(XConformance, rows_14_to_17_other_separators_are_an_error_when_strict_and_one_warning_else) {
  const struct {
    const char* data;
    int count;
  } rows[] = {{"3; 0, 1,, 2;", 1}, {"3; 0, 1,; 2;", 1}, {"3; 0, 1, 2", 1},
              {"3 0 1 2;", 3},     {"3; 0 1 2;", 2},    {"3;0;1;2,,,", 2}};
  for (const auto& row : rows) {
    const std::string body = "\n FaceAdjacency { " + std::string(row.data) + " }";
    EXPECT_EQ(read_tree(body, strict()).error(), std::string("a.x:2: ") + kSeparatorWarning) << row.data;
    const TreeOutcome outcome = read_tree(body);
    ASSERT_TRUE(outcome.tree) << outcome.error();
    EXPECT_EQ(words_of(*outcome.tree, 0), (Words{3, 0, 1, 2})) << row.data;
    const std::string times = row.count == 1 ? "" : " (" + std::to_string(row.count) + " times)";
    EXPECT_EQ(outcome.warnings(), std::string("a.x:2: ") + kSeparatorWarning + times + "\n");
  }
}

// The same, but with more objects after the separators, so that numbers use the fast path.
TEST(XConformance, rows_10_to_17_hold_in_the_middle_of_a_file) {
  const std::string tail = "\nFrame A { Frame B { } }\nFrame C { Frame D { } }\n";
  for (const char* data :
       {"3; 0; 1; 2;", "3, 0, 1, 2,", "3;;;;;, 0;;;;;, 1;;;;;, 2;;;;;,", "3 ; ; 0 , 1 ; , 2;"})
    EXPECT_TRUE(read_tree("FaceAdjacency {" + std::string(data) + "}" + tail, strict()).tree) << data;
  for (const char* data : {"3; 0, 1,, 2;", "3; 0, 1,; 2;", "3; 0, 1, 2", "3 0 1 2;"}) {
    const std::string body = "FaceAdjacency {" + std::string(data) + "}" + tail;
    EXPECT_FALSE(read_tree(body, strict()).tree) << data;
    const TreeOutcome outcome = read_tree(body);
    ASSERT_TRUE(outcome.tree);
    EXPECT_EQ(words_of(*outcome.tree, 0), (Words{3, 0, 1, 2})) << data;
    EXPECT_NE(outcome.diagnostics.find("x.separators"), nullptr);
  }
}

// FaceAdjacency with separate integers, each followed by the given separators (20 is `;`, 19 is `,`).
std::vector<std::byte> single_integers(const std::vector<std::vector<std::uint16_t>>& separators) {
  BinaryFile file;
  file.name("FaceAdjacency").open();
  const std::uint32_t values[] = {3, 0, 1, 2};
  for (std::size_t i = 0; i < 4; ++i) {
    file.integer(values[i]);
    for (const std::uint16_t token : separators[i]) file.token(token);
  }
  return file.close().bytes();
}

TEST(XConformance, row_18_binary_single_integers_follow_the_same_rule) {
  const std::vector<std::vector<std::vector<std::uint16_t>>> good = {
      {{20}, {20}, {20}, {20}},
      {{19}, {19}, {19}, {19}},
      {{20, 20, 20}, {20}, {20, 20}, {20}},
      {{20, 19}, {20, 20, 19}, {20}, {20, 19}}};
  for (const auto& separators : good) {
    const TreeOutcome outcome = read_tree(single_integers(separators), strict());
    ASSERT_TRUE(outcome.tree) << outcome.error();
    EXPECT_EQ(words_of(*outcome.tree, 0), (Words{3, 0, 1, 2}));
  }
  const std::vector<std::vector<std::vector<std::uint16_t>>> bad = {
      {{20}, {19}, {19, 19}, {20}}, {{20}, {19}, {19, 20}, {20}}, {{20}, {19}, {19}, {}}, {{}, {}, {}, {20}}};
  for (const auto& separators : bad) {
    EXPECT_FALSE(read_tree(single_integers(separators), strict()).tree);
    const TreeOutcome outcome = read_tree(single_integers(separators));
    ASSERT_TRUE(outcome.tree) << outcome.error();
    EXPECT_EQ(words_of(*outcome.tree, 0), (Words{3, 0, 1, 2}));
    EXPECT_NE(outcome.diagnostics.find("x.separators"), nullptr);
  }
}

TEST(XConformance, row_19_lists_may_hold_the_array_or_everything) {
  BinaryFile with_template;
  with_template.begin_template("Tail").token(41).name("n").semicolon();
  with_template.token(52).token(41).name("v").open_bracket().name("n").close_bracket().semicolon();
  with_template.token(41).name("last").semicolon().close();
  const auto head = with_template.bytes().size();
  ASSERT_GT(head, 16u);

  BinaryFile exact = with_template;
  exact.name("Tail").open().integer(3).semicolon().integers({0, 1, 2}).integer(9).semicolon().close();
  BinaryFile across = with_template;
  across.name("Tail").open().integers({3, 0, 1, 2, 9}).close();
  BinaryFile pieces = with_template;
  pieces.name("Tail").open().integers({3, 0}).integers({}).integers({1}).integers({2, 9}).close();
  for (const BinaryFile& file : {exact, across, pieces}) {
    const TreeOutcome outcome = read_tree(file.bytes(), strict());
    ASSERT_TRUE(outcome.tree) << outcome.error();
    EXPECT_EQ(words_of(*outcome.tree, 0), (Words{3, 0, 1, 2, 9}));
    EXPECT_TRUE(outcome.diagnostics.empty());
  }
}

TEST(XConformance, row_20_a_separator_behind_a_list_is_an_error_when_strict_and_a_warning_else) {
  for (const std::uint16_t separator : {20, 19}) {
    const auto file =
        BinaryFile().name("FaceAdjacency").open().integers({3, 0, 1, 2}).token(separator).close().bytes();
    EXPECT_EQ(read_tree(file, strict()).error(), std::string("a.x: byte 59: ") + kSeparatorWarning);
    const TreeOutcome outcome = read_tree(file);
    ASSERT_TRUE(outcome.tree);
    EXPECT_EQ(outcome.warnings(), std::string("a.x: byte 59: ") + kSeparatorWarning + "\n");
  }
}

TEST(XConformance, row_21_an_empty_array_takes_no_separator) {
  const char* declaration = "template T { DWORD n; array DWORD v[n]; DWORD last; }";
  TreeOutcome outcome = read_tree(std::string(declaration) + "T { 0; 7; }", strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(words_of(*outcome.tree, 0), (Words{0, 7}));

  // Row 36: a bone without weights, as exporters write it.
  outcome = read_tree("SkinWeights { \"Nub\"; 0; ; ; 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1;; }", strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(outcome.tree->objects[0].word_count, 18u);
  EXPECT_EQ(outcome.tree->strings, std::vector<std::string>{"Nub"});
}

TEST(XConformance, row_22_a_string_may_hold_separators_and_braces) {
  const TreeOutcome outcome =
      read_tree("TextureFilename { \"foo;bar\"; } TextureFilename { \"{,}#//\"; }", strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(outcome.tree->strings, (std::vector<std::string>{"foo;bar", "{,}#//"}));
}

TEST(XConformance, row_23_a_binary_string_is_followed_by_a_separator) {
  for (const std::uint16_t separator : {20, 19}) {
    const TreeOutcome outcome = read_tree(
        BinaryFile().name("TextureFilename").open().string("foo;bar", separator).close().bytes(), strict());
    ASSERT_TRUE(outcome.tree) << outcome.error();
    EXPECT_EQ(outcome.tree->strings, std::vector<std::string>{"foo;bar"});
  }
  const auto without = BinaryFile().name("TextureFilename").open().string("foo", 0).close().bytes();
  EXPECT_FALSE(read_tree(without, strict()).tree);
  EXPECT_NE(read_tree(without).diagnostics.find("x.separators"), nullptr);
}

TEST(XConformance, row_24_a_mesh_whose_scalars_all_end_in_three_semicolons_and_a_comma) {
  std::string body = "Mesh {";
  const auto add = [&](const char* value) { body += std::string(value) + ";;;,\n"; };
  add("4");
  for (int i = 0; i < 12; ++i) add("0.5");
  add("3");
  for (int i = 0; i < 3; ++i)
    for (const char* value : {"3", "0", "1", "2"}) add(value);
  const TreeOutcome outcome = read_tree(body + "}", strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  const Words words = words_of(*outcome.tree, 0);
  ASSERT_EQ(words.size(), 1u + 12 + 1 + 12);
  EXPECT_EQ(words[0], 4u);
  EXPECT_EQ(words[13], 3u);
  EXPECT_EQ(Words(words.begin() + 14, words.begin() + 18), (Words{3, 0, 1, 2}));
}

TEST(XConformance, row_25_indexColor_is_an_alias_and_IndexColor_is_an_error) {
  TreeOutcome outcome =
      read_tree("template T { DWORD n; array indexColor c[n]; } T { 1; 7; 0.25;0.5;0.75;1.0;; }", strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(outcome.tree->objects[0].word_count, 6u);
  outcome = read_tree("template T { DWORD n; array IndexColor c[n]; }");
  EXPECT_EQ(outcome.error(),
            "a.x:1: template T: member of unknown type `IndexColor`; expected a scalar type or a template "
            "declared before");
}

TEST(XConformance, row_28_declared_objects_are_kept_in_file_order) {
  const TreeOutcome outcome = read_tree(
      "template Tag { <26e6b1c3-3d4d-4a1d-a437-b33668ffa1c2> STRING key; DWORD value; }"
      "Tag top { \"a\"; 1; } Frame F { Tag { \"b\"; 2; } Mesh { 0; 0; Tag { \"c\"; 3; } } Tag { \"d\"; 4; } "
      "}",
      strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  const XTree& tree = *outcome.tree;
  ASSERT_EQ(tree.objects.size(), 6u);
  EXPECT_EQ(tree.strings, (std::vector<std::string>{"a", "b", "c", "d"}));
  EXPECT_EQ(words_of(tree, 5), (Words{3, 4}));  // string 3, value 4
  EXPECT_EQ(tree.objects[4].parent, 3u);
  EXPECT_EQ(tree.objects[5].parent, 1u);
  EXPECT_EQ(tree.objects[1].subtree_end, 6u);
  EXPECT_EQ(tree.objects[3].subtree_end, 5u);
  EXPECT_TRUE(outcome.diagnostics.empty());
}

TEST(XConformance, row_59_a_brace_too_many_or_missing_at_the_end_is_a_warning) {
  TreeOutcome outcome = read_tree("Frame A {\n}\n}\n}");
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(outcome.warnings(), "a.x:3: `}` without a `{` before it; ignored (2 times)\n");
  EXPECT_EQ(read_tree("Frame A {}\n}", strict()).error(), "a.x:2: `}` without a `{` before it; ignored");

  outcome = read_tree("Frame A { Frame B {\n");
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(outcome.warnings(), "a.x:2: Frame B: the file ends with 2 `}` missing; closed\n");
  EXPECT_EQ(outcome.tree->objects[0].subtree_end, 2u);
  EXPECT_EQ(outcome.tree->objects[1].subtree_end, 2u);
  EXPECT_EQ(read_tree("Frame A { Frame B {\n", strict()).error(),
            "a.x:2: Frame B: the file ends with 2 `}` missing; closed");
}

TEST(XConformance, row_60_a_huge_count_is_an_error_before_anything_is_allocated) {
  XTreeOptions options;
  options.limits.max_memory_bytes = 10'000;
  EXPECT_EQ(read_tree("Mesh Body {\n4294967295; 1.0;2.0;3.0; }", options).error(),
            "a.x:2: Mesh Body: the count requires 12884901885 values; the 14 bytes left in the file cannot "
            "hold them");
  EXPECT_EQ(read_tree("AnimationKey { 0; 4294967295; 0; 4; 1;0;0;0; }").error(),
            "a.x:1: AnimationKey: the count requires 8589934590 values; the 16 bytes left in the file cannot "
            "hold them");
  EXPECT_EQ(read_tree(BinaryFile().name("Mesh").open().integers({0x40000001}).close().bytes()).error(),
            "a.x: byte 38: Mesh: the count requires 3221225475 values; the 2 bytes left in the file cannot "
            "hold them");
  EXPECT_EQ(read_tree("template T { array DWORD a[4294967295][4294967295][4294967295]; } T { 1; }").error(),
            "a.x:1: T: the file ends inside the data of an object");
}

TEST(XConformance, row_61_nesting_beyond_the_limit_is_an_error_whatever_the_stack) {
  std::string body;
  for (int i = 0; i < 50'000; ++i) body += "Frame {";
  const TreeOutcome outcome = read_tree(body);
  ASSERT_FALSE(outcome.tree);
  EXPECT_EQ(outcome.tree.error().status, Status::limit_exceeded);
  EXPECT_EQ(outcome.error(), "a.x:1: Frame: objects nest deeper than the limit of 1024 levels");

  body.clear();
  for (int i = 0; i < 1024; ++i) body += "Frame {";
  EXPECT_TRUE(read_tree(body + std::string(1024, '}'), strict()).tree);
  // Skipped objects have no depth limit, and need none.
  body = "Unknown {";
  for (int i = 0; i < 50'000; ++i) body += "Frame {";
  EXPECT_TRUE(read_tree(body + std::string(50'001, '}')).tree);
}

TEST(XConformance, row_63_doubles_in_binary_lists_equal_their_single_twins) {
  const std::vector<float> single = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5f, -2.25f, 1e-3f, 1};
  const std::vector<double> wide = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, -2.25, 1e-3, 1};
  const auto narrow_file = BinaryFile().name("FrameTransformMatrix").open().floats(single).close().bytes();
  const auto wide_file =
      BinaryFile("xof 0303bin 0064").name("FrameTransformMatrix").open().doubles(wide).close().bytes();
  const TreeOutcome a = read_tree(narrow_file, strict());
  const TreeOutcome b = read_tree(wide_file, strict());
  ASSERT_TRUE(a.tree && b.tree) << a.error() << b.error();
  EXPECT_EQ(floats_of(*a.tree, 0), single);
  EXPECT_EQ(floats_of(*b.tree, 0), single);
}

TEST(XConformance, row_64_a_compressed_text_of_several_blocks_equals_its_twin) {
  std::string body = "FaceAdjacency { 20000;\n";
  for (int i = 0; i < 20'000; ++i) body += std::to_string(i * 7919 % 3000) + ",\n";
  const auto plain = test::text_file(body + ";}");
  const TreeOutcome a = read_tree(plain);
  const TreeOutcome b = read_tree(test::packed_file(plain));
  ASSERT_TRUE(a.tree && b.tree) << a.error() << b.error();
  EXPECT_EQ(a.tree->words, b.tree->words);
  EXPECT_EQ(a.tree->words.size(), 20'001u);
  EXPECT_EQ(b.tree->encoding, XEncoding::text_compressed);
}

TEST(XConformance, row_67_a_standard_template_with_another_guid_is_a_note) {
  const TreeOutcome outcome = read_tree(
      "template Coords2d { <F6F23F44-7686-11cf-8F52-0040333534A3> FLOAT u; FLOAT v; }"
      "MeshTextureCoords { 1; 0.5; 0.25; }",
      strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(floats_of(*outcome.tree, 0)[2], 0.25f);
  EXPECT_EQ(outcome.warnings(), "");
  EXPECT_EQ(outcome.notes(),
            "a.x:1: template Coords2d: declared with a GUID that is not the standard one; matched by name\n");
}

// ---- the tree itself ----

TEST(XTree, objects_know_their_place) {
  const TreeOutcome outcome = read_tree("\nFrame A {\n Mesh B { 0; 0; }\n}\nFrame C { }");
  ASSERT_TRUE(outcome.tree);
  const XTree& tree = *outcome.tree;
  EXPECT_EQ(tree.file, "a.x");
  ASSERT_EQ(tree.objects.size(), 3u);
  EXPECT_EQ(tree.objects[0].line, 2u);
  EXPECT_EQ(tree.objects[1].line, 3u);
  EXPECT_EQ(tree.objects[2].line, 5u);
  EXPECT_EQ(tree.objects[0].byte, 17u);
  EXPECT_EQ(tree.objects[0].parent, kNone);
  EXPECT_EQ(tree.objects[1].parent, 0u);
  EXPECT_EQ(to_string(tree.spot(1)), "a.x:3");
  EXPECT_EQ(tree.spot(1).object, "Mesh B");

  const TreeOutcome binary = read_tree(BinaryFile().name("Frame").open().close().bytes());
  ASSERT_TRUE(binary.tree);
  EXPECT_EQ(to_string(binary.tree->spot(0)), "a.x: byte 16");
}

TEST(XTree, labels_name_the_object_or_the_nearest_named_one_above) {
  const TreeOutcome outcome = read_tree("Frame { Mesh Body { 0;0; MeshNormals { 0;0; } {Gone} } Frame { } }");
  ASSERT_TRUE(outcome.tree);
  EXPECT_EQ(outcome.tree->label(0), "Frame");
  EXPECT_EQ(outcome.tree->label(1), "Mesh Body");
  EXPECT_EQ(outcome.tree->label(2), "MeshNormals of Mesh Body");
  EXPECT_EQ(outcome.tree->label(3), "reference { Gone } of Mesh Body");
  EXPECT_EQ(outcome.tree->label(4), "Frame");
}

TEST(XTree, every_scalar_type_is_stored_and_packed_as_promised) {
  const TreeOutcome outcome = read_tree(
      "template Inner { WORD a; array UCHAR b[2]; }"
      "template All { WORD w; DWORD d; SWORD sw; SDWORD sd; CHAR c; UCHAR uc; FLOAT f; DOUBLE g; ULONGLONG "
      "q; STRING s;"
      " array Inner in[d]; UNICODE u; CSTRING cs; }"
      "All { 65535; 2; -2; -3; -4; 200; 1.5; 0.1; 18446744073709551615; \"hi\"; 1;2;3; 4;5;6; \"u\"; \"c\"; "
      "}");
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_TRUE(outcome.diagnostics.empty());
  // 0.1 is 0x3FB999999999999A.
  EXPECT_EQ(words_of(*outcome.tree, 0),
            (Words{0xFFFF,     2,          0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFC, 200, 0x3FC00000,
                   0x9999999A, 0x3FB99999, 0xFFFFFFFF, 0xFFFFFFFF, 0,          1,   2,
                   3,          4,          5,          6,          1,          2}));
  const unsigned char expected[] = {
      0xFF, 0xFF, 2,    0,    0,    0,    0xFE, 0xFF, 0xFD, 0xFF, 0xFF, 0xFF, 0xFC, 200,  0,    0,    0xC0,
      0x3F, 0x9A, 0x99, 0x99, 0x99, 0x99, 0x99, 0xB9, 0x3F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
      'h',  'i',  0,    1,    0,    2,    3,    4,    0,    5,    6,    'u',  0,    'c',  0};
  const auto packed = outcome.tree->packed(0);
  ASSERT_EQ(packed.size(), sizeof expected);
  EXPECT_EQ(std::memcmp(packed.data(), expected, sizeof expected), 0);
}

// A field as text, such as "health = 80".
std::string field_text(const XField& field) {
  const auto text = std::visit(
      [](const auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>)
          return "\"" + value + "\"";
        else
          return std::to_string(value);
      },
      field.value);
  return field.name + " = " + text;
}

TEST(XTree, fields_have_the_names_of_the_template_and_the_values_of_the_file) {
  const TreeOutcome outcome = read_tree(
      "template Inner { WORD a; array UCHAR b[2]; }"
      "template All { WORD w; DWORD d; SWORD sw; SDWORD sd; CHAR c; UCHAR uc; FLOAT f; DOUBLE g; ULONGLONG "
      "q; STRING s;"
      " array Inner in[d]; Inner one; array WORD v[2][2]; }"
      "All { 65535; 2; -2; -3; -4; 200; 1.5; 0.25; 18446744073709551615; \"hi\"; 1;2;3; 4;5;6; 7;8;9; "
      "10;11;12;13; }");
  ASSERT_TRUE(outcome.tree) << outcome.error();
  std::vector<std::string> fields;
  for (const XField& field : outcome.tree->fields(0)) fields.push_back(field_text(field));
  const std::vector<std::string> expected{"w = 65535",      "d = 2",        "sw = -2",
                                          "sd = -3",        "c = -4",       "uc = 200",
                                          "f = 1.500000",   "g = 0.250000", "q = 18446744073709551615",
                                          "s = \"hi\"",     "in[0].a = 1",  "in[0].b[0] = 2",
                                          "in[0].b[1] = 3", "in[1].a = 4",  "in[1].b[0] = 5",
                                          "in[1].b[1] = 6", "one.a = 7",    "one.b[0] = 8",
                                          "one.b[1] = 9",   "v[0] = 10",    "v[1] = 11",
                                          "v[2] = 12",      "v[3] = 13"};
  EXPECT_EQ(fields, expected);
}

TEST(XTree, references_have_no_fields) {
  const TreeOutcome outcome = read_tree("Frame A { {B} } Frame B {}");
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_TRUE(outcome.tree->objects[1].reference);
  EXPECT_TRUE(outcome.tree->fields(1).empty());
}

TEST(XTree, arrays_of_several_dimensions_multiply) {
  const TreeOutcome outcome = read_tree(
      "template T { DWORD n; array WORD v[2][n][3]; WORD last; } T { 2; 0;1;2;3;4;5;6;7;8;9;10;11; 99; }",
      strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(words_of(*outcome.tree, 0), (Words{2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 99}));
  EXPECT_EQ(outcome.tree->packed(0).size(), 4u + 24 + 2);
}

TEST(XTree, one_size_may_serve_several_arrays_and_nested_ones) {
  const TreeOutcome outcome = read_tree(
      "template Pair { DWORD m; array DWORD v[m]; }"
      "template T { DWORD n; array Pair p[n]; array FLOAT f[n]; Pair tail; array DWORD w[n]; }"
      "T { 2; 1; 7; 2; 8; 9; 0.5; 1.5; 1; 5; 3; 4; }",
      strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(words_of(*outcome.tree, 0), (Words{2, 1, 7, 2, 8, 9, 0x3F000000, 0x3FC00000, 1, 5, 3, 4}));
  EXPECT_EQ(outcome.tree->packed(0).size(), 48u);
}

TEST(XTree, more_objects_than_the_limit_are_an_error) {
  XTreeOptions options;
  options.limits.max_nodes = 3;
  EXPECT_TRUE(read_tree("Frame{}Frame{}Frame{}", options).tree);
  const TreeOutcome outcome = read_tree("Frame{}Frame{}Frame{}Frame{}", options);
  EXPECT_EQ(outcome.error(), "a.x:1: more than the limit of 3 objects");
  EXPECT_EQ(outcome.tree.error().status, Status::limit_exceeded);
}

TEST(XTree, every_kind_of_memory_counts_against_the_limit) {
  const auto many = [](const char* text) {
    std::string body;
    for (int i = 0; i < 2000; ++i) body += text;
    return body;
  };
  XTreeOptions options;
  options.limits.max_memory_bytes = 5000;
  std::string templates;
  for (int i = 0; i < 2000; ++i) templates += "template T" + std::to_string(i) + "{DWORD;}";
  for (const std::string& body :
       {many("Frame{}"), "FaceAdjacency{2000;" + many("1;") + "}", many("{A}").insert(0, "Frame A{") + "}",
        templates, "template S{DWORD n;array STRING s[n];} S{2000;" + many("\"abc\";") + "}"}) {
    const TreeOutcome outcome = read_tree(body, options);
    ASSERT_FALSE(outcome.tree) << body.substr(0, 40);
    EXPECT_EQ(outcome.tree.error().status, Status::limit_exceeded);
    EXPECT_EQ(outcome.tree.error().message, "reading needs more than the limit of 5000 bytes");
  }
}

TEST(XTree, a_byte_order_mark_is_a_warning_and_an_error_when_strict) {
  const auto file = test::to_bytes("\xEF\xBB\xBFxof 0303txt 0032 Frame A { }");
  const TreeOutcome outcome = read_tree(file);
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(outcome.warnings(), "a.x: byte 0: byte order mark before `xof `\n");
  EXPECT_EQ(read_tree(file, strict()).error(), "a.x: byte 0: byte order mark before `xof `");
}

TEST(XTree, errors_of_compressed_binary_files_say_where_the_byte_counts) {
  const auto plain = BinaryFile().name("Frame").open().token(99).bytes();
  EXPECT_EQ(read_tree(test::packed_file(plain)).error(),
            "a.x: byte 29: Frame: token 99; expected 1 to 7, 10 to 20, 31, or 40 to 52 (byte offset in the "
            "inflated data)");
}

TEST(XTree, errors_of_compressed_text_files_name_the_line_of_the_plain_text) {
  EXPECT_EQ(read_tree(test::packed_file(test::text_file("\n\nfoobar;"))).error(),
            "a.x:3: `;`; expected a name or `{`");
}

}  // namespace
}  // namespace skelter
