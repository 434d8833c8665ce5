#pragma once
// Layout: a template compiled into a few steps, so that reading an object's data runs in tight loops. For
// example, Material is one run of eleven floats, and Mesh is "count, that many times 3 floats, count, that
// many MeshFaces".

#include <cstdint>
#include <vector>

#include "formats/x/tree/x_template.h"
#include "skelter/formats/x/object_tree.h"

namespace skelter::x {

struct LayoutStep {
  enum class Kind : std::uint8_t {
    scalars,        // `count` scalars of one kind
    size,           // a DWORD that later members use as a dimension, stored in register `store`
    sized_scalars,  // a size, then `count` scalars: the most common pair, in one step
    structs,        // `count` times the layout of template `nested`
  };
  Kind kind = Kind::scalars;
  XScalar scalar = XScalar::dword;
  bool tick = false;          // a key time, which may have a fraction in text files
  std::uint32_t store = 0;    // size, sized_scalars
  std::uint32_t nested = 0;   // structs: index into XTree::templates
  std::uint64_t literal = 1;  // count = literal * product of the registers
  std::vector<std::uint32_t> registers;
};

struct Layout {
  std::vector<LayoutStep> steps;
  std::uint32_t registers = 0;
  std::uint64_t min_scalars = 0;  // minimum number of scalars in every object
  std::uint32_t depth = 1;        // nesting depth of templates
  bool opaque = false;            // restriction BINARY: the data cannot be read
};

inline constexpr std::uint64_t kCountCap = std::uint64_t{1} << 62;  // larger products are capped
inline std::uint64_t capped_product(std::uint64_t a, std::uint64_t b) {
  if (((a | b) >> 31) == 0) return a * b;  // the usual case, without a division
  if (a != 0 && b > kCountCap / a) return kCountCap;
  return a * b;
}

// Templates nested deeper than this are rejected, because reading them recurses. Real templates are at most
// three deep.
inline constexpr std::uint32_t kMaxTemplateDepth = 8;

// `layouts[i]` belongs to template i. Members of `declared` may refer only to templates in `layouts`.
Layout compile_layout(const XTemplate& declared, const std::vector<Layout>& layouts);

}  // namespace skelter::x
