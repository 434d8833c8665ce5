#pragma once
// The body of the mannequin as implicit shapes, one per kind of cloth. All are symmetric about x = 0.
// Garments end in planes: the shirt at the hip, its sleeves across the arms, the trousers over the shoes.

#include <array>
#include <memory>

#include "implicit.h"

namespace skelter::assets {

// The first five are garments, each with its own shape and material. The others are narrow bands of a garment
// between two edge loops, which keep its edge sharp: the underside of the shirt and of its sleeves, that of
// the trousers, and the ledge and the side of the shoes' soles.
enum class Cloth : int { skin, hair, shirt, trousers, shoes, hem, cuff, welt, sole };
inline constexpr int kGarments = 5;
// The garment of a band; a garment itself is returned unchanged.
Cloth garment_of(Cloth cloth);

// Height of the edge between shirt and trousers, in metres: the lower edge loop of the shirt's hem.
inline constexpr double kHemHeight = 0.9035;

// Height of a point of a shoe over the curved underside of its sole, in metres.
double height_over_tread(const Vec3d& p);

class BodyShape {
 public:
  BodyShape();
  ~BodyShape();

  // Distance to one garment (not a band), or to the skin below all garments.
  double distance(const Vec3d& p, Cloth cloth) const;
  // Distance to the entire body, with garments joined by narrow creases.
  double distance(const Vec3d& p) const;
  // The outermost cloth at a point near the surface, and its garment.
  Cloth cloth_at(const Vec3d& p) const;
  Cloth garment_at(const Vec3d& p) const;
  // Negative in `a`, positive in `b`, 0 on the border of these two neighbours.
  double border(const Vec3d& p, Cloth a, Cloth b) const;
  // Distance of a point of the head above the hairline, in metres.
  double above_hairline(const Vec3d& p) const;
  // Unit normal of the entire body, pointing outwards.
  Vec3d normal(const Vec3d& p) const;
  // The surface point near p.
  Vec3d project(Vec3d p) const;
  // The point near p that lies on the surface and on the border between two cloths.
  Vec3d project_to_border(Vec3d p, Cloth a, Cloth b) const;
  // The same, approached from outside the body along `out`.
  Vec3d outermost_on_border(Vec3d p, Vec3d out, Cloth a, Cloth b) const;

 private:
  std::array<double, kGarments> distances(const Vec3d& p) const;
  struct Parts;
  std::unique_ptr<const Parts> parts_;
};

}  // namespace skelter::assets
