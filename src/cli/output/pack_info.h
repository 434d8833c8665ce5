#pragma once
// skelter info for packs.

#include <string>

#include "skelter/core/result.h"

namespace skelter::cli {

// What is in the pack, as JSON (the fields of docs/cli.md; what a pack does not keep is null) or as text.
// Errors: those of read_file; bad_data or unsupported for what PackView::open refuses, and for a stored clip
// that cannot be decoded.
Result<std::string> pack_info(const std::string& file, bool json);

}  // namespace skelter::cli
