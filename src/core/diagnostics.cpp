#include "skelter/core/diagnostics.h"

#include <iterator>
#include <utility>

namespace skelter {

std::string_view to_text(Severity severity) {
  constexpr std::string_view kWords[] = {"note", "warning", "error"};
  const auto index = static_cast<std::size_t>(severity);
  return index < std::size(kWords) ? kWords[index] : "unknown severity";
}

std::string to_string(const Diagnostic& diagnostic) {
  std::string text = to_string(Error{Status::ok, diagnostic.code, diagnostic.message, diagnostic.spot});
  if (diagnostic.count > 1) text += " (" + std::to_string(diagnostic.count) + " times)";
  return text;
}

void Diagnostics::add(Severity severity, std::string_view code, SourceSpot spot, std::string message,
                      std::uint64_t count) {
  Diagnostic* last_of_code = nullptr;
  std::size_t of_code = 0;
  for (Diagnostic& entry : entries_) {
    if (entry.code != code || entry.severity != severity) continue;
    if (entry.spot.object == spot.object && entry.spot.file == spot.file) {
      entry.count += count;
      return;
    }
    last_of_code = &entry;
    ++of_code;
  }
  if (of_code > kMaxEntriesPerCode) {
    last_of_code->count += count;
    return;
  }
  if (of_code == kMaxEntriesPerCode) spot = {std::move(spot.file), 0, {}, "others"};
  entries_.push_back({severity, code, std::move(message), std::move(spot), count});
}

std::uint64_t Diagnostics::count(Severity severity) const {
  std::uint64_t sum = 0;
  for (const Diagnostic& entry : entries_)
    if (entry.severity == severity) sum += entry.count;
  return sum;
}

const Diagnostic* Diagnostics::find(std::string_view code) const {
  for (const Diagnostic& entry : entries_)
    if (entry.code == code) return &entry;
  return nullptr;
}

void Diagnostics::append(const Diagnostics& other) {
  for (const Diagnostic& entry : other.entries_)
    add(entry.severity, entry.code, entry.spot, entry.message, entry.count);
}

}  // namespace skelter
