#pragma once
// The mannequin at rest: skeleton, skinned body, and a watch attached to a bone.

#include "skeleton.h"
#include "skelter/scene/scene.h"

namespace skelter::assets {

inline constexpr char kTextureName[] = "mannequin.png";

// Without clips. Node i is joint i; the body is attached to the node `mannequin`.
Result<Scene> make_mannequin(const Skeleton& skeleton);

}  // namespace skelter::assets
