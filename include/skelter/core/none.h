#pragma once
// "No such index", one constant per width of index. A number that may be none says so where it is declared.

#include <cstdint>

namespace skelter {

inline constexpr std::uint32_t kNone = 0xFFFFFFFF;
inline constexpr std::uint16_t kNone16 = 0xFFFF;  // joints of a skeleton, masks and clips of a crowd layer

}  // namespace skelter
