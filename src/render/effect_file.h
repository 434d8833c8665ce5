#pragma once
// Effect: what an effect file says. Techniques name shader files, parameters give values; see
// src/render/effects/skinned.effect for the format.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/result.h"

namespace skelter {

struct EffectTechnique {
  std::string name;
  std::vector<std::string> vertex;  // files
  std::string fragment;
};

struct EffectValue {
  std::string name;
  std::vector<float> numbers;  // 1 to 4
};

struct Effect {
  std::vector<EffectTechnique> techniques;
  std::vector<EffectValue> parameters;                            // in the order of the file
  const EffectTechnique* technique(std::string_view name) const;  // or nullptr
  const EffectValue* parameter(std::string_view name) const;      // or nullptr
};

// `file` is for messages. Errors: bad_data, with the line: an unknown word, a number that is none, a name
// twice, a technique without its files.
Result<Effect> parse_effect(std::string_view text, const std::string& file);

// What the skinning path needs of the effect.
struct SkinningEffect {
  Effect effect;
  std::uint32_t palette_size = 26;
  std::uint32_t influences = 4;
};
// Errors: as above; no technique (Skinning, Lighting) or parameter (PaletteSize 1 to 256, Influences 1 to 8).
Result<SkinningEffect> parse_skinning_effect(std::string_view text, const std::string& file);

}  // namespace skelter
