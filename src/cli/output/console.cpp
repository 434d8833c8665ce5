#include "cli/output/console.h"

#include <cerrno>
#include <cstring>

#include "system/internal/text.h"

namespace skelter::cli {
namespace {

std::string line_of(const Diagnostic& diagnostic, Severity shown_as) {
  std::string place = to_string(diagnostic.spot);
  Diagnostic rest = diagnostic;
  rest.spot = {{}, 0, {}, diagnostic.spot.object};
  if (shown_as == Severity::error) return (place.empty() ? "" : place + ": ") + to_string(rest);
  return (place.empty() ? "" : place + ": ") + std::string(to_text(shown_as)) + ": " + to_string(rest);
}

}  // namespace

void print_message(std::string_view message) {
  std::fprintf(stderr, "%s\n", printable(message).c_str());
}

int report(const Diagnostics& diagnostics, const ConsoleOptions& options) {
  int code = kFine;
  for (const Diagnostic& entry : diagnostics.entries()) {
    Severity severity = entry.severity;
    if (severity == Severity::warning && options.warnings_as_errors) severity = Severity::error;
    if (severity == Severity::error) code = kFailed;
    if (severity == Severity::error || !options.quiet) print_message(line_of(entry, severity));
  }
  return code;
}

int report(const Error& error) {
  print_message(to_string(error));
  return error.status == Status::invalid_argument ? kBadUsage : kFailed;
}

Error usage_error(std::string option, std::string message) {
  return {Status::invalid_argument, "cli.usage", std::move(message), {std::move(option), 0, {}, {}}};
}

int print_answer(std::string_view answer) {
  const std::string text = printable(answer, LineEnds::kept);
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
    return kFine;
  return report(Error{Status::io,
                      "cli.output",
                      std::string("cannot be written: ") + std::strerror(errno),
                      {"standard output", 0, {}, {}}});
}

}  // namespace skelter::cli
