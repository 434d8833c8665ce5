#include "formats/x/tokens/binary_lexer.h"

#include <gtest/gtest.h>

#include <cmath>

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

// "Frame {" takes the bytes up to 29.
BinaryFile frame() {
  return BinaryFile().name("Frame").open();
}

TEST(BinaryLexer, a_template_and_its_object_are_read_like_text) {
  BinaryFile file;
  file.begin_template("Tag");
  file.guid({0x26e6b1c3, 1, 2, {}});
  file.token(49).name("key").semicolon().token(40).name("w").semicolon().token(43).semicolon();
  file.token(52).token(42).name("f").open_bracket().integer(2).close_bracket().semicolon();
  file.open_bracket().dot().dot().dot().close_bracket().close();
  file.name("Tag").name("T").open().string("k").integer(7).semicolon().floats({0.5f, 1.0f, 2.0f}).close();
  const TreeOutcome outcome = read_tree(file.bytes(), strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  const XTree& tree = *outcome.tree;
  const XTemplate& tag = tree.templates[tree.objects[0].type];
  EXPECT_EQ(tag.name, "Tag");
  EXPECT_EQ(tag.children, XTemplate::Children::open);
  ASSERT_EQ(tag.members.size(), 4u);
  EXPECT_EQ(tag.members[2].scalar, XScalar::float64);
  EXPECT_EQ(tag.guid->a, 0x26e6b1c3u);
  EXPECT_EQ(words_of(tree, 0), (Words{0, 7, 0, 0x3FE00000, 0x3F800000, 0x40000000}));
  EXPECT_EQ(tree.objects[0].line, 0u);
}

TEST(BinaryLexer, keys_may_alternate_integer_and_float_lists) {
  BinaryFile file;
  file.name("AnimationKey").open().integers({2, 2});
  for (const std::uint32_t time : {0u, 160u}) file.integers({time, 3}).floats({1, 2, 3});
  const TreeOutcome outcome = read_tree(file.close().bytes(), strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(outcome.tree->words.size(), 2u + 2 * 5);
  EXPECT_EQ(outcome.tree->words[7], 160u);
}

TEST(BinaryLexer, one_float_list_runs_over_members_and_an_integer_ends_it) {
  // IndexedColor consists of the DWORD index and ColorRGBA. Material is eleven floats in two lists.
  const TreeOutcome outcome = read_tree(BinaryFile()
                                            .name("MeshVertexColors")
                                            .open()
                                            .integers({2, 0})
                                            .floats({1, 2, 3, 4})
                                            .integers({1})
                                            .floats({5, 6, 7, 8})
                                            .close()
                                            .name("Material")
                                            .open()
                                            .floats({1, 2, 3, 4, 5, 6})
                                            .floats({7, 8, 9, 10, 11})
                                            .close()
                                            .bytes(),
                                        strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(outcome.tree->objects[0].word_count, 11u);
  EXPECT_EQ(floats_of(*outcome.tree, 1)[10], 11.0f);
}

TEST(BinaryLexer, integers_convert_to_float_members) {
  const TreeOutcome outcome = read_tree(
      BinaryFile().name("Vector").open().integers({1, 0xFFFFFFFE}).integer(3).semicolon().close().bytes(),
      strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(floats_of(*outcome.tree, 0), (std::vector<float>{1, -2, 3}));
}

TEST(BinaryLexer, floats_in_integer_members_must_be_whole) {
  TreeOutcome outcome =
      read_tree(BinaryFile().name("FaceAdjacency").open().floats({2, 7, -1}).close().bytes(), strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(words_of(*outcome.tree, 0), (Words{2, 7, 0xFFFFFFFF}));
  outcome = read_tree(BinaryFile().name("FaceAdjacency").open().floats({2, 7.5f, 1}).close().bytes());
  EXPECT_EQ(outcome.error(), "a.x: byte 47: FaceAdjacency: 7.5 where an integer is expected");
  outcome = read_tree(BinaryFile().name("FaceAdjacency").open().floats({1, 1e10f}).close().bytes());
  EXPECT_EQ(outcome.error(),
            "a.x: byte 47: FaceAdjacency: 10000000000 does not fit; expected at most 4294967295");
  outcome = read_tree(BinaryFile().name("FaceAdjacency").open().floats({1, NAN}).close().bytes());
  EXPECT_EQ(outcome.error(), "a.x: byte 47: FaceAdjacency: nan where an integer is expected");
}

TEST(BinaryLexer, words_are_cut_with_a_warning) {
  const TreeOutcome outcome =
      read_tree(BinaryFile().name("Header").open().integers({0x10001, 2, 3}).close().bytes());
  ASSERT_TRUE(outcome.tree);
  EXPECT_EQ(words_of(*outcome.tree, 0), (Words{1, 2, 3}));
  EXPECT_EQ(outcome.warnings(), "a.x: byte 16: Header: values too large for their type; truncated\n");
}

TEST(BinaryLexer, names_and_strings_end_at_a_nul) {
  const TreeOutcome outcome = read_tree(BinaryFile()
                                            .name(std::string_view("Frame\0", 6))
                                            .name(std::string_view("A\0", 2))
                                            .open()
                                            .name("TextureFilename")
                                            .open()
                                            .string(std::string_view("t.png\0", 6))
                                            .close()
                                            .close()
                                            .bytes(),
                                        strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(outcome.tree->objects[0].name, "A");
  EXPECT_EQ(outcome.tree->strings[0], "t.png");
}

TEST(BinaryLexer, empty_names_and_strings_are_legal) {
  const TreeOutcome outcome =
      read_tree(BinaryFile().name("TextureFilename").name("").open().string("").close().bytes(), strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(outcome.tree->objects[0].name, "");
  EXPECT_EQ(outcome.tree->strings[0], "");
}

TEST(BinaryLexer, one_stray_byte_at_the_end_is_ignored) {
  const TreeOutcome outcome = read_tree(frame().close().raw(std::uint8_t{1}).bytes(), strict());
  EXPECT_TRUE(outcome.tree) << outcome.error();
}

TEST(BinaryLexer, a_guid_may_stand_between_angle_brackets) {
  TreeOutcome outcome = read_tree(frame().token(16).guid({1, 2, 3, {}}).token(17).close().bytes(), strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  EXPECT_EQ(outcome.tree->objects[0].guid->a, 1u);
  outcome = read_tree(frame().token(16).close().bytes());
  EXPECT_EQ(outcome.error(), "a.x: byte 29: Frame: `<` without a GUID and `>` after it");
}

TEST(BinaryLexer, unknown_tokens_are_errors_with_their_offset) {
  for (const std::uint16_t token : {0, 4, 8, 9, 21, 30, 32, 39, 53, 65535})
    EXPECT_EQ(read_tree(frame().token(token).bytes()).error(),
              "a.x: byte 29: Frame: token " + std::to_string(token) +
                  "; expected 1 to 7, 10 to 20, 31, or 40 to 52");
}

TEST(BinaryLexer, lengths_beyond_the_file_are_errors) {
  const auto with = [](std::uint16_t token, std::uint32_t length) {
    return read_tree(frame().token(token).raw(length).bytes()).error();
  };
  EXPECT_EQ(with(1, 0xFFFFFFFF), "a.x: byte 29: Frame: name of 4294967295 bytes; 0 are left in the file");
  EXPECT_EQ(with(2, 9), "a.x: byte 29: Frame: string of 9 bytes; 0 are left in the file");
  // 0x40000001 * 4 would be 4 in 32 bits.
  EXPECT_EQ(with(6, 0x40000001), "a.x: byte 29: Frame: list of 4294967300 bytes; 0 are left in the file");
  EXPECT_EQ(with(7, 0x40000001), "a.x: byte 29: Frame: list of 4294967300 bytes; 0 are left in the file");
  EXPECT_EQ(read_tree(frame().token(1).bytes()).error(),
            "a.x: byte 29: Frame: name of 4 bytes; 0 are left in the file");
  EXPECT_EQ(read_tree(frame().token(6).bytes()).error(),
            "a.x: byte 29: Frame: list of 4 bytes; 0 are left in the file");
  EXPECT_EQ(read_tree(frame().token(5).bytes()).error(),
            "a.x: byte 29: Frame: GUID of 16 bytes; 0 are left in the file");
  EXPECT_EQ(read_tree(frame().token(3).bytes()).error(),
            "a.x: byte 29: Frame: integer of 4 bytes; 0 are left in the file");
}

TEST(BinaryLexer, the_wrong_token_in_data_is_an_error) {
  EXPECT_EQ(
      read_tree(
          BinaryFile().name("Vector").open().floats({1, 2}).close().name("Frame").open().close().bytes())
          .error(),
      "a.x: byte 44: Vector: `}` where a value is expected");
  EXPECT_EQ(read_tree(BinaryFile().name("Vector").open().string("a").floats({1, 2}).bytes()).error(),
            "a.x: byte 30: Vector: token 2 where a number is expected");
  EXPECT_EQ(read_tree(BinaryFile().name("Vector").open().floats({1, 2}).bytes()).error(),
            "a.x: byte 44: Vector: the file ends inside the data of an object");
  EXPECT_EQ(read_tree(BinaryFile().name("TextureFilename").open().name("a").close().bytes()).error(),
            "a.x: byte 39: TextureFilename: token 1 where a string is expected");
  EXPECT_EQ(read_tree(BinaryFile().name("TextureFilename").open().close().close().bytes()).error(),
            "a.x: byte 39: TextureFilename: `}` where a value is expected");
  EXPECT_EQ(
      read_tree(BinaryFile().name("EffectParamDWord").open().string("a").string("b").close().bytes()).error(),
      "a.x: byte 49: EffectParamDWord: token 2 where a number is expected");
  EXPECT_EQ(read_tree(BinaryFile()
                          .begin_template("T")
                          .token(41)
                          .semicolon()
                          .token(49)
                          .semicolon()
                          .close()
                          .name("T")
                          .open()
                          .integers({1, 2})
                          .string("a")
                          .close()
                          .bytes())
                .error(),
            "a.x: byte 56: T: a number where a string is expected");
}

TEST(BinaryLexer, list_values_beyond_the_count_are_a_warning) {
  const TreeOutcome outcome = read_tree(BinaryFile()
                                            .name("FaceAdjacency")
                                            .open()
                                            .integers({1, 7, 8, 9})
                                            .floats({5})
                                            .integer(4)
                                            .close()
                                            .name("Frame")
                                            .open()
                                            .close()
                                            .bytes());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  ASSERT_EQ(outcome.tree->objects.size(), 2u);
  EXPECT_EQ(words_of(*outcome.tree, 0), (Words{1, 7}));
  EXPECT_EQ(outcome.warnings(), "a.x: byte 51: FaceAdjacency: 4 values beyond the declared count; ignored\n");
}

TEST(BinaryLexer, objects_of_unknown_templates_are_skipped_over_their_lists) {
  const TreeOutcome outcome = read_tree(BinaryFile()
                                            .name("Mine")
                                            .open()
                                            .integers({0x000B000B, 0x000B000B})
                                            .string("}")
                                            .open()
                                            .close()
                                            .close()
                                            .name("Frame")
                                            .open()
                                            .close()
                                            .bytes());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  ASSERT_EQ(outcome.tree->objects.size(), 1u);
  EXPECT_EQ(outcome.tree->type_name(0), "Frame");
}

TEST(BinaryLexer, many_empty_lists_do_not_meet_the_stack) {
  BinaryFile file = frame();
  for (int i = 0; i < 200'000; ++i) file.integers({});
  EXPECT_TRUE(read_tree(file.close().bytes(), strict()).tree);
}

}  // namespace
}  // namespace skelter
