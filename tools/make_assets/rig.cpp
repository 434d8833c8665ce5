#include "rig.h"

#include <algorithm>
#include <cmath>

#include "implicit.h"
#include "proportions.h"

namespace skelter::assets {
namespace {

struct LimbJoint {
  const char* name;
  int parent;  // a Limb, or -1 - TrunkJoint
  Vec3d left;  // rest position on the left side
};

constexpr int on_trunk(TrunkJoint joint) {
  return -1 - static_cast<int>(joint);
}

// The four fingers share one chain, in the middle of them.
const Vec3d kFingersBase = (kFingers[1].base + kFingers[2].base + kFingers[3].base + kFingers[4].base) * 0.25;
const Vec3d kFingersMiddle =
    (kFingers[1].middle + kFingers[2].middle + kFingers[3].middle + kFingers[4].middle) * 0.25;

const std::array<LimbJoint, kLimbCount>& limb_joints() {
  static const std::array<LimbJoint, kLimbCount> joints{{
      {"clavicle", on_trunk(kJointSpine3), kClavicle},
      {"shoulder", kLimbClavicle, kShoulder},
      {"upper_arm", kLimbShoulder, kShoulder},
      {"elbow", kLimbUpperArm, kElbow},
      {"forearm", kLimbElbow, kElbow},
      {"forearm_twist", kLimbForearm, along_arm(kUpperArmLength + 0.5 * kForearmLength)},
      {"hand", kLimbForearmTwist, kWrist},
      {"thumb1", kLimbHand, kFingers[0].base},
      {"thumb2", kLimbThumb1, kFingers[0].middle},
      {"fingers1", kLimbHand, kFingersBase},
      {"fingers2", kLimbFingers1, kFingersMiddle},
      {"hip", on_trunk(kJointPelvis), kHip},
      {"thigh", kLimbHip, kHip},
      {"knee", kLimbThigh, kKnee},
      {"shin", kLimbKnee, kKnee},
      {"foot", kLimbShin, kAnkle},
      {"toes", kLimbFoot, kToes},
  }};
  return joints;
}

std::vector<RigJoint> make_rig() {
  std::vector<RigJoint> joints{{"pelvis", -1, kPelvis},           {"spine1", kJointPelvis, kSpine1},
                               {"spine2", kJointSpine1, kSpine2}, {"spine3", kJointSpine2, kSpine3},
                               {"neck", kJointSpine3, kNeck},     {"head", kJointNeck, kHead}};
  for (const Side side : {Side::left, Side::right})
    for (const LimbJoint& limb : limb_joints()) {
      const double mirror = side == Side::left ? 1 : -1;
      joints.push_back(
          {std::string(side == Side::left ? "left_" : "right_") + limb.name,
           limb.parent < 0 ? -1 - limb.parent : joint_index(side, static_cast<Limb>(limb.parent)),
           {mirror * limb.left.x, limb.left.y, limb.left.z}});
    }
  return joints;
}

// 0 to 1 as `x` passes `border`, smooth over `width` on both sides.
double past(double border, double width, double x) {
  return smooth_step(border - width, border + width, x);
}

using Weights = std::array<double, kJointCount>;

// Spreads `amount` over a chain of joints; `shares[i]` is how far the point is past the border to joint i
// + 1.
void spread(Weights& weights, double amount, std::initializer_list<int> joints,
            std::initializer_list<double> shares) {
  auto share = shares.begin();
  for (const int joint : joints) {
    const double next = share == shares.end() ? 0 : *share++;
    weights[static_cast<std::size_t>(joint)] += amount * (1 - next);
    amount *= next;
  }
}

// How much of a finger's two joints move a point: past its base, past its middle.
std::array<double, 2> finger_shares(const Vec3d& p, const Vec3d& base, const Vec3d& middle) {
  const Vec3d axis = normalized(middle - base);
  return {past(0, 0.012, dot(p - base, axis)), past(0, 0.008, dot(p - middle, axis))};
}

double distance_to_segment(const Vec3d& p, const Vec3d& a, const Vec3d& b) {
  const double t = std::clamp(dot(p - a, b - a) / dot(b - a, b - a), 0.0, 1.0);
  return length(p - (a + (b - a) * t));
}

void add_hand(Weights& weights, Side side, const Vec3d& p, double amount) {
  double nearest = 1e3;
  std::size_t finger = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    const double d = std::min(distance_to_segment(p, kFingers[i].base, kFingers[i].middle),
                              distance_to_segment(p, kFingers[i].middle, kFingers[i].tip));
    if (d < nearest) nearest = d, finger = i;
  }
  const std::array<double, 2> shares = finger_shares(p, kFingers[finger].base, kFingers[finger].middle);
  const Limb first = finger == 0 ? kLimbThumb1 : kLimbFingers1,
             second = finger == 0 ? kLimbThumb2 : kLimbFingers2;
  spread(weights, amount, {joint_index(side, kLimbHand), joint_index(side, first), joint_index(side, second)},
         {shares[0], shares[1]});
}

// Returns what is left for the trunk.
double add_arm(Weights& weights, Side side, const Vec3d& p) {
  const Vec3d from_shoulder = p - kShoulder;
  const double s = dot(from_shoulder, kArmAxis), out = dot(from_shoulder, kArmOut);
  // Below the arm-pit the flank is as far along the arm as the sleeve is, but well below its axis.
  const double arm = smooth_step(-0.055, 0.065, s) * smooth_step(-0.135, -0.065, out);
  const double upper = smooth_step(-0.01, 0.12, s) * smooth_step(-0.115, -0.045, out);
  const double wrist = kUpperArmLength + kForearmLength;
  const double hand = past(wrist, 0.022, s);
  weights[static_cast<std::size_t>(joint_index(side, kLimbShoulder))] += std::max(0.0, arm - upper);
  const double below = std::min(arm, upper);
  spread(weights, below * (1 - hand),
         {joint_index(side, kLimbUpperArm), joint_index(side, kLimbElbow), joint_index(side, kLimbForearm),
          joint_index(side, kLimbForearmTwist)},
         {past(kUpperArmLength - 0.022, 0.024, s), past(kUpperArmLength + 0.022, 0.024, s),
          smooth_step(kUpperArmLength + 0.07, wrist - 0.03, s)});
  if (hand > 0) add_hand(weights, side, p, below * hand);
  return 1 - std::max(arm, below);
}

void add_leg(Weights& weights, Side side, const Vec3d& p, double amount) {
  const Vec3d down = normalized(kAnkle - kHip);
  const double s = dot(p - kHip, down), knee = dot(kKnee - kHip, down);
  const double toes = dot(p - kToes, normalized(Vec3d{0.11, 0, 0.994}));
  const double foot = smooth_step(0.125, 0.075, p.y);
  spread(weights, amount,
         {joint_index(side, kLimbHip), joint_index(side, kLimbThigh), joint_index(side, kLimbKnee),
          joint_index(side, kLimbShin), joint_index(side, kLimbFoot), joint_index(side, kLimbToes)},
         {past(0.045, 0.075, s), past(knee - 0.034, 0.036, s), past(knee + 0.034, 0.036, s), foot,
          past(0, 0.022, toes)});
}

}  // namespace

