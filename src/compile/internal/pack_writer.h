#pragma once
// write_pack: lays sections out as one pack, as PackView::open wants them. Layout: docs/pack-format.md.

#include <span>

#include "skelter/core/aligned_bytes.h"
#include "skelter/runtime/pack_view.h"

namespace skelter {

// Equal sections give equal bytes. Precondition: the first section, and no other, is the skeleton; names are
// shorter than 4 GiB.
AlignedBytes write_pack(std::span<const PackSection> sections);

}  // namespace skelter
