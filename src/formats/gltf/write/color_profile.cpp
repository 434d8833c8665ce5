// Removes PNG chunks that describe colours. By the glTF specification (2.0, 3.8.3 "Images"), images are sRGB
// or plain numbers, depending on the material, and profiles are ignored. Other programs use the profiles.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "formats/gltf/write/prepare.h"
#include "formats/gltf/write/scene_writer.h"
#include "skelter/core/bytes.h"
#include "skelter/core/name_match.h"

namespace skelter::gltf {
namespace {

struct ColorProfile {
  std::string name;             // "Display P3", "gamma 1", "primaries"; "" for sRGB
  std::vector<std::byte> rest;  // the file without iCCP, gAMA and cHRM; empty if it has none of them
};

constexpr std::string_view kPngMark = "\x89PNG\r\n\x1a\n";

std::string_view text_of(ByteSpan bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
std::uint32_t big_endian(ByteSpan bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | std::to_integer<std::uint32_t>(bytes[at + i]);
  return value;
}

// Values in units of 1/100000.
constexpr std::uint32_t kSrgbGamma = 45455;
constexpr std::array<std::uint32_t, 8> kSrgbPrimaries = {31270, 32900, 64000, 33000,
                                                         30000, 60000, 15000, 6000};

bool says_srgb(std::string_view name) {
  return lower_ascii(name).find("srgb") != std::string::npos;
}

// Returns "" for values that match sRGB.
std::string name_of(std::string_view type, ByteSpan data) {
  if (type == "iCCP") {
    const std::string_view name =
        text_of(data).substr(0, std::min<std::size_t>(79, text_of(data).find('\0')));
    return says_srgb(name) ? std::string() : name.empty() ? std::string("unnamed") : std::string(name);
  }
  if (type == "gAMA" && data.size() >= 4) {
    const std::uint32_t gamma = big_endian(data, 0);
    return std::abs(std::int64_t{gamma} - kSrgbGamma) <= 100 ? "" : fmt::format("gamma {}", gamma / 100000.0);
  }
  if (type == "cHRM" && data.size() >= 32)
    for (std::size_t i = 0; i < kSrgbPrimaries.size(); ++i)
      if (std::abs(std::int64_t{big_endian(data, 4 * i)} - kSrgbPrimaries[i]) > 100) return "other primaries";
  return {};
}

// Returns an empty profile for other image formats. Keeps pixels and other chunks. Source: PNG (W3C, 2003),
// 11.3.3.
ColorProfile take_color_profile(ByteSpan png) {
  ColorProfile profile;
  if (text_of(png).substr(0, kPngMark.size()) != kPngMark) return profile;
  std::vector<std::byte> rest(png.begin(), png.begin() + kPngMark.size());
  bool found = false, srgb = false;
  std::size_t at = kPngMark.size();
  while (png.size() - at >= 12) {
    const std::size_t size = std::size_t{big_endian(png, at)} + 12;  // length, type and checksum
    if (size > png.size() - at) break;                               // damaged: copy the rest
    const std::string_view type = text_of(png).substr(at + 4, 4);
    const ByteSpan chunk = png.subspan(at, size);
    if (type == "iCCP" || type == "gAMA" || type == "cHRM") {
      found = true;
      const std::string name = name_of(type, chunk.subspan(8, size - 12));
      if (profile.name.empty() || type == "iCCP") profile.name = name.empty() ? profile.name : name;
    } else {
      srgb = srgb || type == "sRGB";
      rest.insert(rest.end(), chunk.begin(), chunk.end());
    }
    at += size;
  }
  if (!found) return {};
  rest.insert(rest.end(), png.begin() + static_cast<std::ptrdiff_t>(at), png.end());
  if (srgb) profile.name.clear();  // sRGB overrides the other chunks
  profile.rest = std::move(rest);
  return profile;
}

}  // namespace

void drop_color_profiles(Preparation& p) {
  for (std::size_t i = 0; i < p.scene.images.size(); ++i) {
    SceneImage& image = p.scene.images[i];
    ColorProfile profile = take_color_profile(image.bytes);
    if (profile.rest.empty()) continue;
    image.bytes = std::move(profile.rest);
    if (!profile.name.empty())
      p.mention("gltf.color-profile",
                label_of("Image", image.name.empty() ? std::string_view(image.uri) : image.name, i),
                fmt::format("colour profile \"{}\", which glTF ignores; left out, colours are taken as sRGB",
                            profile.name));
  }
}

}  // namespace skelter::gltf
