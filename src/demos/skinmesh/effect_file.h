#pragma once
// Effect: the contents of an effect file. Techniques name shader files, parameters have values; see
// shaders/skinned.effect for the format.

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

// `file` is for messages. Errors: bad_data with the line: an unknown word, an invalid number, a duplicate
// name, a technique without its files.
Result<Effect> parse_effect(std::string_view text, const std::string& file);

// Skinning settings of the effect. Errors: as above; a missing technique (Skinning, Lighting) or parameter
// (PaletteSize 1 to 256, Influences 1 to 8).
Result<VariantPlan> plan_of_effect(std::string_view text, const std::string& file);

}  // namespace skelter::demos
