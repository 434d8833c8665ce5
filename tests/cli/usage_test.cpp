// Wrong usage gives exit code 2 and one line that states the problem and what was expected.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "cli/command_runner.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;

struct WrongUsage {
  std::vector<std::string> arguments;
  std::string message;  // all of standard error
};

TEST(Usage, wrong_usage_exits_with_2_and_reports_what_was_expected) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const std::vector<WrongUsage> table = {
      {{}, "skelter: A subcommand is required; see skelter --help\n"},
      {{"dance"},
       "skelter: no subcommand \"dance\"; expected info, check, eval, render, convert, compile, batch, demo, "
       "view, bench, matrix, shaders, graph, completion, help; see skelter --help\n"},
      {{"covnert", "a.x", "b.x"},
       "skelter: no subcommand \"covnert\" (did you mean convert?); expected info, check, eval, render, "
       "convert, "
       "compile, batch, demo, view, bench, matrix, shaders, graph, completion, help; see skelter --help\n"},
      {{"graph", "chek"},
       "skelter graph: no subcommand \"chek\" (did you mean check?); expected check, show, run; see skelter "
       "graph "
       "--help\n"},
      {{"help", "rendr"},
       "skelter help: no subcommand \"rendr\" (did you mean render?); expected info, check, eval, render, "
       "convert, "
       "compile, batch, demo, view, bench, matrix, shaders, graph, completion, help\n"},
      {{"completion", "fish"},
       "skelter completion: SHELL: \"fish\" is not a choice; expected bash|zsh; see skelter completion "
       "--help\n"},
      {{"help", "info", "bend.x"}, "skelter help: info has no subcommands\n"},
      {{"convert", "a.x", "b.x", "c.x", "d.x"},
       "skelter convert: unexpected arguments \"c.x\" \"d.x\"; see skelter convert --help\n"},
      {{"eval", "a.x", "b.x"}, "skelter eval: unexpected argument \"b.x\"; see skelter eval --help\n"},
      // The option consumes no file. It is reported although FILE is also missing.
      {{"info", "--jsn"},
       "skelter info: unknown option --jsn (did you mean --json?); see skelter info --help\n"},
      {{"render", "bend.x", "--ticks=30"},
       "skelter render: unknown option --ticks (did you mean --ticks-per-second?); see skelter render "
       "--help\n"},
      {{"info", "bend.x", "--colour-of-the-sky"},
       "skelter info: unknown option --colour-of-the-sky; see skelter info --help\n"},
      {{"info"}, "skelter info: FILE is required; see skelter info --help\n"},
      {{"info", "bend.x", "--jsn"},
       "skelter info: unknown option --jsn (did you mean --json?); see skelter info --help\n"},
      {{"info", "bend.x", "--rotation-keys", "upside-down"},
       "skelter info: --rotation-keys: \"upside-down\" is not a choice; expected d3dx|as-stored; see skelter "
       "info --help\n"},
      {{"info", "bend.x", "--ticks-per-second", "0"},
       "skelter info: --ticks-per-second: \"0\" is not a number above 0, auto or file; see skelter info "
       "--help\n"},
      {{"info", "bend.x", "--ticks-per-second", "nan"},
       "skelter info: --ticks-per-second: \"nan\" is not a number above 0, auto or file; see skelter info "
       "--help\n"},
      {{"compile", "bend.x", "b.skelter", "--error-bound", "1e-320"},
       "skelter compile: --error-bound: \"1e-320\" is not a number above 0 that a float can hold, 1.2e-38 to "
       "3.4e+38; see skelter compile --help\n"},
      {{"compile", "bend.x", "b.skelter", "--error-bound", "3.5e38"},
       "skelter compile: --error-bound: \"3.5e38\" is not a number above 0 that a float can hold, 1.2e-38 to "
       "3.4e+38; see skelter compile --help\n"},
      {{"eval", "bend.x", "--time", "inf"},
       "skelter eval: --time: \"inf\" is not a finite number; see skelter eval --help\n"},
      {{"demo", "crowd", "--faithful"},
       "--faithful: the crowd demo is not one of the tutorials; choose a different demo\n"},
      {{"demo", "tower", "--poses", "gpu"}, "--poses: the tower demo has no crowd; use the demo crowd\n"},
      {{"demo", "tower", "--members", "200"}, "--members: the tower demo has no crowd; use the demo crowd\n"},
      {{"demo", "lesson", "--faithful"},
       "--faithful: the lesson demo is not one of the tutorials; choose a different demo\n"},
      {{"eval", "bend.x", "--clip", "bend"}, "--time: missing; expected the time in the clip, in seconds\n"},
      {{"eval", "bend.x", "--clip", "run", "--time", "0"},
       "bend.x: no clip is named \"run\"; the clips are \"bend\", \"#1\"\n"},
      {{"eval", "bend.x", "--clip", "#2", "--time", "0"},
       "bend.x: no clip is named \"#2\"; the clips are \"bend\", \"#1\"\n"},
      {{"eval", "bend.x", "--joints", "Lower,Tail"},
       "bend.x: no joint is named \"Tail\"; the joints are \"Lower\", \"Upper\"\n"},
      {{"eval", "bend.x", "--vertices", "0,4"}, "bend.x: no vertex \"4\"; expected 0 to 3\n"},
      {{"eval", "bend.x", "--vertices", "0,,1"}, "bend.x: no vertex \"\"; expected 0 to 3\n"},
      {{"eval", "bend.x", "--path", "runtime", "--mix", "bend:weight=1", "--mode", "additive"},
       "--path: the runtime path plays one clip; it cannot be combined with --mix\n"},
      {{"eval", "bend.x", "--mix", "bend:weight=1", "--wrap", "loop-plus-one"},
       "--wrap: the controller does not support loop-plus-one; use --mode additive or elements\n"},
      {{"eval", "bend.x", "--mix", "bend:weight=1", "--mode", "d3dx", "--tick-is-ms"},
       "--tick-is-ms: the controller works in seconds; use --mode additive or elements\n"},
      {{"eval", "bend.x", "--mix", "bend:weight=-1"},
       "--mix: track 0: weight -1.000000; expected 0 or more\n"},
      {{"eval", "bend.x", "--mix", "bend:priority=top"}, "--mix: priority \"top\"; expected low or high\n"},
      {{"eval", "bend.x", "--mix", "bend:weigth=1"},
       "--mix: unknown setting \"weigth\"; expected weight, time, speed or priority\n"},
      {{"eval", "bend.x", "--mix", "bend:weight=1", "--mode", "additive", "--clip", "bend"},
       "--mix: already names its clips; it cannot be combined with --clip\n"},
      {{"eval", "bend.x", "--mix", "run:weight=1", "--mode", "additive"},
       "bend.x: no clip is named \"run\"; the clips are \"bend\", \"#1\"\n"},
      {{"eval", "bend.x", "--mix", "bend:weigth=1", "--mode", "additive"},
       "--mix: unknown setting \"weigth\"; expected weight, time or speed\n"},
      {{"eval", "bend.x", "--mix", "bend:priority=high", "--mode", "additive"},
       "--mix: priority is for --mode controller and d3dx; expected weight, time or speed\n"},
      {{"eval", "bend.x", "--mix", "bend:weight=much", "--mode", "additive"},
       "--mix: weight: \"much\" is not a finite number\n"},
      {{"convert", "bend.x", "bend.obj"}, "bend.obj: .obj cannot be written; expected .x, .glb or .gltf\n"},
      {{"convert", "bend.x", "bend"}, "bend: no file extension; expected .x, .glb or .gltf\n"},
      {{"convert", "bend.x", "out.x", "--clips", "run"},
       "bend.x: no clip is named \"run\"; the clips are \"bend\", \"#1\"\n"},
      {{"convert", "bend.x", "out.x", "--split", "arm"},
       "--split: \"arm\" is not of the form NAME=NODE,...\n"},
      {{"convert", "bend.x", "out.x", "--split", "arm="},
       "--split: \"arm=\" is not of the form NAME=NODE,...\n"},
      {{"convert", "bend.x", "out.x", "--scale", "-1"},
       "skelter convert: --scale: \"-1\" is not a number above 0; see skelter convert --help\n"},
      {{"compile", "bend.x", "other.x"}, "other.x: .x is not a pack; expected .skelter\n"},
      {{"compile", "bend.x", "bend"}, "bend: no file extension; expected .skelter\n"},
      {{"compile", "bend.x", "-", "--json"}, "--json: the pack goes to standard output; use a file as OUT\n"},
      {{"compile", "bend.x", "a.skelter", "--error-bound", "0"},
       "skelter compile: --error-bound: \"0\" is not a number above 0 that a float can hold, 1.2e-38 to "
       "3.4e+38; see skelter compile --help\n"},
      {{"compile", "bend.x"}, "skelter compile: OUT is required; see skelter compile --help\n"},
      {{"render", "bend.x"}, "skelter render: --out is required; see skelter render --help\n"},
      {{"render", "bend.x", "--out", "a.jpg"},
       "a.jpg: .jpg is not a supported image or video format; expected .png, .webp, .gif or .mp4\n"},
      {{"render", "bend.x", "--out", "picture"},
       "picture: no file extension; expected .png, .webp, .gif or .mp4\n"},
      {{"render", "bend.x", "--out", "a.png", "--size", "800"},
       "--size: \"800\" is not a size; expected 800x600, each from 1 to 16384\n"},
      {{"render", "bend.x", "--out", "a.png", "--size", "0x600"},
       "--size: \"0x600\" is not a size; expected 800x600, each from 1 to 16384\n"},
      {{"render", "bend.x", "--out", "a.png", "--background", "red"},
       "--background: \"red\" is not a colour; expected RRGGBB\n"},
      {{"render", "bend.x", "--out", "a.png", "--camera", "left"},
       "bend.x: no camera is named \"left\"; the file has no cameras\n"},
      {{"render", "bend.x", "--out", "a.png", "--camera", "1,2,3"},
       "--camera: \"1,2,3\" is not a camera; expected auto, X,Y,Z:TX,TY,TZ or a camera of the file\n"},
      {{"render", "bend.x", "--out", "a.png", "--camera", "0,0:0,0,0"},
       "--camera: \"0,0\" is not a point; expected X,Y,Z\n"},
      {{"render", "bend.x", "--out", "a.png", "--camera", "0,0,z:0,0,0"},
       "--camera: \"z\" is not a finite number\n"},
      {{"render", "bend.x", "--out", "a.gif", "--time", "1"},
       "--time: is a single time; use --from and --to for a video\n"},
      {{"render", "bend.x", "--out", "a.webp", "--time", "1", "--from", "0"},
       "--time: is a single time; use --from and --to for a range\n"},
      {{"render", "bend.x", "--out", "a.png", "--from", "0"},
       "a.png: .png contains one image; use --time, --strip, .webp, .gif, .mp4 or numbered images "
       "(NAME.####.png)\n"},
      {{"render", "bend.x", "--out", "a.gif", "--strip", "3"},
       "--strip: makes one image; expected .png or .webp\n"},
      {{"render", "bend.x", "--out", "a.png", "--strip", "3", "--turntable", "90"},
       "--turntable: cannot be combined with --strip\n"},
      {{"render", "bend.x", "--out", "a.png", "--strip", "3", "--time", "0"},
       "--strip: covers a range; use --from and --to\n"},
      {{"render", "bend.x", "--out", "a.gif", "--from", "1", "--to", "1"}, "--to: is not after --from\n"},
      {{"render", "bend.x", "--out", "a.png", "--clip", "run"},
       "bend.x: no clip is named \"run\"; the clips are \"bend\", \"#1\"\n"},
      {{"demo", "opera"},
       "demo: no demo \"opera\"; expected character, tower, blend, skinmesh, crowd or lesson\n"},
      {{"demo", "character", "bend.x", "--clip", "run"},
       "bend.x: no clip is named \"run\"; the clips are \"bend\", \"#1\"\n"},
      {{"demo", "tower", "--keys", "b shift"},
       "--keys: \"shift\" is not a key; expected letters, digits, space, left, right, up, down, +, - or "
       "f1, "
       "with spaces between\n"},
      {{"demo", "tower", "--time", "1"}, "demo: --time, --from, --to and --fps need --out FILE\n"},
  };
  for (const WrongUsage& wrong : table) {
    const Ran ran = folder.run(wrong.arguments);
    std::string line;
    for (const std::string& argument : wrong.arguments) line += argument + " ";
    EXPECT_EQ(ran.code, 2) << line;
    EXPECT_EQ(ran.err, wrong.message) << line;
    EXPECT_EQ(ran.out, "") << line;
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"bend.x"});
}

