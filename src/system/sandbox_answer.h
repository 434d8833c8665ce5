#pragma once
// What the sandboxes of all systems share: how an answer ends, and the errors.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/error.h"
#include "system/internal/sandbox.h"

namespace skelter {

constexpr int kOutOfMemory = 77, kThrew = 78;  // exit statuses of the copy

// The last bytes that the copy sends. Without them its answer is incomplete, regardless of its exit status,
// which a program that ignores SIGCHLD cannot get.
struct AnswerEnd {
  std::uint64_t bytes = 0;    // size of the answer, without this structure
  std::uint64_t outcome = 0;  // 0, kOutOfMemory or kThrew
};

// Removes the end record from the answer. Returns nothing if the record is missing or does not match the
// rest.
std::optional<AnswerEnd> take_end(std::vector<std::byte>& bytes);

Error sandbox_failure(const std::string& file, Status status, std::string_view code, std::string message);
Error out_of_memory(const std::string& file, const SandboxLimits& limits);
Error too_slow(const std::string& file, const SandboxLimits& limits);

}  // namespace skelter
