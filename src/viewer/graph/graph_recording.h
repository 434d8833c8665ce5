#pragma once
// GraphRecording: an actor that plays a graph, and every frame of it: the state block, the actions before the
// frame, and the result. The block determines all later frames. A past frame is shown from its block and can
// be continued from it. The block does not contain the difference that an inertialized switch leaves. Frames
// therefore keep the shown pose while a difference decays, and continuing from such a frame first replays
// from the last frame without one.
//
//   recording.act({GraphAction::Kind::set, speed, 2.7f});   // for the next update
//   recording.update(1.0 / 60);
//   recording.seek(12);                                     // shows frame 12
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
#include "skelter/play/graph_event.h"
#include "viewer/graph/internal/condition_values.h"
#include "viewer/graph/open_graph.h"

namespace skelter {

struct GraphProbe;

// An action of the game before an update.
struct GraphAction {
  enum class Kind : std::uint8_t { set, fire, play, stop };
  Kind kind = Kind::set;
  std::uint32_t index = 0;  // parameter or slot
  float value = 0;          // for set
  SlotPlay play;            // for play
};

// One colour of the bands: a clip of a state.
struct GraphBandName {
  std::string layer;  // name of the top layer
  std::string path;
  std::string clip;
  bool additive = false;
  friend bool operator==(const GraphBandName&, const GraphBandName&) = default;
};
struct GraphBand {
  std::uint32_t name = 0;   // index into GraphRecording::band_names()
  std::uint32_t layer = 0;  // top layer, in the frame's graph
  double weight = 0;        // within the layer, as in `graph run`
  double time_s = 0;        // clip time
};

// A transition of an update.
struct GraphMark {
  double time_s = 0;
  std::string machine, from, to;  // machine path, state names
  std::string when;               // condition
  std::vector<ConditionValue> values;
  double fade_s = 0;
};

// A clip event, or the end of a slot.
struct GraphDot {
  double time_s = 0;
  std::string name, path, clip, layer;
  double weight = 1;
};

struct GraphFrame {
  GraphPtr graph;
  double time_s = 0, dt_s = 0;       // time at the end of the frame; dt_s is 0 in the first frame
  std::vector<GraphAction> actions;  // applied before the update
  std::vector<float> wanted;         // requested value per parameter
  std::vector<double> state;         // state block after the update
  std::vector<GraphBand> bands;
  std::vector<double> strengths;  // per top layer; the first is 1
  std::vector<GraphMark> marks;
  std::vector<GraphDot> dots;
  RigidMotion root_motion;
  RigidMotion place;  // sum of all root motion so far, relative to the start
  // The shown pose, as parent_from_joint, while a difference decays; otherwise empty.
  std::vector<SoaTransform> pose;
  bool reloaded = false;  // the graph differs from that of the previous frame
  bool branched = false;  // continues a past frame with changes

  ByteSpan block() const { return std::as_bytes(std::span(state)); }
  GraphProbe probe() const;
};

class GraphRecording {
 public:
  static constexpr std::size_t kMaxFrames = 3600;  // one minute at 60 frames per second

  // `actor` is the result of with_graph() for data_of(graph).
  GraphRecording(GraphPtr graph, std::unique_ptr<Actor> actor);
  // Copies frames and pending actions, with a new actor. The branch that was set aside is not copied.
  GraphRecording(const GraphRecording& other);
  GraphRecording& operator=(const GraphRecording&) = delete;
  ~GraphRecording() = default;

  // Restarts from scratch with this graph.
  void restart(GraphPtr graph);

  // Queues an action for the next update, in call order. Errors: invalid_argument for an unknown parameter,
  // slot or clip, and those of play_slot(). A value is clamped; NaN is an error.
  Status act(const GraphAction& action);
  bool has_changes() const { return !pending_.empty(); }  // has pending actions
  // Requested value per parameter, including pending actions.
  const std::vector<float>& wanted() const { return wanted_; }

  // Applies the pending actions and appends a frame after the shown one. Later recorded frames are set aside.
  void update(double dt_s);

  // Frames, oldest first; never empty.
  const std::deque<GraphFrame>& frames() const { return frames_; }
  std::size_t shown_index() const { return shown_; }
  const GraphFrame& shown() const { return frames_[shown_]; }
  Actor& actor_at_shown();  // in the pose of the shown frame
  bool at_end() const { return shown_ + 1 == frames_.size(); }
  void seek(std::size_t frame);               // drops pending actions; clamped to the last frame
  std::size_t frame_at(double time_s) const;  // the last frame at or before the time, or the first

  // Whether frames were set aside, and the time of the frame before them.
  bool has_branch() const { return aside_ && !aside_->frames.empty(); }
  double branch_time_s() const { return has_branch() ? aside_->time_s : 0; }
  // Restores the frames that were set aside, and shows the frame where the branch began.
  void back_to_recording();

  // Hot reload: continues the newest frame with another graph (migrate_state). Recorded frames do not change;
  // the block of a past frame is migrated when it is continued. Errors: those of migrate_state.
  Problem replace_graph(GraphPtr graph);
  const GraphPtr& graph() const { return graph_; }  // for the next update

  const std::vector<GraphBandName>& band_names() const { return band_names_; }

  // True if every update since the start is recorded and uses the same graph, so that graph_script() can
  // replay them.
  bool is_complete() const { return first_serial_ == 0 && one_graph_; }
  std::uint64_t dropped_frames() const { return first_serial_; }

 private:
  struct Aside {
    std::uint64_t serial = 0;  // number of the frame before them
    double time_s = 0;
    std::deque<GraphFrame> frames;
  };

  std::span<std::byte> work() { return std::as_writable_bytes(std::span(work_)); }
  void take_shown();  // sets work_ and wanted_ to the shown frame, in the graph of the next update
  void stand_at_shown();
  void put_aside();
  void look(GraphFrame& frame, std::span<const GraphEvent> events, std::span<const double> before);
  std::uint32_t band_name(GraphBandName name);

  GraphPtr graph_;
  std::deque<GraphFrame> frames_;
  std::size_t shown_ = 0;
  std::uint64_t first_serial_ = 0;  // number of frames_[0] = dropped frames
  std::optional<Aside> aside_;
  bool one_graph_ = true;

  std::unique_ptr<Actor> actor_;
  bool actor_shows_ = false;  // actor is in the pose of the shown frame
  // Actor is at the shown frame, in the graph of the next update, with the frame's difference.
  bool actor_stands_ = false;

  std::vector<double> start_;  // shown block, in the graph of the next update
  std::vector<double> work_;   // start_ with pending actions
  std::vector<float> wanted_;
  std::vector<GraphAction> pending_;
  bool migrated_ = false;  // start_ and work_ use a different graph than the shown frame

  std::vector<GraphBandName> band_names_;
};

}  // namespace skelter
