#include "formats/fbx/read/scene_builder.h"

namespace skelter::fbx {

Result<void> read_materials(SceneBuilder& b) {
  for (std::uint32_t o = 1; o < b.graph.objects.size(); ++o) {
    if (b.graph.objects[o].kind != Kind::material) continue;
    if (auto taken = b.take_memory<Material>(o, 2); !taken) return taken;
    b.material_of_object[o] = static_cast<std::uint32_t>(b.scene.materials.size());
    b.scene.materials.emplace_back().name = b.graph.objects[o].name;
  }
  return {};
}

}  // namespace skelter::fbx
