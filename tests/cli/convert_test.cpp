// skelter convert: round trips, edits, and existing files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_runner.h"
#include "skelter/formats/x/read.h"
#include "skelter/image/encode.h"
#include "skelter/scene/scene.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

using cli::Json;
using ::testing::HasSubstr;

TEST(Convert, every_encoding_keeps_the_scene) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const auto original = read_x_file(folder.path("bend.x"));
  ASSERT_TRUE(original.ok()) << to_string(original.error());
  for (const char* encoding : {"text", "binary", "text-compressed", "binary-compressed"}) {
    const std::string name = std::string(encoding) + ".x";
    const Ran ran = folder.run({"convert", "bend.x", name, "--encoding", encoding});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, "");
    const auto copy = read_x_file(folder.path(name));
    ASSERT_TRUE(copy.ok()) << to_string(copy.error());
    EXPECT_EQ(copy->encoding, encoding);
    EXPECT_TRUE(same_content(*copy, *original)) << encoding;
    // Without --encoding, a file keeps its encoding.
    ASSERT_EQ(folder.run({"convert", name, "again.x", "--force"}).code, 0);
    EXPECT_EQ(folder.run({"info", "again.x", "--json"}).json()["encoding"], encoding);
  }
}

TEST(Convert, corpus_character_survives_the_round_trip) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  const std::string in = corpus_file("x/assimp/Testwuson.X");
  ASSERT_EQ(folder.run({"convert", in, "copy.x", "--encoding", "binary-compressed", "--quiet"}).code, 0);
  Json before = folder.run({"info", in, "--json"}).json();
  Json after = folder.run({"info", "copy.x", "--json"}).json();
  for (const char* field : {"totals", "bounds", "nodes", "meshes", "skins", "materials", "clips"})
    EXPECT_EQ(after[field], before[field]) << field;
}

TEST(Convert, existing_file_is_replaced_only_with_force) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write("out.x", "precious");
  const Ran refused = folder.run({"convert", "bend.x", "out.x"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(refused.err, "out.x: already exists; choose a different name, or use --force to replace it\n");
  EXPECT_EQ(folder.read("out.x"), "precious");
  EXPECT_EQ(folder.run({"convert", "bend.x", "out.x", "--force"}).code, 0);
  EXPECT_THAT(folder.read("out.x"), ::testing::StartsWith("xof 030"));
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"bend.x", "out.x"}));
}

TEST(Convert, failure_leaves_no_file_and_keeps_the_old_one) {
  const CommandFolder folder;
  folder.write("bad.x", "xof 0303txt 0032\nFrame A { Mesh { 1; 0;0;0;; 1; 3;0,0,7;; } }\n");
  folder.write("old.x", "precious");
  EXPECT_EQ(folder.run({"convert", "bad.x", "new.x"}).code, 1);
  EXPECT_EQ(folder.run({"convert", "bad.x", "old.x", "--force"}).code, 1);
  folder.write("bend.x", kBendFile);
  const Ran nowhere = folder.run({"convert", "bend.x", "no/folder/out.x"});
  EXPECT_EQ(nowhere.code, 1);
  EXPECT_THAT(nowhere.err, HasSubstr("no/folder/out.x: cannot be written"));
  EXPECT_EQ(folder.read("old.x"), "precious");
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"bad.x", "bend.x", "old.x"}));
}

