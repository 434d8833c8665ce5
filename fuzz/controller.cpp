// Interprets arbitrary bytes as calls to a D3DX-style controller. After each call, the state must be
// consistent and the pose finite, predicted poses must match, and a copy must behave identically.

#include <algorithm>
#include <array>
#include <cmath>

#include "fuzz/fuzz.h"
#include "skelter/d3dx/controller.h"
#include "skelter/d3dx/keyframed_set.h"

namespace {

using namespace skelter;

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}
  bool empty() const { return at_ == end_; }
  std::uint32_t next(std::uint32_t below) { return empty() ? 0 : *at_++ % below; }
  // Returns one of a few numbers, including unusual ones.
  double number() {
    constexpr double kNumbers[] = {0,    1,    0.5,    0.25, 1.0 / 3, 2,      10,   -1,     -0.5,     1e-9,
                                   1e-3, 1e4,  1e9,    1e15, 1e100,   1e300,  -0.0, -1e9,   -1e300,   1e-300,
                                   0.1,  1e-6, 5e-324, 1e12, 1e308,   -1e308, 4,    0.9999, INFINITY, NAN};
    return kNumbers[next(std::size(kNumbers))];
  }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
};

AnimationKeys keys_of(const char* name, double ticks, double x) {
  AnimationKeys keys;
  keys.name = name;
  keys.translation = {{0, {0, 0, 0}}, {ticks, {x, 1, 2}}};
  keys.rotation = {{0, {0, 0, 0, 1}}, {ticks / 2, {0, 0, 1, 1}}, {ticks, {0, 1, 0, 0}}};
  keys.scale = {{0, {1, 1, 1}}, {ticks, {2, 1, 0.5}}};
  return keys;
}

std::shared_ptr<KeyframedSet> make_set(const char* name, double ticks, Loop playback) {
  KeyframedSetSettings settings;
  settings.name = name;
  settings.ticks_per_second = 1000;
  settings.playback = playback;
  const double rate = settings.ticks_per_second;
  settings.callbacks = {{0, 1, "first"},
                        {ticks / 2 / rate, 2, ""},
                        {ticks / rate, 3, "last"},
                        {(ticks + 1) / rate, 4, "never"}};
  auto set = KeyframedSet::create(settings);
  fuzz::expect_ok(set, "a set is made");
  fuzz::expect_ok((*set)->add_animation(keys_of("Body", ticks, 5)), "keys are taken");
  if (ticks > 100) fuzz::expect_ok((*set)->add_animation(keys_of("Head", ticks, -5)), "keys are taken");
  return *set;
}

bool is_finite(const AffineParts& parts) {
  const Mat4d matrix = compose(parts);
  return std::all_of(matrix.m.begin(), matrix.m.end(), [](double v) { return std::isfinite(v); });
}

bool same_pose(std::span<const AffineParts> a, std::span<const AffineParts> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const AffineParts& x, const AffineParts& y) { return compose(x).m == compose(y).m; });
}

void expect_sound(const Controller& controller) {
  fuzz::expect_ok(controller.validate(), "what the calls leave holds together");
  fuzz::expect(std::isfinite(controller.time_s()), "the time is finite");
  for (const AffineParts& parts : controller.pose()) fuzz::expect(is_finite(parts), "the pose is finite");
}

// Advances and compares the result with the predicted pose and with a copy.
void advance(Controller& controller, Bytes& bytes) {
  const double dt_s = bytes.number();
  const bool foretell = std::isfinite(dt_s) && dt_s >= 0;
  Controller copy = controller;
  const std::vector<AffineParts> foretold =
      foretell ? controller.pose_after(dt_s) : std::vector<AffineParts>();
  const std::uint32_t what = bytes.next(4);
  std::uint32_t calls = 0;
  const auto went = controller.advance(dt_s, [&](const Callback& callback) -> Result<void> {
    fuzz::expect(callback.set != nullptr && callback.key < callback.set->callback_keys().size(),
                 "a callback names a key");
    fuzz::expect(callback.time_s <= controller.time_s(), "a callback is not of the future");
    if (what == 1) (void)controller.set_track_set(callback.track, kNone);
    if (what == 2 && ++calls == 3) return Error{Status::bad_data, "fuzz", "enough", {}};
    if (what == 3) fuzz::expect(!controller.advance(0), "a handler may not advance");
    return ++calls < 2000 ? Result<void>() : Error{Status::limit_exceeded, "fuzz", "enough", {}};
  });
  if (!foretell) {
    fuzz::expect(!went, "a step is finite and not negative");
    return;
  }
  (void)copy.advance(dt_s);
  fuzz::expect(same_pose(copy.pose(), controller.pose()), "a copy goes the same way");
  if (copy.time_s() == controller.time_s() && went)
    fuzz::expect(same_pose(foretold, controller.pose()), "what was foretold comes true");
}

