#pragma once
// Component types of accessors.

#include <cstddef>
#include <cstdint>

namespace skelter::gltf {

enum class Component : std::uint8_t { s8, u8, s16, u16, u32, f32 };
constexpr std::size_t size_of(Component c) {
  return c == Component::s8 || c == Component::u8 ? 1 : c == Component::s16 || c == Component::u16 ? 2 : 4;
}

}  // namespace skelter::gltf
