// Lights from files, compared with the formulas of KHR_lights_punctual in double precision.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "render/pbr_scenes.h"
#include "skelter/picture/picture.h"

namespace skelter::test {
namespace {

// Fraction of sky and ground that remains: docs/rendering.md, "Lights of the file".
constexpr double kFaintShare = 0.1;

// KHR_lights_punctual: the light that reaches a surface facing the light.
double arriving(const PunctualLight& light, const Vec3d& at, double intensity) {
  if (light.kind == LightKind::directional) return intensity;
  const double d = length(light.position - at);
  double share = 1 / (d * d);
  if (light.range > 0) share *= std::max(std::min(1 - std::pow(d / light.range, 4), 1.0), 0.0);
  if (light.kind == LightKind::point) return intensity * share;
  const double scale = 1 / std::max(0.001, std::cos(light.inner_cone_rad) - std::cos(light.outer_cone_rad));
  const double cd = dot(light.direction, normalized(at - light.position));
  const double cone = std::clamp(cd * scale - std::cos(light.outer_cone_rad) * scale, 0.0, 1.0);
  return intensity * share * cone * cone;
}

class FileLights : public ::testing::Test {
 protected:
  void expect_lit_by(const std::vector<PunctualLight>& lights,
                     const Paint& paint = {{0.6, 0.5, 0.4}, 0, 0.8}) {
    scene_.materials[0].base_color = to_vec4(paint.base);
    scene_.materials[0].pbr->metallic = static_cast<float>(paint.metallic);
    scene_.materials[0].pbr->roughness = static_cast<float>(paint.roughness);
    DrawOptions options = plain_options();
    options.lights = lights;
    const Image image = stage_.picture(scene_, rest_pose(scene_), options, square_camera());
    const Vec3d n{0, 0, 1}, v = normalized(Vec3d{0, 0, 4} - point_);
    const double sky[] = {0.50, 0.52, 0.56}, ground[] = {0.23, 0.215, 0.20};
    for (std::size_t c = 0; c < 3; ++c) {
      const double base = (&paint.base.x)[c];
      double color = kFaintShare * from_surroundings(paint, base, n, v, sky[c], ground[c]);
      for (const PunctualLight& light : lights) {
        const double intensity = static_cast<double>((&light.intensity.x)[c]);
        const Vec3d to_light =
            light.kind == LightKind::directional ? -light.direction : normalized(light.position - point_);
        color += arriving(light, point_, intensity) / std::numbers::pi * brdf(paint, base, n, v, to_light);
      }
      EXPECT_NEAR(image.at(32, 32)[c], on_screen(color), 1.01) << "colour " << c;
    }
  }
  static Vec4 to_vec4(const Vec3d& c) {
    return {static_cast<float>(c.x), static_cast<float>(c.y), static_cast<float>(c.z), 1};
  }

