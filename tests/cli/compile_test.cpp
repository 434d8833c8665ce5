// skelter compile, and skelter info for its packs.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "cli/command_runner.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

using cli::Json;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(CompileCommand, pack_is_made_and_reported) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Ran ran = folder.run({"compile", "bend.x", "bend.skelter"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_THAT(ran.out, HasSubstr("bend.skelter: "));
  EXPECT_THAT(ran.out, HasSubstr("4 joints, 2 clips"));
  for (const char* word : {"raw", "stored", "hot", "ratio", "largest mm", "mean mm", "bend", "#1", "all"})
    EXPECT_THAT(ran.out, HasSubstr(word));
  EXPECT_THAT(ran.out, HasSubstr("Millimetres assume that the extent, 3, is 1.8 m."));
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"bend.skelter", "bend.x"}));
}

TEST(CompileCommand, json_has_the_promised_names) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Json json = folder.run({"compile", "bend.x", "bend.skelter", "--json"}).json();
  EXPECT_EQ(json["file"], "bend.x");
  EXPECT_EQ(json["out"], "bend.skelter");
  EXPECT_EQ(json["bytes"], folder.read("bend.skelter").size());
  EXPECT_EQ(json["joints"], 4);  // Lower, Upper, the frame of the mesh, and the root above them
  EXPECT_EQ(json["extent"], 3);
  EXPECT_EQ(json["origin"], Json::parse("[0, 0, 0]"));
  EXPECT_TRUE(json["metres_per_unit"].is_null());
  EXPECT_EQ(json["millimetres_assumed"], true);
  ASSERT_EQ(json["clips"].size(), 2u);
  const Json& clip = json["clips"][0];
  EXPECT_EQ(clip["name"], "bend");
  EXPECT_TRUE(json["clips"][1]["name"].is_null());
  for (const char* name :
       {"raw_bytes", "stored_bytes", "hot_bytes", "ratio", "sample_rate_hz", "frames", "animated_parts",
        "wide_parts", "keyed_tracks", "largest_error_joint", "finer_parts", "rate_multiple", "wide_bytes",
        "keyed_bytes", "bound_bytes", "largest_error_time_s", "mean_error", "mean_error_mm"})
    EXPECT_TRUE(clip.contains(name)) << name;
  const double bound = clip["error_bound"].get<double>(), largest = clip["largest_error"].get<double>();
  EXPECT_NEAR(bound, 3.0 / 18000, 1e-9);
  EXPECT_LE(largest, bound);
  EXPECT_NEAR(clip["largest_error_mm"].get<double>(), largest * 600, 1e-9);  // 1.8 m correspond to 3 units
  EXPECT_EQ(json["totals"]["raw_bytes"],
            clip["raw_bytes"].get<int>() + json["clips"][1]["raw_bytes"].get<int>());
  for (const char* name : {"packed_bytes", "hot_bytes", "ratio", "largest_error", "largest_error_mm"})
    EXPECT_TRUE(json["totals"].contains(name)) << name;
  EXPECT_EQ(json["meshes"][0]["name"], "Strip");
  EXPECT_EQ(json["meshes"][0]["reduced_vertices"], 0);
  EXPECT_EQ(json["sections"][0]["kind"], "skeleton");
  EXPECT_TRUE(json["diagnostics"].is_array());
}

TEST(CompileCommand, unit_makes_millimetres_real) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Ran ran =
      folder.run({"compile", "bend.x", "bend.skelter", "--json", "--metres-per-unit", "0.01", "--hot"});
  const Json json = ran.json();
  EXPECT_EQ(json["millimetres_assumed"], false);
  EXPECT_EQ(json["metres_per_unit"], 0.01);
  const Json& clip = json["clips"][0];
  EXPECT_NEAR(clip["largest_error_mm"].get<double>(), clip["largest_error"].get<double>() * 10, 1e-9);
  EXPECT_TRUE(clip["stored_bytes"].is_null());
  EXPECT_EQ(folder.run({"info", "bend.skelter", "--json"}).json()["metres_per_unit"], 0.01);
}

