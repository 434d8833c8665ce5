#pragma once
// Decoding what KHR_draco_mesh_compression holds: plain bytes in, plain bytes out. So it can be done in a
// copy of the process, and for a page in a module of its own (src/web/side).

#include <cstdint>
#include <span>
#include <vector>

#include "formats/gltf/internal/component.h"
#include "skelter/core/bytes.h"

namespace skelter::gltf {

// An attribute that is asked for, as its accessor describes it; its elements are tight.
struct DracoWanted {
  std::uint32_t id = 0;  // in the compressed data
  std::uint64_t count = 0;
  std::uint32_t components = 1;
  Component component = Component::f32;
  bool matrices = false;
};

// How the answer begins. Then the values of the attributes and the indices; without a mesh why, as Draco says
// it.
struct DracoAnswer {
  enum class Is : std::uint32_t { mesh, no_mesh, no_attribute, wrong_count, wrong_type };
  Is is = Is::mesh;
  std::uint32_t wrong = 0;  // which attribute
  std::uint32_t points = 0, faces = 0;
};

// Whether an answer is as long as its head says. One that hostile data has taken over can say anything else.
bool is_whole_answer(ByteSpan answer, std::span<const DracoWanted> wanted);

// Whether there is a decoder. Where the library was built without one, and in a page that has not loaded it,
// files are read without the extension.
bool has_draco();

// May take long or crash.
std::vector<std::byte> decode_draco(ByteSpan compressed, std::span<const DracoWanted> wanted);

}  // namespace skelter::gltf
