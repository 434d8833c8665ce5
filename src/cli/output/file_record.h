#pragma once
// FileRecord: what came of one file, for --report: of convert and compile an object, of batch one row of
// many.

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output/console.h"
#include "cli/output/json_text.h"
#include "skelter/core/result.h"

namespace skelter::cli {

struct FileRecord {
  std::string in, out;
  std::string outcome;  // "converted", "up-to-date", "failed", "left-alone"
  double seconds = 0;
  std::optional<std::uint64_t> peak_bytes;       // of the process that did it; unknown when that died
  std::string message;                           // why it failed; "" else
  std::map<std::string, std::uint64_t> codes{};  // occurrences of each diagnostic
};

// The object that docs/cli.md names. Of another text than such an object: nothing.
Json to_json(const FileRecord& record);
std::optional<FileRecord> record_from_json(std::string_view text);

// A line of titles, then a line per record; codes as "texture.missing=3 x.frame-ticks=1". What would end a
// line or a column is escaped.
std::string tab_separated(const std::vector<FileRecord>& records);

// Says what happens to one file, as report() does, and keeps it for --report.
class FileReporter {
 public:
  // Reports to `file`; "": only to people.
  FileReporter(std::string in, std::string out, std::string file);

  int report(const Error& error);
  int report(const Diagnostics& diagnostics, const ConsoleOptions& options);
  // The same for a report whose file holds something that is needed: it is not written.
  int report_only_here(const Error& error) {
    file_.clear();
    return report(error);
  }
  // Writes the report. Returns the exit code: `code`, or that of a report that cannot be written.
  int finish(int code);

 private:
  FileRecord record_;
  std::string file_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace skelter::cli
