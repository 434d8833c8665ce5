#pragma once
// Controller: plays animation sets on tracks and mixes them into one pose. It works like D3DX's animation
// controller, without its pitfalls: limits grow unless set, every controller owns its pose, and a cross-fade
// is one call. The state after a second does not depend on how the second was divided into steps.
// docs/control.md explains it, docs/d3dx-migration.md maps the names of D3DX.
//
// In one step, events happen at their exact time inside the step, and speed ramps are integrated exactly.
// Then every track is sampled and the pose is mixed; then callbacks are reported. Tracks of one priority are
// mixed in proportion to their weights; the priority blend goes from the low-priority mix (0) to the
// high-priority mix (1).
//
// Set-up functions (registering, keying events, more tracks) may allocate. advance() does not, unless a
// registered set changed its animations. Not thread-safe; different controllers may share sets and run
// concurrently.

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "skelter/d3dx/animation_set.h"
#include "skelter/play/fade.h"

namespace skelter {

// --- contents of a controller ------------------------------------------------------------------------------

inline constexpr std::uint32_t kGrowable = 0xFFFFFFFFu;
inline constexpr std::uint32_t kMaxTracks = 1024;  // limit of a growable controller

// Maximum numbers; none may be 0.
struct ControllerLimits {
  std::uint32_t outputs = kGrowable;
  std::uint32_t sets = kGrowable;
  std::uint32_t tracks = kGrowable;  // growable: two at first, more on first use
  std::uint32_t events = kGrowable;

  // Limits of D3DX's hierarchy loader: the file's number of outputs and sets, 2 tracks, 30 events.
  static constexpr ControllerLimits d3dx(std::uint32_t outputs, std::uint32_t sets) {
    return {outputs, sets, 2, 30};
  }
};

enum class ControllerMode : std::uint8_t {
  // Two rotations are mixed by slerp, three or more by a weighted sum that does not depend on the order of
  // tracks. A new set on a track starts at 0.
  standard,
  // Rotations are mixed by a chain of slerps in the order of tracks. A new set continues from the position of
  // the old one. D3DX's identity for absent keys is a property of the sets: KeyframedSetSettings::absent.
  d3dx,
};

struct ControllerSettings {
  ControllerLimits limits;
  ControllerMode mode = ControllerMode::standard;
  bool unmoved_at_rest = false;  // outputs that no track moves return to rest; false: they keep their value
};

// Destinations of an output's value in addition to the controller's own pose; any may be null. Clones have
// the same targets, which then hold the pose of the last one to advance; without targets nothing is shared.
struct OutputTargets {
  Mat4* matrix = nullptr;  // parent_from_node
  Vec3* scale = nullptr;   // the diagonal of the stretch
  Quat* rotation = nullptr;
  Vec3* translation = nullptr;
};

enum class Priority : std::uint8_t { low, high };

struct Track {
  std::shared_ptr<const AnimationSet> set;  // null: none
  double position_s = 0;                    // unfolded
  double speed = 1;                         // negative: backward
  double weight = 1;                        // 0 or more; only ratios matter
  bool enabled = false;                     // a disabled track does not advance
  Priority priority = Priority::low;
  std::optional<Loop> playback;  // overrides the set's own
};

// --- events ------------------------------------------------------------------------------------------------

// Identifies an event, even after it has ended: handles are not reused until four billion events later.
// `none`: no event.
enum class EventHandle : std::uint64_t { none = 0 };

enum class EventType : std::uint8_t {
  track_speed,
  track_weight,
  track_position,
  track_enable,
  priority_blend
};

struct EventDescription {
  EventType type = EventType::track_speed;
  std::uint32_t track = kNone;          // kNone: the priority blend
  double start_s = 0;                   // global time
  double duration_s = 0;                // 0 for positions and switches
  FadeCurve curve = FadeCurve::linear;  // D3DX has `linear` and, as ease-in-ease-out, `smooth`
  double value = 0;                     // final value: speed, weight, position in seconds, 1 or 0, blend
};

struct CrossfadeSettings {
  FadeCurve curve = FadeCurve::linear;
  double position_s = 0;     // start position of the new set
  double weight = 1;         // weight of the new track after the fade
  double speed = 1;          // speed of the new track
  bool fade_speeds = false;  // as in D3DX's sample: the old speed falls to 0, the new speed rises from 0
};

class Controller {
 public:
  // Errors: invalid_argument for a limit of 0, or more than kMaxTracks tracks.
  static Result<Controller> create(const ControllerSettings& settings = {});

