// Looks up the connections and properties of objects.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "formats/fbx/objects/object_reader.h"

namespace skelter::fbx {
namespace {

std::uint64_t channel_key(std::uint32_t object, char letter) {
  return (std::uint64_t{object} << 8) | static_cast<unsigned char>(letter);
}

}  // namespace

std::span<const std::uint32_t> ObjectGraph::incoming(std::uint32_t object) const {
  return std::span(incoming_).subspan(incoming_begin_[object],
                                      incoming_begin_[object + 1] - incoming_begin_[object]);
}
std::span<const std::uint32_t> ObjectGraph::outgoing(std::uint32_t object) const {
  return std::span(outgoing_).subspan(outgoing_begin_[object],
                                      outgoing_begin_[object + 1] - outgoing_begin_[object]);
}

std::vector<std::uint32_t> ObjectGraph::children(std::uint32_t object, Kind kind) const {
  std::vector<std::uint32_t> found;
  for (const std::uint32_t c : incoming(object))
    if (!connections[c].to_property && objects[connections[c].child].kind == kind)
      found.push_back(connections[c].child);
  return found;
}
std::uint32_t ObjectGraph::first_child(std::uint32_t object, Kind kind) const {
  for (const std::uint32_t c : incoming(object))
    if (!connections[c].to_property && objects[connections[c].child].kind == kind)
      return connections[c].child;
  return kNone;
}
std::vector<std::uint32_t> ObjectGraph::parents(std::uint32_t object, Kind kind) const {
  std::vector<std::uint32_t> found;
  for (const std::uint32_t c : outgoing(object))
    if (!connections[c].to_property && objects[connections[c].parent].kind == kind)
      found.push_back(connections[c].parent);
  return found;
}
std::uint32_t ObjectGraph::first_parent(std::uint32_t object, Kind kind) const {
  for (const std::uint32_t c : outgoing(object))
    if (!connections[c].to_property && objects[connections[c].parent].kind == kind)
      return connections[c].parent;
  return kNone;
}

std::uint32_t ObjectGraph::find_full_name(std::string_view full_name) const {
  const auto found = by_full_name_.find(full_name);
  return found == by_full_name_.end() ? kNone : found->second;
}

std::span<const Value> ObjectGraph::property_values(std::uint32_t property_record) const {
  const std::span<const Value> values = tree.values_of(property_record);
  // Values before the property's own: name, type, label and flags in P; name, type and flags in Property.
  const std::size_t before = tree.records[property_record].name == "P" ? 4 : 3;
  return values.size() > before ? values.subspan(before) : std::span<const Value>();
}

// Hashes the length and the four letters at each end, which distinguish nearly all names.
std::uint32_t property_key(std::string_view name) {
  std::uint32_t first = 0, last = 0;
  if (name.size() >= sizeof(first)) {
    std::memcpy(&first, name.data(), sizeof(first));
    std::memcpy(&last, name.data() + name.size() - sizeof(last), sizeof(last));
  } else {
    for (const char c : name) first = (first << 8) | static_cast<unsigned char>(c);
  }
  const auto size = static_cast<std::uint32_t>(name.size());
  return ((first * 0x9E3779B1u) ^ (last * 0x85EBCA77u) ^ (size << 8)) | 1;  // never 0
}

std::uint32_t ObjectGraph::property_record(std::uint32_t properties, std::string_view name) const {
  if (properties == kNone) return kNone;
  const std::uint32_t key = property_key(name);
  for (std::uint32_t r = tree.records[properties].subtree_end - 1; r > properties; --r)
    if (property_keys_[r] == key && tree.records[r].parent == properties && tree.text(r) == name) return r;
  return kNone;
}

std::span<const Value> ObjectGraph::property_in(std::uint32_t properties, std::string_view name) const {
  const std::uint32_t found = property_record(properties, name);
  return found == kNone ? std::span<const Value>() : property_values(found);
}

double ObjectGraph::number_in(std::uint32_t properties, std::string_view name, double absent) const {
  const auto values = property_in(properties, name);
  if (values.empty() || !is_number(values[0])) return absent;
  const double number = number_of(values[0]);
  return std::abs(number) <= 1e30 ? number : absent;
}

std::span<const Value> ObjectGraph::property(std::uint32_t object, std::string_view name) const {
  const Object& o = objects[object];
  if (!channel_values_.empty() && name.substr(0, 4) == "Lcl " && name.size() > 4) {
    const auto found = channel_values_.find(channel_key(object, name[4]));
    if (found != channel_values_.end()) return std::span(channel_numbers_).subspan(found->second, 3);
  }
  // Before version 6000, materials, cameras and lights have plain records instead of properties.
  constexpr std::uint32_t kNamed = 6000;
  if (tree.version < kNamed && o.properties == kNone && o.record != kNone) {
    const std::uint32_t plain = tree.child(o.record, name);
    return plain == kNone ? std::span<const Value>() : tree.values_of(plain);
  }
  const auto own = property_in(o.properties, name);
  if (!own.empty() || o.template_ == kNone) return own;
  return property_in(templates[o.template_].properties, name);
}

double ObjectGraph::number(std::uint32_t object, std::string_view name, double absent) const {
  const auto values = property(object, name);
  if (values.empty() || !is_number(values[0])) return absent;
  const double number = number_of(values[0]);
  return std::abs(number) <= 1e30 ? number : absent;
}

std::int64_t ObjectGraph::integer(std::uint32_t object, std::string_view name, std::int64_t absent) const {
  const auto values = property(object, name);
  return values.empty() || !is_number(values[0]) ? absent : integer_of(values[0]);
}

Vec3d ObjectGraph::vector(std::uint32_t object, std::string_view name, const Vec3d& absent) const {
  const auto values = property(object, name);
  if (values.size() < 3) return absent;
  double v[3];
  for (std::size_t i = 0; i < 3; ++i) {
    if (!is_number(values[i])) return absent;
    v[i] = number_of(values[i]);
    if (!(std::abs(v[i]) <= 1e30)) return absent;
  }
  return {v[0], v[1], v[2]};
}

std::string_view ObjectGraph::text(std::uint32_t object, std::string_view name) const {
  const auto values = property(object, name);
  return values.empty() ? std::string_view() : tree.text_of(values[0]);
}

std::string ObjectGraph::label(std::uint32_t object) const {
  const Object& o = objects[object];
  if (object == 0) return {};
  // A part without a name uses the name of its owner.
  std::uint32_t named = object;
  for (int steps = 0; steps < 4 && objects[named].name.empty() && object + 1 < outgoing_begin_.size();
       ++steps) {
    const auto up = outgoing(named);
    if (up.empty() || connections[up[0]].parent == 0) break;
    named = connections[up[0]].parent;
  }
  if (named != object && !objects[named].name.empty())
    return fmt::format("{} of {} \"{}\"", o.class_name, objects[named].class_name,
                       std::string_view(objects[named].name).substr(0, 200));
  return fmt::format("{} \"{}\"", o.class_name, std::string_view(o.name).substr(0, 200));
}

std::string ObjectGraph::label(std::uint32_t object, std::string_view member) const {
  return fmt::format("{} of {}", member, label(object));
}

SourceSpot ObjectGraph::spot(std::uint32_t object) const {
  const std::uint32_t record = objects[object].record;
  if (record == kNone) return {tree.file, 0, {}, label(object)};
  return tree.spot_at(tree.records[record].byte, label(object));
}

}  // namespace skelter::fbx
