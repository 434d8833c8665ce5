#pragma once
// Side modules in a browser, which the page loads when a file needs them (web/src/side_module.ts). They have
// separate memory, so a module that exhausts it does not terminate the engine.

#include <cstddef>
#include <vector>

#include "skelter/core/bytes.h"

namespace skelter {

// `name`: "draco" or "fbx".
bool has_side_module(const char* name);

// Returns the result of run_side_module (web/side/side.h), or nothing if the module terminated. Precondition:
// has_side_module(name).
std::vector<std::byte> ask_side_module(const char* name, ByteSpan bytes, ByteSpan wanted);

}  // namespace skelter