// Upper ends 0.05 to the side of its start, in a strip that is 3 high.
TEST(CompileCommand, clip_that_nearly_closes_is_reported) {
  const CommandFolder folder;
  folder.write("idle.x", std::string(kBendFile) + R"(AnimationSet idle {
    Animation { { Upper } AnimationKey { 2; 2; 0;3;0,2,0;;, 100;3;0.05,2,0;;; } } })");
  const std::vector<std::string> command{"compile",           "idle.x", "idle.skelter", "--force",
                                         "--metres-per-unit", "0.1"};
  EXPECT_THAT(folder.run(command).out,
              HasSubstr("  clip idle: ends 5 mm from where it begins; plays once unless \"loop\" is set\n"));
  std::vector<std::string> for_programs = command;
  for_programs.emplace_back("--json");
  const Json idle = folder.run(for_programs).json()["clips"][2];
  EXPECT_EQ(idle["loop"], false);
  EXPECT_NEAR(idle["seam"].get<double>(), 0.05, 1e-6);
  EXPECT_NEAR(idle["seam_mm"].get<double>(), 5, 1e-4);
  folder.write("loop.json", R"({"clips": {"idle": {"loop": true}}})");
  for_programs.insert(for_programs.end(), {"--config", "loop.json"});
  EXPECT_EQ(folder.run(for_programs).json()["clips"][2]["loop"], true);
  std::vector<std::string> with_config = command;
  with_config.insert(with_config.end(), {"--config", "loop.json"});
  EXPECT_THAT(folder.run(with_config).out, Not(HasSubstr("ends 5 mm")));
}

TEST(CompileCommand, error_bound_is_kept) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Json json =
      folder.run({"compile", "bend.x", "bend.skelter", "--json", "--error-bound", "0.05"}).json();
  for (const Json& clip : json["clips"]) {
    EXPECT_EQ(clip["error_bound"], 0.05);
    EXPECT_LE(clip["largest_error"].get<double>(), 0.05);
  }
}

TEST(CompileCommand, efforts_give_packs_of_different_sizes) {
  const CommandFolder folder;
  const std::string file = "run.x";
  ASSERT_EQ(folder.run({"convert", asset("mannequin.x"), file, "--clips", "run"}).code, 0);
  std::vector<std::size_t> sizes;
  for (const char* effort : {"best", "normal", "quick"}) {
    const Json json =
        folder.run({"compile", file, "m.skelter", "--effort", effort, "--force", "--json"}).json();
    sizes.push_back(json["bytes"].get<std::size_t>());
    for (const Json& clip : json["clips"]) {
      EXPECT_LE(clip["largest_error"].get<double>(), clip["error_bound"].get<double>());
      EXPECT_GT(clip["cpu_seconds"].get<double>(), 0);
      EXPECT_EQ(clip["playing_bytes"], clip["hot_bytes"]);
      EXPECT_EQ(clip["stored_bytes"].is_null(), std::string(effort) == "quick");
    }
  }
  EXPECT_LT(sizes[0], sizes[1]);
  EXPECT_LT(sizes[1], sizes[2]);
}

// The check runs before any work and does not depend on the file.
TEST(CompileCommand, a_missing_folder_is_reported_before_the_file_is_read) {
  const CommandFolder folder;
  for (const char* out : {"gone/bend.skelter", "gone/bend.glb"}) {
    const std::string command = std::string(out).ends_with(".glb") ? "convert" : "compile";
    const Ran ran = folder.run({command, "not_there.x", out});
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.err, std::string(out) + ": cannot be written: there is no folder \"gone\"\n");
  }
}

TEST(CompileCommand, bytes_are_the_same_for_any_number_of_jobs) {
  const CommandFolder folder;
  const std::string mannequin = asset("mannequin.x");
  ASSERT_EQ(folder.run({"compile", mannequin, "a.skelter", "--jobs", "1"}).code, 0);
  ASSERT_EQ(folder.run({"compile", mannequin, "b.skelter", "--jobs", "3"}).code, 0);
  EXPECT_TRUE(folder.read("a.skelter") == folder.read("b.skelter"));
}

TEST(CompileCommand, more_jobs_than_processors_are_not_reported) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Ran ran = folder.run({"compile", "bend.x", "bend.skelter", "--jobs", "1024"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "");
}