// Files are compared by device and inode, because links have different names.
TEST(Convert, no_file_is_both_read_and_written) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write("settings.json", "{}");
  folder.shell("ln -s bend.x link.x; ln bend.x hard.x; ln -s /dev/null null");
  const auto same = [](const std::string& file, const std::string& roles) {
    return file + ": " + roles + " are the same file\n";
  };
  const std::vector<std::pair<std::vector<std::string>, std::string>> runs = {
      {{"convert", "bend.x", "bend.x", "--force", "--clips", "bend"}, same("bend.x", "IN and OUT")},
      {{"convert", "bend.x", "link.x", "--force"}, same("link.x", "IN and OUT")},
      {{"convert", "bend.x", "hard.x", "--force"}, same("hard.x", "IN and OUT")},
      {{"convert", "bend.x", "o.glb", "--depfile", "bend.x"}, same("bend.x", "IN and --depfile")},
      {{"convert", "bend.x", "o.glb", "--report", "./bend.x"}, same("./bend.x", "IN and --report")},
      {{"convert", "bend.x", "o.glb", "--report", "o.glb"}, same("o.glb", "OUT and --report")},
      {{"convert", "bend.x", "o.glb", "--depfile", "d", "--report", "d"},
       same("d", "--depfile and --report")},
      {{"convert", "bend.x", "o.glb", "--with-clips", "link.x", "--report", "hard.x"},
       same("hard.x", "IN and --report")},
      {{"convert", "bend.x", "settings.json.x", "--merge", "settings.json", "--report", "settings.json"},
       same("settings.json", "--report and --merge")},
      {{"compile", "bend.x", "o.skelter", "--report", "bend.x"}, same("bend.x", "IN and --report")},
      {{"compile", "bend.x", "o.skelter", "--config", "settings.json", "--depfile", "settings.json"},
       same("settings.json", "--config and --depfile")},
      {{"compile", "bend.x", "o.skelter", "--depfile", "o.skelter"}, same("o.skelter", "OUT and --depfile")},
      {{"render", "bend.x", "--out", "bend.x"}, same("bend.x", "FILE and --out")},
      {{"view", "bend.x", "--script", "settings.json", "--state", "settings.json"},
       same("settings.json", "--state and --script")},
      {{"demo", "character", "bend.x", "--out", "bend.x"}, same("bend.x", "FILE and --out")},
  };
  const std::vector<std::string> before = folder.names();
  for (const auto& [arguments, expected] : runs) {
    const Ran ran = folder.run(arguments);
    EXPECT_EQ(ran.code, 2) << arguments[0] << " " << expected;
    EXPECT_EQ(ran.err, expected);
    EXPECT_EQ(folder.names(), before) << expected;
    EXPECT_EQ(folder.read("bend.x"), kBendFile) << expected;
    EXPECT_EQ(folder.read("settings.json"), "{}") << expected;
  }
  EXPECT_EQ(folder.run({"convert", "bend.x", "o.glb", "--report", "null", "--depfile", "null"}).code, 0);
}

// The names of referenced files are known only after reading.
TEST(Convert, no_file_that_the_source_references_is_overwritten) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  ASSERT_EQ(folder.run({"convert", "bend.x", "bend.gltf"}).code, 0);
  const std::string bytes = folder.read("bend.bin");
  ASSERT_FALSE(bytes.empty());
  const std::string roles = "bend.bin: --report and a file that IN uses are the same file\n";
  for (const char* out : {"o.glb", "o.skelter"}) {
    const Ran ran = folder.run(
        {std::string(out) == "o.glb" ? "convert" : "compile", "bend.gltf", out, "--report", "bend.bin"});
    EXPECT_EQ(ran.code, 2) << out;
    EXPECT_EQ(ran.err, roles) << out;
    EXPECT_EQ(folder.read("bend.bin"), bytes) << out;
    EXPECT_FALSE(folder.has(out));
  }
  folder.shell("mv bend.gltf other.gltf");
  const Ran beside = folder.run({"convert", "other.gltf", "bend.gltf", "--clips", "bend", "--force"});
  EXPECT_EQ(beside.code, 2);
  EXPECT_EQ(beside.err, "bend.bin: belongs to OUT, but IN uses this file; choose a different name for OUT\n");
  EXPECT_EQ(folder.read("bend.bin"), bytes);
}

TEST(Convert, standard_input_and_output_work) {
  const CommandFolder folder;
  const Ran ran = folder.run({"convert", "-", "-", "--encoding", "binary"}, kBendFile);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, ::testing::StartsWith("xof 0303bin 0032"));
  EXPECT_EQ(folder.run({"info", "-", "--json"}, ran.out).json()["totals"]["joints"], 2);
}

