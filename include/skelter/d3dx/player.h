#pragma once
// Player: plays one clip after the other, with soft transitions and without tracks.
//
//   auto player = Player::create(std::move(controller));   // from make_controller, say
//   player->play("walk");
//   player->crossfade("run", 0.2);
//   player->advance(dt_s);                                 // every frame
//   player->pose();                                        // one entry per output of the controller
//
// Transitions are eased cross-fades. One that interrupts another continues from the pose and the speed that
// were shown: the difference to the new clip fades out within the new transition (inertialization), so that
// nothing pops, however often this happens. Source: D. Bollo, "Inertialization: High-Performance Animation
// Transitions in Gears of War", GDC 2018; differences here are vectors, which keeps the direction of speeds.

#include <array>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "skelter/d3dx/controller.h"

namespace skelter {

enum class PlayerEventKind : std::uint8_t {
  started,   // a clip began: by play, crossfade, or from the queue
  key,       // a callback key of a clip was passed
  finished,  // a clip that plays once arrived at its end (backwards: at its beginning)
};

struct PlayerEvent {
  PlayerEventKind kind = PlayerEventKind::key;
  std::string_view clip;
  std::uint64_t value = 0;  // of the callback key
  std::string_view name;    // of the callback key
  double position_s = 0;    // of the clip, not folded
};

struct PlaySettings {
  std::optional<Playback> playback;  // instead of the clip's own
  double position_s = 0;             // where it starts
};

class Player {
 public:
  using EventHandler = std::function<void(const PlayerEvent&)>;

  // Takes a controller with its outputs and sets; tracks 0 and 1 are the player's, their events are
  // forgotten. Errors: limit_exceeded for a controller of fewer than two tracks or three events.
  static Result<Player> create(Controller controller);

  // Called from inside advance(), after the pose is complete. It may call play, crossfade, queue and setters.
  void on_event(EventHandler handler) { handler_ = std::move(handler); }

  // Starts a clip at once, without a transition; forgets the queue. Errors: an unknown clip, listing the
  // clips; then nothing changes. So do crossfade and queue.
  Result<void> play(std::string_view clip, const PlaySettings& settings = {});
  // Fades to a clip within `seconds`; forgets the queue.
  Result<void> crossfade(std::string_view clip, double seconds, const PlaySettings& settings = {});
  // When the clip before it ends (a looping one: its round), fades to this one; the fade begins `seconds`
  // before that end. Clips in the queue come one after the other.
  Result<void> queue(std::string_view clip, double seconds = 0, const PlaySettings& settings = {});
  std::size_t queued() const { return queue_.size(); }

  // 1 at first; 0 stops; negative plays backward. Errors: invalid_argument.
  Result<void> set_speed(double speed);
  double speed() const { return speed_; }
  // Of the clip that plays. Errors: invalid_argument without a clip.
  Result<void> set_playback(Playback playback);
  Result<void> seek(double position_s);
  void match_names(NameMatch match) { match_ = match; }  // exact at first

  // Advances by dt_s seconds, 0 or more. Queued transitions start exactly in time. Errors: invalid_argument.
  Result<void> advance(double dt_s);

  // One entry per output of the controller.
  std::span<const AffineParts> pose() const { return pose_; }
  const Controller& controller() const { return controller_; }

  std::string_view clip() const;  // that plays, or is faded to; "" without one
  bool playing() const { return playing_; }
  double position_s() const;  // of that clip, not folded
  bool finished() const;      // it plays once and is at its end
  // A cross-fade runs, or a difference dies away.
  bool in_transition() const;

 private:
  struct Queued {
    std::uint32_t set = 0;
    double seconds = 0;
    PlaySettings settings;
  };
  // What is added to an output's pose after an interruption, and how fast it changed at first.
  struct Difference {
    Vec3d translation, rotation;  // rotation vector: axis times angle; turns after the clip's own rotation
    Mat3d stretch;
    Vec3d translation_speed, rotation_speed;
    Mat3d stretch_speed;
  };

  explicit Player(Controller controller);

  Result<void> check(double seconds, const PlaySettings& settings) const;
  void switch_to(std::uint32_t set, const PlaySettings& settings);
  void fade_to(std::uint32_t set, double seconds, const PlaySettings& settings);
  void interrupt(std::uint32_t set, double seconds, const PlaySettings& settings);
  void start_clip(std::uint32_t set, double seconds, const PlaySettings& settings);
  // What is shown now and at two moments soon after.
  std::array<std::vector<AffineParts>, 3> glance(double apart_s) const;
  double glance_s() const;
  double until_queued() const;
  Result<void> advance_part(double dt_s);
  void show();
  void add_differences(double elapsed_s, std::span<AffineParts> pose) const;
  void notify(const PlayerEvent& event);

  Controller controller_;
  EventHandler handler_;
  std::vector<AffineParts> pose_;
  std::vector<Difference> differences_;
  double difference_age_s_ = 0, difference_duration_s_ = 0;  // over when the age reaches the duration
  double fade_left_s_ = 0;
  std::uint32_t track_ = 0;  // of the clip that plays
  bool playing_ = false;
  bool started_ = false;  // and not reported yet
  bool told_finished_ = false;
  bool shown_ = false;  // the pose of this step is complete
  double speed_ = 1;
  std::deque<Queued> queue_;
  NameMatch match_ = NameMatch::exact;
};

}  // namespace skelter
