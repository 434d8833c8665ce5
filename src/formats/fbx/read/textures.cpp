#include "formats/fbx/read/textures.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

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

// The relative name, else the last part of the absolute one.
std::string picture_name(const SceneBuilder& b, std::uint32_t object) {
  const std::string relative = with_slashes(member(b, object, "RelativeFilename", "RelativeFileName"));
  const bool absolute = relative.size() > 1 && (relative[0] == '/' || relative[1] == ':');
  if (!relative.empty()) return absolute ? last_part(relative) : relative;
  return last_part(with_slashes(member(b, object, "FileName", "Filename")));
}

std::string_view mime_of(ByteSpan bytes) {
  const auto begins = [&](std::string_view magic) {
    return bytes.size() >= magic.size() &&
           std::equal(magic.begin(), magic.end(), reinterpret_cast<const char*>(bytes.data()));
  };
  if (begins("\x89PNG")) return "image/png";
  if (begins("\xFF\xD8\xFF")) return "image/jpeg";
  if (begins("RIFF")) return "image/webp";
  if (begins("DDS ")) return "image/vnd-ms.dds";
  if (begins("BM")) return "image/bmp";
  return "";
}

// Appends what a base64 text stands for. False for letters that are none.
bool append_base64(std::string_view text, std::vector<std::byte>& out) {
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    int value = -1;
    if (c >= 'A' && c <= 'Z') value = c - 'A';
    if (c >= 'a' && c <= 'z') value = c - 'a' + 26;
    if (c >= '0' && c <= '9') value = c - '0' + 52;
    if (c == '+') value = 62;
    if (c == '/') value = 63;
    if (c == '=' || c == '\n' || c == '\r' || c == ' ') continue;
    if (value < 0) return false;
    bits = (bits << 6) | static_cast<std::uint32_t>(value);
    count += 6;
    if (count >= 8) {
      count -= 8;
      out.push_back(static_cast<std::byte>((bits >> count) & 0xFF));
    }
  }
  return true;
}

// The bytes of a whole picture file.
Result<std::vector<std::byte>> content_of(SceneBuilder& b, std::uint32_t object) {
  std::vector<std::byte> bytes;
  const std::uint32_t content = b.graph.child_record(object, "Content");
  if (content == kNone) return bytes;
  for (const Value& value : b.tree.values_of(content)) {
    const std::string_view text = b.tree.text_of(value);
    if (auto taken = b.take_memory(object, text.size(), 1); !taken) return taken.error();
    if (b.tree.binary) {
      const auto* data = reinterpret_cast<const std::byte*>(text.data());
      bytes.insert(bytes.end(), data, data + text.size());
    } else if (!append_base64(text, bytes)) {
      b.warn("fbx.base64", object, "the embedded picture is no base64; ignored");
      return std::vector<std::byte>();
    }
  }
  return bytes;
}

TextureWrap wrap_of(std::int64_t mode) {
  return mode == 1 ? TextureWrap::clamp_to_edge : TextureWrap::repeat;
}

// A sampler for these modes, kNone for the usual ones.
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
  // Embedded pictures, by video and by name: a program may embed a picture once for several videos.
  std::unordered_map<std::uint32_t, std::uint32_t> image_of_video;
  std::unordered_map<std::string, std::uint32_t> image_by_name;
  for (std::uint32_t o = 1; o < b.graph.objects.size(); ++o) {
    if (b.graph.objects[o].kind != Kind::video) continue;
    auto bytes = content_of(b, o);
    if (!bytes) return bytes.error();
    if (bytes->empty()) continue;
    SceneImage image;
    image.name = last_part(picture_name(b, o));
    image.mime_type = std::string(mime_of(*bytes));
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

TextureUse texture_use(SceneBuilder& b, std::uint32_t object) {
  // Layers may hold layers, in hostile files also themselves: the first texture on the way down.
  std::uint32_t at = object;
  for (int steps = 0; steps < 16 && b.graph.objects[at].kind == Kind::layered_texture; ++steps) {
    if (steps == 0) b.note("fbx.layered-texture", at, "several textures in layers; the lowest is used");
    std::uint32_t below = b.graph.first_child(at, Kind::texture);
    if (below == kNone) below = b.graph.first_child(at, Kind::layered_texture);
    if (below == kNone) return {};
    at = below;
  }
  TextureUse use;
  if (b.graph.objects[at].kind == Kind::texture) use.texture = b.texture_of_object[at];
  return use;
}

}  // namespace skelter::fbx
