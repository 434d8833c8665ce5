#pragma once
// Child processes fed through their standard input. Implemented in system/file_process.cpp.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/core/result.h"

namespace skelter {

// Makes a program independent of what it inherits, at the start of main(). A write beyond the limit on file
// sizes is an error and no signal (SIGXFSZ). The status of child processes can be had (SIGCHLD). Standard
// files that are closed are opened on /dev/null, so that no other file gets their numbers; they cannot be
// used.
void prepare_program();

// The full path of an executable found in the folders of the PATH variable; nothing when there is none.
std::optional<std::string> find_program(std::string_view name);

// Processors that this machine runs programs on; at least 1.
unsigned processor_count();

// The most memory that this process has held at any time, in bytes.
std::uint64_t peak_memory_bytes();

// The time that the calling thread has had on a processor.
double thread_cpu_seconds();

// A running program. Its standard output is dropped; what it prints as errors is kept for messages.
class ChildProcess {
 public:
  // Errors: io when it cannot be started.
  static Result<ChildProcess> start(const std::string& program, const std::vector<std::string>& arguments);
  ChildProcess(ChildProcess&&) noexcept;
  ChildProcess& operator=(ChildProcess&&) noexcept;
  ~ChildProcess();  // closes its input and waits for its end

  // Blocks until all bytes are taken. Errors: io when the program has ended or closed its input.
  Result<void> write(ByteSpan bytes);
  // Closes its input and waits. Errors: io when it ended by a signal or with another status than 0; the
  // message quotes the last line that it printed; or when its status is not known because SIGCHLD is ignored.
  Result<void> finish();
  // The last line that it has printed as an error; "" for none.
  std::string last_error_line() const;

 private:
  struct State;
  explicit ChildProcess(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// A new, empty file in the system's folder for temporary files; removed with the object.
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
