#pragma once
// ozz-animation's SkinningJob (github.com/guillaumeblanc/ozz-animation) as a peer of bench_skinning. Only
// ozz_skinning.cpp includes its headers; builds without it use ozz_skinning_missing.cpp.

#include <memory>
#include <span>

#include "skelter/math/soa.h"
#include "skelter/runtime/skinned_mesh.h"

namespace skelter::bench {

class OzzSkinning {
 public:
  virtual ~OzzSkinning() = default;
  // Skins the positions and normals of all vertices. Runs one job per section, because a job has a fixed
  // number of influences.
  virtual bool run() = 0;
  virtual std::span<const float> positions() const = 0;  // x y z, in the mesh's order
  virtual std::span<const float> normals() const = 0;
};

// The mesh's own vertices, in the same order, in the form that ozz uses. Returns null in a build without ozz.
std::unique_ptr<OzzSkinning> make_ozz_skinning(const SkinnedMesh& mesh, std::span<const Affine> palette);

}  // namespace skelter::bench
