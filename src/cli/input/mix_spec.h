#pragma once
// --mix "walk:weight=0.75,time=0.2;run:weight=0.25": which clips are mixed, and how much of each.

#include <string>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/d3dx/controller.h"
#include "skelter/scene/evaluate.h"

namespace skelter::cli {

struct ParsedLayer {
  MixLayer mix;
  Priority priority = Priority::low;
};

// Who mixes: the two sums of evaluate_mix know no priorities.
enum class Mixer { sum, controller };

// Layers in the order given. A layer without weight has weight 1; without time it is at `time_s` times
// its speed. The last ':' of a layer parts clip and settings. Errors: invalid_argument, for an unknown clip
// or setting, a bad number, or a setting that only the controller has.
Result<std::vector<ParsedLayer>> parse_mix(const Scene& scene, const std::string& spec, double time_s,
                                           Mixer mixer);

// What a controller shows with one track for each layer, evaluated once. options.loop says how the clips
// play; extra_tick and tick_is_ms mean nothing to a controller. Errors: of make_controller and setters.
Result<Pose> controller_mix(const Scene& scene, const std::vector<ParsedLayer>& layers, ControllerMode mode,
                            const EvaluateOptions& options);

}  // namespace skelter::cli
