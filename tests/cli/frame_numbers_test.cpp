// --ticks-per-second: keys that look like frame numbers play at 30 per second in some commands, and are ticks
// in others.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_runner.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

using cli::Json;
using ::testing::HasSubstr;

// Keys at 0, 50 and 100, and no tick rate.
std::string frames_file() {
  std::string text = kBendFile;
  const std::string rate = "AnimTicksPerSecond { 100; }";
  return text.erase(text.find(rate), rate.size());
}

double first_duration(const Ran& info) {
  return info.json()["clips"][0]["duration_s"].get<double>();
}

TEST(FrameNumbers, play_at_30_per_second_in_written_files) {
  const CommandFolder folder;
  folder.write("bend.x", frames_file());
  folder.shell("mkdir in && cp bend.x in");
  const std::string said =
      "bend.x: warning: keys look like frame numbers: played at 30 per second, 3.33333 s instead of "
      "0.0208333 s; "
      "--ticks-per-second file keeps the ticks";
  const struct {
    std::vector<std::string> command;
    std::string out;
  } writers[] = {{{"convert", "bend.x", "bend.glb"}, "bend.glb"},
                 {{"convert", "bend.x", "again.x"}, "again.x"},
                 {{"compile", "bend.x", "bend.skelter"}, "bend.skelter"},
                 {{"batch", "in", "out", "--to", "glb"}, "out/bend.glb"}};
  for (const auto& writer : writers) {
    SCOPED_TRACE(writer.out);
    const Ran ran = folder.run(writer.command);
    EXPECT_EQ(ran.code, 0) << ran.err;
    if (writer.command[0] != "batch") {
      EXPECT_THAT(ran.err, HasSubstr(said));
    }
    EXPECT_NEAR(first_duration(folder.run({"info", writer.out, "--json"})), 100 / 30.0, 1e-6);
  }
  const Ran as_ticks = folder.run({"convert", "bend.x", "ticks.glb", "--ticks-per-second", "file"});
  EXPECT_EQ(as_ticks.code, 0) << as_ticks.err;
  EXPECT_NEAR(first_duration(folder.run({"info", "ticks.glb", "--json"})), 100 / 4800.0, 1e-6);
}

TEST(FrameNumbers, are_ticks_in_commands_that_inspect_a_file) {
  const CommandFolder folder;
  folder.write("bend.x", frames_file());
  const Ran info = folder.run({"info", "bend.x", "--json"});
  EXPECT_EQ(first_duration(info), 100 / 4800.0);
  EXPECT_THAT(info.err,
              HasSubstr("bend.x: note: keys look like frame numbers: at 30 per second they last 3.33333 s "
                        "instead of 0.0208333 s; --ticks-per-second auto plays them as frames"));
  EXPECT_EQ(first_duration(folder.run({"info", "bend.x", "--json", "--ticks-per-second", "auto"})),
            100 / 30.0);
  EXPECT_EQ(
      first_duration(folder.run({"info", "bend.x", "--json", "--ticks-per-second", "auto", "--d3dx-strict"})),
      100 / 4800.0);
  EXPECT_EQ(first_duration(folder.run({"info", "bend.x", "--json", "--ticks-per-second", "50"})), 2);
}

TEST(FrameNumbers, a_word_other_than_auto_or_file_is_refused) {
  const Ran ran = CommandFolder().run({"info", "bend.x", "--ticks-per-second", "guess"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("--ticks-per-second: \"guess\" is not a number above 0, auto or file"));
}

// The authors' intention, according to the tables of the corpus: 2,497 frames, and 1.356 s at 4800 ticks per
// second.
TEST(FrameNumbers, of_a_game_are_distinguished_from_short_clips) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  const auto duration = [&](const std::string& file) {
    return first_duration(folder.run({"info", corpus_file(file), "--json", "--ticks-per-second", "auto"}));
  };
  EXPECT_NEAR(duration("wild/fps-creator/Files/entitybank/scifi/characters/AI.X"), 2497 / 30.0, 1e-6);
  EXPECT_NEAR(duration("wild/dark-basic/zombie.x"), 1.356, 1e-3);
  EXPECT_NEAR(duration("x/blitz3d/mariorun.x"), 20 / 30.0, 1e-6);
}

}  // namespace
}  // namespace skelter::test
