// skelter batch: a tree that contains bad files, repeated runs, runs by Ninja, and reports.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_runner.h"
#include "system/internal/process.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;

TEST(Batch, converts_a_tree_continues_after_a_bad_file_and_lists_it) {
  const CommandFolder folder;
  folder.shell("mkdir -p in/deep");
  folder.write("in/bend.x", kBendFile);
  folder.write("in/deep/other name.x", kBendFile);
  folder.write("in/bad.x", "xof 0303txt 0032\nFrame A { Mesh { 1; 0;0;0;; 1; 3;0,0,7;; } }\n");
  folder.write("in/readme.txt", "not a model");
  const Ran ran = folder.run({"batch", "in", "out", "--to", "glb"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out,
            "2 converted, 0 up to date, 1 failed\n"
            "left alone: 1 .txt\n"
            "  files  times  code\n"
            "      1      1  x.bad-index\n");
  EXPECT_THAT(ran.err, HasSubstr("in/bad.x:2: Mesh"));
  EXPECT_TRUE(folder.has("out/bend.glb"));
  EXPECT_TRUE(folder.has("out/deep/other name.glb"));
  EXPECT_FALSE(folder.has("out/bad.glb"));
  EXPECT_EQ(folder.run({"info", "out/bend.glb", "--json"}).json()["totals"]["clips"], 2);
}

TEST(Batch, skips_results_that_are_newer_than_their_source) {
  const CommandFolder folder;
  folder.shell("mkdir in");
  folder.write("in/one.x", kBendFile);
  folder.write("in/two.x", kBendFile);
  ASSERT_EQ(folder.run({"batch", "in", "out", "--to", "x", "--jobs", "1"}).out,
            "2 converted, 0 up to date, 0 failed\n");
  folder.shell("touch -d '1 hour' in/two.x");
  const Ran again = folder.run({"batch", "in", "out", "--to", "x"});
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(again.out, "1 converted, 1 up to date (--force converts them too), 0 failed\n");
}

TEST(Batch, sources_of_one_name_keep_their_extensions) {
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
  EXPECT_EQ(empty.err,
            "in: no .x, .gltf, .glb, .vrm, .vrma, .bvh, .fbx, .skelter or .dae file in this folder\n");
  EXPECT_EQ(folder.run({"batch", "in", "out", "--to", "fbx"}).code, 2);
}

// Two materials with the same missing image, in two files, and one file without problems.
std::string textured(int materials) {
  std::string text =
      "xof 0303txt 0032\nMesh Bar { 3; 0;0;0;, 1;0;0;, 0;1;0;; 1; 3;0,1,2;; MeshMaterialList { ";
  text += std::to_string(materials) + "; 1; 0;; ";
  for (int i = 0; i < materials; ++i)
    text += "Material { 1;1;1;1;; 0; 0;0;0;; 0;0;0;; TextureFilename { \"gone" + std::to_string(i) +
            ".bmp\"; } } ";
  return text + "} }\n";
}

TEST(Batch, closes_with_a_table_of_codes_and_skipped_files) {
  const CommandFolder folder;
  folder.shell("mkdir in; touch in/a.png in/b.PNG in/c.dds in/makefile");
  folder.write("in/one.x", textured(1));
  folder.write("in/two.x", textured(2));
  folder.write("in/whole.x", kBendFile);
  const Ran ran = folder.run({"batch", "in", "out", "--to", "glb"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out,
            "3 converted, 0 up to date, 0 failed\n"
            "left alone: 2 .png, 1 without an extension, 1 .dds\n"
            "  files  times  code\n"
            "      2      3  texture.missing\n");
}

TEST(Batch, report_has_a_row_for_every_file) {
  const CommandFolder folder;
  folder.shell("mkdir in; touch in/old.skelter");
  folder.write("in/bad.x", "xof 0303txt 0032\nFrame A { Mesh { 1; 0;0;0;; 1; 3;0,0,7;; } }\n");
  folder.write("in/two.x", textured(2));
  folder.write("in/whole.x", kBendFile);
  ASSERT_EQ(folder.run({"batch", "in", "out", "--to", "skelter", "--report", "first.json"}).code, 1);
  const cli::Json rows = cli::Json::parse(folder.read("first.json"));
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0]["in"], "in/bad.x");
  EXPECT_EQ(rows[0]["outcome"], "failed");
  EXPECT_THAT(rows[0]["message"].get<std::string>(), HasSubstr("in/bad.x:2: Mesh"));
  EXPECT_EQ(rows[0]["codes"], cli::Json({{"x.bad-index", 1}}));
  EXPECT_EQ(rows[1]["out"], "out/two.skelter");
  EXPECT_EQ(rows[1]["outcome"], "converted");
  EXPECT_EQ(rows[1]["codes"], cli::Json({{"texture.missing", 2}}));
  ASSERT_EQ(rows[1]["diagnostics"].size(), 2u);
  EXPECT_EQ(rows[1]["diagnostics"][0]["code"], "texture.missing");
  EXPECT_EQ(rows[1]["clips"], cli::Json::array());
  ASSERT_EQ(rows[2]["clips"].size(), 2u);
  EXPECT_EQ(rows[2]["clips"][0], cli::Json({{"name", "bend"}, {"duration_s", 1}}));
  EXPECT_TRUE(rows[1]["message"].is_null());
  EXPECT_GT(rows[1]["seconds"].get<double>(), 0);
  EXPECT_GT(rows[1]["peak_bytes"].get<double>(), 1e6);
  EXPECT_EQ(rows[3]["in"], "in/old.skelter");
  EXPECT_EQ(rows[3]["outcome"], "left-alone");
  EXPECT_TRUE(rows[3]["peak_bytes"].is_null());

  ASSERT_EQ(folder.run({"batch", "in", "out", "--to", "skelter", "--report", "second.tsv"}).code, 1);
  const std::string text = folder.read("second.tsv");
  EXPECT_THAT(text,
              ::testing::StartsWith("in\tout\toutcome\tseconds\tpeak_bytes\tmessage\tcodes\nin/bad.x\t"));
  EXPECT_THAT(text, HasSubstr("\nin/two.x\tout/two.skelter\tup-to-date\t0.000\t\tis newer than its source; "
                              "--force converts it again\t\n"));
  EXPECT_THAT(text, HasSubstr("\tx.bad-index=1\n"));
}

