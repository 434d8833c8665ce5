#pragma once
// golden.json of the corpus: joint matrices and skinned vertices of glTF models at several times, computed by
// three.js and by an independent double-precision calculation. The corpus's README describes its format.

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "skelter/math/mat.h"
#include "skelter/system/file.h"
#include "support/corpus.h"

namespace skelter::test {

// Returns the models by file name, relative to corpus/gltf.
inline nlohmann::json golden_models() {
  const auto bytes = read_file(corpus_folder() + "/gltf/golden.json");
  if (!bytes) return {};
  const auto* text = reinterpret_cast<const char*>(bytes->data());
  return nlohmann::json::parse(text, text + bytes->size())["models"];
}

// Returns the tolerance given in the README.
inline double golden_tolerance(const nlohmann::json& model) {
  return 1e-4 * std::max(1.0, model["check"]["size"].get<double>());
}

// Returns the largest difference of 16 numbers.
inline double largest_difference(const Mat4d& world, const nlohmann::json& wanted) {
  double largest = 0;
  for (std::size_t i = 0; i < 16; ++i)
    largest = std::max(largest, std::abs(world.m[i] - wanted[i].get<double>()));
  return largest;
}

inline double distance(const Vec3d& position, const nlohmann::json& wanted) {
  return length(position - Vec3d{wanted[0].get<double>(), wanted[1].get<double>(), wanted[2].get<double>()});
}

}  // namespace skelter::test