// Tests every command that writes a file.
TEST(Usage, a_missing_folder_for_an_output_is_named) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write("picture.txt", "picture gone/deep/a.png\n");
  folder.write("none.txt", "pause\n");
  const std::vector<std::pair<std::vector<std::string>, std::string>> table = {
      {{"render", "bend.x", "--out", "gone/deep/a.png"}, "gone/deep/a.png"},
      {{"render", "bend.x", "--clip", "bend", "--out", "gone/deep/a.webp"}, "gone/deep/a.webp"},
      {{"render", "bend.x", "--clip", "bend", "--out", "gone/deep/a.gif"}, "gone/deep/a.gif"},
      {{"render", "bend.x", "--clip", "bend", "--out", "gone/deep/a.mp4"}, "gone/deep/a.mp4"},
      {{"render", "bend.x", "--clip", "bend", "--out", "gone/deep/a.####.png"}, "gone/deep/a.####.png"},
      {{"convert", "bend.x", "gone/deep/a.glb"}, "gone/deep/a.glb"},
      {{"compile", "bend.x", "gone/deep/a.skelter"}, "gone/deep/a.skelter"},
      {{"demo", "tower", "--out", "gone/deep/a.png"}, "gone/deep/a.png"},
      {{"view", "bend.x", "--script", "none.txt", "--state", "gone/deep/a.json"}, "gone/deep/a.json"},
      {{"view", "bend.x", "--script", "picture.txt"}, "gone/deep/a.png"},
      {{"batch", ".", "all", "--to", "glb", "--report", "gone/deep/a.json"}, "gone/deep/a.json"},
      {{"batch", ".", "all", "--to", "glb", "--emit-ninja", "gone/deep/a.ninja"}, "gone/deep/a.ninja"},
  };
  for (const auto& [arguments, file] : table) {
    const Ran ran = folder.run(arguments);
    std::string line;
    for (const std::string& argument : arguments) line += argument + " ";
    EXPECT_EQ(ran.code, 1) << line;
    EXPECT_THAT(ran.err, HasSubstr(file + ": cannot be written: there is no folder \"gone\"\n")) << line;
  }
}

