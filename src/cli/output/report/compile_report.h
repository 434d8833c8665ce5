#pragma once
// The output of skelter compile: sizes and errors per clip, and the totals.

#include <string>
#include <string_view>

#include "compile/build_pack/internal/build_pack.h"
#include "skelter/scene/scene.h"

namespace skelter::cli {

// `all`: list the cost of each clip's bound even if there are many clips.
std::string compile_text(const Scene& scene, const PackBuild& pack, const std::string& out, bool all);
std::string compile_json(const Scene& scene, const PackBuild& pack, const std::string& out);

// Returns the name of a kind of section: "skeleton", "clip", "stored-clip", ...
std::string_view section_name(SectionKind kind);

}  // namespace skelter::cli
