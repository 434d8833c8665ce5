#include "scene/edit/internal/name_map.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "skelter/core/name_match.h"
#include "skelter/scene/hierarchy.h"

namespace skelter {
namespace {

constexpr std::string_view kSigns = ":_-.| /";
constexpr std::size_t kMaxAlike = 64;  // maximum number of nodes with the same core (bone.001, bone.002,
                                       // ...); larger groups are ignored

bool is_sign(char c) {
  return kSigns.find(c) != std::string_view::npos;
}

// A name split into an affix and a core. The affix is "^frame1_" for a prefix, "_jnt$" for a suffix, or
// empty.
struct Cut {
  std::string affix, core;
  bool weak = false;  // no separator between affix and core
};

std::vector<Cut> cuts_of(std::string_view name) {
  const std::string lower = lower_ascii(name);
  std::vector<Cut> cuts{{"", lower, false}};
  for (std::size_t i = 1; i < lower.size(); ++i) {
    const bool sign_before = is_sign(lower[i - 1]), sign_here = is_sign(lower[i]);
    if (sign_before && !sign_here) cuts.push_back({"^" + lower.substr(0, i), lower.substr(i), false});
    if (sign_here && !sign_before) cuts.push_back({lower.substr(i) + "$", lower.substr(0, i), false});
    const bool capital = name[i] != lower[i];
    const bool small_before = name[i - 1] >= 'a' && name[i - 1] <= 'z';
    const bool digit_before = name[i - 1] >= '0' && name[i - 1] <= '9';
    if (capital && (small_before || digit_before))
      cuts.push_back({"^" + lower.substr(0, i), lower.substr(i), true});
  }
  return cuts;
}

struct Name {
  std::string text;
  std::vector<Cut> cuts;
};

Name name_with_cuts(const std::string& text) {
  return {text, cuts_of(text)};
}

// Returns the affixes that more than half of the names have.
std::set<std::string> common_affixes(const std::vector<Name>& names) {
  std::map<std::string, std::size_t> uses;
  for (const Name& name : names)
    for (const Cut& cut : name.cuts)
      if (!cut.affix.empty()) ++uses[cut.affix];
  std::set<std::string> common;
  for (const auto& [affix, count] : uses)
    if (2 * count > names.size()) common.insert(affix);
  return common;
}

class NameMapper {
 public:
  NameMapper(const Scene& scene, const Clip& clip) : mapped_(clip.targets.size()) {
    std::unordered_map<std::string, std::uint32_t> known;
    for (const std::uint32_t node : depth_first(scene))
      if (!scene.nodes[node].name.empty() && known.try_emplace(scene.nodes[node].name, node).second) {
        nodes_.push_back(node);
        node_names_.push_back(name_with_cuts(scene.nodes[node].name));
      }
    for (std::size_t t = 0; t < clip.targets.size(); ++t) {
      target_names_.push_back(name_with_cuts(clip.targets[t].name));
      const auto same = known.find(clip.targets[t].name);
      if (same == known.end() || !taken_.insert(same->second).second) continue;
      mapped_[t].node = same->second;
      mapped_[t].exact = true;
    }
  }

  std::vector<MappedTarget> run() {
    for (const Pairs& pairs : by_votes()) choose(pairs);
    return std::move(mapped_);
  }

 private:
  // pairs of a target and a node, by index
  using Pairs = std::vector<std::pair<std::size_t, std::uint32_t>>;

  // Returns the pairs matched by each rule, by descending number of targets. Rules with equal numbers are
  // joined. The rule that ignores only case comes first.
  std::vector<Pairs> by_votes() const {
    const std::set<std::string> target_common = common_affixes(target_names_);
    const std::set<std::string> node_common = common_affixes(node_names_);
    std::unordered_map<std::string, std::vector<std::pair<std::size_t, const Cut*>>> by_core;
    for (std::size_t n = 0; n < node_names_.size(); ++n)
      for (const Cut& cut : node_names_[n].cuts) by_core[cut.core].push_back({n, &cut});
    std::map<std::pair<std::string, std::string>, Pairs> rules;
    for (std::size_t t = 0; t < target_names_.size(); ++t) {
      if (mapped_[t].exact) continue;
      for (const Cut& mine : target_names_[t].cuts) {
        const auto same = by_core.find(mine.core);
        if (same == by_core.end() || same->second.size() > kMaxAlike) continue;
        for (const auto& [n, theirs] : same->second) {
          const bool both = !mine.affix.empty() && !theirs->affix.empty();
          if ((both || mine.weak) && !mine.affix.empty() && !target_common.contains(mine.affix)) continue;
          if ((both || theirs->weak) && !theirs->affix.empty() && !node_common.contains(theirs->affix))
            continue;
          rules[{mine.affix, theirs->affix}].push_back({t, nodes_[n]});
        }
      }
    }
    std::map<std::tuple<bool, std::size_t>, Pairs, std::greater<>> groups;
    for (const auto& [affixes, pairs] : rules) {
      std::set<std::size_t> targets;
      for (const auto& pair : pairs) targets.insert(pair.first);
      const bool case_alone = affixes.first.empty() && affixes.second.empty();
      Pairs& group = groups[{case_alone, targets.size()}];
      group.insert(group.end(), pairs.begin(), pairs.end());
    }
    std::vector<Pairs> sorted;
    for (auto& [key, pairs] : groups) sorted.push_back(std::move(pairs));
    return sorted;
  }

  // Assigns nodes to targets that match exactly one free node, if no other target of the group matches that
  // node.
  void choose(const Pairs& pairs) {
    std::map<std::size_t, std::set<std::uint32_t>> choices;
    std::map<std::uint32_t, std::set<std::size_t>> wanted_by;
    for (const auto& [target, node] : pairs) {
      const MappedTarget& known = mapped_[target];
      if (known.node != kNone || !known.others.empty() || taken_.contains(node)) continue;
      choices[target].insert(node);
      wanted_by[node].insert(target);
    }
    for (const auto& [target, nodes] : choices) {
      if (nodes.size() > 1) {
        mapped_[target].others.assign(nodes.begin(), nodes.end());
      } else if (wanted_by[*nodes.begin()].size() == 1) {
        mapped_[target].node = *nodes.begin();
        taken_.insert(*nodes.begin());
      }
    }
  }

  std::vector<MappedTarget> mapped_;
  std::vector<std::uint32_t> nodes_;  // the first node of each name
  std::vector<Name> node_names_;      // for nodes_
  std::vector<Name> target_names_;
  std::set<std::uint32_t> taken_;
};

}  // namespace

std::vector<MappedTarget> map_target_names(const Scene& scene, const Clip& clip) {
  return NameMapper(scene, clip).run();
}

}  // namespace skelter
