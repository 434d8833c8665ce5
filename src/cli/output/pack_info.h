#pragma once
// What skelter info says of packs only.

#include <string>

#include "cli/output/json_text.h"
#include "skelter/runtime/pack_view.h"

namespace skelter::cli {

// Adds to the answer for the pack's scene: form, size and flags of clips, masks, levels of detail, sections.
void add_pack_facts(Json& info, const Pack& pack);

// "pack, version 5, 4096 bytes of walk.x"
std::string pack_format_text(const Pack& pack);

// Tables of levels and masks, clips, and sections.
std::string pack_text(const Pack& pack);

}  // namespace skelter::cli
