// The options that the command suggests in addition to the library's messages.

#include "cli/output/advice.h"

#include <gtest/gtest.h>

namespace skelter::cli {
namespace {

TEST(Advice, names_the_option_that_helps) {
  EXPECT_EQ(advice_on("check.z-up", "stands on the plane z = 0, so +Z is up; engines expect +Y"),
            " (--up z turns it)");
  EXPECT_EQ(advice_on("check.z-up", "the skeleton stands along z, so -Z is up; engines expect +Y"),
            " (--up -z turns it)");
  EXPECT_EQ(advice_on("load.without-assimp", "files of type .dae are read through Assimp"),
            "; install libassimp-dev and build again (./run.sh build)");
  EXPECT_EQ(advice_on("merge.names-differ", "some names differ"), "; --map-names matches them");
}

TEST(Advice, suggests_nothing_if_no_option_helps) {
  EXPECT_EQ(advice_on("check.z-up", "so +Z is up; engines expect +Y. Rotate the model when compiling it"),
            "");
  EXPECT_EQ(advice_on("merge.target-not-found", "none of its 2 targets has a node in bend.x"), "");
  EXPECT_EQ(advice_on("gltf.missing", "missing; expected an array"), "");
}

// With a custom threshold, informational findings also fail, and their advice is printed.
TEST(Advice, says_how_to_declare_a_loop) {
  LintFinding finding;
  finding.rule = "loop-seam";
  finding.advice = "nothing if it plays once; if it loops, declare it as a loop";
  EXPECT_EQ(advice_text(finding),
            "nothing if it plays once; if it loops, declare it as a loop (--loop NAME)");
  finding.advice = "make the last pose equal to the first; if the clip is meant to play once, declare that";
  EXPECT_EQ(advice_text(finding),
            "make the last pose equal to the first; if the clip is meant to play once, declare that "
            "(--once NAME)");
  finding.advice = "";
  EXPECT_EQ(advice_text(finding), "");
  EXPECT_EQ(note_text(finding), "");
}

}  // namespace
}  // namespace skelter::cli
