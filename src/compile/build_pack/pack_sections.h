#pragma once
// Builds the sections of a pack that are for display, not playback: the look of meshes, and the description
// of the scene.

#include <cstdint>
#include <span>
#include <string>

#include "compile/build_clip/internal/clip.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/scene/scene.h"

namespace skelter {

// `image_section`: per image of the scene, its index among the image sections, or kNone.
AlignedBytes build_look(const Scene& scene, std::span<const std::uint32_t> image_section);

// `clips`: reports of the scene's clips. `losses`: the PackLosses that only the caller can determine.
AlignedBytes build_pack_scene(const Scene& scene, std::span<const ClipReport> clips, double extent,
                              std::uint32_t losses);

}  // namespace skelter