TEST(Batch, report_page_shows_the_worst_files_first) {
  const CommandFolder folder;
  folder.shell("mkdir in pages");
  folder.write("in/a fine.x", kBendFile);
  folder.write("in/bad.x", "xof 0303txt 0032\nFrame A { Mesh { 1; 0;0;0;; 1; 3;0,0,7;; } }\n");
  folder.write("in/one & <b>.x", textured(1));
  folder.write("in/two.x", textured(2));
  ASSERT_EQ(folder.run({"batch", "in", "out", "--to", "glb", "--report", "pages/r.html"}).code, 1);
  const std::string page = folder.read("pages/r.html");
  EXPECT_THAT(page, HasSubstr("<p>4 files: 1 failed, 2 with missing textures, 0 with warnings."));
  const std::size_t bad = page.find("in/bad.x<br>"), two = page.find("in/two.x<br>"),
                    one = page.find("in/one &amp; &lt;b&gt;.x<br>"), fine = page.find("in/a fine.x<br>");
  ASSERT_NE(fine, std::string::npos);
  EXPECT_LT(bad, two);
  EXPECT_LT(two, one);
  EXPECT_LT(one, fine);
  EXPECT_THAT(page, HasSubstr("<li>Texture "));
  EXPECT_THAT(page, HasSubstr("<a href=\"../out/one%20%26%20%3Cb%3E.glb\">out/one &amp; &lt;b&gt;.glb</a>"));
  EXPECT_EQ(page.find("<b>"), std::string::npos);
  // Rows of files that were written have pictures; files are numbered in the order of the folder.
  EXPECT_THAT(page, HasSubstr("<img src=\"r.pictures/00001.png\""));
  EXPECT_EQ(page.find("00002.png"), std::string::npos);
  for (const char* picture : {"00001", "00003", "00004"})
    EXPECT_EQ(folder.read(std::string("pages/r.pictures/") + picture + ".png").substr(1, 3), "PNG");
}

