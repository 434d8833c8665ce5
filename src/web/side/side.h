#pragma once
// The function of a side module. It receives input bytes and a request, and returns a result.
// skelter-draco.wasm and skelter-fbx.wasm each have one; side.cpp exports it to web/src/side_module.ts.

#include <cstddef>
#include <vector>

#include "skelter/core/bytes.h"

namespace skelter::web {

std::vector<std::byte> run_side_module(ByteSpan bytes, ByteSpan wanted);

}  // namespace skelter::web