std::vector<std::string> clip_names(const Json& info) {
  std::vector<std::string> names;
  for (const Json& clip : info["clips"])
    names.push_back(clip["name"].is_null() ? "" : clip["name"].get<std::string>());
  return names;
}

TEST(Convert, clips_are_chosen_in_order) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  ASSERT_EQ(folder.run({"convert", "bend.x", "out.x", "--clips", "#1,bend"}).code, 0);
  EXPECT_EQ(clip_names(folder.run({"info", "out.x", "--json"}).json()),
            (std::vector<std::string>{"", "bend"}));
  ASSERT_EQ(folder.run({"convert", "bend.x", "out.x", "--clips", "bend", "--force"}).code, 0);
  EXPECT_EQ(clip_names(folder.run({"info", "out.x", "--json"}).json()), (std::vector<std::string>{"bend"}));
}

// One clip that turns Lower, L, R and Tip is cut at L and R. Tip is below L.
TEST(Convert, clip_is_split_by_subtrees) {
  const CommandFolder folder;
  std::string set;
  for (const char* bone : {"Lower", "L", "R", "Tip"})
    set += std::string("Animation { { ") + bone + " } AnimationKey { 2; 1; 4800;3;0,1,0;;; } }\n";
  folder.write(
      "tree.x",
      "xof 0303txt 0032\nFrame Lower { Frame L { Frame Tip { } } Frame R { } }\nAnimationSet all {\n" + set +
          "}\n");
  const auto targets = [&] {
    std::vector<std::string> list;
    const Json info = folder.run({"info", "out.x", "--json"}).json();
    for (const Json& clip : info["clips"]) {
      std::string text = clip["name"].get<std::string>() + ":";
      for (const Json& target : clip["targets"]) text += " " + target.get<std::string>();
      list.push_back(text);
    }
    return list;
  };
  ASSERT_EQ(folder.run({"convert", "tree.x", "out.x", "--split", "left=L,right=R"}).code, 0);
  EXPECT_EQ(targets(), (std::vector<std::string>{"left: L Tip", "right: R", "rest: Lower"}));
  ASSERT_EQ(folder.run({"convert", "tree.x", "out.x", "--split", "both=L,R", "--force"}).code, 0);
  EXPECT_EQ(targets(), (std::vector<std::string>{"both: L R Tip", "rest: Lower"}));
  const Ran unknown = folder.run({"convert", "tree.x", "out.x", "--split", "left=Q", "--force"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err,
              HasSubstr("tree.x: no node is named \"Q\"; the nodes are \"Lower\", \"L\", \"Tip\", \"R\""));
}

TEST(Convert, clips_of_another_file_are_merged) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.write("more.x",
               "xof 0303txt 0032\nFrame Upper { }\nFrame Tail { }\nAnimationSet nod {\n"
               "Animation { { Upper } AnimationKey { 2; 1; 4800;3;0,1,0;;; } }\n"
               "Animation { { Tail } AnimationKey { 2; 1; 4800;3;0,1,0;;; } } }\n");
  const Ran ran = folder.run({"convert", "bend.x", "out.x", "--merge", "more.x"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("Tail"));  // the file has no such node, which gives a warning
  EXPECT_EQ(clip_names(folder.run({"info", "out.x", "--json"}).json()),
            (std::vector<std::string>{"bend", "", "nod"}));
  // The added clip moves Upper, which rests at (0, 2, 0). The model's own clips do not change.
  const auto upper = [&](const char* file, const char* clip, const char* time) {
    const Ran at = folder.run({"eval", file, "--clip", clip, "--time", time, "--joints", "Upper", "--json"});
    EXPECT_EQ(at.code, 0) << at.err;
    return at.json()["nodes"][0]["world"].get<std::vector<double>>();
  };
  const std::vector<double> nod = upper("out.x", "nod", "0.5");
  EXPECT_EQ(std::vector<double>(nod.begin() + 12, nod.end()), (std::vector<double>{0, 1, 0, 1}));
  EXPECT_EQ(upper("out.x", "bend", "0.5"), upper("bend.x", "bend", "0.5"));
  const Ran strict =
      folder.run({"convert", "bend.x", "strict.x", "--merge", "more.x", "--warnings-as-errors"});
  EXPECT_EQ(strict.code, 1);
  EXPECT_FALSE(folder.has("strict.x"));
}

// A name that contains a quote, which is possible in binary files but not in text.
TEST(Convert, losses_are_warnings_unless_forbidden) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  ASSERT_EQ(folder.run({"convert", "bend.x", "quote.x", "--encoding", "binary"}).code, 0);
  std::string bytes = folder.read("quote.x");
  for (std::size_t at = bytes.find("Lower"); at != std::string::npos; at = bytes.find("Lower"))
    bytes.replace(at, 5, "Lo\"er");
  folder.write("quote.x", bytes);

  const std::vector<std::string> line = {"convert", "quote.x", "out.x", "--encoding", "text"};
  std::vector<std::string> strict = line;
  strict.insert(strict.end(), {"--no-loss", "--quiet"});
  const Ran refused = folder.run(strict);
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("which a text file cannot store"));
  EXPECT_FALSE(folder.has("out.x"));
  const Ran ran = folder.run(line);
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.err, HasSubstr("warning: "));
  EXPECT_TRUE(folder.has("out.x"));
}

