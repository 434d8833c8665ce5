#pragma once
// The mannequin's only texture: four cells for skin (with the face), shirt, trousers, and shoes beside hair.

#include "body_shape.h"
#include "skelter/image/image.h"
#include "skelter/math/vec.h"

namespace skelter::assets {

// Where a point of the body at rest finds its colour; v runs down.
Vec2 texture_coordinates(const Vec3d& point, Cloth cloth);

Image paint_texture();

}  // namespace skelter::assets
