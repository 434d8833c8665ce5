#pragma once
// What the mannequin does besides walking and running.

#include "puppet.h"

namespace skelter::assets {

inline constexpr double kIdle_s = 4.0, kWave_s = 2.4, kJump_s = 1.8, kSit_s = 2.0;
inline constexpr double kFall_s = 1.2, kLean_s = 0.5;

void pose_idle(Puppet& puppet, double time_s);  // a loop: breathing, weight from foot to foot
void pose_wave(Puppet& puppet, double time_s);  // stands and waves with the right arm
void pose_jump(Puppet& puppet, double time_s);  // crouches, flies, lands, stands again
void pose_sit(Puppet& puppet, double time_s);   // sits down onto a chair of 45 cm; the feet stay
void pose_fall(Puppet& puppet, double time_s);  // a loop: in the air, legs hanging, arms out for balance

// Only the trunk, bent and turned to one side: the difference from rest is what a runner does in a bend.
void pose_lean(Puppet& puppet, double side);

// Only the arm, raised and waving; a loop.
void wave_arm(Puppet& puppet, double side, double time_s);

}  // namespace skelter::assets
