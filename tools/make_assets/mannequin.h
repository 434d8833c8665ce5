#pragma once
// The mannequin as a Scene: skeleton, skinned body, a cap that follows the head, and all clips.

#include "skelter/core/result.h"
#include "skelter/model/scene.h"

namespace skelter::assets {

inline constexpr const char* kMannequinTexture = "mannequin.png";

Result<Scene> make_mannequin();

}  // namespace skelter::assets
