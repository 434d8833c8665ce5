#pragma once
// Collects the findings of GltfReadOptions::check_all as warnings, one per location, because a broken buffer
// also breaks its views and accessors. Warnings that the reader has already reported are not repeated.

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
  std::set<std::string> seen_;  // JSON pointers
};

// Checks the JSON: types, ranges, missing or empty members, extensions. Codes: gltf.schema, gltf.missing,
// gltf.index, gltf.extension-undeclared, gltf.extension-place; notes gltf.unknown-member.
void check_schema(Builder& b, Faults& faults);

// Checks rules that the schema cannot express and the reader does not depend on: alignment, strides, bounds,
// attributes, roots of skins, cameras, lights, data types.
void check_specification(Builder& b, Faults& faults);

}  // namespace skelter::gltf
