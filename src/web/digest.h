#pragma once
// Digest of reading and posing a file, as text that is identical on every machine. This test found wrong code
// of a compiler for the browser.

#include <cstddef>
#include <string>

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter::web {

inline constexpr std::size_t kDigestClips = 4;                  // only the first ones
inline constexpr double kDigestMoments[] = {0, 1.0 / 3, 0.77};  // in clip durations

// Counts, diagnostics or the error, and a hash of the bits of all world matrices: at rest, and of the first
// four clips at three times each. `scene`: result of reading `path`.
std::string digest(const std::string& path, const Result<Scene>& scene);

}  // namespace skelter::web
