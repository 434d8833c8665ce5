#include "formats/fbx/read/scene_builder.h"

namespace skelter::fbx {
Result<void> read_materials(SceneBuilder&) {
  return {};
}
Result<void> read_views(SceneBuilder&) {
  return {};
}
Result<void> read_meshes(SceneBuilder&) {
  return {};
}
}  // namespace skelter::fbx
