#include <cstring>
#include <string>

#include "formats/x/sink.h"

namespace skelter::x {
namespace {

enum class TokenCode : std::uint16_t {
  name = 1,
  string = 2,
  integer = 3,
  guid = 5,
  integer_list = 6,
  float_list = 7,
  open_brace = 10,
  close_brace = 11,
  open_bracket = 14,
  close_bracket = 15,
  dot = 18,
  comma = 19,
  semicolon = 20,
  declare = 31,  // the word "template"
  array = 52,
};

std::uint16_t scalar_token(XScalar scalar) {
  switch (scalar) {
    case XScalar::word:
      return 40;
    case XScalar::dword:
      return 41;
    case XScalar::float32:
      return 42;
    case XScalar::float64:
      return 43;
    case XScalar::character:
      return 44;
    case XScalar::uchar:
      return 45;
    case XScalar::sword:
      return 46;
    case XScalar::sdword:
      return 47;
    case XScalar::string:
      return 49;
    case XScalar::ulonglong:
      break;
  }
  return 0;
}

// Values gather in lists as long as their kind stays the same; lists may run over the borders of members.
class BinarySink : public Sink {
 public:
  void declare(const std::vector<XTemplate>& templates, std::uint32_t index) override {
    const XTemplate& declared = templates[index];
    token(TokenCode::declare);
    name(declared.name);
    token(TokenCode::open_brace);
    if (declared.guid) guid(*declared.guid);
    for (const XMember& member : declared.members) declare_member(templates, declared, member);
    if (declared.children == XTemplate::Children::open) {
      token(TokenCode::open_bracket);
      for (int i = 0; i < 3; ++i) token(TokenCode::dot);
      token(TokenCode::close_bracket);
    }
    if (declared.children == XTemplate::Children::restricted) declare_allowed(declared);
    token(TokenCode::close_brace);
  }

  void begin(std::string_view type, Identity identity) override {
    flush();
    name(type);
    if (!identity.name.empty()) name(identity.name);
    token(TokenCode::open_brace);
    if (identity.guid != nullptr) guid(*identity.guid);
  }
  void end() override {
    flush();
    token(TokenCode::close_brace);
  }
  void reference(Identity target) override {
    flush();
    token(TokenCode::open_brace);
    if (!target.name.empty()) name(target.name);
    if (target.guid != nullptr) guid(*target.guid);
    token(TokenCode::close_brace);
  }

  void integer(std::uint32_t value, std::string_view) override {
    if (list_kind_ != TokenCode::integer_list) flush();
    list_kind_ = TokenCode::integer_list;
    list_.push_back(value);
  }
  void real(float value, std::string_view) override {
    if (list_kind_ != TokenCode::float_list) flush();
    list_kind_ = TokenCode::float_list;
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    list_.push_back(bits);
  }
  void text(std::string_view value, std::string_view) override {
    flush();
    token(TokenCode::string);
    counted(value);
    token(TokenCode::semicolon);
  }
  std::vector<std::byte> finish() override { return std::move(bytes_); }

 private:
  void declare_member(const std::vector<XTemplate>& templates, const XTemplate& declared,
                      const XMember& member) {
    if (!member.dimensions.empty()) token(TokenCode::array);
    if (member.nested) {
      name(templates[*member.nested].name);
    } else {
      u16(scalar_token(member.scalar));
    }
    name(member.name);
    for (const XDimension& dimension : member.dimensions) {
      token(TokenCode::open_bracket);
      if (dimension.member) {
        name(declared.members[*dimension.member].name);
      } else {
        token(TokenCode::integer);
        u32(dimension.literal);
      }
      token(TokenCode::close_bracket);
    }
    token(TokenCode::semicolon);
  }
  void declare_allowed(const XTemplate& declared) {
    token(TokenCode::open_bracket);
    for (std::size_t i = 0; i < declared.allowed.size(); ++i) {
      if (i > 0) token(TokenCode::comma);
      name(declared.allowed[i]);
    }
    token(TokenCode::close_bracket);
  }

  void flush() {
    if (list_.empty()) return;
    token(list_kind_);
    u32(static_cast<std::uint32_t>(list_.size()));
    for (const std::uint32_t word : list_) u32(word);
    list_.clear();
  }
  void name(std::string_view text) {
    token(TokenCode::name);
    counted(text);
  }
  void guid(const XGuid& value) {
    token(TokenCode::guid);
    u32(value.a);
    u16(value.b);
    u16(value.c);
    for (const std::uint8_t byte : value.d) bytes_.push_back(std::byte{byte});
  }
  void counted(std::string_view text) {
    u32(static_cast<std::uint32_t>(text.size()));
    for (const char c : text) bytes_.push_back(static_cast<std::byte>(c));
  }
  void token(TokenCode value) { u16(static_cast<std::uint16_t>(value)); }
  void u16(std::uint16_t value) {
    bytes_.push_back(static_cast<std::byte>(value & 0xFF));
    bytes_.push_back(static_cast<std::byte>(value >> 8));
  }
  void u32(std::uint32_t value) {
    u16(static_cast<std::uint16_t>(value & 0xFFFF));
    u16(static_cast<std::uint16_t>(value >> 16));
  }

  std::vector<std::byte> bytes_;
  TokenCode list_kind_ = TokenCode::integer_list;
  std::vector<std::uint32_t> list_;
};

}  // namespace

std::unique_ptr<Sink> make_binary_sink() {
  return std::make_unique<BinarySink>();
}

}  // namespace skelter::x
