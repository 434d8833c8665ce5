#pragma once
// Layout of a crowd's texture, as palette_texture.glsl reads it: the rows of each member, then the palettes
// of each member. The CPU or the GPU may fill it.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "skelter/core/error.h"

namespace skelter {

inline constexpr std::uint32_t kRowsOfMember = 4;  // the member's matrix and its tint

// Error for a crowd with too many members for the texture.
inline Error too_many_members(std::size_t members, std::string file = {}) {
  return {Status::limit_exceeded,
          "render.palette",
          "the palettes of " + std::to_string(members) +
              " members do not fit into a texture on this machine; draw fewer in one call",
          {std::move(file), 0, {}, {}}};
}

}  // namespace skelter
