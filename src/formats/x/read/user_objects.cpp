// Passes objects of templates that the file itself declares to the caller's callback.

#include "formats/x/read/scene_builder.h"

namespace skelter::x {

// Parents precede their children, so each object inherits its node and mesh from its parent.
Result<void> show_user_objects(SceneBuilder& b) {
  if (!b.options.on_user_object || b.tree.objects.empty()) return {};
  struct Around {
    std::uint32_t node = kNone, mesh = kNone;
  };
  const auto count = static_cast<std::uint32_t>(b.tree.objects.size());
  if (auto taken = b.take_memory<Around>(0, count); !taken) return taken;
  std::vector<Around> inside(count);  // node and mesh around the children of each object
  for (std::uint32_t o = 0; o < count; ++o) {
    const std::uint32_t parent = b.tree.objects[o].parent;
    const Around around = parent == kNone ? Around{} : inside[parent];
    if (b.kind(o) == Kind::user) {
      const auto shown =
          b.options.on_user_object({b.tree, b.resolved(o), o, b.scene, around.node, around.mesh});
      if (!shown) return shown;
    }
    inside[o] = around;
    if (b.tree.objects[o].reference) continue;
    if (b.kind(o) == Kind::frame) inside[o] = {b.index_of_object[o], kNone};
    if (b.kind(o) == Kind::mesh) inside[o].mesh = b.index_of_object[o];
  }
  return {};
}

}  // namespace skelter::x
