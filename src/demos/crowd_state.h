#pragma once
// The crowd demo without its window: what the keys change, and who the members are.

#include <cstdint>
#include <vector>

#include "load/internal/timeline.h"
#include "skelter/crowd/crowd_levels.h"
#include "skelter/math/mat.h"
#include "skelter/viewer/input.h"

namespace skelter::demos {

inline constexpr double kRoomInHeights = 1.3;  // side of a member's own square
inline constexpr std::uint32_t kFewestMembers = 125, kMostMembers = 4000;
inline constexpr std::uint32_t kMostPosedMembers = 128'000;  // where the graphics card poses them

struct CrowdState {
  // Plus and minus double and halve the members; arrows up and down change the budget; L colours by level, B
  // the budget, Space holds, G chooses who poses.
  void handle(const KeyEvent& event);
  std::uint32_t most_members() const { return poses_on_card ? kMostPosedMembers : kMostMembers; }

  std::uint32_t members = 500;
  bool poses_on_card = false;
  double budget_s = 0.5e-3;
  bool budget_on = true;
  bool level_colors = true;
  Timeline clock;
};

// One member: plain functions of its number, so that a crowd of any size is the same every time.
struct CrowdMember {
  Vec3d start;             // on the ground, of a field of half_side
  double heading_rad = 0;  // at the start, counter-clockwise seen from above; 0 looks along +z
  std::uint32_t clip = 0;  // index into the crowd's clips
  double speed = 1;        // of the clip, and of walking
  double delay_s = 0;      // of the clip
};
// Each starts in a square of its own, more than a fourth of its side away from any other.
CrowdMember crowd_member(std::uint32_t number, std::uint32_t members, double half_side, std::uint32_t clips);

// Half the side of a field in which members have `room` square units each.
double crowd_half_side(std::uint32_t members, double room);

// The levels of detail, the finest first, by joints of the skeleton's levels (1 to 3 of them), and the
// importance from which each is due: the height of a figure on the screen, of the picture's.
std::vector<CrowdLevel> crowd_levels(const std::vector<std::uint32_t>& lod_joints);

// Colour of a level: green, yellow, orange, red.
Vec3 level_color(std::size_t level);

}  // namespace skelter::demos