  Stage stage_{64, 64};
  Scene scene_ = pbr_square();
  const Vec3d point_{0.03125, -0.03125, 0};  // centre of pixel (32, 32)
};

PunctualLight lamp(LightKind kind) {
  PunctualLight light;
  light.kind = kind;
  light.position = {0.8, 0.5, 1.5};
  light.direction = normalized(Vec3d{-0.5, -0.2, -1});
  light.intensity = {2, 1.5f, 1};
  return light;
}

TEST_F(FileLights, from_one_direction) {
  expect_lit_by({lamp(LightKind::directional)});
  expect_lit_by({lamp(LightKind::directional)}, {{0.9, 0.7, 0.3}, 1, 0.4});
  PunctualLight behind = lamp(LightKind::directional);
  behind.direction = {0, 0, 1};
  expect_lit_by({behind});
}

TEST_F(FileLights, from_a_point_with_range_and_without) {
  PunctualLight point = lamp(LightKind::point);
  expect_lit_by({point});
  for (const double range : {10.0, 2.5, 1.9, 1.0}) {  // the light is 1.79 away
    point.range = range;
    expect_lit_by({point});
  }
}

TEST_F(FileLights, from_a_spot_inside_between_and_outside_its_cones) {
  PunctualLight spot = lamp(LightKind::spot);
  for (const auto& [inner, outer] :
       {std::pair{0.5, 0.8}, std::pair{0.1, 0.8}, std::pair{0.05, 0.3}, std::pair{0.0, 0.1}}) {
    spot.inner_cone_rad = inner;
    spot.outer_cone_rad = outer;
    expect_lit_by({spot});
  }
  spot.range = 3;
  expect_lit_by({spot});
}

TEST_F(FileLights, several_add_up_to_the_maximum_of_one_image) {
  std::vector<PunctualLight> lights(kMaxPunctualLights, lamp(LightKind::point));
  for (std::size_t i = 0; i < lights.size(); ++i) {
    lights[i].position.x = 0.1 * static_cast<double>(i);
    lights[i].intensity = {0.1f, 0.12f, 0.2f};
  }
  expect_lit_by(lights);
}

// A scene far from the origin is drawn around a local origin. Its lights must follow.
TEST_F(FileLights, follow_a_distant_scene) {
  DrawOptions options = plain_options();
  const std::vector<PunctualLight> here{lamp(LightKind::point)};
  options.lights = here;
  const Image near = stage_.picture(scene_, rest_pose(scene_), options, square_camera());
  const Vec3d away{100000, 0, 0};
  Pose pose = rest_pose(scene_);
  pose.world[0] = translation_matrix(away);
  Camera camera = square_camera();
  camera.eye = camera.eye + away;
  camera.target = camera.target + away;
  std::vector<PunctualLight> there = here;
  there[0].position = there[0].position + away;
  options.lights = there;
  const Image far = stage_.picture(scene_, pose, options, camera);
  EXPECT_LE(difference(near, far).largest, 2);
}

// One directional, one point and one spot light, on rotated and moved nodes.
Scene lit_scene() {
  Scene scene = pbr_square();
  for (const LightKind kind : {LightKind::directional, LightKind::point, LightKind::spot}) {
    SceneLight light;
    light.kind = kind;
    light.color = {1, 0.5f, 0.25f};
    light.intensity = 4;
    light.range = 7.0f;
    light.inner_cone_rad = 0.2f;
    light.outer_cone_rad = 0.6f;
    Node node;
    node.name = "lamp";
    node.light = static_cast<std::uint32_t>(scene.lights.size());
    node.rest =
        to_float(translation_matrix(Vec3d{1, 2, 3}) *
                 to_mat4(Transformd{{}, from_axis_angle(Vec3d{1, 0, 0}, -std::numbers::pi / 2), {2, 2, 2}}));
    scene.nodes.push_back(node);
    scene.lights.push_back(light);
  }
  return scene;
}

TEST(LightsOfFiles, stand_where_their_nodes_are_and_shine_along_minus_z) {
  Scene scene = lit_scene();
  const std::vector<PunctualLight> lights = file_lights(scene, rest_pose(scene));
  ASSERT_EQ(lights.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(static_cast<std::size_t>(lights[i].kind), i);
    EXPECT_LT(length(lights[i].position - Vec3d{1, 2, 3}), 1e-6);
    EXPECT_LT(length(lights[i].direction - Vec3d{0, -1, 0}), 1e-6) << "turned by -90 degrees about x";
    EXPECT_EQ(lights[i].intensity, (Vec3{4, 2, 1}));
    EXPECT_EQ(lights[i].range, 7);
    EXPECT_NEAR(lights[i].outer_cone_rad, 0.6, 1e-6);
  }
  scene.nodes[1].shown = false;
  EXPECT_EQ(file_lights(scene, rest_pose(scene)).size(), 2u);
}

TEST(LightsOfFiles, exposure_makes_a_white_surface_white) {
  Bounds box;
  box.add(Vec3d{-1, -1, -1});
  box.add(Vec3d{1, 1, 1});
  EXPECT_EQ(light_exposure({}, box), 1);
  PunctualLight sun = lamp(LightKind::directional);
  sun.intensity = {100, 200, 50};
  EXPECT_NEAR(light_exposure(std::vector{sun}, box), std::numbers::pi / 200, 1e-12);
  PunctualLight bulb = lamp(LightKind::point);
  bulb.position = {0, 0, 10};
  bulb.intensity = {5000, 5000, 5000};
  EXPECT_NEAR(light_exposure(std::vector{bulb}, box), std::numbers::pi / 50, 1e-12);
  EXPECT_NEAR(light_exposure(std::vector{bulb, sun}, box), std::numbers::pi / 250, 1e-12);
  bulb.position = {0, 0, 0.01};  // as if it were at a corner of the box
  EXPECT_NEAR(light_exposure(std::vector{bulb}, box), std::numbers::pi * 3 / 5000, 1e-12);
}

TEST(LightsOfFiles, images_have_them_on_request) {
  const Scene scene = lit_scene();
  ImageRendererOptions options;
  options.width = options.height = 64;
  options.camera = square_camera();
  options.draw.background = Vec3{0, 0, 0};
  options.draw.shadow = false;
  const auto middle = [&](const Scene& of) {
    Diagnostics diagnostics;
    Result<ImageRenderer> maker = ImageRenderer::create(of, options, diagnostics);
    const Image image = maker ? *maker->render(0) : Image(64, 64);
    return std::array<int, 3>{image.at(32, 32)[0], image.at(32, 32)[1], image.at(32, 32)[2]};
  };
  const auto studio = middle(scene);
  EXPECT_EQ(studio, middle(pbr_square())) << "unused lights change nothing";
  options.file_lights = true;
  EXPECT_NE(studio, middle(scene));
  EXPECT_EQ(studio, middle(pbr_square())) << "no lights: the renderer's own";
}

}  // namespace
}  // namespace skelter::test
