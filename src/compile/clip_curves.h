#pragma once
// ClipCurves: one clip of a scene as the joints of a skeleton move, exact at every time. What build_clip
// encodes and what its result is measured against.

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "compile/clip_grid.h"
#include "compile/clip_rows.h"
#include "compile/far_origin.h"
#include "math/internal/shear.h"
#include "scene/internal/sample_node.h"
#include "skelter/compile/clip.h"

namespace skelter {

// Between frames translations are linear, rotations linear and normalised, as the runtime's root motion.
struct RootMotionFrames {
  std::uint16_t joint = kNone16;
  double sample_rate_hz = 0;
  std::vector<float> frames;  // as ClipView::root_motion
};

// Times are those of playing: clip times, or with EvaluateOptions::tick_is_ms what makes them from clip
// times. Before 0 the pose of 0, after the duration the last one; how times wrap does not matter here.
class ClipCurves {
 public:
  // The scene and the skeleton must live as long.
  ClipCurves(const Scene& scene, std::uint32_t clip, const SkeletonBuild& skeleton,
             const EvaluateOptions& options);

  double duration_s() const { return duration_s_; }
  double clip_seconds_per_second() const { return clip_seconds_per_second_; }
  std::uint32_t joint_count() const { return skeleton_.joint_count(); }
  const Skeleton& skeleton() const { return skeleton_; }

  // Leaves the joint in place: its model matrix becomes inverse(motion(t)) * model matrix. The model matrices
  // times motion(t) are the clip's again.
  void take_out(RootMotionFrames motion);
  // transforms() become differences from this pose, one transform per joint.
  void make_additive(std::vector<Transformd> reference);
  bool additive() const { return !reference_.empty(); }

  // Model matrix of each joint's node: the truth. Those of first halves of sheared joints hold nothing; see
  // has_truth().
  void worlds(double time_s, std::vector<Mat4d>& world) const;
  bool has_truth(std::uint32_t joint) const { return !is_outer(joint); }

  // parent_from_joint as it is encoded: continuous in time but for jumps, scales on the side of the rest
  // pose's. Joints that never move are exactly at rest.
  Transformd transform(std::uint32_t joint, double time_s) const;
  void transforms(double time_s, std::vector<Transformd>& out) const;
  // The transforms at many times, and what worlds() gives, for less than it takes to ask time by time. Bits
  // are those of transforms(); of model matrices nearly.
  MomentRows sample(std::span<const double> times_s) const;
  MomentRows sample(std::span<const double> times_s, MomentRows& worlds) const;
  // What PartFormat::rest stands for.
  Transformd rest(std::uint32_t joint) const;
  bool moves(std::uint32_t joint) const { return moves_[joint] != 0; }
  // Whether a channel moves that part; of joints that follow others all parts may.
  bool moves(std::uint32_t joint, PartKind kind) const;

  // parent_from_joint of an encoded (or decoded) transform: additive ones on top of the reference.
  Transformd absolute(std::uint32_t joint, const Transformd& encoded) const;

  // A moment that the times of playing, which are floats, cannot resolve: a step, or two keys with different
  // values hardly apart. What is played is right before and after it.
  struct Cut {
    double begin_s = 0, end_s = 0;
  };
  // Where a part's curve has its keys, sorted; and where it steps: values differ just before and at the time.
  struct Knots {
    std::vector<double> times_s;
    std::vector<double> jumps_s;
    std::vector<Cut> cuts;  // steps, too
    bool stepped = false;   // constant but for its steps
  };
  Knots knots(std::uint32_t joint, PartKind kind) const;

  // Key times of the channels that move joints and change their value, without those of stepped channels.
  const KeyTimes& grid_times() const { return grid_times_; }
  // All cuts of all joints, by their beginnings.
  const std::vector<Cut>& cuts() const { return cuts_; }

 private:
  bool is_outer(std::uint32_t joint) const {
    return joint + 1 < skeleton_.joint_count() && skeleton_.helpers[joint + 1] != 0;
  }
  bool is_moved_back(std::uint32_t joint) const {  // root motion is taken out of its node
    return motion_.joint != kNone16 && skeleton_.nodes[joint] == skeleton_.nodes[motion_.joint];
  }
  bool is_sheared(std::uint32_t joint) const { return skeleton_.helpers[joint] != 0 || is_outer(joint); }
  // The joint whose node is the parent of this joint's node.
  std::uint16_t node_parent(std::uint32_t joint) const;
  double clip_time_s(double time_s) const;
  Mat4d local_matrix(std::uint32_t joint, double clip_time_s) const;
  AffineParts local_parts(std::uint32_t joint, double clip_time_s) const;
  Mat4d node_matrix(std::uint32_t joint, double time_s) const;
  Mat4d source_world(std::uint16_t joint, double time_s) const;
  Transformd source_transform(std::uint32_t joint, double time_s) const;
  // Whether its transform is what part channels give, and nothing else.
  bool has_plain_parts(std::uint32_t joint) const;
  // Whether its matrix is that of its transform, too.
  bool is_simple(std::uint32_t joint) const;
  // Numbers of channels. Neighbours with the same number share their key spans. kNone: a translation or scale
  // that does not change, or no channel.
  struct JointSpans {
    std::uint32_t translation = kNone, scale = kNone, rotation = kNone;
  };
  class RowSampler;
  MomentRows sample_rows(std::span<const double> times_s, MomentRows* worlds) const;
  bool takes_nearest(const Channel& channel) const;
  bool steps(const Channel& channel) const;
  void add_cuts(const Channel& channel, std::vector<Cut>& cuts) const;
  Transformd transform_of_parts(std::uint32_t joint, const AffineParts& parts) const;
  ShearedParts sheared_parts(std::uint32_t joint, double time_s) const;
  Transformd rest_pose_of(std::uint32_t joint) const;
  KeyTimes find_grid_times() const;
  void number_spans();
  void follow_sheared_joints();
  void find_references();
  std::vector<const Channel*> channels_of(std::uint32_t joint, PartKind kind) const;

  const Scene& scene_;
  const Clip& clip_;
  const Skeleton& skeleton_;
  EvaluateOptions options_;
  double clip_seconds_per_second_ = 1;
  double duration_s_ = 0;
  std::vector<NodeChannels> channels_;  // per node
  // Of joints whose node has no parent joint, where model space begins at an origin of its own; else of none.
  std::map<std::uint32_t, Placement> model_from_parent_;
  std::vector<std::uint8_t> moves_;  // per joint
  // Per joint. Found once, because comparing the key times of two channels takes as long as they have keys.
  std::vector<JointSpans> spans_;
  // Per joint: how matrices are split, and which two axes of part channels are turned round.
  std::vector<AffineParts> split_reference_;
  std::vector<Quatd> half_turn_;
  std::vector<Cut> cuts_;
  KeyTimes grid_times_;
  RootMotionFrames motion_;
  std::vector<Transformd> reference_;
  // Per joint (helpers and first halves alike; others empty) the parts at path_times_s_: the axes of a time
  // between follow those before it.
  std::vector<std::vector<double>> path_times_s_;
  std::vector<std::vector<ShearedParts>> path_;
};

// The difference d such that adding it to `reference` with weight 1 gives `pose`, as DifferenceJob; and back.
Transformd difference(const Transformd& pose, const Transformd& reference);
Transformd add(const Transformd& reference, const Transformd& difference);

// Root motion at a time. Precondition: at least one frame.
Mat4d motion_at(const RootMotionFrames& motion, double time_s, double duration_s);

}  // namespace skelter
