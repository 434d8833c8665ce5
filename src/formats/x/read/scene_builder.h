#pragma once
// State shared by the parts of the scene reader: the tree they read, the scene they fill, and diagnostics.
// Each part is a free function in a file of its own; read.cpp calls them in order.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/x/bytes/words_cursor.h"
#include "formats/x/tree/standard_kinds.h"
#include "skelter/core/limits.h"
#include "skelter/core/result.h"
#include "skelter/formats/x/object_tree.h"
#include "skelter/formats/x/read.h"
#include "skelter/scene/scene.h"

namespace skelter::x {

// A mesh placed in the hierarchy: inline in a frame, or referred to by it.
struct MeshPlace {
  std::uint32_t node = 0;
  std::uint32_t object = kNone;  // the Mesh
};

class SceneBuilder {
 public:
  SceneBuilder(const XTree& tree_in, const ReadOptions& shared_in, const XReadOptions& options_in,
               std::uint64_t file_bytes);

  const XTree& tree;
  const ReadOptions& shared;
  const XReadOptions& options;
  Scene scene;

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

  // for (std::uint32_t child : builder.children(object)): objects and references, in file order.
  class ChildRange;
  ChildRange children(std::uint32_t object) const;

  // --- names ---

  // First frame of that name in depth-first order, or kNone. Nameless frames cannot be found.
  std::uint32_t node_named(std::string_view name) const {
    const auto found = node_by_name.find(name);
    return found == node_by_name.end() ? kNone : found->second;
  }

  // --- reports ---

  void report(Severity severity, std::string_view code, std::uint32_t object, std::string message,
              std::uint64_t count = 1) {
    scene.diagnostics.add(severity, code, tree.spot(object), std::move(message), count);
  }
  void note(std::string_view code, std::uint32_t object, std::string message, std::uint64_t count = 1) {
    report(Severity::note, code, object, std::move(message), count);
  }
  void warn(std::string_view code, std::uint32_t object, std::string message, std::uint64_t count = 1) {
    report(Severity::warning, code, object, std::move(message), count);
  }
  Error error(std::string_view code, std::uint32_t object, std::string message,
              Status status = Status::bad_data) const {
    return {status, code, std::move(message), tree.spot(object)};
  }

  // --- memory ---

  // Counts `count` items of `size` bytes that are about to be allocated for `object`.
  Result<void> take_memory(std::uint32_t object, std::uint64_t count, std::uint64_t size);
  template <class T>
  Result<void> take_memory(std::uint32_t object, std::uint64_t count) {
    return take_memory(object, count, sizeof(T));
  }
  // Reserves space for one more entry. The vector must grow here so that its growth is counted.
  template <class T>
  Result<void> make_room(std::uint32_t object, std::vector<T>& entries) {
    const std::size_t old = entries.capacity();
    if (entries.size() < old) return {};
    const std::size_t grown = old == 0 ? 4 : 2 * old;
    if (auto taken = take_memory<T>(object, grown); !taken) return taken;
    entries.reserve(grown);
    budget_.give_back(old * sizeof(T));
    return {};
  }

  // Call before following a reference to something that is copied. The target is counted each time, so that a
  // small file with many references to one large object cannot exceed the limit on time or memory.
  Result<void> count_reference(std::uint32_t object);

  // --- results shared between the parts ---

  // Node of a Frame, material of a Material, mesh of a Mesh that was read; otherwise kNone.
  std::vector<std::uint32_t> index_of_object;
  std::unordered_map<std::string_view, std::uint32_t> node_by_name;
  std::vector<bool> node_mirrors;      // per node: its rest pose in the world mirrors space
  std::vector<MeshPlace> mesh_places;  // file order; top-level meshes after those in frames

 private:
  std::vector<Kind> kinds_;
  MemoryBudget budget_;
};

class SceneBuilder::ChildRange {
 public:
  ChildRange(const XTree& tree, std::uint32_t object)
      : tree_(tree), begin_(object + 1), end_(tree.objects[object].subtree_end) {}

  class Iterator {
   public:
    Iterator(const XTree& tree, std::uint32_t object) : tree_(&tree), object_(object) {}
    std::uint32_t operator*() const { return object_; }
    Iterator& operator++() {
      object_ = tree_->objects[object_].subtree_end;
      return *this;
    }
    friend bool operator!=(const Iterator& a, const Iterator& b) { return a.object_ != b.object_; }

   private:
    const XTree* tree_;
    std::uint32_t object_;
  };
  Iterator begin() const { return {tree_, begin_}; }
  Iterator end() const { return {tree_, end_}; }

 private:
  const XTree& tree_;
  std::uint32_t begin_, end_;
};
inline SceneBuilder::ChildRange SceneBuilder::children(std::uint32_t object) const {
  return {tree, object};
}

// Copies floats of the file; values that are not finite become 0. Returns the number of replaced values.
std::uint64_t copy_finite(Words words, float* out);
// Reports one warning with the count, if it is not 0.
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
