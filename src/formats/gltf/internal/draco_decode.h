#pragma once
// Decodes KHR_draco_mesh_compression. Input and output are plain bytes, so the decoder can run in a child
// process or, on a web page, in a separate module (src/web/side).

#include <cstdint>
#include <span>
#include <vector>

#include "formats/gltf/internal/component.h"
#include "skelter/core/bytes.h"

namespace skelter::gltf {

// A requested attribute, as described by its accessor. Elements are tightly packed.
struct DracoWanted {
  std::uint32_t id = 0;  // in the compressed data
  std::uint64_t count = 0;
  std::uint32_t components = 1;
  Component component = Component::f32;
  bool matrices = false;
};

// Header of the result. The values of the attributes and the indices follow, or Draco's error text if there
// is no mesh.
struct DracoAnswer {
  enum class Is : std::uint32_t { mesh, no_mesh, no_attribute, wrong_count, wrong_type };
  Is is = Is::mesh;
  std::uint32_t wrong = 0;  // index of the wrong attribute
  std::uint32_t points = 0, faces = 0;
};

// Whether a result has the length that its header states. Hostile data may forge everything else in it.
bool is_whole_answer(ByteSpan answer, std::span<const DracoWanted> wanted);

// Whether a decoder is available. Builds without Draco, and pages that have not loaded it, do not support the
// extension.
bool has_draco();

// May take a long time or crash on hostile data.
std::vector<std::byte> decode_draco(ByteSpan compressed, std::span<const DracoWanted> wanted);

}  // namespace skelter::gltf
