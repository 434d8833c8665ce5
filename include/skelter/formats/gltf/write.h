#pragma once
// Writes a Scene as glTF 2.0: one .glb, or a .gltf with its buffer and images embedded or in separate files.
// Conversions and losses: docs/gltf-bridge.md.

#include <string>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"
#include "skelter/scene/write_result.h"

namespace skelter {

struct GltfWriteOptions {
  bool glb = true;    // true: one .glb; false: a .gltf
  bool embed = true;  // true: images, and the buffer of a .gltf, are inside the file; false: separate files
  std::string stem = "scene";  // base name of the separate files: "scene.bin", "scene_0.png"

  // Stores positions in 16 bits and normals in 8, with KHR_mesh_quantization. Moves a vertex by up to the
  // extent of its mesh / 65,000 along each axis, and turns a normal by up to half a degree.
  bool quantize = false;
  // Compresses vertex, index and animation data with EXT_meshopt_compression; lossless.
  bool meshopt = false;

  // Moves skinned meshes to separate root nodes, as the specification recommends, if their nodes' transforms
  // have no effect (only joints position them). false: they stay, so that indices in unknown extensions of
  // the file stay valid.
  bool skinned_meshes_at_root = true;

  // Alpha mode of each texture, for materials without an alpha mode (`.x`), derived by the caller from the
  // image, which the writer does not open. Indexed like Scene::textures; missing entries are opaque.
  std::vector<AlphaMode> texture_alpha{};

  // Maximum error of keys that approximate sheared nodes: lengths relative to the extent of the scene,
  // directions in radians.
  double key_bound = 1e-5;
};

// Precondition: scene valid. Errors: unsupported for files of 4 GiB and more, and for coordinates that cannot
// be quantized because they exceed the range of floats after scaling. The same scene gives the same bytes
// with every compiler. Cost: linear in the scene, and in the keys that sheared nodes need.
Result<WriteResult> write_gltf(const Scene& scene, const GltfWriteOptions& options = {});

}  // namespace skelter
