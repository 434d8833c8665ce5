#pragma once
// Work that may crash, hang or write where it must not, done in a copy of this process. Implemented in
// system/sandbox.cpp.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "skelter/core/result.h"

namespace skelter {

struct SandboxLimits {
  std::uint64_t max_memory_bytes = 0;  // beyond what the process holds already, and of the answer; 0: none
  double max_seconds = 60;             // on the clock
};

// The bytes that `work` returned in the copy. What it changes elsewhere is lost with the copy; it has no open
// files but those that it opens, and what it prints is dropped. `file` names the subject in errors.
// An answer counts only if it is complete, also where the status of the copy cannot be had because the
// program ignores SIGCHLD. Errors: io "isolated.start" when there can be no copy; bad_data "isolated.crashed"
// when a signal ended it or an exception left `work`, or it ended without an answer; limit_exceeded
// "isolated.time" and "isolated.memory". The messages are verb phrases: "crashed with signal 11". The memory
// limit does not hold under sanitizers, which map all there is.
Result<std::vector<std::byte>> run_in_sandbox(const std::string& file,
                                              const std::function<std::vector<std::byte>()>& work,
                                              const SandboxLimits& limits = {});

}  // namespace skelter
