#pragma once
// Reads binary files as tokens of the text grammar, and lists of numbers directly into words.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "formats/x/tokens/token.h"
#include "formats/x/tree/x_template.h"
#include "skelter/core/bytes.h"

namespace skelter::x {

class BinaryLexer {
 public:
  static constexpr bool kText = false;
  static constexpr std::uint64_t kMinScalarBytes = 4;  // minimum file bytes per scalar
  static constexpr std::uint64_t kUsualBytesPerWord = 4;

  // `bytes` is the whole inflated file and must outlive the lexer. The tokens begin at `body`.
  // `float_bits`: 32 or 64, the size of the numbers in float lists.
  BinaryLexer(ByteSpan bytes, std::size_t body, unsigned float_bits)
      : bytes_(bytes), at_(body), list_float_(float_bits == 64 ? ListKind::float64 : ListKind::float32) {}

  Token next();
  std::size_t offset() const { return at_; }
  // `offset` must be the start of a token.
  void rewind(std::size_t offset) {
    at_ = offset;
    list_left_ = 0;
  }
  std::uint64_t bytes_left() const { return bytes_.size() - at_; }
  // Skips the rest of the current list.
  void drop_list();

  // Reads `count` scalars across lists, one word each (DOUBLE and ULONGLONG two). Returns false on error; see
  // problem().
  bool read(XScalar scalar, bool tick, std::uint64_t count, std::uint32_t* words);
  bool read_dword(bool tick, std::uint32_t* word) { return read(XScalar::dword, tick, 1, word); }
  bool read_string(std::string_view& content);

  const Error& problem() const { return problem_; }
  Repairs& repairs() { return repairs_; }
  SeparatorTrouble& separators() { return separators_; }

 private:
  enum class ListKind : std::uint8_t { integer, float32, float64 };

  bool fail(std::size_t offset, std::string_view code, std::string message);
  bool need(std::size_t token, std::uint64_t bytes, const char* what);
  bool counted_text(std::size_t token, const char* what, std::string_view& text);
  bool begin_list(std::size_t token, ListKind kind);
  bool begin_value(std::size_t& start, std::uint16_t& token);
  bool begin_number();  // finds a list with values left, or a single integer
  bool guid(Token& token);
  void after_value();
  bool convert_one(XScalar scalar, std::uint32_t* words);
  bool peek(std::uint16_t& token) const;
  std::size_t list_width() const { return list_kind_ == ListKind::float64 ? 8 : 4; }

  ByteSpan bytes_;
  std::size_t at_;
  ListKind list_float_;
  ListKind list_kind_ = ListKind::integer;
  std::uint32_t list_left_ = 0;  // unread values of the current list
  bool single_ = false;          // the "list" is one INTEGER token, followed by separators
  Error problem_;
  Repairs repairs_;
  SeparatorTrouble separators_;
};

}  // namespace skelter::x
