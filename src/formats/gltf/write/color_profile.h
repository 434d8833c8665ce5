#pragma once
// PNG chunks that describe colours. glTF reads all images as sRGB or as plain numbers, depending on the
// material, and ignores profiles (glTF 2.0, 3.8.3 "Images"); other programs do not.

#include <string>
#include <vector>

#include "skelter/core/bytes.h"

namespace skelter::gltf {

struct ColorProfile {
  std::string name;             // "Display P3", "gamma 1", "primaries"; "" for sRGB
  std::vector<std::byte> rest;  // the file without iCCP, gAMA and cHRM; empty if it has none of them
};

// Returns an empty profile for other formats. Keeps pixels and other chunks. Source: PNG (W3C, 2003), 11.3.3.
ColorProfile take_color_profile(ByteSpan png);

}  // namespace skelter::gltf
