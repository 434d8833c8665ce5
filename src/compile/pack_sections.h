#pragma once
// The sections of a pack that are for showing, not for playing: how meshes look, and what the scene was.

#include <cstdint>
#include <span>
#include <string>

#include "skelter/compile/clip.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/scene/scene.h"

namespace skelter {

// `image_section`: per image of the scene its number among the images sections, or kNone.
AlignedBytes build_look(const Scene& scene, std::span<const std::uint32_t> image_section);

// `clips`: per clip of the scene. `losses`: those that only the caller knows, PackLosses.
AlignedBytes build_pack_scene(const Scene& scene, std::span<const ClipReport> clips, double extent,
                              std::uint32_t losses);

}  // namespace skelter