void call(Controller& controller, Bytes& bytes, std::array<EventHandle, 8>& handles) {
  const std::uint32_t what = bytes.next(24), track = bytes.next(6);
  const auto keep = [&](const Result<EventHandle>& keyed) {
    if (keyed) handles[bytes.next(8)] = *keyed;
  };
  const auto curve = [&] { return FadeCurve(bytes.next(4)); };
  switch (what) {
    case 0:
      return (void)controller.set_track_set(track, bytes.next(5));
    case 1:
      return (void)controller.set_track_position(track, bytes.number());
    case 2:
      return (void)controller.set_track_speed(track, bytes.number());
    case 3:
      return (void)controller.set_track_weight(track, bytes.number());
    case 4:
      return (void)controller.set_track_enabled(track, bytes.next(2) != 0);
    case 5:
      return (void)controller.set_track_priority(track, Priority(bytes.next(2)));
    case 6:
      return (void)controller.set_track_playback(track, Loop(bytes.next(4)));
    case 7:
      return (void)controller.play(bytes.next(2) == 0 ? "walk" : "RUN", bytes.next(2) != 0,
                                   NameMatch(bytes.next(2)), track);
    case 8: {
      CrossfadeSettings settings;
      settings.curve = curve();
      settings.position_s = bytes.number();
      settings.weight = bytes.number();
      settings.speed = bytes.number();
      settings.fade_speeds = bytes.next(2) != 0;
      return (void)controller.crossfade(track, bytes.next(6), bytes.next(5), bytes.number(), settings);
    }
    case 9:
      return (void)controller.set_priority_blend(bytes.number());
    case 10:
      return controller.reset_time();
    case 11:
      return controller.rewind_tracks();
    case 12: {
      const double speed = bytes.number(), start_s = bytes.number(), duration_s = bytes.number();
      return keep(controller.key_track_speed(track, speed, start_s, duration_s, curve()));
    }
    case 13: {
      const double weight = bytes.number(), start_s = bytes.number(), duration_s = bytes.number();
      return keep(controller.key_track_weight(track, weight, start_s, duration_s, curve()));
    }
    case 14: {
      const double position_s = bytes.number();
      return keep(controller.key_track_position(track, position_s, bytes.number()));
    }
    case 15:
      return keep(controller.key_track_enabled(track, bytes.next(2) != 0, bytes.number()));
    case 16: {
      const double blend = bytes.number(), start_s = bytes.number();
      return keep(controller.key_priority_blend(blend, start_s, bytes.number(), curve()));
    }
    case 17:
      return (void)controller.unkey(handles[bytes.next(8)]);
    case 18:
      return (void)controller.unkey_track_events(track);
    case 19:
      return controller.unkey_priority_blends();
    case 20: {
      EventHandle event = controller.upcoming_track_event(track);
      for (int i = 0; event != EventHandle::none; ++i) {
        fuzz::expect(controller.is_valid(event) && i < 10'000, "the list of events ends");
        fuzz::expect_ok(controller.describe(event), "what is upcoming is known");
        event = controller.upcoming_track_event(track, event);
      }
      return;
    }
    default:
      return advance(controller, bytes);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto walk = make_set("walk", 1000, Loop::loop), run = make_set("run", 400, Loop::pingpong),
                    fall = make_set("fall", 50, Loop::once), still = make_set("still", 0, Loop::loop);
  Bytes bytes(data, std::min<std::size_t>(size, 400));
  ControllerSettings settings;
  settings.mode = ControllerMode(bytes.next(2));
  settings.unmoved_at_rest = bytes.next(2) != 0;
  if (bytes.next(2) != 0) settings.limits = ControllerLimits::d3dx(2, 4);
  auto controller = Controller::create(settings);
  fuzz::expect_ok(controller, "a controller is made");
  for (const char* name : {"Body", "Head"}) fuzz::expect_ok(controller->register_output(name), "outputs");
  for (const auto& set : {walk, run, fall, still}) fuzz::expect_ok(controller->register_set(set), "sets");
  std::array<EventHandle, 8> handles{};
  while (!bytes.empty()) {
    call(*controller, bytes, handles);
    expect_sound(*controller);
  }
  const auto clone = controller->clone(ControllerLimits());
  fuzz::expect_ok(clone, "limits can be lifted");
  fuzz::expect(same_pose(clone->pose(), controller->pose()), "a clone shows the same");
  return 0;
}
