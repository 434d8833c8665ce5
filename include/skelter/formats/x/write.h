#pragma once
// Writes a Scene as a DirectX .x file, in any of the four encodings. Reading it back gives an equal Scene,
// except for names that text cannot hold.

#include <cstdint>

#include "skelter/core/result.h"
#include "skelter/formats/x/encoding.h"
#include "skelter/scene/scene.h"
#include "skelter/scene/write_result.h"

namespace skelter {

struct XWriteOptions {
  XEncoding encoding = XEncoding::text;
  // Text only. true: quotes names with blanks and brackets, which D3DX and Assimp reject, and adds GUIDs to
  // referenced meshes and materials with ambiguous names, which Assimp rejects. false: replaces such
  // characters by "_", gives such objects unique names, and reports both in `losses`.
  bool keep_names = false;
};

// Precondition: scene valid. Errors: unsupported, with the object's name, for an object that `.x` cannot
// express. The same scene gives the same bytes.
Result<WriteResult> write_x(const Scene& scene, const XWriteOptions& options = {});

}  // namespace skelter