const std::vector<RigJoint>& rig() {
  static const std::vector<RigJoint> joints = make_rig();
  return joints;
}

std::vector<Influence> weights_at(const Vec3d& point) {
  const Side side = point.x >= 0 ? Side::left : Side::right,
             other = side == Side::left ? Side::right : Side::left;
  const Vec3d p{std::abs(point.x), point.y, point.z};
  Weights weights{};
  double trunk = add_arm(weights, side, p);

  const double clavicle = trunk * smooth_step(0.045, 0.15, p.x) * smooth_step(1.32, 1.45, p.y) * 0.85 *
                          smooth_step(1.58, 1.52, p.y);
  weights[static_cast<std::size_t>(joint_index(side, kLimbClavicle))] += clavicle;
  trunk -= clavicle;

  const Vec3d down = normalized(kAnkle - kHip);
  const double leg = trunk * smooth_step(-0.075, 0.045, dot(p - kHip, down));
  const double own = 0.5 + 0.5 * smooth_step(0, 0.03, p.x);  // both legs meet between them
  add_leg(weights, side, p, leg * own);
  add_leg(weights, other, p, leg * (1 - own));

  const double neck = smooth_step(1.465, 1.545, p.y) * smooth_step(0.13, 0.07, p.x);
  const double chin =
      0.035 * smooth_step(0.02, 0.07, p.z);  // the neck begins higher at the back than under the chin
  spread(weights, trunk - leg,
         {kJointPelvis, kJointSpine1, kJointSpine2, kJointSpine3, kJointNeck, kJointHead},
         {past(1.035, 0.055, p.y), past(1.145, 0.06, p.y), past(1.265, 0.065, p.y), neck,
          past(1.585 - chin, 0.030, p.y)});

  std::vector<Influence> influences;
  for (std::size_t j = 0; j < weights.size(); ++j)
    if (weights[j] > 2e-3)
      influences.push_back({static_cast<std::uint32_t>(j), static_cast<float>(weights[j])});
  std::sort(influences.begin(), influences.end(), [](const Influence& a, const Influence& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
  });
  if (influences.size() > 4) influences.resize(4);
  float sum = 0;
  for (const Influence& i : influences) sum += i.weight;
  for (Influence& i : influences) i.weight /= sum;
  return influences;
}

}  // namespace skelter::assets
