#include "save/internal/save_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "image/internal/coverage.h"
#include "render/image/internal/texture_finder.h"
#include "scene/edit/internal/fit_keys.h"
#include "scene/internal/image_type.h"
#include "skelter/formats/x/write.h"
#include "skelter/image/decode.h"
#include "skelter/image/encode.h"
#include "skelter/render/textures.h"
#include "skelter/scene/edit.h"
#include "skelter/scene/size.h"
#include "skelter/system/file.h"

namespace skelter {
namespace {

// Returns the type if every glTF reader can decode it, otherwise "".
std::string_view mime_type_of(ByteSpan bytes) {
  const std::string_view type = image_type(bytes);
  return type == "image/png" || type == "image/jpeg" ? type : "";
}

// Whether the bytes are an image, including formats that are not decoded here. TGA has no signature and BMP a
// signature of only two letters, so these images must decode completely. Files above the limit are accepted
// unchecked.
bool is_image(const std::vector<std::byte>& bytes, const std::string& path, std::uint64_t max_bytes) {
  if (const std::string_view type = image_type(bytes); !type.empty() && type != "image/bmp") return true;
  const auto pixels = decode_image(bytes, path, max_bytes);
  return pixels || pixels.error().status == Status::limit_exceeded;
}

// Whether glTF or one of its extensions supports the MIME type. Other readers produce types such as
// "image/tga".
bool gltf_can_hold(std::string_view mime_type) {
  constexpr std::string_view kTypes[] = {"image/png", "image/jpeg", "image/webp", "image/ktx2",
                                         "image/vnd-ms.dds"};
  return std::find(std::begin(kTypes), std::end(kTypes), mime_type) != std::end(kTypes);
}

std::string without_extension(const std::string& name) {
  return name.substr(0, name.size() - extension(name).size());
}

// Enforces the image limits, per image and in total.
class ImageBudget {
 public:
  explicit ImageBudget(const TextureOptions& options)
      : most_(options.max_image_bytes),
        left_(options.max_total_bytes),
        file_bytes_left_(options.max_total_bytes) {}

  Result<Image> decode(ByteSpan bytes, const std::string& name) {
    Result<Image> pixels = decode_image(bytes, name, std::min(most_, left_));
    if (pixels) left_ -= std::min<std::uint64_t>(left_, pixels->rgba.size());
    return pixels;
  }
  Result<std::vector<std::byte>> read(const std::string& path) const {
    return read_file(path, std::min(most_, file_bytes_left_));
  }
  // Counts the bytes of a file that stays in memory.
  void keep(std::uint64_t bytes) { file_bytes_left_ -= std::min(file_bytes_left_, bytes); }
  std::uint64_t most_of_one() const { return std::min(most_, left_); }

 private:
  std::uint64_t most_, left_, file_bytes_left_;
};

// Converts an image that glTF cannot hold to PNG. `path` is its name in messages.
Result<void> make_png(SceneImage& image, const std::string& path, ImageBudget& budget) {
  image.mime_type = std::string(mime_type_of(image.bytes));
  if (!image.mime_type.empty()) return {};
  const auto pixels = budget.decode(image.bytes, path);
  if (!pixels) return pixels.error();
  auto png = encode_png(*pixels);
  if (!png) return png.error();
  image.mime_type = "image/png";
  image.uri = image.name.empty() ? "" : image.name + ".png";
  image.bytes = std::move(*png);
  return {};
}

// Checks that an image that is stored unchanged can be decoded. Images above the limits pass, because
// programs with higher limits may read them.
Result<void> expect_picture(const SceneImage& image, const std::string& path, ImageBudget& budget) {
  const auto pixels = budget.decode(image.bytes, path);
  return pixels || pixels.error().status == Status::limit_exceeded ? Result<void>() : pixels.error();
}

Result<SceneImage> picture_of(const std::string& path, Pictures pictures, ImageBudget& budget) {
  auto bytes = budget.read(path);
  if (!bytes) return bytes.error();
  SceneImage image;
  image.name = without_extension(file_name(path));
  image.uri = file_name(path);
  image.bytes = std::move(*bytes);
  image.mime_type = std::string(mime_type_of(image.bytes));
  const bool stays = pictures == Pictures::for_packs || !image.mime_type.empty();
  const auto fine = stays ? expect_picture(image, path, budget) : make_png(image, path, budget);
  if (!fine) return fine.error();
  return image;
}

class ImageCollector {
 public:
  ImageCollector(Scene& scene, std::vector<std::string>& inputs, const TextureOptions& options,
                 Pictures pictures)
      : scene_(scene),
        inputs_(inputs),
        pictures_(pictures),
        budget_(options),
        finder_(scene.file, scene.format == "gltf" || scene.format == "glb", options) {}

