#include "ways.h"

#include <algorithm>
#include <cmath>

#include "render/gl/internal/target.h"
#include "render/model/internal/read_skinned.h"
#include "skelter/load.h"
#include "skelter/picture/picture.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/size.h"
#include "support/drawn_scene.h"

namespace skelter::web {
namespace {

struct Figure {
  Scene scene;
  Pose pose;
  std::vector<std::optional<Image>> textures;
  Camera camera;
};

Result<Figure> figure_of(const std::string& file) {
  auto scene = load_scene(file);
  if (!scene) return scene.error();
  Figure figure{std::move(*scene), {}, {}, {}};
  figure.pose = figure.scene.clips.empty()
                    ? rest_pose(figure.scene)
                    : evaluate(figure.scene, 0, 0.4 * figure.scene.clips[0].duration_s);
  Diagnostics said;
  figure.textures = load_textures(figure.scene, said);
  figure.camera = auto_camera(pose_bounds(figure.scene, figure.pose));
  return figure;
}

std::vector<Affine> palette_of(const Scene& scene, const Pose& pose, const Skin& skin) {
  std::vector<Affine> palette;
  for (const Joint& joint : skin.joints)
    palette.push_back(to_affine(pose.world[joint.node] * to_double(joint.joint_from_mesh)));
  (void)scene;
  return palette;
}

Result<void> draw_crowd(Renderer& renderer, test::DrawnScene& uploaded, const Figure& figure) {
  const Bounds bounds = pose_bounds(figure.scene, figure.pose);
  const double wide = std::max(bounds.max.x - bounds.min.x, bounds.max.z - bounds.min.z);
  std::vector<Affine> places;
  std::vector<Vec4> tints;
  Bounds all;
  for (int m = 0; m < 9; ++m) {
    const Vec3d place{(m % 3 - 1) * wide, 0, (m / 3 - 1) * wide};
    places.push_back(
        to_affine(translation_matrix(place) * rotation_matrix(from_axis_angle(Vec3d{0, 1, 0}, 0.4 * m))));
    tints.push_back({1, 1 - 0.05f * static_cast<float>(m), 1, 1});
    all.add(bounds.min + place);
    all.add(bounds.max + place);
  }
  std::vector<std::vector<Affine>> palettes;
  std::vector<CrowdPalettes> meshes;
  for (std::uint32_t n = 0; n < figure.scene.nodes.size(); ++n)
    for (std::uint32_t i = 0; i < figure.scene.nodes[n].meshes.size(); ++i) {
      const std::uint32_t skin = figure.scene.nodes[n].meshes[i].skin;
      if (skin == kNone) continue;
      const std::vector<Affine> one = palette_of(figure.scene, figure.pose, figure.scene.skins[skin]);
      palettes.emplace_back();
      for (std::size_t m = 0; m < places.size(); ++m)
        palettes.back().insert(palettes.back().end(), one.begin(), one.end());
      meshes.push_back({n, i, {}, static_cast<std::uint32_t>(one.size())});
    }
  for (std::size_t i = 0; i < meshes.size(); ++i) meshes[i].matrices = palettes[i];
  return renderer.draw_crowd(uploaded.model(), {places, meshes, tints}, auto_camera(all), kWayWidth,
                             kWayHeight);
}

}  // namespace

const std::vector<std::string>& ways() {
  static const std::vector<std::string> list{
      "linear", "dual-quaternion", "uniform",   "uniform-dual-quaternion", "cpu",   "crowd",
      "lights", "point-light",     "wireframe", "skeleton-lines",          "unlit", "groups"};
  return list;
}

Result<Image> draw_way(const std::string& file, const std::string& way) {
  auto figure = figure_of(file);
  if (!figure) return figure.error();
  auto target = RenderTarget::create(kWayWidth, kWayHeight);
  if (!target) return target.error();
  auto renderer = Renderer::create();
  if (!renderer) return renderer.error();
  auto uploaded = test::DrawnScene::create(*renderer, figure->scene, figure->textures);
  if (!uploaded) return uploaded.error();
  target->bind();
  DrawOptions options;
  options.grid = true;
  options.ground_y = pose_bounds(figure->scene, figure->pose).min.y;
  if (way.find("dual") != std::string::npos) options.skinning.dual_quaternions = true;
  if (way.rfind("uniform", 0) == 0 || way == "groups") options.skinning.path = SkinningPath::uniform_palette;
  if (way == "groups") options.skinning.palette_size = 12;
  if (way == "cpu") options.skinning.path = SkinningPath::cpu;
  if (way == "unlit") options.unlit = true;
  if (way == "wireframe") options.wireframe = true;
  if (way == "point-light") options.point_light.emplace();
  const PunctualLight light{LightKind::point, figure->camera.eye, {0, 0, -1}, {40, 38, 30}};
  if (way == "lights") options.lights = {&light, 1};
  const OverlayLine line{{0, 0, 0}, to_float(figure->camera.target), {1, 0, 0.5f}, true};
  if (way == "skeleton-lines") {
    options.skeleton = true;
    options.lines = {&line, 1};
  }
  const auto drawn = way == "crowd" ? draw_crowd(*renderer, *uploaded, *figure)
                                    : uploaded->draw(*renderer, figure->pose, figure->camera, kWayWidth,
                                                     kWayHeight, options);
  if (!drawn) return drawn.error();
  return target->read_pixels();
}

Result<double> capture_error(const std::string& file) {
  auto figure = figure_of(file);
  if (!figure) return figure.error();
  auto renderer = Renderer::create();
  if (!renderer) return renderer.error();
  auto uploaded = test::DrawnScene::create(*renderer, figure->scene, {});
  if (!uploaded) return uploaded.error();
  double largest = -1;
  for (std::uint32_t n = 0; n < figure->scene.nodes.size(); ++n)
    for (std::uint32_t i = 0; i < figure->scene.nodes[n].meshes.size(); ++i) {
      if (figure->scene.nodes[n].meshes[i].skin == kNone) continue;
      const auto shaded = read_skinned(*renderer, uploaded->model(), uploaded->pose(figure->pose), n, i, 0);
      if (!shaded) return shaded.error();
      const SkinnedVertices expected = skin(figure->scene, figure->pose, n, i);
      for (std::size_t v = 0; v < expected.positions.size(); ++v)
        largest = std::max(largest, length(to_double(shaded->positions[v]) - expected.positions[v]));
    }
  return largest / scene_size(figure->scene);
}

}  // namespace skelter::web
