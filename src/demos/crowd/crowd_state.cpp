#include "demos/crowd/crowd_state.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "demos/keys.h"

namespace skelter::demos {
namespace {

constexpr double kBudgetStep = 1.25;
constexpr double kSmallestBudget_s = 1e-5, kLargestBudget_s = 0.1;

// Returns a pseudo-random number from 0 to 1. Source: the 32-bit finaliser of MurmurHash3.
double chance(std::uint32_t number, std::uint32_t salt) {
  std::uint32_t h = number * 0x9E3779B9u + salt * 0x85EBCA6Bu + 1;
  h ^= h >> 16;
  h *= 0x85EBCA6Bu;
  h ^= h >> 13;
  h *= 0xC2B2AE35u;
  h ^= h >> 16;
  return static_cast<double>(h) / 4294967296.0;
}

}  // namespace

void CrowdState::handle(const KeyEvent& event) {
  if (event.press == Press::up) return;
  if (event.key == Key::up) budget_s = std::min(budget_s * kBudgetStep, kLargestBudget_s);
  if (event.key == Key::down) budget_s = std::max(budget_s / kBudgetStep, kSmallestBudget_s);
  if (event.press != Press::down) return;
  if (is_plus(event.key)) members = std::min(members * 2, most_members());
  if (is_minus(event.key)) members = std::max(members / 2, kMinMembers);
  if (is_letter(event.key, 'G')) {
    poses_on_card = !poses_on_card;
    members = std::min(members, most_members());
  }
  if (is_letter(event.key, 'L')) level_colors = !level_colors;
  if (is_letter(event.key, 'B')) budget_on = !budget_on;
  if (event.key == Key::space) clock.playing = !clock.playing;
}

CrowdMember crowd_member(std::uint32_t number, std::uint32_t members, double half_side, std::uint32_t clips) {
  constexpr double kAside = 0.35;  // maximum distance from the centre of the square, relative to its side
  const auto side = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(members))));
  const auto square = static_cast<std::uint32_t>(std::uint64_t{number} * side * side / members);
  const auto along = [&](std::uint32_t place, std::uint32_t salt) {
    const double middle = place + 0.5 + kAside * (2 * chance(number, salt) - 1);
    return (2 * middle / side - 1) * half_side;
  };
  CrowdMember member;
  member.start = {along(square % side, 1), 0, along(square / side, 2)};
  member.heading_rad = chance(number, 3) * 6.283185307179586;
  // Half of the members do the first activity, which is walking.
  const double which = chance(number, 4);
  if (which > 0.5 && clips > 1)
    member.clip = 1 + std::min(static_cast<std::uint32_t>((which - 0.5) * 2 * (clips - 1)), clips - 2);
  member.speed = 0.9 + 0.2 * chance(number, 5);
  member.delay_s = 10 * chance(number, 6);
  return member;
}

double crowd_half_side(std::uint32_t members, double room) {
  return std::sqrt(members * room) / 2;
}

std::vector<CrowdLevel> crowd_levels(const std::vector<std::uint32_t>& lod_joints) {
  struct Row {
    std::uint16_t lod, interval;
    float from;
  };
  static constexpr std::array<Row, 4> kRows{{{0, 1, 0.16f}, {1, 1, 0.08f}, {1, 2, 0.05f}, {2, 4, 0.0f}}};
  constexpr float kMixPerJoint = 0.1f;
  std::vector<CrowdLevel> levels;
  for (const Row& row : kRows) {
    const auto lod = static_cast<std::uint16_t>(std::min<std::size_t>(row.lod, lod_joints.size() - 1));
    CrowdLevel level;
    level.lod = lod;
    level.update_interval = row.interval;
    level.cost = static_cast<float>(lod_joints[lod]);
    level.from_importance = row.from;
    level.mix_cost = row.interval > 1 ? kMixPerJoint * static_cast<float>(lod_joints[0]) : 0.0f;
    levels.push_back(level);
  }
  return levels;
}

Vec3 level_color(std::size_t level) {
  static constexpr std::array<Vec3, 4> kColors{
      {{0.25f, 1.0f, 0.3f}, {1.0f, 0.95f, 0.2f}, {1.0f, 0.55f, 0.1f}, {1.0f, 0.2f, 0.2f}}};
  return kColors[std::min(level, kColors.size() - 1)];
}

}  // namespace skelter::demos
