// Rules weight-sum, dead-joint, bones and influences.

#include "scene/lint_scenes.h"

namespace skelter::test {
namespace {

TEST(lint_weight_sum, counts_the_vertices_that_the_reader_had_to_normalise) {
  Scene scene = figure();
  EXPECT_EQ(finding_of(scene, "weight-sum").value, 0);
  EXPECT_TRUE(finding_of(scene, "weight-sum").ok);
  const auto warn = [&](const char* object, std::uint64_t count) {
    scene.diagnostics.add(Severity::warning, "x.weights-not-normalised", {"figure.x", 1, {}, object},
                          "weights of a vertex sum to 0.9; expected 1: normalised", count);
  };
  warn("Mesh Body", 2);
  warn("Mesh Hat", 3);
  const LintFinding found = finding_of(scene, "weight-sum");
  EXPECT_EQ(found.value, 5);
  EXPECT_EQ(found.threshold, 0);
  EXPECT_FALSE(found.ok);
  EXPECT_EQ(found.object, "Mesh Body");
  EXPECT_EQ(found.note, "weights of a vertex sum to 0.9; expected 1: normalised");
  EXPECT_EQ(found.clip, kNone);
}

TEST(lint_dead_joint, names_joints_that_no_vertex_follows) {
  Scene scene = figure();
  EXPECT_EQ(finding_of(scene, "dead-joint").value, 0);
  for (const char* name : {"A", "B", "C", "D", ""}) {
    scene.skins[0].joints.push_back({name, kHip, {}});
  }
  const LintFinding found = finding_of(scene, "dead-joint");
  EXPECT_EQ(found.value, 5);
  EXPECT_EQ(found.object, "A, B, C and 2 more");
  EXPECT_TRUE(found.ok);
  EXPECT_FALSE(found.threshold.has_value());
  EXPECT_FALSE(finding_of(scene, "dead-joint", 4).ok);
  EXPECT_TRUE(finding_of(scene, "dead-joint", 5).ok);
}

TEST(lint_dead_joint, counts_joints_of_several_skins_once) {
  Scene scene = figure();
  scene.skins.push_back(scene.skins[0]);  // as programs write it: the whole skeleton, for a second mesh
  EXPECT_EQ(finding_of(scene, "dead-joint").value, 0);
  scene.nodes.push_back(scene.nodes[kHip]);
  for (Skin& skin : scene.skins)
    skin.joints.push_back({"Tail", static_cast<std::uint32_t>(scene.nodes.size() - 1), {}});
  const LintFinding found = finding_of(scene, "dead-joint");
  EXPECT_EQ(found.value, 1);
  EXPECT_EQ(found.object, "Tail");
}

TEST(lint_bones, counts_the_joints_of_the_largest_skin) {
  struct Case {
    std::size_t joints;
    const char* note;
  };
  for (const Case& one : {Case{26, ""}, Case{27, "over 26, the palette sizes of old engines"},
                          Case{31, "over 26, 30, the palette sizes of old engines"},
                          Case{41, "over 26, 30, 40, the palette sizes of old engines"}}) {
    Scene scene = figure();
    scene.skins.push_back({"", {}});
    scene.skins[1].joints.resize(one.joints);
    const LintFinding found = finding_of(scene, "bones");
    EXPECT_EQ(found.value, one.joints);
    EXPECT_EQ(found.object, "skin #1");
    EXPECT_EQ(found.note, one.note);
    EXPECT_TRUE(found.ok);
  }
}

TEST(lint_influences, counts_the_joints_of_the_busiest_vertex) {
  for (const std::uint32_t count : {4u, 5u}) {
    Scene scene = figure();
    Primitive& primitive = scene.meshes[0].primitives[0];
    primitive.positions.push_back({});
    primitive.source_vertices = 4;
    std::vector<Influence> influences;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i > 2) scene.skins[0].joints.push_back({"More", kHip, {}});
      influences.push_back({i, 1.0f / static_cast<float>(count)});
    }
    append_influences(primitive, influences);
    const LintFinding found = finding_of(scene, "influences");
    EXPECT_EQ(found.value, count);
    EXPECT_EQ(found.object, "Body");
    EXPECT_EQ(found.note, count > 4 ? "many engines keep the largest 4" : "");
    EXPECT_TRUE(found.ok);
  }
}

TEST(lint_skin_rules, find_nothing_without_a_skin) {
  Scene scene = figure();
  scene.skins.clear();
  scene.nodes[kBody].meshes.clear();
  for (const char* rule : {"weight-sum", "dead-joint", "bones", "influences"})
    EXPECT_TRUE(findings_of(scene, rule).empty()) << rule;
}

}  // namespace
}  // namespace skelter::test
