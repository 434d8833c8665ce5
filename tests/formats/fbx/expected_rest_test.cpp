// Files of the corpus at rest: skinned and morphed positions, units and counts, against numbers from other
// readers and from the programs that wrote the files.

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
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

// World positions of the control points of the one node of that name.
std::vector<Vec3d> points_of(const Scene& scene, const std::string& name) {
  const Pose pose = rest_pose(scene);
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
    if (expected.value("handedness", "right") != "right" || file.find("left_handed") != std::string::npos)
      continue;
    const Numbers& rest = our_side(expected["rest"]);
    double extent = 0;
    for (const auto& matrix : rest["world"])
      for (std::size_t i = 9; i < 12; ++i) extent = std::max(extent, std::abs(matrix[i].get<double>()));
    std::multiset<std::string> names;
    for (const auto& node : expected["nodes"]) names.insert(node["name"].get<std::string>());
    // The evaluator of scenes is linear.
    bool linear = true;
    for (const auto& skin : expected.value("skins", Numbers::array()))
      linear = linear && (!skin.is_object() || skin["method"] == "linear");
    if (!linear || !rest.contains("vertices")) continue;
    for (const auto& [key, points] : rest["vertices"].items())
      for (const auto& point : points)
        for (const auto& number : point) extent = std::max(extent, std::abs(number.get<double>()));
    for (const auto& [key, points] : rest["vertices"].items()) {
      const Numbers& node = expected["nodes"][std::stoul(key)];
      const std::string name = node["name"];
      if (names.count(name) != 1) continue;
      const std::vector<Vec3d> have = points_of(*scene, name);
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

}  // namespace
}  // namespace skelter
