#pragma once
// Results of a benchmark, with one line per contender of a row:
//
//   bench,row,contender,unit,least,median,most
//
// Contenders of a row are measured in turns, so only ratios within a row are meaningful.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/internal/measure.h"

namespace skelter::bench {

// Returns the value of `--name VALUE` on the command line, or "".
inline std::string argument(int argc, char** argv, const char* name) {
  for (int i = 1; i + 1 < argc; ++i)
    if (std::strcmp(argv[i], name) == 0) return argv[i + 1];
  return {};
}

class ResultFile {
 public:
  // Writes to the file given by `--csv FILE`, if any.
  ResultFile(std::string bench, int argc, char** argv)
      : bench_(std::move(bench)), file_(argument(argc, argv, "--csv")) {
    if (file_.empty()) return;
    csv_.open(file_);
    if (csv_.is_open()) return;
    std::fprintf(stderr, "%s: cannot be written\n", file_.c_str());
    std::exit(1);
  }

  // Adds a time, multiplied by `units`, the number of units per second. For ns per joint, `units` is 1e9 /
  // joints. Contenders that did not take part are skipped.
  void add(const std::string& row, const std::string& contender, const std::string& unit,
           const Timing& timing, double units) {
    if (timing.median_s > 0)
      line(row, contender, unit, timing.min_s * units, timing.median_s * units, timing.max_s * units);
  }
  // Adds a value that does not vary, such as a size in bytes.
  void add(const std::string& row, const std::string& contender, const std::string& unit, double value) {
    line(row, contender, unit, value, value, value);
  }

 private:
  void line(std::string row, std::string contender, const std::string& unit, double least, double median,
            double most) {
    if (!csv_.is_open()) return;
    for (std::string* text : {&row, &contender})
      for (char& c : *text)
        if (c == ',' || c == '"' || c == '\n') c = ';';
    char numbers[96];
    std::snprintf(numbers, sizeof numbers, least == most ? "%.12g,%.12g,%.12g" : "%.6g,%.6g,%.6g", least,
                  median, most);
    csv_ << bench_ << ',' << row << ',' << contender << ',' << unit << ',' << numbers << '\n' << std::flush;
  }

  std::string bench_, file_;
  std::ofstream csv_;
};

}  // namespace skelter::bench
