#include <cstring>
#include <string>

#include "formats/x/bytes/value.h"
#include "formats/x/tokens/binary_token.h"
#include "formats/x/tokens/sink.h"

namespace skelter::x {
namespace {

// Collects values of the same kind in one list; lists may extend across members.
class BinarySink : public Sink {
 public:
  void declare(const std::vector<XTemplate>& templates, std::uint32_t index) override {
    const XTemplate& declared = templates[index];
    token(binary_token::declare);
    name(declared.name);
    token(binary_token::open_brace);
    if (declared.guid) guid(*declared.guid);
    for (const XMember& member : declared.members) declare_member(templates, declared, member);
    if (declared.children == XTemplate::Children::open) {
      token(binary_token::open_bracket);
      for (int i = 0; i < 3; ++i) token(binary_token::dot);
      token(binary_token::close_bracket);
    }
    if (declared.children == XTemplate::Children::restricted) declare_allowed(declared);
    token(binary_token::close_brace);
  }

  void begin(std::string_view type, Identity identity) override {
    flush();
    name(type);
    if (!identity.name.empty()) name(identity.name);
    token(binary_token::open_brace);
    if (identity.guid != nullptr) guid(*identity.guid);
  }
  void end() override {
    flush();
    token(binary_token::close_brace);
  }
  void reference(Identity target) override {
    flush();
    token(binary_token::open_brace);
    if (!target.name.empty()) name(target.name);
    if (target.guid != nullptr) guid(*target.guid);
    token(binary_token::close_brace);
  }

  void integer(std::uint32_t value, std::string_view) override {
    if (list_kind_ != binary_token::integer_list) flush();
    list_kind_ = binary_token::integer_list;
    list_.push_back(value);
  }
  void real(float value, std::string_view) override {
    if (list_kind_ != binary_token::float_list) flush();
    list_kind_ = binary_token::float_list;
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    list_.push_back(bits);
  }
  void text(std::string_view value, std::string_view) override {
    flush();
    token(binary_token::string);
    counted(value);
    token(binary_token::semicolon);
  }
  std::vector<std::byte> finish() override { return std::move(bytes_); }

 private:
  void declare_member(const std::vector<XTemplate>& templates, const XTemplate& declared,
                      const XMember& member) {
    if (!member.dimensions.empty()) token(binary_token::array);
    if (member.nested) {
      name(templates[*member.nested].name);
    } else {
      u16(form_of(member.scalar).token);
    }
    name(member.name);
    for (const XDimension& dimension : member.dimensions) {
      token(binary_token::open_bracket);
      if (dimension.member) {
        name(declared.members[*dimension.member].name);
      } else {
        token(binary_token::integer);
        u32(dimension.literal);
      }
      token(binary_token::close_bracket);
    }
    token(binary_token::semicolon);
  }
  void declare_allowed(const XTemplate& declared) {
    token(binary_token::open_bracket);
    for (std::size_t i = 0; i < declared.allowed.size(); ++i) {
      if (i > 0) token(binary_token::comma);
      name(declared.allowed[i]);
    }
    token(binary_token::close_bracket);
  }

  void flush() {
    if (list_.empty()) return;
    token(list_kind_);
    u32(static_cast<std::uint32_t>(list_.size()));
    for (const std::uint32_t word : list_) u32(word);
    list_.clear();
  }
  void name(std::string_view text) {
    token(binary_token::name);
    counted(text);
  }
  void guid(const XGuid& value) {
    token(binary_token::guid);
    u32(value.a);
    u16(value.b);
    u16(value.c);
    for (const std::uint8_t byte : value.d) bytes_.push_back(std::byte{byte});
  }
  void counted(std::string_view text) {
    u32(static_cast<std::uint32_t>(text.size()));
    for (const char c : text) bytes_.push_back(static_cast<std::byte>(c));
  }
  void token(std::uint16_t value) { u16(value); }
  void u16(std::uint16_t value) {
    bytes_.push_back(static_cast<std::byte>(value & 0xFF));
    bytes_.push_back(static_cast<std::byte>(value >> 8));
  }
  void u32(std::uint32_t value) {
    u16(static_cast<std::uint16_t>(value & 0xFFFF));
    u16(static_cast<std::uint16_t>(value >> 16));
  }

  std::vector<std::byte> bytes_;
  std::uint16_t list_kind_ = binary_token::integer_list;
  std::vector<std::uint32_t> list_;
};

}  // namespace

std::unique_ptr<Sink> make_binary_sink() {
  return std::make_unique<BinarySink>();
}

}  // namespace skelter::x
