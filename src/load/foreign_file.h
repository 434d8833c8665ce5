#pragma once
// Detects files that no reader can open, and the cause: archives, Git LFS pointers, web pages, and binary
// models that were damaged by a transfer as text.

#include <optional>
#include <string>

#include "skelter/core/bytes.h"
#include "skelter/core/result.h"

namespace skelter {

// Returns an error if the first bytes show that the file is not a model; otherwise nullopt.
std::optional<Error> not_a_model(ByteSpan bytes, const std::string& file);

// If a binary file was damaged by a transfer as text, appends this probable cause to the reader's error.
Error with_cause(Error error, ByteSpan bytes);

}  // namespace skelter
