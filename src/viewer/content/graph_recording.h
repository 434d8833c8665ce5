#pragma once
// GraphRecording: an Actor that a graph plays, and every frame of it: the state block, what was set before
// the frame, and the result. The block decides everything that follows. A frame of the past is shown from its
// block, and played on from it. The difference that an inertialized switch leaves is not in the block: frames
// keep the pose that was shown while one decayed, and playing on from such a frame begins at the last frame
// without one.
//
//   recording.act({GraphAction::Kind::set, speed, 2.7f});   // for the next update
//   recording.update(1.0 / 60);
//   recording.seek(12);                                     // frame 12 is shown
//   recording.update(1.0 / 60);                             // what if: another frame 13
//   recording.back_to_recording();                          // frame 12 again, with what followed it

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "load/internal/actor.h"
#include "skelter/math/soa.h"
#include "skelter/play/graph_probe.h"
#include "skelter/play/graph_update_job.h"
#include "viewer/content/open_graph.h"
#include "viewer/internal/condition_values.h"

namespace skelter {

// What a game does before an update.
struct GraphAction {
  enum class Kind : std::uint8_t { set, fire, play, stop };
  Kind kind = Kind::set;
  std::uint32_t index = 0;  // of a parameter, or of a slot
  float value = 0;          // set
  SlotPlay play;            // play
};

// A colour in a row of the bands: a clip of a state.
struct GraphBandName {
  std::string layer;  // the top one
  std::string path;
  std::string clip;
  bool additive = false;
  friend bool operator==(const GraphBandName&, const GraphBandName&) = default;
};
struct GraphBand {
  std::uint32_t name = 0;   // index into GraphRecording::band_names()
  std::uint32_t layer = 0;  // the top one, of the frame's graph
  double weight = 0;        // within the layer, as `graph run` has it
  double time_s = 0;        // of the clip
};

// A transition that was taken.
struct GraphMark {
  double time_s = 0;
  std::string machine, from, to;  // path, names
  std::string when;               // the condition
  std::vector<ConditionValue> values;
  double fade_s = 0;
};

// What a clip told, or that a slot ended.
struct GraphDot {
  double time_s = 0;
  std::string name, path, clip, layer;
  double weight = 1;
};

struct GraphFrame {
  GraphPtr graph;
  double time_s = 0, dt_s = 0;       // at its end; 0 of the first
  std::vector<GraphAction> actions;  // before the update
  std::vector<float> wanted;         // by parameter: what was set
  std::vector<double> state;         // the block, after the update
  std::vector<GraphBand> bands;
  std::vector<double> strengths;  // by top layer; the first 1
  std::vector<GraphMark> marks;
  std::vector<GraphDot> dots;
  RigidMotion root_motion;
  RigidMotion place;  // where all root motion up to here has taken the figure from its first place
  // As it was shown, parent_from_joint, where it is not the block's: while a difference dies away.
  std::vector<SoaTransform> pose;
  bool reloaded = false;  // the graph is another one than that of the frame before
  bool branched = false;  // it follows from a frame of the past with changes

  ByteSpan block() const { return std::as_bytes(std::span(state)); }
  GraphProbe probe() const { return {&graph->view, graph->clips, block()}; }
};

class GraphRecording {
 public:
  static constexpr std::size_t kMostFrames = 3600;  // a minute at 60 per second

  // `actor`: made by with_graph() for data_of(graph).
  GraphRecording(GraphPtr graph, std::unique_ptr<Actor> actor);
  // Frames and pending acts, with an actor of its own. Without the branch that was put aside.
  GraphRecording(const GraphRecording& other);
  GraphRecording& operator=(const GraphRecording&) = delete;
  ~GraphRecording() = default;

  // Begins anew, with this graph.
  void restart(GraphPtr graph);

  // For the next update, in this order. Errors: invalid_argument for a parameter, slot or clip that is not
  // there, and as play_slot(). A value is clamped; not a number is an error.
  Status act(const GraphAction& action);
  bool has_changes() const { return !pending_.empty(); }  // acts that no update has taken
  // By parameter: what is set, pending ones included.
  const std::vector<float>& wanted() const { return wanted_; }

  // One frame on from the one that is shown, with the pending acts. What was recorded after it is put aside.
  void update(double dt_s);

  // Frames, from the oldest; there is at least one.
  const std::deque<GraphFrame>& frames() const { return frames_; }
  std::size_t shown_index() const { return shown_; }
  const GraphFrame& shown() const { return frames_[shown_]; }
  Actor& actor_at_shown();  // in the pose of the shown frame
  bool at_end() const { return shown_ + 1 == frames_.size(); }
  void seek(std::size_t frame);               // pending acts are dropped; clamped to the last one
  std::size_t frame_at(double time_s) const;  // the last that is not after it, or the first

  // Whether something was put aside, and where.
  bool has_branch() const { return aside_ && !aside_->frames.empty(); }
  double branch_time_s() const { return has_branch() ? aside_->time_s : 0; }
  // Shows the frame at which the first change was made, followed by what was recorded before it.
  void back_to_recording();

  // Hot reload: the newest frame goes on with another graph (migrate_state). Nothing else changes. Of a frame
  // of the past the block is migrated when it is played on from. Errors: those of migrate_state.
  Problem replace_graph(GraphPtr graph);
  const GraphPtr& graph() const { return graph_; }  // of the next update

  const std::vector<GraphBandName>& band_names() const { return band_names_; }

  // Whether every update since the start is there, with one graph: then to_script() replays it.
  bool is_complete() const { return first_serial_ == 0 && one_graph_; }
  std::uint64_t dropped_frames() const { return first_serial_; }

 private:
  struct Aside {
    std::uint64_t serial = 0;  // of the frame that they followed
    double time_s = 0;
    std::deque<GraphFrame> frames;
  };

  std::span<std::byte> work() { return std::as_writable_bytes(std::span(work_)); }
  void take_shown();  // work_ and wanted_ are those of the shown frame, in the graph of the next update
  void stand_at_shown();
  void put_aside();
  void look(GraphFrame& frame, std::span<const GraphEvent> events, std::span<const double> before);
  std::uint32_t band_name(GraphBandName name);

  GraphPtr graph_;
  std::deque<GraphFrame> frames_;
  std::size_t shown_ = 0;
  std::uint64_t first_serial_ = 0;  // of frames_[0]: how many were dropped
  std::optional<Aside> aside_;
  bool one_graph_ = true;

  std::unique_ptr<Actor> actor_;
  bool actor_shows_ = false;   // the pose of the shown frame
  bool actor_stands_ = false;  // at the shown frame, in the graph of the next update, with its difference

  std::vector<double> start_;  // the shown block, in the graph of the next update,
  std::vector<double> work_;   // and with pending acts
  std::vector<float> wanted_;
  std::vector<GraphAction> pending_;
  bool migrated_ = false;  // these are of another graph than the shown frame

  std::vector<GraphBandName> band_names_;
};

}  // namespace skelter
