#pragma once
// Character: one figure that plays clips. Many share one CharacterData.
//
//   Character hero(*data);
//   hero.play(data->find_clip("walk"), {.fade_s = 0.2});
//   hero.update(dt_s, &events);           // every frame: time, list, local pose
//   rotate_joint(hero.local_pose(), ...)  // if you like: IK, look-at
//   hero.finish();                        // model matrices, palettes
//   renderer.draw(uploaded, hero.pose(), ...)
//
// Fades. Each layer keeps up to four clips that fade over each other; a new clip lets running fades continue,
// so that neither weights nor their speeds jump. With FadeKind::inertialize the new clip has all the weight
// at once, and the difference to the old pose fades out.
//
// Graphs. With CharacterOptions::graph an animation graph of the data decides what plays:
//
//   Character hero(*data, {.graph = data->find_graph("hero")});
//   hero.set(speed, 2.5f);                // speed: find_parameter(data->graph(0), "speed")
//   hero.update(dt_s);
//
// What is shown is a flat list of weighted clips (runtime/pose_list.h). A character that is not posed makes
// only the list, for CrowdJob (crowd/crowd_job.h).
//
// Everything is allocated by the constructor. update() and finish() allocate nothing and lock nothing; equal
// states and equal steps give equal bytes on every machine. One thread at a time per character. docs/play.md.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "skelter/core/none.h"
#include "skelter/core/status.h"
#include "skelter/math/play_time.h"
#include "skelter/math/soa.h"
#include "skelter/play/character_data.h"
#include "skelter/play/graph_state.h"
#include "skelter/play/graph_update_job.h"
#include "skelter/runtime/model_pose.h"
#include "skelter/runtime/pose_list.h"
#include "skelter/runtime/root_motion.h"

