// Validates a document against the tables of schema.h: types, ranges, missing members, empty lists,
// undeclared extensions.

#include "formats/gltf/read/schema.h"

#include <algorithm>
#include <set>
#include <utility>

#include "formats/gltf/read/faults.h"

namespace skelter::gltf {
namespace {

class SchemaCheck {
 public:
  SchemaCheck(Builder& b, Faults& faults) : b_(b), faults_(faults) {
    for (JsonValue name = b.root["extensionsUsed"].first(); name; name = name.next())
      declared_.insert(name.text());
  }

  void object(JsonValue at, const Kind& kind) {
    for (const Member& member : kind.members) {
      if (const JsonValue value = at[member.name])
        check(value, member);
      else if (member.required)
        faults_.missing(at, member.name, fmt::format("{} to have it", kind.name));
    }
    for (JsonValue value = at.first(); value; value = value.next()) unlisted(value, kind);
  }

 private:
  void fault(JsonValue at, std::string message) { faults_.add("gltf.schema", at, std::move(message)); }
  bool expect(JsonValue at, bool fine, std::string_view expected) {
    if (!fine) fault(at, fmt::format("{}; expected {}", to_text(at.kind()), expected));
    return fine;
  }

  // Handles members that are not in the tables.
  void unlisted(JsonValue at, const Kind& kind) {
    const std::string_view name = at.name();
    if (name == "extras") return;
    if (name == "extensions") {
      if (!expect(at, at.is(JsonKind::object), "an object")) return;
      for (JsonValue one = at.first(); one; one = one.next()) extension(one, kind);
      return;
    }
    if (std::none_of(kind.members.begin(), kind.members.end(),
                     [&](const Member& member) { return member.name == name; }))
      b_.note(
          "gltf.unknown-member", at,
          fmt::format("not a member of {} in glTF 2.0; expected below `extras` or `extensions`", kind.name));
  }

  void extension(JsonValue at, const Kind& kind) {
    if (!expect(at, at.is(JsonKind::object), "an object")) return;
    if (declared_.count(at.name()) == 0)
      return faults_.add("gltf.extension-undeclared", at, "missing from `extensionsUsed`");
    bool known = false;
    for (const ExtensionLocation& place : extension_places()) {
      if (place.extension != at.name()) continue;
      known = true;
      if (place.at != &kind) continue;
      if (place.is != nullptr) object(at, *place.is);
      return;
    }
    if (known) faults_.add("gltf.extension-place", at, fmt::format("does not belong to {}", kind.name));
  }

  void check(JsonValue at, const Member& member) {
    switch (member.is) {
      case Is::flag:
        expect(at, at.is(JsonKind::boolean), "true or false");
        return;
      case Is::text:
        if (expect(at, at.is(JsonKind::text), "a string") && !among(at.text(), member.choices))
          fault(at, fmt::format("\"{}\"; expected {}", at.text(), choices(member)));
        return;
      case Is::number:
        return number(at, member);
      case Is::whole:
        return whole(at, member);
      case Is::index:
        return index(at, member);
      case Is::object:
        if (expect(at, at.is(JsonKind::object), "an object")) object(at, *member.of);
        return;
      case Is::attributes:
        return attributes(at);
      default:
        return list(at, member);
    }
  }

  static bool among(std::string_view text, std::string_view choices) {
    while (!choices.empty()) {
      const std::size_t end = std::min(choices.find('|'), choices.size());
      if (choices.substr(0, end) == text) return true;
      choices.remove_prefix(std::min(end + 1, choices.size()));
      if (choices.empty()) return false;
    }
    return true;  // no choices given
  }
  static std::string choices(const Member& member) {
    std::string text(member.choices);
    for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
      text.replace(at, 1, ", ");
    return "one of " + text;
  }

