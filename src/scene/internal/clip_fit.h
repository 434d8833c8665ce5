#pragma once
// Whether a clip of another file fits a model: compares the bones of both files. Nothing is retargeted.

#include <cstdint>
#include <span>
#include <vector>

#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

enum class FitKind : std::uint8_t {
  plays,    // the same bones
  scaled,   // bones of other lengths in the same directions: rotations play, offsets stay the model's
  refused,  // bones in other directions: another skeleton
};

// What becomes of the keys of one target.
struct TargetFit {
  enum class Change : std::uint8_t {
    none,
    root,    // of a joint that no moved joint is above: turned, scaled and moved as below
    offset,  // translations become the model's rest offset
    travel,  // translations become the model's rest offset plus the scaled distance from that of the file
    rest,    // all keys become the model's rest: an armature node that stands still in the clip
  };
  Change change = Change::none;
  Quatd turn;              // of the parent's space, before everything else
  double scale = 1;        // factor for scales
  double length = 1;       // factor for translations
  Vec3d offset;            // added to translations
  Vec3d rest, other_rest;  // offsets in the model and in the clip's file
};

struct ClipFit {
  FitKind kind = FitKind::plays;
  // Joints that were compared, and of those the ones whose bones point in other directions.
  std::uint32_t joints = 0, turned_joints = 0;
  // Of the bone that differs most: the joint in the model, the angle, both lengths.
  std::uint32_t worst = kNone;
  double angle_rad = 0, length = 0, other_length = 0;
  // Length in the model over length in the clip's file, over all bones; 0 where no bone has two lengths.
  double least_ratio = 0, largest_ratio = 0;
  std::uint32_t root = kNone;  // the first target with Change::root, and its node in the model
  std::uint32_t root_node = kNone;
  std::uint32_t armature = kNone;  // the first node of the model with Change::rest
  std::vector<TargetFit> targets;  // one per target of the clip; empty where nothing changes
};

// What is compared of a file.
struct FitFile {
  const Scene* scene = nullptr;
  std::vector<std::uint32_t> order;  // of the nodes, parents first
  std::vector<bool> in_skin;         // per node
  Pose rest;
  std::vector<bool> moves;  // per node, in any clip
};

// Compares clips of one file with one model. Both scenes are valid and outlive it.
class ClipFitter {
 public:
  ClipFitter(const Scene& scene, const Scene& other);

  // `node_of_target`: the model's node for each target of the clip, or kNone. `node_of_node`: that of each
  // node of the other file, for joints that the clip does not move; the targets win over it. O(nodes and
  // keys).
  ClipFit fit(std::uint32_t clip, std::span<const std::uint32_t> node_of_target,
              std::span<const std::uint32_t> node_of_node) const;

 private:
  FitFile model_, other_;
};

// Changes the keys of a channel. `node`: of the model, which the channel moves there.
void apply_fit(const TargetFit& fit, const Node& node, Channel& channel);

}  // namespace skelter
