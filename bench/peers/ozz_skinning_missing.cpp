// For builds without ozz-animation.

#include "peers/ozz_skinning.h"

namespace skelter::bench {

std::unique_ptr<OzzSkinning> make_ozz_skinning(const SkinnedMesh&, std::span<const Affine>) {
  return nullptr;
}

}  // namespace skelter::bench
