#include "body_shape.h"

#include "proportions.h"

namespace skelter::assets {

namespace {

constexpr Vec3d kX{1, 0, 0}, kY{0, 1, 0}, kZ{0, 0, 1};

// Stations of upright lofts: height, half width, depth in front of and behind z = shift.
Station level(double y, double half_width, double front, double back, double shift = 0) {
  return {y, half_width, half_width, front, back, shift};
}

Loft shirt_trunk() {
  return Loft({{},
               kY,
               kX,
               kZ,
               2.35,
               0.012,
               0.02,
               {level(0.890, 0.185, 0.124, 0.149, -0.004), level(0.930, 0.183, 0.122, 0.145, -0.004),
                level(0.975, 0.176, 0.119, 0.130, -0.004), level(1.040, 0.163, 0.114, 0.110, -0.004),
                level(1.130, 0.160, 0.114, 0.104, -0.006), level(1.230, 0.169, 0.124, 0.112, -0.010),
                level(1.310, 0.179, 0.135, 0.124, -0.014), level(1.370, 0.184, 0.129, 0.127, -0.018),
                level(1.420, 0.180, 0.107, 0.117, -0.024), level(1.452, 0.166, 0.086, 0.102, -0.028),
                level(1.480, 0.130, 0.070, 0.084, -0.032), level(1.503, 0.090, 0.062, 0.068, -0.034),
                level(1.522, 0.068, 0.052, 0.054, -0.034)}});
}

Loft sleeve() {
  return Loft({kShoulder,
               kArmAxis,
               kArmOut,
               kArmFront,
               2.1,
               0.055,
               0.010,
               {{-0.010, 0.057, 0.058, 0.062, 0.062},
                {0.050, 0.061, 0.058, 0.066, 0.064},
                {0.110, 0.060, 0.058, 0.064, 0.063},
                {0.160, 0.058, 0.061, 0.063, 0.064},
                {0.230, 0.056, 0.062, 0.062, 0.064}}});
}

Loft arm() {
  return Loft({kShoulder,
               kArmAxis,
               kArmOut,
               kArmFront,
               2.0,
               0.05,
               0.012,
               {{0.000, 0.052, 0.050, 0.054, 0.054},
                {0.060, 0.053, 0.047, 0.055, 0.053},
                {0.120, 0.047, 0.045, 0.052, 0.051},
                {0.180, 0.042, 0.043, 0.051, 0.048},
                {0.240, 0.039, 0.040, 0.043, 0.042},
                {0.295, 0.042, 0.040, 0.037, 0.039},
                {0.345, 0.044, 0.041, 0.041, 0.036},
                {0.400, 0.041, 0.038, 0.038, 0.033},
                {0.460, 0.033, 0.031, 0.032, 0.028},
                {0.510, 0.026, 0.025, 0.029, 0.026},
                {0.550, 0.020, 0.021, 0.028, 0.027},
                {0.570, 0.019, 0.020, 0.029, 0.028}}});
}

Loft palm() {
  return Loft({kWrist,
               kArmAxis,
               kArmOut,
               kArmFront,
               2.4,
               0.012,
               0.012,
               {{-0.005, 0.019, 0.019, 0.028, 0.027},
                {0.025, 0.018, 0.019, 0.034, 0.032},
                {0.055, 0.016, 0.018, 0.039, 0.037},
                {0.080, 0.013, 0.013, 0.039, 0.037},
                {0.092, 0.011, 0.010, 0.037, 0.034}}});
}

Loft trouser_seat() {
  return Loft({{},
               kY,
               kX,
               kZ,
               2.3,
               0.04,
               0.02,
               {level(0.845, 0.150, 0.082, 0.098, -0.006), level(0.880, 0.168, 0.104, 0.122, -0.006),
                level(0.930, 0.171, 0.109, 0.128, -0.006), level(1.000, 0.158, 0.100, 0.106, -0.006)}});
}

Loft trouser_leg() {
  const Vec3d down = normalized(kAnkle - kHip);
  const Vec3d side = normalized(cross(down, kZ) * -1.0);
  return Loft({kHip,
               down,
               side,
               normalized(cross(side, down) * -1.0),
               2.15,
               0.06,
               0.008,
               {{0.000, 0.080, 0.080, 0.094, 0.104},
                {0.080, 0.083, 0.079, 0.098, 0.105},
                {0.160, 0.082, 0.076, 0.094, 0.094},
                {0.260, 0.076, 0.071, 0.086, 0.083},
                {0.350, 0.069, 0.066, 0.076, 0.072},
                {0.418, 0.065, 0.063, 0.071, 0.065},
                {0.490, 0.063, 0.061, 0.063, 0.071},
                {0.560, 0.062, 0.060, 0.058, 0.075},
                {0.650, 0.059, 0.058, 0.056, 0.070},
                {0.740, 0.060, 0.059, 0.064, 0.068},
                {0.806, 0.062, 0.061, 0.074, 0.071},
                {0.850, 0.063, 0.062, 0.078, 0.074}}});
}

Loft neck() {
  const Vec3d axis = normalized(Vec3d{0, 1.60, 0.000} - Vec3d{0, 1.46, -0.030});
  return Loft({{0, 1.46, -0.030},
               axis,
               kX,
               normalized(cross(kX, axis)),
               2.0,
               0.02,
               0.02,
               {{0.000, 0.075, 0.075, 0.062, 0.068},
                {0.035, 0.061, 0.061, 0.055, 0.060},
                {0.070, 0.055, 0.055, 0.052, 0.056},
                {0.150, 0.054, 0.054, 0.048, 0.058}}});
}

// Depths of the head are relative to z = 0.
Loft skull() {
  return Loft({{},
               kY,
               kX,
               kZ,
               2.2,
               0.010,
               0.053,
               {level(1.566, 0.029, 0.030, 0.026, 0.052), level(1.580, 0.043, 0.045, 0.052, 0.041),
                level(1.602, 0.0565, 0.061, 0.075, 0.028), level(1.630, 0.0645, 0.073, 0.086, 0.016),
                level(1.660, 0.069, 0.084, 0.096, 0.005), level(1.685, 0.070, 0.088, 0.102, 0.000),
                level(1.710, 0.073, 0.092, 0.105, -0.002), level(1.740, 0.073, 0.090, 0.104, -0.004)}});
}

// Height above which the head has hair. It falls from the brow over the temples and the sideburns to the
// nape.
double hairline(const Vec3d& p) {
  const double x = std::abs(p.x), z = p.z + 0.12 * x;
  const double brow = 1.749 + 0.007 * smooth_step(0.012, 0.045, x);
  const double temple = brow - 0.056 * smooth_step(0.068, 0.036, z);
  const double whisker = temple - 0.026 * smooth_step(0.014, 0.004, std::abs(z - 0.027));
  const double behind_ear = whisker - 0.078 * smooth_step(-0.016, -0.050, z);
  return behind_ear - 0.020 * smooth_step(-0.05, -0.11, z);
}

// Edges of garments. Bands are 5.5 mm wide: 4 mm on the garment's outside, the rest below its edge.
constexpr double kBandAbove = 0.004, kBandBelow = 0.0015;
constexpr double kHem = kHemHeight + kBandBelow, kSleeveEnd = 0.208, kCuff = 0.100;
constexpr double kSoleTop = 0.0215, kWeltAbove = 0.0015, kWeltBelow = 0.0030;

// The shoe points slightly outwards.
constexpr double kToeOut = 0.11;
const Vec3d kShoeAxis{std::sin(kToeOut), 0, std::cos(kToeOut)};
const Vec3d kShoeSide{std::cos(kToeOut), 0, -std::sin(kToeOut)};

double along_sleeve(const Vec3d& p) {
  return dot(p - kShoulder, kArmAxis);
}
bool beside_arm(const Vec3d& p) {
  const double along = along_sleeve(p);
  return along > 0.12 && length(p - along_arm(along)) < 0.11;
}
// Distance of a point inside the garment's edge, for shirt and trousers.
double inside_shirt_edge(const Vec3d& p) {
  return beside_arm(p) ? kSleeveEnd - along_sleeve(p) : p.y - kHem;
}
// The underside of a shoe: flat, with a rounded heel and a raised toe.
double underside(const Vec3d& p) {
  const double along = dot(p - Vec3d{kAnkle.x, 0, kAnkle.z}, kShoeAxis);
  const double heel = std::max(0.0, -0.030 - along), toe = std::max(0.0, along - 0.150);
  return 9 * heel * heel + 3.5 * toe * toe;
}
double above_sole(const Vec3d& p) {
  return p.y - 0.7 * underside(p) - kSoleTop;
}

}  // namespace

struct BodyShape::Parts {
  Loft shirt = shirt_trunk(), shirt_sleeve = sleeve();
  Loft skin_arm = arm(), skin_palm = palm(), skin_neck = neck(), skin_head = skull();
  Loft seat = trouser_seat(), leg = trouser_leg();
  Loft foot, sole, ankle;

