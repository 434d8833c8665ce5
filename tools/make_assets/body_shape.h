#pragma once
// The body of the mannequin as implicit shapes, one per kind of cloth. All are symmetric about x = 0.
// Garments end in planes: the shirt at the hip, its sleeves across the arms, the trousers over the shoes.

#include <array>
#include <memory>

#include "implicit.h"

namespace skelter::assets {

// The first five are garments, each with its own shape and material. The others are narrow bands of a garment
// between two loops of edges, so that its edge stays sharp: the underside of the shirt and of its sleeves,
// that of the trousers, and the ledge and the side of the shoes' soles.
enum class Cloth : int { skin, hair, shirt, trousers, shoes, hem, cuff, welt, sole };
inline constexpr int kGarments = 5;
// The garment that a band belongs to; a garment's own is itself.
Cloth garment_of(Cloth cloth);

// Height of the edge between shirt and trousers, in metres: the lower loop of the shirt's hem.
inline constexpr double kHemHeight = 0.9035;

// Height of a point of a shoe over the curved underside of its sole, in metres.
double height_over_tread(const Vec3d& p);

class BodyShape {
 public:
  BodyShape();
  ~BodyShape();

  // Of one garment (not a band), or of the skin below all of them.
  double distance(const Vec3d& p, Cloth cloth) const;
  // Of the whole, its garments joined with narrow creases.
  double distance(const Vec3d& p) const;
  // The cloth that lies outermost at a point near the surface, and the garment it belongs to.
  Cloth cloth_at(const Vec3d& p) const;
  Cloth garment_at(const Vec3d& p) const;
  // Negative where `a` is, positive where `b` is, 0 on the border of these two neighbours.
  double border(const Vec3d& p, Cloth a, Cloth b) const;
  // How far a point of the head lies above the hair line, in metres.
  double above_hairline(const Vec3d& p) const;
  // Unit normal of the whole, pointing out.
  Vec3d normal(const Vec3d& p) const;
  // The point of the surface near p.
  Vec3d project(Vec3d p) const;
  // The point near p that lies on the surface and on the border between two cloths.
  Vec3d project_to_border(Vec3d p, Cloth a, Cloth b) const;
  // The same, coming from outside the body along `out`.
  Vec3d outermost_on_border(Vec3d p, Vec3d out, Cloth a, Cloth b) const;

 private:
  std::array<double, kGarments> distances(const Vec3d& p) const;
  struct Parts;
  std::unique_ptr<const Parts> parts_;
};

}  // namespace skelter::assets
