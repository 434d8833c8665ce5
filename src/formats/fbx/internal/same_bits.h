#pragma once
// Replaces std::bit_cast, which the C++ library of the browser's compiler lacks.

#include <cstring>
#include <type_traits>

namespace skelter::fbx {

template <class To, class From>
To same_bits(const From& from) {
  static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> &&
                std::is_trivially_copyable_v<From>);
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

}  // namespace skelter::fbx
