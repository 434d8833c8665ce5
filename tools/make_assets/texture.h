#pragma once
#include <string>

namespace skelter::assets {

// Writes the mannequin's texture: head, shirt, trousers, shoes and plain fields, with the layout of atlas.h.
// False if it cannot be written.
bool write_texture(const std::string& path);

}  // namespace skelter::assets