  // A copy shares only the sets and the targets. Its first step may allocate.
  Controller(const Controller&);
  Controller& operator=(const Controller&);
  Controller(Controller&&) noexcept;
  Controller& operator=(Controller&&) noexcept;
  ~Controller();

  // Returns a copy with different limits. It includes pending events, and their handles are also valid for
  // the copy. Errors: limit_exceeded if a limit is below the current use; invalid_argument for a limit of 0.
  Result<Controller> clone(const ControllerLimits& limits) const;

  // Checks all invariants: limits, weights, events, the requirements on every set, and a finite pose, which a
  // procedural set could break. Errors: the first violation.
  Result<void> validate() const;

  const ControllerLimits& limits() const { return settings_.limits; }
  ControllerMode mode() const { return settings_.mode; }

  // --- outputs: the objects that are moved, by name --------------------------------------------------------

  // Registers an output and returns its index. Registering a name again replaces its rest value and targets.
  // The output starts at its rest value. Errors: limit_exceeded; invalid_argument for an empty name.
  Result<std::uint32_t> register_output(std::string_view name, const AffineParts& rest = {},
                                        const OutputTargets& targets = {});
  std::uint32_t output_count() const { return static_cast<std::uint32_t>(outputs_.size()); }
  // Precondition: output < output_count().
  std::string_view output_name(std::uint32_t output) const { return outputs_[output].name; }
  std::uint32_t find_output(std::string_view name, NameMatch match = NameMatch::exact) const;  // kNone: not
                                                                                               // found
  const AffineParts& rest(std::uint32_t output) const { return outputs_[output].rest; }

  // The pose of the last advance(), one entry per output.
  std::span<const AffineParts> pose() const { return pose_; }
  // parent_from_node. Precondition: output < output_count().
  Mat4d matrix(std::uint32_t output) const { return compose(pose_[output]); }
  // Writes a pose (output_count() entries) to the targets of the outputs, as advance() does with its own
  // pose.
  void write_targets(std::span<const AffineParts> pose) const;

  // --- sets ------------------------------------------------------------------------------------------------

  // Returns the set's index; indices are in the order of registration. Errors: limit_exceeded; those of
  // validate_set; invalid_argument for null or a set that is already registered.
  Result<std::uint32_t> register_set(std::shared_ptr<const AnimationSet> set);
  // Removes the set from its tracks; later sets move down by one index. Errors: invalid_argument.
  Result<void> unregister_set(std::uint32_t set);
  std::uint32_t set_count() const { return static_cast<std::uint32_t>(sets_.size()); }
  Result<std::shared_ptr<const AnimationSet>> set(std::uint32_t set) const;
  // Finds the first set with that name; an exact match is preferred with ignore_case too. Errors:
  // invalid_argument, listing the sets.
  Result<std::uint32_t> choose_set(std::string_view name, NameMatch match = NameMatch::exact) const;

  // --- tracks ----------------------------------------------------------------------------------------------
  // Setters do not evaluate: the pose changes with the next advance(). All return the errors invalid_argument
  // for a value that is not finite or outside its range; limit_exceeded for a track beyond the limit.