  Diagnostics& lost() { return lost_; }

  void take_named() {
    for (Texture& texture : scene_.textures)
      if (texture.image == kNone && !texture.name.empty()) take(texture);
  }

  // Loads image files next to a glTF file.
  void take_side_file() {
    for (SceneImage& image : scene_.images) {
      if (!image.bytes.empty()) {  // images in packs may have any format
        if (pictures_ == Pictures::for_gltf && !gltf_can_hold(image.mime_type)) {
          if (auto made = make_png(image, image.name, budget_); !made)
            warn("texture.unreadable", image.name, made.error().message);
        } else {
          warn_if_damaged(image);
        }
        continue;
      }
      if (!image.uri.empty()) take_bytes(image);
    }
  }

 private:
  SourceSpot spot_of(const std::string& name) const { return {scene_.file, 0, {}, "Texture " + name}; }
  void warn(std::string_view code, const std::string& name, std::string message) {
    scene_.diagnostics.add(Severity::warning, code, spot_of(name), std::move(message));
  }

  // Only warns, because the image is copied anyway. Formats that are not decoded here cannot be checked.
  void warn_if_damaged(const SceneImage& image) {
    const std::string name = !image.name.empty() ? image.name
                             : image.uri.empty() ? fmt::format("#{}", &image - scene_.images.data())
                                                 : image.uri;
    if (const auto pixels = budget_.decode(image.bytes, name);
        !pixels && pixels.error().status == Status::bad_data)
      warn("texture.unreadable", name, pixels.error().message + "; copied as it is");
  }

  void not_taken(const std::string& name, const Error& error, const char* kept) {
    lost_.add(Severity::warning, error.code, spot_of(name),
              error.message + "; " + (pictures_ == Pictures::for_packs ? "the pack does not have it" : kept));
  }

  // Loads an image of any format without conversion.
  void take_bytes(SceneImage& image) {
    const auto path =
        finder_.find(image.uri, spot_of(image.uri), scene_.diagnostics, [&](const std::string& file) {
          auto bytes = budget_.read(file);
          if (!bytes) return Result<void>(bytes.error());
          if (!is_image(*bytes, file, budget_.most_of_one()))
            return Result<void>(Error{Status::unsupported,
                                      "image.unknown",
                                      "is not an image; expected PNG, JPEG, WebP, DDS, BMP, TGA, GIF or KTX",
                                      {file, 0, {}, {}}});
          budget_.keep(bytes->size());
          image.bytes = std::move(*bytes);
          return Result<void>();
        });
    if (!path) return not_taken(image.uri, path.error(), "only its name is kept");
    if (image.mime_type.empty()) image.mime_type = std::string(mime_type_of(image.bytes));
    image.uri = file_name(*path);
    inputs_.push_back(*path);
    warn_if_damaged(image);
  }

