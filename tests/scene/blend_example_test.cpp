// Checks every pose of the blend example to 1e-4 against a different program with double precision, for the
// scene written in code and for the file.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "skelter/formats/x/read.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"
#include "support/blend_example.h"
#include "support/corpus.h"

namespace skelter {
namespace {

using nlohmann::json;
using test::near;

json expected_poses() {
  std::ifstream file(test::corpus_folder() + "/x-made/blend_example.expected.json");
  return json::parse(file);
}

// The file stores left-handed row vectors, row by row: this is the order of our columns, mirrored at z.
Mat4d canonical(const json& source) {
  return mirrored_z(Mat4d{source.get<std::array<double, 16>>()});
}

void expect_pose(const Scene& scene, const Pose& pose, const json& expected) {
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) {
    const std::string& name = scene.nodes[n].name;
    EXPECT_TRUE(near(pose.local[n], canonical(expected["local"][name]), 1e-4)) << name << " local";
    EXPECT_TRUE(near(pose.world[n], canonical(expected["world"][name]), 1e-4)) << name << " world";
  }
  const SkinnedVertices skinned = skin(scene, pose, 0, 0);
  ASSERT_EQ(skinned.positions.size(), expected["skinned"].size());
  for (std::size_t v = 0; v < skinned.positions.size(); ++v) {
    const json& p = expected["skinned"][v];
    EXPECT_TRUE(near(skinned.positions[v], {p[0], p[1], -p[2].get<double>()}, 1e-4)) << "vertex " << v;
  }
}

EvaluateOptions options_of(const json& entry) {
  EvaluateOptions options;
  if (entry.value("wrap", "loop") == "length+1") options.extra_tick = true;
  const std::string keys = entry.value("matrix_keys", "decompose");
  if (keys == "elements") options.matrix_keys = MatrixKeys::elements;
  if (keys == "nearest") options.matrix_keys = MatrixKeys::nearest;
  return options;
}

Scene meant(Scene scene, const json& entry) {
  if (entry.value("absent_channels", "rest") == "identity") scene.absent = Absent::identity;
  return scene;
}

std::uint32_t clip_index(const json& entry) {
  return entry["clip"] == "swing" ? 0u : 1u;
}

std::vector<MixLayer> layers_of(const json& entry) {
  std::vector<MixLayer> layers;
  for (const json& amount : entry["amounts"])
    layers.push_back({clip_index(amount), amount["amount"], entry["tick"].get<double>() / 1000});
  return layers;
}

enum class Source { by_hand, from_file };

class blend_example : public ::testing::TestWithParam<Source> {
 protected:
  void SetUp() override {
    SKELTER_REQUIRE_CORPUS();
    expected_ = expected_poses();
    scene_ = test::blend_example();
    if (GetParam() == Source::from_file) {
      auto read = read_x_file(test::corpus_folder() + "/x-made/blend_example.x");
      ASSERT_TRUE(read.ok()) << to_string(read.error());
      scene_ = *std::move(read);
    }
    ASSERT_TRUE(validate(scene_).ok()) << to_string(validate(scene_).error());
  }
  json expected_;
  Scene scene_;
};

INSTANTIATE_TEST_SUITE_P(, blend_example, ::testing::Values(Source::by_hand, Source::from_file),
                         [](const auto& source) {
                           return source.param == Source::by_hand ? "by_hand" : "from_file";
                         });

TEST_P(blend_example, rests_as_expected) {
  expect_pose(scene_, rest_pose(scene_), expected_["rest"]);
}

// B-20, B-22, S-36: every interpretation of matrix keys and missing channels, at 13 times each.
TEST_P(blend_example, single_clips_play_as_expected) {
  ASSERT_EQ(expected_["single"].size(), 78u);
  for (const json& entry : expected_["single"]) {
    SCOPED_TRACE(entry["clip"].get<std::string>() + " at " + entry["tick"].dump() + ", " +
                 entry["matrix_keys"].get<std::string>() + ", absent " +
                 entry["absent_channels"].get<std::string>());
    expect_pose(scene_, evaluate(meant(scene_, entry), clip_index(entry), entry["time_s"], options_of(entry)),
                entry);
  }
}

// B-30 to B-35: the element-wise sum of the tutorial, with the loop of length + 1.
TEST_P(blend_example, element_wise_mixes_as_expected) {
  ASSERT_EQ(expected_["seed_additive"].size(), 78u);
  for (const json& entry : expected_["seed_additive"]) {
    SCOPED_TRACE("at " + entry["tick"].dump() + ", absent " + entry["absent_channels"].get<std::string>());
    EvaluateOptions options = options_of(entry);
    options.matrix_keys = MatrixKeys::elements;
    expect_pose(scene_, evaluate_mix(meant(scene_, entry), layers_of(entry), MixMode::elements, options),
                entry);
  }
}

TEST_P(blend_example, additive_mixes_as_expected) {
  ASSERT_EQ(expected_["additive_srt_proposal"].size(), 39u);
  for (const json& entry : expected_["additive_srt_proposal"]) {
    SCOPED_TRACE("at " + entry["tick"].dump() + " with " + entry["amounts"].dump());
    expect_pose(scene_,
                evaluate_mix(meant(scene_, entry), layers_of(entry), MixMode::additive, options_of(entry)),
                entry);
  }
}

// The same time in canonical space, with the numbers column by column.
TEST_P(blend_example, canonical_space_is_the_mirrored_source) {
  const json& entry = expected_["mirror_check"];
  const Pose pose = evaluate(scene_, 0, 0.125);
  for (std::uint32_t n = 0; n < scene_.nodes.size(); ++n) {
    const Mat4d local{entry["local"][scene_.nodes[n].name].get<std::array<double, 16>>()};
    EXPECT_TRUE(near(pose.local[n], local, 1e-4)) << scene_.nodes[n].name;
  }
  const SkinnedVertices skinned = skin(scene_, pose, 0, 0);
  for (std::size_t v = 0; v < skinned.positions.size(); ++v) {
    const json& p = entry["skinned"][v];
    EXPECT_TRUE(near(skinned.positions[v], {p[0], p[1], p[2]}, 1e-4)) << "vertex " << v;
  }
}

}  // namespace
}  // namespace skelter