namespace skelter {

namespace play_state {  // not for programs
struct Parts;
}  // namespace play_state

inline constexpr std::uint32_t kMostCharacterLayers = 4;  // with four fades each they fill a pose list
inline constexpr std::uint32_t kMostFades = 4;            // clips that are heard at once on a layer
inline constexpr std::uint32_t kMostQueued = 4;           // clips that wait on a layer

// Where a mask is asked for: every joint in full. kNone, of a mask that was not found, is refused.
inline constexpr std::uint32_t kAllJoints = 0xFFFFFFFE;

// How a fade goes from 0 to 1, with u its share of time: 3u^2 - 2u^3, u, u^2, 2u - u^2.
enum class FadeCurve : std::uint8_t { smooth, linear, in, out };

enum class FadeKind : std::uint8_t {
  crossfade,
  // The new clip alone, plus the difference to the pose before, which decays within the fade: positions do
  // not jump, and the difference never grows or passes zero. Source: D. Bollo, "Inertialization", GDC 2018.
  // Lists of characters that are not posed cross-fade linearly instead, and so does root motion.
  inertialize,
};

enum class LayerMode : std::uint8_t {
  override,  // replaces what the layers below show, where its mask says so
  additive,  // its clips, all additive, are added to it
};

enum class OnUnprepared : std::uint8_t {
  prepare,  // play() decodes or makes the clip, which may take milliseconds
  refuse,   // play() gives Status::not_ready
};

class Character;

struct CharacterOptions {
  std::uint32_t layers = kMostCharacterLayers;  // 1 to 4, clamped; a graph has its own
  std::uint32_t events = 32;                    // of one update, from 1; more are dropped and counted
  bool posed = true;                            // false: list, events and root motion only
  bool palettes = true;  // finish() makes them, too, and updates mix morph weights: all that pose() shows
  bool leaving_events = false;  // clips that fade out report their events, too
  OnUnprepared on_unprepared = OnUnprepared::prepare;
  // A graph of the data decides what plays (play/graph.h); set() and fire() tell it what the game wants, and
  // play(), queue() and the like are refused. Precondition: kNone or below data.graph_count().
  std::uint32_t graph = kNone;
  // Another character of the same data. Both use its scratch memory, most of what a character needs, so one
  // thread at a time may call either of them.
  const Character* shares = nullptr;
};

struct PlayOptions {
  std::uint32_t layer = 0;
  double fade_s = 0;  // 0: at once. The first clip of layer 0 starts at once in any case
  FadeCurve curve = FadeCurve::smooth;
  FadeKind kind = FadeKind::crossfade;
  Loop loop = Loop::as_made;
  double start_s = 0;  // play time at which the clip starts
  double speed = 1;    // times that of the character; negative: backwards
  // False: a clip that is still heard on the layer goes on from where it is; if it is the newest, nothing but
  // its speed and loop change. So a game may ask for what it wants in every frame.
  bool restart = true;
  // A mask of the skeleton by which joints fade at rates of their own, from 1 to 4 times as fast: it holds
  // rate / 4. kAllJoints: all at 1. Layers that fade from or to nothing fade as a whole.
  std::uint32_t profile = kAllJoints;
};

struct LayerSettings {
  LayerMode mode = LayerMode::override;  // of layer 0 always override
  std::uint32_t mask = kAllJoints;       // of the skeleton
  float weight = 1;                      // override: 0 to 1. Of layer 0 always 1
  float root_motion =
      0;  // 0 to 1: how much the layer's clips replace the root motion below. Of layer 0 always 1
};

// A number over time that follows the list as joints do: a scalar track by its name, or a morph weight.
struct ScalarOptions {
  std::string name;            // of a scalar track
  std::uint32_t node = kNone;  // else, of a morph weight: the scene node of the mesh,
  std::uint32_t target = 0;    // and which of its targets
  std::uint32_t joint = 0;     // whose masks and profiles it follows: a face's the head
  float without = 0;           // what it is while no clip with the track plays: the mesh's own weight
};

struct CharacterEvent {
  enum class Kind : std::uint8_t {
    started,   // a clip began: by play(), or from the queue
    passed,    // an event of a clip
    finished,  // a clip that plays once came to its end (backwards: to its beginning); one of a slot is over
  };
  Kind kind = Kind::passed;
  std::uint8_t layer = 0;
  std::uint16_t clip = 0;
  float weight = 1;       // of the clip at that moment, above 0
  std::string_view name;  // of a passed event; belongs to the CharacterData
  double position_s = 0;  // play time of the clip
  double at_s = 0;        // since the beginning of the update
};

class Character {
 public:
  explicit Character(const CharacterData& data, const CharacterOptions& options = {});
  ~Character();
  Character(Character&&) noexcept;
  Character& operator=(Character&&) noexcept;

  // --- what a game asks for. What is refused changes nothing, and why() has a sentence. ---

  // Starts a clip on a layer, and forgets the layer's queue. Events come with the next update. Errors:
  // invalid_argument for options out of range and clips that are not there or of the other mode than the
  // layer; not_ready; those of CharacterData::prepare.
  Status play(std::uint32_t clip, const PlayOptions& options = {});
  // Starts it when the clip before it ends (if it loops: its round); the fade begins fade_s before that, at
  // the exact moment inside a step. Errors: as play(); limit_exceeded when kMostQueued clips wait already.
  Status queue(std::uint32_t clip, const PlayOptions& options = {});
  // Fades a layer out, smoothly; or does so at the end of the clip that plays, as queue(), so that a clip
  // comes and goes by itself. Errors: invalid_argument for layer 0, which has to play something; as queue().
  Status stop(std::uint32_t layer, double fade_s = 0.2);
  Status queue_stop(std::uint32_t layer, double fade_s = 0.2);

  // 1 at first; 0 stops, negative plays backward. Of a graph's time: not negative.
  Status set_speed(double speed);
  Status set_loop(Loop loop, std::uint32_t layer = 0);  // of the newest clip; invalid_argument without one
  Status seek(double position_s, std::uint32_t layer = 0);  // of the newest clip; without events
  Status set_layer(std::uint32_t layer,
                   const LayerSettings& settings);  // the mode only while nothing plays on it
  Status set_lod(std::uint32_t level);              // of the skeleton; 0 at first
  const std::string& why() const;                   // what the last refused call was refused for

