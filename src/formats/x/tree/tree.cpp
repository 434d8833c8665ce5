// What an XTree says about its objects.

#include <cstring>

#include "formats/x/bytes/value.h"
#include "formats/x/tree/describe_reference.h"
#include "skelter/formats/x/object_tree.h"

namespace skelter {
namespace {

// The scalars of an object in order, by its template's members; array sizes come from the data itself.
class Packer {
 public:
  Packer(const XTree& tree, const XObject& object)
      : tree_(tree), next_(static_cast<std::size_t>(object.first_word)), end_(next_ + object.word_count) {}

  std::vector<std::byte> pack(std::uint32_t type) {
    add_struct(tree_.templates[type]);
    return std::move(bytes_);
  }

 private:
  void add_struct(const XTemplate& declared) {
    std::vector<std::uint32_t> sizes(declared.members.size());
    for (std::size_t i = 0; i < declared.members.size() && next_ < end_; ++i) {
      const XMember& member = declared.members[i];
      std::uint64_t count = 1;
      for (const XDimension& dimension : member.dimensions)
        count *= dimension.member ? sizes[*dimension.member] : dimension.literal;
      sizes[i] = tree_.words[next_];
      // Elements without data would never end the loop.
      for (std::size_t before = next_; count != 0 && next_ < end_; --count, before = next_) {
        if (member.nested)
          add_struct(tree_.templates[*member.nested]);
        else
          add_scalar(member.scalar);
        if (next_ == before) break;
      }
    }
  }

  void add_scalar(XScalar scalar) {
    if (scalar == XScalar::string) {
      const std::string& text = tree_.strings[tree_.words[next_++]];
      const auto* const characters = reinterpret_cast<const std::byte*>(text.c_str());
      bytes_.insert(bytes_.end(), characters, characters + text.size() + 1);
      return;
    }
    const unsigned size = x::form_of(scalar).packed_bytes;
    const std::size_t at = bytes_.size();
    bytes_.resize(at + size);
    std::memcpy(bytes_.data() + at, tree_.words.data() + next_, size);
    next_ += x::words_per_scalar(scalar);
  }

  const XTree& tree_;
  std::size_t next_;
  std::size_t end_;
  std::vector<std::byte> bytes_;
};

}  // namespace

std::string XTree::label(std::uint32_t object) const {
  const XObject& wanted = objects[object];
  std::string text = wanted.reference ? x::describe_reference(wanted) : std::string(type_name(object));
  if (!wanted.reference && !wanted.name.empty()) return text + " " + wanted.name;
  for (std::uint32_t above = wanted.parent; above != kNone; above = objects[above].parent)
    if (!objects[above].name.empty())
      return text + " of " + templates[objects[above].type].name + " " + objects[above].name;
  return text;
}

SourceSpot XTree::spot(std::uint32_t object) const {
  const XObject& wanted = objects[object];
  SourceSpot spot{file, wanted.line, std::nullopt, label(object)};
  if (wanted.line == 0) spot.byte = wanted.byte;
  return spot;
}

std::vector<std::byte> XTree::packed(std::uint32_t object) const {
  const XObject& wanted = objects[object];
  if (wanted.reference) return {};
  return Packer(*this, wanted).pack(wanted.type);
}

}  // namespace skelter
