// Clips: not read yet.

#include "formats/fbx/read/scene_builder.h"

namespace skelter::fbx {

Result<void> read_clips(SceneBuilder&) {
  return {};
}

}  // namespace skelter::fbx
