#pragma once
// Diagnostics: recoverable problems, as data. They travel with the scene to the command line and the viewers.
// Problems with the same code and object share an entry with a count, so ten thousand bad weights give one
// line.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/error.h"

namespace skelter {

enum class Severity : std::uint8_t {
  note,     // informational; the meaning is unchanged
  warning,  // repaired or ignored; the result may differ from what the author meant
  error,    // no result
};
std::string_view to_text(Severity severity);  // "note", "warning", "error"

struct Diagnostic {
  Severity severity = Severity::note;
  std::string_view code;    // stable, static storage: "x.weights-not-normalised"
  std::string message;      // first occurrence
  SourceSpot spot;          // first occurrence
  std::uint64_t count = 1;  // occurrences
};

// "walk.x:412: SkinWeights Hip: weights of a vertex sum to 0.9; expected 1 (3 times)"
std::string to_string(const Diagnostic& diagnostic);

class Diagnostics {
 public:
  // Beyond this limit, all further objects with the same code share one entry with the object "others".
  static constexpr std::size_t kMaxEntriesPerCode = 24;

  // `code` must have static storage duration. If an entry with the same code and spot.object exists, `count`
  // is added to it.
  void add(Severity severity, std::string_view code, SourceSpot spot, std::string message,
           std::uint64_t count = 1);

  const std::vector<Diagnostic>& entries() const { return entries_; }
  bool empty() const { return entries_.empty(); }
  // Number of occurrences with this severity.
  std::uint64_t count(Severity severity) const;
  // The first entry with this code, or null.
  const Diagnostic* find(std::string_view code) const;
  // Adds all entries of `other`.
  void append(const Diagnostics& other);

 private:
  std::vector<Diagnostic> entries_;
};

}  // namespace skelter
