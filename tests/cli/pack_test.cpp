// Packs in every command that reads models.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "cli/command_runner.h"
#include "skelter/image/decode.h"
#include "skelter/image/encode.h"

namespace skelter::test {
namespace {

using cli::Json;
using ::testing::HasSubstr;

// The bend file with a red texture on its strip, and its pack.
class PackCommands : public ::testing::Test {
 protected:
  void SetUp() override {
    Image red(4, 4);
    for (std::size_t i = 0; i < red.rgba.size(); i += 4) red.rgba[i] = red.rgba[i + 3] = 255;
    const auto png = encode_png(red);
    ASSERT_TRUE(png.ok());
    folder_.write("red.png", {reinterpret_cast<const char*>(png->data()), png->size()});
    std::string bend = kBendFile;
    const std::string material = "Material Clay {";
    const std::size_t end = bend.find('}', bend.find(material));
    ASSERT_NE(end, std::string::npos);
    bend.insert(end, "TextureFilename { \"red.png\"; } ");
    folder_.write("bend.x", bend);
    ASSERT_EQ(folder_.run({"compile", "bend.x", "bend.skelter"}).code, 0);
  }
  Ran run(const std::vector<std::string>& arguments) const { return folder_.run(arguments); }
  CommandFolder folder_;
};

TEST_F(PackCommands, info_counts_the_same_as_for_its_source) {
  const Json source = run({"info", "bend.x", "--json"}).json();
  const Json pack = run({"info", "bend.skelter", "--json"}).json();
  EXPECT_EQ(pack["file"], "bend.skelter");
  EXPECT_EQ(pack["format"], "pack");
  for (const char* total : {"nodes", "meshes", "vertices", "source_vertices", "triangles", "materials",
                            "textures", "skins", "joints", "clips", "morph_targets"})
    EXPECT_EQ(pack["totals"][total], source["totals"][total]) << total;
  EXPECT_EQ(pack["bounds"], source["bounds"]);
  EXPECT_EQ(pack["materials"], source["materials"]);
  EXPECT_EQ(pack["materials"][0]["texture"], "red.png");
  EXPECT_EQ(pack["skins"], source["skins"]);
  ASSERT_EQ(pack["nodes"].size(), source["nodes"].size());
  for (std::size_t n = 0; n < source["nodes"].size(); ++n)
    for (const char* field : {"index", "name", "parent", "children", "meshes", "skin", "synthetic"})
      EXPECT_EQ(pack["nodes"][n][field], source["nodes"][n][field]) << n << " " << field;
  EXPECT_EQ(pack["clips"][0]["ticks_per_second"], 100);
}

// The error bound, H / 18,000, holds at H / 60 from a joint. At forty times that distance, it is forty times
// as large.
TEST_F(PackCommands, eval_plays_the_pack) {
  const Json answer =
      run({"eval", "bend.skelter", "--clip", "bend", "--time", "0.5", "--vertices", "all", "--json"}).json();
  EXPECT_EQ(answer["path"], "runtime");
  const Json source =
      run({"eval", "bend.x", "--clip", "bend", "--time", "0.5", "--vertices", "all", "--json"}).json();
  ASSERT_EQ(answer["nodes"].size(), source["nodes"].size());
  for (std::size_t n = 0; n < source["nodes"].size(); ++n) {
    EXPECT_EQ(answer["nodes"][n]["name"], source["nodes"][n]["name"]);
    for (std::size_t i = 0; i < 16; ++i)
      EXPECT_NEAR(answer["nodes"][n]["world"][i].get<double>(), source["nodes"][n]["world"][i].get<double>(),
                  60.0 / 18000);  // the error bound on a shell of H / 60
  }
  const Json& vertices = answer["meshes"][0]["vertices"];
  ASSERT_EQ(vertices.size(), 4u);
  for (std::size_t v = 0; v < 4; ++v) {
    EXPECT_EQ(vertices[v]["source"], v);
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(vertices[v]["position"][i].get<double>(),
                  source["meshes"][0]["vertices"][v]["position"][i].get<double>(), 2e-3);
  }
}

TEST_F(PackCommands, eval_of_a_pack_by_the_reference_is_refused) {
  const Ran ran = run({"eval", "bend.skelter", "--path", "reference"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(
      ran.err,
      "--path: a pack has no source keys for the reference evaluator; use --path runtime, the default\n");
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(run({"eval", "bend.skelter", "--path", "runtime", "--skin", "dual-quaternion"}).code, 0);
}

TEST_F(PackCommands, eval_of_a_pack_knows_only_its_own_clips) {
  const Ran ran = run({"eval", "bend.skelter", "--with-clips", "bend.x", "--clip", "#2", "--time", "0"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "bend.skelter: bend 2 comes from a different file; use a clip of the pack\n");
}

TEST_F(PackCommands, check_lints_what_the_pack_plays) {
  const Ran ran = run({"check", "bend.skelter", "--json", "--rules", "none"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["ok"], true);
  EXPECT_FALSE(run({"check", "bend.skelter", "--json"}).json()["lint"].empty());
}

// Packs key joints in blocks of eight, so a clip of one leg also contains constant keys for joints of the
// other leg.
TEST_F(PackCommands, check_finds_no_sliding_feet_that_the_source_does_not_have) {
  ASSERT_EQ(run({"compile", asset("mannequin.x"), "m.skelter"}).code, 0);
  for (const std::string& file : {asset("mannequin.x"), std::string("m.skelter")}) {
    const Ran ran = run({"check", file, "--rules", "foot-slide"});
    EXPECT_EQ(ran.code, 0) << ran.out;
  }
}

TEST_F(PackCommands, textures_come_from_the_pack) {
  ASSERT_EQ(folder_.shell("rm red.png bend.x").code, 0);
  const Ran ran =
      run({"render", "bend.skelter", "--out", "a.png", "--size", "64x64", "--background", "000000"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const auto image = decode_image_file(folder_.path("a.png"));
  ASSERT_TRUE(image.ok());
  std::size_t red = 0;
  for (std::size_t i = 0; i < image->rgba.size(); i += 4)
    red += image->rgba[i] > 60 && image->rgba[i + 1] < 20 && image->rgba[i + 2] < 20 ? 1 : 0;
  EXPECT_GT(red, 64u * 64 / 40);
}

TEST_F(PackCommands, convert_writes_a_pack_as_glb_with_its_image) {
  ASSERT_EQ(folder_.shell("mv red.png gone.png").code, 0);
  ASSERT_EQ(run({"convert", "bend.skelter", "bend.glb"}).code, 0);
  const Json glb = run({"info", "bend.glb", "--json"}).json();
  EXPECT_EQ(glb["totals"]["clips"], 2);
  EXPECT_EQ(glb["totals"]["triangles"], 2);
  EXPECT_EQ(glb["totals"]["textures"], 1);
  EXPECT_THAT(folder_.read("bend.glb"), HasSubstr(folder_.read("gone.png")));
}

TEST_F(PackCommands, convert_writes_a_pack_as_x_with_its_image_next_to_it) {
  const std::string png = folder_.read("red.png");
  ASSERT_EQ(folder_.shell("mkdir out && mv red.png gone.png").code, 0);
  const Ran ran = run({"convert", "bend.skelter", "out/again.x"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(folder_.read("out/red.png"), png);
  EXPECT_THAT(folder_.read("out/again.x"), HasSubstr("red.png"));
  EXPECT_EQ(run({"info", "out/again.x", "--json"}).json()["totals"]["clips"], 2);
}

TEST_F(PackCommands, losses_of_a_pack_are_noted) {
  folder_.write("bend.json", R"({"clips": {"bend": {"root_motion": {"joint": "Lower"}}}})");
  ASSERT_EQ(run({"compile", "bend.x", "bend.skelter", "--force", "--config", "bend.json"}).code, 0);
  EXPECT_THAT(
      run({"convert", "bend.skelter", "bend.glb"}).err,
      HasSubstr("bend.skelter: note: clip bend: plays in place: its keys do not contain the root motion"));
}

TEST_F(PackCommands, notes_are_about_the_requested_clip) {
  folder_.write("bend.json", R"({"clips": {"bend": {"root_motion": {"joint": "Lower"}},
                                           "#1": {"root_motion": {"joint": "Lower"}}}})");
  ASSERT_EQ(run({"compile", "bend.x", "bend.skelter", "--force", "--config", "bend.json"}).code, 0);
  const std::string of_bend =
      "bend.skelter: note: clip bend: plays in place: its keys do not contain the root motion\n";
  const std::string of_other =
      "bend.skelter: note: clip #1: plays in place: its keys do not contain the root motion\n";
  for (const auto& [clip, note] : {std::pair{"bend", of_bend}, {"1", of_other}}) {
    EXPECT_EQ(run({"eval", "bend.skelter", "--clip", clip, "--time", "0.1"}).err, note);
    EXPECT_EQ(
        run({"render", "bend.skelter", "--clip", clip, "--time", "0.1", "--out", "a.png", "--size", "8x8"})
            .err,
        note);
  }
  EXPECT_EQ(run({"eval", "bend.skelter"}).err, "");
}

TEST_F(PackCommands, batch_also_converts_packs) {
  ASSERT_EQ(folder_.shell("mkdir in && cp bend.skelter in/").code, 0);
  ASSERT_EQ(run({"batch", "in", "out", "--to", "glb", "--quiet"}).code, 0);
  EXPECT_TRUE(folder_.has("out/bend.glb"));
  EXPECT_EQ(run({"batch", "in", "packs", "--to", "skelter", "--quiet"}).code, 1);  // nothing to compile
}

TEST_F(PackCommands, compiling_a_pack_is_refused) {
  const Ran ran = run({"compile", "bend.skelter", "again.skelter"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.err, "bend.skelter: is already a pack; expected its source file\n");
  EXPECT_FALSE(folder_.has("again.skelter"));
}

TEST_F(PackCommands, demonstrations_and_the_viewer_show_packs) {
  EXPECT_EQ(run({"demo", "character", "bend.skelter", "--out", "demo.png", "--time", "0.2"}).code, 0);
  EXPECT_TRUE(folder_.has("demo.png"));
  folder_.write("look.txt", "screenshot seen.png\n");
  const Ran ran = run({"view", "bend.skelter", "--script", "look.txt", "--state", "state.json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(folder_.has("seen.png"));
}

TEST_F(PackCommands, content_decides_not_the_name) {
  ASSERT_EQ(folder_.shell("cp bend.skelter pack.glb && cp bend.x text.skelter").code, 0);
  EXPECT_EQ(run({"info", "pack.glb", "--json"}).json()["format"], "pack");
  EXPECT_EQ(run({"info", "text.skelter", "--json"}).json()["format"], "x");
  EXPECT_EQ(folder_.run({"info", "-", "--json"}, folder_.read("bend.skelter")).json()["format"], "pack");
}

// --- bad packs --------------------------------------------------------------------------------------------

// A pack is a cache, so the reader's message contains the command that makes it again. Release 0.2.0 made
// this file.
TEST_F(PackCommands, an_older_pack_is_refused_with_the_command_that_makes_it_again) {
  const std::string packs = SKELTER_SOURCE_DIR "/tests/data/pack/";
  ASSERT_EQ(folder_.shell("cp " + packs + "v5.skelter . && cp " + packs + "v4.skelter .").code, 0);
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"info", "v5.skelter"},
                                             {"check", "v5.skelter"},
                                             {"eval", "v5.skelter"},
                                             {"render", "v5.skelter", "--out", "bad.png"}}) {
    const Ran ran = run(command);
    EXPECT_EQ(ran.code, 1) << command[0];
    EXPECT_THAT(
        ran.err,
        HasSubstr("v5.skelter: the pack has version 5, and this program reads version 6: compile it again\n"
                  "v5.skelter: note: run skelter compile tower.x v5.skelter --force\n"))
        << command[0];
  }
  EXPECT_THAT(run({"info", "v4.skelter"}).err,
              HasSubstr("note: run skelter compile SOURCE v4.skelter --force\n"));
  EXPECT_FALSE(folder_.has("bad.png"));
  // The printed command works.
  ASSERT_EQ(folder_.shell("cp " + asset("tower.x") + " .").code, 0);
  ASSERT_EQ(run({"compile", "tower.x", "v5.skelter", "--force"}).code, 0);
  EXPECT_EQ(run({"info", "v5.skelter"}).code, 0);
}

TEST_F(PackCommands, nothing_is_written_from_a_bad_pack) {
  const std::string good = folder_.read("bend.skelter");
  std::string old = good;
  old[12] = 2;
  folder_.write("old.skelter", old);
  folder_.write("cut.skelter", good.substr(0, good.size() - 10));
  folder_.write("garbage.skelter", std::string(1000, '~'));
  folder_.write("empty.skelter", "");
  for (const auto& [file, sentence] :
       {std::pair("old.skelter",
                  "the pack is older than the first release: compile it again; expected version 6"),
        std::pair("cut.skelter", "the pack is cut off: it is shorter than its header says"),
        std::pair("garbage.skelter", "not a pack: it does not start with SKELTER"),
        std::pair("empty.skelter", "not a pack: it does not start with SKELTER")})
    for (const std::vector<std::string>& command :
         std::vector<std::vector<std::string>>{{"info", file},
                                               {"check", file},
                                               {"eval", file},
                                               {"render", file, "--out", "bad.png"},
                                               {"convert", file, "bad.glb"},
                                               {"compile", file, "bad.skelter"}}) {
      const Ran ran = run(command);
      EXPECT_EQ(ran.code, 1) << command[0] << " " << file;
      EXPECT_THAT(ran.err, HasSubstr(std::string(file) + ": ")) << command[0];
      EXPECT_THAT(ran.err, HasSubstr(sentence)) << command[0] << " " << file;
      for (const char* out : {"bad.png", "bad.glb", "bad.skelter"})
        EXPECT_FALSE(folder_.has(out)) << command[0];
    }
}

TEST_F(PackCommands, pack_cut_at_any_section_is_refused_with_a_message) {
  const std::string good = folder_.read("bend.skelter");
  const Json info = run({"info", "bend.skelter", "--json"}).json();
  std::size_t end = 64 + 32 * info["sections"].size();
  for (const Json& section : info["sections"]) {
    end = (end + 63) / 64 * 64 + section["bytes"].get<std::size_t>() / 2;
    folder_.write("cut.skelter", good.substr(0, end));
    const Ran ran = run({"info", "cut.skelter"});
    EXPECT_EQ(ran.code, 1) << section["kind"];
    EXPECT_EQ(ran.err, "cut.skelter: the pack is cut off: it is shorter than its header says\n");
    end += section["bytes"].get<std::size_t>() - section["bytes"].get<std::size_t>() / 2;
  }
}

TEST_F(PackCommands, memory_is_limited) {
  const Ran zeros = run({"info", "/dev/zero", "--max-memory", "1000000"});
  EXPECT_EQ(zeros.code, 1);
  EXPECT_EQ(zeros.err, "/dev/zero: file is larger than the limit of 1000000 bytes\n");
  const Ran small = run({"info", "bend.skelter", "--max-memory", "1000"});
  EXPECT_EQ(small.code, 1);
  EXPECT_EQ(small.err, "bend.skelter: file is larger than the limit of 1000 bytes\n");
}

}  // namespace
}  // namespace skelter::test