TEST(Usage, an_unknown_name_is_answered_with_the_closest_or_the_first_ones) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  std::string many = "xof 0303txt 0032\nFrame Root { }\n";
  for (int i = 0; i < 12; ++i)
    many += "AnimationSet Motion_" + std::to_string(i) +
            " { Animation { { Root } AnimationKey { 2; 1; 0;3;0,0,0;;; } } }\n";
  folder.write("many.x", many);
  folder.write("hips.bvh",
               "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nEnd "
               "Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.5\n0 0 0\n");
  folder.write("play.txt", "select Lowr\n");
  folder.write("mask.json",
               R"({"skeleton":{"masks":[{"name":"m","entries":[{"joint":"Loewr","weight":1}]}]}})");
  const std::string clips = "no clip is named \"Bend\"; did you mean \"bend\"?\n";
  const std::vector<std::pair<std::vector<std::string>, std::string>> table = {
      {{"eval", "bend.x", "--clip", "Bend", "--time", "0"}, "bend.x: " + clips},
      {{"eval", "bend.x", "--clip", "be", "--time", "0"},
       "bend.x: no clip is named \"be\"; did you mean \"bend\"?\n"},
      {{"eval", "bend.x", "--clip", "bned", "--time", "0"},
       "bend.x: no clip is named \"bned\"; did you mean \"bend\"?\n"},
      {{"eval", "bend.x", "--mix", "Bend:weight=1"}, clips},
      {{"render", "bend.x", "--clip", "Bend", "--out", "a.png"}, "bend.x: " + clips},
      {{"convert", "bend.x", "a.glb", "--clips", "Bend"}, "bend.x: " + clips},
      {{"convert", "bend.x", "a.glb", "--split", "arm=Upperr"},
       "bend.x: no node is named \"Upperr\"; did you mean \"Upper\"?\n"},
      {{"compile", "bend.x", "a.skelter", "--config", "mask.json"},
       "no node is named \"Loewr\"; did you mean \"Lower\"?\n"},
      {{"check", "bend.x", "--loop", "Bend"}, clips},
      {{"demo", "character", "bend.x", "--clip", "Bend", "--out", "a.png"}, "bend.x: " + clips},
      {{"demo", "skinmesh", "bend.x", "--clip", "Bend", "--out", "a.png"}, "bend.x: " + clips},
      {{"view", "bend.x", "--clip", "Bend", "--script", "play.txt"}, "bend.x: " + clips},
      {{"view", "bend.x", "--script", "play.txt"},
       "expected the name of a frame, or # and its number; did you mean \"Lower\"?\n"},
      {{"eval", "bend.x", "--joints", "Upper,lower"},
       "bend.x: no joint is named \"lower\"; did you mean \"Lower\"?\n"},
      {{"eval", "hips.bvh", "--joints", "Tail"},
       "hips.bvh: no joint is named \"Tail\"; the joints are \"Hips\", \"EndSite_Hips\"\n"},
      {{"eval", "many.x", "--clip", "walk", "--time", "0"},
       "many.x: no clip is named \"walk\"; the 12 clips are \"Motion_0\", \"Motion_1\", \"Motion_2\", "
       "\"Motion_3\", \"Motion_4\", \"Motion_5\", \"Motion_6\", \"Motion_7\" and 4 more\n"},
  };
  for (const auto& [arguments, message] : table) {
    const Ran ran = folder.run(arguments);
    std::string line;
    for (const std::string& argument : arguments) line += argument + " ";
    EXPECT_NE(ran.code, 0) << line;
    EXPECT_THAT(ran.err, HasSubstr(message)) << line;
  }
}

