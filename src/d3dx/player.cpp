#include "skelter/d3dx/player.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "d3dx/controller_parts.h"

namespace skelter {
namespace {

// Speeds are known from looking this far ahead, and twice as far: short beside any motion and beside the
// distance of keys. Compiled clips move in steps; so many of them make a speed certain to a percent.
constexpr double kGlance_s = 2e-5;
constexpr double kGrainsOfGlance = 200;
constexpr std::uint32_t kEventsOfFade = 3;
constexpr std::uint32_t kPlayerTracks = 2;

// From 1 with no slope to 0 with no slope, and from 0 with slope 1 to 0 with no slope; both end without a
// jump of the acceleration. u from 0 to 1.
double dying(double u) {
  return 1 - u * u * u * (10 - u * (15 - 6 * u));
}
double dying_slope(double u) {
  return u * (1 - u * u * (6 - u * (8 - 3 * u)));
}

Vec3d rotation_vector(const Quatd& q) {
  const double sign = q.w < 0 ? -1 : 1;
  const Vec3d v{q.x * sign, q.y * sign, q.z * sign};
  const double sine = length(v);
  // 2 atan2(s, w) / s goes to 2 / w.
  return v * (sine > 1e-12 ? 2 * trig::atan2(sine, q.w * sign) / sine : 2);
}

Quatd rotation_of(const Vec3d& vector) {
  return from_axis_angle(vector, length(vector));
}

Mat3d weighted(const Mat3d& a, double wa, const Mat3d& b, double wb) {
  Mat3d r;
  for (std::size_t i = 0; i < 9; ++i) r.m[i] = a.m[i] * wa + b.m[i] * wb;
  return r;
}

// How fast something changes at the first of three moments: exact for what is accelerated evenly, as the
// beginning of every transition nearly is.
Vec3d speed_of(const Vec3d (&at)[3], double apart_s) {
  return (at[1] * 4 - at[0] * 3 - at[2]) * (0.5 / apart_s);
}

}  // namespace

Result<Player> Player::create(Controller controller) {
  if (controller.limits().tracks < kPlayerTracks)
    return control_error("control.limit", "a player needs 2 tracks; expected a controller with more",
                         "player", Status::limit_exceeded);
  if (controller.limits().events < kEventsOfFade)
    return control_error("control.limit", "a player needs 3 events; expected a controller with more",
                         "player", Status::limit_exceeded);
  for (std::uint32_t track = 0; track < kPlayerTracks; ++track) {
    if (auto fine = controller.set_track_enabled(track, false); !fine) return fine.error();
    if (auto fine = controller.unkey_track_events(track); !fine) return fine.error();
  }
  return Player(std::move(controller));
}

Player::Player(Controller controller) : controller_(std::move(controller)) {
  pose_.assign(controller_.pose().begin(), controller_.pose().end());
  differences_.resize(pose_.size());
}

// --- what people ask for -----------------------------------------------------------------------------------

Result<void> Player::check(double seconds, const PlaySettings& settings) const {
  if (!std::isfinite(seconds) || seconds < 0)
    return control_error("control.bad-duration",
                         "a fade of " + std::to_string(seconds) + " s; expected 0 or more", "player");
  if (!std::isfinite(settings.position_s))
    return control_error("control.bad-position", "a position is not finite; expected seconds", "player");
  return {};
}

Result<void> Player::play(std::string_view clip, const PlaySettings& settings) {
  return crossfade(clip, 0, settings);
}

Result<void> Player::crossfade(std::string_view clip, double seconds, const PlaySettings& settings) {
  const auto set = controller_.choose_set(clip, match_);
  if (!set) return set.error();
  if (auto fine = check(seconds, settings); !fine) return fine;
  queue_.clear();
  start_clip(*set, seconds, settings);
  return {};
}

Result<void> Player::queue(std::string_view clip, double seconds, const PlaySettings& settings) {
  const auto set = controller_.choose_set(clip, match_);
  if (!set) return set.error();
  if (auto fine = check(seconds, settings); !fine) return fine;
  if (playing_)
    queue_.push_back({*set, seconds, settings});
  else
    start_clip(*set, 0, settings);
  return {};
}

Result<void> Player::set_speed(double speed) {
  if (!std::isfinite(speed))
    return control_error("control.bad-speed", "a speed is not finite; expected a number", "player");
  speed_ = speed;
  for (std::uint32_t track = 0; track < kPlayerTracks; ++track)
    (void)controller_.set_track_speed(track, speed);
  return {};
}

Result<void> Player::set_playback(Playback playback) {
  if (!playing_) return control_error("control.no-clip", "no clip plays; expected play() before", "player");
  told_finished_ = false;
  return controller_.set_track_playback(track_, playback);
}

Result<void> Player::seek(double position_s) {
  if (!playing_) return control_error("control.no-clip", "no clip plays; expected play() before", "player");
  told_finished_ = false;
  return controller_.set_track_position(track_, position_s);
}

// --- starting clips ----------------------------------------------------------------------------------------

void Player::start_clip(std::uint32_t set, double seconds, const PlaySettings& settings) {
  if (seconds > 0 && playing_ && in_transition())
    interrupt(set, seconds, settings);
  else if (seconds > 0 && playing_)
    fade_to(set, seconds, settings);
  else
    switch_to(set, settings);
  playing_ = true;
  told_finished_ = false;
  started_ = true;
}

// From now on this clip alone is what the controller plays.
void Player::switch_to(std::uint32_t set, const PlaySettings& settings) {
  const std::uint32_t before = track_;
  track_ = 1 - track_;
  CrossfadeSettings fade;
  fade.position_s = settings.position_s;
  fade.speed = speed_;
  (void)controller_.crossfade(before, track_, set, 0, fade);
  (void)controller_.set_track_playback(track_, settings.playback);
  fade_left_s_ = 0;
  difference_age_s_ = difference_duration_s_ = 0;
}

void Player::fade_to(std::uint32_t set, double seconds, const PlaySettings& settings) {
  const std::uint32_t before = track_;
  track_ = 1 - track_;
  (void)controller_.set_track_weight(before, 1);
  CrossfadeSettings fade;
  fade.position_s = settings.position_s;
  fade.speed = speed_;
  fade.transition = Transition::ease_in_ease_out;
  (void)controller_.crossfade(before, track_, set, seconds, fade);
  (void)controller_.set_track_playback(track_, settings.playback);
  fade_left_s_ = seconds;
}

std::array<std::vector<AffineParts>, 3> Player::glance(double apart_s) const {
  std::array<std::vector<AffineParts>, 3> poses;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const double ahead_s = static_cast<double>(i) * apart_s;
    poses[i] = controller_.pose_after(ahead_s);
    add_differences(difference_age_s_ + ahead_s, poses[i]);
  }
  return poses;
}

