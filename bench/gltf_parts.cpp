#include "gltf_parts.h"

#include <chrono>
#include <cstdlib>
#include <initializer_list>

#include "core/internal/memory_budget.h"
#include "formats/gltf/container/container.h"
#include "formats/gltf/container/json_tree.h"
#include "formats/gltf/read/accessors.h"
#include "formats/gltf/read/builder.h"
#include "skelter/system/file.h"

namespace skelter::bench {
namespace {

using gltf::Builder;
using Part = Result<void> (*)(Builder&);

constexpr std::initializer_list<Part> kDocument = {
    gltf::check_asset, gltf::check_extensions, gltf::read_lists,    gltf::read_cameras_and_lights,
    gltf::read_nodes,  gltf::read_scenes,      gltf::read_materials};
constexpr std::initializer_list<Part> kMeshes = {gltf::read_meshes};
constexpr std::initializer_list<Part> kSkins = {gltf::read_skins, gltf::check_instances,
                                                gltf::read_instances};
constexpr std::initializer_list<Part> kAnimations = {gltf::read_animations};

bool run(Builder& b, std::initializer_list<Part> parts) {
  for (const Part part : parts)
    if (!part(b)) return false;
  return true;
}

// Reads and parses the file, then calls `then` with a Builder. Calls `mark` after reading and after parsing.
template <class Mark, class Then>
bool with_builder(const std::string& path, Mark mark, Then then) {
  const auto bytes = read_file(path);
  if (!bytes) return false;
  mark();
  const ReadOptions shared;
  const GltfReadOptions options;
  Diagnostics diagnostics;
  const auto container = gltf::open_container(*bytes, path, diagnostics);
  if (!container) return false;
  MemoryBudget budget(shared.limits, bytes->size());
  const auto tree = gltf::JsonTree::parse(container->json, path, shared.limits, budget);
  if (!tree) return false;
  mark();
  Builder b(*tree, *container, path, shared, options, budget);
  return then(b);
}

bool may_be_indices(const gltf::Accessor& a) {
  using gltf::Component;
  return a.components == 1 && !a.normalized && a.sparse_count == 0 && !a.data.empty() &&
         (a.component == Component::u8 || a.component == Component::u16 || a.component == Component::u32);
}

// Draco accessors contain no data themselves.
bool needs_draco(const Builder& b) {
  const auto required = b.root["extensionsRequired"];
  for (gltf::JsonValue name = required.first(); name; name = name.next())
    if (name.text() == "KHR_draco_mesh_compression") return true;
  return false;
}

}  // namespace

std::uint64_t decode_with_skelter(const std::string& path) {
  std::uint64_t numbers = 0;
  const auto decode_all = [&](Builder& b) {
    if (needs_draco(b) || !run(b, kDocument)) return false;
    for (std::uint32_t i = 0; i < b.accessors.size(); ++i) {
      const auto accessor = gltf::open_accessor(b, i);
      if (!accessor) return false;
      if (may_be_indices(*accessor) ? !read_whole_numbers(b, *accessor) : !read_finite_floats(b, *accessor))
        return false;
      numbers += accessor->number_count();
    }
    return true;
  };
  return with_builder(
             path, [] {}, decode_all)
             ? numbers
             : 0;
}

GltfPartSeconds time_gltf_parts(const std::string& path) {
  using Clock = std::chrono::steady_clock;
  GltfPartSeconds seconds{};
  std::size_t part = 0;
  auto last = Clock::now();
  const auto mark = [&] {
    const auto now = Clock::now();
    seconds[part++] = std::chrono::duration<double>(now - last).count();
    last = now;
  };
  const bool done = with_builder(path, mark, [&](Builder& b) {
    for (const auto& parts : {kDocument, kMeshes, kSkins, kAnimations}) {
      if (!run(b, parts)) return false;
      mark();
    }
    return true;
  });
  if (!done) std::abort();
  return seconds;
}

}  // namespace skelter::bench