TEST(Usage, help_of_every_subcommand_has_an_example) {
  const CommandFolder folder;
  EXPECT_EQ(folder.run({"--help"}).code, 0);
  for (const char* command :
       {"info", "check", "eval", "render", "convert", "compile", "batch", "demo", "view", "bench"}) {
    const Ran ran = folder.run({command, "--help"});
    EXPECT_EQ(ran.code, 0) << command;
    EXPECT_THAT(ran.out, HasSubstr(std::string("Example: skelter ") + command));
    EXPECT_EQ(ran.err, "");
  }
  for (const char* command : {"info", "check", "eval", "render", "convert", "compile", "demo"})
    EXPECT_THAT(folder.run({command, "--help"}).out, HasSubstr("--with-clips")) << command;
}

TEST(Usage, version_is_printed) {
  const CommandFolder folder;
  for (const char* option : {"--version", "-V"}) {
    const Ran ran = folder.run({option});
    EXPECT_EQ(ran.code, 0);
    EXPECT_THAT(ran.out, ::testing::MatchesRegex("skelter [0-9]+\\.[0-9]+\\.[0-9]+\n"));
  }
}

TEST(Usage, help_with_a_command_is_the_help_of_the_command) {
  const CommandFolder folder;
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{}, std::vector<std::string>{"convert"}, std::vector<std::string>{"graph"},
        std::vector<std::string>{"graph", "run"}, std::vector<std::string>{"help"}}) {
    std::vector<std::string> asked = names, before = names;
    asked.insert(asked.begin(), "help");
    before.push_back("--help");
    const Ran ran = folder.run(asked);
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(ran.out, folder.run(before).out);
    EXPECT_THAT(ran.out, HasSubstr("Usage: skelter"));
  }
}