  void number(JsonValue at, const Member& member) {
    if (!expect(at, at.is_number(), "a number")) return;
    const double value = at.number();
    if (value > member.least || (value == member.least && !member.above)) {
      if (value > member.most) fault(at, fmt::format("{}; expected at most {}", value, member.most));
    } else {
      fault(at, fmt::format("{}; expected {} {}", value, member.above ? "above" : "at least", member.least));
    }
  }

  void whole(JsonValue at, const Member& member) {
    std::uint64_t count = 0;
    if (!expect(at, at.is_number(), "an integer")) return;
    if (!at.to_count(count)) return fault(at, fmt::format("{}; expected an integer from 0", at.number()));
    if (member.choices.empty()) return number(at, member);
    if (!among(std::to_string(count), member.choices))
      fault(at, fmt::format("{}; expected {}", count, choices(member)));
  }

  void index(JsonValue at, const Member& member) {
    if (const auto found = b_.to_index(at, size_of_list(member.list), name_of(member.list)); !found)
      faults_.add(found.error());
  }

  void attributes(JsonValue at) {
    if (!expect(at, at.is(JsonKind::object), "an object")) return;
    if (at.size() == 0) fault(at, "empty; expected at least one attribute");
    for (JsonValue value = at.first(); value; value = value.next())
      if (const auto found = b_.to_index(value, b_.accessors.size(), "accessor"); !found)
        faults_.add(found.error());
  }

  void list(JsonValue at, const Member& member) {
    if (!expect(at, at.is(JsonKind::array), "an array")) return;
    if (at.size() == 0) return fault(at, "empty; expected at least one element, or no member of this name");
    if (member.is == Is::numbers && member.size != 0 && at.size() != member.size)
      return fault(at, fmt::format("{} elements; expected {}", at.size(), member.size));
    for (JsonValue value = at.first(); value; value = value.next()) element(value, member);
    if (member.is == Is::indices) all_different<double>(at, [](JsonValue value) { return value.number(); });
    if (member.is == Is::texts)
      all_different<std::string_view>(at, [](JsonValue value) { return value.text(); });
  }

  void element(JsonValue at, const Member& member) {
    if (member.is == Is::numbers) return number(at, member);
    if (member.is == Is::indices) return index(at, member);
    if (member.is == Is::attributes_list) return attributes(at);
    if (member.is == Is::texts) {
      expect(at, at.is(JsonKind::text), "a string");
      return;
    }
    if (expect(at, at.is(JsonKind::object), "an object")) object(at, *member.of);
  }

  template <class Key, class KeyOf>
  void all_different(JsonValue list, KeyOf key_of) {
    std::set<Key> seen;
    for (JsonValue value = list.first(); value; value = value.next())
      if (!seen.insert(key_of(value)).second) fault(value, "listed twice");
  }

  std::size_t size_of_list(List list) const {
    const std::size_t sizes[] = {
        0,
        b_.accessors.size(),
        b_.buffers.size(),
        b_.views.size(),
        b_.cameras.size(),
        b_.root["images"].size(),
        b_.lights.size(),
        b_.root["materials"].size(),
        b_.meshes.size(),
        b_.nodes.size(),
        b_.root["samplers"].size(),
        b_.root["scenes"].size(),
        b_.skins.size(),
        b_.root["textures"].size(),
        Builder::extension(b_.root, "KHR_materials_variants")["variants"].size(),
    };
    return sizes[static_cast<std::size_t>(list)];
  }
  static std::string_view name_of(List list) {
    constexpr std::string_view kNames[] = {"",        "accessor", "buffer",   "buffer view", "camera",
                                           "image",   "light",    "material", "mesh",        "node",
                                           "sampler", "scene",    "skin",     "texture",     "variant"};
    return kNames[static_cast<std::size_t>(list)];
  }

  Builder& b_;
  Faults& faults_;
  std::set<std::string_view> declared_;
};

}  // namespace

void check_schema(Builder& b, Faults& faults) {
  SchemaCheck(b, faults).object(b.root, kRootKind);
}

}  // namespace skelter::gltf
