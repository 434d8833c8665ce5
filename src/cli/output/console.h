#pragma once
// Console output: results go to standard output, all messages to standard error, one line each.

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
  bool quiet = false;               // no notes or warnings
  bool warnings_as_errors = false;  // warnings count as errors, and are shown as errors
  bool all = false;                 // print every note and warning on its own line
};

// Whether text on a stream may be coloured: only on a terminal other than "dumb", and not if NO_COLOR is set.
bool uses_color(std::FILE* stream);

// Prints one line to standard error. Control characters are escaped, because text from files may contain
// them.
void print_message(std::string_view message);

// Prints errors, warnings (`walk.x:412: warning: SkinWeights Hip: ...`) and notes, in this order, with
// visible problems first. Notes and warnings with the same code share a line with their number and three
// names. All notes about harmless repairs share one line. Returns kFine, or kFailed if a message counts as an
// error.
int report(const Diagnostics& diagnostics, const ConsoleOptions& options);

// Like report(), but prints one line per diagnostic, in list order.
int report_in_order(std::span<const Diagnostic> diagnostics, const ConsoleOptions& options);

// Prints the error and returns its exit code: kBadUsage for invalid_argument, otherwise kFailed.
int report(const Error& error);

// Creates an error about the command line: `--size: 0x600; expected ...`.
Error usage_error(std::string option, std::string message);

// Writes a result to standard output. Control characters except line ends are escaped. Returns an exit code:
// kFailed if the result cannot be written (a closed pipe, a full disk).
int print_answer(std::string_view text);

}  // namespace skelter::cli
