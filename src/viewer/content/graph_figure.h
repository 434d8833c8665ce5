#pragma once
// GraphFigure: the pose of a frame of a recording, as Character shows it: its list with switches that are
// inertialized, and what was left then of the difference.

#include <cstdint>
#include <memory>
#include <vector>

#include "skelter/compile/skeleton.h"
#include "skelter/play/character.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"
#include "viewer/content/graph_recording.h"

namespace skelter {

class GraphFigure {
 public:
  // Both outlive this; the skeleton is that of the scene.
  GraphFigure(const Scene& scene, const SkeletonBuild& made) : scene_(&scene), made_(&made) {}

  // In its place; with `moved`, where root motion has taken it.
  Pose pose(const GraphFrame& frame, bool moved);

 private:
  struct MorphedNode {
    std::uint32_t node = 0, first_scalar = 0, count = 0;
  };
  void play(GraphPtr graph);

  const Scene* scene_;
  const SkeletonBuild* made_;
  GraphPtr graph_;                        // that character_ plays
  std::unique_ptr<Character> character_;  // stands at no frame for long
  std::vector<MorphedNode> morphed_;
};

}  // namespace skelter
