// Skin weights from the position of a point: smooth steps along limbs and trunk, which fall off evenly over
// each joint.

#include <algorithm>
#include <cmath>

#include "implicit.h"
#include "skeleton.h"

namespace skelter::assets {

namespace {

// Distributes the weight of a point to joints.
class Shares {
 public:
  explicit Shares(const Skeleton& skeleton) : skeleton_(skeleton), weights_(skeleton.joints().size()) {}

  void add(const std::string& joint, double weight) { weights_[skeleton_.find(joint)] += weight; }
  std::vector<Influence> strongest() const;

 private:
  const Skeleton& skeleton_;
  std::vector<double> weights_;
};

std::vector<Influence> Shares::strongest() const {
  std::vector<std::pair<double, std::uint32_t>> sorted;
  for (std::uint32_t i = 0; i < weights_.size(); ++i)
    if (weights_[i] > 1e-3) sorted.emplace_back(-weights_[i], i);
  std::sort(sorted.begin(), sorted.end());
  if (sorted.size() > 4) sorted.resize(4);
  double sum = 0;
  for (const auto& entry : sorted) sum -= entry.first;
  // Multiples of 1/1024, which compress well; the strongest one completes the sum of 1.
  constexpr double kSteps = 1024;
  std::vector<Influence> influences;
  double rest = kSteps;
  for (std::size_t i = sorted.size(); i-- > 1;) {
    const double steps = std::round(-sorted[i].first / sum * kSteps);
    rest -= steps;
    if (steps > 0)
      influences.insert(influences.begin(), {sorted[i].second, static_cast<float>(steps / kSteps)});
  }
  influences.insert(influences.begin(), {sorted[0].second, static_cast<float>(rest / kSteps)});
  return influences;
}

// A chain of joints along a coordinate: each takes over from the previous one around its own position.
struct Link {
  const char* joint;
  double from, to;  // range of the transition from the previous link
};
template <std::size_t N>
void add_chain(Shares& shares, const std::string& side, const Link (&links)[N], double at, double weight) {
  for (std::size_t i = 0; i < N; ++i) {
    const double reached = i == 0 ? 1 : smooth_step(links[i].from, links[i].to, at);
    const double left = i + 1 == N ? 0 : smooth_step(links[i + 1].from, links[i + 1].to, at);
    shares.add(side + links[i].joint, weight * reached * (1 - left));
  }
}

struct Nearest {
  const Finger* finger;
  double distance;
};
Nearest nearest_finger(const Vec3d& p) {
  Nearest nearest{nullptr, 1e3};
  for (const Finger& f : kFingers) {
    const double d = std::min(round_cone(p, f.base, f.middle, f.radius_base, f.radius_base),
                              round_cone(p, f.middle, f.tip, f.radius_base, f.radius_tip));
    if (d < nearest.distance) nearest = {&f, d};
  }
  return nearest;
}

void add_hand(Shares& shares, const std::string& side, const Vec3d& p, double weight) {
  const Finger& f = *nearest_finger(p).finger;
  const bool thumb = &f == &kFingers[0];
  const double along1 = dot(p - f.base, normalized(f.middle - f.base));
  const double along2 = dot(p - f.middle, normalized(f.tip - f.base));
  const double first = thumb ? smooth_step(-0.008, 0.020, along1) : smooth_step(-0.010, 0.014, along1);
  const double second = smooth_step(-0.008, 0.008, along2);
  shares.add(side + "hand", weight * (1 - first));
  shares.add(side + f.name + "1", weight * first * (1 - second));
  shares.add(side + f.name + "2", weight * first * second);
}

// Share of the helper bone at a point near a hinge, by the distance `along` the limb. On the outer side it is
// 1 within a cap, then falls, so that the tip stays as far out as at rest. On the inner side it falls from
// the start. The two halves of a limb of thickness r just touch at 130 degrees, at a distance s, with a share
// of
//   (r sin 65 - s cos 65) / (s + r sin 65 - s cos 65)
// The share used, (1 - s / 2.7 r)^2, is slightly more. The knee, thick in its trousers, has a smaller share,
// so that it does not look pinched at 90 degrees.
struct Hinge {
  double cap, outer, inner;  // metres: cap and reach on the outer side, reach on the inner side
  double power;              // exponent of the falloff on the inner side
};
double helper_share(const Hinge& hinge, double along, double inside) {
  const double s = std::abs(along);
  const double outer = smooth_step(hinge.outer, hinge.cap, s);
  const double inner = std::pow(std::max(0.0, 1 - s / hinge.inner), hinge.power);
  return outer + (inner - outer) * inside;
}
// Weights of a limb with a hinge: `upper` before it, `helper` around it. Returns the rest for the lower part.
double add_hinge(Shares& shares, const std::string& upper, const std::string& helper, double share,
                 double along, double weight) {
  shares.add(helper, weight * share);
  if (along < 0) shares.add(upper, weight * (1 - share));
  return along < 0 ? 0 : weight * (1 - share);
}

void add_arm(Shares& shares, const std::string& side, const Vec3d& p, double weight) {
  const double along = dot(p - kShoulder, kArmAxis);
  const double hand = smooth_step(0.530, 0.565, along);
  if (hand > 0) add_hand(shares, side, p, weight * hand);
  constexpr Hinge kHinge{0.010, 0.055, 0.110, 2};
  const double inside = smooth_step(-0.030, 0.030, dot(p - kElbow, kArmFront));
  const double from_elbow = along - kUpperArmLength;
  const double below = add_hinge(shares, side + "upper_arm", side + "elbow",
                                 helper_share(kHinge, from_elbow, inside), from_elbow, weight * (1 - hand));
  constexpr Link kLinks[] = {{"forearm", 0, 0}, {"forearm_twist", 0.370, 0.500}};
  if (below > 0) add_chain(shares, side, kLinks, along, below);
}

void add_leg(Shares& shares, const std::string& side, const Vec3d& p, bool shoe, double weight) {
  const double foot = shoe ? 1 : smooth_step(0.106, 0.060, p.y);
  const double along_foot = dot(p - kToes, Vec3d{std::sin(0.11), 0, std::cos(0.11)});
  const double toes = foot * smooth_step(-0.036, 0.036, along_foot);
  shares.add(side + "toes", weight * toes);
  shares.add(side + "foot", weight * (foot - toes));
  constexpr Hinge kHinge{0.030, 0.090, 0.240, 3};
  const double inside = smooth_step(0.050, -0.050, p.z - kKnee.z), from_knee = kKnee.y - p.y;
  const double below = add_hinge(shares, side + "thigh", side + "knee",
                                 helper_share(kHinge, from_knee, inside), from_knee, weight * (1 - foot));
  shares.add(side + "shin", below);
}

// Share of the leg of its side at a point: 1 below the crotch, 0 above the hip.
double leg_share(const Vec3d& p) {
  const double below_hip = std::clamp((1.035 - p.y) / 0.285, 0.0, 1.0);
  const double beside_middle = smooth_step(-0.01, 0.085, p.x), above_crotch = smooth_step(0.680, 0.870, p.y);
  const double not_hand = smooth_step(0.40, 0.30, p.x);
  return not_hand * below_hip * (1 - above_crotch * (1 - beside_middle));
}

// The plane from the top of the shoulder to the armpit separates trunk and arm.
double arm_share(const Vec3d& p) {
  const Vec3d normal = normalized(Vec3d{0.98, 0.20, 0});
  const double not_head = smooth_step(1.60, 1.53, p.y);
  return not_head * smooth_step(-0.080, 0.095, dot(p - Vec3d{0.168, 1.424, 0}, normal));
}

}  // namespace

std::vector<Influence> influences_at(const Skeleton& skeleton, const Vec3d& point, bool shoe) {
  const double sign = point.x < 0 ? -1 : 1;
  const Vec3d p = mirrored(point, sign);
  const std::string side = side_name(sign);
  Shares shares(skeleton);
  const double leg = leg_share(p);
  const double thigh = smooth_step(0.40, 1, leg), hip = (1 - thigh) * smooth_step(0, 0.60, leg);
  const double arm = arm_share(p) * (1 - thigh - hip);
  const double trunk = 1 - thigh - hip - arm;
  const double clavicle = trunk * 0.8 * smooth_step(0.03, 0.13, p.x) * smooth_step(1.34, 1.46, p.y) *
                          smooth_step(1.58, 1.51, p.y);
  if (thigh > 0) add_leg(shares, side, p, shoe, thigh);
  shares.add(side + "hip", hip);
  if (arm > 0) add_arm(shares, side, p, arm);
  if (clavicle > 0) shares.add(side + "clavicle", clavicle);
  constexpr Link kLinks[] = {{"pelvis", 0, 0},       {"spine1", 0.99, 1.10}, {"spine2", 1.11, 1.22},
                             {"spine3", 1.23, 1.34}, {"neck", 1.455, 1.525}, {"head", 1.545, 1.605}};
  add_chain(shares, "", kLinks, p.y - (p.y > 1.5 ? 0.35 * p.z : 0), trunk - clavicle);
  return shares.strongest();
}

}  // namespace skelter::assets
