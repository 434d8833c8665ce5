#pragma once
// How large the mannequin's triangles are, place by place: small where the shape or the motion is fine.

#include "surface.h"

namespace skelter::assets {

double edge_length_at(const Vec3d& p);

}  // namespace skelter::assets
