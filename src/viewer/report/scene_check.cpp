#include "viewer/report/internal/scene_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "picture/internal/scene_upload.h"
#include "scene/internal/lost_weight.h"
#include "skelter/image/decode.h"
#include "skelter/runtime/skinned_mesh.h"
#include "skelter/system/file.h"
#include "viewer/document/hints.h"

namespace skelter {
namespace {

// Decodes images of a glTF file that no texture uses; load_textures() decodes the others.
void add_unused_pictures(const Scene& scene, const TextureOptions& options, Diagnostics& diagnostics) {
  std::uint64_t left = options.max_total_bytes;
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
    const std::string path = image.bytes.empty() ? find_below(folder, image.uri).value_or("") : std::string();
    if (image.bytes.empty() && path.empty()) {
      diagnostics.add(Severity::warning, "texture.missing", {scene.file, 0, {}, place},
                      "no such file below the model's folder; no texture uses it");
      continue;
    }
    const std::uint64_t most = std::min(options.max_image_bytes, left);
    const auto decoded =
        image.bytes.empty() ? decode_image_file(path, most) : decode_image(image.bytes, {}, most);
    if (decoded) left -= std::min<std::uint64_t>(left, decoded->rgba.size());
    if (!decoded)
      diagnostics.add(Severity::warning, "texture.unreadable", {scene.file, 0, {}, place},
                      decoded.error().message + "; no texture uses it");
  }
}

}  // namespace

Result<void> check_playable(const Scene& scene, std::uint64_t max_upload_bytes, Diagnostics& diagnostics) {
  warn_of_lost_weight(scene, kMaxInfluences, diagnostics);
  return expect_upload_fits(scene, max_upload_bytes);
}

void check_scene(const Scene& scene, const TextureOptions& textures, bool of_static_models,
                 Diagnostics& diagnostics) {
  add_unused_pictures(scene, textures, diagnostics);
  add_hints(scene, of_static_models, diagnostics);
}

}  // namespace skelter
