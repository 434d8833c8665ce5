#include "d3dx/bone_groups.h"

#include <algorithm>
#include <optional>

namespace skelter {
namespace {

// Tracks how many bones of each set the growing group does not have yet.
class GrowingGroup {
 public:
  GrowingGroup(const std::vector<BoneSet>& sets, const std::vector<std::vector<std::uint32_t>>& sets_of_bone)
      : sets_(sets), sets_of_bone_(sets_of_bone), missing_(sets.size()) {
    for (std::size_t s = 0; s < sets.size(); ++s) missing_[s] = sets[s].size();
  }

  void add(std::size_t set) {
    for (const std::uint32_t bone : sets_[set]) {
      if (std::binary_search(bones_.begin(), bones_.end(), bone)) continue;
      bones_.insert(std::lower_bound(bones_.begin(), bones_.end(), bone), bone);
      for (const std::uint32_t other : sets_of_bone_[bone]) --missing_[other];
    }
  }
  std::size_t missing(std::size_t set) const { return missing_[set]; }

  // The next set to add, or nullopt if none fits.
  std::optional<std::size_t> best_of(const std::vector<std::size_t>& left, std::size_t capacity) const {
    std::optional<std::size_t> best;
    for (const std::size_t s : left) {
      if (bones_.size() + missing_[s] > capacity) continue;
      if (!best || missing_[s] < missing_[*best] ||
          (missing_[s] == missing_[*best] && shared(s) > shared(*best)))
        best = s;
    }
    return best;
  }

 private:
  std::size_t shared(std::size_t set) const { return sets_[set].size() - missing_[set]; }

  const std::vector<BoneSet>& sets_;
  const std::vector<std::vector<std::uint32_t>>& sets_of_bone_;
  std::vector<std::size_t> missing_;
  BoneSet bones_;
};

}  // namespace

std::vector<std::uint32_t> group_bone_sets(const std::vector<BoneSet>& sets, std::uint32_t capacity) {
  std::uint32_t bones = 0;
  for (const BoneSet& set : sets)
    if (!set.empty()) bones = std::max(bones, set.back() + 1);
  std::vector<std::vector<std::uint32_t>> sets_of_bone(bones);
  for (std::size_t s = 0; s < sets.size(); ++s)
    for (const std::uint32_t bone : sets[s]) sets_of_bone[bone].push_back(static_cast<std::uint32_t>(s));

  std::vector<std::uint32_t> group_of(sets.size());
  std::vector<std::size_t> left(sets.size());
  for (std::size_t s = 0; s < sets.size(); ++s) left[s] = s;
  for (std::uint32_t group = 0; !left.empty(); ++group) {
    GrowingGroup growing(sets, sets_of_bone);
    for (std::optional<std::size_t> next = left.front(); next;) {
      growing.add(*next);
      for (const std::size_t s : left)
        if (growing.missing(s) == 0) group_of[s] = group;
      left.erase(
          std::remove_if(left.begin(), left.end(), [&](std::size_t s) { return growing.missing(s) == 0; }),
          left.end());
      next = growing.best_of(left, capacity);
    }
  }
  return group_of;
}

}  // namespace skelter
