// Reads arbitrary bytes as a tree of data objects, in both modes. Spans must be in range and labels
// printable.

#include <cstdint>
#include <cstdlib>

#include "skelter/formats/x/object_tree.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const bool strict = size % 8 == 7;  // depends on the size, so that unmodified .x files can serve as seeds
  const skelter::ByteSpan bytes(reinterpret_cast<const std::byte*>(data), size);
  skelter::Diagnostics diagnostics;
  const auto tree = skelter::read_x_tree(bytes, "fuzz.x", {}, diagnostics, strict);
  if (!tree) return 0;
  for (std::uint32_t i = 0; i < tree->objects.size(); ++i) {
    const skelter::XObject& object = tree->objects[i];
    if (object.first_word + object.word_count > tree->words.size()) std::abort();
    if (object.subtree_end <= i || object.subtree_end > tree->objects.size()) std::abort();
    if (object.target != skelter::kNone && object.target >= tree->objects.size()) std::abort();
    if (i < 64) {
      tree->label(i);
      if (!object.reference) tree->packed(i);
    }
  }
  return 0;
}
