#pragma once
// Writes a Scene as a DirectX .x file, in any of the four encodings. Reading it back gives an equal Scene,
// but for names that text cannot hold.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "skelter/core/diagnostics.h"
#include "skelter/core/result.h"
#include "skelter/formats/x/encoding.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct XWriteOptions {
  XEncoding encoding = XEncoding::text;
  // Text: names with blanks and brackets stand in quotes, which D3DX and Assimp refuse, and meshes and
  // materials that are referred to, but whose names do not tell them, have a GUID, which Assimp refuses; else
  // each such letter becomes "_", such an object gets a name of its own, and losses say so.
  bool keep_names = false;
};

struct XWriteResult {
  std::vector<std::byte> bytes;
  Diagnostics losses;  // what `.x` cannot hold, as warnings
};

// Precondition: scene valid. Errors: unsupported (an object that `.x` cannot express at all), with the
// object's name. The same scene gives the same bytes.
Result<XWriteResult> write_x(const Scene& scene, const XWriteOptions& options = {});

}  // namespace skelter
