// The report on files, and when its number increases. The model's numbers are those of figures.h.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "viewer/bare_viewer.h"
#include "viewer/viewer_fixture.h"

namespace skelter {
namespace {

using ReportTest = ViewerTest;
using test::BareViewer;

Json now_of(const BareViewer& bare) {
  return Json::parse(bare.viewer.report_now());
}

TEST_F(ReportTest, files_have_sizes_and_errors) {
  touch("broken.x", "12345");
  BareViewer bare(options({"a.x", "broken.x"}));
  const Json files = bare.report()["files"];
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0]["path"], path("a.x"));
  EXPECT_EQ(files[0]["name"], "a.x");
  EXPECT_EQ(files[0]["size"], 1);
  EXPECT_EQ(files[0]["active"], true);
  EXPECT_EQ(files[0]["clips"], 2);
  EXPECT_EQ(files[0]["error"], nullptr);
  EXPECT_EQ(files[1]["name"], "broken.x");
  EXPECT_EQ(files[1]["size"], 5);
  EXPECT_THAT(files[1]["error"].get<std::string>(), ::testing::HasSubstr("broken.x:3: is broken"));
}

TEST_F(ReportTest, clips_have_lengths_channels_and_keys_and_are_found_by_a_filter) {
  BareViewer bare(options({"a.x"}));
  bare.command("filter clips RIS");
  const Json clips = bare.report()["clips"];
  ASSERT_EQ(clips.size(), 2u);
  const Json bend = {{"name", "bend"},           {"duration_s", 1.0},           {"channels", 1}, {"keys", 3},
                     {"frames_per_second", 2.0}, {"ticks_per_second", nullptr}, {"found", false}};
  EXPECT_EQ(clips[0], bend);
  EXPECT_EQ(clips[1]["name"], "rise");
  EXPECT_EQ(clips[1]["duration_s"], 0.5);
  EXPECT_EQ(clips[1]["found"], true);
}

TEST_F(ReportTest, nodes_are_a_tree_with_joints_meshes_and_hidden_ones) {
  BareViewer bare(options({"a.x"}));
  bare.command("hide Lower");
  const Json report = bare.report();
  const Json nodes = report["nodes"];
  ASSERT_EQ(nodes.size(), 3u);
  EXPECT_EQ(nodes[0]["parent"], nullptr);
  EXPECT_EQ(nodes[1]["name"], "Upper");
  EXPECT_EQ(nodes[1]["parent"], 0);
  EXPECT_EQ(nodes[1]["joint"], true);
  EXPECT_EQ(nodes[1]["hidden"], true) << "it is below Lower";
  EXPECT_EQ(nodes[2]["joint"], false);
  EXPECT_EQ(nodes[2]["hidden"], false);
  EXPECT_EQ(nodes[2]["meshes"], Json::array({0}));
  EXPECT_EQ(report["skins"][0]["joints"], Json::array({0, 1}));
  EXPECT_EQ(report["meshes"][0]["vertices"], 6);
  EXPECT_EQ(report["meshes"][0]["triangles"], 4);
}

TEST_F(ReportTest, materials_have_factors_and_textures) {
  Scene& scene = scenes_["a.x"];
  Material coat;
  coat.name = "coat";
  coat.base_color = {1, 0.5f, 0.25f, 1};
  coat.base_color_texture = 0;
  coat.pbr.emplace();
  coat.pbr->roughness = 0.75f;
  coat.pbr->alpha_mode = AlphaMode::mask;
  scene.materials.push_back(coat);
  scene.textures.push_back({"coat.png", kNone, kNone, {}});
  BareViewer bare(options({"a.x"}));
  const Json material = bare.report()["materials"][0];
  EXPECT_EQ(material["name"], "coat");
  EXPECT_EQ(material["kind"], "metallic_roughness");
  EXPECT_EQ(material["base_color"], Json::array({1.0, 0.5, 0.25, 1.0}));
  EXPECT_EQ(material["roughness"], 0.75);
  EXPECT_EQ(material["alpha_mode"], "mask");
  EXPECT_EQ(material["textures"][0]["use"], "base_color");
  EXPECT_EQ(material["textures"][0]["name"], "coat.png");
  EXPECT_EQ(material["textures"][0]["width"], nullptr) << "no such file";
}

