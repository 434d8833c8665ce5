#pragma once
// SkinPoints: the shown vertices of a scene, or an even choice of them, and where they are in a pose.

#include <cstddef>
#include <vector>

#include "skelter/scene/evaluate.h"

namespace skelter::lint_detail {

// So many vertices show where a figure is.
inline constexpr std::size_t kMostPoints = 20000;

// Limit: morph weights are left at 0.
class SkinPoints {
 public:
  // At most about `most` vertices: every nth of each primitive where there are more. Without vertices: the
  // origins of the nodes. Keeps a reference to the scene.
  SkinPoints(const Scene& scene, std::size_t most);

  std::vector<Vec3d> positions(const Pose& pose) const;

  std::size_t size() const { return owners_.size(); }
  // Whether no vertex was passed over.
  bool complete() const { return stride_ == 1; }
  // Per point the node that moves it: that of its strongest joint, else the mesh's.
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
