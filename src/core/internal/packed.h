#pragma once
// Packed: a view, and the bytes that it points into.

#include "skelter/core/aligned_bytes.h"

namespace skelter {

// The bytes of a blob and the view that points into them.
template <class View>
struct Packed {
  AlignedBytes bytes;
  View view;
};

}  // namespace skelter
