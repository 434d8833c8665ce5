#pragma once
// Textures: pictures by name or embedded.

#include "formats/fbx/read/scene_builder.h"

namespace skelter::fbx {

// One Scene::textures entry per file texture; embedded pictures once each.
Result<void> read_textures(SceneBuilder& b);

// What a material means that connects to this object: a texture, or the lowest of a layered one. Without a
// file behind it `texture` is kNone.
TextureUse texture_use(SceneBuilder& b, std::uint32_t object);

}  // namespace skelter::fbx
