// Hostile files: sizes and shapes that claim more than they contain, and text that controls a terminal. Each
// run has limits of memory and CPU time, to protect the machine.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "cli/command_runner.h"
#include "skelter/image/encode.h"
#include "skelter/system/file.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;

constexpr const char* kWithinLimits = "ulimit -v 1500000; ulimit -t 20; env -u DISPLAY -u WAYLAND_DISPLAY";

Ran run_within_limits(const CommandFolder& folder, const std::vector<std::string>& arguments) {
  return folder.run_with(kWithinLimits, arguments);
}

std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xFF);
  return bytes;
}

// The first bytes of a PNG with 8 bits per channel, without pixels. Source: PNG specification, 11.2.1.
std::string png_header(std::uint32_t width, std::uint32_t height) {
  return "\x89PNG\r\n\x1a\n" + big_endian(13) + "IHDR" + big_endian(width) + big_endian(height) +
         std::string("\x08\x02\x00\x00\x00", 5) + big_endian(0) + big_endian(0) + "IDAT";
}

TEST(HostileFile, sparse_file_of_ten_gigabytes_is_refused_by_its_size) {
  const CommandFolder folder;
  folder.shell("truncate -s 10000000000 big.x");
  const Ran ran = run_within_limits(folder, {"info", "big.x"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.err,
            "big.x: file is larger than the limit of 1073741824 bytes; --max-memory BYTES allows more\n");
  EXPECT_EQ(run_within_limits(folder, {"check", "big.x", "--max-memory", "1000000"}).out.substr(0, 13),
            "big.x: failed");
}

TEST(HostileFile, streams_without_end_stop_at_the_limit) {
  const CommandFolder folder;
  const Ran device = run_within_limits(folder, {"info", "/dev/zero"});
  EXPECT_EQ(device.code, 1);
  EXPECT_EQ(device.err,
            "/dev/zero: file is larger than the limit of 67108864 bytes; --max-memory BYTES allows more\n");
  const Ran pipe = folder.shell(std::string("ulimit -v 1500000; yes | '") + SKELTER_COMMAND + "' info -");
  EXPECT_EQ(pipe.code, 1);
  EXPECT_EQ(
      pipe.err,
      "standard input: file is larger than the limit of 67108864 bytes; --max-memory BYTES allows more\n");
  const Ran small = run_within_limits(folder, {"info", "/dev/zero", "--max-memory", "1000000"});
  EXPECT_EQ(small.err, "/dev/zero: file is larger than the limit of 1000000 bytes\n");
}

TEST(HostileFile, image_counts_against_the_limit_before_it_is_decoded) {
  const CommandFolder folder;
  std::string model = kBendFile;
  const std::string material = "0;0;0;; }";
  model.replace(model.find(material), material.size(), "0;0;0;; TextureFilename { \"huge.png\"; } }");
  folder.write("bend.x", model);
  folder.write("huge.png", png_header(8000, 8000));
  // 8000 x 8000 x 4 bytes are 256,000,000, below the 256 MiB allowed for one image.
  EXPECT_THAT(folder.run({"check", "bend.x"}).err, HasSubstr("damaged or truncated PNG data"));
  const std::string refused = "image of 8000x8000 pixels needs more than the limit of 50000000 bytes";
  for (const char* command : {"check", "render", "convert"}) {
    std::vector<std::string> arguments = {command, "bend.x", "--max-memory", "50000000"};
    if (arguments[0] == "convert") arguments.insert(arguments.begin() + 2, "out.x");
    if (arguments[0] == "render") arguments.insert(arguments.end(), {"--out", "out.png", "--size", "16x16"});
    const Ran ran = folder.run(arguments);
    EXPECT_THAT(ran.out + ran.err, HasSubstr(refused)) << command;
  }
  folder.write("huge.png", "DDS " + std::string(124, '\0') + std::string(60'000'000, '\0'));
  const Ran file = folder.run({"convert", "bend.x", "out.glb", "--max-memory", "50000000"});
  EXPECT_THAT(file.err, HasSubstr("file is larger than the limit of 50000000 bytes"));
}

TEST(HostileFile, cubic_keys_far_apart_become_a_limited_number_of_linear_ones) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  const Ran ran = folder.run_with("ulimit -v 400000; ulimit -t 4;",
                                  {"convert", corpus_file("hostile/cubic_blowup.glb"), "o.x"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("linear keys replace "));
  const auto info = folder.run({"info", "o.x", "--json"}).json();
  EXPECT_LE(info["totals"]["keys"].get<std::uint64_t>(), 4 * 2049u);
}

// 20,000 nodes that share a mesh of 3,000 vertices, which used to need 3 GB and half a minute.
TEST(HostileFile, instances_of_a_mesh_are_compiled_once) {
  const CommandFolder folder;
  std::string children = "1", nodes;
  for (int node = 2; node <= 20'000; ++node) children += fmt::format(",{}", node);
  for (int node = 0; node < 20'000; ++node) nodes += R"(,{"mesh":0})";
  folder.write("many.gltf",
               R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"children":[)" +
                   children + "]}" + nodes +
                   R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
      "accessors":[{"bufferView":0,"componentType":5126,"count":3000,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}],
      "bufferViews":[{"buffer":0,"byteLength":36000}],"buffers":[{"byteLength":36000,"uri":"many.bin"}]})");
  folder.write("many.bin", std::string(36'000, '\0'));
  const Ran ran =
      folder.run_with("ulimit -v 800000; ulimit -t 20;", {"compile", "many.gltf", "many.skelter"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_LT(folder.read("many.skelter").size(), 20'000'000u);
}

// Nodes that share a mesh of 30,000 points, which need no bytes in the file. 2,000 nodes need 2.6 GB of GPU
// memory.
void write_many_points(const CommandFolder& folder, int instances) {
  std::string nodes, indices;
  for (int node = 0; node < instances; ++node) {
    nodes += fmt::format("{}{{\"mesh\":0,\"translation\":[{},0,0]}}", node == 0 ? "" : ",", node);
    indices += fmt::format("{}{}", node == 0 ? "" : ",", node);
  }
  folder.write("many.gltf",
               R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[)" + indices + R"(]}],"nodes":[)" +
                   nodes +
                   R"(],"meshes":[{"name":"cloud","primitives":[{"attributes":{"POSITION":0},"mode":0}]}],
      "accessors":[{"componentType":5126,"count":30000,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}]})");
}

TEST(HostileFile, instances_of_a_mesh_are_counted_before_they_are_drawn) {
  const CommandFolder folder;
  write_many_points(folder, 2000);
  folder.write("nothing.txt", "");
  const std::string begin = "many.gltf: mesh cloud has 2000 instances, which need ";
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"render", "many.gltf", "--out", "i.png", "--size", "64x64"},
        std::vector<std::string>{"view", "many.gltf", "--script", "nothing.txt"}}) {
    const Ran ran = run_within_limits(folder, arguments);
    EXPECT_EQ(ran.code, 1) << arguments[0];
    EXPECT_THAT(ran.err, ::testing::StartsWith(begin)) << arguments[0];
    EXPECT_THAT(ran.err, HasSubstr(" bytes on the graphics card; all meshes together need ")) << arguments[0];
    std::vector<std::string> limited = arguments;
    limited.insert(limited.end(), {"--max-memory", "50000000"});
    EXPECT_THAT(run_within_limits(folder, limited).err, HasSubstr("; expected at most 50000000\n"))
        << arguments[0];
  }
  EXPECT_FALSE(folder.has("i.png"));
}

