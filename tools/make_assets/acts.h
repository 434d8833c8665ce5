#pragma once
// What the mannequin does besides walking and running.

#include "puppet.h"

namespace skelter::assets {

inline constexpr double kIdle_s = 4.0, kWave_s = 2.4, kJump_s = 1.8, kSit_s = 2.0;

void pose_idle(Puppet& puppet, double time_s);  // a loop: breathing, weight from foot to foot
void pose_wave(Puppet& puppet, double time_s);  // stands and waves with the right arm
void pose_jump(Puppet& puppet, double time_s);  // crouches, flies, lands, stands again
void pose_sit(Puppet& puppet, double time_s);   // sits down onto a chair of 45 cm; the feet stay

// Only the arm, raised and waving; a loop.
void wave_arm(Puppet& puppet, double side, double time_s);

}  // namespace skelter::assets
