#pragma once
// Positions of the shown vertices of a scene, or of an even subset of them, in a pose.

#include <cstddef>
#include <vector>

#include "skelter/scene/evaluate.h"

namespace skelter::lint_detail {

// This many vertices are enough to locate a model.
inline constexpr std::size_t kMaxPoints = 20000;

// Limitation: morph weights are ignored.
class SkinPoints {
 public:
  // Uses at most about `most` vertices: every nth vertex of each primitive if there are more. If there are no
  // vertices, uses the origins of the nodes. Keeps a reference to the scene.
  SkinPoints(const Scene& scene, std::size_t most);

  std::vector<Vec3d> positions(const Pose& pose) const;

  std::size_t size() const { return owners_.size(); }
  // Whether all vertices are included.
  bool complete() const { return stride_ == 1; }
  // Per point: the node that moves it. This is the vertex's strongest joint or, without a skin, the mesh's
  // node.
  const std::vector<std::uint32_t>& owners() const { return owners_; }

 private:
  struct Part {
    std::uint32_t node;
    std::uint32_t skin;  // kNone: moves with the node
    const Primitive* primitive;
  };
  std::uint32_t owner(const Part& part, std::size_t vertex) const;
  void add_positions(const Part& part, const Pose& pose, std::vector<Vec3d>& out) const;

  const Scene& scene_;
  std::vector<Part> parts_;
  std::size_t stride_ = 1;
  std::vector<std::uint32_t> owners_;
};

}  // namespace skelter::lint_detail
