#pragma once
// Child processes with data on their standard input. Implemented in system/process.cpp.

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
// they stay unusable.
void prepare_program();

// The full path of an executable in the folders of the PATH variable; nothing if it is not found.
std::optional<std::string> find_program(std::string_view name);

// Number of available processors; at least 1.
unsigned processor_count();

// Peak memory of this process, in bytes.
std::uint64_t peak_memory_bytes();

// CPU time of the calling thread.
double thread_cpu_seconds();

// A running program. Its standard output is discarded; its error output is kept for messages.
class ChildProcess {
 public:
  // Errors: io if it cannot be started.
  static Result<ChildProcess> start(const std::string& program, const std::vector<std::string>& arguments);
  ChildProcess(ChildProcess&&) noexcept;
  ChildProcess& operator=(ChildProcess&&) noexcept;
  ~ChildProcess();  // closes its input and waits for its exit

  // Blocks until all bytes are consumed. Errors: io if the program has exited or closed its input.
  Result<void> write(ByteSpan bytes);
  // Closes its input and waits. Errors: io if it ended by a signal or with a non-zero status; the message
  // quotes its last output line. Also io if its status is unknown because SIGCHLD is ignored.
  Result<void> finish();
  // The last line of its error output; "" if there is none.
  std::string last_error_line() const;

 private:
  struct State;
  explicit ChildProcess(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// A new, empty file in the system's temporary folder; removed with the object.
class TemporaryFile {
 public:
  // The name ends in `suffix` (".mp4"). Errors: io.
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
