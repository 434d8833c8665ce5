#pragma once
// Finds and decodes the textures that a scene names.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "skelter/image/decode.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct TextureOptions {
  std::string folder;                       // where to look; "": next to the scene's file
  std::vector<std::string> search_folders;  // looked into after that
  ImageDecodeOptions decode;
  // Limit of width * height * 4 of all pictures together. One that passes it is not decoded.
  std::uint64_t max_total_bytes = std::uint64_t{1} << 30;
};

// The file of Scene::textures[texture], or nothing when there is none; found as load_textures finds it.
std::optional<std::string> texture_file(const Scene& scene, std::uint32_t texture,
                                        const TextureOptions& options = {});

// Per entry of Scene::textures its image, or nothing. Each is looked for in every folder by its relative
// path, then by its base name, ignoring case. Of absolute paths and paths with `..` only the base name is
// looked for. Warnings go to `diagnostics`: texture.missing, texture.unreadable.
std::vector<std::optional<Image>> load_textures(const Scene& scene, Diagnostics& diagnostics,
                                                const TextureOptions& options = {});

}  // namespace skelter
