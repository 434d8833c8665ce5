#pragma once
// Influence: a joint that moves a vertex, and its share.

#include <cstdint>

namespace skelter {

struct Influence {
  std::uint32_t joint = 0;  // index into the joints of the skin, which are also the entries of its palette
  float weight = 0;
  friend bool operator==(const Influence&, const Influence&) = default;
};

}  // namespace skelter
