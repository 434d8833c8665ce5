// Scales meshes to -1 to 1, so that their positions fit in 16 bits. The inverse scale is in a node above the
// mesh, or in the inverse bind matrices of its skin, as KHR_mesh_quantization specifies.

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "formats/gltf/write/prepare.h"
#include "formats/gltf/write/scene_writer.h"
#include "skelter/math/bounds.h"

namespace skelter::gltf {
namespace {

// position = scale * stored + offset.
struct Decoding {
  Vec3d offset{};
  double scale = 1;
};

Decoding decoding_of(const Mesh& mesh) {
  Bounds bounds;
  for (const Primitive& primitive : mesh.primitives)
    for (const Vec3& position : primitive.positions) bounds.add(to_double(position));
  const Vec3d size = bounds.size();
  const double half = std::max({size.x, size.y, size.z}) / 2;
  return {bounds.center(), half > 0 ? half : 1};
}

// Returns false if a morph target moves a vertex so far, in multiples of the mesh's extent, that a float
// overflows.
bool scale_mesh(Mesh& mesh, const Decoding& decoding) {
  bool fits = true;
  for (Primitive& primitive : mesh.primitives) {
    for (Vec3& position : primitive.positions)
      position = to_float((to_double(position) - decoding.offset) * (1 / decoding.scale));
    for (MorphTarget& morph : primitive.morphs)
      for (Vec3& offset : morph.position_offsets) {
        offset = to_float(to_double(offset) * (1 / decoding.scale));
        fits = fits && is_finite(offset);
      }
  }
  return fits;
}

bool scale_joint(Joint& joint, const Mat4d& mesh_from_stored) {
  joint.joint_from_mesh = to_float(to_double(joint.joint_from_mesh) * mesh_from_stored);
  const auto& m = joint.joint_from_mesh.m;
  return std::all_of(m.begin(), m.end(), [](float e) { return std::isfinite(e); });
}

Error no_floats(const Scene& scene, std::uint32_t mesh) {
  return {Status::unsupported,
          "gltf.quantize-range",
          "coordinates too large or too far apart for quantizing; expected numbers that a float still holds "
          "when they are scaled by the extent of the mesh",
          {scene.file, 0, std::nullopt, label_of("Mesh", scene.meshes[mesh].name, mesh)}};
}

}  // namespace

Result<void> scale_meshes_for_quantizing(Preparation& p) {
  Scene& scene = p.scene;
  std::vector<Decoding> decodings;
  for (std::uint32_t m = 0; m < scene.meshes.size(); ++m) {
    decodings.push_back(decoding_of(scene.meshes[m]));
    if (!scale_mesh(scene.meshes[m], decodings.back())) return no_floats(scene, m);
  }
  // A skin that moves several meshes is copied for each of them.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> skin_for;
  std::vector<bool> skin_taken(scene.skins.size(), false);
  const std::vector<Skin> skins = scene.skins;
  const auto count = static_cast<std::uint32_t>(scene.nodes.size());
  for (std::uint32_t n = 0; n < count; ++n) {
    if (scene.nodes[n].meshes.empty()) continue;
    MeshInstance& instance = scene.nodes[n].meshes[0];
    const Decoding& decoding = decodings[instance.mesh];
    if (instance.skin == kNone) {
      move_mesh_below(p, n,
                      Transformd{decoding.offset, {}, {decoding.scale, decoding.scale, decoding.scale}});
      continue;
    }
    const auto [entry, is_new] = skin_for.emplace(std::pair{instance.skin, instance.mesh}, instance.skin);
    if (is_new) {
      if (skin_taken[instance.skin]) {
        entry->second = static_cast<std::uint32_t>(scene.skins.size());
        scene.skins.push_back(skins[instance.skin]);
      }
      skin_taken[instance.skin] = true;
      const Mat4d mesh_from_stored =
          to_mat4(Transformd{decoding.offset, {}, {decoding.scale, decoding.scale, decoding.scale}});
      for (Joint& joint : scene.skins[entry->second].joints)
        if (!scale_joint(joint, mesh_from_stored)) return no_floats(scene, instance.mesh);
    }
    instance.skin = entry->second;
  }
  return {};
}

}  // namespace skelter::gltf
