#pragma once
// The tower tutorial's bending strip as a Scene: 600 vertices, four bones, a three-second clip.

#include "skelter/model/scene.h"

namespace skelter::assets {

Scene make_tower();

}  // namespace skelter::assets
