#pragma once
// Lays out sections as one pack in the format that PackView::open reads (docs/pack-format.md).

#include <span>

#include "skelter/core/aligned_bytes.h"
#include "skelter/runtime/pack_view.h"

namespace skelter {

// Equal sections give equal bytes. Preconditions: the first section, and no other, is a skeleton; names are
// shorter than 4 GiB.
AlignedBytes write_pack(std::span<const PackSection> sections);

}  // namespace skelter
