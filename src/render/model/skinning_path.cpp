#include "skelter/render/skinning_path.h"

#include <iterator>

namespace skelter {
namespace {

constexpr SkinningPath kPaths[] = {SkinningPath::texture_palette, SkinningPath::buffer_palette,
                                   SkinningPath::uniform_palette, SkinningPath::cpu};
constexpr std::string_view kNames[] = {"texture_palette", "buffer_palette", "uniform_palette", "cpu"};
static_assert(std::size(kPaths) == std::size(kNames));

}  // namespace

std::span<const SkinningPath> skinning_paths() {
  return kPaths;
}

std::string_view skinning_path_name(SkinningPath path) {
  return kNames[static_cast<std::size_t>(path)];
}

}  // namespace skelter
