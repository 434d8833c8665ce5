#include <fmt/format.h>

#include <string>

#include "formats/x/bytes/value.h"
#include "formats/x/tokens/sink.h"

namespace skelter::x {
namespace {

class TextSink : public Sink {
 public:
  void declare(const std::vector<XTemplate>& templates, std::uint32_t index) override {
    const XTemplate& declared = templates[index];
    put(fmt::format("\ntemplate {} {{\n", declared.name));
    if (declared.guid) put(fmt::format(" <{}>\n", to_string(*declared.guid)));
    for (const XMember& member : declared.members) put(member_line(templates, declared, member));
    if (declared.children == XTemplate::Children::open) put(" [...]\n");
    if (declared.children == XTemplate::Children::restricted)
      put(fmt::format(" [{}]\n", fmt::join(declared.allowed, ", ")));
    put("}\n");
  }

  void begin(std::string_view type, Identity identity) override {
    end_line();
    if (depth_ == 0) put("\n");
    indent();
    put(type);
    if (!identity.name.empty()) {
      put(" ");
      put_name(identity.name);
    }
    put(" {\n");
    ++depth_;
    if (identity.guid != nullptr) {
      indent();
      put(fmt::format("<{}>\n", to_string(*identity.guid)));
    }
    at_line_start_ = true;
  }
  void end() override {
    end_line();
    --depth_;
    indent();
    put("}\n");
    at_line_start_ = true;
  }
  void reference(Identity target) override {
    end_line();
    indent();
    put("{ ");
    if (!target.name.empty()) {
      put_name(target.name);
      put(" ");
    }
    if (target.guid != nullptr) put(fmt::format("<{}> ", to_string(*target.guid)));
    put("}\n");
    at_line_start_ = true;
  }

  void integer(std::uint32_t value, std::string_view separator) override {
    before_value();
    const fmt::format_int digits(value);  // format_to would instantiate most of fmt here
    put({digits.data(), digits.size()});
    after_value(separator);
  }
  void real(float value, std::string_view separator) override {
    before_value();
    put_real(fmt::format("{}", value));
    after_value(separator);
  }
  void text(std::string_view value, std::string_view separator) override {
    before_value();
    put("\"");
    put(value);
    put("\"");
    after_value(separator);
  }
  std::vector<std::byte> finish() override {
    const auto* begin = reinterpret_cast<const std::byte*>(text_.data());
    return std::vector<std::byte>(begin, begin + text_.size());
  }

 private:
  static std::string member_line(const std::vector<XTemplate>& templates, const XTemplate& declared,
                                 const XMember& member) {
    const std::string_view type =
        member.nested ? std::string_view(templates[*member.nested].name) : form_of(member.scalar).keyword;
    std::string line = fmt::format(" {}{} {}", member.dimensions.empty() ? "" : "array ", type, member.name);
    for (const XDimension& dimension : member.dimensions)
      line += dimension.member ? fmt::format("[{}]", declared.members[*dimension.member].name)
                               : fmt::format("[{}]", dimension.literal);
    return line + ";\n";
  }

  void put(std::string_view text) { text_.append(text); }
  void put_name(std::string_view name) {
    if (text_fit(name) == NameFit::plain) {
      put(name);
    } else {
      put("\"");
      put(name);
      put("\"");
    }
  }
  // Writes the fewest digits that round-trip, always with a decimal point for old parsers.
  void put_real(std::string digits) {
    if (digits.find('.') == std::string::npos) {
      const std::size_t exponent = digits.find('e');
      digits.insert(exponent == std::string::npos ? digits.size() : exponent, ".0");
    }
    put(digits);
  }
  void indent() { text_.append(depth_, ' '); }
  void before_value() {
    if (at_line_start_) indent();
    at_line_start_ = false;
  }
  void after_value(std::string_view separator) {
    put(separator);
    if (separator.back() == '\n') at_line_start_ = true;
  }
  void end_line() {
    if (!at_line_start_) put("\n");
    at_line_start_ = true;
  }

  std::string text_ = "\n";  // ends the line of the file header
  std::size_t depth_ = 0;
  bool at_line_start_ = true;
};

}  // namespace

NameFit text_fit(std::string_view name) {
  if (name.find('"') != std::string_view::npos) return NameFit::impossible;
  if (name.find('\0') != std::string_view::npos) return NameFit::impossible;
  if (name.substr(0, 1) == "#" || name.substr(0, 1) == "/") return NameFit::quoted;
  for (const char c : name)
    if (static_cast<unsigned char>(c) <= ' ' ||
        std::string_view("{}[]()<>,;").find(c) != std::string_view::npos)
      return NameFit::quoted;
  return NameFit::plain;
}

std::unique_ptr<Sink> make_text_sink() {
  return std::make_unique<TextSink>();
}

}  // namespace skelter::x
