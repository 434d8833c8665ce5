#pragma once
// CharacterData: the constant data that characters share: a pack's skeleton, clips, skins, meshes and masks,
// which can be found by name. Any number of threads may use it.
//
//   Result<CharacterData> data = CharacterData::create(std::move(pack));
//   Character hero(*data);                       // play/character.h
//   hero.clips()->play(data->find_clip("walk"));
//
// Each stored clip is decoded once, when it is first played; a second thread that needs the same clip waits
// for the first. prepare() decodes a clip ahead of time, for example while a level loads. A graph may play
// any clip in any frame, so all clips of data with graphs are prepared.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/aligned_bytes.h"
#include "skelter/core/array_view.h"
#include "skelter/core/limits.h"
#include "skelter/core/none.h"
#include "skelter/core/result.h"
#include "skelter/runtime/model_pose.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/runtime/skeleton.h"
#include "skelter/runtime/skin.h"

namespace skelter {

struct ClipView;   // runtime/clip.h
class GraphView;   // play/graph.h
struct GraphClip;  // internal, for GraphUpdateJob

// Makes clips that are not in the pack at the time they are first played, so that source files open at once.
struct ClipMaker {
  std::vector<std::string> names;  // names of the made clips, which follow the clips of the pack
  // Returns the bytes of clip `index` of `names`, in playing or stored form, for the pack's skeleton. Called
  // once per clip, on the thread that prepares it, possibly for several clips at once. An error is permanent
  // for its clip.
  std::function<Result<AlignedBytes>(std::uint32_t index)> make;
};

// The data must outlive its characters and crowds, which point to it, and must not be moved while they exist.
class CharacterData {
 public:
  // `file` is the name of the pack in errors. `limits.max_memory_bytes` limits the total memory of the pack's
  // decoded clips; 0: 64 MB + 40 times the size of the pack. Errors: invalid_argument if the pack was not
  // opened; limit_exceeded for more than 65,534 clips. For graphs in the pack also the errors of prepare(),
  // and "play.bad-graph" (bad_data or unsupported) for a graph that is damaged, too old, or does not fit the
  // clips and masks.
  static Result<CharacterData> create(Pack pack, ClipMaker maker = {}, std::string file = {},
                                      const Limits& limits = {});

  // Adds a graph that was compiled for all clips and masks of the data. Call it at set-up, before characters
  // or other threads use the data. Errors: as for create().
  Result<void> add_graph(std::string name, AlignedBytes blob);
  // Returns data that share this object's pack and clips but have only this graph. For tools that compile a
  // graph again while characters still play the old one. May be called from any thread. Errors: as for
  // create().
  Result<CharacterData> with_graph(std::string name, AlignedBytes blob) const;

  // Return the index of the first entry with this name, or kNone. O(n). Every function with an index
  // parameter accepts kNone, and then returns an error, an empty name, list or graph, or 0.
  std::uint32_t find_clip(std::string_view name) const;
  std::uint32_t find_mask(std::string_view name) const;
  std::uint32_t find_joint(std::string_view name) const;
  std::uint32_t find_skin(std::string_view name) const;
  std::uint32_t find_graph(std::string_view name) const;

  // Decodes or makes a clip so that it can be played, which may take milliseconds and memory. May be called
  // from any thread. Errors: invalid_argument for an unknown clip; bad_data for a stored clip that is damaged
  // or made for another skeleton; limit_exceeded beyond the memory limit; the maker's errors. A clip that
  // failed stays failed.
  Result<void> prepare(std::uint32_t clip) const;
  Result<void> prepare_all() const;            // stops at the first error
  bool is_prepared(std::uint32_t clip) const;  // without waiting

  std::uint32_t clip_count() const;
  std::string_view clip_name(std::uint32_t clip) const;
  // Clips by index. An unprepared clip has no frames and cannot be played. prepare() writes its view, which
  // does not change afterwards.
  ArrayView<ClipView> clips() const;

  // Animation graphs, checked and linked with the clips, for GraphUpdateJob.
  std::uint32_t graph_count() const;
  std::string_view graph_name(std::uint32_t graph) const;
  const GraphView& graph(std::uint32_t index) const;
  ArrayView<GraphClip> graph_clips(std::uint32_t graph) const;

  // The skeleton of the pack. The masks of the graphs' profiles, named "graph:profile", follow the pack's
  // masks.
  const Skeleton& skeleton() const;
  std::span<const SkinView> skins() const;
  std::span<const ModelMesh> meshes() const;
  // The shape that belongs to the poses of its characters, for drawing and comparing.
  ModelShape shape() const;
  // The pack, with materials, images and info.
  const PackView& pack() const;
  // Equal for packs with the same skeleton and the same names of clips and masks, regardless of graphs. Saved
  // states contain this hash.
  std::uint64_t hash() const;

 private:
  struct Parts;
  struct Delete {
    void operator()(Parts* parts) const;
  };
  CharacterData() = default;
  std::unique_ptr<Parts, Delete> parts_;
};

}  // namespace skelter
