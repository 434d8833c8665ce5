#include "formats/x/tree/references.h"

#include <gtest/gtest.h>

#include "formats/x/x_trees.h"

namespace skelter {
namespace {

using test::read_tree;
using test::strict;
using test::TreeOutcome;

constexpr const char* kGuidA = "<3D82AB46-62DA-11CF-AB39-0020AF71E401>";
constexpr const char* kGuidB = "<3D82AB46-62DA-11CF-AB39-0020AF71E402>";

TEST(References, are_found_before_and_behind_and_at_any_depth) {
  const TreeOutcome outcome = read_tree(
      "Frame Before { Frame Deep { } } AnimationSet { Animation { {Deep} } Animation { {After} } } Frame "
      "After { }",
      strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  const XTree& tree = *outcome.tree;
  EXPECT_TRUE(tree.objects[4].reference);
  EXPECT_EQ(tree.objects[4].target, 1u);
  EXPECT_EQ(tree.objects[4].subtree_end, 5u);
  EXPECT_EQ(tree.objects[6].target, 7u);
  EXPECT_TRUE(outcome.diagnostics.empty());
}

TEST(References, the_first_object_of_a_name_wins_and_case_counts) {
  const TreeOutcome outcome = read_tree("Frame a { } Frame A { } Frame A { } Frame R { {A} }");
  ASSERT_TRUE(outcome.tree);
  EXPECT_EQ(outcome.tree->objects[4].target, 1u);
}

TEST(References, the_type_that_the_place_wants_wins_among_equal_names) {
  const TreeOutcome outcome = read_tree(
      "Material X { 1;1;1;1;; 0; 0;0;0;; 0;0;0;; } Frame X { }"
      "AnimationSet { Animation { {X} } } Mesh { 0;0; MeshMaterialList { 1;0; {X} } } Frame { {X} }");
  ASSERT_TRUE(outcome.tree) << outcome.error();
  const XTree& tree = *outcome.tree;
  EXPECT_EQ(tree.objects[4].target, 1u);  // an Animation needs a Frame
  EXPECT_EQ(tree.objects[7].target, 0u);  // a material list needs a Material
  EXPECT_EQ(tree.objects[9].target, 0u);  // a Frame accepts any type, so the first object is used
}

TEST(References, guids_stand_for_objects_and_settle_equal_names) {
  const std::string frames = std::string("Frame A { ") + kGuidA + " } Frame A { " + kGuidB + " }";
  const auto target = [&](const std::string& reference) {
    const TreeOutcome outcome = read_tree(frames + "Frame R { {" + reference + "} }");
    EXPECT_TRUE(outcome.tree) << outcome.error();
    return outcome.tree->objects[3].target;
  };
  EXPECT_EQ(target(kGuidB), 1u);
  EXPECT_EQ(target(std::string("A ") + kGuidB), 1u);
  EXPECT_EQ(target(std::string("A ") + kGuidA), 0u);
  EXPECT_EQ(target("A <3D82AB46-62DA-11CF-AB39-0020AF71E4FF>"), 0u);  // no such GUID, so the name counts
  EXPECT_EQ(target(std::string("Gone ") + kGuidB), 1u);               // no such name, so the GUID counts
}

TEST(References, with_a_name_the_name_comes_first) {
  const TreeOutcome outcome = read_tree(std::string("Frame A { ") + kGuidA + " } Frame B { " + kGuidB +
                                        " } Frame R { {B " + kGuidA + "} }");
  ASSERT_TRUE(outcome.tree);
  EXPECT_EQ(outcome.tree->objects[3].target, 1u);
}

TEST(References, a_binary_reference_is_resolved_like_a_text_one) {
  XGuid guid;
  guid.a = 0x3D82AB46;
  const auto file = test::BinaryFile()
                        .name("Frame")
                        .name("A")
                        .open()
                        .guid(guid)
                        .close()
                        .name("Frame")
                        .open()
                        .open()
                        .name("A")
                        .close()
                        .open()
                        .guid(guid)
                        .close()
                        .open()
                        .name("A")
                        .guid(guid)
                        .close()
                        .close()
                        .bytes();
  const TreeOutcome outcome = read_tree(file, strict());
  ASSERT_TRUE(outcome.tree) << outcome.error();
  for (const std::uint32_t i : {2u, 3u, 4u}) EXPECT_EQ(outcome.tree->objects[i].target, 0u);
}

TEST(References, an_unknown_target_is_a_warning_and_an_error_when_strict) {
  const std::string body = "Frame A {\n {Gone}\n {Gone <3d82ab46-62da-11cf-ab39-0020af71e401>}\n}";
  const TreeOutcome outcome = read_tree(body);
  ASSERT_TRUE(outcome.tree);
  EXPECT_EQ(outcome.tree->objects[1].target, kNone);
  EXPECT_EQ(outcome.tree->objects[1].name, "Gone");
  EXPECT_EQ(outcome.warnings(),
            "a.x:2: Frame A: reference { Gone } is not the name of an object in the file (2 times)\n");
  EXPECT_EQ(read_tree(body, strict()).error(),
            "a.x:2: Frame A: reference { Gone } is not the name of an object in the file");
}

TEST(References, an_empty_reference_is_a_warning) {
  EXPECT_EQ(read_tree("Frame A { { } }").warnings(),
            "a.x:1: Frame A: a reference without a name or GUID; ignored\n");
  EXPECT_EQ(read_tree("Frame A { { } }", strict()).error(),
            "a.x:1: Frame A: a reference without a name or GUID; ignored");
}

// Row 62 of the conformance table.
TEST(References, to_an_ancestor_or_to_the_object_itself_are_errors) {
  EXPECT_EQ(read_tree("Frame A { Frame B {\n {A} } }").error(),
            "a.x:2: Frame B: reference { A } leads to an object that contains it");
  EXPECT_EQ(read_tree("Frame A {\n {A} }").error(),
            "a.x:2: Frame A: reference { A } leads to an object that contains it");
}

TEST(References, in_a_cycle_of_other_objects_are_errors) {
  EXPECT_EQ(read_tree("Frame A { {B} } Frame B { {C} }\nFrame C { Frame D { {A} } }").error(),
            "a.x:2: Frame D: reference { A } leads to an object that contains it");
}

TEST(References, two_ways_to_one_object_are_no_cycle) {
  EXPECT_TRUE(read_tree("Frame A { {C} } Frame B { {A} {C} } Frame C { }", strict()).tree);
}

TEST(References, a_long_chain_does_not_meet_the_stack) {
  std::string body;
  for (int i = 0; i < 100'000; ++i)
    body += "Frame F" + std::to_string(i) + "{{F" + std::to_string(i + 1) + "}}";
  EXPECT_TRUE(read_tree(body + "Frame F100000 { }").tree);
  EXPECT_FALSE(read_tree(body + "Frame F100000 { {F0} }").tree);
}

TEST(References, a_brace_outside_objects_is_an_error) {
  EXPECT_EQ(read_tree("{ A }").error(), "a.x:1: `{`; expected a template or an object");
}

TEST(References, must_be_closed) {
  EXPECT_EQ(read_tree("Frame A { { A ; } }").error(), "a.x:1: Frame A: `;`; expected a name, a GUID or `}`");
  EXPECT_EQ(read_tree("Frame A { { A").error(),
            "a.x:1: Frame A: the end of the file; expected a name, a GUID or `}`");
}

}  // namespace
}  // namespace skelter
