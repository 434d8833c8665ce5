#pragma once
// Layout: a template compiled into a few steps, so that reading an object's data runs in tight loops:
// Material is one run of eleven floats, Mesh is "count, that many times 3 floats, count, that many
// MeshFaces".

#include <cstdint>
#include <vector>

#include "skelter/formats/x/object_tree.h"

namespace skelter::x {

struct LayoutStep {
  enum class Kind : std::uint8_t {
    scalars,        // `count` scalars of one kind
    size,           // one DWORD that later members use as their dimension, kept in register `store`
    sized_scalars,  // a size, then `count` scalars: the commonest pair, in one step
    structs,        // `count` times the layout of template `nested`
  };
  Kind kind = Kind::scalars;
  XScalar scalar = XScalar::dword;
  bool tick = false;          // a key time: text files may give it a fraction
  std::uint32_t store = 0;    // size, sized_scalars
  std::uint32_t nested = 0;   // structs: index into XTree::templates
  std::uint64_t literal = 1;  // count = literal * product of the registers
  std::vector<std::uint32_t> registers;
};

struct Layout {
  std::vector<LayoutStep> steps;
  std::uint32_t registers = 0;
  std::uint64_t min_scalars = 0;  // every object has at least so many
  std::uint32_t depth = 1;        // how deep templates are nested
  bool opaque = false;            // its data cannot be read (restriction BINARY)
};

inline constexpr std::uint64_t kCountCap = std::uint64_t{1} << 62;  // larger products stay there
inline std::uint64_t capped_product(std::uint64_t a, std::uint64_t b) {
  if (((a | b) >> 31) == 0) return a * b;  // nearly always, and without a division
  if (a != 0 && b > kCountCap / a) return kCountCap;
  return a * b;
}

// Templates in templates beyond this are refused: reading them recurses. Real ones are three deep.
inline constexpr std::uint32_t kMaxTemplateDepth = 8;

// `layouts[i]` belongs to template i; the members of `declared` refer to these only.
Layout compile_layout(const XTemplate& declared, const std::vector<Layout>& layouts);

}  // namespace skelter::x
