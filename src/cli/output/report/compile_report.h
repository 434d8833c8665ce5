#pragma once
// The output of skelter compile: sizes and errors per clip, and the totals.

#include <string>

#include "skelter/compile/compile.h"
#include "skelter/scene/scene.h"

namespace skelter::cli {

// A warning for each clip that cannot meet the requested bound in single precision.
Diagnostics missed_bounds(const Scene& scene, const CompiledPack& pack);

// `all`: lists the cost of each clip's bound even if there are many clips.
std::string compile_text(const Scene& scene, const CompiledPack& pack, const std::string& out, bool all);
std::string compile_json(const Scene& scene, const CompiledPack& pack, const std::string& out);

// Section names: "skeleton", "clip", "stored-clip", ...
std::string_view section_name(SectionKind kind);

}  // namespace skelter::cli
