#pragma once
// CharacterData: what all characters of one kind share, and none changes: a pack's skeleton, clips, skins,
// meshes and masks, with names to look them up by. Made from a pack alone; any number of threads may use it.
//
//   Result<CharacterData> data = CharacterData::create(std::move(pack));
//   Character hero(*data);                       // play/character.h
//   hero.play(data->find_clip("walk"));
//
// Stored clips are decoded when they are first played, each once: a second thread that wants the same clip
// waits for the first. prepare() does it ahead, say while a level loads. A graph may want any clip in any
// frame, so data with graphs have all of theirs prepared.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/aligned_bytes.h"
#include "skelter/core/limits.h"
#include "skelter/core/none.h"
#include "skelter/core/result.h"
#include "skelter/play/graph.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/model_pose.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/runtime/skeleton.h"
#include "skelter/runtime/skin.h"

namespace skelter {

// Makes clips that are not in the pack when they are first played: how source files open at once.
struct ClipMaker {
  std::vector<std::string> names;  // of the clips that it makes; they come after those of the pack
  // The bytes of clip `index` of `names`, hot or stored, for the pack's skeleton. Called once per clip, on
  // the thread that prepares it; for different clips perhaps at one time. Its error is kept for the clip.
  std::function<Result<AlignedBytes>(std::uint32_t index)> make;
};

// Characters and crowds point to it: it outlives them, and is not moved while they are there.
class CharacterData {
 public:
  // Takes the pack. `file` names it in errors. `limits.max_memory_bytes` limits the memory of the pack's
  // decoded clips together; 0: 64 MB and 40 times the pack. Errors: invalid_argument if it was not opened;
  // limit_exceeded for more than 65,534 clips. With graphs in the pack also "play.bad-graph" (bad_data; those
  // of read_graph) for one that is damaged or does not fit the clips and masks, and the errors of prepare().
  static Result<CharacterData> create(Pack pack, ClipMaker maker = {}, std::string file = {},
                                      const Limits& limits = {});

  // One more graph, made for all clips and masks that are here; for programs that compile graphs themselves.
  // At set-up, before characters or other threads use the data. Errors: as create().
  Result<void> add_graph(std::string name, AlignedBytes blob);
  // Data that share the pack and the clips with these, and whose only graph is this one: for tools that
  // compile a graph again while characters still play the old one. From any thread. Errors: as create().
  Result<CharacterData> with_graph(std::string name, AlignedBytes blob) const;

  // Indices by name, the first of that name; kNone where there is none. Every function that takes an index
  // accepts kNone: those that return a Status or a Result refuse it, the others return an empty name, list or
  // graph, or 0. O(n).
  std::uint32_t find_clip(std::string_view name) const;
  std::uint32_t find_mask(std::string_view name) const;
  std::uint32_t find_joint(std::string_view name) const;
  std::uint32_t find_skin(std::string_view name) const;
  std::uint32_t find_graph(std::string_view name) const;

  // Makes a clip ready to be played: decodes or makes it, which may take milliseconds and memory. From any
  // thread. Errors: invalid_argument for a clip that is not there; bad_data for a stored clip that is damaged
  // or of another skeleton; limit_exceeded beyond the memory limit; those of the maker. A clip that failed
  // stays failed.
  Result<void> prepare(std::uint32_t clip) const;
  Result<void> prepare_all() const;            // up to the first that fails
  bool is_prepared(std::uint32_t clip) const;  // without waiting

  std::uint32_t clip_count() const { return static_cast<std::uint32_t>(views_->size()); }
  std::string_view clip_name(std::uint32_t clip) const {
    return clip < clip_count() ? slots_[clip].name : std::string_view();
  }
  // By index. Those that are not prepared have no frames and may not be played; they are written to when they
  // become prepared, and never after.
  std::span<const ClipView> clips() const { return *views_; }

