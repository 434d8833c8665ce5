// Reads cameras, and lights of KHR_lights_punctual.

#include <cmath>

#include "formats/gltf/read/builder.h"

namespace skelter::gltf {
namespace {

constexpr float kDefaultOuterCone = 0.785398163f;  // pi / 4, KHR_lights_punctual

struct FloatMember {
  std::string_view name;
  float* out;
};
template <std::size_t N>
Result<void> read_floats_of(Builder& b, JsonValue object, const FloatMember (&members)[N]) {
  for (const FloatMember& member : members) {
    const auto value = b.number(object, member.name, *member.out);
    if (!value) return value.error();
    if (!(std::abs(*value) <= 3.4e38))
      return b.error("gltf.number", object[member.name], "too large for a float; expected at most 3.4e38");
    *member.out = static_cast<float>(*value);
  }
  return {};
}

Result<void> read_camera(Builder& b, JsonValue at, SceneCamera& camera) {
  const auto type = b.text(at, "type");
  if (!type) return type.error();
  if (*type != "perspective" && *type != "orthographic")
    return b.error("gltf.camera", at,
                   fmt::format("type \"{}\"; expected perspective or orthographic", *type));
  camera.orthographic = *type == "orthographic";
  const auto lens = b.member(at, *type, JsonKind::object);
  if (!lens) return lens.error();
  if (!*lens) return b.missing(at, *type, "an object");
  float far_distance = 0, aspect_ratio = 0;
  const FloatMember members[] = {{"yfov", &camera.fov_y_rad},      {"aspectRatio", &aspect_ratio},
                                 {"xmag", &camera.half_width},     {"ymag", &camera.half_height},
                                 {"znear", &camera.near_distance}, {"zfar", &far_distance}};
  if (auto done = read_floats_of(b, *lens, members); !done) return done;
  if ((*lens)["aspectRatio"]) camera.aspect_ratio = aspect_ratio;
  if ((*lens)["zfar"]) camera.far_distance = far_distance;
  return b.read_name_and_carried(at, camera);
}

Result<void> read_light(Builder& b, JsonValue at, SceneLight& light) {
  const auto type = b.text(at, "type");
  if (!type) return type.error();
  if (*type != "directional" && *type != "point" && *type != "spot")
    b.warn("gltf.light", at,
           fmt::format("type \"{}\"; expected directional, point or spot, treated as directional", *type));
  light.kind = *type == "spot"    ? LightKind::spot
               : *type == "point" ? LightKind::point
                                  : LightKind::directional;
  std::array<float, 3> color{1, 1, 1};
  if (auto done = b.numbers(at, "color", color); !done) return done.error();
  light.color = {color[0], color[1], color[2]};
  float range = 0;
  const FloatMember members[] = {{"intensity", &light.intensity}, {"range", &range}};
  if (auto done = read_floats_of(b, at, members); !done) return done;
  if (at["range"]) light.range = range;
  light.outer_cone_rad = kDefaultOuterCone;
  const FloatMember cone[] = {{"innerConeAngle", &light.inner_cone_rad},
                              {"outerConeAngle", &light.outer_cone_rad}};
  const auto spot = b.member(at, "spot", JsonKind::object);
  if (!spot) return spot.error();
  if (auto done = read_floats_of(b, *spot, cone); !done) return done;
  return b.read_name_and_carried(at, light);
}

}  // namespace

Result<void> read_cameras_and_lights(Builder& b) {
  if (auto taken = b.take_memory<SceneCamera>(b.root["cameras"], b.cameras.size()); !taken) return taken;
  if (auto taken = b.take_memory<SceneLight>(b.root, b.lights.size()); !taken) return taken;
  b.scene.cameras.resize(b.cameras.size());
  for (std::size_t c = 0; c < b.cameras.size(); ++c)
    if (auto done = read_camera(b, b.cameras[c], b.scene.cameras[c]); !done) return done;
  b.scene.lights.resize(b.lights.size());
  for (std::size_t l = 0; l < b.lights.size(); ++l)
    if (auto done = read_light(b, b.lights[l], b.scene.lights[l]); !done) return done;
  return {};
}

}  // namespace skelter::gltf
