#pragma once
// Console: results go to standard output, everything else to standard error, one line each.

#include <cstdio>
#include <span>
#include <string>
#include <string_view>

#include "skelter/core/diagnostics.h"
#include "skelter/core/error.h"

namespace skelter::cli {

inline constexpr int kFine = 0;      // exit codes, as documented in docs/cli.md
inline constexpr int kFailed = 1;    // the input is bad or missing, or a check failed
inline constexpr int kBadUsage = 2;  // unknown option, value, clip, joint or mesh

struct ConsoleOptions {
  bool quiet = false;               // no notes, no warnings
  bool warnings_as_errors = false;  // warnings count, and are shown, as errors
  bool all = false;                 // a separate line for every note and warning
};

// Whether text on a stream may be coloured: only on a terminal other than "dumb", and not with NO_COLOR.
bool uses_color(std::FILE* stream);

// Prints one line to standard error, with control characters escaped, because files may contain them.
void print_message(std::string_view message);

// Prints errors, warnings (`walk.x:412: warning: SkinWeights Hip: ...`) and notes, in this order, visible
// problems first. Notes and warnings of one code share a line with their number and three names. All notes
// about harmless repairs share one line. Returns kFine, or kFailed if a message counts as an error.
int report(const Diagnostics& diagnostics, const ConsoleOptions& options);

// The same, one per line, in list order.
int report_in_order(std::span<const Diagnostic> diagnostics, const ConsoleOptions& options);

// Prints the error and returns the exit code for it: kBadUsage for invalid_argument, else kFailed.
int report(const Error& error);

// An error about the command line: `--size: 0x600; expected ...`.
Error usage_error(std::string option, std::string message);

// Writes a result to standard output, escaped like messages except for line ends. Returns an error if it
// cannot be written (a closed pipe, a full disk).
int print_answer(std::string_view text);

}  // namespace skelter::cli
