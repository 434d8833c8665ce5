#pragma once
// The body of the mannequin as implicit shapes, one per kind of cloth. All are symmetric about x = 0.

#include <array>
#include <memory>

#include "implicit.h"

namespace skelter::assets {

enum class Cloth : int { skin, hair, shirt, trousers, shoes };
inline constexpr int kCloths = 5;

class BodyShape {
 public:
  BodyShape();
  ~BodyShape();

  // Of one garment, or of the skin below all of them.
  double distance(const Vec3d& p, Cloth cloth) const;
  // Of the whole, its garments joined with narrow creases.
  double distance(const Vec3d& p) const;
  // The cloth that lies outermost at a point near the surface.
  Cloth cloth_at(const Vec3d& p) const;
  // Unit normal of the whole, pointing out.
  Vec3d normal(const Vec3d& p) const;
  // The point of the surface near p.
  Vec3d project(Vec3d p) const;
  // The point near p that lies on the surface and on the border between two cloths.
  Vec3d project_to_border(Vec3d p, Cloth a, Cloth b) const;

 private:
  std::array<double, kCloths> distances(const Vec3d& p) const;
  struct Parts;
  std::unique_ptr<const Parts> parts_;
};

}  // namespace skelter::assets
