#pragma once
// --mix "walk:weight=0.75,time=0.2;run:weight=0.25": which clips are mixed, and how much of each.

#include <string>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/model/evaluate.h"

namespace skelter::cli {

// Layers in the order given. A layer without weight has weight 1; without time it stands at `time_s` times
// its speed. The last ':' of a layer parts clip and settings. Errors: invalid_argument, for an unknown clip
// or setting, a bad number, or a setting that only the controller has.
Result<std::vector<MixLayer>> parse_mix(const Scene& scene, const std::string& spec, double time_s);

}  // namespace skelter::cli
