#pragma once
// "No such index": one constant per index width. Declarations state whether an index may be none.

#include <cstdint>

namespace skelter {

inline constexpr std::uint32_t kNone = 0xFFFFFFFF;
inline constexpr std::uint16_t kNone16 = 0xFFFF;  // for joints, and for masks and clips in pose lists

}  // namespace skelter
