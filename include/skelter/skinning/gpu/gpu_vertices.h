#pragma once
// Influences of one vertex as shaders read them, beside its position and normal.

#include <cstdint>
#include <span>

#include "skelter/core/status.h"

namespace skelter {

struct PaletteWeight {
  std::uint32_t entry = 0;  // of the palette, below 65536
  float weight = 0;
};

// For meshes with at most four influences per vertex, and for the others.
struct GpuInfluences4 {
  std::uint16_t entries[4] = {};
  float weights[4] = {};
};
struct GpuInfluences8 {
  std::uint16_t entries[8] = {};
  float weights[8] = {};
};
static_assert(sizeof(GpuInfluences4) == 24 && sizeof(GpuInfluences8) == 48);

// The largest four or eight, brought to sum 1, largest first; unused places are entry 0 with weight 0.
// Errors: invalid_argument, for an entry above 65535 and when no weight is above 0; then `out` is unchanged.
Status pack_influences(std::span<const PaletteWeight> influences, GpuInfluences4& out);
Status pack_influences(std::span<const PaletteWeight> influences, GpuInfluences8& out);

}  // namespace skelter
