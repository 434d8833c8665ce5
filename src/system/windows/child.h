#pragma once
// Starts child processes on Windows; for process.cpp and sandbox.cpp.

#include <windows.h>

#include <string>
#include <utility>
#include <vector>

#include "skelter/core/result.h"

namespace skelter {

class Handle {
 public:
  Handle() = default;
  explicit Handle(HANDLE handle) : handle_(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Handle() { close(); }
  explicit operator bool() const { return handle_ != nullptr; }
  HANDLE get() const { return handle_; }
  void close() {
    if (handle_ != nullptr) ::CloseHandle(std::exchange(handle_, nullptr));
  }

 private:
  HANDLE handle_ = nullptr;
};

struct Child {
  Handle process, thread;
};

struct StandardHandles {
  HANDLE input = nullptr, output = nullptr, error = nullptr;
};

// The child inherits its standard files and `inherited`, nothing else. `flags` of CreateProcess. Errors: io.
Result<Child> start_child(const std::string& program, const std::vector<std::string>& arguments,
                          const StandardHandles& standard, std::vector<HANDLE> inherited, DWORD flags);

// "Access is denied": the text of an error of Windows.
std::string windows_error(DWORD code);

// In a program that run_in_sandbox() has started: does the work and ends the program. Otherwise remembers
// that this program can be started so, and returns.
void serve_sandbox();

}  // namespace skelter
