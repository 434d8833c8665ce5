#pragma once
// CrowdSim: simulates the crowd of the crowd demo. A frame consists of budget, schedule, poses and
// interpolation, done by the jobs of the crowd module.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compile/build_clip/internal/clip.h"
#include "compile/build_mesh/internal/skinned_mesh.h"
#include "compile/build_skeleton/internal/skeleton.h"
#include "demos/crowd/crowd_state.h"
#include "demos/crowd/crowd_walkers.h"
#include "skelter/core/array_view.h"
#include "skelter/core/result.h"
#include "skelter/crowd/crowd_budget.h"
#include "skelter/crowd/crowd_schedule.h"
#include "skelter/crowd/task_tbb.h"
#include "skelter/play/graph.h"
#include "skelter/play/graph_state.h"
#include "skelter/render/camera.h"
#include "skelter/render/renderer.h"
#include "skelter/scene/scene.h"

namespace skelter::demos {

// One mesh instance of the scene. Its palette starts at entry `first` of every member's palette.
struct CrowdMesh {
  std::uint32_t node = 0, instance = 0;
  std::uint32_t first = 0;
  SkinView skin = {};
};

struct CrowdFrameSettings {
  double time_s = 0;
  double frame_s = 1.0 / 60;  // time until the next frame; 0 while paused
  double budget_s = 0;        // if infinite, every member gets the level for its size
  Camera camera;
  // Assumed cost of a unit of work, used instead of measured time so that images are reproducible. 0:
  // measure.
  double seconds_per_unit = 0;
  bool poses_on_card = false;  // makes pose lists for every member, without palettes and without a budget
};

class CrowdSim {
 public:
  // Compiles the skeleton, the skins and some clips of the scene. With a configuration that names a graph,
  // compiles all clips, and each member has its own state machine. Errors: bad_data without clips; those of
  // compile.
  static Result<CrowdSim> create(const Scene& scene, const std::string& config = "");

  // Restarts with the given number of members.
  void resize(std::uint32_t members);
  // Errors: those of the jobs.
  Result<void> frame(const CrowdFrameSettings& settings);

  std::uint32_t members() const { return static_cast<std::uint32_t>(members_.size()); }
  double half_side() const { return half_side_; }
  double height() const { return height_; }
  const std::vector<CrowdLevel>& levels() const { return levels_; }
  std::span<const CrowdMesh> meshes() const { return meshes_; }
  std::uint32_t palette_stride() const { return rig_.skin->size(); }

  // Results of the last frame.
  std::span<const Affine> palettes() const { return {matrices_.data(), members_.size() * palette_stride()}; }
  std::span<const Affine> places() const { return places_; }  // world_from_model
  // Input for the GPU in frames with poses_on_card.
  const CrowdRig& rig() const { return rig_; }
  CrowdLists lists() const;
  std::span<const std::uint8_t> member_levels() const { return member_levels_; }
  const CrowdCounters& budget() const { return budget_counters_; }
  const CrowdCounters& schedule() const { return schedule_counters_; }
  double cost_s() const { return cost_s_; }
  // Clip time of a member in the last frame.
  double clip_time_s(std::uint32_t member) const;
  // Pose list of a member. Precondition: has_graph().
  std::span<const PoseListEntry> list(std::uint32_t member) const;
  bool has_graph() const { return graph_ != nullptr; }

 private:
  friend class CrowdLoading;
  CrowdSim() = default;
  Result<void> pick_levels(const CrowdFrameSettings& settings);
  Result<void> evaluate(const CrowdFrameSettings& settings);
  void list_everyone();
  void place(double time_s);
  void restart_graphs();
  Result<void> update_graphs(double time_s);
  void set_graph_parameters(std::uint32_t member, double time_s, double step_s);
  std::span<std::byte> graph_state(std::uint32_t member);

  // Compiled once. Held by pointer, so that views stay valid when CrowdSim is moved.
  struct Assets;
  std::shared_ptr<const Assets> assets_;
  CrowdRig rig_;
  std::vector<CrowdMesh> meshes_;
  std::vector<double> clip_speeds_;  // walking speed of each clip, in units per second
  std::vector<CrowdLevel> levels_;
  double height_ = 1, half_side_ = 1;
  std::shared_ptr<TbbTasks> tasks_;
  AlignedBytes scratch_;

  // Graph data: one state block per member, and as many list entries as the longest pose list.
  const GraphView* graph_ = nullptr;
  ArrayView<GraphClip> graph_clips_;
  struct Inputs {
    std::uint32_t speed = kNone, turn = kNone, sit = kNone, jump = kNone, wave = kNone;
  } inputs_;
  std::vector<double> graph_states_;
  std::vector<std::uint8_t> line_counts_;
  std::vector<double> headings_rad_;  // in the last update
  double graph_time_s_ = -1;          // time of the last update; negative: none yet

  std::vector<CrowdMember> members_;
  CrowdWalkers walkers_;
  std::vector<CrowdInstance> instances_, due_;
  std::vector<PoseListEntry> layers_;
  std::vector<CrowdPace> paces_;
  std::vector<std::uint32_t> slot_numbers_;
  CrowdSlots slots_;
  std::vector<std::uint32_t> due_indices_, lead_frames_;
  std::vector<CrowdMix> mixes_;
  std::vector<float> importances_;
  std::vector<std::uint8_t> member_levels_;
  std::vector<Affine> matrices_;  // the members' palettes, then the slots
  std::vector<Affine> places_;
  CrowdCounters budget_counters_;
  CrowdCounters schedule_counters_;
  std::uint32_t frame_ = 0;
  double cost_s_ = 0;
};

// Compiles the data of a crowd in parts, so that a window can draw in between.
class CrowdLoading {
 public:
  // Chooses the clips, but compiles nothing. Errors: bad_data without clips.
  static Result<CrowdLoading> begin(const Scene& scene, const std::string& config = "");

  std::size_t parts() const { return clips_.size() + 2; }
  std::size_t parts_done() const { return done_; }
  bool done() const { return parts_done() == parts(); }
  // Name of the next part: "skeleton", the name of a clip, or "skins". With a graph: "clips and graph" or
  // "skins".
  std::string next(const Scene& scene) const;
  // `scene` must be the scene passed to begin(). Errors: those of build. Precondition: not done.
  Result<void> load_next(const Scene& scene);
  // Precondition: done; call once.
  CrowdSim take() { return std::move(sim_); }

  double height() const { return sim_.height(); }

 private:
  CrowdLoading() = default;
  Result<void> load_skeleton(const Scene& scene);
  Result<void> load_graph(const Scene& scene);
  Result<void> load_clip(const Scene& scene, std::size_t number);
  Result<void> load_skins(const Scene& scene);

  CrowdSim sim_;
  std::shared_ptr<CrowdSim::Assets> assets_;
  std::string config_;
  std::vector<std::uint32_t> clips_;
  std::size_t done_ = 0;
};

}  // namespace skelter::demos
