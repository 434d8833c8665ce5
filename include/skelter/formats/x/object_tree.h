#pragma once
// The generic layer of the .x reader: any .x file as a tree of typed data objects, independent of meshes.
// Useful by itself for files with custom templates: open the file, walk the objects, read their members.
//
//   skelter::Diagnostics notes;
//   auto tree = skelter::read_x_tree(bytes, "any.x", {}, notes);
//   if (!tree) { puts(to_string(tree.error()).c_str()); return; }
//   for (std::uint32_t i = 0; i < tree->objects.size(); i = tree->objects[i].subtree_end)   // top level
//     puts(tree->label(i).c_str());

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/core/diagnostics.h"
#include "skelter/core/none.h"
#include "skelter/core/read_options.h"
#include "skelter/core/result.h"
#include "skelter/formats/x/encoding.h"

namespace skelter {

struct XGuid {
  std::uint32_t a = 0;
  std::uint16_t b = 0, c = 0;
  std::array<std::uint8_t, 8> d{};
  friend bool operator==(const XGuid&, const XGuid&) = default;
};
std::string to_string(const XGuid& guid);  // "3d82ab46-62da-11cf-ab39-0020af71e433"

struct XTemplate;

// A data object or a reference to a data object. Objects are in file order, children after their parent: the
// descendants of object i are the objects from i + 1 to objects[i].subtree_end.
struct XObject {
  std::uint32_t type = 0;        // index into XTree::templates; for references 0
  bool reference = false;        // `{ name }`, `{ <guid> }`, `{ name <guid> }`
  std::uint32_t target = kNone;  // references: the object, never a reference; kNone: not found
  std::uint32_t parent = kNone;
  std::uint32_t subtree_end = 0;
  std::string name;              // "" if it has none; references: the name of the target
  std::optional<XGuid> guid;     // GUID of the object; references: the GUID of the target
  std::uint64_t first_word = 0;  // its data in XTree::words
  std::uint32_t word_count = 0;
  std::uint32_t line = 0;  // text: 1-based line of its first token; binary: 0
  std::uint64_t byte = 0;  // offset of its first token in the (inflated) data
};

// One number or text of an object's data. CHAR, SWORD and the other integers of up to 32 bits are int64_t,
// ULONGLONG is uint64_t, FLOAT and DOUBLE are double.
struct XField {
  std::string name;  // name in the template, with its path: "health", "drops[2].chance"
  std::variant<std::int64_t, std::uint64_t, double, std::string> value;
};

// The whole file. Every scalar occupies one 32-bit word: integers unchanged (signed ones in two's
// complement), FLOAT as its bits, STRING as an index into `strings`. DOUBLE and ULONGLONG occupy two words,
// low word first. Arrays and nested templates are stored without gaps.
struct XTree {
  XTree();
  XTree(const XTree&);
  XTree(XTree&&) noexcept;
  XTree& operator=(const XTree&);
  XTree& operator=(XTree&&) noexcept;
  ~XTree();

  std::string file;
  XEncoding encoding = XEncoding::text;
  std::uint16_t version = 303;       // from the header: 302 or 303
  std::uint8_t float_bits = 32;      // from the header: 32 or 64; only used in binary files
  std::vector<XTemplate> templates;  // standard ones first, then the file's own; used by the reader
  std::vector<XObject> objects;
  std::vector<std::uint32_t> words;
  std::vector<std::string> strings;

  // The object's template: its name, and its GUID if it has one.
  std::string_view type_name(std::uint32_t object) const;
  std::optional<XGuid> type_guid(std::uint32_t object) const;
  // "SkinWeights Hip"; for unnamed objects the type and the nearest named ancestor: "MeshNormals of Mesh
  // Body".
  std::string label(std::uint32_t object) const;
  // Location of the object, for messages; spot.object is label().
  SourceSpot spot(std::uint32_t object) const;
  // The data in D3DX's layout: WORD two bytes, DWORD and FLOAT four, DOUBLE eight, no padding; strings are
  // NUL-terminated.
  std::vector<std::byte> packed(std::uint32_t object) const;
  // The data as scalars with their names, in template order; empty for references. Arrays of several
  // dimensions are numbered consecutively, the last dimension fastest: the second row of `m[4][4]` is m[4] to
  // m[7].
  std::vector<XField> fields(std::uint32_t object) const;
};

// Reads all four encodings. Objects of unknown templates are skipped and counted in `diagnostics`. References
// are resolved file-wide after reading; a reference to the object itself or to an ancestor is an error. Cost:
// linear in the file size. Only the limits and the code page of `options` apply. `strict`: accept only what
// D3DX accepts. Errors: bad_data, limit_exceeded. Safe on any bytes.
Result<XTree> read_x_tree(ByteSpan bytes, const std::string& file, const ReadOptions& options,
                          Diagnostics& diagnostics, bool strict = false);

}  // namespace skelter
