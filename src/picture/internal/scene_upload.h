#pragma once
// The same as render/internal/upload_size.h of a scene, for programs that do much before it is uploaded.

#include "render/internal/upload_size.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Precondition: scene valid. Cost: O(nodes + influences of all meshes).
UploadSize upload_size(const Scene& scene);
Result<void> expect_upload_fits(const Scene& scene, std::uint64_t max_bytes = 0);

}  // namespace skelter
