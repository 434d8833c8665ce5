#pragma once
// Child processes that read data from their standard input. Implemented in system/process.cpp.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/core/result.h"

namespace skelter {

// Makes a program independent of inherited settings; call it at the start of main(). A write beyond the file
// size limit becomes an error instead of a signal (SIGXFSZ). The status of child processes is available
// (SIGCHLD). Closed standard files are opened on /dev/null, so that no other file gets their numbers, but
// they stay unusable. On Windows, standard files pass bytes unchanged, consoles show UTF-8 and colours, and
// the program can serve run_in_sandbox(): a copy of it that was started for that does not return from here.
void prepare_program();

// "" if the variable is not set.
std::string environment_variable(const char* name);

// Returns the full path of an executable in the folders of the PATH variable. Empty if it is not found.
std::optional<std::string> find_program(std::string_view name);

// Returns the number of available processors, at least 1.
unsigned processor_count();

// Returns the peak memory of this process, in bytes.
std::uint64_t peak_memory_bytes();

// Returns the CPU time of the calling thread.
double thread_cpu_seconds();

// A running program. Its standard output is discarded, and its error output is kept for messages.
class ChildProcess {
 public:
  // Errors: io if the program cannot be started.
  static Result<ChildProcess> start(const std::string& program, const std::vector<std::string>& arguments);
  ChildProcess(ChildProcess&&) noexcept;
  ChildProcess& operator=(ChildProcess&&) noexcept;
  ~ChildProcess();  // closes the program's input and waits for its exit

  // Blocks until all bytes are consumed. Errors: io if the program has exited or closed its input.
  Result<void> write(ByteSpan bytes);
  // Closes the program's input and waits for its exit. Errors: io if it ended by a signal or with a non-zero
  // status, and the message quotes its last output line; io if its status is unknown because SIGCHLD is
  // ignored.
  Result<void> finish();
  // Returns the last line of the program's error output, or "".
  std::string last_error_line() const;

 private:
  struct State;
  explicit ChildProcess(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// A new, empty file in the system's temporary folder. It is removed with this object.
class TemporaryFile {
 public:
  // The file name ends in `suffix` (".mp4"). Errors: io.
  static Result<TemporaryFile> create(std::string_view suffix);
  TemporaryFile(TemporaryFile&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
  TemporaryFile& operator=(TemporaryFile&& other) noexcept {
    path_.swap(other.path_);
    return *this;
  }
  ~TemporaryFile();
  const std::string& path() const { return path_; }

 private:
  explicit TemporaryFile(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace skelter
