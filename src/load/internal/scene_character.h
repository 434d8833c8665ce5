#pragma once
// SceneCharacter: a scene that the engine plays (CharacterData, Character), seen as poses of the scene's
// nodes, which is what is drawn, listed and compared. The judge is evaluate().

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "skelter/compile/clip.h"
#include "skelter/compile/skeleton.h"
#include "skelter/core/result.h"
#include "skelter/play/character.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct ClipSource;

class SceneCharacter {
 public:
  // Clips are compiled when they are first played or prepared. `source`: how the keys are read, and how
  // pose_at() folds times. `scene` outlives this. Errors: those of build_skeleton.
  static Result<std::unique_ptr<SceneCharacter>> create(const Scene& scene,
                                                        const EvaluateOptions& source = {});
  // Of the pack that `scene` was made of; nothing is compiled. A pack that was never opened: as above.
  static Result<std::unique_ptr<SceneCharacter>> create(const Scene& scene, Pack pack,
                                                        const EvaluateOptions& source = {});

  // Its clips have the numbers and labels of the scene's.
  const CharacterData& data() const { return *data_; }
  const SkeletonBuild& skeleton() const;
  // Of a clip that was compiled here and is ready: with the error of what is played.
  std::optional<ClipReport> report(std::uint32_t clip) const;

  // What plays, at rest at first.
  Character& character() { return *character_; }
  const Character& character() const { return *character_; }
  // Of its local pose: matrices of all nodes, and the morph weights of the last update.
  Pose pose();

  // One clip alone, at a time of evaluate(); kNone: the rest pose. Additive clips are added to the rest
  // pose. Errors: those of CharacterData::prepare.
  Result<Pose> pose_at(std::uint32_t clip, double time_s);

 private:
  static Result<std::unique_ptr<SceneCharacter>> finished(std::shared_ptr<ClipSource> source,
                                                          Result<CharacterData> data);
  void start_anew();

  struct MorphedNode {
    std::uint32_t node = 0, first_scalar = 0, count = 0;
  };

  std::shared_ptr<const ClipSource> source_;
  std::optional<CharacterData> data_;
  std::vector<MorphedNode> morphed_;
  std::unique_ptr<Character> character_;
  std::uint32_t shown_ = kNone;  // clip of pose_at()
};

}  // namespace skelter
