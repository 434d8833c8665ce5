#pragma once
// The animation in a file: stacks with layers of curves, and the node properties that result from them.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/fbx/internal/curve.h"
#include "formats/fbx/internal/transform.h"
#include "formats/fbx/read/scene_builder.h"

namespace skelter::fbx {

// Animated properties that affect a pose.
enum class Member : std::uint8_t {
  translation,
  rotation,
  scaling,
  rotation_offset,
  rotation_pivot,
  pre_rotation,
  post_rotation,
  scaling_offset,
  scaling_pivot,
  deform_percent,
};

// Up to three curves. A component without a curve has its default value.
struct CurveSet {
  std::array<std::uint32_t, 3> curves{kNone, kNone, kNone};  // index into Motion::curves
  std::array<double, 3> defaults{};
};
struct LayerCurves {
  std::uint32_t layer = 0;  // index into Stack::layers
  CurveSet set;
};
struct AnimatedMember {
  std::uint32_t object = 0;
  Member member = Member::translation;
  std::vector<LayerCurves> layers;  // base layer first
};

enum class BlendMode : std::uint8_t { additive, overriding, passthrough };
struct Layer {
  BlendMode mode = BlendMode::additive;
  double weight_percent = 100;
  std::optional<CurveSet> weight;
  bool rotation_by_channel = false;
  bool scale_by_channel = false;
};

struct Stack {
  std::uint32_t object = 0;
  std::string name;
  std::int64_t begin = 0, end = 0;  // ticks; equal if there are no keys
  std::vector<Layer> layers;
  std::vector<AnimatedMember> members;         // sorted by object, then member
  std::uint64_t other_curves = 0;              // number of curves for properties that are not part of a pose
  std::uint32_t other_object = kNone;          // object of the first of these curves
  std::vector<std::uint32_t> hidden_at_times;  // models with animated visibility
  bool has_curves = false;                     // whether a member has curves
};

struct Motion {
  std::vector<Curve> curves;
  std::vector<Stack> stacks;
  std::vector<NodeProperties> properties;    // by object; set only for models
  std::vector<std::uint32_t> parent;         // by object: the model above it, or kNone
  std::vector<std::uint32_t> parents_first;  // all models, parents first
  std::vector<std::uint32_t> scale_node;     // by object: the scene node "NAME scale", or kNone
};

Result<void> read_motion(SceneBuilder& b, Motion& motion);
NodeProperties node_properties(const SceneBuilder& b, std::uint32_t object);

// Evaluates a stack at any time.
class StackPlayer {
 public:
  StackPlayer(const Motion& motion, const Stack* stack);  // null: the rest pose

  struct Local {
    Transformd node;  // transform of the model's scene node
    Vec3d scale;      // scale of the scene node "NAME scale"
  };
  Local local(std::uint32_t object, std::int64_t time, Side side) const;
  Vec3d total_scale(std::uint32_t object, std::int64_t time, Side side) const;
  NodeProperties properties(std::uint32_t object, std::int64_t time, Side side) const;
  double number(const AnimatedMember& member, double base, std::int64_t time, Side side) const;
  // `member` must be an element of stack_->members.
  Vec3d value(const AnimatedMember& member, const Vec3d& base, std::int64_t time, Side side) const {
    const Still& still = still_[static_cast<std::size_t>(&member - stack_->members.data())];
    return still.is ? still.value : moving_value(member, base, time, side);
  }
  bool may_jump(const AnimatedMember& member) const;

  const AnimatedMember* find(std::uint32_t object, Member member) const;
  // Returns the index of the object's first member, and the index after its last member.
  std::pair<std::size_t, std::size_t> members_of(std::uint32_t object) const {
    if (stack_ == nullptr) return {0, 0};
    return {first_member_[object], first_member_[object + 1]};
  }
  bool scale_moves(std::uint32_t object) const { return scale_moves_[object]; }
  bool rests_at_one(std::uint32_t object) const {
    return !scale_moves_[object] && rest_scale_[object].scale == Vec3d{1, 1, 1};
  }
  // Appends the times of the member's keys. Returns false if `times` would exceed `most` entries.
  bool append_times(const AnimatedMember& member, std::size_t most, std::vector<std::int64_t>& times) const;
  bool append_scale_times(std::uint32_t object, std::size_t most, std::vector<std::int64_t>& times) const;

  bool moves(const AnimatedMember& member) const;
  // Whether the member is linear between its keys. With `one_number`, for rotations, also requires that at
  // most one angle changes, by less than half a turn between keys.
  bool is_straight(const AnimatedMember& member, bool one_number) const;

 private:
  void note_still();
  Vec3d moving_value(const AnimatedMember& member, const Vec3d& base, std::int64_t time, Side side) const;

  const Motion& motion_;
  const Stack* stack_;
  std::vector<std::uint32_t> first_member_;  // by object, with one more entry at the end
  // Per member: whether it is constant, and its value. Exporters write curves for all numbers of a node, and
  // most of these curves are constant.
  struct Still {
    bool is = false;
    Vec3d value;
  };
  std::vector<Still> still_;
  std::vector<char> scale_moves_;               // by object
  std::vector<ScaleParts> rest_scale_;          // by object, if its scale is constant
  std::vector<const AnimatedMember*> scaling_;  // by object
  mutable std::vector<std::uint32_t> chain_;    // scratch memory of total_scale
};

}  // namespace skelter::fbx
