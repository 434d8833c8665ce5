#include "compile/build_pack/pack_sections.h"

#include <algorithm>

#include "compile/build_pack/internal/blob_writer.h"
#include "compile/build_pack/pack_fields.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/pack_records.h"
#include "scene/internal/drawn_alpha.h"

namespace skelter {
namespace {

// Makes one record per element. `fill(element, record)` fills it.
template <class Record, class List, class Fill>
std::vector<Record> records_of(const List& list, Fill fill) {
  std::vector<Record> records(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) fill(list[i], records[i]);
  return records;
}

bool holds(const CarriedJson& carried) {
  return !carried.extras.empty() || !carried.extensions.empty();
}
template <class List>
bool any_holds(const List& list) {
  return std::any_of(list.begin(), list.end(), [](const auto& element) { return holds(element.carried); });
}

bool carries_json(const Scene& s) {
  return holds(s.carried) || s.scenes.size() > 1 || any_holds(s.scenes) || any_holds(s.nodes) ||
         any_holds(s.meshes) || any_holds(s.skins) || any_holds(s.materials) || any_holds(s.textures) ||
         any_holds(s.images) || any_holds(s.samplers) || any_holds(s.cameras) || any_holds(s.lights) ||
         any_holds(s.clips) ||
         std::any_of(s.meshes.begin(), s.meshes.end(), [](const Mesh& m) { return any_holds(m.primitives); });
}

std::uint32_t losses_of_meshes(const Scene& scene) {
  std::uint32_t losses = 0;
  std::vector<bool> mesh_used(scene.meshes.size()), skin_used(scene.skins.size());
  for (const Node& node : scene.nodes)
    for (const MeshInstance& instance : node.meshes) {
      mesh_used[instance.mesh] = true;
      if (instance.skin != kNone) skin_used[instance.skin] = true;
    }
  const auto all = [](const std::vector<bool>& used) {
    return std::find(used.begin(), used.end(), false) == used.end();
  };
  if (!all(mesh_used) || !all(skin_used)) losses |= kPackLostUnused;
  for (const Mesh& mesh : scene.meshes)
    for (const Primitive& primitive : mesh.primitives) {
      const bool polygons = std::any_of(primitive.face_corners.begin(), primitive.face_corners.end(),
                                        [](std::uint32_t corners) { return corners != 3; });
      const bool tangents = std::any_of(primitive.morphs.begin(), primitive.morphs.end(),
                                        [](const MorphTarget& m) { return !m.tangent_offsets.empty(); });
      if (polygons) losses |= kPackLostPolygons;
      if (!primitive.lines.empty() || !primitive.points.empty()) losses |= kPackLostLines;
      if (!primitive.extra.empty() || tangents) losses |= kPackLostAttributes;
    }
  return losses;
}

std::uint32_t losses_of(const Scene& scene) {
  std::uint32_t losses = losses_of_meshes(scene);
  for (const Material& material : scene.materials)
    if (material.effect) losses |= kPackLostEffects;
  if (carries_json(scene)) losses |= kPackLostExtensions;
  for (const Clip& clip : scene.clips) {
    if (!clip.properties.empty()) losses |= kPackLostProperties;
    for (const ClipTarget& target : clip.targets)
      if (target.node == kNone) losses |= kPackLostTargets;
  }
  return losses;
}

void put_rest(const Node& node, PackNode& record) {
  if (node.rest_trs) {
    record.flags |= kPackNodeParts;
    std::memcpy(record.rest, &*node.rest_trs, sizeof(Transform));
  } else {
    copy_number(node.rest.m, record.rest);
  }
}

std::vector<PackNode> node_records(const Scene& scene, Give& give, std::vector<float>& weights) {
  std::vector<PackNode> nodes(scene.nodes.size());
  for (const std::uint32_t n : parents_first(scene)) {
    const Node& node = scene.nodes[n];
    node_fields(give, node, nodes[n]);
    put_rest(node, nodes[n]);
    if (node.parent != kNone) nodes[n].depth = nodes[node.parent].depth + 1;
    const std::vector<float> at_rest = rest_morph_weights(scene, n);
    nodes[n].first_weight = static_cast<std::uint32_t>(weights.size());
    nodes[n].weight_count = static_cast<std::uint32_t>(at_rest.size());
    weights.insert(weights.end(), at_rest.begin(), at_rest.end());
  }
  return nodes;
}

// Returns the instances in the order in which compile_scene writes them.
std::vector<PackInstance> instance_records(const Scene& scene, Give& give) {
  std::vector<PackInstance> records;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    for (const MeshInstance& instance : scene.nodes[n].meshes) {
      PackInstance& record = records.emplace_back();
      record.node = n;
      record.mesh = instance.mesh;
      give(scene.meshes[instance.mesh].name, record.mesh_name);
      if (instance.skin == kNone || scene.skins[instance.skin].joints.empty()) continue;
      record.skin = instance.skin;
      record.joint_count = static_cast<std::uint32_t>(scene.skins[instance.skin].joints.size());
      give(scene.skins[instance.skin].name, record.skin_name);
    }
  return records;
}

// Drops the folder, so that packs do not depend on where they were made.
std::string name_without_folder(const std::string& file) {
  const std::size_t slash = file.find_last_of("/\\");
  return slash == std::string::npos ? file : file.substr(slash + 1);
}

// Packs do not store transmission, only the alpha that approximates it when drawing.
Material as_drawn(Material material) {
  if (!material.pbr || material.pbr->transmission <= 0) return material;
  const DrawnAlpha drawn = drawn_alpha(material);
  material.base_color.w = drawn.alpha;
  material.pbr->alpha_mode = drawn.mode;
  return material;
}

}  // namespace

AlignedBytes build_look(const Scene& scene, std::span<const std::uint32_t> image_section) {
  std::vector<char> texts;
  Give give(texts);
  std::vector<PackImage> images;
  for (std::size_t i = 0; i < scene.images.size(); ++i)
    if (image_section[i] != kNone) image_fields(give, scene.images[i], images.emplace_back());
  BlobWriter writer(sizeof(PackLookHeader));
  PackLookHeader header;
  header.materials =
      writer.add(records_of<PackMaterial>(scene.materials, [&](const Material& m, PackMaterial& r) {
        const Material drawn = as_drawn(m);
        material_fields(give, drawn, r);
      }));
  header.textures = writer.add(records_of<PackTexture>(scene.textures, [&](const Texture& t, PackTexture& r) {
    texture_fields(give, t, r);
    if (t.image != kNone) r.image = image_section[t.image];
  }));
  header.samplers = writer.add(records_of<PackSampler>(
      scene.samplers, [&](const TextureSampler& s, PackSampler& r) { sampler_fields(give, s, r); }));
  header.images = writer.add(images);
  header.texts = writer.add(texts);
  return writer.finish(header);
}

AlignedBytes build_pack_scene(const Scene& scene, std::span<const ClipReport> clips, double extent,
                              std::uint32_t losses) {
  std::vector<char> texts;
  std::vector<float> weights;
  Give give(texts);
  BlobWriter writer(sizeof(PackSceneHeader));
  PackSceneHeader header;
  source_fields(give, scene, header);
  give(name_without_folder(scene.file), header.file);
  give(scene.format, header.format);
  header.extent = extent;
  header.losses = losses | losses_of(scene);
  header.nodes = writer.add(node_records(scene, give, weights));
  header.instances = writer.add(instance_records(scene, give));
  header.cameras = writer.add(records_of<PackCamera>(
      scene.cameras, [&](const SceneCamera& c, PackCamera& r) { camera_fields(give, c, r); }));
  header.lights = writer.add(records_of<PackLight>(
      scene.lights, [&](const SceneLight& l, PackLight& r) { light_fields(give, l, r); }));
  std::vector<PackClipNote> notes(clips.size());
  for (std::size_t i = 0; i < clips.size(); ++i)
    notes[i] = {scene.clips[i].ticks_per_second.value_or(0), clips[i].error_bound};
  header.clips = writer.add(notes);
  header.weights = writer.add(weights);
  header.texts = writer.add(texts);
  return writer.finish(header);
}

}  // namespace skelter