  std::uint32_t track_count() const { return static_cast<std::uint32_t>(tracks_.size()); }
  Result<Track> track(std::uint32_t track) const;
  Result<void> set_track_set(std::uint32_t track, std::uint32_t set);  // kNone: none; see ControllerMode
  Result<void> set_track_position(std::uint32_t track, double position_s);
  Result<void> set_track_speed(std::uint32_t track, double speed);
  Result<void> set_track_weight(std::uint32_t track, double weight);
  Result<void> set_track_enabled(std::uint32_t track, bool enabled);
  Result<void> set_track_priority(std::uint32_t track, Priority priority);
  Result<void> set_track_playback(std::uint32_t track, std::optional<Loop> playback);

  // Puts a set on a track, enables it, and starts it from the beginning (or, with restart = false, from the
  // track's position). Errors: invalid_argument for an unknown set, listing the sets; nothing changes then.
  Result<void> play(std::string_view set, bool restart = true, NameMatch match = NameMatch::exact,
                    std::uint32_t track = 0);

  // Fades from one track to another. Removes all events of both tracks, puts the set on the new track at
  // `position_s`, and enables that track. Its weight rises from 0 while the old track's falls to 0; at the
  // end the old track is disabled. `seconds` = 0 switches at once. Errors: as for the setters; nothing
  // changes then.
  Result<void> crossfade(std::uint32_t from_track, std::uint32_t to_track, std::uint32_t set, double seconds,
                         const CrossfadeSettings& settings = {});

  double priority_blend() const { return priority_blend_; }  // 0.5 at first
  Result<void> set_priority_blend(double blend);             // 0 to 1

  // --- time ------------------------------------------------------------------------------------------------

  double time_s() const { return time_s_; }
  // Sets the global time to 0. Pending events keep their time relative to the current time. Tracks keep their
  // positions, as in D3DX; use rewind_tracks() to restart them.
  void reset_time();
  void rewind_tracks();

  // Advances by dt_s seconds, 0 or more; 0 evaluates again. The handler is called
  // for each passed callback key; an error stops the callbacks of the step. It may call everything except
  // advance(); its changes take effect in the next step. Errors: invalid_argument for dt_s; those of the
  // handler.
  Result<void> advance(double dt_s, const std::function<Result<void>(const Callback&)>& handler = {});

  // The pose that advance(dt_s) would give, without advancing and without writing to targets. Allocates.
  // Precondition: dt_s finite, 0 or more.
  std::vector<AffineParts> pose_after(double dt_s) const;

  // --- events ----------------------------------------------------------------------------------------------
  // Start times are global. A start in the past means the current time, with the full duration. A ramp starts
  // from the current value; duration 0 acts at the start. A second event of the same type that starts on the
  // same track replaces the running one. Errors: invalid_argument; limit_exceeded without a free event.

  Result<EventHandle> key_track_speed(std::uint32_t track, double speed, double start_s,
                                      double duration_s = 0, FadeCurve curve = FadeCurve::linear);
  Result<EventHandle> key_track_weight(std::uint32_t track, double weight, double start_s,
                                       double duration_s = 0, FadeCurve curve = FadeCurve::linear);
  Result<EventHandle> key_track_position(std::uint32_t track, double position_s, double start_s);
  Result<EventHandle> key_track_enabled(std::uint32_t track, bool enabled, double start_s);
  Result<EventHandle> key_priority_blend(double blend, double start_s, double duration_s = 0,
                                         FadeCurve curve = FadeCurve::linear);

  // An event is upcoming before its start, current while it runs, and gone afterwards.
  bool is_valid(EventHandle event) const;  // upcoming or current
  // Removes an event; the value stays as it is. Errors: invalid_argument for an event that is gone.
  Result<void> unkey(EventHandle event);
  Result<void> unkey_track_events(std::uint32_t track);
  void unkey_priority_blends();
  // The running event, or none.
  EventHandle current_track_event(std::uint32_t track, EventType type) const;
  EventHandle current_priority_blend() const;
  // The upcoming event after `previous` (none: the first), by start time, then in the order of keying.
  // Returns none at the end, or if `previous` is not upcoming.
  EventHandle upcoming_track_event(std::uint32_t track, EventHandle previous = EventHandle::none) const;
  EventHandle upcoming_priority_blend(EventHandle previous = EventHandle::none) const;
  Result<EventDescription> describe(EventHandle event) const;

