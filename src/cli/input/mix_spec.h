#pragma once
// Parses --mix "walk:weight=0.75,time=0.2;run:weight=0.25": the clips of a mix, and their weights.

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

// The mixing method. `sum` uses evaluate_mix, which has no priorities.
enum class Mixer { sum, controller };

// Returns the layers in the given order. The default weight is 1, the default time is `time_s` times the
// layer's speed. The last ':' of a layer separates clip and settings. Errors: invalid_argument for an unknown
// clip or setting, a bad number, or a setting that only the controller has.
Result<std::vector<ParsedLayer>> parse_mix(const Scene& scene, const std::string& spec, double time_s,
                                           Mixer mixer);

// Returns the pose of a controller with one track per layer, evaluated once. options.loop determines how the
// clips wrap; extra_tick and tick_is_ms are ignored. Errors: the errors of make_controller and its setters.
Result<Pose> controller_mix(const Scene& scene, const std::vector<ParsedLayer>& layers, ControllerMode mode,
                            const EvaluateOptions& options);

}  // namespace skelter::cli
