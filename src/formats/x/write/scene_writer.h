#pragma once
// State shared by the parts of the writer: the scene, the sink, the names in the file, and the report of
// losses. Each part is a free function in its own file; write.cpp calls them.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/x/tokens/sink.h"
#include "skelter/core/diagnostics.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter::x {

class SceneWriter {
 public:
  SceneWriter(const Scene& scene_in, Sink& sink_in, bool text_in, bool keep_names_in)
      : scene(scene_in), sink(sink_in), text(text_in), keep_names(keep_names_in) {}

  const Scene& scene;
  Sink& sink;
  const bool text;  // whether the encoding is text, compressed or not
  const bool keep_names;
  Diagnostics losses;

  // `object` is a label such as "Frame Hip".
  void lose(std::string_view code, std::string object, std::string message) {
    losses.add(Severity::warning, code, {scene.file, 0, std::nullopt, std::move(object)}, std::move(message));
  }

  // Reports a change that loses no data.
  void mention(std::string_view code, std::string object, std::string message) {
    losses.add(Severity::note, code, {scene.file, 0, std::nullopt, std::move(object)}, std::move(message));
  }

  // Returns `name` in a form that the file can hold: text cannot escape a quote inside quotes, and names end
  // at a NUL. Reports a change.
  std::string spelled(std::string_view name, std::string_view type);
  // Same as spelled(), for a name outside quotes: in text, characters that the grammar does not allow become
  // "_", unless names must be kept.
  std::string object_name(std::string_view name, std::string_view type);
  // Whether an object with an ambiguous name gets a GUID inside its braces, which D3DX accepts and Assimp
  // rejects ("Number expected"). Otherwise the object gets a unique name.
  bool writes_guid() const { return !text || keep_names; }
  // Derives an unused name from `name` and adds it to `uses`. Reports the change.
  std::string own_name(const std::string& name, std::string_view type,
                       std::unordered_map<std::string, std::uint32_t>& uses);

  // Whether the node becomes a frame. Readers recreate nodes without a frame.
  bool is_frame(std::uint32_t node) const { return is_frame_[node]; }
  // Name of a frame in the file. If something refers to the node, no earlier frame has the same name.
  const std::string& frame_name(std::uint32_t node) const { return frame_names_[node]; }
  // Child frames of a frame, in index order; top-level frames for kNone.
  const std::vector<std::uint32_t>& frames_below(std::uint32_t node) const {
    return frames_below_[node == kNone ? scene.nodes.size() : node];
  }

  // All frames in depth-first order.
  std::vector<std::uint32_t> frames_in_file_order() const;

  // Fails if the hierarchy is too deep for every reader. Call after name_frames.
  Result<void> expect_readable_depth() const;

  // Finds the frames and their names. Call before the functions that write the parts.
  void name_frames();

 private:
  void find_frames();
  std::vector<bool> frames_referred_to() const;

  std::vector<bool> is_frame_;
  std::vector<std::string> frame_names_;
  std::vector<std::vector<std::uint32_t>> frames_below_;
};

// GUID for object `index` of a kind. It is the same in every file.
XGuid numbered_guid(std::uint16_t kind, std::uint32_t index);

// Writes a matrix as sixteen numbers, one row per line.
void write_matrix(Sink& sink, const Mat4& canonical, std::string_view last_separator);

// --- the parts ---

// Writes materials: inline at their first use, or all at the start of the file if inlining would change their
// order.
class MaterialWriter {
 public:
  explicit MaterialWriter(SceneWriter& writer);
  // Writes all materials at the top level, unless they are inline.
  void write_in_front();
  // Writes one entry of a MeshMaterialList: the material at its first use, then a reference to it; for kNone,
  // the default material.
  void write_entry(std::uint32_t material);

 private:
  void write(std::uint32_t material);
  void write_default();
  std::vector<std::uint32_t> in_order_of_use() const;

  SceneWriter& writer_;
  bool inline_ = false;
  std::vector<bool> written_;
  std::vector<XGuid> guids_;      // for materials that need one
  std::vector<bool> needs_guid_;  // referred to by a name that is not unique
  std::vector<std::string> names_;
};

// One primitive as a Mesh object. `skin` may be kNone. `mirrored_frame`: the primitive has no skin, and the
// rest pose of its node mirrors space.
struct MeshObject {
  std::uint32_t mesh = 0;
  std::uint32_t primitive = 0;
  std::uint32_t skin = kNone;
  bool mirrored_frame = false;
  friend bool operator==(const MeshObject&, const MeshObject&) = default;
};
void write_mesh(SceneWriter& writer, MaterialWriter& materials, const MeshObject& object, Identity identity);

// Writes frames with their meshes, then top-level meshes.
void write_frames(SceneWriter& writer, MaterialWriter& materials);

// Writes the tick rate, if the file states one, and the animation sets.
void write_clips(SceneWriter& writer);

// Declares the templates that the scene needs and the oldest readers lack.
void declare_templates(SceneWriter& writer);

}  // namespace skelter::x
