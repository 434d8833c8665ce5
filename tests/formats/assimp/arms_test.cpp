// A bending arm as Collada (tests/data/assimp): two joints, z up, in centimetres. Vertex (0, 0, 0) is on the
// root, (1, 0, 2) is on the tip at (0, 0, 2), and (0, 1, 1) is half on each.

#include <gtest/gtest.h>

#include <sstream>

#include "formats/assimp/made_files.h"
#include "support/near.h"

namespace skelter::test {
namespace {

std::string data(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(std::string(SKELTER_SOURCE_DIR "/tests/data/assimp/") + name).rdbuf();
  return text.str();
}

std::vector<Vec3d> end_of(const Scene& scene) {
  EvaluateOptions once;
  once.loop = Loop::once;
  return vertices_of(scene, evaluate(scene, 0, 1, once)).positions;
}

// The tip rises to (0, 0, 3) and turns by 90 degrees about z. In the space of the tip, (1, 0, 0) moves to (0,
// 1, 3), and (0, 1, -1) to (-1, 0, 2). The third vertex is halfway between the latter and (0, 1, 1). The
// conversion from z up, in metres, gives (x, z, -y) / 100.
TEST(AssimpArms, collada_stands_up_in_metres_and_bends) {
  const MadeFiles files;
  const auto scene = files.read("arm.dae", data("arm.dae"));
  ASSERT_TRUE(scene) << to_string(scene.error());
  EXPECT_EQ(scene->metres_per_unit, 1);
  ASSERT_EQ(scene->clips.size(), 1u);
  EXPECT_NEAR(scene->clips[0].duration_s, 1, 1e-9);
  const auto rest = vertices_of(*scene, rest_pose(*scene)).positions;
  ASSERT_EQ(rest.size(), 3u);
  EXPECT_TRUE(near(rest[1], {0.01, 0.02, 0}, kNear));
  EXPECT_TRUE(near(rest[2], {0, 0.01, -0.01}, kNear));
  const auto end = end_of(*scene);
  EXPECT_TRUE(near(end[0], {0, 0, 0}, kNear));
  EXPECT_TRUE(near(end[1], {0, 0.03, -0.01}, kNear));
  EXPECT_TRUE(near(end[2], {-0.005, 0.015, -0.005}, kNear));
}

}  // namespace
}  // namespace skelter::test
