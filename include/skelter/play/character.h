#pragma once
// Character: plays the clips or an animation graph of a CharacterData, which many characters share.
//
//   Character hero(*data);
//   hero.clips()->play(data->find_clip("walk"), {.fade_s = 0.2});
//   hero.update(dt_s, &events);           // every frame: time, list, local pose
//   rotate_joint(hero.local_pose(), ...)  // optional: IK, look-at
//   hero.finish();                        // model matrices, palettes
//   renderer.draw(uploaded, hero.pose(), ...)
//
// With CharacterOptions::graph, an animation graph of the data selects the clips that play:
//
//   Character hero(*data, {.graph = data->find_graph("hero")});
//   hero.graph()->set(speed, 2.5f);       // speed: find_parameter(data->graph(0), "speed")
//   hero.update(dt_s);
//
// The result is a flat list of weighted clips (runtime/pose_list.h). A character that is not posed only makes
// this list, for CrowdJob (crowd/crowd_job.h).
//
// The constructor allocates everything. update() and finish() allocate nothing and lock nothing; equal states
// and equal steps give equal bytes on every machine. Only one thread at a time may use a character.
// docs/play.md.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "skelter/core/bytes.h"
#include "skelter/core/none.h"
#include "skelter/core/status.h"
#include "skelter/math/soa.h"
#include "skelter/play/character_clips.h"
#include "skelter/play/character_data.h"
#include "skelter/play/character_graph.h"
#include "skelter/play/play_counters.h"
#include "skelter/runtime/model_pose.h"
#include "skelter/runtime/pose_list.h"
#include "skelter/runtime/root_motion.h"

namespace skelter {

class Character;

struct CharacterOptions {
  std::uint32_t layers = kMaxCharacterLayers;  // 1 to 4, clamped; ignored with a graph
  std::uint32_t events = 32;    // capacity for events per update, at least 1; more are dropped and counted
  bool posed = true;            // false: list, events and root motion only
  bool palettes = true;         // finish() also makes palettes, and updates mix morph weights
  bool leaving_events = false;  // clips that fade out also report events
  // play() decodes or compiles an unprepared clip, which may take milliseconds. False: play() returns
  // Status::not_ready instead.
  bool prepares = true;
  // An animation graph of the data that selects the clips that play (play/graph.h). Precondition: kNone or
  // below data.graph_count().
  std::uint32_t graph = kNone;
  // Another character with the same data. Both use its scratch memory, which is most of a character's memory,
  // so only one thread at a time may call either of them.
  const Character* shares = nullptr;
};

// An animated number that is mixed like the joints: a scalar track by its name, or a morph weight.
struct ScalarOptions {
  std::string name;            // name of a scalar track; or:
  std::uint32_t node = kNone;  // the scene node of a mesh,
  std::uint32_t target = 0;    // with one of its morph targets
  std::uint32_t joint = 0;     // joint that supplies mask and profile weights: the head for a face
  float without = 0;           // value while no clip with the track plays, such as the mesh's own weight
};

struct CharacterEvent {
  enum class Kind : std::uint8_t {
    started,   // a clip started, by play() or from the queue
    passed,    // an event of a clip
    finished,  // a clip that plays once reached its end (backwards: its beginning), or a clip in a slot ended
  };
  Kind kind = Kind::passed;
  std::uint8_t layer = 0;
  std::uint16_t clip = 0;
  float weight = 1;       // weight of the clip at that time, above 0
  std::string_view name;  // name of a passed event; belongs to the CharacterData
  double position_s = 0;  // play time of the clip
  double at_s = 0;        // time since the beginning of the update
};

class Character {
 public:
  explicit Character(const CharacterData& data, const CharacterOptions& options = {});

  // One of these is null: clips() with a graph, graph() without one. They stay valid when the character
  // moves.
  CharacterClips* clips();
  const CharacterClips* clips() const;
  CharacterGraph* graph();
  const CharacterGraph* graph() const;

  // --- every frame ---

  // Advances by dt_s seconds, 0 or more. A step is split where a fade ends or a queued clip starts, so that
  // results do not depend on the frame rate. Errors: invalid_argument for a step that is negative or not
  // finite.
  Status update(double dt_s, std::span<const CharacterEvent>* out_events = nullptr);
  // Events of the last update by time, then by layer; valid until the next one.
  std::span<const CharacterEvent> events() const;
  // Motion of the character in the last update, in its own space before the update.
  const RigidMotion& root_motion() const;
  // The pose of the last update, parent_from_joint; the caller may change it. Empty if the character is not
  // posed.
  std::span<SoaTransform> local_pose();
  // Computes model matrices and palettes from the local pose.
  void finish();
  std::span<const Affine> model_from_joint() const;
  std::span<const Affine> palette(std::uint32_t skin) const;  // empty for an unknown skin
  // The pose of data().shape(): matrices of the last finish(), morph weights of the last update.
  // world_from_model is the position of the source. Empty if the character is not posed.
  ModelPose pose() const;

  // --- settings and queries ---

  // Speed factor, 1 at first; 0 stops, negative plays backwards. With a graph it scales the graph's time and
  // must not be negative. Errors: invalid_argument.
  Status set_speed(double speed);
  double speed() const;
  Status set_lod(std::uint32_t level);  // level of the skeleton; 0 at first. Errors: invalid_argument
  std::uint32_t lod() const;
  // Adds a scalar that every update mixes. Call it at set-up, because it allocates. Returns kNone, with a
  // reason in why(), for an unknown joint or a character that is not posed.
  std::uint32_t add_scalar(ScalarOptions options);
  float scalar(std::uint32_t index) const;  // 0 for an unknown index
  const std::string& why() const;           // reason for the error of the last failed call
  const CharacterData& data() const { return *data_; }
  // The list of the last update, for PoseListJob and CrowdJob. Times are folded.
  std::span<const PoseListEntry> list() const;
  PlayCounters counters() const;  // since the character was made

  // --- saving ---

  // Active clips or the graph's block, positions, weights, speed and level of detail, as flat bytes without
  // pointers; a copy is a save. Options, poses and decaying differences are not included.
  ByteSpan state() const;
  // Restores the saved state of a character with equal data and options. Errors: invalid_argument for a state
  // with other data or a different number of layers; bad_data for bytes that state() did not return;
  // not_ready, and the errors of CharacterData::prepare for the clips.
  Status restore(ByteSpan state);

 private:
  struct Parts;
  struct Delete {
    void operator()(Parts* parts) const;
  };
  const CharacterData* data_;
  std::unique_ptr<Parts, Delete> parts_;
};

}  // namespace skelter
