#pragma once
// The motion of a skeleton's joints in one clip of a scene, exact at every time. build_clip encodes the
// motion, and measures the error of its result against it.

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "compile/build_clip/clip_grid.h"
#include "compile/build_clip/clip_rows.h"
#include "compile/build_clip/internal/clip.h"
#include "compile/build_skeleton/far_origin.h"
#include "math/internal/shear.h"
#include "runtime/internal/format/clip_records.h"
#include "scene/evaluate/internal/sample_node.h"

namespace skelter {

// Root motion. Between frames, translations are interpolated linearly, and rotations linearly and normalised,
// as in the runtime.
struct RootMotionFrames {
  std::uint16_t joint = kNone16;
  double sample_rate_hz = 0;
  std::vector<float> frames;  // like ClipView::root_motion
};

// All times are play times: clip times, converted if EvaluateOptions::tick_is_ms is set. Times before 0
// return the first pose, times after the duration the last pose. Times are not wrapped.
class ClipCurves {
 public:
  // The scene and the skeleton must outlive this object.
  ClipCurves(const Scene& scene, std::uint32_t clip, const SkeletonBuild& skeleton,
             const EvaluateOptions& options);

  double duration_s() const { return duration_s_; }
  double clip_seconds_per_second() const { return clip_seconds_per_second_; }
  std::uint32_t joint_count() const { return skeleton_.joint_count(); }
  const Skeleton& skeleton() const { return skeleton_; }

  // Keeps the joint in place by changing its model matrix to inverse(motion(t)) * model matrix.
  void take_out(RootMotionFrames motion);
  // Makes transforms() return differences from this pose. `reference`: one transform per joint.
  void make_additive(std::vector<Transformd> reference);
  bool additive() const { return !reference_.empty(); }

  // Model matrix of each joint's node, against which errors are measured. First halves of sheared joints have
  // no matrix; see has_truth().
  void worlds(double time_s, std::vector<Mat4d>& world) const;
  bool has_truth(std::uint32_t joint) const { return !is_outer(joint); }

  // parent_from_joint as it will be encoded: continuous in time except at jumps, with scales that have the
  // signs of the rest pose. Joints that never move are exactly at rest.
  Transformd transform(std::uint32_t joint, double time_s) const;
  void transforms(double time_s, std::vector<Transformd>& out) const;
  // Samples transforms(), and optionally worlds(), at many times. Faster than one call per time. Transforms
  // are bit-identical to those of transforms(); model matrices may differ by rounding.
  TimeRows sample(std::span<const double> times_s) const;
  TimeRows sample(std::span<const double> times_s, TimeRows& worlds) const;
  // The transform that PartFormat::rest stands for.
  Transformd rest(std::uint32_t joint) const;
  bool moves(std::uint32_t joint) const { return moves_[joint] != 0; }
  // Whether a channel moves the part. For a joint that depends on other joints, any part may move.
  bool moves(std::uint32_t joint, PartKind kind) const;

  // Converts an encoded or decoded transform to parent_from_joint. In additive clips, this adds it to the
  // reference.
  Transformd absolute(std::uint32_t joint, const Transformd& encoded) const;

  // An interval that is too short for play times, which are floats: a step, or two keys with different values
  // at nearly the same time. The pose is correct right before and after the interval.
  struct Cut {
    double begin_s = 0, end_s = 0;
  };
  // Sorted key times of a part's curve, and the times of its steps, where the value changes abruptly.
  struct Knots {
    std::vector<double> times_s;
    std::vector<double> jumps_s;
    std::vector<Cut> cuts;  // including steps
    bool stepped = false;   // constant except for its steps
  };
  Knots knots(std::uint32_t joint, PartKind kind) const;

  // Key times of the channels that move joints and change in value, except for stepped channels.
  const KeyTimes& grid_times() const { return grid_times_; }
  // Cuts of all joints, sorted by begin.
  const std::vector<Cut>& cuts() const { return cuts_; }

 private:
  bool is_outer(std::uint32_t joint) const {
    return joint + 1 < skeleton_.joint_count() && skeleton_.helpers[joint + 1] != 0;
  }
  bool is_moved_back(std::uint32_t joint) const {  // whether root motion is removed from the joint's node
    return motion_.joint != kNone16 && skeleton_.nodes[joint] == skeleton_.nodes[motion_.joint];
  }
  bool is_sheared(std::uint32_t joint) const { return skeleton_.helpers[joint] != 0 || is_outer(joint); }
  // The joint of the parent of this joint's node.
  std::uint16_t node_parent(std::uint32_t joint) const;
  double clip_time_s(double time_s) const;
  Mat4d local_matrix(std::uint32_t joint, double clip_time_s) const;
  AffineParts local_parts(std::uint32_t joint, double clip_time_s) const;
  Mat4d node_matrix(std::uint32_t joint, double time_s) const;
  Mat4d source_world(std::uint16_t joint, double time_s) const;
  Transformd source_transform(std::uint32_t joint, double time_s) const;
  // Whether the part channels fully determine the joint's transform.
  bool has_plain_parts(std::uint32_t joint) const;
  // Whether the joint's transform also fully determines its matrix.
  bool is_simple(std::uint32_t joint) const;
  // Numbers of channels. Consecutive joints with the same number share their key spans. kNone: no channel, or
  // a constant translation or scale.
  struct JointSpans {
    std::uint32_t translation = kNone, scale = kNone, rotation = kNone;
  };
  class RowSampler;
  TimeRows sample_rows(std::span<const double> times_s, TimeRows* worlds) const;
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
  // Only set if model space has its own origin, for joints at nodes without a parent joint.
  std::map<std::uint32_t, Placement> model_from_parent_;
  std::vector<std::uint8_t> moves_;  // per joint
  // Per joint. Cached, because comparing the key times of two channels takes time proportional to their keys.
  std::vector<JointSpans> spans_;
  // Per joint: the reference for splitting matrices, and the half turn about the axis that keeps its sign if
  // part channels negate two scales.
  std::vector<AffineParts> split_reference_;
  std::vector<Quatd> half_turn_;
  std::vector<Cut> cuts_;
  KeyTimes grid_times_;
  RootMotionFrames motion_;
  std::vector<Transformd> reference_;
  // Per joint: the parts at path_times_s_. Empty except for helpers and first halves. At times in between,
  // the axes follow those of the preceding entry.
  std::vector<std::vector<double>> path_times_s_;
  std::vector<std::vector<ShearedParts>> path_;
};

// Returns the difference that, added to `reference` with weight 1, gives `pose`, as in pose_difference. add()
// is the inverse.
Transformd difference(const Transformd& pose, const Transformd& reference);
Transformd add(const Transformd& reference, const Transformd& difference);

// Root motion at a time. Precondition: at least one frame.
Mat4d motion_at(const RootMotionFrames& motion, double time_s, double duration_s);

}  // namespace skelter
