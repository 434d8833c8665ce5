#include "scene/internal/lost_weight.h"
#include "scene/internal/uses.h"
#include "scene/internal/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace skelter {
namespace {

struct LostWeight {
  std::size_t vertices = 0;    // vertices that lose weight
  std::size_t influences = 0;  // largest number on one vertex
  double largest = 0;          // largest weight that one vertex loses
};

constexpr double kSmallestLoss = 0.0005;  // smaller losses would be reported as 0.0 %

LostWeight lost_weight(const Mesh& mesh, std::uint32_t most) {
  LostWeight lost;
  for (const Primitive& primitive : mesh.primitives)
    for (std::size_t v = 0; v + 1 < primitive.influence_begin.size(); ++v) {
      const std::size_t begin = primitive.influence_begin[v], end = primitive.influence_begin[v + 1];
      if (end - begin <= most) continue;
      double weight = 0;
      for (std::size_t i = begin + most; i < end; ++i) weight += primitive.influences[i].weight;
      if (weight < kSmallestLoss) continue;
      ++lost.vertices;
      lost.influences = std::max(lost.influences, end - begin);
      lost.largest = std::max(lost.largest, weight);
    }
  return lost;
}

}  // namespace

void warn_of_lost_weight(const Scene& scene, std::uint32_t most, Diagnostics& diagnostics) {
  const std::vector<bool> skinned = skinned_meshes(scene);
  for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
    const LostWeight lost = skinned[m] ? lost_weight(scene.meshes[m], most) : LostWeight{};
    if (lost.vertices == 0) continue;
    diagnostics.add(Severity::warning, "play.influences",
                    {scene.file, 0, std::nullopt, label_of("Mesh", scene.meshes[m].name, m)},
                    fmt::format("up to {} joints move a vertex and the largest {} play: {}, {:.1f} % at most",
                                lost.influences, most,
                                lost.vertices == 1 ? std::string("1 vertex loses weight")
                                                   : fmt::format("{} vertices lose weight", lost.vertices),
                                100 * lost.largest));
  }
}

}  // namespace skelter
