#include "skelter/render/textures.h"

#include <algorithm>

#include "render/image/internal/texture_finder.h"
#include "render/look/pbr_look.h"

namespace skelter {
std::vector<std::optional<Image>> load_textures(const ModelShape& shape, Diagnostics& diagnostics,
                                                const TextureOptions& options) {
  const PackLook& look = shape.look;
  const std::string file(shape.file);
  TextureFinder finder(file, shape.exact_paths, options);
  const std::vector<bool> is_map = textures_of_pbr(look);
  std::vector<std::optional<Image>> images(look.textures.size());
  std::uint64_t left = options.max_total_bytes;
  const auto limited = [&] { return std::min(options.max_image_bytes, left); };
  const auto keep = [&](std::size_t texture, Image& image) {
    left -= std::min<std::uint64_t>(left, image.rgba.size());
    images[texture] = std::move(image);
  };
  for (std::size_t t = 0; t < look.textures.size(); ++t) {
    const auto at = static_cast<std::uint32_t>(t);
    const std::string name(look.text(look.textures[t].name));
    const SourceSpot spot{file, 0, {}, "Texture " + (name.empty() ? "#" + std::to_string(t) : name)};
    const std::uint32_t embedded = look.textures[t].image;
    if (embedded < shape.images.size() && !shape.images[embedded].empty()) {
      Result<Image> image = decode_image(shape.images[embedded], name, limited());
      if (image)
        keep(t, *image);
      else
        diagnostics.add(Severity::warning, "texture.unreadable", spot,
                        image.error().message + " (embedded); " + drawn_instead(look, at));
      continue;
    }
    if (name.empty()) {
      if (!is_map[t]) continue;
      diagnostics.add(Severity::warning, "texture.missing", spot,
                      "does not refer to an image that can be read; " + drawn_instead(look, at));
      continue;
    }
    const auto found = finder.find(name, spot, diagnostics, [&](const std::string& path) -> Result<void> {
      Result<Image> image = decode_image_file(path, limited());
      if (!image) return image.error();
      keep(t, *image);
      return {};
    });
    if (!found)
      diagnostics.add(Severity::warning, found.error().code, spot,
                      found.error().message + "; " + drawn_instead(look, at));
  }
  return images;
}

}  // namespace skelter
