#pragma once
// The chunks of a PNG that describe its colours. glTF takes all pictures as what their material says, sRGB or
// plain numbers, and ignores profiles (glTF 2.0, 3.8.3 "Images"); other programs do not.

#include <string>
#include <vector>

#include "skelter/core/bytes.h"

namespace skelter::gltf {

struct ColorProfile {
  std::string name;             // "Display P3", "gamma 1", "primaries"; "" for sRGB
  std::vector<std::byte> rest;  // the file without iCCP, gAMA and cHRM; empty: it has none of them
};

// What is no PNG has none. Pixels and all other chunks stay as they are. Source: PNG (W3C, 2003), 11.3.3.
ColorProfile take_color_profile(ByteSpan png);

}  // namespace skelter::gltf
