#pragma once
// The skinning methods that a test program tests.

#include <string>
#include <vector>

#include "render/stage.h"

namespace skelter::test {

struct Way {
  std::string name;
  SkinningOptions skinning;
  bool has_shader = true;           // the shader computes the vertices
  std::size_t most_influences = 8;  // maximum for one vertex; further influences are dropped
};
// Each test program defines its own list.
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