// Runs the command with a pseudo-terminal as standard error, and returns what it prints there.
std::string seen_on_a_terminal(const CommandFolder& folder, const std::string& environment) {
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  EXPECT_GE(master, 0);
  EXPECT_EQ(grantpt(master), 0);
  EXPECT_EQ(unlockpt(master), 0);
  const std::string name = ptsname(master);
  const int kept_open = open(name.c_str(), O_RDWR | O_NOCTTY);  // keeps the output readable after the child
                                                                // exits
  folder.shell("env " + environment + " '" SKELTER_COMMAND "' info missing.x 2>" + name);
  char text[4096];
  const ssize_t size = read(master, text, sizeof(text));
  close(kept_open);
  close(master);
  return size > 0 ? std::string(text, static_cast<std::size_t>(size)) : "";
}

TEST(Usage, messages_have_colour_on_a_terminal_only) {
  const CommandFolder folder;
  EXPECT_EQ(seen_on_a_terminal(folder, "-u NO_COLOR TERM=xterm"),
            "\033[1;31mmissing.x:\033[0m no such file\r\n");
  EXPECT_EQ(seen_on_a_terminal(folder, "NO_COLOR=1 TERM=xterm"), "missing.x: no such file\r\n");
  EXPECT_EQ(seen_on_a_terminal(folder, "NO_COLOR= TERM=xterm"),
            "\033[1;31mmissing.x:\033[0m no such file\r\n");
  EXPECT_EQ(seen_on_a_terminal(folder, "-u NO_COLOR TERM=dumb"), "missing.x: no such file\r\n");
  EXPECT_EQ(folder.run_with("env -u NO_COLOR TERM=xterm", {"info", "missing.x"}).err,
            "missing.x: no such file\n");
}