TEST(Convert, unit_that_scales_nothing_is_reported) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const Ran ran = folder.run({"convert", "bend.x", "bend.glb", "--metres-per-unit", "0.01"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.err, HasSubstr("bend.x: warning: --metres-per-unit has no effect on the output of convert; "
                                 "--scale 0.01 converts to metres\n"));
  const Ran scaled = folder.run(
      {"convert", "bend.x", "bend.glb", "--metres-per-unit", "0.01", "--scale", "0.01", "--force"});
  EXPECT_EQ(scaled.err.find("--metres-per-unit"), std::string::npos);
}

// One node at a height of 3 units in a file in inches: 0.0762 m.
TEST(Convert, fbx_becomes_glTF_in_metres) {
  const CommandFolder folder;
  folder.write("a.fbx",
               "; FBX 7.4.0 project file\nFBXHeaderExtension: {\n FBXVersion: 7400\n}\nGlobalSettings: {\n"
               " Properties70: {\n  P: \"UnitScaleFactor\", \"double\", \"Number\", \"\", 2.54\n }\n}\n"
               "Objects: {\n Model: 1, \"Model::a\", \"Null\" {\n  Properties70: {\n"
               "   P: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\", 0, 3, 0\n  }\n }\n}\n"
               "Connections: {\n C: \"OO\", 1, 0\n}\n");
  const auto height = [&](std::vector<std::string> options) {
    std::vector<std::string> line = {"convert", "a.fbx", "a.glb", "--force"};
    line.insert(line.end(), options.begin(), options.end());
    const Ran ran = folder.run(line);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("lengths are written in metres"));
    EXPECT_EQ(ran.err.find("has no effect"), std::string::npos) << ran.err;
    return folder.run({"eval", "a.glb", "--json"}).json()["nodes"][0]["world"][13].get<double>();
  };
  EXPECT_NEAR(height({}), 0.0762, 1e-6);
  EXPECT_NEAR(height({"--scale", "2"}), 0.1524, 1e-6) << "of the size in metres";
  EXPECT_NEAR(height({"--metres-per-unit", "0.5"}), 1.5, 1e-6) << "instead of the file's unit";
}

