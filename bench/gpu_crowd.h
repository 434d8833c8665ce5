#pragma once
// The crowd of `bench gpu`, posed by CrowdJob or on the GPU. It uses the rig of `bench crowd` with its
// meshes, and two clips per member, one of them through a mask.

#include <cstdint>
#include <string>
#include <vector>

#include "render/gl/internal/target.h"
#include "result_file.h"
#include "skelter/render/renderer.h"

namespace skelter::bench {

struct CrowdBench {
  Renderer& renderer;
  std::string assets_folder;
  const RenderTarget& target;  // must be bound
  ResultFile& results;
  std::string pictures;  // folder for screenshots of the crowd on both paths; "": no screenshots
};

// Measures crowds of these sizes. Prints a row for each size and adds it to the results.
void measure_posed_crowds(const CrowdBench& bench, const std::vector<std::uint32_t>& sizes);

}  // namespace skelter::bench
