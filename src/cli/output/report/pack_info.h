#pragma once
// Prints the parts of skelter info that are specific to packs.

#include <string>

#include "cli/output/json_text.h"
#include "skelter/runtime/pack_view.h"

namespace skelter::cli {

// Adds the form, size and flags of clips, and masks, levels of detail and sections, to the output for the
// pack's scene.
void add_pack_facts(Json& info, const Pack& pack);

// Returns text such as "pack, version 6, 4096 bytes, of walk.x".
std::string pack_format_text(const Pack& pack);

// Returns the command that recreates a pack of an older version: "skelter compile walk.x walk.skelter
// --force". It contains SOURCE if the pack does not name its source, or if the name would need quotes in a
// shell.
std::string compile_again_command(const std::string& pack_file);

// Returns tables of levels, masks, clips and sections.
std::string pack_text(const Pack& pack);

}  // namespace skelter::cli
