#include "formats/fbx/read/textures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_map>
#include <utility>

#include "scene/internal/image_type.h"
#include "skelter/math/trig.h"
#include "system/internal/base64.h"
#include "system/internal/paths.h"

namespace skelter::fbx {
namespace {

std::string last_part(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string_view member(const SceneBuilder& b, std::uint32_t object, std::string_view name,
                        std::string_view other_name) {
  std::uint32_t record = b.graph.child_record(object, name);
  if (record == kNone) record = b.graph.child_record(object, other_name);
  return b.tree.text(record);
}

// The relative name or, if it is missing, the last part of the absolute name.
std::string picture_name(const SceneBuilder& b, std::uint32_t object) {
  const std::string relative = with_slashes(member(b, object, "RelativeFilename", "RelativeFileName"));
  const bool absolute = relative.size() > 1 && (relative[0] == '/' || relative[1] == ':');
  if (!relative.empty()) return absolute ? last_part(relative) : relative;
  return last_part(with_slashes(member(b, object, "FileName", "Filename")));
}

// The bytes of an embedded image file.
Result<std::vector<std::byte>> content_of(SceneBuilder& b, std::uint32_t object) {
  std::vector<std::byte> bytes;
  const std::uint32_t content = b.graph.child_record(object, "Content");
  if (content == kNone) return bytes;
  for (const Value& value : b.tree.values_of(content)) {
    const std::string_view text = b.tree.text_of(value);
    const std::uint64_t copies = b.tree.binary ? 1 : 3;
    if (auto taken = b.take_memory(object, text.size(), copies); !taken) return taken.error();
    if (b.tree.binary) {
      const auto* data = reinterpret_cast<const std::byte*>(text.data());
      bytes.insert(bytes.end(), data, data + text.size());
      continue;
    }
    // The text may contain line breaks.
    std::string digits(text);
    std::erase_if(digits, [](char c) { return c == '\n' || c == '\r' || c == ' '; });
    std::vector<std::byte> decoded;
    if (!decode_base64(digits, decoded)) {
      b.warn("fbx.base64", object, "the embedded image is not base64; ignored");
      return std::vector<std::byte>();
    }
    bytes.insert(bytes.end(), decoded.begin(), decoded.end());
  }
  return bytes;
}

TextureWrap wrap_of(std::int64_t mode) {
  return mode == 1 ? TextureWrap::clamp_to_edge : TextureWrap::repeat;
}

// The sampler for the wrap modes, or kNone if both repeat.
std::uint32_t sampler_of(SceneBuilder& b, std::uint32_t texture) {
  const TextureWrap u = wrap_of(b.graph.integer(texture, "WrapModeU", 0)),
                    v = wrap_of(b.graph.integer(texture, "WrapModeV", 0));
  if (u == TextureWrap::repeat && v == TextureWrap::repeat) return kNone;
  for (std::uint32_t s = 0; s < b.scene.samplers.size(); ++s)
    if (b.scene.samplers[s].wrap_u == u && b.scene.samplers[s].wrap_v == v) return s;
  TextureSampler sampler;
  sampler.wrap_u = u;
  sampler.wrap_v = v;
  b.scene.samplers.push_back(std::move(sampler));
  return static_cast<std::uint32_t>(b.scene.samplers.size() - 1);
}

}  // namespace

Result<void> read_textures(SceneBuilder& b) {
  // Embedded images, keyed by video and by name. Several videos may use an image that is embedded only once.
  std::unordered_map<std::uint32_t, std::uint32_t> image_of_video;
  std::unordered_map<std::string, std::uint32_t> image_by_name;
  for (std::uint32_t o = 1; o < b.graph.objects.size(); ++o) {
    if (b.graph.objects[o].kind != Kind::video) continue;
    auto bytes = content_of(b, o);
    if (!bytes) return bytes.error();
    if (bytes->empty()) continue;
    SceneImage image;
    image.name = last_part(picture_name(b, o));
    image.mime_type = std::string(image_type(*bytes));
    image.bytes = std::move(*bytes);
    const auto index = static_cast<std::uint32_t>(b.scene.images.size());
    image_of_video[o] = index;
    image_by_name.emplace(image.name, index);
    b.scene.images.push_back(std::move(image));
  }
  for (std::uint32_t o = 1; o < b.graph.objects.size(); ++o) {
    if (b.graph.objects[o].kind != Kind::texture) continue;
    Texture texture;
    texture.name = picture_name(b, o);
    const std::uint32_t video = b.graph.first_child(o, Kind::video);
    if (texture.name.empty() && video != kNone) texture.name = picture_name(b, video);
    const auto own = image_of_video.find(video);
    const auto alike = image_by_name.find(last_part(texture.name));
    if (own != image_of_video.end())
      texture.image = own->second;
    else if (alike != image_by_name.end())
      texture.image = alike->second;
    if (texture.name.empty() && texture.image == kNone) continue;  // procedural
    if (auto taken = b.take_memory(o, 2, sizeof(Texture) + texture.name.size()); !taken) return taken;
    texture.sampler = sampler_of(b, o);
    b.texture_of_object[o] = static_cast<std::uint32_t>(b.scene.textures.size());
    b.scene.textures.push_back(std::move(texture));
  }
  return {};
}

namespace {

// The texture coordinate set with that name in a mesh with the material, or 0.
std::uint32_t uv_set_of(const SceneBuilder& b, std::uint32_t material, std::string_view name) {
  constexpr std::size_t kMaxModels = 64;  // models that are searched
  if (name.empty() || name == "default") return 0;
  std::size_t looked_at = 0;
  for (const std::uint32_t model : b.graph.parents(material, Kind::model)) {
    if (++looked_at > kMaxModels) break;
    for (const std::uint32_t mesh : b.graph.children(model, Kind::mesh)) {
      std::uint32_t set = 0;
      for (const std::uint32_t layer : b.tree.children(b.graph.objects[mesh].record)) {
        if (b.tree.records[layer].name != "LayerElementUV") continue;
        const std::uint32_t values = b.tree.child(layer, "UV");
        if (values == kNone || b.lists.count(values) < 2) continue;
        if (b.tree.text(b.tree.child(layer, "Name")) == name) return set;
        ++set;
      }
    }
  }
  return 0;
}

// The file's matrix maps the image to texture coordinates, with v up. `use` maps coordinates to the image,
// with v down.
void set_transform(SceneBuilder& b, std::uint32_t o, TextureUse& use) {
  const ObjectGraph& g = b.graph;
  const Vec3d move = g.vector(o, "Translation", {}), size = g.vector(o, "Scaling", {1, 1, 1}),
              turn_deg = g.vector(o, "Rotation", {}), turn_pivot = g.vector(o, "TextureRotationPivot", {}),
              size_pivot = g.vector(o, "TextureScalingPivot", {});
  const bool swapped = g.integer(o, "UVSwap", 0) != 0;
  if (move == Vec3d{} && size == Vec3d{1, 1, 1} && turn_deg == Vec3d{} && !swapped) return;
  const double angle = std::fmod(turn_deg.z, 360) * (std::numbers::pi / 180);
  const double c = portable_cos(angle), s = portable_sin(angle);
  if (!(std::abs(size.x) > 1e-12 && std::abs(size.y) > 1e-12)) return;
  // M = T Rp R Rp^-1 Sp S Sp^-1, linear part [a b; d e] and offset (x, y).
  const double a = c * size.x, bb = -s * size.y, d = s * size.x, e = c * size.y;
  const double px = size_pivot.x * (1 - size.x) - turn_pivot.x,
               py = size_pivot.y * (1 - size.y) - turn_pivot.y;
  const double x = move.x + turn_pivot.x + c * px - s * py, y = move.y + turn_pivot.y + s * px + c * py;
  // The inverse of M: p' = inverse p + f.
  const double det = a * e - bb * d;
  double inverse[2][2] = {{e / det, -bb / det}, {-d / det, a / det}};
  const double f[2] = {-(inverse[0][0] * x + inverse[0][1] * y), -(inverse[1][0] * x + inverse[1][1] * y)};
  if (swapped)
    for (auto& row : inverse) std::swap(row[0], row[1]);
  // Replaces v with 1 - v on both sides.
  const double u_u = inverse[0][0], u_v = -inverse[0][1], v_u = -inverse[1][0], v_v = inverse[1][1];
  const double offset_u = f[0] + inverse[0][1], offset_v = 1 - f[1] - inverse[1][1];
  use.offset = {static_cast<float>(offset_u), static_cast<float>(offset_v)};
  const double length_u = std::sqrt(u_u * u_u + v_u * v_u);
  use.rotation_rad = static_cast<float>(portable_atan2(-v_u, u_u));
  use.scale = {static_cast<float>(length_u), static_cast<float>((u_u * v_v - u_v * v_u) / length_u)};
  if (std::abs(u_u * u_v + v_u * v_v) > 1e-4 * length_u * std::sqrt(u_v * u_v + v_v * v_v))
    b.note("fbx.texture-transform", o,
           "rotation with unequal scale shears the texture; the shear is ignored");
}

bool is_texture(const SceneBuilder& b, std::uint32_t object) {
  const Kind kind = b.graph.objects[object].kind;
  return kind == Kind::texture || kind == Kind::layered_texture;
}

// The lowest layer without transparency or, if there is none, the bottom layer.
std::uint32_t lowest_opaque(SceneBuilder& b, std::uint32_t layered) {
  std::vector<double> alphas;
  if (!b.read_list(layered, "Alphas", alphas)) alphas.clear();  // later allocations report missing memory
  std::uint32_t first = kNone;
  std::size_t layer = 0;
  for (const std::uint32_t c : b.graph.incoming(layered)) {
    const Connection& connection = b.graph.connections[c];
    if (connection.to_property || !is_texture(b, connection.child)) continue;
    if (first == kNone) first = connection.child;
    constexpr double kOpaque = 0.999;
    if (layer >= alphas.size() || alphas[layer] >= kOpaque) return connection.child;
    ++layer;
  }
  return first;
}

// Finds the first file texture below an object. Layers and shaders may contain each other and, in hostile
// files, themselves.
std::uint32_t file_texture_below(SceneBuilder& b, std::uint32_t object) {
  constexpr int kMaxSteps = 16;
  std::uint32_t at = object;
  for (int steps = 0; steps < kMaxSteps; ++steps) {
    if (b.graph.objects[at].kind == Kind::texture && b.texture_of_object[at] != kNone) return at;
    const bool layered = b.graph.objects[at].kind == Kind::layered_texture;
    if (layered && steps == 0)
      b.note("fbx.layered-texture", at, "several texture layers; the lowest opaque one is used");
    std::uint32_t below = kNone;
    if (layered) {
      below = lowest_opaque(b, at);
    } else {
      for (const std::uint32_t c : b.graph.incoming(at)) {
        const Connection& connection = b.graph.connections[c];
        if (below == kNone && connection.to_property && is_texture(b, connection.child))
          below = connection.child;
      }
    }
    if (below == kNone) return kNone;
    at = below;
  }
  return kNone;
}

}  // namespace

TextureUse texture_use(SceneBuilder& b, std::uint32_t object, std::uint32_t material) {
  const std::uint32_t texture = file_texture_below(b, object);
  TextureUse use;
  if (texture == kNone) return use;
  use.texture = b.texture_of_object[texture];
  use.uv_set = uv_set_of(b, material, b.graph.text(texture, "UVSet"));
  set_transform(b, texture, use);
  return use;
}

}  // namespace skelter::fbx
