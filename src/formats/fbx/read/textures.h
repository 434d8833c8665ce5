#pragma once
// Reads textures and their images, which are embedded or in files.

#include "formats/fbx/read/scene_builder.h"

namespace skelter::fbx {

// Adds one Scene::textures entry for each file texture, and adds each embedded image once.
Result<void> read_textures(SceneBuilder& b);

// How a material uses a texture object: the texture itself, the lowest opaque layer, or the first file behind
// a shader. `texture` is kNone if there is no file. The meshes with `material` determine which texture
// coordinate set has which name.
TextureUse texture_use(SceneBuilder& b, std::uint32_t object, std::uint32_t material);

}  // namespace skelter::fbx
