// Cameras, lights and morph targets of a file, by name, in info, render and view.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "cli/command_runner.h"
#include "skelter/image/decode.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;

// A square of 2 x 2 at z = 0, made of two meshes for its left and right half. Both have the target "grow",
// which moves one unit up at weight 1. Cameras: "Front" on the node "Tripod"; "Above", which moves to the
// right within a second; and "Loose", which no node uses. A red lamp.
constexpr const char* kViews = R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1,2,3,4]}],
"extensionsUsed":["KHR_lights_punctual"],
"extensions":{"KHR_lights_punctual":{"lights":[{"name":"Lamp","type":"point","color":[1,0,0],"intensity":40,"range":9}]}},
"nodes":[{"mesh":0},{"mesh":1},{"name":"Tripod","camera":0,"translation":[0,0,4]},
{"name":"Crane","camera":1,"translation":[0,0,10]},
{"name":"Bulb","translation":[0,0,3],"extensions":{"KHR_lights_punctual":{"light":0}}}],
"cameras":[{"name":"Front","type":"perspective","perspective":{"yfov":1.5707963,"znear":0.1}},
{"name":"Above","type":"orthographic","orthographic":{"xmag":4,"ymag":4,"znear":0,"zfar":50}},
{"name":"Loose","type":"perspective","perspective":{"yfov":1,"znear":0.1,"aspectRatio":1.5}}],
"meshes":[{"extras":{"targetNames":["grow"]},"primitives":[{"attributes":{"POSITION":0,"NORMAL":2},"indices":4,"targets":[{"POSITION":3}]}]},
{"extras":{"targetNames":["grow"]},"primitives":[{"attributes":{"POSITION":1,"NORMAL":2},"indices":4,"targets":[{"POSITION":3}]}]}],
"animations":[{"name":"pan","channels":[{"sampler":0,"target":{"node":3,"path":"translation"}}],"samplers":[{"input":5,"output":6}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[-1,-1,0],"max":[0,1,0]},
{"bufferView":0,"byteOffset":48,"componentType":5126,"count":4,"type":"VEC3","min":[0,-1,0],"max":[1,1,0]},
{"bufferView":0,"byteOffset":96,"componentType":5126,"count":4,"type":"VEC3"},
{"bufferView":0,"byteOffset":144,"componentType":5126,"count":4,"type":"VEC3","min":[0,1,0],"max":[0,1,0]},
{"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"},
{"bufferView":2,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
{"bufferView":2,"byteOffset":8,"componentType":5126,"count":2,"type":"VEC3"}],
"bufferViews":[{"buffer":0,"byteLength":192},{"buffer":0,"byteOffset":192,"byteLength":12},{"buffer":0,"byteOffset":204,"byteLength":32}],
"buffers":[{"uri":"views.bin","byteLength":236}]})";

template <class T>
void append_bytes(std::string& bytes, std::initializer_list<T> numbers) {
  for (const T number : numbers) bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

class FileViews : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string bytes;
    append_bytes<float>(bytes, {-1, -1, 0, 0, -1, 0, 0, 1, 0, -1, 1, 0});
    append_bytes<float>(bytes, {0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0});
    append_bytes<float>(bytes, {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1});
    append_bytes<float>(bytes, {0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0});
    append_bytes<std::uint16_t>(bytes, {0, 1, 2, 0, 2, 3});
    append_bytes<float>(bytes, {0, 1, 0, 0, 10, 4, 0, 10});
    folder_.write("views.gltf", kViews);
    folder_.write("views.bin", bytes);
  }
  Ran render(std::vector<std::string> more) {
    std::vector<std::string> arguments{"render",       "views.gltf", "--out",     "a.png",
                                       "--background", "000000",     "--samples", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return folder_.run(arguments);
  }
  // The rectangle that is not black: left, top, right and bottom. The last two are past the end.
  std::array<std::uint32_t, 4> drawn(const std::string& name = "a.png") {
    const auto image = decode_image_file(folder_.path(name));
    if (!image) return {};
    std::array<std::uint32_t, 4> box{~0u, ~0u, 0, 0};
    for (std::uint32_t y = 0; y < image->height; ++y)
      for (std::uint32_t x = 0; x < image->width; ++x) {
        const std::uint8_t* p = image->at(x, y);
        if (p[0] + p[1] + p[2] < 60) continue;
        box = {std::min(box[0], x), std::min(box[1], y), std::max(box[2], x + 1), std::max(box[3], y + 1)};
      }
    return box;
  }
  using Box = std::array<std::uint32_t, 4>;
  CommandFolder folder_;
};

