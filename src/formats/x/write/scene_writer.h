#pragma once
// What the parts of the writer share: the scene they drain, the sink they fill, the names in the file, and
// the report of what is lost. Each part is a free function in its own file; write.cpp calls them.

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
  const bool text;  // the encoding is text, compressed or not
  const bool keep_names;
  Diagnostics losses;

  // `object` as in "Frame Hip".
  void lose(std::string_view code, std::string object, std::string message) {
    losses.add(Severity::warning, code, {scene.file, 0, std::nullopt, std::move(object)}, std::move(message));
  }

  // What changes, but is not lost.
  void mention(std::string_view code, std::string object, std::string message) {
    losses.add(Severity::note, code, {scene.file, 0, std::nullopt, std::move(object)}, std::move(message));
  }

  // `name` as the file can hold it: text has no way to write a quote inside quotes, and names end at a NUL. A
  // change is reported.
  std::string spelled(std::string_view name, std::string_view type);
  // The same for a name that stands outside of quotes: in text, what the grammar has no place for becomes
  // "_", unless names are to be kept.
  std::string object_name(std::string_view name, std::string_view type);
  // Whether an object that its name does not tell gets a GUID inside its braces, which D3DX reads and Assimp
  // refuses ("Number expected"); else it gets a name of its own.
  bool tells_by_guid() const { return !text || keep_names; }
  // A name like this one that `uses` has not, and has then. Reported.
  std::string own_name(const std::string& name, std::string_view type,
                       std::unordered_map<std::string, std::uint32_t>& uses);

  // Nodes that become frames; the others are made again by every reader.
  bool is_frame(std::uint32_t node) const { return is_frame_[node]; }
  // The name of a frame in the file. Where something refers to the node, no earlier frame has that name.
  const std::string& frame_name(std::uint32_t node) const { return frame_names_[node]; }
  // Frames below a frame, in index order; those of the top level for kNone.
  const std::vector<std::uint32_t>& frames_below(std::uint32_t node) const {
    return frames_below_[node == kNone ? scene.nodes.size() : node];
  }

  // All frames, depth first.
  std::vector<std::uint32_t> frames_in_file_order() const;

  // Why no reader would take the hierarchy, if none would. After name_frames.
  Result<void> expect_readable_depth() const;

  // Finds the frames and their names; run before any part.
  void name_frames();

 private:
  void find_frames();
  std::vector<bool> frames_referred_to() const;

  std::vector<bool> is_frame_;
  std::vector<std::string> frame_names_;
  std::vector<std::vector<std::uint32_t>> frames_below_;
};

// A GUID of our own for the object number `index` of a kind: the same in every file.
XGuid numbered_guid(std::uint16_t kind, std::uint32_t index);

// Sixteen numbers, a line per row.
void write_matrix(Sink& sink, const Mat4& canonical, std::string_view last_separator);

// --- the parts ---

// Materials: inline where a mesh uses them first, or all in front when that would change their order.
class MaterialWriter {
 public:
  explicit MaterialWriter(SceneWriter& writer);
  // All materials, at the top level, unless they are inline.
  void write_in_front();
  // One entry of a MeshMaterialList: the material the first time, then a reference. For kNone a default one.
  void write_entry(std::uint32_t material);

 private:
  void write(std::uint32_t material);
  void write_default();
  std::vector<std::uint32_t> in_order_of_use() const;

  SceneWriter& writer_;
  bool inline_ = false;
  std::vector<bool> written_;
  std::vector<XGuid> guids_;      // of the materials that need one
  std::vector<bool> needs_guid_;  // referred to, and its name is not unique
  std::vector<std::string> names_;
};

// One primitive as a Mesh object; `skin` may be kNone. `mirrored_frame`: it is, without skin, of a node
// whose rest pose turns space inside out.
struct MeshObject {
  std::uint32_t mesh = 0;
  std::uint32_t primitive = 0;
  std::uint32_t skin = kNone;
  bool mirrored_frame = false;
  friend bool operator==(const MeshObject&, const MeshObject&) = default;
};
void write_mesh(SceneWriter& writer, MaterialWriter& materials, const MeshObject& object, Identity identity);

// Frames with their meshes, then meshes of the top level.
void write_frames(SceneWriter& writer, MaterialWriter& materials);

// The tick rate, when the file states one, and the animation sets.
void write_clips(SceneWriter& writer);

// Declares the templates that the objects of the scene need and the oldest readers do not know.
void declare_templates(SceneWriter& writer);

}  // namespace skelter::x
