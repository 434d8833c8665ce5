#pragma once
// The checks of `skelter check` except reading and motion. The command line, the window and the web page
// share them.

#include <cstdint>

#include "skelter/core/diagnostics.h"
#include "skelter/core/result.h"
#include "skelter/render/textures.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Checks whether the engine can show the scene: adds the warnings of warn_of_lost_weight(). Errors: those of
// expect_upload_fits(); `max_upload_bytes` 0 is the default limit.
Result<void> check_playable(const Scene& scene, std::uint64_t max_upload_bytes, Diagnostics& diagnostics);

// Adds a warning for each unused image that cannot be decoded, and notes about missing or large parts of a
// valid scene (viewer/document/hints.h). `diagnostics` must already contain the entries of the reader and of
// load_textures(). With `of_static_models`, static models also get notes about a missing skin or clip.
void check_scene(const Scene& scene, const TextureOptions& textures, bool of_static_models,
                 Diagnostics& diagnostics);

}  // namespace skelter