TEST_F(ReportTest, keys_of_the_chosen_joint_have_times_and_values) {
  BareViewer bare(options({"a.x"}));
  EXPECT_EQ(bare.report()["keys"], nullptr);
  bare.command("select Upper");
  const Json keys = bare.report()["keys"];
  EXPECT_EQ(keys["joint"], "Upper");
  EXPECT_EQ(keys["clip"], "bend");
  ASSERT_EQ(keys["channels"].size(), 1u);
  const Json channel = keys["channels"][0];
  EXPECT_EQ(channel["path"], "rotation");
  EXPECT_EQ(channel["interpolation"], "linear");
  EXPECT_EQ(channel["times_s"], Json::array({0.0, 0.5, 1.0}));
  ASSERT_EQ(channel["values"].size(), 12u);
  const double eighth = 3.14159265358979323846 / 8;  // half of 45 degrees
  EXPECT_NEAR(channel["values"][6].get<double>(), std::sin(eighth), 1e-6);
  EXPECT_NEAR(channel["values"][7].get<double>(), std::cos(eighth), 1e-6);
  EXPECT_NEAR(channel["values"][10].get<double>(), std::sqrt(0.5), 1e-6);
}

// The model has normals but no material; two joints fit every palette.
TEST_F(ReportTest, a_check_adds_the_notes_of_the_command_once) {
  BareViewer bare(options({"a.x"}));
  EXPECT_EQ(bare.report()["diagnostics"], Json::array());
  const std::uint64_t before = now_of(bare)["revision"];
  bare.command("check");
  bare.command("check");
  EXPECT_GT(now_of(bare)["revision"], before);
  const Json reported = bare.report()["diagnostics"];
  ASSERT_EQ(reported.size(), 1u) << reported.dump(2);
  EXPECT_EQ(reported[0]["severity"], "note");
  EXPECT_EQ(reported[0]["code"], "check.no-material");
  EXPECT_EQ(reported[0]["message"], "no material; drawn in plain grey");
}

TEST_F(ReportTest, a_check_lists_findings_that_lead_to_their_time) {
  BareViewer bare(options({"a.x"}));
  bare.command("clip rise");
  EXPECT_EQ(bare.report()["lint"], nullptr);
  bare.command("check loop-seam");
  const Json found = bare.report()["lint"];
  ASSERT_FALSE(found.empty());
  for (const Json& finding : found) EXPECT_EQ(finding["rule"], "loop-seam");
  EXPECT_EQ(found[0]["clip"], "bend");
  EXPECT_EQ(found[0]["object"], "Upper") << "it ends 90 degrees from where it begins";
  bare.command("finding 0");
  const Json report = bare.report();
  EXPECT_EQ(report["clip"], "bend");
  EXPECT_EQ(report["time_s"], found[0]["time_s"]);
  EXPECT_EQ(report["selected"]["joint"], "Upper");
  EXPECT_EQ(report["state"]["timeline"]["playing"], false);
  EXPECT_FALSE(bare.viewer.command("check no-such-rule").ok());
  EXPECT_FALSE(bare.viewer.command("finding 99").ok());
}

TEST_F(ReportTest, losses_are_listed_before_anything_is_written) {
  BareViewer bare(options({"a.x"}));
  bare.command("losses " + path("new.x"));
  EXPECT_FALSE(std::filesystem::exists(path("new.x")));
  const Json conversion = bare.report()["conversion"];
  EXPECT_EQ(conversion["size"], 5);
  EXPECT_EQ(conversion["replaces"], false);
  ASSERT_EQ(conversion["losses"].size(), 2u);
  EXPECT_EQ(conversion["losses"][0]["lost"], true);
  EXPECT_EQ(conversion["losses"][0]["text"], "Clip bend: has no room");
  EXPECT_EQ(conversion["losses"][1]["lost"], false);
  bare.command("convert");
  EXPECT_EQ(std::filesystem::file_size(path("new.x")), 5u);
  EXPECT_EQ(bare.report()["conversion"], nullptr);
}

TEST_F(ReportTest, the_part_for_every_frame_has_the_time_and_the_message) {
  BareViewer bare(options({"a.x"}));
  bare.command("pause");
  bare.command("seek 0.25");
  bare.frame(0);
  Json now = now_of(bare);
  EXPECT_EQ(now["time_s"], 0.25);
  EXPECT_EQ(now["duration_s"], 1.0);
  EXPECT_EQ(now["playing"], false);
  EXPECT_EQ(now["plays"], "clip");
  EXPECT_EQ(now["message"], nullptr);
  bare.command("save-view " + path("view.json"));
  now = now_of(bare);
  EXPECT_EQ(now["message"], "saved this view as " + path("view.json"));
  EXPECT_EQ(now["message_is_error"], false);
}

