#pragma once
// Local triangle size of the mannequin: small where the shape or the motion has fine detail.

#include "surface.h"

namespace skelter::assets {

double edge_length_at(const Vec3d& p);

}  // namespace skelter::assets
