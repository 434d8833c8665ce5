// Commands of docs/viewer.md: the page lists all of them, and each example on it has an effect.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>

#include "viewer/bare_viewer.h"
#include "viewer/command/command.h"
#include "viewer/command/graph_command.h"
#include "viewer/graph_fixture.h"

namespace skelter {
namespace {

using test::BareViewer;

struct ListedCommand {
  std::string name, example;
};

// Returns the rows of the tables in the section "Commands".
std::vector<ListedCommand> listed_commands() {
  std::ifstream page(SKELTER_SOURCE_DIR "/docs/viewer.md");
  const std::regex row(R"re(^\| `([a-z-]+)` \| `([^`]+)` \|.*)re");
  std::vector<ListedCommand> list;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("## ")) inside = line == "## Commands";
    std::smatch match;
    if (inside && std::regex_match(line, match, row)) list.push_back({match[1], match[2]});
  }
  return list;
}

TEST(CommandList, has_every_command_and_no_other) {
  std::set<std::string> listed;
  for (const ListedCommand& command : listed_commands()) {
    listed.insert(command.name);
    EXPECT_EQ(command.example.substr(0, command.example.find(' ')), command.name);
  }
  const std::vector<std::string> known = command_names();
  EXPECT_THAT(listed, ::testing::ElementsAreArray(known));
}

TEST(CommandList, has_every_verb_of_graph) {
  std::set<std::string> listed;
  const std::regex verb("graph ([a-z]+).*");
  for (const ListedCommand& command : listed_commands())
    if (std::smatch match; std::regex_match(command.example, match, verb)) listed.insert(match[1]);
  const std::vector<std::string> known = graph_verb_names();
  EXPECT_THAT(listed, ::testing::ElementsAreArray(known));
}

// The model used by the page's examples: with the name used there, a camera, a light, a morph target, a tick
// rate and a missing texture.
Scene hero() {
  Scene scene = test::figure();
  scene.nodes[0].name = scene.skins[0].joints[0].name = "hips";
  scene.nodes[1].name = scene.skins[0].joints[1].name = "head";
  for (Clip& clip : scene.clips) {
    clip.targets[0].name = "head";
    clip.ticks_per_second = 4800;
  }
  scene.clips[0].name = "walk";
  scene.clips[1].name = "wave";
  SceneCamera camera;
  camera.name = "Closeup";
  camera.fov_y_rad = 0.5f;
  camera.near_distance = 0.1f;
  scene.cameras.push_back(camera);
  scene.lights.push_back({"Sun", LightKind::point, {1, 1, 1}, 100, {}, 0, 0.7f, {}});
  scene.nodes.push_back(test::make_node("Stand", kNone, translation_matrix(Vec3d{0, 1, 6})));
  scene.nodes.back().camera = 0;
  scene.nodes.back().light = 0;
  scene.meshes[0].primitives[0].morphs.push_back({"smile", std::vector<Vec3>(6, Vec3{0, 0, 0.2f}), {}, {}});
  Material skin;
  skin.name = "skin";
  skin.base_color_texture = 0;
  scene.materials.push_back(skin);
  scene.textures.push_back({"skin.png", kNone, kNone, {}});
  scene.meshes[0].primitives[0].materials = {0};
  return scene;
}

class CommandExamples : public GraphViewerTest {
 protected:
  void SetUp() override {
    GraphViewerTest::SetUp();
    before_ = std::filesystem::current_path();
    std::filesystem::current_path(folder_);
    std::filesystem::create_directories("pictures");
    scenes_["hero.x"] = scenes_["friend.x"] = hero();
    touch("hero.x", "1");
    touch("friend.x", "1");
    std::string graph = kFigureGraph;
    for (const auto& [from, to] : {std::pair{"\"bend\"", "\"walk\""},
                                   {"\"rise\"", "\"wave\""},
                                   {"\"lag\"", "\"speed\""},
                                   {"lag <", "speed <"},
                                   {"\"hop\"", "\"jump\""},
                                   {"or hop", "or jump"}})
      for (std::size_t at = graph.find(from); at != std::string::npos; at = graph.find(from))
        graph.replace(at, std::string(from).size(), to);
    touch("hero.graph.json", graph);
  }
  void TearDown() override {
    std::filesystem::current_path(before_);
    GraphViewerTest::TearDown();
  }
  // Returns everything visible to a user, including written files.
  static Json seen(const BareViewer& bare) {
    Json json = bare.report();
    json.erase("costs");
    Json now = Json::parse(bare.viewer.report_now());
    now.erase("frames");
    now.erase("export_progress");  // a video export progresses by itself
    json["now"] = now;
    for (const auto& entry : std::filesystem::recursive_directory_iterator("."))
      json["on_disk"].push_back(entry.path().string());
    return json;
  }
  // Returns how often the script written by `graph inputs` contains that word.
  static std::size_t written(BareViewer& bare, const std::string& word) {
    bare.command("graph step 1");
    bare.command("graph inputs now.txt");
    const auto bytes = read_file("now.txt");
    EXPECT_TRUE(bytes.ok());
    std::filesystem::remove("now.txt");
    const std::string text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    std::size_t count = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
    return count;
  }
  std::filesystem::path before_;
};

// Runs the commands in the order of the page, as one session with two files, without advancing time.
TEST_F(CommandExamples, spaces_after_a_command_are_no_argument) {
  ViewerOptions one = options({});
  one.files = {"hero.x"};
  for (const std::string name : {"clip", "pause", "select", "loop"}) {
    BareViewer plain(one, {32, 20, 1}), spaced(one, {32, 20, 1});
    const Result<void> expected = plain.viewer.command(name), done = spaced.viewer.command(name + "  ");
    ASSERT_EQ(done.ok(), expected.ok()) << name;
    if (done.ok()) continue;
    EXPECT_EQ(to_string(done.error()), to_string(expected.error()));
  }
}

TEST_F(CommandExamples, every_example_has_an_effect) {
  ViewerOptions two = options({});
  two.files = {"hero.x"};
  BareViewer bare(two, {320, 200, 1});
  bare.command("pause");
  for (const ListedCommand& command : listed_commands()) {
    SCOPED_TRACE(command.example);
    if (command.name == "pause") bare.command("play");
    // Commands that act on the next frame of a graph appear in its script.
    const std::string verb = command.name == "graph" ? command.example.substr(6, 4) : "";
    const bool acts_later = verb == "fire" || verb == "play" || verb == "stop";
    const std::size_t count = acts_later ? written(bare, verb) : 0;
    bare.frame(0);
    const Json before = seen(bare);
    bare.frame(0);
    ASSERT_TRUE(before == seen(bare)) << "it changes by itself";
    const auto done = bare.viewer.command(command.example);
    EXPECT_TRUE(done.ok()) << to_string(done.error());
    const bool new_context = bare.viewer.wants_new_context();
    bare.frame(0);
    const bool acted = acts_later ? written(bare, verb) > count : new_context || seen(bare) != before;
    EXPECT_TRUE(acted) << "it does nothing";
  }
}

}  // namespace
}  // namespace skelter
