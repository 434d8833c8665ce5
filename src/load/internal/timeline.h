#pragma once
// Timeline: the time of a clip, of tracks, of a graph or of a demonstration, as a person controls it. No
// other class outside `play` advances such times.

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
  std::optional<double> from_s, to_s;  // the part that plays; nothing: the whole clip
  static constexpr double kSlowest = 0.01, kFastest = 10;
  friend bool operator==(const Timeline&, const Timeline&) = default;

  // The part that plays, inside a clip of duration_s.
  PlayRange range(double duration_s) const;
  // Seconds of motion in step_s of real time; 0 during a pause.
  double seconds(double step_s) const;

  // Advances the time by step_s of real time. At the ends of the range it stops, starts over, or turns round.
  void advance(double step_s, double duration_s);
  void advance(double step_s);  // without an end
  // Advances the positions of enabled tracks, and the weights that fade. Tracks have no common time to loop.
  void advance(Tracks& tracks, double step_s) const;
  // Pauses, and moves the time by by_s.
  void step(double by_s);
};

}  // namespace skelter
