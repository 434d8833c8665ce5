// Cameras and lights.

#include <cmath>

#include "formats/fbx/read/scene_builder.h"
#include "skelter/math/trig.h"

namespace skelter::fbx {
namespace {

constexpr double kDegree = trig::kPi / 180, kMillimetresPerInch = 25.4;

// A camera looks along +x of its node, a light shines along -y; ours look along -z.
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

SceneCamera read_camera(const ObjectGraph& g, std::uint32_t o) {
  SceneCamera camera;
  camera.name = g.objects[o].name;
  camera.orthographic = g.integer(o, "CameraProjectionType", 0) == 1;
  const double film_width = positive_or(g.number(o, "FilmWidth", 0.816), 0.816),
               film_height = positive_or(g.number(o, "FilmHeight", 0.612), 0.612);
  double aspect = film_width / film_height;
  const double width = g.number(o, "AspectWidth", 0), height = g.number(o, "AspectHeight", 0);
  if (g.integer(o, "AspectRatioMode", 0) != 0 && width > 0 && height > 0) aspect = width / height;
  const double focal = g.number(o, "FocalLength", 0), angle = g.number(o, "FieldOfView", 25.115);
  double half = angle * kDegree / 2;
  switch (g.integer(o, "ApertureMode", 2)) {
    case 0:
      half = g.number(o, "FieldOfViewY", angle) * kDegree / 2;
      break;
    case 1:
      half = trig::atan2(trig::sin(half), trig::cos(half) * aspect);
      break;
    case 3:
      if (focal > 0) half = trig::atan2(film_height * kMillimetresPerInch / 2, focal);
      break;
    default:
      break;
  }
  if (!(half > 1e-4 && half < trig::kPi / 2 - 1e-4)) half = 12.5 * kDegree;
  camera.fov_y_rad = static_cast<float>(2 * half);
  camera.aspect_ratio = static_cast<float>(aspect);
  camera.near_distance = static_cast<float>(positive_or(g.number(o, "NearPlane", 10), 0.1));
  const double far_plane = g.number(o, "FarPlane", 0);
  if (far_plane > camera.near_distance) camera.far_distance = static_cast<float>(far_plane);
  if (camera.orthographic) {
    camera.half_height = static_cast<float>(positive_or(g.number(o, "OrthoZoom", 1), 1) * 30 / 2);
    camera.half_width = static_cast<float>(camera.half_height * aspect);
  }
  return camera;
}

SceneLight read_light(SceneBuilder& b, std::uint32_t o) {
  const ObjectGraph& g = b.graph;
  SceneLight light;
  light.name = g.objects[o].name;
  const std::int64_t type = g.integer(o, "LightType", 0);
  light.kind = type == 1   ? SceneLight::Kind::directional
               : type == 2 ? SceneLight::Kind::spot
                           : SceneLight::Kind::point;
  if (type > 2) b.note("fbx.light", o, "an area or volume light; read as a point light");
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
  b.note("fbx.light-unit", o, "the intensity has no unit; 100 % is taken as 1");
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
        b.scene.cameras.push_back(read_camera(b.graph, o));
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
