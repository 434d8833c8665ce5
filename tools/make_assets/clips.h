#pragma once
// The mannequin's clips, sampled from procedural motions.

#include "skeleton.h"
#include "skelter/scene/scene.h"

namespace skelter::assets {

std::vector<Clip> make_clips(const Skeleton& skeleton);

}  // namespace skelter::assets
