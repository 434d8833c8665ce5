#pragma once
// Describes a scene as JSON for a page, without numbers per vertex and per key.

#include "skelter/scene/scene.h"
#include "web/answer.h"

namespace skelter::web {

Json scene_json(const Scene& scene);

}  // namespace skelter::web