TEST(CompileCommand, values_of_an_option_appear_once_in_its_help) {
  const CommandFolder folder;
  const std::string help = folder.run({"compile", "--help"}).out;
  EXPECT_THAT(help, HasSubstr("--effort quick|normal|best "));
  EXPECT_THAT(help, Not(HasSubstr("{quick")));
}

TEST(CompileCommand, a_bound_that_floats_cannot_keep_is_a_warning_or_with_strict_bound_an_error) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Ran ran = folder.run({"compile", "bend.x", "bend.skelter", "--error-bound", "1e-12"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.err, HasSubstr("bend.x: warning: Clip bend: error "));
  EXPECT_THAT(ran.err, HasSubstr(" s is the smallest that was found; expected at most 1e-12\n"));
  const Json json = folder.run({"compile", "bend.x", "b.skelter", "--error-bound", "1e-12", "--json"}).json();
  EXPECT_EQ(json["diagnostics"][0]["code"], "build.error-bound");
  const Ran refused =
      folder.run({"compile", "bend.x", "no.skelter", "--error-bound", "1e-12", "--strict-bound"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("clip bend: error "));
  EXPECT_THAT(folder.names(), Not(::testing::Contains("no.skelter")));
  const Ran judged =
      folder.run({"compile", "bend.x", "no.skelter", "--error-bound", "1e-12", "--warnings-as-errors"});
  EXPECT_EQ(judged.code, 1);
  EXPECT_THAT(folder.names(), Not(::testing::Contains("no.skelter")));
}

TEST(CompileCommand, the_cost_of_keeping_the_bound_is_reported) {
  const CommandFolder folder;
  // Half a turn between two keys, which linear interpolation misses by far.
  folder.write("turn.x", std::string(kBendFile) + R"(AnimationSet turn {
    Animation { { Upper } AnimationKey { 0; 3; 0;4;1,0,0,0;;, 50;4;0.05,0,0,0.99875;;, 100;4;1,0,0,0;;; } } })");
  const Ran ran = folder.run({"compile", "turn.x", "t.skelter"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("  clip turn: to meet its error bound, it has "));
  EXPECT_THAT(ran.out, Not(HasSubstr("1 tracks")));
  EXPECT_LT(ran.out.find("Sizes in bytes"), ran.out.find("  clip turn: "));  // The message follows the table.
  const Json clip = folder.run({"compile", "turn.x", "u.skelter", "--json"}).json()["clips"][2];
  const bool keyed = clip["keyed_tracks"].get<int>() > 0;
  EXPECT_TRUE(keyed || clip["rate_multiple"].get<int>() > 1);
  EXPECT_EQ(clip["keyed_bytes"].get<int>() > 0, keyed);
  EXPECT_EQ(clip["wide_bytes"].get<int>() > 0, clip["wide_parts"].get<int>() > 0);
}

// Six clips of half a turn each, and a quarter turn, for two bones.
TEST(CompileCommand, the_cost_of_keeping_the_bound_is_one_line_for_many_clips) {
  const CommandFolder folder;
  std::string file = kBendFile;
  for (int i = 0; i < 6; ++i)
    file += fmt::format(R"(AnimationSet turn{} {{
    Animation {{ {{ Upper }} AnimationKey {{ 0; 3; 0;4;1,0,0,0;;, 50;4;0.05,0,0,0.99875;;, 100;4;1,0,0,0;;; }} }} }})",
                        i);
  file += "\n";
  folder.write("turn.x", file);
  const Ran ran = folder.run({"compile", "turn.x", "t.skelter"});
  EXPECT_THAT(ran.out, HasSubstr("\n  To meet their error bound, 7 of 8 clips have a higher rate, "));
  EXPECT_THAT(ran.out, HasSubstr("; --all lists them\n"));
  EXPECT_THAT(ran.out, Not(HasSubstr("clip turn3: ")));
  const Ran all = folder.run({"compile", "turn.x", "u.skelter", "--all"});
  EXPECT_THAT(all.out, HasSubstr("  clip turn3: to meet its error bound, it has "));
  EXPECT_THAT(all.out, Not(HasSubstr("--all lists them")));
}

