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

}  // namespace

void write_indices(JsonText& json, std::string_view name, const std::vector<std::uint32_t>& indices) {
  if (indices.empty()) return;
  json.key(name);
  json.begin_array(true);
  for (const std::uint32_t index : indices) json.integer(index);
  json.end_array();
}

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

}  // namespace skelter::gltf
