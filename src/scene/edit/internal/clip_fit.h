#pragma once
// Determines whether a clip from another file fits a model by comparing the bones of both files. Nothing is
// retargeted.

#include <cstdint>
#include <span>
#include <vector>

#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

enum class FitKind : std::uint8_t {
  plays,    // the bones match
  scaled,   // bone lengths differ, directions match: rotations play with the model's offsets
  refused,  // bone directions differ: a different skeleton
};

// A joint of the model with a bone that points in a different direction in the other file.
struct TurnedJoint {
  std::uint32_t node = kNone;
  double angle_rad = 0;  // largest angle over the bones of the joint
};

// A change to the keys of one target.
struct TargetFit {
  enum class Change : std::uint8_t {
    none,
    root,    // a joint without a moved ancestor: keys are rotated, scaled and moved by the members below
    offset,  // translations become the model's rest offset
    travel,  // translations become the model's rest offset plus their scaled change relative to the file's
             // rest
    rest,    // all keys become the model's rest, for an armature node that does not move in the clip
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
  // Number of compared joints, and number of joints with bones in different directions.
  std::uint32_t joints = 0, turned_joints = 0;
  // The bone that differs most: its joint in the model, the angle, and both lengths.
  std::uint32_t worst = kNone;
  double angle_rad = 0, length = 0, other_length = 0;
  // If the clip plays although some bones point in different directions: the joints of these bones by
  // descending angle, and the largest distance by which the directions move a joint, relative to the size of
  // the model.
  std::vector<TurnedJoint> turned;
  double displacement = 0;
  // Range of bone lengths in the model relative to the clip's file. 0 if no bone has a length in both files.
  double least_ratio = 0, largest_ratio = 0;
  std::uint32_t root = kNone;  // first target with Change::root
  std::uint32_t root_node = kNone;
  std::uint32_t armature = kNone;  // first node of the model with Change::rest
  std::vector<TargetFit> targets;  // one per target of the clip; empty if nothing changes
};

// A joint of a skin, by indices.
struct SkinJoint {
  std::uint32_t skin = 0, joint = 0;
};

// The data of one file that the comparison needs.
struct FitFile {
  const Scene* scene = nullptr;
  std::vector<std::uint32_t> order;  // node indices, parents first
  std::vector<bool> in_skin;         // per node
  Pose rest;
  std::vector<bool> moves;                       // per node: whether any clip moves it
  std::vector<bool> shapes;                      // per node: whether a mesh follows the node or a descendant
  bool has_weights = false;                      // whether a mesh follows the joints of a skin
  std::vector<std::vector<SkinJoint>> joint_of;  // per node, in the order of the skins
};

// Compares the clips of one file with one model. Both scenes must be valid and outlive the fitter.
class ClipFitter {
 public:
  ClipFitter(const Scene& scene, const Scene& other);

  // `node_of_target`: the model's node for each target of the clip, or kNone. `node_of_node`: the model's
  // node for each node of the other file; used for joints that the clip does not move. Targets take
  // precedence. O(nodes and keys).
  ClipFit fit(std::uint32_t clip, std::span<const std::uint32_t> node_of_target,
              std::span<const std::uint32_t> node_of_node) const;

 private:
  FitFile model_, other_;
};

// Changes the keys of a channel as `fit` requires. `node`: the model's node that the channel moves.
void apply_fit(const TargetFit& fit, const Node& node, Channel& channel);

}  // namespace skelter
