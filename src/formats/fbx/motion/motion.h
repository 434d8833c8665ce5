#pragma once
// The animation of a file: stacks of layers of curves, and what they make of the properties of a node.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/fbx/internal/curve.h"
#include "formats/fbx/internal/transform.h"
#include "formats/fbx/read/scene_builder.h"

namespace skelter::fbx {

// The properties whose curves make a pose.
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

// Up to three curves; a number without a curve has its default.
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
  std::vector<LayerCurves> layers;  // base first
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
  std::int64_t begin = 0, end = 0;  // ticks; the same where there are no keys
  std::vector<Layer> layers;
  std::vector<AnimatedMember> members;         // by object, then member
  std::uint64_t other_curves = 0;              // of properties that make no pose
  std::uint32_t other_object = kNone;          // the first object with such a property
  std::vector<std::uint32_t> hidden_at_times;  // models whose visibility changes
  bool has_curves = false;                     // of members
};

struct Motion {
  std::vector<Curve> curves;
  std::vector<Stack> stacks;
  std::vector<NodeProperties> properties;    // by object; of models
  std::vector<std::uint32_t> parent;         // by object: the model above it, or kNone
  std::vector<std::uint32_t> parents_first;  // all models
  std::vector<std::uint32_t> scale_node;     // by object: the scene node "NAME scale", or kNone
};

Result<void> read_motion(SceneBuilder& b, Motion& motion);
NodeProperties node_properties(const SceneBuilder& b, std::uint32_t object);

// A stack, ready to be asked for moments.
class StackPlayer {
 public:
  StackPlayer(const Motion& motion, const Stack* stack);  // no stack: at rest

  struct Local {
    Transformd node;  // of the scene node of a model
    Vec3d scale;      // of its node "NAME scale"
  };
  Local local(std::uint32_t object, std::int64_t time, Side side) const;
  Vec3d total_scale(std::uint32_t object, std::int64_t time, Side side) const;
  NodeProperties properties(std::uint32_t object, std::int64_t time, Side side) const;
  double number(const AnimatedMember& member, double base, std::int64_t time, Side side) const;
  // `member` is one of the stack.
  Vec3d value(const AnimatedMember& member, const Vec3d& base, std::int64_t time, Side side) const {
    const Still& still = still_[static_cast<std::size_t>(&member - stack_->members.data())];
    return still.is ? still.value : moving_value(member, base, time, side);
  }
  bool may_jump(const AnimatedMember& member) const;

  const AnimatedMember* find(std::uint32_t object, Member member) const;
  // Indices of its first member and behind the last.
  std::pair<std::size_t, std::size_t> members_of(std::uint32_t object) const {
    if (stack_ == nullptr) return {0, 0};
    return {first_member_[object], first_member_[object + 1]};
  }
  bool scale_moves(std::uint32_t object) const { return scale_moves_[object]; }
  bool rests_at_one(std::uint32_t object) const {
    return !scale_moves_[object] && rest_scale_[object].scale == Vec3d{1, 1, 1};
  }
  // Appends the times at which the member may change its course.
  bool append_times(const AnimatedMember& member, std::vector<std::int64_t>& times) const;
  bool append_scale_times(std::uint32_t object, std::vector<std::int64_t>& times) const;

  bool moves(const AnimatedMember& member) const;
  // Whether it goes on lines between its times, and as an angle: all numbers but one rest, and
  // it turns by less than half a turn, if `one_number`.
  bool is_straight(const AnimatedMember& member, bool one_number) const;

 private:
  void note_still();
  Vec3d moving_value(const AnimatedMember& member, const Vec3d& base, std::int64_t time, Side side) const;

  const Motion& motion_;
  const Stack* stack_;
  std::vector<std::uint32_t> first_member_;  // by object, and one more
  // By member: its value, where that is the same at all times. Programs write curves for all numbers of a
  // node, most of which rest.
  struct Still {
    bool is = false;
    Vec3d value;
  };
  std::vector<Still> still_;
  std::vector<char> scale_moves_;               // by object
  std::vector<ScaleParts> rest_scale_;          // by object, where it does not move
  std::vector<const AnimatedMember*> scaling_;  // by object
  mutable std::vector<std::uint32_t> chain_;    // of total_scale
};

}  // namespace skelter::fbx
