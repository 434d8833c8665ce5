#include "scene/lint/lint_legs.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "scene/lint/lint_detail.h"
#include "skelter/scene/evaluate.h"

namespace skelter::lint_detail {
namespace {

constexpr double kLow = 0.1;      // H; height above the lowest end at rest
constexpr double kSame = 0.03;    // H; tolerance for equal heights and equal distances from the pelvis
constexpr double kApart = 0.02;   // H; minimum distance of two joints that are not duplicates
constexpr double kBeside = 0.15;  // H; maximum distance between a foot and the end of its leg
constexpr double kBone = 0.005;   // H; shorter segments are not bones
constexpr std::size_t kBonesOfLeg = 2;
// These limits bound the time for large files. In files that exceed them, no feet are found.
constexpr std::size_t kMaxNodes = 1024, kMaxEnds = 256;

constexpr std::string_view kFeet[] = {"foot", "toe", "ankle", "heel", "paw", "hoof"};
constexpr std::string_view kNoFeet[] = {"fin", "tail", "wing", "flipper"};
constexpr std::string_view kLegs[] = {"leg", "thigh", "shin", "calf", "knee"};
constexpr std::string_view kHands[] = {"hand",   "finger", "thumb", "index",
                                       "middle", "ring",   "pinky", "little"};

struct RestJoint {
  Vec3d place;
  std::vector<std::uint32_t> chain;  // the joint, its parent, ... up to the root
};

// Swaps left and right in the words of a name: "foot l" (from Foot.L_017) becomes "foot r" (from Foot.R_021).
// Returns an empty list if no word names a side.
std::vector<std::string> other_side(std::vector<std::string> words) {
  bool sided = false;
  for (std::string& word : words) {
    const std::string_view other = word == "l"       ? "r"
                                   : word == "r"     ? "l"
                                   : word == "left"  ? "right"
                                   : word == "right" ? "left"
                                                     : "";
    if (other.empty()) continue;
    word = other;
    sided = true;
  }
  return sided ? words : std::vector<std::string>{};
}

// Removes numbers, because some exporters number all nodes.
std::vector<std::string> without_numbers(std::vector<std::string> words) {
  std::erase_if(words, [](const std::string& word) { return word[0] >= '0' && word[0] <= '9'; });
  return words;
}

class Legs {
 public:
  Legs(const Scene& scene, const Vec3d& up, double extent) : scene_(scene), up_(up), extent_(extent) {
    const Pose rest = rest_pose(scene);
    for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) {
      RestJoint joint{translation_part(rest.world[n]), {}};
      for (std::uint32_t above = n; above != kNone; above = scene.nodes[above].parent)
        joint.chain.push_back(above);
      joints_.push_back(std::move(joint));
    }
  }

  std::vector<std::uint32_t> feet() {
    find_ends();
    find_leg_ends();
    std::vector<std::uint32_t> low, feet;
    double ground = 0;
    for (const std::uint32_t end : ends_)
      ground = end == ends_.front() ? height(end) : std::min(ground, height(end));
    for (const std::uint32_t end : ends_)
      if (height(end) <= ground + kLow * extent_ && !is_hand_above_feet(end) &&
          !has_stem(words(end), kNoFeet))
        low.push_back(end);
    if (low.size() > kMaxEnds) return {};
    for (const std::uint32_t a : low) {
      const bool foot = std::any_of(low.begin(), low.end(),
                                    [&](std::uint32_t b) { return is_pair(a, b) && has_leg(a, b); });
      if (foot) feet.push_back(a);
    }
    return feet;
  }

 private:
  // Finds joints that move vertices, but have no descendants that do.
  void find_ends() {
    std::vector<bool> moves(scene_.nodes.size(), false), above(scene_.nodes.size(), false);
    for_each_skinned(scene_, [&](std::uint32_t skin, std::uint32_t, const Primitive& primitive) {
      for (const Influence& influence : primitive.influences)
        moves[scene_.skins[skin].joints[influence.joint].node] = true;
    });
    const std::vector<std::uint32_t> order = parents_first(scene_);
    for (auto node = order.rbegin(); node != order.rend(); ++node)
      if (const std::uint32_t parent = scene_.nodes[*node].parent;
          parent != kNone && (moves[*node] || above[*node]))
        above[parent] = true;
    for (std::uint32_t n = 0; n < scene_.nodes.size(); ++n)
      if (moves[n] && !above[n]) ends_.push_back(n);
  }

