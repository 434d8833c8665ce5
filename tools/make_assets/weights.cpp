// Weights from where a point lies: smooth steps along limbs and trunk, so that they fall off evenly over each
// joint.

#include <algorithm>
#include <cmath>

#include "implicit.h"
#include "skeleton.h"

namespace skelter::assets {

namespace {

// Shares of one whole that joints take one after another.
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
  std::vector<Influence> influences;
  influences.reserve(sorted.size());
  for (const auto& entry : sorted)
    influences.push_back({entry.second, static_cast<float>(-entry.first / sum)});
  return influences;
}

// A chain of joints along a coordinate: each takes over from the one before it around its own place.
struct Link {
  const char* joint;
  double from, to;  // where it takes over from the link before
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

void add_arm(Shares& shares, const std::string& side, const Vec3d& p, double weight) {
  const double along = dot(p - kShoulder, kArmAxis);
  const double hand = smooth_step(0.530, 0.565, along);
  if (hand > 0) add_hand(shares, side, p, weight * hand);
  constexpr Link kLinks[] = {{"upper_arm", 0, 0},
                             {"elbow", 0.225, 0.290},
                             {"forearm", 0.300, 0.365},
                             {"forearm_twist", 0.370, 0.500}};
  add_chain(shares, side, kLinks, along, weight * (1 - hand));
}

void add_leg(Shares& shares, const std::string& side, const Vec3d& p, bool shoe, double weight) {
  const double foot = shoe ? 1 : smooth_step(0.135, 0.085, p.y);
  const double along_foot = dot(p - kToes, Vec3d{std::sin(0.11), 0, std::cos(0.11)});
  const double toes = foot * smooth_step(-0.036, 0.036, along_foot);
  shares.add(side + "toes", weight * toes);
  shares.add(side + "foot", weight * (foot - toes));
  constexpr Link kLinks[] = {{"thigh", 0, 0}, {"knee", -0.628, -0.512}, {"shin", -0.502, -0.386}};
  add_chain(shares, side, kLinks, -p.y, weight * (1 - foot));
}

// How much of a point belongs to the leg of its side: all below the crotch, nothing above the hip.
double leg_share(const Vec3d& p) {
  const double below_hip = std::clamp((1.035 - p.y) / 0.285, 0.0, 1.0);
  const double beside_middle = smooth_step(-0.01, 0.085, p.x), above_crotch = smooth_step(0.680, 0.870, p.y);
  const double not_hand = smooth_step(0.40, 0.30, p.x);
  return not_hand * below_hip * (1 - above_crotch * (1 - beside_middle));
}

// The plane from the top of the shoulder to the armpit divides trunk and arm.
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