TEST(Usage, missing_file_exits_with_1_in_every_subcommand) {
  const CommandFolder folder;
  const std::vector<std::vector<std::string>> lines = {{"info", "no.x"},
                                                       {"check", "no.x"},
                                                       {"eval", "no.x"},
                                                       {"render", "no.x", "--out", "a.png"},
                                                       {"convert", "no.x", "out.x"},
                                                       {"compile", "no.x", "out.skelter"},
                                                       {"demo", "character", "no.x", "--out", "a.png"}};
  for (const auto& line : lines) {
    const Ran ran = folder.run(line);
    EXPECT_EQ(ran.code, 1) << line[0];
    EXPECT_EQ(ran.err, "no.x: no such file\n") << line[0];
  }
  EXPECT_TRUE(folder.names().empty());
}

TEST(Usage, file_of_another_format_is_reported) {
  const CommandFolder folder;
  folder.write("fox.txt", "a fox");
  const Ran ran = folder.run({"info", "fox.txt"});
  EXPECT_EQ(ran.code, 1);
#ifdef SKELTER_WITH_ASSIMP
  EXPECT_THAT(ran.err, ::testing::StartsWith("fox.txt: files of type .txt are not supported; expected .x, "
                                             ".gltf, .glb, .vrm, .vrma, .bvh, .fbx or .skelter, or one of "));
  EXPECT_THAT(ran.err, ::testing::EndsWith(
                           " that Assimp reads, such as .dae and .md5mesh; docs/assimp.md lists them\n"));
#else
  EXPECT_EQ(ran.err,
            "fox.txt: files of type .txt are not supported; expected .x, .gltf, .glb, .vrm, .vrma, .bvh, "
            ".fbx or .skelter (built without Assimp)\n");
#endif
}

