#pragma once
// Converts a model's materials to shader values.

#include <optional>

#include "render/model/gpu_scene.h"
#include "runtime/internal/format/pack_records.h"
#include "skelter/math/color.h"

namespace skelter {

Vec3 linear_from_srgb(const Vec3& c);

// Returns the light grey that replaces missing data. It is chosen in sRGB, and returned as a linear value.
float neutral_grey();

enum class TextureState : std::uint8_t { none, present, missing };

inline Vec3 vec3_of(const float (&numbers)[3]) {
  return {numbers[0], numbers[1], numbers[2]};
}
inline Vec4 vec4_of(const float (&numbers)[4]) {
  return {numbers[0], numbers[1], numbers[2], numbers[3]};
}

// `material`: null for the default material, light grey. A missing texture is also replaced by light grey. If
// the texture is present, its coverage is used. `texture`: GL name to sample, possibly of a white texture.
GpuMaterial gpu_material(const PackMaterial* material, bool linear_colors, TextureState state,
                         Coverage texture_coverage, GLuint texture);

}  // namespace skelter
