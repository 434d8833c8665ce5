#pragma once
// Writes a Scene as glTF 2.0: one .glb, or a .gltf with its buffer and pictures inside or in separate files.
// docs/gltf-bridge.md says what is converted how, and what is lost.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "skelter/core/diagnostics.h"
#include "skelter/core/result.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

enum class GltfContainer : std::uint8_t { glb, gltf };

struct GltfWriteOptions {
  GltfContainer container = GltfContainer::glb;
  bool embed = true;  // pictures, and the buffer of a .gltf, inside the file; else in files of their own
  std::string stem = "scene";  // names these files: "scene.bin", "scene_0.png"

  // Positions in 16 bits and normals in 8, by KHR_mesh_quantization. Moves a vertex by up to the extent of
  // its mesh / 65,000 along each axis, and turns a normal by up to half a degree.
  bool quantize = false;
  // Vertex, index and animation data compressed by EXT_meshopt_compression; without loss.
  bool meshopt = false;

  // Skinned meshes whose nodes move them for nothing (joints alone place them) get nodes of their own at the
  // root, as the specification recommends. Off: they stay where they are, and so do the indices that
  // extensions of the file may hold.
  bool skinned_meshes_at_root = true;

  // How the alpha of each texture is meant in materials that have no mode of their own, those of `.x`: by
  // what is in its picture, which the writer does not open. Index as in Scene::textures; opaque where it is
  // short.
  std::vector<AlphaMode> texture_alpha{};

  // Largest error of keys that are made because no exact ones exist, for sheared nodes: of lengths relative
  // to the extent of the scene, of directions in radians.
  double key_bound = 1e-5;
};

// A file that belongs next to the written one.
struct GltfFile {
  std::string name;
  std::vector<std::byte> bytes;
};

struct GltfWriteResult {
  std::vector<std::byte> bytes;
  std::vector<GltfFile> files;  // empty when everything is embedded
  Diagnostics losses;           // warnings: what glTF cannot hold; notes: what is said in another way
};

// Precondition: scene valid. Errors: unsupported for files of 4 GiB and more, and for coordinates that
// cannot be quantized because no float holds them once they are scaled. The same scene gives the same bytes,
// with every compiler. Cost: linear in the scene, and in the keys that sheared nodes need.
Result<GltfWriteResult> write_gltf(const Scene& scene, const GltfWriteOptions& options = {});

}  // namespace skelter
