// Describes the objects of an XTree.

#include <cstring>
#include <utility>

#include "formats/x/bytes/value.h"
#include "formats/x/tree/describe_reference.h"
#include "formats/x/tree/x_template.h"
#include "skelter/formats/x/object_tree.h"

namespace skelter {
namespace {

// Visits the scalars of an object in the order of its template's members; array sizes come from the data.
// The visitor is called for every element of a member: enter(member, index), scalar(form, word), leave().
template <class Visitor>
class ScalarWalk {
 public:
  ScalarWalk(const XTree& tree, const XObject& object, Visitor& visitor)
      : tree_(tree),
        visitor_(visitor),
        next_(static_cast<std::size_t>(object.first_word)),
        end_(next_ + object.word_count) {
    walk_struct(tree_.templates[object.type]);
  }

 private:
  void walk_struct(const XTemplate& declared) {
    std::vector<std::uint32_t> sizes(declared.members.size());
    for (std::size_t i = 0; i < declared.members.size() && next_ < end_; ++i) {
      const XMember& member = declared.members[i];
      std::uint64_t count = 1;
      for (const XDimension& dimension : member.dimensions)
        count *= dimension.member ? sizes[*dimension.member] : dimension.literal;
      sizes[i] = tree_.words[next_];
      for (std::uint64_t index = 0; index < count && next_ < end_; ++index) {
        const std::size_t before = next_;
        visitor_.enter(member, index);
        if (member.nested) {
          walk_struct(tree_.templates[*member.nested]);
        } else {
          visitor_.scalar(member.scalar, next_);
          next_ += x::words_per_scalar(member.scalar);
        }
        visitor_.leave();
        // Without this, elements that contain no data would cause an endless loop.
        if (next_ == before) break;
      }
    }
  }

  const XTree& tree_;
  Visitor& visitor_;
  std::size_t next_;
  std::size_t end_;
};

struct Packer {
  void enter(const XMember&, std::uint64_t) {}
  void leave() {}
  void scalar(XScalar scalar, std::size_t word) {
    if (scalar == XScalar::string) {
      const std::string& text = tree.strings[tree.words[word]];
      const auto* const characters = reinterpret_cast<const std::byte*>(text.c_str());
      bytes.insert(bytes.end(), characters, characters + text.size() + 1);
      return;
    }
    const unsigned size = x::form_of(scalar).packed_bytes;
    const std::size_t at = bytes.size();
    bytes.resize(at + size);
    std::memcpy(bytes.data() + at, tree.words.data() + word, size);
  }

  const XTree& tree;
  std::vector<std::byte> bytes{};
};

struct FieldLister {
  void enter(const XMember& member, std::uint64_t index) {
    lengths.push_back(name.size());
    if (!name.empty()) name += '.';
    name += member.name;
    if (!member.dimensions.empty()) name += "[" + std::to_string(index) + "]";
  }
  void leave() {
    name.resize(lengths.back());
    lengths.pop_back();
  }
  void scalar(XScalar scalar, std::size_t word) { fields.push_back({name, value(scalar, word)}); }

  decltype(XField::value) value(XScalar scalar, std::size_t at) const {
    const std::uint32_t word = tree.words[at];
    switch (scalar) {
      case XScalar::string:
        return tree.strings[word];
      case XScalar::float32:
        return double{__builtin_bit_cast(float, word)};
      case XScalar::float64:
        return __builtin_bit_cast(double, two_words(at));
      case XScalar::ulonglong:
        return two_words(at);
      case XScalar::character:
      case XScalar::sword:
      case XScalar::sdword:
        return std::int64_t{static_cast<std::int32_t>(word)};
      default:
        return std::int64_t{word};
    }
  }
  std::uint64_t two_words(std::size_t low) const {
    return tree.words[low] | std::uint64_t{tree.words[low + 1]} << 32;
  }

  const XTree& tree;
  std::string name{};
  std::vector<std::size_t> lengths{};  // lengths of the enclosing names
  std::vector<XField> fields{};
};

}  // namespace

std::string_view XTree::type_name(std::uint32_t object) const {
  return templates[objects[object].type].name;
}

std::optional<XGuid> XTree::type_guid(std::uint32_t object) const {
  return templates[objects[object].type].guid;
}

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
  Packer packer{*this};
  if (!objects[object].reference) ScalarWalk(*this, objects[object], packer);
  return std::move(packer.bytes);
}

std::vector<XField> XTree::fields(std::uint32_t object) const {
  FieldLister lister{*this};
  if (!objects[object].reference) ScalarWalk(*this, objects[object], lister);
  return std::move(lister.fields);
}

}  // namespace skelter
