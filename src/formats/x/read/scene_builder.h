#pragma once
// State shared by the parts of the scene reader: the tree they read, the scene they fill, and diagnostics.
// Each part is a free function in a file of its own; read.cpp calls them in order.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/internal/counted_vector.h"
#include "core/internal/memory_budget.h"
#include "core/internal/subtree_range.h"
#include "formats/x/bytes/words_cursor.h"
#include "formats/x/tree/standard_kinds.h"
#include "scene/internal/scene_reports.h"
#include "skelter/core/limits.h"
#include "skelter/core/result.h"
#include "skelter/formats/x/object_tree.h"
#include "skelter/formats/x/read.h"
#include "skelter/scene/scene.h"

namespace skelter::x {

// A mesh placed in the hierarchy: inline in a frame, or referenced by a frame.
struct MeshLocation {
  std::uint32_t node = 0;
  std::uint32_t object = kNone;  // the Mesh object
};

class SceneBuilder : public SceneReports<SceneBuilder, std::uint32_t> {
 public:
  SceneBuilder(const XTree& tree_in, const ReadOptions& shared_in, const XReadOptions& options_in,
               std::uint64_t file_bytes);

  const XTree& tree;
  const ReadOptions& shared;
  const XReadOptions& options;

  // --- the tree ---

  // The object itself, or the target of a reference; kNone if the file does not contain the target.
  std::uint32_t resolved(std::uint32_t object) const {
    return tree.objects[object].reference ? tree.objects[object].target : object;
  }
  Kind kind(std::uint32_t object) const {
    object = resolved(object);
    return object == kNone ? Kind::unresolved : kinds_[tree.objects[object].type];
  }
  // Kind of the object that contains this one; none at top level.
  std::optional<Kind> parent_kind(std::uint32_t object) const {
    const std::uint32_t parent = tree.objects[object].parent;
    return parent == kNone ? std::optional<Kind>() : kind(parent);
  }
  Words words(std::uint32_t object) const {
    const XObject& o = tree.objects[resolved(object)];
    return Words(tree.words).subspan(static_cast<std::size_t>(o.first_word), o.word_count);
  }
  const std::string& string_at(std::uint32_t word) const;

  // Objects and references, in file order.
  SubtreeRange<XObject> children(std::uint32_t object) const {
    return {tree.objects, object + 1, tree.objects[object].subtree_end};
  }

  // --- names ---

  // First frame with that name in depth-first order, or kNone. Frames without a name cannot be found.
  std::uint32_t node_named(std::string_view name) const {
    const auto found = node_by_name.find(name);
    return found == node_by_name.end() ? kNone : found->second;
  }

  SourceSpot spot(std::uint32_t object) const { return tree.spot(object); }

  // --- memory ---

  // Counts `count` items of `size` bytes, which are about to be allocated for `object`, against the memory
  // limit.
  Result<void> take_memory(std::uint32_t object, std::uint64_t count, std::uint64_t size);
  using SceneReports::take_memory;
  // Makes space for one more entry.
  template <class T>
  Result<void> make_room(std::uint32_t object, std::vector<T>& entries) {
    constexpr std::size_t kFirst = 4;
    if (skelter::make_room(entries, budget_, kFirst)) return {};
    return memory_error(object);
  }

  // Call before following a reference to something that is copied. The target is counted each time, so that a
  // small file with many references to one large object cannot exceed the limit on time or memory.
  Result<void> count_reference(std::uint32_t object);

  // --- results shared between the parts ---

  // For each object: the node of a Frame, the material of a Material, the mesh of a Mesh that was read;
  // otherwise kNone.
  std::vector<std::uint32_t> index_of_object;
  std::unordered_map<std::string_view, std::uint32_t> node_by_name;
  std::vector<bool> node_mirrors;            // per node: whether its rest pose in the world mirrors space
  std::vector<MeshLocation> mesh_locations;  // file order; top-level meshes after those in frames

 private:
  Error memory_error(std::uint32_t object) const;

  std::vector<Kind> kinds_;
  MemoryBudget budget_;
};

// Copies floats from the file. Values that are not finite become 0. Returns how many were replaced.
std::uint64_t copy_finite(Words words, float* out);
// Reports one warning with the count, unless the count is 0.
void warn_not_finite(SceneBuilder& builder, std::uint32_t object, std::uint64_t count);

// "1 face", "3 faces".
std::string counted(std::uint64_t count, std::string_view singular, std::string_view plural);

// --- the parts, in the order they run ---

Result<void> read_frames(SceneBuilder& builder);
Result<void> read_materials(SceneBuilder& builder);
Result<void> read_meshes(SceneBuilder& builder);
Result<void> read_animations(SceneBuilder& builder);
// Runs last, because its callback receives the finished scene.
Result<void> show_user_objects(SceneBuilder& builder);

}  // namespace skelter::x
