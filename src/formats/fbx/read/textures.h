#pragma once
// Textures: pictures by name or embedded.

#include "formats/fbx/read/scene_builder.h"

namespace skelter::fbx {

// One Scene::textures entry per file texture; embedded pictures once each.
Result<void> read_textures(SceneBuilder& b);

// What a material means that connects to this object: a texture, the lowest of a layered one, or the first
// file behind a shader. Without a file, `texture` is kNone. `material`: whose meshes name the sets of texture
// coordinates.
TextureUse texture_use(SceneBuilder& b, std::uint32_t object, std::uint32_t material);

}  // namespace skelter::fbx