  // The same for a character that a graph decides for; the indices are the graph's (find_parameter,
  // find_slot). The next update takes it. Errors: invalid_argument; a number that is none is counted, too
  // (GraphCounters).
  Status set(std::uint32_t parameter, float value);
  Status fire(std::uint32_t parameter);  // a trigger
  Status play_slot(std::uint32_t slot, const SlotPlay& play);
  Status stop_slot(std::uint32_t slot);

  // --- every frame ---

  // Goes on by dt_s seconds, 0 or more; cuts the step where a fade ends or a queued clip starts, so that
  // nothing depends on the frame rate. Errors: invalid_argument for a step that is negative or not finite.
  Status update(double dt_s, std::span<const CharacterEvent>* out_events = nullptr);
  // Of the last update, by time, then by layer; until the next one.
  std::span<const CharacterEvent> events() const;
  // Of a graph: these and those of its states, with what GraphEvent says of them.
  std::span<const GraphEvent> graph_events() const;
  // How far the last update moved the character, in its own space before the update.
  const RigidMotion& root_motion() const;
  // The pose of the last update, parent_from_joint; may be changed. Empty if the character is not posed.
  std::span<SoaTransform> local_pose();
  // Of a posed character: a number that every update mixes from now on. At set-up, as it
  // allocates. kNone, and why(), for a joint that is not there, or without a pose.
  std::uint32_t add_scalar(ScalarOptions options);
  float scalar(std::uint32_t index) const;  // 0 for one that was not added
  // Model matrices and palettes from the local pose.
  void finish();
  std::span<const Affine> model_from_joint() const;
  std::span<const Affine> palette(std::uint32_t skin) const;  // empty for a skin that is not there
  // All of that for data().shape(), as of the last finish(), with the morph weights of the last update.
  // world_from_model is the place of the source. Empty if the character is not posed.
  ModelPose pose() const;

  // --- questions ---

  const CharacterData& data() const { return *data_; }
  // Of clips that calls started; with a graph nothing is (GraphProbe tells), but for in_transition().
  std::uint32_t clip(std::uint32_t layer = 0) const;  // the newest on a layer; kNone: none
  double position_s(std::uint32_t layer = 0) const;   // its play time, not folded; 0 without one
  bool finished(std::uint32_t layer = 0) const;       // it plays once and is at its end
  bool in_transition(std::uint32_t layer = 0) const;  // a fade runs
  std::uint32_t queued(std::uint32_t layer = 0) const;
  LayerSettings layer(std::uint32_t layer) const;
  double speed() const;
  std::uint32_t lod() const;
  // What the last update shows, for PoseListJob and CrowdJob. Times are folded.
  std::span<const CrowdLayer> list() const;
  struct Counters {
    std::uint32_t dropped_fades = 0;   // fades that a fifth one pushed out
    std::uint32_t dropped_events = 0;  // beyond CharacterOptions::events
  };
  Counters counters() const;  // since the beginning

  // --- state: what plays, where, with which weights. Not: options, poses, differences that die away. ---

  std::size_t state_bytes() const;
  // Errors: invalid_argument for fewer than state_bytes().
  Status save(std::span<std::byte> out) const;
  // Shows what the other character with equal options showed when it was saved. Errors: invalid_argument for
  // bytes of other data or of another number of layers; bad_data for others that save() did not write;
  // not_ready and those of CharacterData::prepare for clips.
  Status restore(ByteSpan state);
  // The graph's own block, as of the last update and what was asked for since: for GraphProbe, recordings and
  // rollback. Empty without a graph.
  ByteSpan graph_state() const;
  // Shows what that block says, at once and without events. Errors: invalid_argument for a block of another
  // graph or size; bad_data.
  Status restore_graph(ByteSpan state);

 private:
  const CharacterData* data_;
  std::unique_ptr<play_state::Parts> parts_;
};

}  // namespace skelter
