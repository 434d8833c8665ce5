#pragma once
// Helpers for tests of examples that draw: they run the examples without a display and examine their images.
// Expected positions come from the tutorials' numbers and from the reference evaluator.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "cli/command_runner.h"
#include "skelter/image/decode.h"
#include "skelter/load.h"
#include "skelter/picture/picture.h"
#include "skelter/scene/edit.h"

namespace skelter::test {

constexpr std::uint32_t kWidth = 800, kHeight = 600;

struct Pixel {
  int r = 0, g = 0, b = 0;
  friend bool operator==(const Pixel&, const Pixel&) = default;
};
constexpr Pixel kGreen{0, 255, 0}, kBlack{0, 0, 0}, kBlue{0, 0, 255}, kYellow{255, 255, 0};

inline Pixel pixel(const Image& image, double x, double y) {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height) return {-1, -1, -1};
  const std::uint8_t* at = image.at(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
  return {at[0], at[1], at[2]};
}

// The mannequin's colours in any light. In assets/mannequin.x, the skin is 0.93 0.72 0.6 and the shirt 0.27
// 0.52 0.68. Backgrounds are grey.
inline bool is_skin(const Pixel& p) {
  return p.r > p.g + 15 && p.g > p.b + 5 && p.r < 2.2 * p.b;
}
inline bool is_shirt(const Pixel& p) {
  return p.b > p.g + 15 && p.g > p.r + 15;
}

struct Box {
  double left = 1e9, right = -1, top = 1e9, bottom = -1;
  int count = 0;
};
inline Box box_of(const Image& image, const std::function<bool(const Pixel&)>& is) {
  Box box;
  for (std::uint32_t y = 0; y < image.height; ++y)
    for (std::uint32_t x = 0; x < image.width; ++x) {
      if (!is(pixel(image, x, y))) continue;
      box = {std::min(box.left, double(x)), std::max(box.right, double(x)), std::min(box.top, double(y)),
             std::max(box.bottom, double(y)), box.count + 1};
    }
  return box;
}

class Drawing : public ::testing::Test {
 protected:
  Ran run(const std::string& program, const std::string& arguments) {
    return folder_.shell("env -u DISPLAY -u WAYLAND_DISPLAY '" SKELTER_EXAMPLES "/" + program + "' " +
                         arguments);
  }
  Image draw(const std::string& program, const std::string& arguments, std::uint32_t width = kWidth,
             std::uint32_t height = kHeight) {
    ran_ = run(program, arguments + " --out picture.png");
    EXPECT_EQ(ran_.code, 0) << ran_.out << ran_.err;
    auto image = decode_image_file(folder_.path("picture.png"));
    EXPECT_TRUE(image.ok()) << to_string(image.error());
    Image got = image.ok() ? *image : Image(width, height);
    EXPECT_EQ(got.width, width);
    EXPECT_EQ(got.height, height);
    return got;
  }
  CommandFolder folder_;
  Ran ran_;
};

inline const std::string kFigure = "'" + asset("mannequin.x") + "'";

// --- the figure, by the reference evaluator --------------------------------------------------------------

inline const Scene& figure() {
  static const Scene scene = *load_scene(asset("mannequin.x"));
  return scene;
}
inline Pose pose_of(const std::string& clip, double time_s) {
  return evaluate(figure(), *choose_clip(figure(), clip), time_s);
}
inline Vec3d place(const Pose& pose, const std::string& node) {
  return translation_part(pose.world[find_node(figure(), node)]);
}
inline Vec3d middle(const Pose& pose, const std::string& a, const std::string& b) {
  return (place(pose, a) + place(pose, b)) * 0.5;
}
inline Vec3d turned_by(double angle_rad, const Vec3d& p) {  // about +y
  return {p.x * std::cos(angle_rad) + p.z * std::sin(angle_rad), p.y,
          p.z * std::cos(angle_rad) - p.x * std::sin(angle_rad)};
}

struct Spot {
  double x = 0, y = 0;
};
inline Spot on_screen(const Camera& camera, const Vec3d& p, double width = kWidth, double height = kHeight) {
  const Mat4d m = *projection_matrix(camera, width / height) * *view_matrix(camera);
  const double w = m(3, 0) * p.x + m(3, 1) * p.y + m(3, 2) * p.z + m(3, 3);
  const Vec3d at = transform_point(m, p) * (1 / w);
  return {(at.x + 1) / 2 * width, (1 - at.y) / 2 * height};
}
inline Pixel at(const Image& image, const Camera& camera, const Vec3d& p) {
  const Spot spot = on_screen(camera, p);
  return pixel(image, spot.x, spot.y);
}

// The framing of the programs: the joints, with a margin for the body and space for walking.
inline Camera camera_of(const Bounds& bounds, double room_in_heights, double margin = 0.08) {
  const double room = room_in_heights * bounds.size().y;
  AutoCameraOptions options;
  options.margin = margin;
  return auto_camera({bounds.min - Vec3d{room, 0, room}, bounds.max + Vec3d{room, 0, room}}, options);
}
inline Camera joint_camera(const Pose& pose, double room_in_heights) {
  Bounds bounds;
  for (const Mat4d& world : pose.world) bounds.add(translation_part(world));
  return camera_of(bounds, room_in_heights, 0.15);
}

// The pixels that the model covers, drawn with the reference evaluator.
inline Image silhouette(const Camera& camera, const std::function<Pose(double time_s)>& pose_at,
                        double time_s) {
  ImageRendererOptions options;
  options.samples = 1;
  options.pose_at = pose_at;
  options.camera = camera.far_distance > 1000 ? camera : with_depth_range(camera, {{-5, -1, -5}, {5, 3, 5}});
  options.draw.background = Vec3{0, 0, 0};
  options.draw.unlit_color = Vec3{1, 1, 1};
  Diagnostics notes;
  return *ImageRenderer::create(figure(), options, notes)->render(time_s);
}
// Number of pixels that both cover, divided by the number that at least one covers.
inline double overlap(const Image& silhouette, const Image& image, const Pixel& background) {
  double both = 0, either = 0;
  for (std::uint32_t y = 0; y < kHeight; ++y)
    for (std::uint32_t x = 0; x < kWidth; ++x) {
      const bool wanted = pixel(silhouette, x, y).r > 127, got = pixel(image, x, y) != background;
      both += wanted && got ? 1 : 0;
      either += wanted || got ? 1 : 0;
    }
  return both / either;
}

}  // namespace skelter::test
