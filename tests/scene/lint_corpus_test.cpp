// Findings of the rules in real files. Each finding was reviewed: see docs/check.md, "Real files".

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "scene/lint/internal/lint.h"
#include "skelter/scene/edit.h"
#include "support/corpus_scenes.h"

namespace skelter::test {
namespace {

using ::testing::ElementsAre;

TEST(lint_corpus, only_files_with_a_fault_fail) {
  SKELTER_REQUIRE_CORPUS();
  std::vector<std::string> failed;
  const std::size_t count = for_each_corpus_scene([&](const std::string& file, const Scene& scene) {
    for (const LintFinding& finding : lint(scene))
      if (!finding.ok)
        failed.push_back(fmt::format("{}: {} {}", file, finding.rule, clip_label(scene, finding.clip)));
  });
  EXPECT_GT(count, 50u);
  EXPECT_THAT(failed, ElementsAre("x/assimp/Testwuson.X: closing-key Wuson_Run",             //
                                  "x/blitz3d/mariorun.x: frame-ticks AnimationSet0",         //
                                  "x/luanti/testentities_cool_guy.x: frame-ticks #0",        //
                                  "x/luanti/testentities_lava_flan.x: frame-ticks Global",   //
                                  "x/sdk_legacy/sphere.x: frame-ticks AnimationSet_sphere",  //
                                  "x/sdk_legacy/tiny_4anim.x: closing-key Walk",             //
                                  "x/sdk_legacy/tiny_4anim.x: closing-key Jog",              //
                                  "x/sdk_legacy/tiny_4anim.x: foot-slide Loiter"));
}

Scene corpus_scene(const std::string& file) {
  auto scene = read_x_file(corpus_folder() + "/" + file);
  EXPECT_TRUE(scene.ok()) << file;
  return scene.ok() ? std::move(*scene) : Scene{};
}

const LintFinding* find_finding(const std::vector<LintFinding>& findings, const std::string& rule,
                                std::uint32_t clip) {
  for (const LintFinding& finding : findings)
    if (finding.rule == rule && finding.clip == clip) return &finding;
  return nullptr;
}

// Values that are known in a different way: counts from ORIGIN.md and expected.json, and ticks read from the
// text.
TEST(lint_corpus, values_are_those_of_the_files) {
  SKELTER_REQUIRE_CORPUS();
  struct Case {
    const char* file;
    const char* rule;
    std::uint32_t clip;
    double value;
  };
  for (const Case& one : {
           Case{"x/sdk_legacy/tiny_4anim.x", "bones", kNone, 35},      // expected.json
           Case{"x/sdk_legacy/tiny_4anim.x", "influences", kNone, 3},  // expected.json
           // From the joints and vertices that `eval` prints, computed by a separate program.
           Case{"x/sdk_legacy/tiny_4anim.x", "loop-seam", 0, 0.06055117611622117},
           Case{"x/sdk_legacy/tiny_4anim.x", "foot-slide", 0, 0.07905260582972452},
           Case{"x/sdk_legacy/tiny_4anim.x", "frame-ticks", 1, 30},            // keys every 160 of 4800 ticks
           Case{"x/assimp/Testwuson.X", "bones", kNone, 37},                   // expected.json
           Case{"x/assimp/anim_test.x", "frame-ticks", 0, 24},                 // 24 keys per second
           Case{"x/luanti/testentities_lava_flan.x", "influences", kNone, 5},  // expected.json
           Case{"x/luanti/testentities_lava_flan.x", "bones", kNone, 5},
           Case{"x/luanti/testentities_cool_guy.x", "frame-ticks", 0,
                4800},                                             // 29 ticks, a key at every second one
           Case{"x/blitz3d/mariorun.x", "frame-ticks", 0, 4800},   // 20 ticks
           Case{"x/sdk_legacy/sphere.x", "frame-ticks", 0, 4800},  // 60 ticks, a key at each
           Case{"x/sdk_legacy/wall_with_pillars.x", "frame-ticks", 0, 30},  // the tick rate in the file
           Case{"x/derived/empty_influence_bone.x", "dead-joint", kNone, 1},
           Case{"x/derived/bar_text.x", "bones", kNone, 2},
       }) {
    const std::vector<LintFinding> findings = lint(corpus_scene(one.file));
    const LintFinding* found = find_finding(findings, one.rule, one.clip);
    ASSERT_NE(found, nullptr) << one.file << " " << one.rule;
    EXPECT_NEAR(found->value, one.value, 1e-9 * one.value) << one.file << " " << one.rule;
  }
}

}  // namespace
}  // namespace skelter::test
