#pragma once
// Status: the broad kind of a failure. Errors of readers and tools carry one with their message; the runtime,
// which has no strings to give, returns it alone.

#include <cstdint>
#include <string_view>

#include "skelter/core/none.h"

namespace skelter {

// Not to be ignored: a job that refuses writes nothing, so what it should have written is of the frame
// before.
enum class [[nodiscard]] Status : std::uint8_t{
    ok,
    invalid_argument,  // the caller asked for something that does not exist: a clip, a joint, an option
    not_found,         // a file that is not there
    io,                // the world failed: no permission, disk full
    bad_data,          // the bytes are not what they claim to be
    unsupported,       // well-formed, but not something we can do
    limit_exceeded,    // memory, depth or count limit reached
    not_ready,         // what takes a while was not done before; later the same call succeeds
};

// Static text for people, such as "bad data"; never empty.
std::string_view to_text(Status status);

// The same as a whole sentence, which says what to look at. Static; never empty.
std::string_view why(Status status);

// Why something was refused, where nothing may allocate: the answer of a job's validate() and of the readers
// of packs. `what` is static text that names the first condition that fails: "scratch is too small".
struct [[nodiscard]] Problem {
  Status status = Status::ok;
  const char* what = "";
  std::uint32_t section = kNone;  // of a pack, where one is to blame
  constexpr bool ok() const { return status == Status::ok; }
  constexpr operator Status() const { return status; }
};

}  // namespace skelter
