#pragma once
// Console: answers go to standard output; everything else to standard error, one line each.

#include <cstdio>
#include <span>
#include <string>
#include <string_view>

#include "skelter/core/diagnostics.h"
#include "skelter/core/error.h"

namespace skelter::cli {

inline constexpr int kFine = 0;      // exit codes, as docs/cli.md promises them
inline constexpr int kFailed = 1;    // the input is bad or missing, or a check failed
inline constexpr int kBadUsage = 2;  // unknown option, value, clip, joint or mesh

struct ConsoleOptions {
  bool quiet = false;               // no notes, no warnings
  bool warnings_as_errors = false;  // a warning counts, and is shown, as an error
  bool all = false;                 // harmless repairs one by one, not in one line
};

// Whether text on a stream may be coloured: only on a terminal that is not "dumb", and not with NO_COLOR.
bool uses_color(std::FILE* stream);

// Prints one line to standard error; control characters, which files may hold, are escaped.
void print_message(std::string_view message);

// Prints errors, warnings (`walk.x:412: warning: SkinWeights Hip: ...`) and notes, in this order, first of
// each what everybody sees; notes about harmless repairs are one line with their number, unless there is only
// one. Returns kFine, or kFailed when one of them counts as an error.
int report(const Diagnostics& diagnostics, const ConsoleOptions& options);

// The same, one by one in the order of the list.
int report_in_order(std::span<const Diagnostic> diagnostics, const ConsoleOptions& options);

// Prints the error and returns the exit code for it: kBadUsage for invalid_argument, else kFailed.
int report(const Error& error);

// An error about the command line itself: `--size: 0x600; expected ...`.
Error usage_error(std::string option, std::string message);

// Writes an answer to standard output, escaped as messages are but for its line ends. An error if it cannot
// be written (a closed pipe, a full disk).
int print_answer(std::string_view text);

}  // namespace skelter::cli