 private:
  struct Output {
    std::string name;
    AffineParts rest;
    OutputTargets targets;
  };
  // A registered set, and for each output the animation with the output's name, or kNone.
  struct BoundSet {
    std::shared_ptr<const AnimationSet> set;
    std::vector<std::uint32_t> animation_of_output;
    std::uint64_t revision = 0;
    std::uint32_t animations = 0;
    bool changed() const { return set->revision() != revision || set->animation_count() != animations; }
  };
  struct TrackState {
    Track track;
    bool at_start = true;              // the position was set, and no step has been made since
    const BoundSet* bound = nullptr;   // while the pose is mixed: the set, if the track contributes
    std::vector<AffineParts> sampled;  // space for the animations of any set
  };
  struct Event {
    EventDescription description;
    std::uint64_t order = 0;  // order of keying; part of the handle, so that handles of a reused slot differ
    bool used = false;
    bool running = false;
    double from = 0;  // the value at the start
  };
  // Speed of a track over time: constant (`from`), or along a ramp.
  struct SpeedLaw {
    bool ramp = false;
    double start_s = 0, duration_s = 0, from = 1, to = 0;
    FadeCurve curve = FadeCurve::linear;
    double speed_at(double time_s) const;
    double way(double begin_s, double end_s) const;  // the integral of the speed
    friend bool operator==(const SpeedLaw&, const SpeedLaw&) = default;
  };
  struct Piece;  // a part of a step in which a track moves in one direction

  explicit Controller(const ControllerSettings& settings);

  Result<void> ensure_track(std::uint32_t track);
  void bind(BoundSet& bound) const;
  void bind_all();
  void make_room();
  const BoundSet* bound(const AnimationSet* set) const;
  void put_set(std::uint32_t track, std::uint32_t set);
  std::string known_sets() const;

  Result<EventHandle> key(const EventDescription& description);
  const Event* find(EventHandle event) const;
  EventHandle handle(std::uint32_t slot) const;
  EventHandle upcoming(const EventDescription& like, EventHandle previous) const;
  EventHandle current(std::uint32_t track, EventType type) const;
  void forget_events(std::uint32_t track);
  void forget(Event& event);

  void run_to(double end_s, bool recorded);
  double next_change(double end_s) const;
  void start_events(double now_s);
  void start(Event& event, double now_s);
  void update_ramps(double now_s);
  double value_of(const EventDescription& description) const;
  void set_value(const EventDescription& description, double value);
  SpeedLaw law_of(std::uint32_t track) const;
  void move_tracks(double begin_s, double end_s, bool recorded);
  void move_track(std::uint32_t track, double begin_s, double end_s, bool recorded);
  void go(std::uint32_t track, const SpeedLaw& law, double begin_s, double end_s, bool recorded);
  void record(Piece piece);
  Result<void> report(const std::function<Result<void>(const Callback&)>& handler);

  void evaluate();
  void sample_tracks();
  const AffineParts* contribution(const TrackState& state, std::uint32_t output) const;
  Quatd summed_rotation(std::uint32_t output, Priority priority) const;

  ControllerSettings settings_;
  std::vector<Output> outputs_;
  std::unordered_map<std::string, std::uint32_t> output_of_name_;
  std::vector<AffineParts> pose_;
  std::vector<BoundSet> sets_;
  std::vector<TrackState> tracks_;
  std::vector<Event> events_;
  std::uint64_t events_keyed_ = 0;
  double priority_blend_ = 0.5;
  double time_s_ = 0;
  bool in_handler_ = false;
  std::vector<Piece> pieces_;          // pieces of the step; has space for the most that a step can have
  std::vector<SoaTransform> scratch_;  // for AnimationSet::sample_all
};

}  // namespace skelter
