#pragma once
// CharacterCore: the parts that all characters have, with or without a graph: the saved state, the pose list,
// events, root motion, and the pose.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "play/character_pose.h"
#include "skelter/core/array_view.h"
#include "skelter/play/character.h"

namespace skelter::play_state {

// Flat bytes without gaps, so that saving is copying. It is followed by the layers or the graph's block.
struct State {
  std::uint64_t hash = 0;  // CharacterData::hash
  std::uint32_t layers = 0;
  std::uint32_t lod = 0;
  double speed = 1;
  std::uint32_t dropped_fades = 0, dropped_events = 0;
};
static_assert(sizeof(State) == 32);
inline bool is_speed(double speed) {
  return speed >= -1e6 && speed <= 1e6;
}
bool is_sound(const State& state, const CharacterData& data);

struct CharacterCore {
  CharacterCore(const CharacterData& of, const CharacterOptions& wanted)
      : data(of), clips(of.clips()), options(wanted) {}

  const CharacterData& data;
  const ArrayView<ClipView> clips;  // clips of `data`; every update reads them
  CharacterOptions options;
  State* state = nullptr;
  PoseListEntry* lines = nullptr;
  std::uint32_t line_count = 0;
  CharacterEvent* events = nullptr;  // options.events
  std::uint32_t event_count = 0;
  RigidMotion root_motion;
  std::unique_ptr<CharacterPose> pose;  // null: not posed
  std::string why;                      // reason for the error of the last failed call

  Status refuse(Status status, std::string_view sentence) {
    why = sentence;
    return status;
  }
  Status refuse_clip();  // for an unknown clip
  // Prepares a clip or returns an error, depending on CharacterOptions::prepares.
  Status prepare(std::uint32_t clip);
  // Inserts an event by time, after others with the same time. If the list is full, the event is dropped and
  // counted.
  void report(const CharacterEvent& event);
  // Called before an update and after restoring.
  void clear_events() {
    event_count = 0;
    root_motion = {};
  }
  void forget_past() {
    clear_events();
    if (pose) pose->forget_difference();
  }
  void show() {
    if (pose) pose->show({lines, line_count}, state->lod);
  }
};

inline constexpr const char* kBadSpeed = "a speed must be from -1000000 to 1000000";
inline constexpr const char* kDamagedState = "the state is damaged";

}  // namespace skelter::play_state
