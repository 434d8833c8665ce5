#include "formats/x/read/scene_builder.h"

#include <fmt/format.h>

#include <cstring>

namespace skelter::x {
namespace {

std::uint64_t bytes_held(const XTree& tree) {
  std::uint64_t bytes = tree.words.capacity() * sizeof(std::uint32_t) +
                        tree.objects.capacity() * sizeof(XObject) +
                        tree.strings.capacity() * sizeof(std::string);
  for (const std::string& text : tree.strings) bytes += text.size();
  for (const XObject& object : tree.objects) bytes += object.name.size();
  return bytes;
}

}  // namespace

SceneBuilder::SceneBuilder(const XTree& tree_in, const ReadOptions& shared_in, const XReadOptions& options_in,
                           std::uint64_t file_bytes)
    : tree(tree_in),
      shared(shared_in),
      options(options_in),
      index_of_object(tree_in.objects.size(), kNone),
      kinds_(kinds_of_templates(tree_in)),
      budget_(shared_in.limits, file_bytes) {
  // The tree was read under the same limit, so this amount is normally available.
  const bool taken = budget_.take(bytes_held(tree) + index_of_object.size() * sizeof(std::uint32_t));
  if (!taken) (void)budget_.take(budget_.limit());
}

const std::string& SceneBuilder::string_at(std::uint32_t word) const {
  static const std::string kEmpty;
  return word < tree.strings.size() ? tree.strings[word] : kEmpty;
}

Result<void> SceneBuilder::take_memory(std::uint32_t object, std::uint64_t count, std::uint64_t size) {
  if (count <= UINT64_MAX / size && budget_.take(count * size)) return {};
  return memory_error(object);
}

Error SceneBuilder::memory_error(std::uint32_t object) const {
  return error("x.memory-limit", object,
               "needs more memory than the limit of " + std::to_string(budget_.limit()) + " bytes allows",
               Status::limit_exceeded);
}

Result<void> SceneBuilder::count_reference(std::uint32_t object) {
  if (!tree.objects[object].reference) return {};
  const std::uint32_t target = tree.objects[object].target;
  if (target == kNone) return {};
  std::uint64_t bytes = 0;
  const std::uint32_t end = tree.objects[target].subtree_end;
  for (std::uint32_t o = target; o < end; ++o) {
    bytes += sizeof(XObject) + std::uint64_t{tree.objects[o].word_count} * sizeof(std::uint32_t);
    if (tree.objects[o].reference) continue;
    const Kind k = kinds_[tree.objects[o].type];
    if (k == Kind::texture_filename || k == Kind::effect_instance || k == Kind::effect_string)
      for (const std::uint32_t word : words(o)) bytes += string_at(word).size();
  }
  return take_memory(object, bytes, 1);
}

std::uint64_t copy_finite(Words words, float* out) {
  if (words.empty()) return 0;  // `out` may be null here, which memcpy does not allow
  std::memcpy(out, words.data(), words.size_bytes());
  std::uint32_t any = 0;
  for (const std::uint32_t word : words) any |= static_cast<std::uint32_t>(is_not_finite(word));
  if (any == 0) return 0;
  std::uint64_t replaced = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!is_not_finite(words[i])) continue;
    out[i] = 0;
    ++replaced;
  }
  return replaced;
}

void warn_not_finite(SceneBuilder& builder, std::uint32_t object, std::uint64_t count) {
  if (count == 0) return;
  builder.warn("x.not-finite", object, "number that is not finite; treated as 0", count);
}

std::string counted(std::uint64_t count, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", count, count == 1 ? singular : plural);
}

}  // namespace skelter::x
