#pragma once
// The result for one file, for --report. convert and compile write one object, batch writes one row per file.

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
#include "skelter/scene/scene.h"

namespace skelter::cli {

struct FileRecord {
  std::string in, out;
  std::string outcome;  // "converted", "up-to-date", "failed", "left-alone"
  double seconds = 0;
  std::optional<std::uint64_t> peak_bytes;       // empty if the process crashed
  std::string message;                           // reason of a failure; "" after success
  std::map<std::string, std::uint64_t> codes{};  // number of occurrences of each diagnostic
  Json clips = Json::array();                    // {"name", "duration_s"}
  Json diagnostics = Json::array();              // as `skelter check --json` prints them
};

// Convert to and from the object documented in docs/cli.md. record_from_json returns nothing for any other
// text.
Json to_json(const FileRecord& record);
std::optional<FileRecord> record_from_json(std::string_view text);

// Returns a header line, then a line per record. Codes are written as "texture.missing=3 x.frame-ticks=1".
// Line and column separators in values are escaped.
std::string tab_separated(const std::vector<FileRecord>& records);

// Reports the diagnostics of one file, like report(), and collects them for --report.
class FileReporter {
 public:
  // `file`: where the report is written; "" for no report.
  FileReporter(std::string in, std::string out, std::string file);

  int report(const Error& error);
  int report(const Diagnostics& diagnostics, const ConsoleOptions& options);
  void set_clips(const Scene& scene);
  // Like report(), but writes no report file, because its path may be that of a file that must not be
  // overwritten.
  int report_only_here(const Error& error) {
    file_.clear();
    return report(error);
  }
  // Writes the report. Returns `code`, or the exit code of a failed write.
  int finish(int code);

 private:
  FileRecord record_;
  std::string file_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace skelter::cli
