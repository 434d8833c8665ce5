#include "system/sandbox_answer.h"

#include <cstdio>
#include <cstring>
#include <utility>

namespace skelter {

std::optional<AnswerEnd> take_end(std::vector<std::byte>& bytes) {
  AnswerEnd end;
  if (bytes.size() < sizeof end) return std::nullopt;
  std::memcpy(&end, bytes.data() + bytes.size() - sizeof end, sizeof end);
  if (end.bytes != bytes.size() - sizeof end) return std::nullopt;
  bytes.resize(bytes.size() - sizeof end);
  return end;
}

Error sandbox_failure(const std::string& file, Status status, std::string_view code, std::string message) {
  return {status, code, std::move(message), {file, 0, {}, {}}};
}

Error out_of_memory(const std::string& file, const SandboxLimits& limits) {
  return sandbox_failure(
      file, Status::limit_exceeded, "isolated.memory",
      "needs more memory than the limit of " + std::to_string(limits.max_memory_bytes) + " bytes");
}

Error too_slow(const std::string& file, const SandboxLimits& limits) {
  char text[64];
  std::snprintf(text, sizeof text, "takes longer than %g s", limits.max_seconds);
  return sandbox_failure(file, Status::limit_exceeded, "isolated.time", text);
}

}  // namespace skelter
