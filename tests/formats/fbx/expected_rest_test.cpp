// Files of the corpus at rest: skinned and morphed positions, units and counts, compared with numbers from
// other readers and from the programs that wrote the files.

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "skelter/formats/fbx/read.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"
#include "skelter/system/file.h"
#include "support/corpus.h"

namespace skelter {
namespace {

using Numbers = nlohmann::json;

const Numbers& our_side(const Numbers& pose) {
  return pose.contains("ours") ? pose["ours"] : pose["file"];
}

// World positions of the control points of the node with this name.
std::vector<Vec3d> points_of(const Scene& scene, const Pose& pose, const std::string& name) {
  for (const std::string& wanted : {name + " scale", name})
    for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
      if (scene.nodes[n].name == wanted && !scene.nodes[n].meshes.empty())
        return skin(scene, pose, n, 0).positions;
  return {};
}

TEST(FbxExpected, points_at_rest_are_where_other_programs_have_them) {
  SKELTER_REQUIRE_CORPUS();
  const auto bytes = read_file(test::corpus_folder() + "/fbx/expected.json");
  ASSERT_TRUE(bytes.ok());
  const auto* text = reinterpret_cast<const char*>(bytes->data());
  const Numbers all = Numbers::parse(text, text + bytes->size())["files"];
  std::size_t compared = 0;
  for (const auto& [file, expected] : all.items()) {
    const auto scene = read_fbx_file(test::corpus_folder() + "/fbx/" + file);
    ASSERT_TRUE(scene.ok()) << to_string(scene.error());
    EXPECT_TRUE(validate(*scene).ok()) << file;
    EXPECT_NEAR(*scene->metres_per_unit / expected["metres_per_unit"].get<double>(), 1, 1e-5) << file;
    EXPECT_EQ(scene->skins.size(), expected["counts"]["skins"]) << file;
    EXPECT_EQ(scene->materials.size(), expected["counts"]["materials"]) << file;
    EXPECT_EQ(scene->encoding, expected["encoding"]) << file;
    EXPECT_EQ(scene->format_version, expected["version"].get<std::uint32_t>()) << file;
    if (const std::string up = expected["axes_right_up_front"][1]; up != "?") {
      EXPECT_EQ(scene->up_axis, up[0] == '-' ? up : up.substr(1)) << file;
    }
    const std::string program = expected.value("application", ""), creator = expected.value("creator", "");
    EXPECT_EQ(scene->generator.value_or("").substr(0, program.size()), program) << file;
    EXPECT_TRUE(!program.empty() || scene->generator.value_or("") == creator) << file;
    if (expected.value("handedness", "right") != "right" || file.find("left_handed") != std::string::npos)
      continue;
    const Numbers& rest = our_side(expected["rest"]);
    double extent = 0;
    for (const auto& matrix : rest["world"])
      for (std::size_t i = 9; i < 12; ++i) extent = std::max(extent, std::abs(matrix[i].get<double>()));
    std::multiset<std::string> names;
    for (const auto& node : expected["nodes"]) names.insert(node["name"].get<std::string>());
    if (!rest.contains("vertices")) continue;
    for (const auto& [key, points] : rest["vertices"].items())
      for (const auto& point : points)
        for (const auto& number : point) extent = std::max(extent, std::abs(number.get<double>()));
    for (const auto& [key, points] : rest["vertices"].items()) {
      const Numbers& node = expected["nodes"][std::stoul(key)];
      const std::string name = node["name"];
      if (names.count(name) != 1) continue;
      const std::vector<Vec3d> have = points_of(*scene, rest_pose(*scene), name);
      const Numbers& sampled = expected["meshes"][node["mesh"].get<std::size_t>()]["sampled_control_points"];
      for (std::size_t i = 0; i < points.size(); ++i) {
        const auto index = sampled[i].get<std::size_t>();
        ASSERT_LT(index, have.size()) << file << ": " << name;
        const Vec3d wanted{points[i][0].get<double>(), points[i][1].get<double>(),
                           points[i][2].get<double>()};
        EXPECT_LT(length(have[index] - wanted), 1e-4 * extent) << file << ": " << name << ", point " << index;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 1000u);
}

Numbers expected_files() {
  const auto bytes = read_file(test::corpus_folder() + "/fbx/expected.json");
  if (!bytes) return Numbers::object();
  const auto* text = reinterpret_cast<const char*>(bytes->data());
  return Numbers::parse(text, text + bytes->size())["files"];
}

Vec3d vector_of(const Numbers& p) {
  return {p[0].get<double>(), p[1].get<double>(), p[2].get<double>()};
}

// The pose of the clip with this name at a time in the file, or the rest pose without a clip.
std::optional<Pose> pose_at(const Scene& scene, const Numbers& clip, double time_s) {
  if (clip.is_null()) return rest_pose(scene);
  EvaluateOptions options;
  options.loop = Loop::once;
  for (std::uint32_t c = 0; c < scene.clips.size(); ++c)
    if (const std::string name = scene.clips[c].name.value_or(""), wanted = clip.get<std::string>();
        name == wanted || name.ends_with("|" + wanted))
      return evaluate(scene, c, time_s, options);
  return std::nullopt;
}

// Skinned and morphed points in motion, compared with an independent reader.
TEST(FbxExpected, points_in_motion_are_where_another_reader_has_them) {
  SKELTER_REQUIRE_CORPUS();
  std::size_t compared = 0;
  const Numbers files_of_corpus = expected_files();
  for (const auto& [file, expected] : files_of_corpus.items()) {
    if (expected.value("handedness", "right") != "right") continue;
    SCOPED_TRACE(file);
    const auto scene = read_fbx_file(test::corpus_folder() + "/fbx/" + file);
    ASSERT_TRUE(scene.ok()) << to_string(scene.error());
    std::multiset<std::string> names;
    for (const auto& node : expected["nodes"]) names.insert(node["name"].get<std::string>());
    for (const auto& clip : expected["clips"])
      for (const auto& moment : clip.value("moments", Numbers::array())) {
        const Numbers& want = our_side(moment);
        if (!want.contains("vertices")) continue;
        const auto pose = pose_at(*scene, clip["name"], moment["time_s"].get<double>());
        ASSERT_TRUE(pose) << clip["name"];
        double extent = 0;
        for (const auto& [key, points] : want["vertices"].items())
          for (const auto& point : points)
            if (point.is_array() && point[0].is_number()) extent = std::max(extent, length(vector_of(point)));
        for (const auto& [key, points] : want["vertices"].items()) {
          const Numbers& node = expected["nodes"][std::stoul(key)];
          const std::string name = node["name"];
          if (names.count(name) != 1) continue;
          const std::vector<Vec3d> have = points_of(*scene, *pose, name);
          const Numbers& sampled =
              expected["meshes"][node["mesh"].get<std::size_t>()]["sampled_control_points"];
          double worst = 0;
          for (std::size_t i = 0; i < points.size(); ++i) {
            if (!points[i].is_array() || !points[i][0].is_number()) continue;
            const auto index = sampled[i].get<std::size_t>();
            ASSERT_LT(index, have.size()) << name;
            worst = std::max(worst, length(have[index] - vector_of(points[i])));
            ++compared;
          }
          EXPECT_LE(worst, 1e-4 * extent)
              << name << ", " << clip["name"] << " at " << moment["time_s"] << " s";
        }
      }
  }
  EXPECT_GT(compared, 1000u);
}

// Compares with frames that Maya, 3ds Max, MotionBuilder and Blender exported as .obj.
TEST(FbxExpected, points_are_where_the_program_that_wrote_the_file_exported_them) {
  SKELTER_REQUIRE_CORPUS();
  std::size_t files = 0, frames = 0;
  double largest = 0;  // relative to the frame's extent
  const Numbers files_of_corpus = expected_files();
  for (const auto& [file, expected] : files_of_corpus.items()) {
    const Numbers oracles = expected.value("oracles", Numbers::object());
    if (!oracles.contains("obj")) continue;
    SCOPED_TRACE(file);
    const auto scene = read_fbx_file(test::corpus_folder() + "/fbx/" + file);
    ASSERT_TRUE(scene.ok()) << to_string(scene.error());
    ++files;
    for (const auto& obj : oracles["obj"]) {
      if (!obj.contains("positions_in_file_space"))
        continue;  // caches, subdivision, and frames that follow Maya's own rule
      double begin_s = 0;
      for (const auto& clip : expected["clips"])
        if (clip["name"] == obj["clip"]) begin_s = clip.value("begin_s", 0.0);
      const double time_s = obj["file_time_s"].is_null() ? 0 : obj["file_time_s"].get<double>() - begin_s;
      const auto pose = pose_at(*scene, obj["clip"], time_s);
      ASSERT_TRUE(pose) << obj["clip"];
      ++frames;
      const Mat4d ours_from_file = scene->nodes.back().name == "Y up" ? pose->world.back() : Mat4d{};
      double worst = 0;
      for (const auto& p : obj["positions_in_file_space"]) {
        const std::vector<Vec3d> have =
            points_of(*scene, *pose, expected["nodes"][p["node"].get<std::size_t>()]["name"]);
        const auto point = p["control_point"].get<std::size_t>();
        ASSERT_LT(point, have.size());
        worst =
            std::max(worst, length(have[point] - transform_point(ours_from_file, vector_of(p["position"]))));
      }
      EXPECT_LE(worst, 1e-3 * obj["extent"].get<double>()) << obj["obj"];
      largest = std::max(largest, worst / obj["extent"].get<double>());
    }
  }
  std::cout << frames << " frames of " << files << " files, largest error " << largest << '\n';
  EXPECT_GE(files, 30u);
  EXPECT_GE(frames, 70u);
}

}  // namespace
}  // namespace skelter