TEST_F(FileViews, info_lists_cameras_and_lights) {
  const auto json = folder_.run({"info", "views.gltf", "--json"}).json();
  const auto& cameras = json["cameras"];
  ASSERT_EQ(cameras.size(), 3u);
  EXPECT_EQ(cameras[0]["name"], "Front");
  EXPECT_EQ(cameras[0]["kind"], "perspective");
  EXPECT_NEAR(cameras[0]["fov_y_deg"].get<double>(), 90, 1e-4);
  EXPECT_EQ(cameras[0]["nodes"], cli::Json({2}));
  EXPECT_TRUE(cameras[0]["far"].is_null());
  EXPECT_EQ(cameras[1]["kind"], "orthographic");
  EXPECT_EQ(cameras[1]["half_width"], 4);
  EXPECT_TRUE(cameras[1]["fov_y_deg"].is_null());
  EXPECT_EQ(cameras[2]["nodes"], cli::Json::array());
  EXPECT_EQ(cameras[2]["aspect"], 1.5);
  ASSERT_EQ(json["lights"].size(), 1u);
  EXPECT_EQ(json["lights"][0]["kind"], "point");
  EXPECT_EQ(json["lights"][0]["intensity"], 40);
  EXPECT_EQ(json["lights"][0]["range"], 9);
  EXPECT_EQ(json["lights"][0]["nodes"], cli::Json({4}));
  const std::string text = folder_.run({"info", "views.gltf"}).out;
  EXPECT_THAT(text, HasSubstr("Front"));
  EXPECT_THAT(text, HasSubstr("Lamp"));
}

// The shadow and the ground are below the square. The camera with 90 degrees at distance 4 sees 8 units in 80
// pixels.
TEST_F(FileViews, render_looks_through_a_camera_of_the_file) {
  for (const char* name : {"Front", "Tripod", "#0", "0"}) {
    ASSERT_EQ(render({"--size", "120x80", "--camera", name}).code, 0) << name;
    EXPECT_EQ(drawn(), (Box{50, 30, 70, 50})) << name;
  }
  // Without perspective, the camera also sees 8 units in 80 pixels. It moves by 4 to the right, so the square
  // moves to the left.
  ASSERT_EQ(render({"--size", "120x80", "--camera", "Above", "--time", "0.5"}).code, 0);
  EXPECT_EQ(drawn(), (Box{30, 30, 50, 50}));
}

TEST_F(FileViews, an_unknown_camera_lists_those_of_the_file) {
  Ran ran = render({"--camera", "Back"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err,
            "views.gltf: no camera is named \"Back\"; the cameras are \"Front\", \"Above\", \"Loose\"\n");
  EXPECT_FALSE(folder_.has("a.png"));
  ran = render({"--camera", "Loose"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("camera Loose is not attached to a node"));
  ran = render({"--camera", "Front", "--fov", "20"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("--fov: a camera of the file has its own"));
  ran = render({"--camera", "1,2:3"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("--camera"));
}

TEST_F(FileViews, view_also_looks_through_it) {
  folder_.write("s.txt",
                "pause\nstate first.json\ncamera Above\nstate second.json\ncamera own\nlights file\n");
  const Ran ran =
      folder_.run({"view", "views.gltf", "--camera", "Tripod", "--script", "s.txt", "--state", "-"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto state = [&](const std::string& name) { return cli::Json::parse(folder_.read(name))["state"]; };
  EXPECT_EQ(state("first.json")["file_camera"], 0);
  EXPECT_EQ(state("second.json")["file_camera"], 1);
  EXPECT_TRUE(ran.json()["state"]["file_camera"].is_null());
  EXPECT_EQ(ran.json()["state"]["shown"]["file_lights"], true);
  const Ran unknown = folder_.run({"view", "views.gltf", "--camera", "Back", "--script", "s.txt"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("the cameras are \"Front\", \"Above\", \"Loose\""));
}

TEST_F(FileViews, render_holds_morph_targets_in_all_meshes_that_have_them) {
  ASSERT_EQ(render({"--size", "120x80", "--camera", "Front", "--morph", "grow=1"}).code, 0);
  EXPECT_EQ(drawn(), (Box{50, 20, 70, 40})) << "both halves are one unit higher";
  ASSERT_EQ(render({"--size", "120x80", "--camera", "Front", "--morph", "grow=0.5", "--time", "0"}).code, 0);
  EXPECT_EQ(drawn(), (Box{50, 25, 70, 45}));
  Ran ran = render({"--morph", "shrink=1"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "views.gltf: no morph target is named \"shrink\"; the only one is \"grow\"\n");
  for (const char* wrong : {"grow", "grow=much"}) {
    ran = render({"--morph", wrong});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, HasSubstr("--morph")) << wrong;
  }
}

TEST_F(FileViews, lights_of_the_file_are_reported_or_used) {
  Ran ran = render({"--size", "80x80", "--camera", "Front"});
  EXPECT_EQ(ran.err, "views.gltf: note: 1 light in the file is not used; --lights file draws with it\n");
  ran = render({"--size", "80x80", "--camera", "Front", "--lights", "file"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const auto image = decode_image_file(folder_.path("a.png"));
  ASSERT_TRUE(image);
  const std::uint8_t* p = image->at(40, 40);
  EXPECT_GT(p[0], 180) << "as bright as exposure makes it";
  EXPECT_LT(p[1], 90) << "and red";
  EXPECT_EQ(render({"--lights", "sun"}).code, 2);
  ran = folder_.run({"render", asset("tower.x"), "--out", "b.png", "--lights", "file"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.err, HasSubstr("warning: no lights in the file"));
}

}  // namespace
}  // namespace skelter::test
