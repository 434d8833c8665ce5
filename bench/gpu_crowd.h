#pragma once
// The crowd of `bench gpu` that is posed by CrowdJob or on the graphics card: the rig of `bench crowd` with
// its meshes, two clips a member, one of them over a mask.

#include <cstdint>
#include <string>
#include <vector>

#include "render/internal/target.h"
#include "result_file.h"
#include "skelter/render/renderer.h"

namespace skelter::bench {

struct CrowdBench {
  Renderer& renderer;
  std::string assets_folder;
  const RenderTarget& target;  // bound
  ResultFile& results;
  std::string pictures;  // a folder for pictures of the crowd, both ways; "": none
};

// Measures crowds of so many members, prints a row for each, and adds them to the results.
void measure_posed_crowds(const CrowdBench& bench, const std::vector<std::uint32_t>& sizes);

}  // namespace skelter::bench
