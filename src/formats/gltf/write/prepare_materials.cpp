// Drops textures without coordinates: on a mesh without texture coordinates, a material is written without
// its textures.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

#include "formats/gltf/write/carried.h"
#include "formats/gltf/write/prepare.h"
#include "formats/gltf/write/scene_writer.h"

namespace skelter::gltf {

// Whether the file may refer to the texture. Other programs fail to load files that refer to a texture
// without an image.
bool has_picture(const Scene& scene, std::uint32_t texture) {
  return texture != kNone &&
         (scene.textures[texture].image != kNone || !scene.textures[texture].carried.extensions.empty());
}

namespace {

std::array<TextureUse*, 5> uses_of(PbrMaterial& pbr) {
  return {&pbr.base_color, &pbr.metallic_roughness, &pbr.normal, &pbr.occlusion, &pbr.emissive};
}

// Number of coordinate sets that the textures of a material need.
std::size_t sets_asked(const Scene& scene, Material material) {
  std::size_t sets = has_picture(scene, material.base_color_texture) && !material.pbr ? 1 : 0;
  if (material.pbr)
    for (const TextureUse* use : uses_of(*material.pbr))
      if (has_picture(scene, use->texture)) sets = std::max<std::size_t>(sets, std::size_t{use->uv_set} + 1);
  return std::max(sets, carried_texture_sets(material.carried));
}

void drop_textures(Material& material, std::size_t sets) {
  drop_carried_textures(material.carried, sets);
  if (material.pbr)
    for (TextureUse* use : uses_of(*material.pbr))
      if (use->uv_set >= sets) *use = {};
  if (sets == 0 || material.pbr)
    material.base_color_texture = material.pbr ? material.pbr->base_color.texture : kNone;
}

// For each material, the largest number of coordinate sets among the primitives that use it. For an unused
// material the number is unlimited.
std::vector<std::size_t> most_sets(const Scene& scene) {
  std::vector<std::size_t> most(scene.materials.size(), 0);
  std::vector<bool> worn(scene.materials.size(), false);
  for (const Mesh& mesh : scene.meshes)
    for (const Primitive& primitive : mesh.primitives)
      for (const std::uint32_t material : primitive.materials) {
        if (material == kNone) continue;
        worn[material] = true;
        most[material] = std::max(most[material], primitive.uvs.size());
      }
  for (std::size_t m = 0; m < most.size(); ++m)
    if (!worn[m]) most[m] = std::numeric_limits<std::size_t>::max();
  return most;
}

}  // namespace

void drop_textures_without_coordinates(Preparation& p) {
  const std::vector<std::size_t> most = most_sets(p.scene);
  std::vector<std::size_t> asked;
  for (const Material& material : p.scene.materials) asked.push_back(sets_asked(p.scene, material));
  std::map<std::pair<std::uint32_t, std::size_t>, std::uint32_t> copies;
  for (std::size_t m = 0; m < p.scene.meshes.size(); ++m)
    for (Primitive& primitive : p.scene.meshes[m].primitives)
      for (std::uint32_t& material : primitive.materials) {
        const std::size_t sets = primitive.uvs.size();
        if (material == kNone || asked[material] <= sets) continue;
        p.mention(
            "gltf.no-coordinates", label_of("Mesh", p.scene.meshes[m].name, m),
            fmt::format("{} sets of texture coordinates; {} asks for {}, written without textures here", sets,
                        label_of("Material", p.scene.materials[material].name, material), asked[material]));
        if (most[material] == sets) {  // no primitive has more sets
          drop_textures(p.scene.materials[material], sets);
          continue;
        }
        const auto [copy, is_new] =
            copies.emplace(std::pair{material, sets}, static_cast<std::uint32_t>(p.scene.materials.size()));
        if (is_new) {
          Material plain = p.scene.materials[material];
          drop_textures(plain, sets);
          p.scene.materials.push_back(std::move(plain));
        }
        material = copy->second;
      }
}

// Unused coordinates are kept for textures that may be added later. The validator reports them as unused.
void mention_unused_coordinates(Preparation& p) {
  if (p.scene.linear_colors) return;
  for (std::size_t m = 0; m < p.scene.meshes.size(); ++m) {
    const std::vector<Primitive>& primitives = p.scene.meshes[m].primitives;
    const bool unused = std::any_of(primitives.begin(), primitives.end(), [&](const Primitive& primitive) {
      return !primitive.uvs.empty() &&
             std::none_of(primitive.materials.begin(), primitive.materials.end(),
                          [&](std::uint32_t material) {
                            return material != kNone && sets_asked(p.scene, p.scene.materials[material]) != 0;
                          });
    });
    if (unused)
      p.mention("gltf.unused-coordinates", label_of("Mesh", p.scene.meshes[m].name, m),
                "texture coordinates without a texture; kept");
  }
}

}  // namespace skelter::gltf
