#pragma once
// Effect: the contents of an effect file: techniques with their shader files, and parameters with their
// values. shaders/skinned.effect describes the format.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "render/model/internal/skinning_variant.h"

namespace skelter::demos {

struct Effect {
  std::map<std::string, VariantPlan::Technique> techniques;
  std::map<std::string, std::vector<float>> parameters;  // 1 to 4 numbers each
};

// `file` is used in messages. Errors: bad_data, with the line, for an unknown word, an invalid number, a
// duplicate name, or a technique without its files.
Result<Effect> parse_effect(std::string_view text, const std::string& file);

// Returns the skinning settings of the effect. Errors: those of parse_effect(); a missing technique
// (Skinning, Lighting) or parameter (PaletteSize 1 to 256, Influences 1 to 8).
Result<VariantPlan> plan_of_effect(std::string_view text, const std::string& file);

}  // namespace skelter::demos
