#pragma once
// Maps the mannequin's surface to its texture. Every field runs from one side of the body to the other, in
// the same direction on both body sides, so no field has a seam.

#include "body_shape.h"
#include "skelter/math/vec.h"

namespace skelter::assets {

inline constexpr int kTextureSize = 512;  // texels, in both directions

// A field in texels. A margin inside its border repeats the border texels, so that filters read no other
// field.
struct Field {
  int x, y, width, height;
};
inline constexpr int kFieldMargin = 6;
inline constexpr Field kHeadField{0, 0, 256, 512};
inline constexpr Field kShirtField{256, 0, 256, 160};
inline constexpr Field kTrousersField{256, 160, 256, 128};
inline constexpr Field kShoesField{256, 288, 256, 128};
inline constexpr Field kHairField{256, 416, 96, 96};
inline constexpr Field kSkinField{352, 416, 48, 96};
inline constexpr Field kShadeField{400, 416, 48, 96};  // undersides of shirt and trousers
inline constexpr Field kSoleField{448, 416, 64, 96};   // from the ledge (v = 0) to the ground

// A position in a field, both coordinates from 0 to 1.
struct Place {
  double u, v;
};

// The head from the nose (u = 0) to the nape, with additional space for the face.
Place head_place(const Vec3d& p);
double head_angle_rad(double u);  // about +y, from +z
double head_height(double v);     // metres

// A shoe from heel to toe, and from its top (v = 0) over its side to its sole.
Place shoe_place(const Vec3d& p);
// A ray from inside the shoe that leaves its surface at that position.
struct Ray {
  Vec3d from, direction;
};
Ray shoe_ray(const Place& place);

// The shirt's trunk from front to back, and from top to bottom.
double shirt_height(double v);
double shirt_angle_rad(double u);

// Texture coordinates of a point of the body that is covered by this cloth.
Vec2 uv_at(const Vec3d& p, Cloth cloth);

}  // namespace skelter::assets
