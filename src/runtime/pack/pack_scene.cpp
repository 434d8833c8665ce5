#include "skelter/runtime/pack_scene.h"

#include <cmath>

#include "runtime/internal/format/blob.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/pack_records.h"
#include "runtime/pack/checks.h"

namespace skelter {
namespace {

constexpr const char* kNumberWrong = "a number of a material is not finite";

bool valid_map(const PackMap& map, const PackLook& look) {
  return below_or_none(map.texture, look.textures.size());
}

bool finite_map(const PackMap& map) {
  return all_finite(map.offset) && all_finite(map.scale) && all_finite({&map.rotation_rad, 1});
}

void require_material(BlobReader& reader, const PackMaterial& m, const PackLook& look) {
  constexpr std::uint32_t kKnownFlags = kPackDoubleSided | kPackPbr | kPackUnlit;
  reader.require(inside(m.name, look.texts) && inside(m.texture_suffix, look.texts),
                 "a text of a material runs past the end of the text data");
  reader.require((m.flags & ~kKnownFlags) == 0, "a material has unknown flags");
  reader.require(m.alpha_mode <= 2, "a material has an unknown alpha mode");
  const float numbers[] = {m.specular_power, m.emissive_strength,  m.metallic,    m.roughness,
                           m.normal_scale,   m.occlusion_strength, m.alpha_cutoff};
  reader.require(
      all_finite(m.base_color) && all_finite(m.specular) && all_finite(m.emissive) && all_finite(numbers),
      kNumberWrong);
  for (const PackMap& map : m.maps) {
    reader.require(valid_map(map, look), "a material refers to a texture that does not exist");
    reader.require(finite_map(map), kNumberWrong);
  }
}

// --- description of the source ----------------------------------------------------------------------------

constexpr const char* kTextWrong = "a text of the scene runs past the end of the text data";

// A node's depth must be the parent's plus one, which rules out cycles.
bool valid_parent(const PackNode& node, std::span<const PackNode> nodes) {
  if (node.parent == kNone) return node.depth == 0;
  return node.parent < nodes.size() && node.depth != 0 && nodes[node.parent].depth == node.depth - 1;
}

bool has_unit_rotation(const PackNode& node) {
  double squared = 0;
  for (std::size_t i = 3; i < 7; ++i) squared += double{node.rest[i]} * node.rest[i];
  return std::abs(squared - 1) <= 2e-4;
}

void require_nodes(BlobReader& reader, const PackScene& scene) {
  constexpr std::uint32_t kKnownFlags = kPackNodeSynthetic | kPackNodeShown | kPackNodeParts;
  std::uint32_t synthetic = 0;
  for (const PackNode& node : scene.nodes) {
    reader.require(inside(node.name, scene.texts), kTextWrong);
    reader.require(valid_parent(node, scene.nodes), "the depth of a node does not match its parent");
    reader.require((node.flags & ~kKnownFlags) == 0, "a node has unknown flags");
    reader.require((node.flags & kPackNodeSynthetic) >= synthetic,
                   "a node of the file comes after a synthetic one");
    synthetic = node.flags & kPackNodeSynthetic;
    reader.require(
        below_or_none(node.camera, scene.cameras.size()) && below_or_none(node.light, scene.lights.size()),
        "a node refers to a camera or light that does not exist");
    reader.require(std::uint64_t{node.first_weight} + node.weight_count <= scene.weights.size(),
                   "the morph weights of a node run past the end of all weights");
    reader.require(all_finite(node.rest), "the rest transform of a node is not finite");
    if ((node.flags & kPackNodeParts) != 0)
      reader.require(has_unit_rotation(node), "the rest rotation of a node is not normalised");
  }
}

void require_others(BlobReader& reader, const PackScene& scene) {
  for (const PackInstance& instance : scene.instances) {
    reader.require(inside(instance.mesh_name, scene.texts) && inside(instance.skin_name, scene.texts),
                   kTextWrong);
    reader.require(instance.node < scene.nodes.size(), "a mesh refers to a node that does not exist");
    reader.require((instance.skin == kNone) == (instance.joint_count == 0),
                   "a mesh has joints without a skin, or a skin without joints");
  }
  for (const PackCamera& c : scene.cameras) {
    const float numbers[] = {c.fov_y_rad,   c.aspect_ratio,  c.half_width,
                             c.half_height, c.near_distance, c.far_distance};
    reader.require(inside(c.name, scene.texts), kTextWrong);
    reader.require(c.orthographic <= 1 && all_finite(numbers), "a camera has a value out of range");
  }
  for (const PackLight& l : scene.lights) {
    const float numbers[] = {l.intensity, l.range, l.inner_cone_rad, l.outer_cone_rad};
    reader.require(inside(l.name, scene.texts), kTextWrong);
    reader.require(l.kind <= 2 && all_finite(l.color) && all_finite(numbers),
                   "a light has a value out of range");
  }
  const auto not_negative = [](double number) { return number >= 0 && std::isfinite(number); };
  for (const PackClipNote& clip : scene.clips)
    reader.require(not_negative(clip.ticks_per_second) && not_negative(clip.error_bound),
                   "a tick rate or error bound is below 0");
  reader.require(not_negative(scene.metres_per_unit) && not_negative(scene.extent),
                 "the unit or the extent of the scene is below 0");
  reader.require(scene.linear_colors <= 1, "the flag of linear colours is not 0 or 1");
}

}  // namespace

std::string_view PackLook::text(const PackText& place) const {
  return {texts.data() + place.begin, place.size};
}

Vec4 PackLook::base_color(std::uint32_t material) const {
  if (material >= materials.size()) return {0.8f, 0.8f, 0.8f, 1};
  const float(&color)[4] = materials[material].base_color;
  return {color[0], color[1], color[2], color[3]};
}

std::string_view PackScene::text(const PackText& place) const {
  return {texts.data() + place.begin, place.size};
}

Problem read_pack_look(ByteSpan blob, PackLook& out) {
  BlobReader reader(blob);
  const auto header = reader.header<PackLookHeader>();
  PackLook look;
  look.materials = reader.array<PackMaterial>(header.materials);
  look.textures = reader.array<PackTexture>(header.textures);
  look.samplers = reader.array<PackSampler>(header.samplers);
  look.images = reader.array<PackImage>(header.images);
  look.texts = reader.array<char>(header.texts);
  for (const PackMaterial& material : look.materials) require_material(reader, material, look);
  for (const PackTexture& texture : look.textures) {
    reader.require(inside(texture.name, look.texts),
                   "the name of a texture runs past the end of the text data");
    reader.require(below_or_none(texture.image, look.images.size()),
                   "a texture refers to an image that does not exist");
    reader.require(below_or_none(texture.sampler, look.samplers.size()),
                   "a texture refers to a sampler that does not exist");
  }
  for (const PackSampler& sampler : look.samplers) {
    reader.require(inside(sampler.name, look.texts),
                   "the name of a sampler runs past the end of the text data");
    reader.require(sampler.magnify <= 2 && sampler.minify <= 6 && sampler.wrap_u <= 2 && sampler.wrap_v <= 2,
                   "a sampler has an unknown filter or wrap mode");
  }
  for (const PackImage& image : look.images)
    reader.require(inside(image.name, look.texts) && inside(image.mime_type, look.texts),
                   "a text of an image runs past the end of the text data");
  if (reader.ok()) out = look;
  return reader.problem();
}

Problem read_pack_scene(ByteSpan blob, PackScene& out) {
  BlobReader reader(blob);
  const auto header = reader.header<PackSceneHeader>();
  PackScene scene;
  scene.nodes = reader.array<PackNode>(header.nodes);
  scene.instances = reader.array<PackInstance>(header.instances);
  scene.cameras = reader.array<PackCamera>(header.cameras);
  scene.lights = reader.array<PackLight>(header.lights);
  scene.clips = reader.array<PackClipNote>(header.clips);
  scene.weights = reader.array<float>(header.weights);
  scene.texts = reader.array<char>(header.texts);
  scene.metres_per_unit = header.metres_per_unit;
  scene.extent = header.extent;
  scene.linear_colors = header.linear_colors;
  scene.losses = header.losses;
  if (reader.ok()) require_nodes(reader, scene);
  if (reader.ok()) require_others(reader, scene);
  const auto text = [&](const PackText& place) {
    return reader.require(inside(place, scene.texts), kTextWrong) ? scene.text(place) : std::string_view();
  };
  scene.file = text(header.file);
  scene.format = text(header.format);
  scene.generator = text(header.generator);
  scene.copyright = text(header.copyright);
  reader.require(all_finite(scene.weights), "a morph weight at rest is not finite");
  if (reader.ok()) out = scene;
  return reader.problem();
}

}  // namespace skelter
