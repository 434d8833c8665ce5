#pragma once
// Where the mannequin's surface lies in its texture. Every field runs from one side of the body to the other
// the same way on the left and on the right, so no field has a seam.

#include "body_shape.h"
#include "skelter/math/vec.h"

namespace skelter::assets {

inline constexpr int kTextureSize = 512;  // texels, both ways

// In texels. A margin inside its rim repeats what is at the rim, so that filters find nothing foreign.
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

// A place in a field, both from 0 to 1.
struct Place {
  double u, v;
};

// The head from the nose (u = 0) to the nape; the face gets more than its share.
Place head_place(const Vec3d& p);
double head_angle_rad(double u);  // about +y, from +z
double head_height(double v);     // metres

// A shoe from heel to toe, and from its top (v = 0) over its side to its sole.
Place shoe_place(const Vec3d& p);
// The ray that starts at the shoe's inside and leaves it at that place.
struct Ray {
  Vec3d from, direction;
};
Ray shoe_ray(const Place& place);

// The shirt's trunk from the front to the back, and down.
double shirt_height(double v);
double shirt_angle_rad(double u);

// Texture coordinates of a point of the body that has this cloth.
Vec2 uv_at(const Vec3d& p, Cloth cloth);

}  // namespace skelter::assets