// Keys that zigzag at 100 Hz, sampled at 10 Hz.
TEST(CompileCommand, a_rate_below_that_of_the_keys_is_reported_with_its_cost) {
  const CommandFolder folder;
  std::string file =
      std::string(kBendFile) + "AnimationSet shake { Animation { { Upper } AnimationKey { 2; 101; ";
  for (int i = 0; i <= 100; ++i)
    file += fmt::format("{};3;{},2,0;;{}", i, i % 2 == 0 ? "0" : "0.5", i == 100 ? ";" : ",\n");
  folder.write("shake.x", file + " } } }\n");
  EXPECT_THAT(folder.run({"compile", "shake.x", "a.skelter"}).out, Not(HasSubstr("sample_rate_hz")));
  folder.write("slow.json", R"({"clips": {"shake": {"sample_rate_hz": 10}}})");
  const std::vector<std::string> command = {"compile", "shake.x",  "b.skelter",
                                            "--force", "--config", "slow.json"};
  EXPECT_THAT(
      folder.run(command).out,
      HasSubstr(
          "  sample_rate_hz is below the rate of the keys of 1 clip (shake: 10 and 100 Hz), which needed "));
  std::vector<std::string> for_programs = command;
  for_programs.emplace_back("--json");
  const Json shake = folder.run(for_programs).json()["clips"][2];
  EXPECT_EQ(shake["sample_rate_set"], true);
  EXPECT_NEAR(shake["key_rate_hz"].get<double>(), 100, 1e-6);
}

// The farthest vertices are 1 to the side of, 1 above and 0.5 in front of Upper, so their distance is 1.5.
TEST(CompileCommand, vertices_far_beyond_the_shell_are_reported) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write("near.json", R"({"skeleton": {"shell_distance": 0.01}})");
  folder.write("far.json", R"({"skeleton": {"shell_distance": 3}})");
  const auto run = [&](const char* config, const char* option) {
    return folder.run({"compile", "bend.x", "b.skelter", "--force", "--config", config, "--metres-per-unit",
                       "0.1", option});
  };
  EXPECT_THAT(run("near.json", "--all").out, HasSubstr("  vertices are up to 150 mm from joint \"Upper\", "
                                                       "but the error bound holds within 1 mm of joints"));
  EXPECT_THAT(run("far.json", "--all").out, Not(HasSubstr("the error bound holds within")));
  const Json json = run("near.json", "--json").json();
  EXPECT_EQ(json["clips"][0]["shell_distance"], 0.01);
  EXPECT_EQ(json["largest_reach_joint"], "Upper");
  EXPECT_NEAR(json["largest_reach"].get<double>(), 1.5, 1e-6);
}

