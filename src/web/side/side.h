#pragma once
// What a module beside the engine computes: bytes and a wish in, an answer out. skelter-draco.wasm and
// skelter-fbx.wasm have one such function each; side.cpp exports it to web/src/side_module.ts.

#include <cstddef>
#include <vector>

#include "skelter/core/bytes.h"

namespace skelter::web {

std::vector<std::byte> run_side_module(ByteSpan bytes, ByteSpan wanted);

}  // namespace skelter::web
