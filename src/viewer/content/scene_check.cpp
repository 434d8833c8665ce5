#include "viewer/internal/scene_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "skelter/image/decode.h"
#include "skelter/system/file.h"
#include "viewer/content/hints.h"

namespace skelter {
namespace {

// Images of a glTF file that no texture uses; load_textures() decodes the others.
void add_unused_pictures(const Scene& scene, const TextureOptions& options, Diagnostics& diagnostics) {
  std::vector<bool> used(scene.images.size(), false);
  for (const Texture& texture : scene.textures)
    if (texture.image < used.size()) used[texture.image] = true;
  for (std::size_t i = 0; i < used.size(); ++i) {
    const SceneImage& image = scene.images[i];
    const std::string place = fmt::format("/images/{}", i);
    const std::vector<Diagnostic>& known = diagnostics.entries();
    if (used[i] || (image.bytes.empty() && image.uri.empty()) ||
        std::any_of(known.begin(), known.end(), [&](const Diagnostic& d) {
          return d.spot.object == place || d.spot.object == place + "/uri";
        }))
      continue;
    const std::string folder = parent_folder(scene.file);
    const auto decoded =
        image.bytes.empty()
            ? decode_image_file((folder.empty() ? "" : folder + "/") + image.uri, options.decode)
            : decode_image(image.bytes, {}, options.decode);
    if (!decoded)
      diagnostics.add(Severity::warning, "texture.unreadable", {scene.file, 0, {}, place},
                      decoded.error().message + "; used by no texture");
  }
}

}  // namespace

void check_scene(const Scene& scene, const TextureOptions& textures, bool of_static_models,
                 Diagnostics& diagnostics) {
  add_unused_pictures(scene, textures, diagnostics);
  add_hints(scene, of_static_models, diagnostics);
}

}  // namespace skelter
