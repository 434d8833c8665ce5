#pragma once
// Usages and types of DeclData elements. Source of the numbers: Direct3D 9's D3DDECLUSAGE and D3DDECLTYPE.

#include <array>
#include <cstdint>
#include <string_view>

namespace skelter::x {

inline constexpr std::uint32_t kUsageNormal = 3, kUsagePointSize = 4, kUsageTexcoord = 5, kUsageTangent = 6,
                               kUsageBinormal = 7, kUsageColor = 10;

// Indexed by D3DDECLUSAGE; also the semantics of VertexAttribute.
inline constexpr std::array<std::string_view, 14> kUsageNames = {
    "position", "blendweight", "blendindices", "normal", "psize", "texcoord", "tangent",
    "binormal", "tessfactor",  "positiont",    "color",  "fog",   "depth",    "sample"};

// D3DDECLTYPE of one to four 32-bit floats.
constexpr std::uint32_t float_type(std::uint32_t components) {
  return components - 1;
}

}  // namespace skelter::x
