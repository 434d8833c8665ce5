#pragma once
// The crowd demo without its window: the state that the keys change, and the members of the crowd.

#include <cstdint>
#include <vector>

#include "load/internal/timeline.h"
#include "skelter/crowd/crowd_levels.h"
#include "skelter/math/mat.h"
#include "skelter/viewer/input.h"

namespace skelter::demos {

inline constexpr double kRoomInHeights = 1.3;  // side of the square around a member
inline constexpr std::uint32_t kMinMembers = 125, kMaxMembers = 4000;
inline constexpr std::uint32_t kMaxPosedMembers = 128'000;  // limit while the GPU computes the poses

struct CrowdState {
  // Plus and minus double and halve the number of members. Up and down change the budget, B toggles it. L
  // colours members by level of detail. Space pauses. G switches between poses by CPU and GPU.
  void handle(const KeyEvent& event);
  std::uint32_t most_members() const { return poses_on_card ? kMaxPosedMembers : kMaxMembers; }

  std::uint32_t members = 500;
  bool poses_on_card = false;
  double budget_s = 0.5e-3;
  bool budget_on = true;
  bool level_colors = true;
  Timeline clock;
};

// One member. It depends only on the member's number, so that a crowd of a given size is always the same.
struct CrowdMember {
  Vec3d start;             // on the ground, at most half_side from the centre along x and z
  double heading_rad = 0;  // initial heading; counter-clockwise as seen from above; 0 looks along +z
  std::uint32_t clip = 0;  // index into the crowd's clips
  double speed = 1;        // factor for the clip and for walking
  double delay_s = 0;      // clip delay
};
// Each member starts in its own square, more than a quarter of the square's side away from any other member.
CrowdMember crowd_member(std::uint32_t number, std::uint32_t members, double half_side, std::uint32_t clips);

// Half the side of a square field with the given area per member.
double crowd_half_side(std::uint32_t members, double room);

// Levels of detail, finest first, from the joint counts of the skeleton's levels (1 to 3). The importance at
// which a level starts is the model's height on the screen, as a fraction of the view's height.
std::vector<CrowdLevel> crowd_levels(const std::vector<std::uint32_t>& lod_joints);

// Colour of a level: green, yellow, orange, red.
Vec3 level_color(std::size_t level);

}  // namespace skelter::demos