  void take(Texture& texture) {
    SceneImage image;
    const auto path =
        finder_.find(texture.name, spot_of(texture.name), scene_.diagnostics, [&](const std::string& file) {
          if (by_path_.count(file) != 0) return Result<void>();
          auto picture = picture_of(file, pictures_, budget_);
          if (picture) budget_.keep(picture->bytes.size());
          if (picture) image = std::move(*picture);
          return picture ? Result<void>() : picture.error();
        });
    if (!path && scene_.linear_colors && pictures_ == Pictures::for_gltf) {  // the source had no image either
      scene_.diagnostics.add(Severity::note, path.error().code, spot_of(texture.name),
                             path.error().message + "; its name stays in `extras`");
      return;
    }
    if (!path) return not_taken(texture.name, path.error(), "its name is kept in `extras`");
    const auto [known, is_new] = by_path_.emplace(*path, static_cast<std::uint32_t>(scene_.images.size()));
    texture.image = known->second;
    if (!is_new) return;
    for (const SceneImage& other : scene_.images)  // for example, skin.dds next to skin.tga
      if (other.uri == image.uri) image.uri = fmt::format("{}_{}", scene_.images.size(), image.uri);
    inputs_.push_back(*path);
    scene_.images.push_back(std::move(image));
  }

  Scene& scene_;
  std::vector<std::string>& inputs_;
  Pictures pictures_;
  ImageBudget budget_;
  TextureFinder finder_;
  std::map<std::string, std::uint32_t> by_path_;
  Diagnostics lost_;
};

}  // namespace

Diagnostics take_pictures_in(Scene& scene, std::vector<std::string>& inputs, const TextureOptions& options,
                             Pictures pictures) {
  ImageCollector taker(scene, inputs, options, pictures);
  taker.take_side_file();
  taker.take_named();
  return std::move(taker.lost());
}

namespace {

AlphaMode mode_of(Coverage coverage) {
  switch (coverage) {
    case Coverage::opaque:
      return AlphaMode::opaque;
    case Coverage::cut_out:
      return AlphaMode::mask;
    case Coverage::blended:
      break;
  }
  return AlphaMode::blend;
}

// Alpha modes as our renderer determines them. Images above the limits count as opaque, with a warning.
std::vector<AlphaMode> alpha_modes(const Scene& scene, const TextureOptions& options, Diagnostics& losses) {
  ImageBudget budget(options);
  std::vector<AlphaMode> of_images, of_textures;
  for (const SceneImage& image : scene.images) {
    AlphaMode& mode = of_images.emplace_back(AlphaMode::opaque);
    if (image.bytes.empty()) continue;
    const std::string& name = image.uri.empty() ? image.name : image.uri;
    const auto pixels = budget.decode(image.bytes, name);
    if (pixels) mode = mode_of(coverage_of(*pixels));
    if (!pixels && pixels.error().status == Status::limit_exceeded)
      losses.add(Severity::warning, "texture.too-large", {scene.file, 0, {}, "Texture " + name},
                 pixels.error().message + "; it counts as opaque");
  }
  for (const Texture& texture : scene.textures)
    of_textures.push_back(texture.image == kNone ? AlphaMode::opaque : of_images[texture.image]);
  return of_textures;
}

}  // namespace

std::vector<SideFile> put_pictures_out(Scene& scene, const std::string& stem) {
  std::vector<SideFile> files;
  std::map<std::uint32_t, std::string> names;
  std::map<std::string_view, std::string> name_of_bytes;  // identical images are written once
  for (Texture& texture : scene.textures) {
    if (texture.image == kNone || scene.images[texture.image].bytes.empty()) continue;
    const SceneImage& image = scene.images[texture.image];
    const auto [entry, is_new] = names.emplace(texture.image, "");
    if (is_new) {
      const std::string_view ending = image.mime_type == "image/jpeg"   ? ".jpg"
                                      : image.mime_type == "image/webp" ? ".webp"
                                                                        : ".png";
      const bool keeps_name = scene.format == "pack" && !extension(texture.name).empty();
      entry->second =
          keeps_name ? file_name(texture.name) : fmt::format("{}_{}{}", stem, texture.image, ending);
      const std::string_view bytes(reinterpret_cast<const char*>(image.bytes.data()), image.bytes.size());
      const auto [same, is_first] = name_of_bytes.emplace(bytes, entry->second);
      if (is_first || keeps_name)
        files.push_back({entry->second, image.bytes});
      else
        entry->second = same->second;
    }
    texture.name = entry->second;
  }
  return files;
}

namespace {

Result<void> to_metres(Scene& scene) {
  const bool has_unit = scene.format == "fbx" || scene.format == "pack";
  const double metres = scene.metres_per_unit.value_or(1);
  if (!has_unit || metres == 1) return {};
  if (auto scaled = scale_scene(scene, metres); !scaled) return scaled;
  scene.metres_per_unit = 1;  // overwrites the rounded quotient
  scene.diagnostics.add(Severity::note, "convert.metres", {scene.file, 0, {}, {}},
                        fmt::format("a unit is {} m; lengths are written in metres", metres));
  return {};
}

// Converts cubic keys to linear keys with the error bounds of the FBX reader.
void to_linear_keys(Scene& scene) {
  constexpr double kBound = 1e-5, kWeightBound = 1e-4;
  std::optional<double> size;
  for (Clip& clip : scene.clips)
    for (Channel& channel : clip.channels) {
      if (channel.interpolation != Interpolation::cubic) continue;
      if (!size) size = scene_size(scene);
      const bool is_length = channel.path == ChannelPath::translation;
      FitOptions options;
      options.bound = is_length                              ? kBound * *size
                      : channel.path == ChannelPath::weights ? kWeightBound
                                                             : kBound;
      channel = to_linear_keys(channel, options);
    }
}

}  // namespace

Result<void> adapt_to_gltf(Scene& scene) {
  if (auto scaled = to_metres(scene); !scaled) return scaled;
  if (scene.format == "fbx") to_linear_keys(scene);
  return {};
}

Result<WriteResult> written_as(Scene& scene, const std::string& out, GltfWriteOptions gltf,
                               const XWriteOptions& x, const TextureOptions& textures) {
  const std::string ending = extension(out), stem = file_stem(out);
  if (ending == ".glb" || ending == ".gltf") {
    gltf.glb = ending == ".glb";
    gltf.stem = stem;
    gltf.skinned_meshes_at_root = !scene.linear_colors;  // nodes from glTF files stay where they are
    Diagnostics too_large;
    if (!scene.linear_colors) gltf.texture_alpha = alpha_modes(scene, textures, too_large);
    auto written = write_gltf(scene, gltf);
    if (written) written->losses.append(too_large);
    return written;
  }
  std::vector<SideFile> pictures;
  if (out != "-") pictures = put_pictures_out(scene, stem);
  auto written = write_x(scene, x);
  if (!written) return written.error();
  return WriteResult{std::move(written->bytes), std::move(pictures), std::move(written->losses)};
}

XEncoding encoding_of(const Scene& scene) {
  for (const XEncoding encoding :
       {XEncoding::binary, XEncoding::text_compressed, XEncoding::binary_compressed})
    if (scene.encoding == to_text(encoding)) return encoding;
  return XEncoding::text;
}

Result<WriteResult> converted(Scene scene, const std::string& out, const TextureOptions& textures) {
  const std::string ending = extension(out);
  Diagnostics losses;
  std::vector<std::string> inputs;
  if (ending != ".x") {
    if (auto adapted = adapt_to_gltf(scene); !adapted) return adapted.error();
    losses = take_pictures_in(scene, inputs, textures);
  }
  GltfWriteOptions gltf;
  gltf.embed = ending == ".glb";
  auto written = written_as(scene, out, gltf, {encoding_of(scene), false}, textures);
  if (!written) return written;
  losses.append(written->losses);
  written->losses = std::move(losses);
  return written;
}

}  // namespace skelter
