#include "play/character_core.h"

namespace skelter::play_state {

bool is_sound(const State& state, const CharacterData& data) {
  return is_speed(state.speed) && state.lod < data.skeleton().lod_joint_counts.size();
}

Status CharacterCore::refuse_clip() {
  why = "there is no such clip; expected one of ";
  for (std::uint32_t i = 0; i < data.clip_count(); ++i)
    why.append(i == 0 ? "" : ", ").append(data.clip_name(i));
  return Status::invalid_argument;
}

Status CharacterCore::prepare(std::uint32_t clip) {
  if (!data.is_prepared(clip)) {
    if (!options.prepares)
      return refuse(Status::not_ready, "the clip is not prepared; see CharacterData::prepare");
    const Result<void> prepared = data.prepare(clip);
    if (!prepared) return refuse(prepared.error().status, to_string(prepared.error()));
  }
  if (pose) pose->find_tracks(clip);
  return Status::ok;
}

void CharacterCore::report(const CharacterEvent& event) {
  if (event_count == options.events) return void(++state->dropped_events);
  std::uint32_t i = event_count++;
  for (; i > 0 && events[i - 1].at_s > event.at_s; --i) events[i] = events[i - 1];
  events[i] = event;
}

}  // namespace skelter::play_state
