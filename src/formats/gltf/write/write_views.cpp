// Writes cameras and lights.

#include <fmt/format.h>

#include "formats/gltf/write/scene_writer.h"

namespace skelter::gltf {
namespace {

std::string color_json(const Vec3& color) {
  return fmt::format("[{},{},{}]", color.x, color.y, color.z);
}

}  // namespace

void write_cameras(SceneWriter& writer) {
  JsonText& json = writer.json;
  json.objects("cameras", writer.scene.cameras, [&](const SceneCamera& camera) {
    writer.write_name(camera.name);
    json.member("type", camera.orthographic ? "orthographic" : "perspective");
    json.key(camera.orthographic ? "orthographic" : "perspective");
    json.begin_object();
    if (camera.orthographic) {
      json.member("xmag", camera.half_width);
      json.member("ymag", camera.half_height);
      json.member("zfar", camera.far_distance.value_or(0));
    } else {
      if (camera.aspect_ratio) json.member("aspectRatio", *camera.aspect_ratio);
      json.member("yfov", camera.fov_y_rad);
      if (camera.far_distance) json.member("zfar", *camera.far_distance);
    }
    json.member("znear", camera.near_distance);
    json.end_object();
    writer.write_carried(camera.carried);
  });
}

std::string lights_json(const Scene& scene) {
  if (scene.lights.empty()) return {};
  JsonText json(false);
  json.begin_object();
  json.objects("lights", scene.lights, [&](const SceneLight& light) {
    if (!light.name.empty()) json.member("name", light.name);
    json.member("type", to_text(light.kind));
    if (light.color != Vec3{1, 1, 1}) {
      json.key("color");
      json.raw(color_json(light.color));
    }
    if (light.intensity != 1) json.member("intensity", light.intensity);
    if (light.range) json.member("range", *light.range);
    if (light.kind == LightKind::spot) {
      json.key("spot");
      json.begin_object();
      json.member("innerConeAngle", light.inner_cone_rad);
      json.member("outerConeAngle", light.outer_cone_rad);
      json.end_object();
    }
    if (!light.carried.extensions.empty()) {
      json.key("extensions");
      json.raw(light.carried.extensions);
    }
    if (!light.carried.extras.empty()) {
      json.key("extras");
      json.raw(light.carried.extras);
    }
  });
  json.end_object();
  return json.take();
}

}  // namespace skelter::gltf