TEST(Batch, report_has_to_end_in_json_tsv_or_html_and_packs_have_no_loss_option) {
  const CommandFolder folder;
  folder.shell("mkdir in");
  folder.write("in/one.x", kBendFile);
  const Ran ran = folder.run({"batch", "in", "out", "--to", "glb", "--report", "r.xml"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "--report: r.xml has a different extension; expected .json, .tsv or .html\n");
  const Ran nowhere = folder.run({"batch", "in", "out", "--to", "glb", "--report", "none/r.json"});
  EXPECT_EQ(nowhere.code, 1);
  EXPECT_EQ(nowhere.err, "none/r.json: cannot be written: there is no folder \"none\"\n");
  EXPECT_EQ(folder.run({"batch", "in", "out", "--to", "skelter", "--no-loss"}).code, 2);
  EXPECT_FALSE(folder.has("out"));
}

// The clip of 1 s has 100 ticks per second.
TEST(Batch, clip_options_apply_to_every_pack) {
  const CommandFolder folder;
  folder.shell("mkdir in");
  folder.write("in/bend.x", kBendFile);
  const std::vector<std::string> options = {"--error-bound", "0.05", "--effort", "quick", "--strict-bound"};
  std::vector<std::string> batch = {"batch", "in", "out", "--to", "skelter"},
                           compile = {"compile", "in/bend.x", "a.skelter"};
  batch.insert(batch.end(), options.begin(), options.end());
  compile.insert(compile.end(), options.begin(), options.end());
  ASSERT_EQ(folder.run(batch).code, 0);
  ASSERT_EQ(folder.run(compile).code, 0);
  EXPECT_TRUE(folder.read("out/bend.skelter") == folder.read("a.skelter"));
  const Ran glb = folder.run({"batch", "in", "out", "--to", "glb", "--effort", "quick"});
  EXPECT_EQ(glb.code, 2);
  EXPECT_EQ(glb.err, "--effort: is for --to skelter; glTF and .x keep the keys\n");
}

TEST(Batch, reading_options_apply_to_every_file) {
  const CommandFolder folder;
  folder.shell("mkdir in");
  folder.write("in/one.x", kBendFile);
  ASSERT_EQ(folder.run({"batch", "in", "out", "--to", "glb", "--ticks-per-second", "50"}).code, 0);
  EXPECT_EQ(folder.run({"info", "out/one.glb", "--json"}).json()["clips"][0]["duration_s"], 2);
  folder.shell("touch -d '1 hour ago' in/one.x");
  EXPECT_EQ(folder.run({"batch", "in", "out", "--to", "glb"}).out,
            "0 converted, 1 up to date (--force converts them too), 0 failed\n");
  ASSERT_EQ(folder.run({"batch", "in", "out", "--to", "glb", "--force"}).code, 0);
  EXPECT_EQ(folder.run({"info", "out/one.glb", "--json"}).json()["clips"][0]["duration_s"], 1);
}

TEST(Batch, warnings_as_errors_and_no_loss_write_nothing_of_such_files) {
  const CommandFolder folder;
  folder.shell("mkdir in");
  folder.write("in/two.x", textured(2));
  folder.write("in/whole.x", kBendFile);
  const Ran strict = folder.run({"batch", "in", "out", "--to", "glb", "--warnings-as-errors"});
  EXPECT_EQ(strict.code, 1);
  EXPECT_THAT(strict.out, HasSubstr("1 converted, 0 up to date, 1 failed\n"));
  EXPECT_THAT(strict.err, HasSubstr("gone1.bmp"));
  EXPECT_FALSE(folder.has("out/two.glb"));
  // .x cannot store morph targets.
  folder.shell("mkdir morphs; cp '" + corpus_file("gltf/cesium_box_morph.gltf") + "' morphs/cube.gltf");
  if (!folder.has("morphs/cube.gltf")) GTEST_SKIP() << "no corpus";
  EXPECT_EQ(folder.run({"batch", "morphs", "out", "--to", "x", "--no-loss"}).code, 1);
  EXPECT_FALSE(folder.has("out/cube.x"));
  EXPECT_EQ(folder.run({"batch", "morphs", "out", "--to", "x"}).code, 0);
}

TEST(Batch, output_folder_that_cannot_be_made_is_reported_once) {
  const CommandFolder folder;
  folder.shell("mkdir in; touch file");
  folder.write("in/one.x", kBendFile);
  folder.write("in/two.x", kBendFile);
  const Ran ran = folder.run({"batch", "in", "file/out", "--to", "glb", "--report", "r.json"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.err, "file/out: folder cannot be created: Not a directory\n");
  EXPECT_FALSE(folder.has("r.json"));
  EXPECT_EQ(folder.run({"batch", "in", "file", "--to", "glb"}).err,
            "file: folder cannot be created: Not a directory\n");
  const Ran nameless = folder.run({"batch", "in", "", "--to", "glb"});
  EXPECT_EQ(nameless.code, 2);
  EXPECT_EQ(nameless.err, "OUT_DIR: is empty; expected a folder\n");
}

// "in/up" is an endless cycle; the other links are dangling.
TEST(Batch, skipped_links_are_reported) {
  const CommandFolder folder;
  folder.shell(
      "mkdir in; ln -s .. in/up; ln -s loop.x in/loop.x; ln -s gone.x in/away.x; ln -s one.x in/same.x");
  folder.write("in/one.x", kBendFile);
  const Ran ran = folder.run({"batch", "in", "out", "--to", "glb", "--report", "r.json"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out,
            "2 converted, 0 up to date, 0 failed\n"
            "links not followed: away.x (points to no file), loop.x (points to no file), up (points to a "
            "folder)\n");
  const cli::Json rows = cli::Json::parse(folder.read("r.json"));
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[2]["in"], "in/away.x");
  EXPECT_EQ(rows[2]["outcome"], "left-alone");
  EXPECT_EQ(rows[2]["message"], "the symbolic link points to no file; not followed");
  EXPECT_EQ(rows[4]["in"], "in/up");
  EXPECT_EQ(rows[4]["message"], "the symbolic link points to a folder; not followed");
}

TEST(Batch, paths_of_the_report_have_single_slashes) {
  const CommandFolder folder;
  folder.shell("mkdir in");
  folder.write("in/one.x", kBendFile);
  ASSERT_EQ(folder.run({"batch", ".//in/", "out//", "--to", "glb", "--report", "r.json"}).code, 0);
  const cli::Json row = cli::Json::parse(folder.read("r.json"))[0];
  EXPECT_EQ(row["in"], "./in/one.x");
  EXPECT_EQ(row["out"], "out/one.glb");
}

TEST(Batch, results_inside_the_tree_are_not_sources) {
  const CommandFolder folder;
  folder.write("one.x", kBendFile);
  ASSERT_EQ(folder.run({"batch", ".", "done", "--to", "glb"}).code, 0);
  folder.shell("touch -d '1 hour' one.x");
  EXPECT_THAT(folder.run({"batch", ".", "done", "--to", "glb"}).out, HasSubstr("1 converted, 0 up to date"));
  EXPECT_FALSE(folder.has("done/done"));
}

TEST(Batch, a_single_conversion_has_its_own_report) {
  const CommandFolder folder;
  folder.write("two.x", textured(2));
  ASSERT_EQ(folder.run({"convert", "two.x", "two.glb", "--report", "r.json"}).code, 0);
  const cli::Json row = cli::Json::parse(folder.read("r.json"));
  EXPECT_EQ(row["outcome"], "converted");
  EXPECT_EQ(row["codes"], cli::Json({{"texture.missing", 2}}));
}

// Ninja runs the commands, and later only those with a changed input.
TEST(Batch, ninja_file_builds_the_tree_and_rebuilds_what_changed) {
  if (!find_program("ninja")) GTEST_SKIP() << "ninja not found";
  const CommandFolder folder;
  folder.shell("mkdir in");
  folder.write("in/two words.x", kBendFile);
  folder.write("in/bend.x", kBendFile);
  ASSERT_EQ(folder
                .run({"batch", "in", "out", "--to", "glb", "--emit-ninja", "build.ninja",
                      "--ticks-per-second", "50"})
                .code,
            0);
  EXPECT_FALSE(folder.has("out/bend.glb"));
  const Ran built = folder.shell("ninja");
  ASSERT_EQ(built.code, 0) << built.out << built.err;
  EXPECT_TRUE(folder.has("out/bend.glb"));
  EXPECT_TRUE(folder.has("out/two words.glb"));
  EXPECT_EQ(folder.run({"info", "out/bend.glb", "--json"}).json()["clips"][0]["duration_s"], 2);
  EXPECT_THAT(folder.shell("ninja").out, HasSubstr("no work to do"));
  folder.shell("touch -d '1 hour' in/bend.x");
  EXPECT_THAT(folder.shell("ninja -n").out, HasSubstr("[1/1] convert in/bend.x"));
}

// Source: the manual of Ninja, "Lexical syntax": "|" separates inputs, and the end of a line ends a
// statement.
TEST(Batch, names_that_ninja_cannot_represent_are_an_error) {
  for (const std::string name : {"a|b.x", "a\nb.x"}) {
    const CommandFolder folder;
    folder.write("in/" + name, kBendFile);
    const Ran ran = folder.run({"batch", "in", "out", "--to", "glb", "--emit-ninja", "n.ninja"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.err,
              (name[1] == '|' ? std::string("in/a|b.x") : std::string("in/a\\u000ab.x")) +
                  ": Ninja files cannot contain a name with \"|\" or a line break; rename the file\n");
    EXPECT_FALSE(folder.has("n.ninja"));
  }
}

TEST(Batch, a_source_is_not_replaced_by_a_report_or_a_ninja_file) {
  const CommandFolder folder;
  folder.write("in/bend.x", kBendFile);
  const Ran ran = folder.run({"batch", "in", "out", "--to", "glb", "--emit-ninja", "in/bend.x"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "in/bend.x: --emit-ninja and a source are the same file\n");
  EXPECT_EQ(folder.read("in/bend.x"), kBendFile);
  EXPECT_EQ(folder.run({"batch", "in", "in", "--to", "x", "--force"}).code, 1);
  EXPECT_EQ(folder.read("in/bend.x"), kBendFile);
}

}  // namespace
}  // namespace skelter::test
