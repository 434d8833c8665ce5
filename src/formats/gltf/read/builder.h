#pragma once
// State shared by the parts of the glTF reader: the document, the scene they fill, diagnostics, and the bytes
// of accessors. Each part is a free function in its own file; read.cpp calls them in order.

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/internal/memory_budget.h"
#include "formats/gltf/container/container.h"
#include "formats/gltf/container/json_tree.h"
#include "scene/internal/scene_reports.h"
#include "skelter/core/limits.h"
#include "skelter/core/result.h"
#include "skelter/formats/gltf/read.h"
#include "skelter/scene/scene.h"
#include "system/internal/file_bytes.h"

namespace skelter::gltf {

// The bytes of a buffer view, and its explicit stride (0: none).
struct ViewBytes {
  ByteSpan bytes;
  std::size_t stride = 0;
};

class Builder : public SceneReports<Builder, JsonValue> {
 public:
  Builder(const JsonTree& tree, const Container& container, const std::string& file,
          const ReadOptions& shared, const GltfReadOptions& options, MemoryBudget& budget);

  const ReadOptions& shared;
  const GltfReadOptions& options;
  const JsonValue root;

  // --- reports ---

  SourceSpot spot(JsonValue at, std::string_view member = {}) const;
  // Error for a missing member.
  Error missing(JsonValue at, std::string_view member, std::string_view expected) const;

  // --- memory ---

  // Counts `count` items of `size` bytes, which are about to be allocated for `at`, against the memory limit.
  Result<void> take_memory(JsonValue at, std::uint64_t count, std::uint64_t size);
  using SceneReports::take_memory;
  // For the default memory limit, compressed meshes count with their uncompressed size, up to 4 MB in total.
  void count_decompressed(std::uint64_t bytes);

  // --- members of objects; a value of the wrong type is an error that names the member ---

  // `absent` is the default for missing members.
  Result<double> number(JsonValue object, std::string_view name, double absent) const;
  Result<std::uint64_t> count(JsonValue object, std::string_view name, std::uint64_t absent) const;
  Result<bool> boolean(JsonValue object, std::string_view name, bool absent) const;
  Result<std::string_view> text(JsonValue object, std::string_view name) const;
  // Reads an optional member. A value of a different type is ignored, with the warning gltf.type.
  std::string_view optional_text(JsonValue object, std::string_view name);
  // Reads an index into a list with `size` items. `what` is the name of an item in messages. Returns kNone if
  // the member is missing.
  Result<std::uint32_t> index(JsonValue object, std::string_view name, std::size_t size,
                              std::string_view what) const;
  Result<std::uint32_t> required_index(JsonValue object, std::string_view name, std::size_t size,
                                       std::string_view what) const;
  Result<std::uint32_t> to_index(JsonValue value, std::size_t size, std::string_view what) const;
  // Reads exactly N finite numbers. Returns false if the member is missing.
  template <std::size_t N>
  Result<bool> numbers(JsonValue object, std::string_view name, std::array<float, N>& out) const {
    return numbers(object, name, out.data(), N);
  }
  Result<bool> numbers(JsonValue object, std::string_view name, float* out, std::size_t size) const;
  // Reads the member as an object or an array. Returns null if it is missing.
  Result<JsonValue> member(JsonValue object, std::string_view name, JsonKind kind) const;
  // Returns the elements of an array of objects.
  Result<std::vector<JsonValue>> objects(JsonValue object, std::string_view name);

  // Returns `extras`, and `extensions` except those in `read`.
  Result<CarriedJson> carried(JsonValue object, const std::vector<std::string_view>& read = {});
  // Reads `name` and `carried` for a type that has both.
  template <class Thing>
  Result<void> read_name_and_carried(JsonValue object, Thing& out,
                                     const std::vector<std::string_view>& read = {}) {
    const std::string_view name = optional_text(object, "name");
    auto kept = carried(object, read);
    if (!kept) return kept.error();
    out.name = std::string(name);
    out.carried = std::move(*kept);
    return {};
  }
  static JsonValue extension(JsonValue object, std::string_view name) { return object["extensions"][name]; }

  // --- bytes ---

  Result<ByteSpan> buffer(std::uint32_t index);
  Result<ViewBytes> view(std::uint32_t index);
  // Path of the file that a `uri` refers to. Errors: not_found; bad_data if it is outside the folder.
  Result<std::string> path_of(JsonValue uri);  // on disk; unchanged for read_neighbour
  // Decodes a `data:` URI.
  Result<std::vector<std::byte>> decoded_uri(JsonValue uri);

  // --- lists of the document ---

  std::vector<JsonValue> buffers, views, accessors, nodes, meshes, skins, cameras, lights, animations;

  // Nodes created for the instances of a mesh, keyed by the mesh's node.
  struct Instances {
    std::uint32_t first = 0, count = 0;  // indices into scene.nodes
  };
  std::map<std::uint32_t, Instances> instances;

 private:
  struct Buffer {
    bool loaded = false;
    std::vector<std::byte> owned;
    ByteSpan bytes;
  };
  // A file that buffers refer to.
  struct File {
    FileBytes read;
    std::vector<std::byte> given;  // from ReadOptions::read_neighbour, instead of `read`
    ByteSpan bytes;                // `read` or `given`, whichever is in use
  };
  struct View {
    bool decoded = false;
    std::vector<std::byte> owned;
  };

  friend Result<void> read_lists(Builder&);
  Result<ByteSpan> slice(JsonValue at, std::uint64_t offset, std::uint64_t length,
                         std::uint32_t buffer_index);
  Result<ByteSpan> file_of(JsonValue uri);

  const std::string& file_;
  const Container& container_;
  MemoryBudget& budget_;
  std::uint64_t decompressed_ = 0;
  std::vector<Buffer> buffer_bytes_;
  std::vector<View> view_bytes_;
  std::map<std::string, File> files_;  // keyed by path; several buffers may share a file
};

// Decodes the bytes of a view that is compressed with EXT_meshopt_compression or KHR_meshopt_compression.
// `at` is the extension object.
Result<std::vector<std::byte>> decode_meshopt(Builder& b, JsonValue at, ByteSpan compressed);

// --- the parts, in the order they run ---

Result<void> check_asset(Builder& b);
Result<void> check_extensions(Builder& b);
Result<void> read_lists(Builder& b);
Result<void> read_materials(Builder& b);
Result<void> read_cameras_and_lights(Builder& b);
Result<void> read_nodes(Builder& b);
Result<void> read_scenes(Builder& b);
Result<void> read_meshes(Builder& b);
Result<void> read_skins(Builder& b);
Result<void> check_instances(Builder& b);
Result<void> read_instances(Builder& b);
Result<void> read_animations(Builder& b);

// GltfReadOptions::check_all: validates the document against the specification and opens everything that the
// parts above skipped. Faults are warnings.
void check_all(Builder& b);

}  // namespace skelter::gltf
