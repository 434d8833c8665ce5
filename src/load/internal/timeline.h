#pragma once
// Timeline: the user-controlled time of a clip, of tracks, of a graph or of a demo. No other class outside
// `play` advances such times.

#include <cstdint>
#include <optional>

#include "skelter/math/play_time.h"

namespace skelter {

struct Tracks;

struct PlayRange {
  double from_s = 0, to_s = 0;  // from_s <= to_s
};

struct Timeline {
  double time_s = 0;
  bool playing = true;
  bool backward = false;
  double speed = 1;                    // kSlowest to kFastest
  Loop loop = Loop::loop;              // as_made: once
  std::optional<double> from_s, to_s;  // range to play; nullopt: the whole clip
  static constexpr double kSlowest = 0.01, kFastest = 10;
  friend bool operator==(const Timeline&, const Timeline&) = default;

  // The range to play within a clip of length duration_s.
  PlayRange range(double duration_s) const;
  // Seconds of clip time in step_s of real time; 0 while paused.
  double seconds(double step_s) const;

  // Advances the time by step_s of real time. At the ends of the range, the time stops, starts over or
  // reverses.
  void advance(double step_s, double duration_s);
  void advance(double step_s);  // without an end
  // Advances the positions of enabled tracks, and fading weights. Tracks do not loop together.
  void advance(Tracks& tracks, double step_s) const;
  // Pauses, and changes the time by by_s.
  void step(double by_s);
};

}  // namespace skelter