  Parts();
  double hand(const Vec3d& p) const;
  double head(const Vec3d& p) const;
  double skin(const Vec3d& p) const;
  double hair(const Vec3d& p) const;
  double shirt_distance(const Vec3d& p) const;
  double trousers(const Vec3d& p) const;
  double shoes(const Vec3d& p) const;
};

namespace {

Loft shoe() {
  return Loft({{kAnkle.x, 0.030, kAnkle.z},
               kShoeAxis,
               kShoeSide,
               kY,
               2.5,
               0.020,
               0.030,
               {{-0.045, 0.031, 0.031, 0.038, 0.040},
                {-0.020, 0.036, 0.035, 0.055, 0.040},
                {0.020, 0.037, 0.036, 0.060, 0.040},
                {0.060, 0.040, 0.037, 0.046, 0.040},
                {0.100, 0.046, 0.043, 0.035, 0.040},
                {0.140, 0.049, 0.046, 0.031, 0.040},
                {0.175, 0.045, 0.042, 0.028, 0.040},
                {0.195, 0.036, 0.034, 0.023, 0.040}}});
}

Loft shoe_collar() {
  return Loft({{kAnkle.x, 0, kAnkle.z},
               kY,
               kX,
               kZ,
               2.0,
               0.02,
               0.01,
               {level(0.040, 0.036, 0.046, 0.042), level(0.080, 0.037, 0.042, 0.042),
                level(0.115, 0.038, 0.040, 0.042)}});
}

}  // namespace

BodyShape::Parts::Parts() : foot(shoe()), sole(shoe().grown(0.0042)), ankle(shoe_collar()) {}

double BodyShape::Parts::hand(const Vec3d& p) const {
  double fingers = 1e3;
  for (const Finger& f : kFingers) {
    const double middle = 0.5 * (f.radius_base + f.radius_tip);
    const double finger = smooth_min(round_cone(p, f.base, f.middle, f.radius_base, middle),
                                     round_cone(p, f.middle, f.tip, middle, f.radius_tip), 0.004);
    fingers = smooth_min(fingers, finger, 0.003);
  }
  const double ball_of_thumb =
      round_cone(p, in_hand(0.012, 0.014, -0.008), in_hand(0.045, 0.040, -0.014), 0.017, 0.014);
  return smooth_min(smooth_min(skin_palm.distance(p), ball_of_thumb, 0.016), fingers, 0.010);
}

double BodyShape::Parts::head(const Vec3d& p) const {
  double d = skin_head.distance(p);
  d = smooth_min(d, ellipsoid(p, {0, 1.577, 0.070}, {0.022, 0.016, 0.020}), 0.022);               // chin
  d = smooth_min(d, ellipsoid(p, {0.047, 1.609, 0.004}, {0.010, 0.020, 0.024}), 0.030);           // jaw
  d = smooth_min(d, ellipsoid(p, {0.038, 1.646, 0.060}, {0.023, 0.021, 0.021}), 0.026);           // cheek
  d = smooth_max(d, -ellipsoid(p, {0.031, 1.684, 0.100}, {0.021, 0.012, 0.019}), 0.014);          // socket
  d = smooth_min(d, ellipsoid(p, {0.031, 1.683, 0.0715}, {0.0145, 0.0125, 0.0125}), 0.004);       // eye
  d = smooth_min(d, ellipsoid(p, {0.024, 1.703, 0.084}, {0.024, 0.006, 0.010}), 0.014);           // brow
  d = smooth_min(d, round_cone(p, {0, 1.690, 0.084}, {0, 1.648, 0.106}, 0.0060, 0.0105), 0.014);  // nose
  d = smooth_min(d, ellipsoid(p, {0.010, 1.642, 0.094}, {0.008, 0.007, 0.010}), 0.006);           // nostril
  d = smooth_min(d, ellipsoid(p, {0, 1.613, 0.086}, {0.024, 0.0055, 0.010}), 0.008);              // upper lip
  d = smooth_min(d, ellipsoid(p, {0, 1.603, 0.086}, {0.020, 0.0060, 0.010}), 0.005);              // lower lip
  const double ear_fold = 0.35 * (p.z + 0.012);
  const Vec3d ear{p.x + ear_fold, p.y, p.z};
  d = smooth_min(d, ellipsoid(ear, {0.073, 1.672, -0.010}, {0.009, 0.031, 0.019}), 0.007);
  return d;
}

double BodyShape::Parts::skin(const Vec3d& p) const {
  const double limb = smooth_min(skin_arm.distance(p), hand(p), 0.012);
  const double upper = smooth_min(head(p), skin_neck.distance(p), 0.026);
  return std::min(limb, upper);
}

// The hair grows out of the skin: 0 mm at the hairline, 10 mm further up, and 13 mm on top. Below the line it
// stays under the skin.
double BodyShape::Parts::hair(const Vec3d& p) const {
  const double full = 0.0140 + 0.0035 * smooth_step(1.66, 1.80, p.y);
  const double thickness = full * smooth_step(-0.014, 0.055, p.y - hairline(p)) - 0.004;
  return skin_head.distance(p) - thickness;
}

double BodyShape::Parts::shirt_distance(const Vec3d& p) const {
  double trunk = shirt.distance(p);
  trunk = smooth_min(trunk, ellipsoid(p, {0.080, 1.335, 0.062}, {0.085, 0.060, 0.055}), 0.05);  // chest
  trunk =
      smooth_min(trunk, ellipsoid(p, {0.085, 1.375, -0.105}, {0.070, 0.085, 0.040}), 0.05);  // shoulder blade
  trunk = smooth_min(trunk, round_cone(p, {0.03, 1.492, -0.040}, {0.152, 1.464, -0.026}, 0.036, 0.038), 0.05);
  return smooth_max(smooth_min(trunk, shirt_sleeve.distance(p), 0.045), -inside_shirt_edge(p), 0.003);
}

double BodyShape::Parts::trousers(const Vec3d& p) const {
  double d = smooth_min(seat.distance(p), leg.distance(p), 0.030);
  d = smooth_min(d, ellipsoid(p, {0.074, 0.893, -0.068}, {0.074, 0.078, 0.066}), 0.035);  // buttock
  return smooth_max(d, kCuff - p.y, 0.003);
}

double BodyShape::Parts::shoes(const Vec3d& p) const {
  const double upper = smooth_min(foot.distance(p), ankle.distance(p), 0.030);
  const double slab = smooth_max(sole.distance(p), above_sole(p), 0.002);
  return smooth_max(smooth_min(upper, slab, 0.001), underside(p) - p.y, 0.008);
}

BodyShape::BodyShape() : parts_(std::make_unique<Parts>()) {}
BodyShape::~BodyShape() = default;

double BodyShape::distance(const Vec3d& point, Cloth cloth) const {
  const Vec3d p{std::abs(point.x), point.y, point.z};
  switch (cloth) {
    case Cloth::skin:
      return parts_->skin(p);
    case Cloth::hair:
      return parts_->hair(p);
    case Cloth::shirt:
      return parts_->shirt_distance(p);
    case Cloth::trousers:
      return parts_->trousers(p);
    case Cloth::shoes:
      return parts_->shoes(p);
    default:
      return distance(p, garment_of(cloth));
  }
}

std::array<double, kGarments> BodyShape::distances(const Vec3d& p) const {
  std::array<double, kGarments> d{};
  for (int c = 0; c < kGarments; ++c) d[static_cast<std::size_t>(c)] = distance(p, static_cast<Cloth>(c));
  return d;
}

double BodyShape::distance(const Vec3d& p) const {
  double all = 1e3;
  for (const double d : distances(p)) all = smooth_min(all, d, 0.005);
  return all;
}

Cloth garment_of(Cloth cloth) {
  switch (cloth) {
    case Cloth::hem:
      return Cloth::shirt;
    case Cloth::cuff:
      return Cloth::trousers;
    case Cloth::welt:
    case Cloth::sole:
      return Cloth::shoes;
    default:
      return cloth;
  }
}

double height_over_tread(const Vec3d& p) {
  return p.y - underside({std::abs(p.x), p.y, p.z});
}

Cloth BodyShape::garment_at(const Vec3d& point) const {
  const Vec3d p{std::abs(point.x), point.y, point.z};
  const std::array<double, kGarments> d = distances(p);
  const auto c = static_cast<Cloth>(std::min_element(d.begin(), d.end()) - d.begin());
  // At the edges of garments planes decide, because two distances are nearly equal there.
  const bool at_hem = beside_arm(p) ? std::abs(inside_shirt_edge(p)) < 0.03 : std::abs(p.y - kHem) < 0.04;
  if (at_hem && (c == Cloth::shirt || c == Cloth::trousers || beside_arm(p))) {
    if (inside_shirt_edge(p) > -kBandBelow) return Cloth::shirt;
    return beside_arm(p) ? Cloth::skin : Cloth::trousers;
  }
  if (std::abs(p.y - kCuff) < 0.05) return p.y > kCuff - kBandBelow ? Cloth::trousers : Cloth::shoes;
  return c;
}

Cloth BodyShape::cloth_at(const Vec3d& point) const {
  const Vec3d p{std::abs(point.x), point.y, point.z};
  const Cloth c = garment_at(p);
  if (c == Cloth::shirt && inside_shirt_edge(p) < kBandAbove) return Cloth::hem;
  if (c == Cloth::trousers && p.y < kCuff + kBandAbove) return Cloth::cuff;
  if (c == Cloth::shoes && above_sole(p) < kWeltAbove)
    return above_sole(p) < -kWeltBelow ? Cloth::sole : Cloth::welt;
  return c;
}

double BodyShape::border(const Vec3d& point, Cloth a, Cloth b) const {
  if (a > b) return -border(point, b, a);
  const Vec3d p{std::abs(point.x), point.y, point.z};
  if (a == Cloth::shirt && b == Cloth::hem) return kBandAbove - inside_shirt_edge(p);
  if (b == Cloth::hem || (a == Cloth::shirt && b == Cloth::trousers) ||
      (a == Cloth::skin && b == Cloth::shirt && beside_arm(p))) {
    const double out = -kBandBelow - inside_shirt_edge(p);  // distance outside the shirt
    return b == Cloth::trousers ? out : -out;
  }
  if (a == Cloth::trousers && b == Cloth::cuff) return kCuff + kBandAbove - p.y;
  if (a == Cloth::trousers && b == Cloth::shoes) return kCuff - kBandBelow - p.y;
  if (a == Cloth::shoes && b == Cloth::cuff) return p.y - (kCuff - kBandBelow);
  if (a == Cloth::shoes && (b == Cloth::welt || b == Cloth::sole)) return kWeltAbove - above_sole(p);
  if (a == Cloth::welt && b == Cloth::sole) return -kWeltBelow - above_sole(p);
  return distance(p, a) - distance(p, b);
}

double BodyShape::above_hairline(const Vec3d& p) const {
  return p.y - hairline(p);
}

namespace {

template <class F>
Vec3d gradient(const Vec3d& p, const F& f) {
  constexpr double h = 1e-4;
  return Vec3d{f(p + Vec3d{h, 0, 0}) - f(p - Vec3d{h, 0, 0}), f(p + Vec3d{0, h, 0}) - f(p - Vec3d{0, h, 0}),
               f(p + Vec3d{0, 0, h}) - f(p - Vec3d{0, 0, h})} *
         (0.5 / h);
}

// One Newton step to f = 0 along the gradient, at most 1 cm long.
template <class F>
Vec3d step_to_zero(const Vec3d& p, const F& f) {
  const Vec3d g = gradient(p, f);
  const double slope = dot(g, g);
  if (slope < 1e-6) return p;
  return p - g * std::clamp(f(p) / slope, -0.01, 0.01);
}

}  // namespace

Vec3d BodyShape::normal(const Vec3d& p) const {
  return normalized(gradient(p, [this](const Vec3d& q) { return distance(q); }));
}

Vec3d BodyShape::project(Vec3d p) const {
  for (int i = 0; i < 4; ++i) p = step_to_zero(p, [this](const Vec3d& q) { return distance(q); });
  return p;
}

Vec3d BodyShape::project_to_border(Vec3d p, Cloth a, Cloth b) const {
  for (int i = 0; i < 6; ++i) {
    p = step_to_zero(p, [&](const Vec3d& q) { return border(q, a, b); });
    p = step_to_zero(p, [this](const Vec3d& q) { return distance(q); });
  }
  return p;
}

Vec3d BodyShape::outermost_on_border(Vec3d p, Vec3d out, Cloth a, Cloth b) const {
  constexpr double kFrom = 0.04;
  const auto border_here = [&](const Vec3d& q) { return border(q, a, b); };
  p = step_to_zero(p, border_here);
  const Vec3d across = normalized(gradient(p, border_here));
  out = normalized(out - across * dot(out, across));
  double t = kFrom;
  for (int i = 0; i < 100 && t > -kFrom; ++i) {
    const double d = distance(p + out * t);
    if (d < 1e-4) break;
    t -= 0.5 * d;
  }
  return project_to_border(p + out * t, a, b);
}

}  // namespace skelter::assets
