#pragma once
#include <string>

namespace skelter::assets {

// The mannequin's texture, 256 x 256: a face, two weaves and a plain field. False when it cannot be written.
bool write_texture(const std::string& path);

}  // namespace skelter::assets
