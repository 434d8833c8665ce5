#pragma once
// Files that no reader can open, with the cause: archives, Git LFS pointers, web pages, and binary models
// that were damaged by a transfer as text.

#include <optional>
#include <string>

#include "skelter/core/bytes.h"
#include "skelter/core/result.h"

namespace skelter {

// The error for a file that contains something other than a model, by its first bytes; otherwise nothing.
std::optional<Error> not_a_model(ByteSpan bytes, const std::string& file);

// Appends the probable cause to the error of a reader if a binary file was damaged by a transfer as text.
Error with_cause(Error error, ByteSpan bytes);

}  // namespace skelter
