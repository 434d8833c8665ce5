#pragma once
// Serialises a scene between two processes: exactly the fields that import() fills. The reader trusts no
// data, since the sender may be compromised; validate() makes the final check.

#include <cstddef>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter::assimp {

std::vector<std::byte> to_wire(const Result<Scene>& result);

// Returns the scene or the transmitted error. Also bad_data "assimp.crashed" if the bytes are not a scene.
Result<Scene> from_wire(ByteSpan bytes, const std::string& file);

}  // namespace skelter::assimp
