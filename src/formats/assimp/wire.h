#pragma once
// A scene as bytes between two processes: what import() fills, and nothing else. The reading side trusts
// nothing, since the sender may have been overwritten; validate() has the last word.

#include <cstddef>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter::assimp {

std::vector<std::byte> to_wire(const Result<Scene>& result);

// The scene, or the error that was sent. Errors also: bad_data "assimp.crashed" for bytes that are no scene.
Result<Scene> from_wire(ByteSpan bytes, const std::string& file);

}  // namespace skelter::assimp
