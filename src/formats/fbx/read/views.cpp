// Reads cameras and lights.

#include <cmath>
#include <numbers>

#include "formats/fbx/read/scene_builder.h"
#include "skelter/math/trig.h"

namespace skelter::fbx {
namespace {

constexpr double kDegree = std::numbers::pi / 180, kMillimetresPerInch = 25.4;

// FBX cameras look along +x of their node, and lights shine along -y. Ours use -z.
std::uint32_t hang_below(SceneBuilder& b, std::uint32_t model, std::string_view what, const Quatd& turn) {
  Node node;
  node.name = b.graph.objects[model].name + " " + std::string(what);
  node.parent = b.content_of_object[model];
  node.rest_trs = Transform{{}, to_float(turn), {1, 1, 1}};
  node.rest = to_mat4(*node.rest_trs);
  node.synthetic = true;
  node.shown = b.scene.nodes[node.parent].shown;
  b.scene.nodes.push_back(std::move(node));
  return static_cast<std::uint32_t>(b.scene.nodes.size() - 1);
}

double positive_or(double value, double otherwise) {
  return value > 0 ? value : otherwise;
}

// Width and height of the film in inches. Before version 6000, one record contains both.
Vec3d film_of(const ObjectGraph& g, std::uint32_t o) {
  Vec3d film{0.816, 0.612, 0};
  if (const auto old = g.property(o, "CameraAperture"); old.size() > 1)
    film = {number_of(old[0]), number_of(old[1]), 0};
  return {positive_or(g.number(o, "FilmWidth", film.x), 0.816),
          positive_or(g.number(o, "FilmHeight", film.y), 0.612), 0};
}

enum class GateFit : std::uint8_t { vertical, horizontal };

// Film fit: whether the height or the width of the film determines the view if the aspect ratios of film and
// view differ.
GateFit gate_fit(std::int64_t stored, double aspect, double film_aspect) {
  constexpr std::int64_t kHorizontal = 2, kFill = 3, kOverscan = 4;
  const bool horizontal = stored == kHorizontal || (stored == kFill && aspect > film_aspect) ||
                          (stored == kOverscan && aspect < film_aspect);
  return horizontal ? GateFit::horizontal : GateFit::vertical;
}

SceneCamera read_camera(const SceneBuilder& b, std::uint32_t o) {
  const ObjectGraph& g = b.graph;
  // Finds a property by its current name, or by its name before version 6000.
  const auto number = [&](std::string_view name, std::string_view old_name, double absent) {
    return g.number(o, name, g.number(o, old_name, absent));
  };
  SceneCamera camera;
  camera.name = g.objects[o].name;
  camera.orthographic = g.integer(o, "CameraProjectionType", 0) == 1;
  const Vec3d film = film_of(g, o);
  const double film_aspect = film.x / film.y;
  double aspect = film_aspect;
  const double width = number("AspectWidth", "AspectW", 0), height = number("AspectHeight", "AspectH", 0);
  if (width > 0 && height > 0) aspect = width / height;
  const GateFit fit = gate_fit(g.integer(o, "GateFit", 0), aspect, film_aspect);
  const double focal = g.number(o, "FocalLength", 0), angle = number("FieldOfView", "Aperture", 25.115);
  double half = angle * kDegree / 2;
  switch (g.integer(o, "ApertureMode", 2)) {
    case 0:
      half = number("FieldOfViewY", "FieldOfViewYProperty", angle) * kDegree / 2;
      break;
    case 1:
      half = portable_atan2(portable_sin(half), portable_cos(half) * aspect);
      break;
    case 3:
      if (focal > 0) {
        const double film_height = fit == GateFit::horizontal ? film.x / aspect : film.y;
        half = portable_atan2(film_height * kMillimetresPerInch / 2, focal);
      }
      break;
    default:
      break;
  }
  if (!(half > 1e-4 && half < std::numbers::pi / 2 - 1e-4)) half = 12.5 * kDegree;
  camera.fov_y_rad = static_cast<float>(2 * half);
  camera.aspect_ratio = static_cast<float>(aspect);
  camera.near_distance = static_cast<float>(positive_or(g.number(o, "NearPlane", 10), 0.1));
  const double far_plane = g.number(o, "FarPlane", 0);
  if (far_plane > camera.near_distance) camera.far_distance = static_cast<float>(far_plane);
  if (camera.orthographic) {
    // OrthoZoom times 30 is the size along the side that the film fit selects. Binary files from Blender
    // store the size itself.
    const bool blender = b.is_from_blender() && b.tree.binary;
    const double extent = positive_or(g.number(o, "OrthoZoom", 1), 1) * (blender ? 1 : 30);
    const double shown = fit == GateFit::horizontal ? extent / aspect : extent;
    camera.half_height = static_cast<float>(shown / 2);
    camera.half_width = static_cast<float>(shown * aspect / 2);
  }
  return camera;
}

SceneLight read_light(SceneBuilder& b, std::uint32_t o) {
  const ObjectGraph& g = b.graph;
  SceneLight light;
  light.name = g.objects[o].name;
  const std::int64_t type = g.integer(o, "LightType", 0);
  light.kind = type == 1 ? LightKind::directional : type == 2 ? LightKind::spot : LightKind::point;
  if (type > 2) b.note("fbx.light", o, "an area or volume light; treated as a point light");
  const Vec3d color = g.vector(o, "Color", {1, 1, 1});
  light.color = to_float(color);
  light.intensity = static_cast<float>(g.number(o, "Intensity", 100) / 100);
  const double outer =
      g.has_property(o, "OuterAngle") ? g.number(o, "OuterAngle", 45) : g.number(o, "Cone angle", 45);
  const double inner =
      g.has_property(o, "InnerAngle") ? g.number(o, "InnerAngle", 0) : g.number(o, "HotSpot", 0);
  const double most = 90;
  light.outer_cone_rad = static_cast<float>(std::fmin(std::fmax(outer / 2, 0.1), most) * kDegree);
  light.inner_cone_rad =
      std::fmin(static_cast<float>(std::fmax(inner / 2, 0) * kDegree), light.outer_cone_rad);
  b.note("fbx.light-unit", o, "the intensity has no unit; 100 % is treated as 1");
  return light;
}

}  // namespace

Result<void> read_views(SceneBuilder& b) {
  const std::size_t objects = b.graph.objects.size();
  for (std::uint32_t o = 1; o < objects; ++o) {
    const Object& object = b.graph.objects[o];
    const bool camera = object.sub_type == "Camera", light = object.sub_type == "Light";
    if (object.kind != Kind::node_attribute || (!camera && !light)) continue;
    for (const std::uint32_t model : b.graph.parents(o, Kind::model)) {
      if (auto taken = b.take_memory<Node>(o, 4); !taken) return taken;
      const Quatd turn = camera ? from_axis_angle(Vec3d{0, 1, 0}, -90 * kDegree)
                                : from_axis_angle(Vec3d{1, 0, 0}, -90 * kDegree);
      const std::uint32_t node = hang_below(b, model, camera ? "camera" : "light", turn);
      if (camera) {
        b.scene.nodes[node].camera = static_cast<std::uint32_t>(b.scene.cameras.size());
        b.scene.cameras.push_back(read_camera(b, o));
        if (b.scene.cameras.back().name.empty()) b.scene.cameras.back().name = b.graph.objects[model].name;
      } else {
        b.scene.nodes[node].light = static_cast<std::uint32_t>(b.scene.lights.size());
        b.scene.lights.push_back(read_light(b, o));
        if (b.scene.lights.back().name.empty()) b.scene.lights.back().name = b.graph.objects[model].name;
      }
    }
  }
  return {};
}

}  // namespace skelter::fbx
