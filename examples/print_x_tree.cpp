// Prints any DirectX .x file as a tree: types, names, sizes, references, and the reader's diagnostics. It
// uses the generic layer of the reader, which handles templates and objects but no meshes.
//
//   print_x_tree walk.x
//   Frame Chest
//     FrameTransformMatrix: 64 bytes
//       frameMatrix.matrix[0] = 1
//       ...
//     Loot Prize: 21 bytes
//       item = "ring"
//       coins = 1001
//
// Long lists are truncated.

#include <cstdint>
#include <cstdio>
#include <string>
#include <variant>
#include <vector>

#include "skelter/formats/x/object_tree.h"
#include "skelter/system/file.h"

namespace {

std::string line_of(const skelter::XTree& tree, std::uint32_t index) {
  const skelter::XObject& object = tree.objects[index];
  if (object.reference) {
    const std::string known = object.target == skelter::kNone ? " (not in this file)" : "";
    return "-> " + (object.guid ? object.name + "<" + to_string(*object.guid) + ">" : object.name) + known;
  }
  std::string line(tree.type_name(index));
  if (!object.name.empty()) line += " " + object.name;
  if (object.guid) line += " <" + to_string(*object.guid) + ">";
  if (object.word_count != 0) line += ": " + std::to_string(tree.packed(index).size()) + " bytes";
  return line;
}

std::string value_of(const skelter::XField& field) {
  if (const auto* text = std::get_if<std::string>(&field.value)) return '"' + *text + '"';
  char number[32];
  if (const auto* real = std::get_if<double>(&field.value))
    std::snprintf(number, sizeof(number), "%g", *real);
  else if (const auto* whole = std::get_if<std::int64_t>(&field.value))
    std::snprintf(number, sizeof(number), "%lld", static_cast<long long>(*whole));
  else
    std::snprintf(number, sizeof(number), "%llu",
                  static_cast<unsigned long long>(std::get<std::uint64_t>(field.value)));
  return number;
}

// Prints each number or text of an object, with its name in the template.
void print_fields(const skelter::XTree& tree, std::uint32_t object, int depth) {
  constexpr std::size_t kShown = 8;
  const std::vector<skelter::XField> fields = tree.fields(object);
  for (std::size_t i = 0; i < fields.size() && i < kShown; ++i)
    std::printf("%*s%s = %s\n", 2 * depth, "", fields[i].name.c_str(), value_of(fields[i]).c_str());
  if (fields.size() > kShown) std::printf("%*s... %zu more\n", 2 * depth, "", fields.size() - kShown);
}

// The children of an object follow it, up to its `subtree_end`. The `subtree_end` of a child is the index of
// the next child.
void print_objects(const skelter::XTree& tree, std::uint32_t first, std::uint32_t end, int depth) {
  for (std::uint32_t i = first; i < end; i = tree.objects[i].subtree_end) {
    std::printf("%*s%s\n", 2 * depth, "", line_of(tree, i).c_str());
    print_fields(tree, i, depth + 1);
    print_objects(tree, i + 1, tree.objects[i].subtree_end, depth + 1);
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: print_x_tree FILE.x\n");
    return 2;
  }
  const auto bytes = skelter::read_file(arguments[1]);
  if (!bytes) {
    std::fprintf(stderr, "%s\n", to_string(bytes.error()).c_str());
    return 1;
  }
  skelter::Diagnostics diagnostics;
  const auto tree = skelter::read_x_tree(*bytes, arguments[1], {}, diagnostics);
  for (const skelter::Diagnostic& entry : diagnostics.entries())
    std::fprintf(stderr, "%s: %s\n", std::string(to_text(entry.severity)).c_str(), to_string(entry).c_str());
  if (!tree) {
    std::fprintf(stderr, "%s\n", to_string(tree.error()).c_str());
    return 1;
  }
  print_objects(*tree, 0, static_cast<std::uint32_t>(tree->objects.size()), 0);
  return 0;
}
