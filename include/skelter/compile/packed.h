#pragma once
// Packed<View>: the bytes of a blob together with the view that points into them.

#include "skelter/core/aligned_bytes.h"

namespace skelter {

template <class View>
struct Packed {
  AlignedBytes bytes;
  View view;
};

}  // namespace skelter
