// Commands for time: playback, steps, ranges, clips.

#include <cmath>

#include "viewer/command/command_words.h"
#include "viewer/command/internal/actions.h"
#include "viewer/playing/internal/timeline.h"

namespace skelter {
namespace {

// Parses "seek 0.5", "seek start" and "seek end". Start and end are those of the range that plays.
Result<void> seek_command(ViewerData& data, const std::string& text) {
  Timeline& timeline = data.state.timeline;
  const double duration_s = data.duration_s();
  const PlayRange range = timeline.range(duration_s);
  if (text == "start" || text == "end") {
    seek(timeline, text == "start" ? range.from_s : range.to_s, duration_s);
    return {};
  }
  const auto time_s = number_of(text);
  if (!time_s) return unknown_word(text, "seconds, start or end");
  seek(timeline, *time_s, duration_s);
  return {};
}

Result<void> step_command(ViewerData& data, const std::string& text) {
  const auto frames = text.empty() ? Result<double>(1.0) : number_of(text);
  if (!frames || std::abs(*frames) > 1e6 || *frames != std::floor(*frames))
    return unknown_word(text, "frames: an integer");
  const int count = static_cast<int>(*frames);
  if (data.state.graph.on && data.graph.recording) return step_graph(data, count);
  step_frames(data.state.timeline, count, frame_rate(data), data.duration_s());
  return {};
}

// Parses "range in" and "range out" (at the current time), "range 0.2 0.8" and "range all".
Result<void> range_command(ViewerData& data, const std::string& text) {
  Timeline& timeline = data.state.timeline;
  if (text == "in") {
    timeline.from_s = timeline.time_s;
  } else if (text == "out") {
    timeline.to_s = timeline.time_s;
  } else if (text == "all") {
    timeline.from_s.reset();
    timeline.to_s.reset();
  } else {
    const char* expected = "in, out, all, or two times in seconds, in ascending order";
    const auto times = numbers_of(text, 2, 2, expected);
    if (!times) return times.error();
    if (!((*times)[0] >= 0) || !((*times)[0] <= (*times)[1])) return unknown_word(text, expected);
    timeline.from_s = (*times)[0];
    timeline.to_s = (*times)[1];
  }
  return {};
}

Result<void> next_clip_command(ViewerData& data, const std::string& text) {
  const auto by = text.empty() ? Result<double>(1.0) : number_of(text);
  if (!by || std::abs(*by) > 1e6 || *by != std::floor(*by))
    return unknown_word(text, "an integer number of clips");
  next_clip(data, static_cast<int>(*by));
  return {};
}

}  // namespace

void add_time_commands(CommandTable& table) {
  table["play"] = [](ViewerData& data, const std::string&) -> Result<void> {
    start_playing(data);
    return {};
  };
  table["pause"] = [](ViewerData& data, const std::string&) -> Result<void> {
    data.state.timeline.playing = false;
    return {};
  };
  table["seek"] = seek_command;
  table["step"] = step_command;
  table["range"] = range_command;
  table["next-clip"] = next_clip_command;
  table["backward"] = [](ViewerData& data, const std::string& word) {
    return switch_over(data.state.timeline.backward, word);
  };
}

}  // namespace skelter
