#pragma once
// What reading and posing a file gives, as a text that is the same on every machine: the test that found
// wrong code of a compiler for the browser.

#include <cstddef>
#include <string>

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter::web {

inline constexpr std::size_t kDigestClips = 4;                  // the first
inline constexpr double kDigestMoments[] = {0, 1.0 / 3, 0.77};  // of a clip

// Counts, diagnostics or the error, and a hash of the bits of all world matrices: at rest, and of the first
// four clips at three times each. `scene`: what reading `path` gave.
std::string digest(const std::string& path, const Result<Scene>& scene);

}  // namespace skelter::web
