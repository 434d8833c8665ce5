// skelter batch: a tree, with bad files in it, twice, and by Ninja.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_runner.h"
#include "system/internal/process.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;

TEST(Batch, converts_a_tree_goes_on_after_a_bad_file_and_lists_it) {
  const CommandFolder folder;
  folder.shell("mkdir -p in/deep");
  folder.write("in/bend.x", kBendFile);
  folder.write("in/deep/other name.x", kBendFile);
  folder.write("in/bad.x", "xof 0303txt 0032\nFrame A { Mesh { 1; 0;0;0;; 1; 3;0,0,7;; } }\n");
  folder.write("in/readme.txt", "not a model");
  const Ran ran = folder.run({"batch", "in", "out", "--to", "glb"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out, "2 converted, 0 up to date, 1 failed\n");
  EXPECT_THAT(ran.err, HasSubstr("in/bad.x:2: Mesh"));
  EXPECT_TRUE(folder.has("out/bend.glb"));
  EXPECT_TRUE(folder.has("out/deep/other name.glb"));
  EXPECT_FALSE(folder.has("out/bad.glb"));
  EXPECT_EQ(folder.run({"info", "out/bend.glb", "--json"}).json()["totals"]["clips"], 2);
}

TEST(Batch, leaves_alone_what_is_newer_than_its_source) {
  const CommandFolder folder;
  folder.shell("mkdir in");
  folder.write("in/one.x", kBendFile);
  folder.write("in/two.x", kBendFile);
  ASSERT_EQ(folder.run({"batch", "in", "out", "--to", "x", "--jobs", "1"}).out,
            "2 converted, 0 up to date, 0 failed\n");
  folder.shell("touch -d '1 hour' in/two.x");
  const Ran again = folder.run({"batch", "in", "out", "--to", "x"});
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(again.out, "1 converted, 1 up to date, 0 failed\n");
}

TEST(Batch, sources_of_one_name_keep_their_endings) {
  const CommandFolder folder;
  folder.shell("mkdir in");
  folder.write("in/bend.x", kBendFile);
  ASSERT_EQ(folder.run({"convert", "in/bend.x", "in/bend.glb"}).code, 0);
  EXPECT_EQ(folder.run({"batch", "in", "out", "--to", "skelter"}).code, 0);
  EXPECT_TRUE(folder.has("out/bend.x.skelter"));
  EXPECT_TRUE(folder.has("out/bend.glb.skelter"));
}

TEST(Batch, folder_that_is_missing_or_has_no_models_is_an_error) {
  const CommandFolder folder;
  const Ran missing = folder.run({"batch", "in", "out", "--to", "glb"});
  EXPECT_EQ(missing.code, 1);
  EXPECT_EQ(missing.err, "in: no such folder\n");
  folder.shell("mkdir in");
  const Ran empty = folder.run({"batch", "in", "out", "--to", "glb"});
  EXPECT_EQ(empty.code, 1);
  EXPECT_EQ(empty.err, "in: no .x, .gltf, .glb or .vrm file in this folder\n");
  EXPECT_EQ(folder.run({"batch", "in", "out", "--to", "fbx"}).code, 2);
}

// Ninja runs the commands, and again only where something changed.
TEST(Batch, ninja_file_builds_the_tree_and_knows_what_changed) {
  if (!find_program("ninja")) GTEST_SKIP() << "ninja not found";
  const CommandFolder folder;
  folder.shell("mkdir in");
  folder.write("in/two words.x", kBendFile);
  folder.write("in/bend.x", kBendFile);
  ASSERT_EQ(folder.run({"batch", "in", "out", "--to", "glb", "--emit-ninja", "build.ninja"}).code, 0);
  EXPECT_FALSE(folder.has("out/bend.glb"));
  const Ran built = folder.shell("ninja");
  ASSERT_EQ(built.code, 0) << built.out << built.err;
  EXPECT_TRUE(folder.has("out/bend.glb"));
  EXPECT_TRUE(folder.has("out/two words.glb"));
  EXPECT_THAT(folder.shell("ninja").out, HasSubstr("no work to do"));
  folder.shell("touch -d '1 hour' in/bend.x");
  EXPECT_THAT(folder.shell("ninja -n").out, HasSubstr("[1/1] convert in/bend.x"));
}

}  // namespace
}  // namespace skelter::test