// Took more than four seconds when the bounds were computed from every vertex of every instance.
TEST(HostileFile, bounds_of_many_instances_are_those_of_their_boxes) {
  const CommandFolder folder;
  write_many_points(folder, 20'000);
  const Ran ran = folder.run_with("ulimit -v 400000; ulimit -t 2; env", {"info", "many.gltf", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["bounds"]["max"], cli::Json({19'999, 0, 0}));
  EXPECT_EQ(ran.json()["totals"]["points"], 600'000'000);
}

// One node with keys at 0, 1, 40,000 and 100,000 s, which require a frame for every second.
TEST(HostileFile, memory_limit_applies_to_the_frames_of_a_clip) {
  const CommandFolder folder;
  const float numbers[] = {0, 1, 40'000, 100'000, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
  folder.write("long.bin", std::string(reinterpret_cast<const char*>(numbers), sizeof(numbers)));
  folder.write("long.gltf", R"({"asset":{"version":"2.0"},"nodes":[{}],
    "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"SCALAR","min":[0],"max":[100000]},
      {"bufferView":0,"byteOffset":16,"componentType":5126,"count":4,"type":"VEC3"}],
    "bufferViews":[{"buffer":0,"byteLength":64}],"buffers":[{"byteLength":64,"uri":"long.bin"}],
    "animations":[{"samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}]})");
  const Ran ran = folder.run({"compile", "long.gltf", "o.skelter", "--max-memory", "1000000"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("100000 s at 1 Hz are 100001 frames of 1 joints; expected at most "));
  EXPECT_FALSE(folder.has("o.skelter"));
}

// A chain of nodes in glTF, where children are indices.
std::string chain_of_nodes(int count) {
  std::string nodes;
  for (int node = 0; node + 1 < count; ++node) nodes += fmt::format("{{\"children\":[{}]}},", node + 1);
  return fmt::format(
      R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{}{{}}]}})", nodes);
}

TEST(HostileFile, chain_of_nodes_deeper_than_readers_accept_is_refused_as_x) {
  const CommandFolder folder;
  folder.write("deep.gltf", chain_of_nodes(30'000));
  for (const char* encoding : {"text", "binary"}) {
    const Ran ran = run_within_limits(folder, {"convert", "deep.gltf", "deep.x", "--encoding", encoding});
    EXPECT_EQ(ran.code, 1) << encoding;
    EXPECT_THAT(
        ran.err,
        HasSubstr("frames nest deeper than 1020 levels, which .x readers reject; flatten the hierarchy\n"));
    EXPECT_FALSE(folder.has("deep.x"));
  }
}

TEST(HostileFile, deepest_chain_that_is_written_is_read_again) {
  const CommandFolder folder;
  folder.write("deep.gltf", chain_of_nodes(1020));
  ASSERT_EQ(folder.run({"convert", "deep.gltf", "deep.x"}).code, 0);
  EXPECT_EQ(folder.run({"info", "deep.x", "--json"}).json()["totals"]["nodes"], 1020);
  folder.write("deeper.gltf", chain_of_nodes(1021));
  EXPECT_EQ(folder.run({"convert", "deeper.gltf", "deeper.x"}).code, 1);
}

TEST(HostileFile, tree_of_info_stops_indenting_at_level_40) {
  const CommandFolder folder;
  folder.write("deep.gltf", chain_of_nodes(30'000));
  const Ran ran = run_within_limits(folder, {"info", "deep.gltf"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, HasSubstr("\n" + std::string(80, ' ') + "(unnamed)\n"));
  EXPECT_THAT(ran.out, HasSubstr("\n" + std::string(80, ' ') + "(41) (unnamed)\n"));
  EXPECT_THAT(ran.out, HasSubstr("\n" + std::string(80, ' ') + "(30000) (unnamed)\n"));
  EXPECT_LT(ran.out.size(), 4'000'000u);
}

// Workers read a pipe that has no writer. The worker for b.x is killed while it waits; the others then
// receive a file.
TEST(HostileFile, batch_continues_after_a_worker_crash_and_names_its_file) {
  const CommandFolder folder;
  for (const char* name : {"in/a.x", "in/b.x", "in/c.x"}) folder.write(name, kBendFile);
  folder.write("clips.x", kBendFile);
  folder.write("run.sh", std::string("mkfifo pipe.x\n'") + SKELTER_COMMAND +
                             "' batch in out --to x --jobs 1 --report r.json --with-clips pipe.x &\n" +
                             R"sh(batch=$!
cat clips.x >pipe.x
worker=
for try in $(seq 100000); do
  for process in $(cat /proc/$batch/task/$batch/children 2>/dev/null); do
    case "$(tr "\0" " " 2>/dev/null </proc/$process/cmdline)" in *"-- in/b.x "*) worker=$process;; esac
  done
  [ -n "$worker" ] && break
done
kill -SEGV $worker
while kill -0 $worker 2>/dev/null; do :; done
cat clips.x >pipe.x
wait $batch
)sh");
  const Ran ran = folder.shell("sh run.sh");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.out, ::testing::StartsWith("2 converted, 0 up to date, 1 failed\n"));
  EXPECT_EQ(ran.err, "in/b.x: was ended by signal 11\n");
  const cli::Json rows = cli::Json::parse(folder.read("r.json"));
  EXPECT_EQ(rows[1]["outcome"], "failed");
  EXPECT_EQ(rows[1]["message"], "was ended by signal 11");
  EXPECT_TRUE(rows[1]["peak_bytes"].is_null());
  EXPECT_TRUE(folder.has("out/a.x") && folder.has("out/c.x"));
}

// Regression test: a different program called skelter next to this one was started instead.
TEST(Batch, starts_its_own_executable_whatever_its_name) {
  const CommandFolder folder;
  folder.write("in/a.x", kBendFile);
  folder.write("bin/skelter", "#!/bin/sh\ntouch wrong\n");
  folder.shell(std::string("cp '") + SKELTER_COMMAND + "' bin/skel2 && chmod +x bin/skelter");
  const Ran ran = folder.shell("bin/skel2 batch in out --to x");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "1 converted, 0 up to date, 0 failed\n");
  EXPECT_FALSE(folder.has("wrong"));
  ASSERT_EQ(folder.shell("bin/skel2 batch in out --to glb --emit-ninja n.ninja").code, 0);
  EXPECT_THAT(folder.read("n.ninja"), HasSubstr("/bin/skel2' convert $in $out"));
}

// The number of files that are not models is not limited. Too many models are reported.
TEST(Batch, only_models_count_against_the_limit_of_a_tree) {
  const CommandFolder folder;
  folder.shell("mkdir -p in/text in/models; seq 100001 | sed 's|.*|in/text/&.txt|' | xargs touch");
  for (const char* name : {"in/a.x", "in/text/b.x", "in/z.x"}) folder.write(name, kBendFile);
  const Ran ran = folder.run({"batch", "in", "out", "--to", "x"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("3 converted, 0 up to date, 0 failed\nleft alone: 100001 .txt\n"));
  folder.shell("seq 100001 | sed 's|.*|in/models/&.glb|' | xargs touch; rm -rf out");
  const Ran many = folder.run({"batch", "in", "out", "--to", "x"});
  EXPECT_EQ(many.code, 1);
  EXPECT_EQ(many.err,
            "in: more than 100000 models below this folder; convert its subfolders one at a time\n");
  EXPECT_FALSE(folder.has("out"));
}

// --- files on a full disk, closed files, signals -----------------------------------------------------------

TEST(HostileSystem, closed_standard_files_do_not_crash) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  folder.write("bend.x", kBendFile);
  const std::string command = std::string("'") + SKELTER_COMMAND + "' ";
  EXPECT_EQ(
      folder.shell(command + "check '" + corpus_file("gltf/derived/greenman_draco.glb") + "' <&- >&-").code,
      1);
  // The first file that is opened must not become standard error.
  EXPECT_EQ(folder.shell(command + "convert bend.x o.glb <&- >&- 2>&-").code, 0);
  EXPECT_EQ(folder.run({"info", "o.glb"}).code, 0);
}

TEST(HostileSystem, limit_of_a_file_s_size_leaves_no_partial_file) {
  const CommandFolder folder;
  const Ran ran = folder.run_with("ulimit -f 20; env", {"convert", asset("mannequin.x"), "o.glb"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("o.glb: cannot be written: File too large\n"));
  EXPECT_TRUE(folder.names().empty());
}

// ffmpeg prints "Error writing trailer" but exits with 0.
TEST(HostileSystem, video_that_ffmpeg_could_not_finish_is_an_error) {
  const CommandFolder folder;
  folder.write("bin/ffmpeg",
               "#!/bin/sh\nfor out; do :; done\ncat >/dev/null\n"
               "printf '\\000\\000\\000\\010free\\000\\000\\001\\000mdatcut' >\"$out\"\n"
               "echo 'Error writing trailer of x.mp4: No space left on device' >&2\n");
  folder.shell("chmod +x bin/ffmpeg");
  const Ran ran = folder.run_with(
      "env -u DISPLAY PATH=bin:$PATH",
      {"render", asset("mannequin.x"), "--out", "t.mp4", "--clip", "walk", "--to", "0.1", "--size", "32x32"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err,
              HasSubstr("ffmpeg wrote an incomplete file: Error writing trailer of x.mp4: No space left on "
                        "device\n"));
  EXPECT_FALSE(folder.has("t.mp4"));
}

TEST(HostileSystem, real_ffmpeg_on_a_full_disk_is_an_error) {
  const CommandFolder folder;
  if (folder.shell("command -v ffmpeg").code != 0) GTEST_SKIP() << "no ffmpeg";
  const Ran ran = folder.run_with(
      "ulimit -f 20; env -u DISPLAY",
      {"render", asset("mannequin.x"), "--out", "t.mp4", "--clip", "walk", "--size", "320x240"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_FALSE(folder.has("t.mp4"));
}

// --- links -------------------------------------------------------------------------------------------------

constexpr const char* kLinkedSkin =
    R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],
"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],
"textures":[{"source":0}],"images":[{"uri":"skin.png"}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}],
"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"data.bin"}]})";

TEST(Links, links_out_of_the_folder_are_not_copied_into_a_file) {
  const CommandFolder folder;
  folder.write("in/figure.gltf", kLinkedSkin);
  folder.write("in/data.bin", std::string(36, '\0'));
  std::string model = kBendFile;
  const std::string material = "0;0;0;; }";
  model.replace(model.find(material), material.size(), "0;0;0;; TextureFilename { \"skin.png\"; } }");
  folder.write("in/bend.x", model);
  folder.shell("ln -s /proc/self/environ in/skin.png");
  const std::string outside = "is a link to a file outside the model's folder; ";
  for (const char* name : {"in/figure.gltf", "in/bend.x"})
    for (const char* out : {"o.glb", "o.skelter", "o.gltf"}) {
      const Ran ran =
          folder.run_with("env -u DISPLAY SECRET_OF_TEST=hush",
                          {std::string(out) == "o.skelter" ? "compile" : "convert", name, out, "--force"});
      EXPECT_EQ(ran.code, 0) << name << " " << out;
      EXPECT_THAT(ran.err, HasSubstr("warning: Texture skin.png: " + outside)) << name << " " << out;
      EXPECT_EQ(folder.shell("grep -rl SECRET_OF_TEST --include='o*' .").out, "") << name << " " << out;
    }
  // The file behind an allowed link is still checked.
  const Ran allowed = folder.run_with("env -u DISPLAY SECRET_OF_TEST=hush",
                                      {"convert", "in/figure.gltf", "o.glb", "--force", "--allow-outside"});
  EXPECT_EQ(allowed.code, 0);
  EXPECT_THAT(allowed.err,
              HasSubstr("Texture skin.png: is not an image; expected PNG, JPEG, WebP, DDS, BMP, TGA, GIF or "
                        "KTX (in/skin.png); only its name is kept\n"));
  EXPECT_EQ(folder.shell("grep -l SECRET_OF_TEST o.glb").out, "");
}

TEST(Links, links_to_an_image_outside_are_followed_where_allowed) {
  const CommandFolder folder;
  folder.write("in/figure.gltf", kLinkedSkin);
  folder.write("in/data.bin", std::string(36, '\0'));
  folder.write("art/skin.png", png_header(8, 8));
  folder.shell("ln -s ../art/skin.png in/skin.png");
  EXPECT_THAT(folder.run({"convert", "in/figure.gltf", "o.glb"}).err,
              HasSubstr("is a link to a file outside the model's folder"));
  const Ran allowed = folder.run({"convert", "in/figure.gltf", "o.glb", "--force", "--allow-outside"});
  EXPECT_THAT(allowed.err, ::testing::Not(HasSubstr("is a link to a file outside")));
  EXPECT_THAT(folder.read("o.glb"), HasSubstr("IHDR"));
}

TEST(Links, buffers_linked_from_outside_the_folder_are_refused) {
  const CommandFolder folder;
  folder.write("in/figure.gltf", kLinkedSkin);
  folder.write("secret", std::string(36, '\0'));
  folder.shell("ln -s ../secret in/data.bin");
  const Ran ran = folder.run({"convert", "in/figure.gltf", "o.glb"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.err,
            "in/figure.gltf: /buffers/0/uri: \"data.bin\" is a link that leads out of the folder of the "
            "file; expected "
            "a file below it\n");
  EXPECT_EQ(folder.run({"info", "in/figure.gltf", "--allow-outside"}).code, 0);
}

TEST(Links, models_linked_from_outside_the_tree_are_skipped_by_batch) {
  const CommandFolder folder;
  folder.write("in/a.x", kBendFile);
  folder.write("b.x", kBendFile);
  folder.shell("ln -s ../b.x in/b.x");
  const Ran ran = folder.run({"batch", "in", "out", "--to", "x", "--report", "r.json"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out,
            "1 converted, 0 up to date, 0 failed\nlinks not followed: b.x (points outside the folder)\n");
  EXPECT_EQ(cli::Json::parse(folder.read("r.json"))[1]["message"],
            "the symbolic link points outside the folder; not followed");
  EXPECT_THAT(folder.run({"batch", "in", "out", "--to", "x", "--allow-outside"}).out,
              HasSubstr("1 converted, 1 up to"));
}

// --- images ------------------------------------------------------------------------------------------------

// An image of 8,000 x 8,000 pixels of one colour. It exceeds the limit, so it is not checked and counts as
// opaque.
TEST(HostileFile, limit_applies_to_all_images_that_are_inspected) {
  const CommandFolder folder;
  std::string model = kBendFile;
  const std::string material = "0;0;0;; }";
  model.replace(model.find(material), material.size(), "0;0;0;; TextureFilename { \"huge.png\"; } }");
  folder.write("bend.x", model);
  const Image huge(8000, 8000);
  const auto png = encode_png(huge);
  ASSERT_TRUE(png);
  ASSERT_TRUE(write_file(folder.path("huge.png"), *png, true));
  const Ran ran = folder.run_with("ulimit -v 200000; ulimit -t 5; env -u DISPLAY",
                                  {"convert", "bend.x", "o.glb", "--max-memory", "50000000"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("bend.x: warning: Texture huge.png: image of 8000x8000 pixels needs more "
                                 "than the limit of 50000000 bytes; treated as opaque\n"));
  EXPECT_TRUE(folder.has("o.glb"));
}

// --- terminals -------------------------------------------------------------------------------------------

// The name of every named object: ESC [ 3 1 m, BEL, a line that looks like a message, and U+009B, which is a
// CSI.
const char* const kSteeringName = R"(\u001b[31mred\u0007\nline2: warning: fake\u009b2J\u007f)";

std::string file_of_steering_names() {
  std::string text = R"({"asset":{"version":"2.0","generator":"NAME"},"scene":0,"scenes":[{"nodes":[0]}],
"nodes":[{"name":"NAME","mesh":0},{"name":"NAME"}],
"meshes":[{"name":"NAME","primitives":[{"attributes":{"POSITION":0},"material":0}]}],
"materials":[{"name":"NAME","pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],
"textures":[{"name":"NAME","source":0}],"images":[{"name":"NAME","uri":"NAME.png"}],
"animations":[{"name":"NAME","samplers":[{"input":1,"output":2}],
"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]},
{"bufferView":0,"componentType":5126,"count":1,"type":"SCALAR","min":[0],"max":[0]},
{"bufferView":0,"componentType":5126,"count":1,"type":"VEC3"}],
"bufferViews":[{"buffer":0,"byteLength":36}],
"buffers":[{"byteLength":36,"uri":"data:;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}]})";
  const std::string mark = "NAME";
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at))
    text.replace(at, mark.size(), kSteeringName);
  return text;
}

// Every line of output must begin as the command intended, and no control character may reach the terminal.
void expect_harmless(const std::string& text, const std::string& what) {
  EXPECT_TRUE(
      std::none_of(text.begin(), text.end(),
                   [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7F; }))
      << what << ": " << text;
  EXPECT_EQ(text.find("\xC2\x9B"), std::string::npos) << what;
  EXPECT_EQ(("\n" + text).find("\nline2"), std::string::npos) << what << ": " << text;
}

TEST(Terminal, no_command_prints_control_characters_of_a_file) {
  const CommandFolder folder;
  folder.write("steer.gltf", file_of_steering_names());
  std::vector<std::string> files = {"steer.gltf"};
  if (!corpus_folder().empty()) files.push_back(corpus_file("hostile/terminal_escape.gltf"));
  for (const std::string& file : files) {
    const std::vector<std::vector<std::string>> runs = {
        {"info", file},
        {"info", file, "--json"},
        {"check", file},
        {"check", file, "--json"},
        {"eval", file, "--vertices", "all"},
        {"eval", file, "--clip", "0", "--time", "0"},
        {"eval", file, "--clip", "none such", "--time", "0"},
        {"eval", file, "--joints", "none such"},
        {"eval", file, "--json"},
        {"render", file, "--out", "p.png", "--size", "16x16"},
        {"convert", file, "o.x", "--force"},
        {"convert", file, "o.glb", "--force"},
        {"convert", file, "o2.glb", "--force", "--clips", "none such"},
        {"compile", file, "o.skelter", "--force"},
        {"info", "o.skelter"},
        {"view", file, "--script", "script.txt", "--state", "-"},
        {"demo", "character", file, "--out", "d.png"},
        {"batch", "in", "out", "--to", "x"},
    };
    folder.write("script.txt", "clip 0\nclip none such\n");
    folder.shell("rm -rf out && mkdir -p in && cp '" + file + "' in/");
    for (const std::vector<std::string>& run : runs) {
      const Ran ran = folder.run(run);
      EXPECT_LE(ran.code, 2);
      expect_harmless(ran.out, run[0] + " " + run[1] + " out");
      expect_harmless(ran.err, run[0] + " " + run[1] + " err");
    }
  }
  const Ran info = folder.run({"info", "steer.gltf"});
  EXPECT_THAT(info.out,
              HasSubstr("\n  \\u001b[31mred\\u0007\\u000aline2: warning: fake\\u009b2J\\u007f  [mesh "));
  EXPECT_EQ(folder.run({"info", "steer.gltf", "--json"}).json()["nodes"][0]["name"],
            "\x1b[31mred\x07\nline2: warning: fake\xC2\x9B"
            "2J\x7F");
}

// --- compile ---------------------------------------------------------------------------------------------

// As separate meshes, they would need 3.1 GB: 3,000 vertices of 48 bytes and 3,000 indices of 4 bytes each.
TEST(HostileFile, compile_stores_a_mesh_of_twenty_thousand_nodes_once) {
  const CommandFolder folder;
  std::string children, nodes;
  for (int node = 1; node <= 20'000; ++node) {
    children += fmt::format("{}{}", node == 1 ? "" : ",", node);
    nodes += ",{\"mesh\":0}";
  }
  // Zeros for 3,000 vertices of three floats: 36,000 bytes, or 48,000 letters of base64.
  folder.write("many.gltf", fmt::format(R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],
"nodes":[{{"children":[{}]}}{}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":3000,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}}],
"bufferViews":[{{"buffer":0,"byteLength":36000}}],"buffers":[{{"byteLength":36000,"uri":"data:;base64,{}"}}]}})",
                                        children, nodes, std::string(48'000, 'A')));
  const Ran ran = folder.run_with("ulimit -v 1000000; ulimit -t 5;", {"compile", "many.gltf", "o.skelter"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_LT(folder.read("o.skelter").size(), 16'000'000u);
}

// `count` keys at irregular times over 100,000 s that move one node.
std::string irregular_keys(int count, const std::string& interpolation) {
  std::string x =
      "xof 0303txt 0032\nAnimTicksPerSecond { 1000; }\nFrame A { FrameTransformMatrix { 1,0,0,0, "
      "0,1,0,0, 0,0,1,0, 0,0,0,1;; } }\nAnimationSet far { Animation { { A } AnimationKey { 2; ";
  x += fmt::format("{}; ", count);
  std::uint64_t random = 1, time_ms = 0;
  for (int key = 0; key < count; ++key) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    x += fmt::format("{};3;{},0,0;;{}", time_ms, (random >> 33) % 1000, key + 1 == count ? ";" : ",\n");
    time_ms += 1 + (random >> 33) % 66'666;
  }
  return x + " } " + interpolation + "} }\n";
}

TEST(HostileFile, compile_refuses_millions_of_frames_for_a_few_keys) {
  const CommandFolder folder;
  folder.write("far.x", irregular_keys(3000, ""));
  const Ran ran = folder.run_with("ulimit -v 1000000; ulimit -t 5;", {"compile", "far.x", "o.skelter"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("far.x: clip far: "));
  EXPECT_THAT(ran.err, HasSubstr("; use a shorter clip or a lower sample_rate_hz\n"));
  EXPECT_FALSE(folder.has("o.skelter"));
}

// Each component fits in a float, but the lengths of the axes do not.
TEST(HostileFile, a_rest_pose_that_floats_cannot_represent_is_reported) {
  const CommandFolder folder;
  folder.write("big.x", R"(xof 0303txt 0032
    Frame A { FrameTransformMatrix { 3e38,3e38,3e38,0, -3e38,3e38,0,0, 3e38,3e38,-3e38,0, 0,0,0,1;; }
      Mesh { 3; 0;0;0;,1;0;0;,0;1;0;; 1; 3;0,1,2;; } }
    AnimationSet s { Animation { { A } AnimationKey { 2; 2; 0;3;0,0,0;;, 4800;3;1,0,0;;; } } })");
  for (const std::vector<std::string>& run :
       {std::vector<std::string>{"compile", "big.x", "o.skelter"},
        std::vector<std::string>{"eval", "big.x", "--clip", "0", "--time", "0.1", "--path", "runtime"}}) {
    const Ran ran = folder.run(run);
    EXPECT_EQ(ran.code, 1) << run[0];
    EXPECT_THAT(ran.err, HasSubstr("; expected a rest pose that floats can hold\n"));
  }
}

TEST(HostileFile, file_contents_never_cause_a_usage_error) {
  SKELTER_REQUIRE_CORPUS();
  const CommandFolder folder;
  for (const char* file : {"cubic_blowup.glb", "sheared_1e20.x"}) {
    const std::string path = corpus_file(std::string("hostile/") + file);
    for (const std::vector<std::string>& run :
         {std::vector<std::string>{"compile", path, "o.skelter", "--strict-bound"},
          std::vector<std::string>{"eval", path, "--clip", "0", "--time", "0.1", "--path", "runtime"}}) {
      const Ran ran = folder.run(run);
      EXPECT_EQ(ran.code, 1) << run[0] << ' ' << file << ": " << ran.err;
      EXPECT_THAT(ran.err, HasSubstr("; expected at most "));
    }
    const Ran nearest = folder.run({"compile", path, std::string(file) + ".skelter"});
    EXPECT_EQ(nearest.code, 0) << file << ": " << nearest.err;
    EXPECT_THAT(nearest.err, HasSubstr(" is the smallest that was found; expected at most "));
    // The errors of both forms are measured in playback. The stored form may be only slightly worse.
    const auto error = [&](const char* form) {
      return folder.run({"compile", path, "a.skelter", "--force", form, "--json"})
          .json()["clips"][0]["largest_error"]
          .get<double>();
    };
    EXPECT_LE(error("--quiet"), 1.05 * error("--hot")) << file;
  }
}

}  // namespace
}  // namespace skelter::test