// How far to look ahead while these clips play.
double Player::glance_s() const {
  double apart_s = kGlance_s;
  for (std::uint32_t i = 0; i < kPlayerTracks; ++i) {
    const Track track = *controller_.track(i);
    if (track.set != nullptr) apart_s = std::max(apart_s, kGrainsOfGlance * track.set->time_grain_s());
  }
  return apart_s;
}

// Switches to the clip, and keeps the difference to what was shown before, with its speed.
void Player::interrupt(std::uint32_t set, double seconds, const PlaySettings& settings) {
  const double apart_s = std::max(glance_s(), kGrainsOfGlance * (*controller_.set(set))->time_grain_s());
  const auto shown = glance(apart_s);
  switch_to(set, settings);
  const auto own = glance(apart_s);
  for (std::size_t i = 0; i < differences_.size(); ++i) {
    Vec3d moves[3], turns[3];
    Mat3d stretches[3];
    for (std::size_t k = 0; k < 3; ++k) {
      moves[k] = shown[k][i].translation - own[k][i].translation;
      turns[k] = rotation_vector(shown[k][i].rotation * conjugate(own[k][i].rotation));
      stretches[k] = weighted(shown[k][i].stretch, 1, own[k][i].stretch, -1);
    }
    Difference& d = differences_[i];
    d.translation = moves[0];
    d.translation_speed = speed_of(moves, apart_s);
    d.rotation = turns[0];
    // Half a turn apart, the vector may leap to the other side; then it has no speed worth keeping.
    const bool leaps = length(turns[1] - turns[0]) > trig::kPi || length(turns[2] - turns[1]) > trig::kPi;
    d.rotation_speed = leaps ? Vec3d{} : speed_of(turns, apart_s);
    d.stretch = stretches[0];
    d.stretch_speed =
        weighted(weighted(stretches[1], 4, stretches[0], -3), 0.5 / apart_s, stretches[2], -0.5 / apart_s);
  }
  difference_age_s_ = 0;
  difference_duration_s_ = seconds;
}

