#pragma once
// Joint positions of the mannequin in its rest pose: 1.8 m tall, arms 45 degrees out, facing +z. Segment
// lengths follow Drillis and Contini's table of a standing adult (as fractions of body height, in Winter,
// "Biomechanics and Motor Control of Human Movement"), rounded to millimetres. Left is +x; the right side
// mirrors it.

#include "skelter/math/vec.h"

namespace skelter::assets {

inline constexpr double kHeight = 1.8;

inline constexpr Vec3d kPelvis{0, 0.965, -0.005};
inline constexpr Vec3d kSpine1{0, 1.06, -0.015};
inline constexpr Vec3d kSpine2{0, 1.17, -0.022};
inline constexpr Vec3d kSpine3{0, 1.29, -0.028};
inline constexpr Vec3d kNeck{0, 1.485, -0.032};
inline constexpr Vec3d kHead{0, 1.585, -0.008};

inline constexpr Vec3d kClavicle{0.022, 1.452, 0.012};
inline constexpr Vec3d kShoulder{0.176, 1.452, -0.022};
inline constexpr Vec3d kArmAxis{0.7056, -0.7056, 0.0650};      // unit; the arm is straight at rest
inline constexpr Vec3d kArmOut{0.70711, 0.70711, 0};           // unit; up and away from the body
inline constexpr Vec3d kArmFront{-0.04596, 0.04596, 0.99789};  // unit; direction of the thumb
inline constexpr double kUpperArmLength = 0.295;
inline constexpr double kForearmLength = 0.255;

inline constexpr Vec3d kHip{0.09, 0.925, 0};
inline constexpr Vec3d kKnee{0.094, 0.507, 0.008};
inline constexpr Vec3d kAnkle{0.098, 0.088, -0.018};
inline constexpr Vec3d kToes{0.108, 0.026, 0.112};  // pivot of the toes

constexpr Vec3d along_arm(double s) {
  return kShoulder + kArmAxis * s;
}
inline constexpr Vec3d kElbow = along_arm(kUpperArmLength);
inline constexpr Vec3d kWrist = along_arm(kUpperArmLength + kForearmLength);
// A point of the left hand: distances along the fingers, towards the thumb, and out of the back of the hand.
constexpr Vec3d in_hand(double along, double thumbwards, double outwards) {
  return kWrist + kArmAxis * along + kArmFront * thumbwards + kArmOut * outwards;
}

// Fingers from the thumb to the little finger: knuckle, middle joint, tip.
struct Finger {
  const char* name;
  Vec3d base, middle, tip;
  double radius_base, radius_tip;
};
inline constexpr Finger kFingers[5] = {
    {"thumb", in_hand(0.022, 0.028, -0.008), in_hand(0.062, 0.060, -0.018), in_hand(0.092, 0.070, -0.024),
     0.0125, 0.0088},
    {"index", in_hand(0.090, 0.030, 0.000), in_hand(0.131, 0.037, -0.009), in_hand(0.163, 0.039, -0.024),
     0.0094, 0.0074},
    {"middle", in_hand(0.094, 0.009, 0.002), in_hand(0.140, 0.011, -0.009), in_hand(0.174, 0.011, -0.027),
     0.0096, 0.0076},
    {"ring", in_hand(0.090, -0.012, 0.001), in_hand(0.133, -0.014, -0.011), in_hand(0.164, -0.015, -0.029),
     0.0092, 0.0072},
    {"little", in_hand(0.081, -0.031, -0.002), in_hand(0.113, -0.039, -0.012), in_hand(0.136, -0.042, -0.027),
     0.0084, 0.0066},
};

}  // namespace skelter::assets
