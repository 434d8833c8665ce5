#pragma once
// The checks of `skelter check` beyond reading and motion: the command, the window and the page make the
// same.

#include <cstdint>

#include "skelter/core/diagnostics.h"
#include "skelter/core/result.h"
#include "skelter/render/textures.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Checks whether the engine can show the scene, before it is shown: adds the warnings of
// warn_of_lost_weight(). Errors: those of expect_upload_fits(); `max_upload_bytes` 0 is the default limit.
Result<void> check_playable(const Scene& scene, std::uint64_t max_upload_bytes, Diagnostics& diagnostics);

// Adds a warning for each unused image that cannot be decoded, and notes about what is missing or large in a
// sound scene (viewer/content/hints.h). `diagnostics` already has the entries of the reader and of
// load_textures(). With `of_static_models`, static models also get notes that they have no skin and no clip.
void check_scene(const Scene& scene, const TextureOptions& textures, bool of_static_models,
                 Diagnostics& diagnostics);

}  // namespace skelter
