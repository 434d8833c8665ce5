#include "skelter/render/textures.h"

#include <algorithm>

#include "render/pbr_look.h"
#include "skelter/system/file.h"

namespace skelter {
namespace {

// On Windows "C:/art/skin.png" is absolute as well; the base name of either is what follows the last slash.
std::string base_name(const std::string& name) {
  const std::size_t slash = name.find_last_of("/\\:");
  return slash == std::string::npos ? name : name.substr(slash + 1);
}

std::optional<std::string> find_texture(const std::string& name, const std::vector<std::string>& folders) {
  for (const std::string& wanted : {name, base_name(name)})
    for (const std::string& folder : folders)
      if (std::optional<std::string> path = find_below(folder, wanted)) return path;
  return std::nullopt;
}

// Whether a glTF material uses it.
bool is_map(const Scene& scene, std::uint32_t texture) {
  return std::any_of(scene.materials.begin(), scene.materials.end(), [&](const Material& material) {
    return material.pbr && uses_texture(*material.pbr, texture);
  });
}

std::vector<std::string> folders_of(const Scene& scene, const TextureOptions& options) {
  const std::string beside = options.folder.empty() ? parent_folder(scene.file) : options.folder;
  std::vector<std::string> folders{beside.empty() ? std::string(".") : beside};
  folders.insert(folders.end(), options.search_folders.begin(), options.search_folders.end());
  return folders;
}

}  // namespace

std::optional<std::string> texture_file(const Scene& scene, std::uint32_t texture,
                                        const TextureOptions& options) {
  const std::string& name = scene.textures[texture].name;
  return name.empty() ? std::nullopt : find_texture(name, folders_of(scene, options));
}

std::vector<std::optional<Image>> load_textures(const Scene& scene, Diagnostics& diagnostics,
                                                const TextureOptions& options) {
  const std::vector<std::string> folders = folders_of(scene, options);
  std::vector<std::optional<Image>> images(scene.textures.size());
  std::uint64_t left = options.max_total_bytes;
  const auto limited = [&] {
    ImageDecodeOptions decode = options.decode;
    decode.max_bytes = std::min(decode.max_bytes, left);
    return decode;
  };
  const auto keep = [&](std::size_t texture, Image& image) {
    left -= std::min<std::uint64_t>(left, image.rgba.size());
    images[texture] = std::move(image);
  };
  for (std::size_t t = 0; t < scene.textures.size(); ++t) {
    const auto at = static_cast<std::uint32_t>(t);
    const std::string& name = scene.textures[t].name;
    const SourceSpot spot{scene.file, 0, {}, "Texture " + (name.empty() ? "#" + std::to_string(t) : name)};
    const SceneImage* source =
        scene.textures[t].image == kNone ? nullptr : &scene.images[scene.textures[t].image];
    if (source != nullptr && !source->bytes.empty()) {
      Result<Image> image = decode_image(source->bytes, name, limited());
      if (image)
        keep(t, *image);
      else
        diagnostics.add(Severity::warning, "texture.unreadable", spot,
                        image.error().message + " (embedded); " + drawn_instead(scene, at));
      continue;
    }
    if (name.empty()) {
      if (!is_map(scene, at)) continue;
      diagnostics.add(Severity::warning, "texture.missing", spot,
                      "names no picture that can be read; " + drawn_instead(scene, at));
      continue;
    }
    const std::optional<std::string> path = find_texture(name, folders);
    if (!path) {
      diagnostics.add(Severity::warning, "texture.missing", spot,
                      "no such file next to the model; " + drawn_instead(scene, at));
      continue;
    }
    Result<Image> image = decode_image_file(*path, limited());
    if (image) {
      keep(t, *image);
      continue;
    }
    std::string message = image.error().message;
    message.append(" (").append(*path).append("); ").append(drawn_instead(scene, at));
    diagnostics.add(Severity::warning, "texture.unreadable", spot, std::move(message));
  }
  return images;
}

}  // namespace skelter
