// Nodes, scenes, cameras, lights and skins.

#include <fmt/format.h>

#include <algorithm>

#include "formats/gltf/write/scene_writer.h"
#include "skelter/scene/hierarchy.h"

namespace skelter::gltf {
namespace {

void write_transform(JsonText& json, const Node& node) {
  if (!node.rest_trs) {
    if (node.rest == Mat4{}) return;
    Mat4 matrix = node.rest;
    matrix.m[3] = matrix.m[7] = matrix.m[11] = 0;
    matrix.m[15] = 1;
    return json.numbers("matrix", matrix.m.data(), 16);
  }
  const Vec3& t = node.rest_trs->translation;
  const Quat& r = node.rest_trs->rotation;
  const Vec3& s = node.rest_trs->scale;
  const float translation[3] = {t.x, t.y, t.z}, rotation[4] = {r.x, r.y, r.z, r.w},
              scale[3] = {s.x, s.y, s.z};
  if (t != Vec3{}) json.numbers("translation", translation, 3);
  if (r != Quat{}) json.numbers("rotation", rotation, 4);
  if (s != Vec3{1, 1, 1}) json.numbers("scale", scale, 3);
}

void write_indices(JsonText& json, std::string_view name, const std::vector<std::uint32_t>& indices) {
  if (indices.empty()) return;
  json.key(name);
  json.begin_array(true);
  for (const std::uint32_t index : indices) json.integer(index);
  json.end_array();
}

std::string color_json(const Vec3& color) {
  return fmt::format("[{},{},{}]", color.x, color.y, color.z);
}

}  // namespace

void write_scenes(SceneWriter& writer) {
  const Scene& scene = writer.scene;
  JsonText& json = writer.json;
  if (scene.default_scene < scene.scenes.size()) json.member("scene", scene.default_scene);
  json.objects("scenes", scene.scenes, [&](const SceneRoots& roots) {
    writer.write_name(roots.name);
    write_indices(json, "nodes", roots.roots);
    writer.write_carried(roots.carried);
  });
}

void write_nodes(SceneWriter& writer) {
  const Scene& scene = writer.scene;
  JsonText& json = writer.json;
  const auto children = children_of(scene);
  json.objects("nodes", scene.nodes, [&](const Node& node) {
    writer.write_name(node.name);
    write_transform(json, node);
    if (!node.meshes.empty()) {
      json.member("mesh", node.meshes[0].mesh);
      if (node.meshes[0].skin != kNone) json.member("skin", node.meshes[0].skin);
      if (!node.morph_weights.empty())
        json.numbers("weights", node.morph_weights.data(), node.morph_weights.size());
    }
    if (node.camera != kNone) json.member("camera", node.camera);
    write_indices(json, "children", children[static_cast<std::size_t>(&node - scene.nodes.data())]);
    std::vector<std::string> extensions;
    if (node.light != kNone)
      extensions.push_back(fmt::format("\"KHR_lights_punctual\":{{\"light\":{}}}", node.light));
    writer.write_carried(node.carried, extensions);
  });
}

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

void write_skins(SceneWriter& writer) {
  const Scene& scene = writer.scene;
  JsonText& json = writer.json;
  json.objects("skins", scene.skins, [&](const Skin& skin) {
    writer.write_name(skin.name);
    std::vector<float> matrices;
    std::vector<std::uint32_t> joints;
    bool all_identity = true;
    for (const Joint& joint : skin.joints) {
      Mat4 matrix = joint.joint_from_mesh;
      matrix.m[3] = matrix.m[7] = matrix.m[11] = 0;
      matrix.m[15] = 1;
      all_identity = all_identity && matrix == Mat4{};
      matrices.insert(matrices.end(), matrix.m.begin(), matrix.m.end());
      joints.push_back(joint.node);
    }
    if (!all_identity)
      json.member("inverseBindMatrices",
                  writer.buffer.add_floats(ViewKind::inverse_binds, ElementType::mat4, matrices));
    if (skin.skeleton_root != kNone) json.member("skeleton", skin.skeleton_root);
    write_indices(json, "joints", joints);
    writer.write_carried(skin.carried);
  });
}

}  // namespace skelter::gltf
