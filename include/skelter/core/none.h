#pragma once
// "No such index": one constant per index width. A declaration states whether its number may be none.

#include <cstdint>

namespace skelter {

inline constexpr std::uint32_t kNone = 0xFFFFFFFF;
inline constexpr std::uint16_t kNone16 = 0xFFFF;  // joints of a skeleton, masks and clips of a crowd layer

}  // namespace skelter