  // Animation graphs, checked and linked with the clips: what GraphUpdateJob takes.
  std::uint32_t graph_count() const { return static_cast<std::uint32_t>(graphs_.size()); }
  std::string_view graph_name(std::uint32_t graph) const {
    return graph < graph_count() ? std::string_view(graphs_[graph]->name) : std::string_view();
  }
  const GraphView& graph(std::uint32_t index) const {
    static const GraphView none;
    return index < graph_count() ? graphs_[index]->view : none;
  }
  std::span<const GraphClip> graph_clips(std::uint32_t graph) const {
    return graph < graph_count() ? std::span<const GraphClip>(graphs_[graph]->clips)
                                 : std::span<const GraphClip>();
  }

  // That of the pack. Its masks are followed by those of the graphs' profiles, "graph:profile", which
  // profile_mask() of a graph numbers.
  const Skeleton& skeleton() const { return skeleton_; }
  // Where model space begins: see PackView::origin. Mostly 0.
  const Vec3d& origin() const { return pack().origin(); }
  std::span<const SkinView> skins() const { return skins_; }
  std::span<const ModelMesh> meshes() const { return meshes_; }
  // What the poses of its characters are poses of, for whatever draws or compares them.
  ModelShape shape() const;
  std::span<const ModelSkin> model_skins() const { return model_skins_; }  // those of shape()
  // For what this room does not read: materials, images, info.
  const PackView& pack() const { return pack_->view(); }
  // Equal for packs whose skeleton and names of clips and masks are equal, whatever graphs there are. Saved
  // states carry it.
  std::uint64_t hash() const { return hash_; }

 private:
  struct Slot {
    enum State : std::uint32_t { fresh, working, ready, failed };
    std::string_view name;
    ByteSpan stored;  // empty: hot already, or made
    std::atomic<std::uint32_t> state = fresh;
    AlignedBytes hot;
    Error error;
  };

  struct Graph {
    std::string name;
    AlignedBytes own;  // of one that was added
    GraphView view;
    std::vector<GraphClip> clips;
    std::vector<GraphClipEvent> events;  // of all clips
  };

  CharacterData() = default;
  void read_sections();
  void read_shape();
  void place_palettes();
  Result<void> read_graphs();
  Result<void> link_graph(std::unique_ptr<Graph> graph, ByteSpan blob, std::uint32_t clips);
  Problem check_masks(const GraphView& graph) const;
  void add_masks(Graph& graph);
  Result<void> make_clip(std::uint32_t clip) const;
  Error error(Status status, std::string_view code, std::string message, std::string object) const;
  bool take_memory(std::size_t bytes) const;
  std::uint64_t hash_of_names() const;

  // with_graph() shares everything that is behind a shared pointer.
  std::shared_ptr<const Pack> pack_;
  std::shared_ptr<const ClipMaker> maker_;
  std::string file_;
  std::uint64_t memory_limit_ = 0;
  std::shared_ptr<std::atomic<std::uint64_t>> memory_left_;  // of decoded clips
  std::uint32_t pack_clips_ = 0;                             // the others are made
  std::shared_ptr<Slot[]> slots_;                            // per clip
  std::shared_ptr<std::vector<ClipView>> views_;
  std::vector<SkinView> skins_;
  std::vector<std::string_view> skin_names_;
  std::vector<ModelJoint> joints_;
  std::vector<ModelSkin> model_skins_;  // of skins_
  std::vector<ModelMesh> meshes_;
  std::uint32_t matrix_count_ = 0;
  std::vector<float> rest_morph_weights_;
  std::vector<ByteSpan> images_;
  std::vector<std::unique_ptr<Graph>> graphs_;  // where they are, they stay
  Skeleton skeleton_;                           // of the pack, with these masks if graphs have some
  std::vector<float> mask_weights_;
  std::vector<std::uint32_t> mask_name_begin_;
  std::vector<char> mask_names_;
  std::uint64_t hash_ = 0;
};

}  // namespace skelter
