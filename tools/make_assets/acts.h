#pragma once
// Motions of the mannequin other than walking and running.

#include "puppet.h"

namespace skelter::assets {

inline constexpr double kIdle_s = 4.0, kWave_s = 2.4, kJump_s = 1.8, kSit_s = 2.0;
inline constexpr double kFall_s = 1.2, kLean_s = 0.5;

void pose_idle(Puppet& puppet, double time_s);  // a loop: breathing, shifting weight between the feet
void pose_wave(Puppet& puppet, double time_s);  // stands and waves with the right arm
void pose_jump(Puppet& puppet, double time_s);  // crouches, flies, lands, stands again
void pose_sit(Puppet& puppet, double time_s);   // sits down on a chair of 45 cm; the feet stay
void pose_fall(Puppet& puppet, double time_s);  // a loop: in the air, legs hanging, arms out for balance

// Bends and turns only the trunk to one side. The difference from rest is the pose of a runner in a curve.
void pose_lean(Puppet& puppet, double side);

// Raises and waves only the arm; a loop.
void wave_arm(Puppet& puppet, double side, double time_s);

}  // namespace skelter::assets
