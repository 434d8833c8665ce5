#pragma once
// The texture of a crowd, as palette_texture.glsl reads it, whoever fills it: the rows of each member, then
// the palettes, member after member.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "skelter/core/error.h"

namespace skelter {

inline constexpr std::uint32_t kRowsOfMember = 4;  // its matrix and its tint

// What is said where the rows of so many do not fit.
inline Error too_many_members(std::size_t members, std::string file = {}) {
  return {Status::limit_exceeded,
          "render.palette",
          "the palettes of " + std::to_string(members) +
              " members are more than a texture of this machine holds; expected fewer in one call",
          {std::move(file), 0, {}, {}}};
}

}  // namespace skelter
