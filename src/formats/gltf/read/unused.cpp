// Checks data that the scene does not use: buffers, views, accessors and images that other programs may fail
// to read.

#include <algorithm>

#include "formats/gltf/container/uri.h"
#include "formats/gltf/read/accessors.h"
#include "formats/gltf/read/builder.h"
#include "formats/gltf/read/faults.h"
#include "scene/internal/image_type.h"

namespace skelter::gltf {
namespace {

constexpr std::string_view kMeshopt[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};

// Whether a buffer is only the fallback of compressed views, and therefore has no bytes.
bool is_fallback(JsonValue buffer) {
  return std::any_of(std::begin(kMeshopt), std::end(kMeshopt), [&](std::string_view name) {
    return Builder::extension(buffer, name)["fallback"].boolean();
  });
}

Result<void> check_image(Builder& b, JsonValue at, const SceneImage& image, bool used) {
  if (!image.bytes.empty() && image_type(image.bytes).empty())
    return b.error("gltf.no-image", at,
                   fmt::format("{} bytes that are not an image; expected PNG or JPEG", image.bytes.size()));
  if (image.bytes.empty() && at["bufferView"])
    return b.error("gltf.no-image", at, "no bytes; expected PNG or JPEG");
  // Used images are checked when textures are loaded.
  if (!used && at["uri"] && !is_data_uri(at["uri"].text()))
    if (const auto path = b.path_of(at["uri"]); !path) return path.error();
  return {};
}

void check_images(Builder& b, Faults& faults) {
  std::vector<bool> used(b.scene.images.size(), false);
  for (const Texture& texture : b.scene.textures)
    if (texture.image < used.size()) used[texture.image] = true;
  std::size_t i = 0;
  for (JsonValue at = b.root["images"].first(); at && i < used.size(); at = at.next(), ++i)
    faults.expect(check_image(b, at, b.scene.images[i], used[i]));
}

}  // namespace

void check_all(Builder& b) {
  Faults faults(b);
  // The specification allows buffers without bytes as placeholders, except for the first buffer of a GLB,
  // which has the bytes of the binary chunk.
  const auto expect = [&](const auto& opened, bool placeholder) {
    if (opened || opened.error().code != "gltf.no-data" || !placeholder) faults.expect(opened);
  };
  for (std::uint32_t i = 0; i < b.buffers.size(); ++i)
    if (!is_fallback(b.buffers[i])) expect(b.buffer(i), i != 0 || b.scene.format != "glb");
  for (std::uint32_t i = 0; i < b.views.size(); ++i) expect(b.view(i), true);
  for (std::uint32_t i = 0; i < b.accessors.size(); ++i) expect(open_accessor(b, i), true);
  check_images(b, faults);
  check_schema(b, faults);
  check_specification(b, faults);
}

}  // namespace skelter::gltf
