#include "skelter/runtime/model_pose.h"

namespace skelter {

std::vector<std::uint32_t> skins_with_palettes(const ModelShape& shape) {
  std::vector<std::uint32_t> skins;
  std::uint32_t made = 0;
  for (std::uint32_t i = 0; i < shape.skins.size(); ++i) {
    if (shape.skins[i].first != made) continue;
    skins.push_back(i);
    made += shape.skins[i].size;
  }
  return skins;
}

}  // namespace skelter