TEST(CompileCommand, a_distant_model_stores_its_position_separately) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  const std::string file = corpus_file("hostile/far_away.glb");
  const Ran ran = folder.run({"compile", file, "far.skelter"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_THAT(ran.out, HasSubstr("  far from the origin: everything is relative to 100000, 0, 0\n"));
  EXPECT_THAT(folder.run({"info", "far.skelter"}).out,
              HasSubstr("  origin: 100000, 0, 0, which the skeleton and the clips are relative to\n"));
  EXPECT_EQ(folder.run({"info", "far.skelter", "--json"}).json()["origin"], Json::parse("[100000, 0, 0]"));
  EXPECT_EQ(folder.run({"compile", file, "a.skelter", "--strict-bound"}).code, 0);
  // World position in the middle of a clip that travels one metre.
  const auto place = [&](const std::string& of, const char* path) {
    return folder.run({"eval", of, "--clip", "0", "--time", "0.3", "--path", path, "--json"})
        .json()["nodes"][0]["world"][12]
        .get<double>();
  };
  EXPECT_NEAR(place(file, "reference"), 100'000.3, 1e-9);
  EXPECT_NEAR(place(file, "runtime"), 100'000.3, 1.2e-4);
  EXPECT_NEAR(place("far.skelter", "runtime"), 100'000.3, 1.2e-4);
}

TEST(CompileCommand, configuration_reaches_the_pack) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write("bend.json", R"({
    "skeleton": {"masks": [{"name": "top", "entries": [{"joint": "Upper"}]}],
                 "lods": [{"dropped_subtrees": ["Upper"]}]},
    // Names and times.
    "clips": {"bend": {"events": [{"name": "half", "time_s": 0.5}], "loop": true}}})");
  const Ran ran = folder.run({"compile", "bend.x", "bend.skelter", "--config", "bend.json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json info = folder.run({"info", "bend.skelter", "--json"}).json();
  EXPECT_EQ(info["masks"], Json::parse(R"(["top"])"));
  EXPECT_EQ(info["lod_joint_counts"], Json::parse("[4, 3]"));
  EXPECT_EQ(info["clips"][0]["events"], Json::parse(R"([{"name": "half", "time_s": 0.5}])"));
  EXPECT_EQ(info["clips"][0]["loop"], true);
}

TEST(CompileCommand, mistake_in_the_configuration_is_reported_with_its_location) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write("bend.json", R"({"clips": {"bend": {"events": [{"name": "late", "time_s": 3}]}}})");
  const Ran ran = folder.run({"compile", "bend.x", "bend.skelter", "--config", "bend.json"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.err, "bend.json: /clips/bend/events/0/time_s: 3 is after the clip's end; expected 0 to 1\n");
  const Ran missing = folder.run({"compile", "bend.x", "bend.skelter", "--config", "no.json"});
  EXPECT_EQ(missing.code, 1);
  EXPECT_EQ(missing.err, "no.json: no such file\n");
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"bend.json", "bend.x"}));
}

TEST(CompileCommand, existing_file_is_replaced_only_with_force) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write("bend.skelter", "precious");
  const Ran refused = folder.run({"compile", "bend.x", "bend.skelter", "--depfile", "bend.d"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(refused.err,
            "bend.skelter: already exists; choose a different name, or use --force to replace it\n");
  EXPECT_EQ(folder.read("bend.skelter"), "precious");
  EXPECT_EQ(folder.run({"compile", "bend.x", "bend.skelter", "--force"}).code, 0);
  EXPECT_THAT(folder.read("bend.skelter"), ::testing::StartsWith("SKELTER"));
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"bend.skelter", "bend.x"}));
}

TEST(CompileCommand, failure_leaves_no_file) {
  const CommandFolder folder;
  folder.write("bad.x", "xof 0303txt 0032\nFrame A { Mesh { 1; 0;0;0;; 1; 3;0,0,7;; } }\n");
  EXPECT_EQ(folder.run({"compile", "bad.x", "bad.skelter", "--depfile", "bad.d"}).code, 1);
  folder.write("bend.x", kBendFile);
  const Ran nowhere = folder.run({"compile", "bend.x", "no/folder/out.skelter"});
  EXPECT_EQ(nowhere.code, 1);
  EXPECT_THAT(nowhere.err, HasSubstr("no/folder/out.skelter: cannot be written"));
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"bad.x", "bend.x"}));
}

// As with OUT, no work is done, so that a missing input file is not noticed.
TEST(CompileCommand, a_report_or_depfile_that_cannot_be_written_is_reported_before_the_file_is_read) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.shell("mkdir folder");
  for (const char* command : {"compile", "convert"})
    for (const char* option : {"--report", "--depfile"})
      for (const auto& [file, why] :
           {std::pair{"no/folder/it", "there is no folder \"no\""}, {"folder", "Is a directory"}})
        for (const char* in : {"bend.x", "not_there.x"}) {
          const std::string out = std::string(command) == "compile" ? "bend.skelter" : "bend.glb";
          const Ran ran = folder.run({command, in, out, option, file});
          EXPECT_EQ(ran.code, 1);
          EXPECT_EQ(ran.err, std::string(file) + ": cannot be written: " + why + "\n");
          EXPECT_FALSE(folder.has(out)) << command << ' ' << option << ' ' << file;
        }
}