// A file that is only the signature of a PNG. It is copied and reported.
TEST(Convert, damaged_image_is_a_warning) {
  const CommandFolder folder;
  folder.write("a.gltf", R"({"asset":{"version":"2.0"},"textures":[{"source":0}],)"
                         R"("images":[{"name":"skin","uri":"data:image/png;base64,iVBORw0KGgo="}]})");
  const Ran ran = folder.run({"convert", "a.gltf", "a.glb"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.err, HasSubstr("a.gltf: warning: Texture skin: damaged PNG header"));
  EXPECT_THAT(ran.err, HasSubstr("; copied unchanged"));
  EXPECT_TRUE(folder.has("a.glb"));
  folder.write("skin.png", std::string("\x89PNG\r\n\x1a\n"));
  folder.write("b.gltf",
               R"({"asset":{"version":"2.0"},"textures":[{"source":0}],"images":[{"uri":"skin.png"}]})");
  EXPECT_THAT(folder.run({"convert", "b.gltf", "b.glb"}).err,
              HasSubstr("b.gltf: warning: Texture skin.png: damaged PNG header"));
}

// One of our readers produces "image/tga" for images in other formats, which glTF does not allow.
TEST(Convert, images_that_gltf_cannot_store_become_png) {
  const CommandFolder folder;
  folder.write("a.gltf", R"({"asset":{"version":"2.0"},"textures":[{"source":0}],"images":[{"uri":)"
                         R"("data:image/tga;base64,AAACAAAAAAAAAAAAAQABABgAChTI"}]})");
  const Ran ran = folder.run({"convert", "a.gltf", "b.glb"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const std::string written = folder.read("b.glb");
  EXPECT_THAT(written, HasSubstr(R"("mimeType":"image/png")"));
  EXPECT_THAT(written, HasSubstr("PNG\r\n\x1a\n"));
}

// The type of an image referenced by name is known only from its bytes.
TEST(Convert, webp_next_to_a_gltf_file_is_only_referenced_by_its_extension) {
  const CommandFolder folder;
  const auto webp = encode_webp(Image(2, 2));
  ASSERT_TRUE(webp.ok());
  folder.write("skin.webp", {reinterpret_cast<const char*>(webp->data()), webp->size()});
  folder.write("a.gltf",
               R"({"asset":{"version":"2.0"},"extensionsUsed":["EXT_texture_webp"],"images":[)"
               R"({"uri":"skin.webp"}],"textures":[{"extensions":{"EXT_texture_webp":{"source":0}}}]})");
  const Ran ran = folder.run({"convert", "a.gltf", "b.glb"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const std::string written = folder.read("b.glb");
  EXPECT_THAT(written, HasSubstr(R"("mimeType":"image/webp")"));
  EXPECT_THAT(written, HasSubstr(R"("textures":[{"extensions":{"EXT_texture_webp":{"source":0}}}])"));
  EXPECT_THAT(written, HasSubstr(R"("extensionsUsed":["EXT_texture_webp"])"));
}

TEST(Convert, scale_makes_everything_larger) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  ASSERT_EQ(folder.run({"convert", "bend.x", "out.x", "--scale", "10"}).code, 0);
  EXPECT_EQ(folder.run({"info", "out.x", "--json"}).json()["bounds"],
            Json::parse(R"({"min": [-10, 0, -5], "max": [10, 30, 0]})"));
}

TEST(Convert, a_full_device_fails_the_command_and_stays_a_device) {
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  folder.shell("ln -s /dev/full full && ln -s /dev/full full.skelter && ln -s /dev/null null");
  const Ran depfile = folder.run({"convert", "bend.x", "bend.glb", "--depfile", "full"});
  EXPECT_EQ(depfile.code, 1);
  EXPECT_EQ(depfile.err, "full: cannot be written: No space left on device\n");
  const Ran pack = folder.run({"compile", "bend.x", "full.skelter", "--force"});
  EXPECT_EQ(pack.code, 1);
  EXPECT_THAT(pack.err, HasSubstr("full.skelter: cannot be written: No space left on device\n"));
  EXPECT_EQ(folder.run({"convert", "bend.x", "other.glb", "--depfile", "null"}).code, 0);
  EXPECT_EQ(folder.shell("test -c full && test -L full && test -L null && test -c /dev/null").code, 0);
}

}  // namespace
}  // namespace skelter::test
