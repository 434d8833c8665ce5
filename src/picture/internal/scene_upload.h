#pragma once
// Like render/model/internal/upload_size.h, but for a scene, for programs that do much work before the
// upload.

#include "render/model/internal/upload_size.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Precondition: the scene is valid. Cost: O(nodes + influences of all meshes).
UploadSize upload_size(const Scene& scene);
Result<void> expect_upload_fits(const Scene& scene, std::uint64_t max_bytes = 0);

}  // namespace skelter
