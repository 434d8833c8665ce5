// Reads the asset's version and generator, and the list of required extensions.

#include <algorithm>
#include <cmath>
#include <set>

#include "formats/gltf/internal/draco_decode.h"
#include "formats/gltf/read/builder.h"

namespace skelter::gltf {
namespace {

// Extensions that the reader implements. All others are only carried over to the output.
constexpr std::string_view kRead[] = {
    "EXT_mesh_gpu_instancing",
    "EXT_meshopt_compression",
    "EXT_texture_webp",
    "KHR_animation_pointer",
    "KHR_lights_punctual",
    "KHR_materials_emissive_strength",
    "KHR_materials_pbrSpecularGlossiness",
    "KHR_materials_unlit",
    "KHR_mesh_quantization",
    "KHR_meshopt_compression",
    "KHR_node_visibility",
    "KHR_texture_transform",
};

// Image formats that are not decoded. Animation does not need them.
constexpr std::string_view kPictures[] = {"EXT_texture_avif", "KHR_texture_basisu", "MSFT_texture_dds"};

// Extensions that are kept but not drawn.
struct NotDrawn {
  std::string_view name, what;
};
constexpr NotDrawn kNotDrawn[] = {
    {"KHR_materials_anisotropy", "anisotropy"},
    {"KHR_materials_clearcoat", "clearcoat"},
    {"KHR_materials_diffuse_transmission", "diffuse transmission"},
    {"KHR_materials_dispersion", "dispersion"},
    {"KHR_materials_ior", "the index of refraction"},
    {"KHR_materials_iridescence", "iridescence"},
    {"KHR_materials_sheen", "sheen"},
    {"KHR_materials_specular", "the strength and colour of highlights"},
    {"KHR_materials_transmission", "refraction, as plain alpha"},
    {"KHR_materials_variants", "variants of materials"},
    {"KHR_materials_volume", "volume"},
    {"VRMC_materials_mtoon", "toon shading"},
};

// Extensions that are kept but not played. `skelter info` counts what they contain.
constexpr NotDrawn kNotPlayed[] = {
    {"VRM", "expressions, springs and settings of VRM"},
    {"VRMC_node_constraint", "constraints of VRM"},
    {"VRMC_springBone", "springs of VRM"},
    {"VRMC_vrm", "expressions and settings of VRM"},
    {"VRMC_vrm_animation", "the roles of bones and expressions of VRM"},
};

std::string_view not_played(std::string_view name) {
  for (const NotDrawn& known : kNotPlayed)
    if (known.name == name) return known.what;
  return {};
}

// Whether an extension, judged by its name after the vendor prefix, only concerns appearance or metadata. A
// file read without it still has the same shapes and motion.
bool is_about_looks(std::string_view name) {
  constexpr std::string_view kAbout[] = {"lights", "materials",  "texture", "techniques_webgl",    "blend",
                                         "xmp",    "audio",      "lod",     "structural_metadata", "metadata",
                                         "image",  "environment"};
  const std::string_view subject = name.substr(std::min(name.find('_'), name.size() - 1) + 1);
  return std::any_of(std::begin(kAbout), std::end(kAbout), [&](std::string_view about) {
    return subject.substr(0, about.size()) == about &&
           (subject.size() == about.size() || subject[about.size()] == '_');
  });
}

// Returns the feature that is not drawn, or "" for other extensions.
std::string_view not_drawn(std::string_view name) {
  for (const NotDrawn& known : kNotDrawn)
    if (known.name == name) return known.what;
  return {};
}

bool is_about_pictures(std::string_view name) {
  return std::find(std::begin(kPictures), std::end(kPictures), name) != std::end(kPictures);
}

bool is_read(std::string_view name) {
  if (name == "KHR_draco_mesh_compression") return has_draco();
  return std::find(std::begin(kRead), std::end(kRead), name) != std::end(kRead);
}

struct Version {
  long major = 0, minor = 0;
};
Result<Version> read_version(Builder& b, JsonValue asset, std::string_view name) {
  // glTF 1.0 files store a number. From 2.0 on it must be a string.
  if (const double number = asset[name].number(); asset[name].is_number() && number >= 0 && number < 2)
    return Version{static_cast<long>(number), static_cast<long>(std::lround(number * 10)) % 10};
  const auto text = b.text(asset, name);
  if (!text) return text.error();
  const std::size_t dot = text->find('.');
  const auto digits = [](std::string_view part) {
    return !part.empty() && part.size() < 5 && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const std::string_view major = text->substr(0, dot);
  const std::string_view minor = dot == std::string_view::npos ? "0" : text->substr(dot + 1);
  if (!digits(major) || !digits(minor))
    return b.error("gltf.version", asset[name],
                   fmt::format("\"{}\"; expected a version such as \"2.0\"", *text));
  return Version{std::stol(std::string(major)), std::stol(std::string(minor))};
}

}  // namespace

Result<void> check_asset(Builder& b) {
  const auto asset = b.member(b.root, "asset", JsonKind::object);
  if (!asset) return asset.error();
  if (!*asset) {
    b.warn("gltf.no-asset", b.root, "no `asset`, so no version; taken as glTF 2.0");
    return {};
  }
  if (!(*asset)["version"]) {
    b.warn("gltf.no-version", *asset, "no `version`; taken as 2.0");
  } else {
    const auto version = read_version(b, *asset, "version");
    if (!version) return version.error();
    if (version->major != 2)
      return b.error("gltf.version", (*asset)["version"],
                     fmt::format("glTF {}.{}; expected 2", version->major, version->minor),
                     Status::unsupported);
  }
  if ((*asset)["minVersion"]) {
    const auto least = read_version(b, *asset, "minVersion");
    if (!least) return least.error();
    if (least->major != 2 || least->minor > 0)
      return b.error("gltf.version", (*asset)["minVersion"],
                     fmt::format("needs glTF {}.{}; expected at most 2.0", least->major, least->minor),
                     Status::unsupported);
  }
  const std::string_view generator = b.optional_text(*asset, "generator");
  if ((*asset)["generator"].is(JsonKind::text)) b.scene.generator = std::string(generator);
  b.scene.copyright = std::string(b.optional_text(*asset, "copyright"));
  return {};
}

Result<void> check_extensions(Builder& b) {
  bool warned = false;                 // about images
  std::set<std::string_view> without;  // required extensions that the reader ignores
  for (const std::string_view list_name : {"extensionsRequired", "extensionsUsed"}) {
    const auto list = b.member(b.root, list_name, JsonKind::array);
    if (!list) return list.error();
    const bool required = list_name == "extensionsRequired";
    for (JsonValue name = list->first(); name; name = name.next()) {
      if (!name.is(JsonKind::text))
        return b.error("gltf.type", name, fmt::format("{}; expected a string", to_text(name.kind())));
      if (!required) b.scene.extensions_used.emplace_back(name.text());
      if (is_read(name.text())) continue;
      if (required && is_about_pictures(name.text())) {
        b.warn("gltf.picture-extension", name,
               fmt::format("images of type {} cannot be decoded; their materials stay plain", name.text()));
        warned = true;
        continue;
      }
      if (warned && is_about_pictures(name.text())) continue;
      if (const std::string_view what = not_drawn(name.text()); !what.empty()) {
        if (!required)
          b.note("gltf.not-drawn", name,
                 fmt::format("{}: drawn without {}; kept unchanged", name.text(), what));
        continue;
      }
      if (const std::string_view what = not_played(name.text()); !what.empty()) {
        if (!required)
          b.note("gltf.not-played", name,
                 fmt::format("{}: {}; kept unchanged, not played", name.text(), what));
        continue;
      }
      if (required && is_about_looks(name.text())) {
        b.warn("gltf.extension-required", name,
               fmt::format("the file requires the extension {}, which is not supported; read without it, as "
                           "shapes and motion do not depend on it",
                           name.text()));
        without.insert(name.text());
        continue;
      }
      if (without.count(name.text()) != 0) continue;
      if (required)
        return b.error("gltf.extension-required", name,
                       fmt::format("the file requires the extension {}, which is not supported", name.text()),
                       Status::unsupported);
      b.note("gltf.extension", name, fmt::format("the extension {} is unknown; kept unchanged", name.text()));
    }
  }
  auto carried = b.carried(b.root, {"KHR_lights_punctual"});
  if (!carried) return carried.error();
  b.scene.carried = std::move(*carried);
  return {};
}

}  // namespace skelter::gltf
