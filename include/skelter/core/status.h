#pragma once
// Status: the broad kind of a failure. Errors of readers and tools carry a status and a message. The runtime
// allocates no strings and returns only the status.

#include <cstdint>
#include <string_view>

#include "skelter/core/none.h"

namespace skelter {

// Must not be ignored: a job that fails writes nothing, so its output is still that of the previous frame.
enum class [[nodiscard]] Status : std::uint8_t{
    ok,
    invalid_argument,  // the caller named something that does not exist: a clip, a joint, an option
    not_found,         // the file does not exist
    io,                // a system error: no permission, disk full
    bad_data,          // the data is malformed
    unsupported,       // well-formed, but not supported
    limit_exceeded,    // memory, depth or count limit reached
    not_ready,         // a slow preparation has not finished; retry later
};

// Static text for people, such as "bad data"; never empty.
std::string_view to_text(Status status);

// A full sentence for users that says what to check. Static; never empty.
std::string_view why(Status status);

// The reason for a failure, for code that must not allocate: the result of a job's validate() and of the pack
// readers. `what` is static text that names the first condition that failed: "scratch is too small".
struct [[nodiscard]] Problem {
  Status status = Status::ok;
  const char* what = "";
  std::uint32_t section = kNone;  // the pack section at fault, if any
  constexpr bool ok() const { return status == Status::ok; }
  constexpr operator Status() const { return status; }
};

}  // namespace skelter
