#pragma once
// Whether a clip of another file fits a model, by comparing the bones of both files. Nothing is retargeted.

#include <cstdint>
#include <span>
#include <vector>

#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

enum class FitKind : std::uint8_t {
  plays,    // the same bones
  scaled,   // bones of other lengths in the same directions: rotations play with the model's offsets
  refused,  // bones in other directions: a different skeleton
};

// A joint of the model from which a bone points in another direction.
struct TurnedJoint {
  std::uint32_t node = kNone;
  double angle_rad = 0;  // the largest, over the bones of the joint
};

// Change to the keys of one target.
struct TargetFit {
  enum class Change : std::uint8_t {
    none,
    root,    // joints without a moved ancestor: rotated, scaled and moved as below
    offset,  // translations become the model's rest offset
    travel,  // translations become the model's rest offset plus the scaled change from the file's rest
    rest,    // all keys become the model's rest: an armature node that does not move in the clip
  };
  Change change = Change::none;
  Quatd turn;              // rotation of the parent's space, applied first
  double scale = 1;        // factor for scales
  double length = 1;       // factor for translations
  Vec3d offset;            // added to translations
  Vec3d rest, other_rest;  // offsets in the model and in the clip's file
};

struct ClipFit {
  FitKind kind = FitKind::plays;
  // Number of compared joints, and of those with bones in other directions.
  std::uint32_t joints = 0, turned_joints = 0;
  // The bone that differs most: its joint in the model, the angle, and both lengths.
  std::uint32_t worst = kNone;
  double angle_rad = 0, length = 0, other_length = 0;
  // If the clip plays although bones point in other directions: those joints, the largest angle first, and
  // how far that moves joints, relative to the size of the model.
  std::vector<TurnedJoint> turned;
  double displacement = 0;
  // Bone length in the model relative to that in the clip's file, over all bones; 0 if no bone has both
  // lengths.
  double least_ratio = 0, largest_ratio = 0;
  std::uint32_t root = kNone;  // the first target with Change::root, and its node in the model
  std::uint32_t root_node = kNone;
  std::uint32_t armature = kNone;  // the first node of the model with Change::rest
  std::vector<TargetFit> targets;  // one per target of the clip; empty if nothing changes
};

// A joint of a skin, by indices.
struct SkinJoint {
  std::uint32_t skin = 0, joint = 0;
};

// The data of a file for the comparison.
struct FitFile {
  const Scene* scene = nullptr;
  std::vector<std::uint32_t> order;  // node indices, parents first
  std::vector<bool> in_skin;         // per node
  Pose rest;
  std::vector<bool> moves;                       // per node: whether any clip moves it
  std::vector<bool> shapes;                      // per node: whether a mesh follows it or a node below
  bool has_weights = false;                      // whether a mesh follows joints of a skin
  std::vector<std::vector<SkinJoint>> joint_of;  // per node, in the order of the skins
};

// Compares clips of one file with one model. Both scenes must be valid and outlive it.
class ClipFitter {
 public:
  ClipFitter(const Scene& scene, const Scene& other);

  // `node_of_target`: the model's node for each target of the clip, or kNone. `node_of_node`: the same for
  // each node of the other file, used for joints that the clip does not move. Targets take precedence.
  // O(nodes and keys).
  ClipFit fit(std::uint32_t clip, std::span<const std::uint32_t> node_of_target,
              std::span<const std::uint32_t> node_of_node) const;

 private:
  FitFile model_, other_;
};

// Changes the keys of a channel. `node`: the node of the model that the channel moves.
void apply_fit(const TargetFit& fit, const Node& node, Channel& channel);

}  // namespace skelter
