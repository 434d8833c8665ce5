#pragma once
// The inverse of SkinInfo's lists: per vertex the bones that move it. Also the errors of SkinInfo.

#include <cstdint>
#include <string>
#include <vector>

#include "skelter/d3dx/bone_palette.h"

namespace skelter {

struct BoneWeight {
  std::uint32_t bone = 0;
  float weight = 0;
};

Error skin_error(std::string message);

// Largest weight first, ties by bone; without weights of 0 or below info.min_influence(), except the largest.
std::vector<std::vector<BoneWeight>> bones_by_vertex(const SkinInfo& info);

// Keeps the first `count`, scaled to sum 1.
void keep_largest(std::vector<BoneWeight>& bones, std::uint32_t count);

// Adds the bones that `list` lacks; it stays ascending.
void add_bones(const std::vector<BoneWeight>& bones, std::vector<std::uint32_t>& list);

}  // namespace skelter
