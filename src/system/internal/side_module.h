#pragma once
// Modules beside the engine in a browser, which the page loads when a file needs them (web/src/side_module.ts). They have
// memory of their own: one that runs out of it ends, and not the engine.

#include <cstddef>
#include <vector>

#include "skelter/core/bytes.h"

namespace skelter {

// `name` is "draco" or "fbx".
bool has_side_module(const char* name);

// What run_side_module (web/side/side.h) answers; nothing where the module ended. Precondition:
// has_side_module.
std::vector<std::byte> ask_side_module(const char* name, ByteSpan bytes, ByteSpan wanted);

}  // namespace skelter
