#pragma once
// LightKind: the lights of KHR_lights_punctual.

#include <cstdint>

namespace skelter {

enum class LightKind : std::uint8_t { directional, point, spot };

}  // namespace skelter
