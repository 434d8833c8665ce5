#include "scene/internal/up_axis.h"

#include "scene/lint_scenes.h"
#include "support/numbers.h"

namespace skelter::test {
namespace {

// The figure with these three vertices, bones at rest where the vertices are.
Scene with_vertices(const std::vector<Vec3>& vertices) {
  Scene scene = figure();
  scene.meshes[0].primitives[0].positions = vertices;
  for (std::uint32_t j = 0; j < 3; ++j) {
    scene.nodes[j].parent = kNone;
    scene.nodes[j].rest = translation_matrix(vertices[j]);
    scene.skins[0].joints[j].joint_from_mesh = translation_matrix(-vertices[j]);
  }
  return scene;
}

TEST(guess_up, is_y_for_what_stands_on_the_plane_y_0_or_nowhere) {
  EXPECT_EQ(guess_up(figure()), kY);
  EXPECT_EQ(guess_up(with_vertices({{0, 1, -3}, {0, 0, 3}, {0, 0, 0}})), kY);     // a long animal
  EXPECT_EQ(guess_up(with_vertices({{0, 1, -3}, {0, -1, 3}, {0, 0, 0}})), kY);    // floats
  EXPECT_EQ(guess_up(with_vertices({{0, 1, 0}, {0, -1, 2.9f}, {0, 0, 1}})), kY);  // not 1.5 times as tall
  EXPECT_EQ(guess_up(with_vertices({{0, 1, 0}, {0, -0.5f, 4}, {0, 0, 1}})), kY);  // not evenly around y = 0
  EXPECT_EQ(guess_up(with_vertices({{0, 1, 0.3f}, {0, -1, 4}, {0, 0, 1}})), kY);  // above the plane
}

TEST(guess_up, is_z_for_what_stands_on_the_plane_z_0) {
  EXPECT_EQ(guess_up(with_vertices({{0, 1, -0.1f}, {0, -1, 4}, {0, 0, 1}})), (Vec3d{0, 0, 1}));
  EXPECT_EQ(guess_up(with_vertices({{0, 1, 0.1f}, {0, -1, -4}, {0, 0, -1}})), (Vec3d{0, 0, -1}));
}

TEST(guess_up, is_y_without_a_skin) {
  Scene scene = with_vertices({{0, 1, 0}, {0, -1, 4}, {0, 0, 1}});
  scene.nodes[kBody].meshes[0].skin = kNone;
  scene.skins.clear();
  EXPECT_EQ(guess_up(scene), (Vec3d{0, 1, 0}));
}

}  // namespace
}  // namespace skelter::test