#ifndef SKELTER_WITH_ASSIMP
TEST(Usage, dae_without_assimp_reports_what_to_install) {
  const CommandFolder folder;
  folder.write("fox.dae", "Kaydara FBX Binary");
  const Ran ran = folder.run({"info", "fox.dae"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.err,
            "fox.dae: files of type .dae are read through Assimp, but this program was built without it; "
            "install libassimp-dev and build again (./run.sh build)\n");
}
#endif

TEST(Usage, bad_file_gives_one_line_with_location_and_expectation) {
  const CommandFolder folder;
  folder.write("bad.x",
               "xof 0303txt 0032\nFrame A {\n  Mesh {\n    1;\n    0;0;0;;\n    1;\n    3;0,0,7;;\n  }\n}\n");
  const Ran ran = folder.run({"info", "bad.x"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  EXPECT_EQ(ran.err, "bad.x:3: Mesh of Frame A: face 0: vertex index 7; expected less than 1\n");
}

// A file that causes one warning: the texture coordinates are listed twice, and the last ones are used.
std::string file_with_warning() {
  std::string text = kBendFile;
  const std::string list = "MeshTextureCoords { 4; 0;0;, 1;0;, 0;1;, 1;1;; }\n";
  text.insert(text.find("MeshMaterialList"), list + "  " + list + "  ");
  return text;
}

TEST(Usage, warnings_go_to_standard_error_and_count_only_on_request) {
  const CommandFolder folder;
  folder.write("warn.x", file_with_warning());
  const Ran plain = folder.run({"info", "warn.x", "--json"});
  EXPECT_EQ(plain.code, 0);
  EXPECT_THAT(plain.err, ::testing::ContainsRegex("^warn.x:[0-9]+: warning: "));
  const cli::Json info = plain.json();
  bool listed = false;
  for (const auto& entry : info["diagnostics"]) listed = listed || entry["severity"] == "warning";
  EXPECT_TRUE(listed);

  const Ran quiet = folder.run({"info", "warn.x", "--json", "--quiet"});
  EXPECT_EQ(quiet.code, 0);
  EXPECT_EQ(quiet.err, "");
  EXPECT_EQ(quiet.out, plain.out);

  const Ran strict = folder.run({"info", "warn.x", "--json", "--warnings-as-errors", "--quiet"});
  EXPECT_EQ(strict.code, 1);
  EXPECT_THAT(strict.err, ::testing::ContainsRegex("^warn.x:[0-9]+: "));
  EXPECT_THAT(strict.err, ::testing::Not(HasSubstr("warning:")));
  EXPECT_EQ(strict.out, plain.out);
}

TEST(Usage, max_memory_limits_a_file) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Ran ran = folder.run({"info", "bend.x", "--max-memory", "100"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("bend.x"));
  EXPECT_EQ(ran.out, "");
}

TEST(Usage, full_output_device_is_an_error) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Ran ran = folder.shell(std::string("'" SKELTER_COMMAND "' info bend.x >/dev/full"));
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("standard output: cannot be written"));
  for (const char* help : {"--help", "--version", "graph --help", "info --help"}) {
    const Ran helped = folder.shell(std::string("'" SKELTER_COMMAND "' ") + help + " >/dev/full");
    EXPECT_EQ(helped.code, 1) << help;
    EXPECT_EQ(helped.err, "standard output: cannot be written: No space left on device\n") << help;
  }
}

}  // namespace
}  // namespace skelter::test
