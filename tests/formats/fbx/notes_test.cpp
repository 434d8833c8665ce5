// Unsupported content is reported once for each object.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "formats/fbx/made_file.h"
#include "skelter/scene/evaluate.h"
#include "support/corpus.h"

namespace skelter {
namespace {

using test::fbx_property;
using test::made_scene;
using test::MadeFbx;
using test::messages_of;
using Messages = std::vector<std::string>;

Scene corpus_scene(const std::string& name) {
  auto scene = read_fbx_file(test::corpus_folder() + "/fbx/ufbx/" + name);
  EXPECT_TRUE(scene.ok()) << name;
  return scene ? std::move(*scene) : Scene();
}

bool one_ends_with(const Messages& messages, std::string_view end) {
  return std::any_of(messages.begin(), messages.end(),
                     [&](const std::string& m) { return m.ends_with(end); });
}

TEST(FbxNotes, constraints_and_characters_of_maya) {
  SKELTER_REQUIRE_CORPUS();
  const Messages constraints =
      messages_of(corpus_scene("maya_constraint_zoo_7500_binary.fbx"), "fbx.constraint");
  EXPECT_EQ(constraints.size(), 7u);
  EXPECT_TRUE(one_ends_with(constraints,
                            "Constraint \"joint1_parentConstraint1\": a constraint of type "
                            "\"Parent-Child\"; its nodes are played as stored"));
  const Scene human = corpus_scene("maya_human_ik_7400_binary.fbx");
  EXPECT_TRUE(one_ends_with(
      messages_of(human, "fbx.character"),
      "Constraint \"Character1\": a character definition; ignored, its nodes are played as stored"));
  EXPECT_TRUE(one_ends_with(messages_of(corpus_scene("maya_subsurf_cube_7500_ascii.fbx"), "fbx.subdivision"),
                            "a subdivision surface; its control cage is drawn"));
}

TEST(FbxNotes, a_node_that_looks_at_another) {
  MadeFbx made;
  made.objects =
      "  Model: 1, \"Model::eye\", \"Null\" {\n  }\n  Model: 2, \"Model::target\", \"Null\" {\n  }\n";
  made.connections = "  C: \"OO\", 1, 0\n  C: \"OO\", 2, 0\n  C: \"OP\", 2, 1, \"LookAtProperty\"\n";
  EXPECT_EQ(messages_of(made_scene(made), "fbx.look-at"),
            Messages{"made.fbx:10: Model \"eye\": looks at Model \"target\" in the exporting program; played "
                     "as stored"});
}

// Levels of detail are at the same position. The first visible level is drawn. Nodes below the other levels
// are hidden, even if they do not inherit visibility.
TEST(FbxNotes, of_levels_of_detail_only_the_first_is_drawn) {
  for (const bool first_is_hidden : {false, true}) {
    MadeFbx made;
    made.objects =
        "  Model: 1, \"Model::levels\", \"LodGroup\" {\n  }\n  Model: 2, \"Model::near\", \"Null\" {\n" +
        (first_is_hidden ? "    Properties70:  {\n" + fbx_property("Visibility", "0") + "    }\n" : "") +
        "  }\n  Model: 3, \"Model::middle\", \"Null\" {\n  }\n"
        "  Model: 4, \"Model::far\", \"Null\" {\n  }\n"
        "  Model: 5, \"Model::leaf\", \"Null\" {\n    Properties70:  {\n" +
        fbx_property("Visibility Inheritance", "0") +
        "    }\n  }\n  Model: 6, \"Model::other\", \"Null\" {\n  }\n";
    made.connections =
        "  C: \"OO\", 1, 0\n  C: \"OO\", 2, 1\n  C: \"OO\", 3, 1\n  C: \"OO\", 4, 1\n  C: \"OO\", 5, 4\n"
        "  C: \"OO\", 6, 0\n";
    const Scene scene = made_scene(made);
    ASSERT_EQ(scene.nodes.size(), 6u);
    std::vector<bool> shown;
    for (const Node& node : scene.nodes) shown.push_back(node.shown);
    EXPECT_EQ(shown, (std::vector<bool>{true, !first_is_hidden, first_is_hidden, false, false, true}));
    EXPECT_EQ(messages_of(scene, "fbx.lod"),
              Messages{std::string("made.fbx:10: Model \"levels\": 3 levels of detail; only Model \"") +
                       (first_is_hidden ? "middle" : "near") + "\" is drawn"});
  }
}

// A node with a stack of two seconds that animates one property.
MadeFbx animated(const std::string& property, const std::string& values,
                 const std::string& stop = "92372316000") {
  MadeFbx made;
  made.objects =
      "  Model: 1, \"Model::lamp\", \"Light\" {\n    Properties70:  {\n" +
      fbx_property("Lcl Translation", "1,2,3") +
      "    }\n  }\n  AnimationStack: 20, \"AnimStack::s\", \"\" {\n    Properties70:  {\n"
      "      P: \"LocalStop\", \"KTime\", \"Time\", \"\", " +
      stop +
      "\n    }\n  }\n  AnimationLayer: 21, \"AnimLayer::l\", \"\" {\n  }\n"
      "  AnimationCurveNode: 22, \"AnimCurveNode::c\", \"\" {\n  }\n"
      "  AnimationCurve: 23, \"AnimCurve::\", \"\" {\n    KeyTime: *2 {\n      a: 0,46186158000\n    }\n"
      "    KeyValueFloat: *2 {\n      a: " +
      values +
      "\n    }\n    KeyAttrFlags: *1 {\n      a: 4\n    }\n    KeyAttrDataFloat: *4 {\n      a: 0,0,0,0\n    "
      "}\n"
      "    KeyAttrRefCount: *1 {\n      a: 2\n    }\n  }\n";
  made.connections = "  C: \"OO\", 1, 0\n  C: \"OO\", 21, 20\n  C: \"OO\", 22, 21\n  C: \"OP\", 22, 1, \"" +
                     property + "\"\n  C: \"OP\", 23, 22, \"d|" + property + "\"\n";
  return made;
}

TEST(FbxNotes, visibility_that_changes) {
  const Scene changes = made_scene(animated("Visibility", "1,0"));
  EXPECT_EQ(messages_of(changes, "fbx.visibility"),
            Messages{"made.fbx:10: Model \"lamp\": its visibility is animated; the rest value is used"});
  // For most models, programs write a curve that stays at 1.
  EXPECT_EQ(messages_of(made_scene(animated("Visibility", "1,1")), "fbx.visibility"), Messages{});
}

// A stack that moves no node still becomes a clip of the same duration, in which the node is at rest.
TEST(FbxNotes, a_stack_of_only_light_curves_is_a_clip) {
  const Scene scene = made_scene(animated("Intensity", "0,100"));
  ASSERT_EQ(scene.clips.size(), 1u);
  EXPECT_EQ(scene.clips[0].name, "s");
  EXPECT_NEAR(scene.clips[0].duration_s, 2, 1e-9);
  ASSERT_EQ(scene.clips[0].channels.size(), 1u);
  EXPECT_EQ(scene.clips[0].targets[0].name, "lamp");
  EXPECT_EQ(scene.clips[0].channels[0].values, (std::vector<float>{1, 2, 3, 1, 2, 3}));
  EXPECT_EQ(
      messages_of(scene, "fbx.property-animation"),
      Messages{
          "made.fbx:15: AnimationStack \"s\": animated properties that are not part of a pose; left out"});
  // Without curves, there is no clip.
  MadeFbx empty = animated("Intensity", "0,100");
  empty.connections = "  C: \"OO\", 1, 0\n  C: \"OO\", 21, 20\n";
  const Scene none = made_scene(empty);
  EXPECT_TRUE(none.clips.empty());
  EXPECT_EQ(messages_of(none, "fbx.empty-stack"),
            Messages{"made.fbx:15: AnimationStack \"s\": an animation stack without curves; left out"});
}

// Before version 6000, a model may contain its own keys. It turns by 90 degrees about z within a second, so
// halfway, x is at 45 degrees.
TEST(FbxNotes, keys_inside_a_model_of_version_5000_are_a_clip_without_a_name) {
  const std::string text =
      "FBXHeaderExtension:  {\n  FBXVersion: 5000\n}\n"
      "Model: \"Model::arm\", \"Null\" {\n  Channel: \"Transform\" {\n    Channel: \"R\" {\n"
      "      Channel: \"Z\" {\n        Default: 0\n        KeyVer: 4005\n        KeyCount: 2\n"
      "        Key: 0,0,L,46186158000,90,L\n      }\n    }\n  }\n}\n";
  const auto scene = test::read_made(text);
  ASSERT_TRUE(scene.ok()) << to_string(scene.error());
  ASSERT_EQ(scene->clips.size(), 1u);
  EXPECT_FALSE(scene->clips[0].name);
  EXPECT_NEAR(scene->clips[0].duration_s, 1, 1e-9);
  EvaluateOptions options;
  options.loop = Loop::once;
  const Vec3d x = axis_part(evaluate(*scene, 0, 0.5, options).world[0], 0);
  EXPECT_NEAR(x.x, std::sqrt(0.5), 1e-4);
  EXPECT_NEAR(x.y, std::sqrt(0.5), 1e-4);
}

}  // namespace
}  // namespace skelter
