#pragma once
// The ways of skinning that a program of tests is about.

#include <string>
#include <vector>

#include "render/stage.h"

namespace skelter::test {

struct Way {
  std::string name;
  SkinningOptions skinning;
  bool has_shader = true;           // makes the vertices
  std::size_t most_influences = 8;  // influences of one vertex; the others are dropped
};
// Each program has its own.
const std::vector<Way>& ways();

inline std::vector<Way> shader_ways() {
  std::vector<Way> with_shader;
  for (const Way& way : ways())
    if (way.has_shader) with_shader.push_back(way);
  return with_shader;
}

inline DrawOptions options_of(const Way& way) {
  DrawOptions options = plain_options();
  options.skinning = way.skinning;
  return options;
}

}  // namespace skelter::test
