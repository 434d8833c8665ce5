#pragma once
// ozz-animation's SkinningJob (github.com/guillaumeblanc/ozz-animation) as a peer of bench_skinning. Its
// headers are in ozz_skinning.cpp alone; a build without them takes ozz_skinning_missing.cpp.

#include <memory>
#include <span>

#include "skelter/math/soa.h"
#include "skelter/runtime/skinned_mesh.h"

namespace skelter::bench {

class OzzSkinning {
 public:
  virtual ~OzzSkinning() = default;
  // Positions and normals of all vertices, a job for each section, since a job takes one number of
  // influences.
  virtual bool run() = 0;
  virtual std::span<const float> positions() const = 0;  // x y z, in the mesh's order
  virtual std::span<const float> normals() const = 0;
};

// The mesh's own vertices, in its order, as ozz stores them. Null in a build without ozz.
std::unique_ptr<OzzSkinning> make_ozz_skinning(const SkinnedMesh& mesh, std::span<const Affine> palette);

}  // namespace skelter::bench
