#pragma once
// Runs the real `skelter` executable in the way that a user does, in a separate folder for each test.

#include <string>
#include <vector>

#include "cli/output/json_text.h"

namespace skelter::test {

struct Ran {
  int code = -1;    // exit code; 128 + n for signal n
  std::string out;  // standard output
  std::string err;  // standard error
  // Parses standard output as JSON. If that fails, returns null and the test fails.
  cli::Json json() const;
};

// A new folder in which commands run. It is removed with all its files at the end of the test.
class CommandFolder {
 public:
  CommandFolder();
  CommandFolder(const CommandFolder&) = delete;
  CommandFolder& operator=(const CommandFolder&) = delete;
  ~CommandFolder();

  // Runs `skelter` without a display, with these arguments passed unchanged.
  Ran run(const std::vector<std::string>& arguments, const std::string& input = {}) const;
  // Like run(), with a shell prefix such as "xvfb-run -a" or "HOME=/nowhere".
  Ran run_with(const std::string& before, const std::vector<std::string>& arguments,
               const std::string& input = {}) const;
  // Runs a shell line in the folder.
  Ran shell(const std::string& line, const std::string& input = {}) const;

  void write(const std::string& name, const std::string& content) const;
  std::string read(const std::string& name) const;
  bool has(const std::string& name) const;
  std::vector<std::string> names() const;  // sorted names of its files, except those of the last run's output
  std::string path(const std::string& name) const { return folder_ + "/" + name; }

 private:
  std::string folder_;
};

// Paths of a bundled file and of a corpus file.
std::string asset(const std::string& name);
std::string corpus_file(const std::string& name);

// A model of two bones, Lower and Upper, with a skinned strip of four vertices, a material, and two clips:
// "bend" (Upper turns by 90 degrees about z in 1 s) and an unnamed one (Upper moves up by 2 in 0.5 s). 100
// ticks per second.
extern const char* const kBendFile;

}  // namespace skelter::test