// The only warning is about the texture, which does not exist.
TEST(CompileCommand, missing_texture_is_a_warning_that_may_be_an_error) {
  const CommandFolder folder;
  std::string text = kBendFile;
  text.replace(text.find("0;0;0;; }"), 9, "0;0;0;; TextureFilename { \"cloth.png\"; } }");
  folder.write("bend.x", text);
  const Ran strict = folder.run({"compile", "bend.x", "bend.skelter", "--warnings-as-errors"});
  EXPECT_EQ(strict.code, 1);
  EXPECT_FALSE(folder.has("bend.skelter"));
  const Ran ran = folder.run({"compile", "bend.x", "bend.skelter"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err,
            "bend.x: warning: Texture cloth.png: no such file next to the model; the image is not stored in "
            "the pack\n");

  // The pack contains the original bytes of the image. Files that are not images are not used.
  folder.write("CLOTH.PNG", "no picture");
  EXPECT_THAT(folder.run({"compile", "bend.x", "bend.skelter", "--force"}).err,
              HasSubstr("unknown image format"));
  folder.shell("cp '" + asset("mannequin.png") + "' CLOTH.PNG");
  EXPECT_EQ(folder.run({"compile", "bend.x", "bend.skelter", "--force", "--depfile", "bend.d"}).err, "");
  EXPECT_NE(folder.read("bend.skelter").find(folder.read("CLOTH.PNG")), std::string::npos);
  EXPECT_THAT(folder.read("bend.d"), HasSubstr("CLOTH.PNG"));
}

// Two unnamed images, one of which is used twice, and two images with the same name.
TEST(CompileCommand, embedded_images_go_into_the_pack_once_each) {
  const CommandFolder folder;
  folder.write("a.gltf", R"({"asset": {"version": "2.0"}, "nodes": [{"name": "root"}],
    "scenes": [{"nodes": [0]}], "scene": 0,
    "buffers": [{"byteLength": 5, "uri": "data:;base64,Zml2ZSE="}],
    "bufferViews": [{"buffer": 0, "byteLength": 5}],
    "images": [{"uri": "data:image/png;base64,cGljdHVyZSBvbmU="}, {"bufferView": 0, "mimeType": "image/png"},
               {"name": "skin", "uri": "data:image/png;base64,dGhpcmQ="},
               {"name": "skin", "uri": "data:image/png;base64,Zm91cnRo"}],
    "textures": [{"source": 0}, {"source": 1}, {"source": 2}, {"source": 3}, {"source": 0}],
    "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}},
                  {"pbrMetallicRoughness": {"baseColorTexture": {"index": 1}}},
                  {"pbrMetallicRoughness": {"baseColorTexture": {"index": 2}}},
                  {"pbrMetallicRoughness": {"baseColorTexture": {"index": 3}}},
                  {"pbrMetallicRoughness": {"baseColorTexture": {"index": 4}}}]})");
  const Ran ran = folder.run({"compile", "a.gltf", "a.skelter", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const Json report = ran.json();
  std::vector<std::string> names;
  for (const Json& section : report["sections"])
    if (section["kind"] == "images") names.push_back(section["name"].dump() + ": " + section["bytes"].dump());
  EXPECT_THAT(names, ::testing::ElementsAre("null: 11", "null: 5", "\"skin\": 5", "\"skin\": 6"));
  const std::string pack = folder.read("a.skelter");
  for (const char* picture : {"picture one", "five!", "third", "fourth"})
    EXPECT_NE(pack.find(picture), std::string::npos) << picture;
}

TEST(CompileCommand, the_image_of_a_glb_is_in_its_pack_byte_for_byte) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  const std::string glb = corpus_file("gltf/KayKit_Knight.glb");
  const Ran ran = folder.run({"compile", glb, "k.skelter", "--hot", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  // The container of the glTF specification: a header of 12 bytes, then JSON and data, each preceded by its
  // length and type.
  const std::string file = folder.shell("cat '" + glb + "'").out;
  std::uint32_t json_bytes = 0;
  std::memcpy(&json_bytes, file.data() + 12, 4);
  const Json json = Json::parse(file.substr(20, json_bytes));
  const Json& view = json["bufferViews"][json["images"][0]["bufferView"].get<std::size_t>()];
  const std::size_t offset = view.contains("byteOffset") ? view["byteOffset"].get<std::size_t>() : 0;
  const std::string picture = file.substr(28 + json_bytes + offset, view["byteLength"].get<std::size_t>());
  ASSERT_EQ(picture.substr(1, 3), "PNG");
  const std::string pack = folder.read("k.skelter");
  EXPECT_NE(pack.find(picture), std::string::npos);
  EXPECT_EQ(folder.run({"info", "k.skelter", "--json"}).json()["materials"][0]["texture"], "knight_texture");
}

// Source of the expected text: the manual of GNU make, "Rule Syntax". make itself also checks the rule.
TEST(CompileCommand, depfile_is_a_rule_of_make) {
  const CommandFolder folder;
  folder.write("bend it.x", kBendFile);
  folder.write("more#1.x", kBendFile);
  folder.write("cost$.json", "{}");
  const Ran ran = folder.run({"compile", "bend it.x", "out.skelter", "--depfile", "out.d", "--config",
                              "cost$.json", "--with-clips", "more#1.x"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(folder.read("out.d"), "out.skelter: \\\n  bend\\ it.x \\\n  more\\#1.x \\\n  cost$$.json\n");
  folder.write("Makefile", "include out.d\nout.skelter:\n\t@printf %s '$^'\n");
  if (folder.shell("command -v make").code != 0) GTEST_SKIP() << "make is not there to be asked";
  EXPECT_EQ(folder.shell("make -B out.skelter").out, "bend it.x more#1.x cost$.json");
}

TEST(CompileCommand, standard_input_and_output_work) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Ran ran = folder.run({"compile", "-", "-", "--depfile", "d"}, kBendFile);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(folder.read("d"), "-:\n");
  folder.write("out.skelter", ran.out);
  EXPECT_EQ(folder.run({"info", "out.skelter", "--json"}).json()["totals"]["joints"], 2);
}

// Output names without a file extension.
TEST(CompileCommand, devices_and_pipes_can_be_outputs) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  ASSERT_EQ(folder.run({"compile", "bend.x", "bend.skelter"}).code, 0);
  const Ran ran = folder.run({"compile", "bend.x", "/dev/stdout"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(ran.out == folder.read("bend.skelter"));
  EXPECT_EQ(folder.run({"compile", "bend.x", "/dev/stdout", "--json"}).code, 2);  // two outputs in one stream
  const Ran nothing = folder.run({"compile", "bend.x", "/dev/null"});
  EXPECT_EQ(nothing.code, 0) << nothing.err;
  EXPECT_THAT(nothing.out, HasSubstr("/dev/null: "));
}

TEST(CompileCommand, unknown_mask_joint_of_the_skeleton_is_refused) {
  const CommandFolder folder;
  folder.write("bend.x", std::string(kBendFile) + "Frame Bystander { }\n");
  folder.write("bend.json",
               R"({"skeleton": {"masks": [{"name": "m", "entries": [{"joint": "Bystander"}]}]}})");
  const Ran ran = folder.run({"compile", "bend.x", "bend.skelter", "--config", "bend.json"});
  EXPECT_EQ(ran.code, 2);  // the joint does not exist; docs/cli.md documents the exit code
  EXPECT_THAT(ran.err, HasSubstr("joint \"Bystander\" does not exist"));
}

TEST(CompileCommand, mannequin_compiles_with_its_configuration) {
  const CommandFolder folder;
  const Ran made = folder.run(
      {"compile", asset("mannequin.x"), "m.skelter", "--config", asset("mannequin.json"), "--hot"});
  ASSERT_EQ(made.code, 0) << made.err;
  const Json info = folder.run({"info", "m.skelter", "--json"}).json();
  EXPECT_EQ(info["masks"], Json::parse(R"(["upper_body", "left_arm", "right_arm", "head", "legs"])"));
  EXPECT_EQ(info["lod_joint_counts"].size(), 3u);
  for (const char* name : {"walk", "run"})
    for (const Json& clip : info["clips"])
      if (clip["name"] == name) {
        ASSERT_EQ(clip["events"].size(), 2u);
        // The left and right steps are half a cycle apart.
        EXPECT_NEAR(clip["events"][1]["time_s"].get<double>() - clip["events"][0]["time_s"].get<double>(),
                    clip["duration_s"].get<double>() / 2, 1e-6);
      }
  EXPECT_EQ(info["clips"][0]["root_motion"], true);
}

// Compiles the configuration printed in docs/compile.md, with the files that it names.
TEST(CompileCommand, configuration_that_the_page_prints_compiles) {
  const CommandFolder folder;
  const std::string page = folder.shell("cat '" SKELTER_SOURCE_DIR "/docs/compile.md'").out;
  const std::size_t begin = page.find("```jsonc\n") + 9, end = page.find("```", begin);
  ASSERT_NE(end, std::string::npos);
  folder.write("printed.json", page.substr(begin, end - begin));
  folder.shell("cp '" + asset("mannequin.graph.json") + "' .");
  const Ran ran = folder.run(
      {"compile", asset("mannequin.x"), "m.skelter", "--config", "printed.json", "--effort", "quick"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "");
}

// --- info ------------------------------------------------------------------------------------------------

TEST(PackInfo, json_has_the_fields_of_every_format) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  ASSERT_EQ(folder.run({"compile", "bend.x", "bend.skelter"}).code, 0);
  const Json source = folder.run({"info", "bend.x", "--json"}).json();
  const Json pack = folder.run({"info", "bend.skelter", "--json"}).json();
  for (const auto& field : source.items()) EXPECT_TRUE(pack.contains(field.key())) << field.key();
  for (const auto& field : source["totals"].items())
    EXPECT_TRUE(pack["totals"].contains(field.key())) << field.key();
  for (const char* list : {"nodes", "meshes", "skins", "materials", "clips"})
    for (const auto& field : source[list][0].items())
      EXPECT_TRUE(pack[list][0].contains(field.key())) << list << " " << field.key();
  EXPECT_EQ(pack["format"], "pack");
  EXPECT_EQ(pack["totals"]["triangles"], source["totals"]["triangles"]);
  EXPECT_EQ(pack["totals"]["clips"], 2);
  EXPECT_EQ(pack["materials"][0]["name"], "Clay");
  EXPECT_EQ(pack["clips"][0]["name"], "bend");
  EXPECT_TRUE(pack["clips"][1]["name"].is_null());
  EXPECT_EQ(pack["clips"][0]["duration_s"], 1);
  EXPECT_EQ(pack["skins"][0]["joints"], Json::parse(R"(["Lower", "Upper"])"));
  EXPECT_EQ(pack["meshes"][0]["max_influences"], 1);
}

TEST(PackInfo, text_lists_clips_meshes_and_sections) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write("bend.json",
               R"({"skeleton": {"masks": [{"name": "top"}], "lods": [{"dropped_subtrees": ["Upper"]}]},
                                "clips": {"bend": {"events": [{"name": "a", "time_s": 0}]}}})");
  ASSERT_EQ(folder.run({"compile", "bend.x", "bend.skelter", "--config", "bend.json"}).code, 0);
  const Ran ran = folder.run({"info", "bend.skelter"});
  EXPECT_EQ(ran.code, 0);
  for (const char* text : {"pack, version 6", " of bend.x", "by level: 4, 3", "masks: top", "bend", "#1",
                           "events: 1", "Strip", "skeleton", "materials"})
    EXPECT_THAT(ran.out, HasSubstr(text));
}

TEST(PackInfo, bad_pack_is_reported) {
  const CommandFolder folder;
  folder.write("not.skelter", "This is a pack.\n");
  const Ran ran = folder.run({"info", "not.skelter"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.err, "not.skelter: not a pack: it does not start with SKELTER\n");
  EXPECT_EQ(folder.run({"info", "no.skelter"}).err, "no.skelter: no such file\n");

  folder.write("bend.x", kBendFile);
  ASSERT_EQ(folder.run({"compile", "bend.x", "bend.skelter"}).code, 0);
  const std::string bytes = folder.read("bend.skelter");
  folder.write("cut.skelter", bytes.substr(0, bytes.size() - 10));
  EXPECT_EQ(folder.run({"info", "cut.skelter"}).err,
            "cut.skelter: the pack is cut off: it is shorter than its header says\n");
}

}  // namespace
}  // namespace skelter::test
