#pragma once
// A context, a render target and a renderer for one test, and helpers to compare results.

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>

#include "render/gl/internal/target.h"
#include "render/model/internal/read_skinned.h"
#include "skelter/picture/picture.h"
#include "skelter/render/headless.h"
#include "support/drawn_scene.h"

namespace skelter::test {

template <class T>
T taken(Result<T> result) {
  if (!result) {
    ADD_FAILURE() << to_string(result.error());
    std::abort();
  }
  return std::move(*result);
}

class Stage {
 public:
  explicit Stage(std::uint32_t width = 160, std::uint32_t height = 120, std::uint32_t samples = 1,
                 const RendererOptions& options = {})
      : context(taken(HeadlessContext::create())),
        target(taken(RenderTarget::create(width, height, samples))),
        renderer(taken(Renderer::create(options))) {}

  DrawnScene upload(const Scene& scene) { return taken(DrawnScene::create(renderer, scene, {})); }

  // An image with the automatic camera, on black and without a shadow unless `options` specify otherwise.
  Image picture(DrawnScene& uploaded, const Scene& scene, const Pose& pose, const DrawOptions& options,
                const std::optional<Camera>& camera = {}) {
    target.bind();
    const Camera used = camera ? *camera : auto_camera(pose_bounds(scene, pose), {});
    const Result<void> drawn = uploaded.draw(renderer, pose, used, target.width(), target.height(), options);
    EXPECT_TRUE(drawn) << to_string(drawn.error());
    return target.read_pixels();
  }
  Image picture(const Scene& scene, const Pose& pose, const DrawOptions& options,
                const std::optional<Camera>& camera = {}) {
    DrawnScene uploaded = upload(scene);
    return picture(uploaded, scene, pose, options, camera);
  }

  // Members are destroyed in reverse order, the context last.
  HeadlessContext context;
  RenderTarget target;
  Renderer renderer;
};

inline DrawOptions plain_options(SkinningPath path = SkinningPath::texture_palette) {
  DrawOptions options;
  options.background = Vec3{0, 0, 0};
  options.shadow = false;
  options.skinning.path = path;
  return options;
}

template <class T>
std::string refusal_of(const Result<T>& result) {
  return result ? "no error" : to_string(result.error());
}

inline void expect_counters(const DrawCounters& counters, const DrawCounters& expected) {
  EXPECT_EQ(counters.draw_calls, expected.draw_calls);
  EXPECT_EQ(counters.matrices_uploaded, expected.matrices_uploaded);
  EXPECT_EQ(counters.vertex_bytes, expected.vertex_bytes);
  EXPECT_EQ(counters.cpu_vertices, expected.cpu_vertices);
}

// Number of colours in an image in which every draw call has its own colour, not counting the background.
inline std::size_t group_colors(Stage& stage, const Scene& scene, DrawOptions options) {
  options.color_groups = true;
  options.unlit = true;
  const Image image = stage.picture(scene, rest_pose(scene), options);
  std::set<std::uint32_t> seen;
  for (std::size_t i = 0; i < image.rgba.size(); i += 4)
    seen.insert(image.rgba[i] | image.rgba[i + 1] << 8 | image.rgba[i + 2] << 16);
  return seen.size() - 1;
}

struct PictureDifference {
  int largest = 0;             // largest difference in one channel of a pixel, from 0 to 255
  std::size_t pixels = 0;      // pixels that differ by more than 2
  std::size_t foreground = 0;  // pixels of the first image that are not black
};
inline PictureDifference difference(const Image& a, const Image& b) {
  PictureDifference found;
  EXPECT_EQ(a.rgba.size(), b.rgba.size());
  for (std::size_t i = 0; i + 3 < a.rgba.size() && i + 3 < b.rgba.size(); i += 4) {
    int most = 0;
    for (std::size_t c = 0; c < 3; ++c)
      most = std::max(most, std::abs(int{a.rgba[i + c]} - int{b.rgba[i + c]}));
    found.largest = std::max(found.largest, most);
    found.pixels += most > 2 ? 1 : 0;
    found.foreground += a.rgba[i] + a.rgba[i + 1] + a.rgba[i + 2] > 0 ? 1 : 0;
  }
  return found;
}

// Every vertex must be within `distance` of the expected position, and every normal within `normals`.
inline void expect_same_vertices(const ShadedVertices& actual, const SkinnedVertices& expected,
                                 double distance, double normals) {
  ASSERT_EQ(actual.positions.size(), expected.positions.size());
  double worst = 0, worst_normal = 0;
  for (std::size_t v = 0; v < expected.positions.size(); ++v) {
    worst = std::max(worst, length(to_double(actual.positions[v]) - expected.positions[v]));
    if (!expected.normals.empty())
      worst_normal = std::max(worst_normal, length(to_double(actual.normals[v]) - expected.normals[v]));
  }
  EXPECT_LE(worst, distance);
  EXPECT_LE(worst_normal, normals);
}

}  // namespace skelter::test
