#pragma once
// What GltfReadOptions::check_all finds, as warnings, each place once: a broken buffer breaks the views and
// accessors on it, and what the reader has warned of is not told again.

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "formats/gltf/read/builder.h"

namespace skelter::gltf {

class Faults {
 public:
  explicit Faults(Builder& b) : b_(b) {
    for (const Diagnostic& entry : b.scene.diagnostics.entries())
      if (entry.severity != Severity::note) seen_.insert(entry.spot.object);
  }

  void add(std::string_view code, JsonValue at, std::string message) {
    add(b_.error(code, at, std::move(message)));
  }
  void missing(JsonValue at, std::string_view member, std::string_view expected) {
    add(b_.missing(at, member, expected));
  }
  void add(const Error& error) {
    if (seen_.insert(error.where.object).second)
      b_.scene.diagnostics.add(Severity::warning, error.code, error.where, error.message);
  }

  template <class Thing>
  void expect(const Result<Thing>& opened) {
    if (!opened) add(opened.error());
  }

 private:
  Builder& b_;
  std::set<std::string> seen_;  // places
};

// The JSON: types, ranges, what is missing or empty, extensions. Codes: gltf.schema, gltf.missing,
// gltf.index, gltf.extension-undeclared, gltf.extension-place; notes gltf.unknown-member.
void check_schema(Builder& b, Faults& faults);

// What the schema cannot say and reading does without: alignment, strides, bounds, attributes, roots of
// skins, cameras, lights, types of data.
void check_specification(Builder& b, Faults& faults);

}  // namespace skelter::gltf
