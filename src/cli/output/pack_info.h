#pragma once
// What skelter info says of packs only.

#include <string>

#include "cli/output/json_text.h"
#include "skelter/runtime/pack_view.h"

namespace skelter::cli {

// Adds to the answer for the pack's scene: form, size and flags of clips, masks, levels of detail, sections.
void add_pack_facts(Json& info, const Pack& pack);

// "pack, version 6, 4096 bytes, of walk.x"
std::string pack_format_text(const Pack& pack);

// "skelter compile walk.x walk.skelter --force": how a pack of an older version is made again. SOURCE takes
// the place of a source that the pack does not name, or whose name a shell would have to quote.
std::string compile_again_command(const std::string& pack_file);

// Tables of levels and masks, clips, and sections.
std::string pack_text(const Pack& pack);

}  // namespace skelter::cli
