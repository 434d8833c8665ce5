#pragma once
// Runs work that may crash, hang or corrupt memory in a copy of this process. Implemented in
// system/posix/sandbox.cpp and system/windows/sandbox.cpp.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/core/result.h"

namespace skelter {

struct SandboxLimits {
  std::uint64_t max_memory_bytes = 0;  // additional memory, and maximum size of the answer; 0: no limit
  double max_seconds = 60;             // wall-clock time
};

// Returns the bytes that `work` returned in the copy. All its other changes are lost. The copy has no open
// files except its own, and its output is discarded. `file` names the subject in errors. An answer counts
// only if it is complete, even if the exit status is unavailable because the program ignores SIGCHLD. Errors:
// io "isolated.start" if the copy cannot be created; bad_data "isolated.crashed" if a signal ended it, an
// exception left `work`, or it ended without an answer; limit_exceeded "isolated.time" and "isolated.memory".
// The messages are verb phrases: "crashed with signal 11". The memory limit does not work under sanitizers,
// which map the entire address space. Windows cannot copy a process: this form of the function is always
// "isolated.start" there.
Result<std::vector<std::byte>> run_in_sandbox(const std::string& file,
                                              const std::function<std::vector<std::byte>()>& work,
                                              const SandboxLimits& limits = {});

// The same for work that depends on nothing but its input. On Windows it runs in this program, started again,
// in a job with the limits; "isolated.start" if main() has not called prepare_program().
using SandboxWork = std::vector<std::byte> (*)(ByteSpan input);
Result<std::vector<std::byte>> run_in_sandbox(const std::string& file, SandboxWork work, ByteSpan input,
                                              const SandboxLimits& limits = {});

}  // namespace skelter
