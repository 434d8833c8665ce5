#pragma once
// What skelter compile says: per clip its sizes and errors, and the totals.

#include <string>

#include "skelter/compile/compile.h"
#include "skelter/scene/scene.h"

namespace skelter::cli {

// A warning for each clip that floats cannot hold as well as was asked.
Diagnostics missed_bounds(const Scene& scene, const CompiledPack& pack);

// `all`: what each clip took to keep its bound, also where there are many.
std::string compile_text(const Scene& scene, const CompiledPack& pack, const std::string& out, bool all);
std::string compile_json(const Scene& scene, const CompiledPack& pack, const std::string& out);

// "skeleton", "clip", "stored-clip", ...
std::string_view section_name(SectionKind kind);

}  // namespace skelter::cli