// The expected positions are checked by picking, which goes in the opposite direction: from a pixel into the
// scene.
TEST_F(ReportTest, the_chosen_vertex_is_marked_with_lines_to_its_joints) {
  BareViewer bare(options({"a.x"}));
  bare.command("pause");
  bare.frame(0);
  EXPECT_EQ(now_of(bare)["marks"], nullptr) << "nothing is chosen";
  bare.command("vertex 2 0 0 3");
  bare.frame(0);
  const Json marks = now_of(bare)["marks"];
  ASSERT_EQ(marks["dots"].size(), 1u);
  ASSERT_EQ(marks["lines"].size(), 2u);
  const Json influences = bare.report()["selected"]["vertex"]["influences"];
  const double x = marks["dots"][0]["x"], y = marks["dots"][0]["y"];
  bare.command("vertex none");
  bare.command(fmt::format("pick {} {}", x - 1, y));  // the strip is to the left of its right edge
  EXPECT_EQ(bare.report()["selected"]["vertex"]["source"], 3);
  bare.command("show skeleton on");
  for (std::size_t i = 0; i < 2; ++i) {
    const Json& line = marks["lines"][i];
    EXPECT_EQ(line["from"], (Json{x, y}));
    EXPECT_EQ(line["color"], influences[i]["color"]) << "as in the table";
    bare.command(fmt::format("pick {} {}", line["to"][0].get<double>(), line["to"][1].get<double>()));
    EXPECT_EQ(bare.report()["selected"]["joint"], influences[i]["joint"]);
  }
}

TEST_F(ReportTest, names_are_marks_and_the_chosen_one_comes_first) {
  BareViewer bare(options({"a.x"}));
  bare.command("select Upper");
  bare.frame(0);
  const auto texts = [](const Json& labels) {
    std::vector<std::string> list;
    for (const Json& label : labels) list.push_back(label["text"]);
    return list;
  };
  EXPECT_EQ(texts(now_of(bare)["marks"]["labels"]), std::vector<std::string>{"Upper"});
  bare.command("show names on");
  bare.frame(0);
  EXPECT_EQ(texts(now_of(bare)["marks"]["labels"]), (std::vector<std::string>{"Upper", "Lower"}));
  bare.command("select none");
  bare.command("show names off");
  bare.command("compare clip rise");
  bare.command("compare side-by-side");
  bare.frame(0);
  const Json marks = now_of(bare)["marks"];
  EXPECT_EQ(texts(marks["sides"]), (std::vector<std::string>{"bend", "rise"}));
  EXPECT_EQ(marks["sides"][1]["x"].get<double>() - marks["sides"][0]["x"].get<double>(), 160)
      << "half of 320";
}

TEST_F(ReportTest, colours_of_a_difference_have_a_scale) {
  BareViewer bare(options({"a.x"}));
  bare.command("pause");
  bare.command("compare clip rise");
  bare.command("compare colours");
  bare.command("seek 0.5");
  bare.frame(0);
  const Json comparison = bare.report()["comparison"];
  // Red is the largest difference, rounded up to 1, 2 or 5 times a power of ten.
  EXPECT_GE(comparison["hot_mm"].get<double>(), comparison["largest_vertex_mm"].get<double>() * (1 - 1e-9));
  EXPECT_LE(comparison["hot_mm"].get<double>(), comparison["largest_vertex_mm"].get<double>() * 2.5);
}

TEST_F(ReportTest, its_number_rises_with_changes_but_not_with_time) {
  BareViewer bare(options({"a.x", "b.x"}));
  bare.frame();
  const auto revision = [&] { return now_of(bare)["revision"].get<std::uint64_t>(); };
  std::uint64_t last = revision();
  const Json early = now_of(bare);
  for (int i = 0; i < 5; ++i) bare.frame();
  bare.command("orbit 10 10");
  EXPECT_EQ(revision(), last);
  EXPECT_NE(now_of(bare)["time_s"], early["time_s"]);
  EXPECT_NE(now_of(bare)["camera"], early["camera"]) << "what is in this part needs no number";
  for (const char* line :
       {"select Upper", "show skeleton", "pause", "reload", "check", "filter clips a", "hide Body",
        "exposure 2", "close-file b.x", "losses new.x", "range in", "tab report"}) {
    bare.command(line);
    bare.frame(0);
    EXPECT_GT(revision(), last) << line;
    last = revision();
    bare.frame(0);
    EXPECT_EQ(revision(), last) << line;
  }
  touch("a.x", "another size");
  bare.frame(0.5);  // files are checked again
  EXPECT_GT(revision(), last) << "a file that changed on disk";
}

}  // namespace
}  // namespace skelter
