#include "formats/x/tree/references.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/internal/memory_budget.h"
#include "formats/x/bytes/characters.h"
#include "formats/x/tree/describe_reference.h"
#include "formats/x/tree/x_template.h"

namespace skelter::x {
namespace {

// The type that an object expects its references to have, or "" if it accepts any.
std::string_view wanted_type(std::string_view parent_type) {
  if (parent_type == "MeshMaterialList") return "Material";
  if (parent_type == "Animation") return "Frame";
  if (parent_type == "Frame") return "Mesh";  // frames and meshes often share a name
  if (parent_type == "AnimationSet") return "Animation";
  return {};
}

// Objects that share a name or GUID: the first in the file, and the first of each type.
class Candidates {
 public:
  void add(std::uint32_t object, std::uint32_t type) {
    if (first_ == kNone) first_ = object;
    for (const Entry& entry : by_type_)
      if (entry.type == type) return;
    by_type_.push_back({type, object});
  }
  std::uint32_t find(std::uint32_t wanted) const {
    for (const Entry& entry : by_type_)
      if (entry.type == wanted) return entry.object;
    return first_;
  }

 private:
  struct Entry {
    std::uint32_t type;
    std::uint32_t object;
  };
  std::uint32_t first_ = kNone;
  std::vector<Entry> by_type_;
};

class Resolver {
 public:
  explicit Resolver(XTree& tree) : tree_(tree) {
    for (std::uint32_t i = 0; i < tree.objects.size(); ++i) {
      const XObject& object = tree.objects[i];
      if (object.reference) continue;
      if (!object.name.empty()) by_name_[object.name].add(i, object.type);
      if (object.guid) by_guid_[*object.guid].add(i, object.type);
    }
  }

  std::uint32_t find(const XObject& reference) const {
    const std::uint32_t wanted = wanted_index(reference);
    if (reference.guid) {
      // A GUID distinguishes objects with the same name, and identifies the target if no name matches.
      const auto by_guid = by_guid_.find(*reference.guid);
      if (by_guid != by_guid_.end()) {
        const std::uint32_t found = by_guid->second.find(wanted);
        if (reference.name.empty() || tree_.objects[found].name == reference.name) return found;
        if (by_name_.find(reference.name) == by_name_.end()) return found;
      }
    }
    if (reference.name.empty()) return kNone;
    const auto by_name = by_name_.find(reference.name);
    return by_name == by_name_.end() ? kNone : by_name->second.find(wanted);
  }

 private:
  std::uint32_t wanted_index(const XObject& reference) const {
    const std::string_view wanted = wanted_type(tree_.type_name(reference.parent));
    return wanted.empty() ? kNone : find_standard_template(wanted);
  }

  XTree& tree_;
  std::unordered_map<std::string_view, Candidates> by_name_;
  std::unordered_map<XGuid, Candidates, GuidHash> by_guid_;
};

// Finds an object that contains itself through children and references. The search is depth-first, with its
// own stack.
class CycleFinder {
 public:
  explicit CycleFinder(const XTree& tree) : tree_(tree), state_(tree.objects.size(), kUnseen) {}

  // Returns the reference that closes a cycle, or kNone.
  std::uint32_t find() {
    for (std::uint32_t root = 0; root < tree_.objects.size(); root = tree_.objects[root].subtree_end) {
      const std::uint32_t found = visit(root);
      if (found != kNone) return found;
    }
    return kNone;
  }

 private:
  static constexpr std::uint8_t kUnseen = 0, kOpen = 1, kDone = 2;
  struct Level {
    std::uint32_t object;
    std::uint32_t next_child;
  };

  std::uint32_t visit(std::uint32_t root) {
    enter(root);
    while (!stack_.empty()) {
      Level& level = stack_.back();
      if (level.next_child == tree_.objects[level.object].subtree_end) {
        state_[level.object] = kDone;
        stack_.pop_back();
        continue;
      }
      const std::uint32_t child = level.next_child;
      level.next_child = tree_.objects[child].subtree_end;
      const XObject& object = tree_.objects[child];
      const std::uint32_t next = object.reference ? object.target : child;
      if (next == kNone) continue;
      if (state_[next] == kOpen) return child;
      if (state_[next] == kUnseen) enter(next);
    }
    return kNone;
  }

  void enter(std::uint32_t object) {
    if (state_[object] != kUnseen) return;
    state_[object] = kOpen;
    stack_.push_back({object, object + 1});
  }

  const XTree& tree_;
  std::vector<std::uint8_t> state_;
  std::vector<Level> stack_;
};

// Maximum memory of Resolver (an entry per name and GUID) and CycleFinder (a state and a level per object).
std::uint64_t bytes_to_search(const std::vector<XObject>& objects) {
  constexpr std::uint64_t kEntry = 128, kObject = 1 + 3 * sizeof(std::uint64_t);
  std::uint64_t bytes = objects.size() * kObject;
  for (const XObject& object : objects)
    if (!object.reference) bytes += (object.name.empty() ? 0 : kEntry) + (object.guid ? kEntry : 0);
  return bytes;
}

}  // namespace

Result<void> resolve_references(XTree& tree, bool strict, MemoryBudget& budget, Diagnostics& diagnostics) {
  const std::vector<XObject>& objects = tree.objects;
  const auto is_reference = [](const XObject& object) { return object.reference; };
  if (std::none_of(objects.begin(), objects.end(), is_reference)) return {};
  const std::uint64_t needed = bytes_to_search(objects);
  if (!budget.take(needed))
    return Error{Status::limit_exceeded,
                 "x.memory-limit",
                 fmt::format("reading needs more than the limit of {} bytes", budget.limit()),
                 {tree.file, 0, std::nullopt, {}}};

  const Resolver resolver(tree);
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    if (!objects[i].reference) continue;
    XObject& reference = tree.objects[i];
    reference.target = resolver.find(reference);
    if (reference.target == kNone) {
      SourceSpot spot = tree.spot(i);
      spot.object = tree.label(reference.parent);
      std::string message = describe_reference(reference) + " is not the name of an object in the file";
      if (strict) return Error{Status::bad_data, "x.unknown-reference", std::move(message), std::move(spot)};
      diagnostics.add(Severity::warning, "x.unknown-reference", std::move(spot), std::move(message));
    }
  }
  const std::uint32_t closing = CycleFinder(tree).find();
  budget.give_back(needed);
  if (closing == kNone) return {};
  SourceSpot spot = tree.spot(closing);
  const XObject& reference = tree.objects[closing];
  spot.object = tree.label(reference.parent);
  return Error{Status::bad_data, "x.cyclic-reference",
               describe_reference(reference) + " leads to an object that contains it", std::move(spot)};
}

}  // namespace skelter::x
