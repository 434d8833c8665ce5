#include "scene/lint/internal/lint.h"

#include <set>

#include "scene/lint_scenes.h"

namespace skelter::test {
namespace {

TEST(lint, has_rules_with_names_of_their_own) {
  std::set<std::string_view> names;
  for (const LintRule& rule : lint_rules()) {
    EXPECT_TRUE(names.insert(rule.name).second) << rule.name;
    EXPECT_EQ(find_lint_rule(rule.name), &rule);
    EXPECT_FALSE(rule.unit.empty());
  }
  EXPECT_EQ(find_lint_rule("loop"), nullptr);
}

TEST(lint, runs_the_chosen_rules_and_gives_a_finding_per_clip) {
  Scene scene = figure();
  for (const char* name : {"a", "b"})
    add_lint_clip(scene, name, {way(scene, kLeft, {{0, {}}, {1, {0, 0, 0.5}}, {2, {}}})});
  LintOptions options;
  options.rules = {"bones", "loop-seam"};
  const std::vector<LintFinding> findings = lint(scene, options);
  ASSERT_EQ(findings.size(), 3u);  // in the order of the rules
  EXPECT_EQ(findings[0].rule, "loop-seam");
  EXPECT_EQ(findings[0].clip, 0u);
  EXPECT_EQ(findings[1].clip, 1u);
  EXPECT_EQ(findings[2].rule, "bones");
  options.rules = std::vector<std::string>{};
  EXPECT_TRUE(lint(scene, options).empty());
  std::set<std::string_view> all;
  for (const LintFinding& finding : lint(scene)) all.insert(finding.rule);
  EXPECT_EQ(all.size(), lint_rules().size() - 3);  // nothing turns, is scaled, or has legs
}

TEST(lint, judges_by_the_threshold_given_last) {
  LintOptions options;
  options.rules = {"bones"};
  options.thresholds = {{"bones", 2}, {"bones", 3}};
  EXPECT_TRUE(lint(figure(), options)[0].ok);  // 3 bones
  EXPECT_EQ(lint(figure(), options)[0].threshold, 3);
  options.thresholds.push_back({"bones", 2.5});
  EXPECT_FALSE(lint(figure(), options)[0].ok);
}

TEST(lint, of_an_empty_scene_finds_no_duplicate_name) {
  const std::vector<LintFinding> findings = lint(Scene{});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].rule, "duplicate-name");
}

}  // namespace
}  // namespace skelter::test
