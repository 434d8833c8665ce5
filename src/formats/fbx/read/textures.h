#pragma once
// Reads textures, with images by name or embedded.

#include "formats/fbx/read/scene_builder.h"

namespace skelter::fbx {

// Adds one Scene::textures entry for each file texture, and each embedded image once.
Result<void> read_textures(SceneBuilder& b);

// The use of a texture object by a material: the texture itself, the lowest opaque layer, or the first file
// behind a shader. `texture` is kNone if there is no file. The meshes with `material` define the names of
// texture coordinate sets.
TextureUse texture_use(SceneBuilder& b, std::uint32_t object, std::uint32_t material);

}  // namespace skelter::fbx
