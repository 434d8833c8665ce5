#include "formats/gltf/read/meshes/meshopt_octahedral.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace skelter::gltf {
namespace {

template <class T>
T rounded(float value) {
  return static_cast<T>(value + (value >= 0 ? 0.5f : -0.5f));
}

template <class T>
void decode(std::span<std::byte> bytes) {
  constexpr auto kLargest = static_cast<float>(std::numeric_limits<T>::max());
  for (std::size_t i = 0; i + 4 * sizeof(T) <= bytes.size(); i += 4 * sizeof(T)) {
    T n[4];
    std::memcpy(n, &bytes[i], sizeof(n));
    float x = n[0], y = n[1];
    const float z = static_cast<float>(n[2]) - std::abs(x) - std::abs(y);
    const float folded = z < 0 ? z : 0;  // the lower half is folded over the corners
    x += x >= 0 ? folded : -folded;
    y += y >= 0 ? folded : -folded;
    const float length = std::sqrt(x * x + y * y + z * z);
    const float scale = length > 0 ? kLargest / length : 0;
    n[0] = rounded<T>(x * scale);
    n[1] = rounded<T>(y * scale);
    n[2] = rounded<T>(z * scale);
    std::memcpy(&bytes[i], n, sizeof(n));
  }
}

}  // namespace

void decode_meshopt_octahedral(std::span<std::byte> bytes, std::size_t stride) {
  if (stride == 4) decode<std::int8_t>(bytes);
  if (stride == 8) decode<std::int16_t>(bytes);
}

}  // namespace skelter::gltf