// Adds what is left of the differences. While there are none, that is nothing.
void Player::add_differences(double age_s, std::span<AffineParts> pose) const {
  if (age_s >= difference_duration_s_) return;
  const double u = age_s / difference_duration_s_;
  const double value = dying(u), slope = dying_slope(u) * difference_duration_s_;
  for (std::size_t i = 0; i < pose.size(); ++i) {
    const Difference& d = differences_[i];
    pose[i].translation += d.translation * value + d.translation_speed * slope;
    pose[i].rotation =
        normalized(rotation_of(d.rotation * value + d.rotation_speed * slope) * pose[i].rotation);
    const Mat3d change = weighted(d.stretch, value, d.stretch_speed, slope);
    pose[i].stretch = weighted(pose[i].stretch, 1, change, 1);
  }
}

// --- time --------------------------------------------------------------------------------------------------

// Seconds until the next clip of the queue has to begin; nothing waits without an end.
double Player::until_queued() const {
  if (queue_.empty() || !playing_ || speed_ == 0) return HUGE_VAL;
  const Track track = *controller_.track(track_);
  const double period_s = track.set->period_s();
  const Playback playback = track.playback.value_or(track.set->playback());
  double end_s = speed_ > 0 ? period_s : 0;
  if (playback != Playback::once && period_s > 0) {
    // The end of the round that the track is in; just before an end, of the next one, as advance() has
    // counted that end as reached.
    const double slack_s = std::abs(speed_) * kTimeRounding_s / 2;
    end_s = period_s * (speed_ > 0 ? std::floor((track.position_s + slack_s) / period_s) + 1
                                   : std::ceil((track.position_s - slack_s) / period_s) - 1);
  }
  const double left_s = (end_s - track.position_s) / speed_;
  return std::max(0.0, left_s - queue_.front().seconds);
}

Result<void> Player::advance(double dt_s) {
  if (!std::isfinite(dt_s) || dt_s < 0)
    return control_error("control.bad-step", "a step of " + std::to_string(dt_s) + " s; expected 0 or more",
                         "player");
  // A queued clip starts at its time inside the step.
  double left_s = dt_s;
  for (double wait_s = until_queued(); wait_s <= left_s + kTimeRounding_s; wait_s = until_queued()) {
    const double part_s = std::min(wait_s, left_s);
    if (auto done = advance_part(part_s); !done) return done;
    left_s -= part_s;
    if (queue_.empty()) break;  // a handler changed its mind
    const Queued next = queue_.front();
    queue_.pop_front();
    start_clip(next.set, next.seconds, next.settings);
  }
  return advance_part(left_s);
}

Result<void> Player::advance_part(double dt_s) {
  if (started_) {
    started_ = false;
    notify({PlayerEventKind::started, clip(), 0, {}, position_s()});
  }
  fade_left_s_ = std::max(0.0, fade_left_s_ - dt_s);
  difference_age_s_ += dt_s;
  if (difference_age_s_ >= difference_duration_s_) difference_age_s_ = difference_duration_s_ = 0;
  shown_ = false;
  CallbackHandler keys;
  if (handler_)
    keys = [this](const Callback& passed) -> Result<void> {
      show();
      if (passed.track < kPlayerTracks)
        notify({PlayerEventKind::key, passed.set->name(), passed.value, passed.set->callback_name(passed.key),
                passed.position_s});
      return {};
    };
  if (auto done = controller_.advance(dt_s, keys); !done) return done;
  show();
  if (finished() && !told_finished_) {
    told_finished_ = true;
    notify({PlayerEventKind::finished, clip(), 0, {}, position_s()});
  }
  return {};
}

// Once per step, and before any handler that may start another clip.
void Player::show() {
  if (std::exchange(shown_, true)) return;
  std::copy(controller_.pose().begin(), controller_.pose().end(), pose_.begin());
  add_differences(difference_age_s_, pose_);
  controller_.write_targets(pose_);
}

void Player::notify(const PlayerEvent& event) {
  if (handler_) handler_(event);
}

// --- questions ---------------------------------------------------------------------------------------------

std::string_view Player::clip() const {
  if (!playing_) return {};
  const auto track = controller_.track(track_);
  return track->set == nullptr ? std::string_view{} : track->set->name();
}

double Player::position_s() const {
  return playing_ ? controller_.track(track_)->position_s : 0;
}

bool Player::finished() const {
  if (!playing_) return false;
  const Track track = *controller_.track(track_);
  if (track.playback.value_or(track.set->playback()) != Playback::once) return false;
  return speed_ < 0 ? track.position_s <= 0 : track.position_s >= track.set->period_s() - kTimeRounding_s;
}

bool Player::in_transition() const {
  return fade_left_s_ > kTimeRounding_s || difference_duration_s_ > 0;
}

}  // namespace skelter
