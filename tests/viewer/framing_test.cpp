// Scenes of any size and position: the viewer frames and draws them like `render`.
#include <gtest/gtest.h>

#include <cmath>

#include "skelter/picture/picture.h"
#include "viewer/viewer_fixture.h"

namespace skelter {
namespace {

// Makes a cube with its centre at (offset, offset, offset), on a node at the origin.
Scene cube(double side, double offset) {
  Scene scene;
  scene.nodes.push_back(test::make_node("cube", kNone, Mat4d{}));
  scene.nodes[0].meshes.push_back({0, kNone});
  Primitive p;
  for (int axis = 0; axis < 3; ++axis)
    for (const double end : {-1.0, 1.0}) {
      const auto begin = static_cast<std::uint32_t>(p.positions.size());
      for (int corner = 0; corner < 4; ++corner) {
        double at[3];
        at[axis] = end;
        at[(axis + 1) % 3] = (corner & 1 ? 1 : -1) * end;
        at[(axis + 2) % 3] = corner & 2 ? 1 : -1;
        double normal[3] = {};
        normal[axis] = end;
        p.positions.push_back(
            to_float(Vec3d{at[0], at[1], at[2]} * (side / 2) + Vec3d{offset, offset, offset}));
        p.normals.push_back(to_float(Vec3d{normal[0], normal[1], normal[2]}));
      }
      for (const std::uint32_t i : {0u, 1u, 3u, 0u, 3u, 2u}) p.indices.push_back(begin + i);
    }
  p.materials = {kNone};
  p.source_vertices = 24;
  p.source_faces = 12;
  Mesh mesh;
  mesh.primitives.push_back(p);
  scene.meshes.push_back(mesh);
  return scene;
}

bool differs(const std::uint8_t* a, const std::uint8_t* b) {
  return std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]) > 24;
}

// The pixels that differ from an image without the model: their number and bounding rectangle.
struct Figure {
  std::size_t pixels = 0;
  std::uint32_t left = 100000, right = 0, top = 100000, bottom = 0;
};
Figure figure_in(const Image& with, const Image& without) {
  Figure figure;
  for (std::uint32_t y = 0; y < with.height; ++y)
    for (std::uint32_t x = 0; x < with.width; ++x) {
      if (!differs(with.at(x, y), without.at(x, y))) continue;
      ++figure.pixels;
      figure.left = std::min(figure.left, x), figure.right = std::max(figure.right, x);
      figure.top = std::min(figure.top, y), figure.bottom = std::max(figure.bottom, y);
    }
  return figure;
}

class Framing : public ViewerTest {
 protected:
  Figure in_viewer() {
    after("pause\nresize 300 200\nkey f2\nkey f3\nkey f4\ntoggle grid\ntoggle shadow\nfit\nscreenshot " +
          path("with.png") + "\ntoggle meshes\nscreenshot " + path("without.png") + "\n");
    return figure_in(picture("with.png"), picture("without.png"));
  }
  Figure in_render(const Scene& scene, std::uint32_t width, std::uint32_t height) {
    Image images[2];
    for (const bool meshes : {false, true}) {
      ImageRendererOptions options;
      options.width = width;
      options.height = height;
      options.draw.meshes = meshes;
      options.draw.shadow = false;
      Diagnostics diagnostics;
      auto maker = ImageRenderer::create(scene, options, diagnostics);
      EXPECT_TRUE(maker.ok());
      images[meshes] = *maker->render(0);
    }
    return figure_in(images[1], images[0]);
  }
  void expect_same_as_render(double side, double offset) {
    SCOPED_TRACE("side " + std::to_string(side) + " at " + std::to_string(offset));
    scenes_["a.x"] = cube(side, offset);
    const Figure shown = in_viewer();
    const Image size = picture("with.png");
    const Figure drawn = in_render(scenes_["a.x"], size.width, size.height);
    ASSERT_GT(drawn.pixels, 5000u);
    ASSERT_GT(shown.pixels, 5000u);
    EXPECT_NEAR(double(shown.pixels), double(drawn.pixels), 0.02 * double(drawn.pixels));
    EXPECT_NEAR(shown.left, drawn.left, 2);
    EXPECT_NEAR(shown.right, drawn.right, 2);
    EXPECT_NEAR(shown.top, drawn.top, 2);
    EXPECT_NEAR(shown.bottom, drawn.bottom, 2);
    // A cube seen from 25 degrees to the side and 12 degrees above is about as wide as high; the margin is 8
    // % of the height.
    EXPECT_GT(shown.top, 0.04 * size.height);
    EXPECT_LT(shown.top, 0.25 * size.height);
    EXPECT_LT(shown.bottom, 0.96 * size.height);
    EXPECT_GT(shown.bottom, 0.75 * size.height);
  }
};

TEST_F(Framing, a_cube_next_to_its_node_is_whole) {
  for (const double offset : {0.0, 4.0, 100.0, 1000.0, 1e5}) expect_same_as_render(2, offset);
}

TEST_F(Framing, a_cube_of_any_size_is_whole) {
  for (const double side : {1e-3, 1.0, 1e3, 1e7})
    for (const double offset : {0.0, 4 * side}) expect_same_as_render(side, offset);
}

}  // namespace
}  // namespace skelter