  double height(std::uint32_t node) const { return dot(joints_[node].place, up_); }

  // Whether the node is a hand above joints that are called feet, which happens if only the hands are
  // skinned. The hands of animals may be feet.
  bool is_hand_above_feet(std::uint32_t node) const {
    const auto has_foot_name = [&](std::uint32_t n) { return has_stem(words(n), kFeet); };
    if (!has_stem(words(node), kHands) || has_foot_name(node)) return false;
    for (std::uint32_t n = 0; n < scene_.nodes.size(); ++n)
      if (height(n) < height(node) - kSame * extent_ && has_foot_name(n)) return true;
    return false;
  }

  std::vector<std::string> words(std::uint32_t node) const {
    return without_numbers(words_of(scene_.nodes[node].name));
  }
  double distance(std::uint32_t a, std::uint32_t b) const {
    return length(joints_[a].place - joints_[b].place);
  }

  // Whether two joints are a left and right pair: their names or positions match except for the side.
  bool is_pair(std::uint32_t a, std::uint32_t b) const {
    if (a == b) return false;
    if (const std::vector<std::string> other = other_side(words(a)); !other.empty() && other == words(b))
      return true;
    if (distance(a, b) < kApart * extent_ || std::abs(height(a) - height(b)) > kSame * extent_) return false;
    const auto [above_a, above_b] = below_meeting(a, b);
    if (above_a.size() != above_b.size()) return false;
    const std::uint32_t meeting = scene_.nodes[above_a.back()].parent;
    return meeting == kNone || std::abs(distance(a, meeting) - distance(b, meeting)) <= kSame * extent_;
  }

  // Returns the chains from the two joints up to, but not including, their common ancestor.
  std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>> below_meeting(std::uint32_t a,
                                                                                  std::uint32_t b) const {
    std::vector<std::uint32_t> from_a = joints_[a].chain, from_b = joints_[b].chain;
    while (from_a.size() > 1 && from_b.size() > 1 && from_a.back() == from_b.back()) {
      from_a.pop_back();
      from_b.pop_back();
    }
    return {from_a, from_b};
  }

  std::size_t bones(const std::vector<std::uint32_t>& chain) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i + 1 < chain.size(); ++i)
      count += distance(chain[i], chain[i + 1]) > kBone * extent_;
    return count;
  }

  bool has_leg(std::uint32_t foot, std::uint32_t other) const {
    if (bones(below_meeting(foot, other).first) >= kBonesOfLeg) return true;
    return leg_ends_beside(foot) || (has_stem(words(foot), kFeet) && leg_names());
  }

  void find_leg_ends() {
    for (std::uint32_t a = 0; a < scene_.nodes.size(); ++a)
      for (std::uint32_t b = 0; b < scene_.nodes.size(); ++b) {
        if (!is_pair(a, b) || bones(below_meeting(a, b).first) < kBonesOfLeg) continue;
        leg_ends_.push_back(a);
        break;
      }
  }

  // Whether a leg ends next to `foot`. Such a foot is a separate child of the root, which the leg follows.
  bool leg_ends_beside(std::uint32_t foot) const {
    return std::any_of(leg_ends_.begin(), leg_ends_.end(), [&](std::uint32_t end) {
      const std::vector<std::uint32_t>& chain = joints_[end].chain;
      return distance(end, foot) <= kBeside * extent_ &&
             std::find(chain.begin(), chain.end(), foot) == chain.end();
    });
  }

  bool leg_names() const {
    return std::any_of(scene_.nodes.begin(), scene_.nodes.end(),
                       [](const Node& node) { return has_stem(words_of(node.name), kLegs); });
  }

  const Scene& scene_;
  Vec3d up_;
  double extent_;
  std::vector<RestJoint> joints_;
  std::vector<std::uint32_t> ends_;      // ends of limbs
  std::vector<std::uint32_t> leg_ends_;  // joints that belong to a pair and are below at least two bones
};

}  // namespace

std::vector<std::uint32_t> find_feet(const Scene& scene, const Vec3d& up, double extent) {
  if (scene.nodes.size() > kMaxNodes || scene.skins.empty()) return {};
  return Legs(scene, up, extent).feet();
}

}  // namespace skelter::lint_detail
