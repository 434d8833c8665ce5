#pragma once
// The mannequin at rest: skeleton, skinned body, and a watch that hangs on a bone.

#include "skeleton.h"
#include "skelter/scene/scene.h"

namespace skelter::assets {

inline constexpr char kTextureName[] = "mannequin.png";

// Without clips. The node of joint i is node i; the body hangs on the node `mannequin`.
Result<Scene> make_mannequin(const Skeleton& skeleton);

}  // namespace skelter::assets
