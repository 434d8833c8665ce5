#pragma once
#include <string>

namespace skelter::assets {

// The mannequin's texture: head, shirt, trousers, shoes and plain fields as atlas.h places them. False when
// it cannot be written.
bool write_texture(const std::string& path);

}  // namespace skelter::assets
