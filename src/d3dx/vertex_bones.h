#pragma once
// The inverse of SkinInfo's lists: for each vertex, the bones that move it. Also the errors of SkinInfo.

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

// The bones of each vertex, largest weight first, ties by bone. Weights that are 0 or below
// info.min_influence() are left out, except the largest.
std::vector<std::vector<BoneWeight>> bones_by_vertex(const SkinInfo& info);

// Keeps the first `count` bones, with weights scaled to sum 1.
void keep_largest(std::vector<BoneWeight>& bones, std::uint32_t count);

// Adds the bones that `list` lacks; the list stays sorted.
void add_bones(const std::vector<BoneWeight>& bones, std::vector<std::uint32_t>& list);

}  // namespace skelter
