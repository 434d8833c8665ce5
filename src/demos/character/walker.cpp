#include "demos/character/walker.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "skelter/play/graph_state.h"
#include "skelter/runtime/local_to_model_job.h"

namespace skelter::demos {
namespace {

constexpr double kLongestStep_s = 1.0 / 60;
// Minimum speed for a running jump. A jump in place has no root motion; a running jump keeps its ground
// speed.
constexpr double kRunsIntoJump_m_s = 0.8;
constexpr double kFullLean_m_s = 3;  // slower characters lean less into a turn

// The mannequin's soles, in the space of the toe joint.
constexpr Vec3 kSoleBelowToes{0, -0.026f, 0}, kKneeAxis{1, 0, 0};
// A foot becomes planted when its sole is this close to the ground and slower than kFootLeaves_m_s. It stays
// planted until it is faster. If only the speed counted, the foot would be locked a few frames after contact.
constexpr double kComesDown_m = 0.02;
constexpr double kShortestStep_s = 1e-5;  // shorter steps are too short to measure speeds
constexpr double kFlies = 0.5;            // total weight of airborne clips at which no foot is planted

Error lacks(const std::string& config, const std::string& what) {
  return Error{Status::bad_data, "demo.graph", what, {config, 0, {}, {}}};
}

Result<void> expect_inputs(const CharacterData& data, const std::string& config) {
  if (data.graph_count() == 0) return lacks(config, "the configuration does not specify a graph");
  for (const char* name : {"speed", "turn", "sit", "jump", "wave"})
    if (find_parameter(data.graph(0), name) == kNone)
      return lacks(config, std::string("the graph has no parameter \"") + name +
                               "\"; expected speed, turn, sit, jump and wave");
  return {};
}

}  // namespace

Result<std::unique_ptr<Actor>> create_walking_actor(const Scene& scene, const std::string& config) {
  auto actor = Actor::create_configured(scene, config, true);
  if (!actor) return actor;
  if (auto complete = expect_inputs((*actor)->data(), config); !complete) return complete.error();
  return actor;
}

Result<Walker> Walker::create(const Scene& scene, const std::string& config) {
  auto actor = create_walking_actor(scene, config);
  if (!actor) return actor.error();
  Walker walker;
  walker.actor_ = std::move(*actor);
  const GraphView& graph = walker.data().graph(0);
  walker.parameters_ = {find_parameter(graph, "speed"), find_parameter(graph, "turn"),
                        find_parameter(graph, "sit"), find_parameter(graph, "jump"),
                        find_parameter(graph, "wave")};
  walker.jump_clip_ = walker.data().find_clip("jump");
  walker.fall_clip_ = walker.data().find_clip("fall");
  walker.find_feet();
  walker.restart({});
  return walker;
}

void Walker::find_feet() {
  const auto joint = [&](const std::string& name) {
    const std::uint32_t found = data().find_joint(name);
    return found == kNone ? kNone16 : static_cast<std::uint16_t>(found);
  };
  bool is_complete = true;
  for (std::size_t side = 0; side < 2; ++side) {
    const std::string name = side == 0 ? "left_" : "right_";
    FootLockFoot& foot = feet_.feet[side];
    foot.thigh = joint(name + "thigh");
    foot.shin = joint(name + "shin");
    foot.foot = joint(name + "foot");
    foot.toe = joint(name + "toes");
    foot.sole_joint = kSoleBelowToes;
    foot.knee_axis_joint = kKneeAxis;
    for (const std::uint16_t part : {foot.thigh, foot.shin, foot.foot, foot.toe})
      is_complete = is_complete && part != kNone16;
  }
  feet_.pelvis_joint = is_complete ? joint("pelvis") : kNone16;
  feet_.matrices.resize(data().skeleton().joint_count());
}

void Walker::restart(const RigidMotion& world_from_figure) {
  actor_->restart();
  (void)actor_->character()->update(0);
  jumps_ = waves_ = 0;
  place_ = world_from_figure;
  feet_.states = {};
  feet_.pelvis = {};
}

Result<void> Walker::advance(double step_s, const WalkCommand& wish) {
  do {
    const double now_s = std::min(step_s, kLongestStep_s);
    if (auto done = step(now_s, wish); !done) return done;
    step_s -= now_s;
  } while (step_s > 0);
  return {};
}

Result<void> Walker::step(double step_s, const WalkCommand& wish) {
  Character& hero = *actor_->character();
  const double lean = wish.turn * std::min(1.0, speed_m_s() / kFullLean_m_s);
  CharacterGraph& graph = *hero.graph();
  Status status = graph.set(parameters_.speed, static_cast<float>(wish.speed_m_s));
  if (status == Status::ok) status = graph.set(parameters_.turn, static_cast<float>(lean));
  if (status == Status::ok) status = graph.set(parameters_.sit, wish.sits ? 1.0f : 0.0f);
  if (status == Status::ok && std::exchange(jumps_, wish.jumps) != wish.jumps)
    status = graph.fire(parameters_.jump);
  if (status == Status::ok && std::exchange(waves_, wish.waves) != wish.waves)
    status = graph.fire(parameters_.wave);
  if (status == Status::ok) status = hero.update(step_s);
  if (status != Status::ok) return Error{status, "demo.graph", hero.why(), {}};
  place_ = moved(place_, hero.root_motion());
  if (speed_m_s() > kRunsIntoJump_m_s)
    place_.translation +=
        rotate(place_.rotation, Vec3d{0, 0, 1}) * (weight_of(jump_clip_) * speed_m_s() * step_s);
  const Quatd turn = from_axis_angle(Vec3d{0, 1, 0}, wish.turn * kFigureTurnRadPerSecond * step_s);
  place_.rotation = normalized(turn * place_.rotation);
  status = hold_feet(step_s);
  return status == Status::ok ? Result<void>() : Error{status, "demo.graph", "its feet cannot be locked", {}};
}

double Walker::weight_of(std::uint32_t clip) const {
  double weight = 0;
  for (const PoseListEntry& line : character().list())
    if (line.clip == clip) weight += double{line.weight};
  return weight;
}

// True if the animation has that foot on the ground, judging by the current and the previous pose.
bool Walker::stands(const FootLockFoot& foot, const RigidMotion& world_from_model, double step_s) const {
  const Vec3d model =
      transform_point(to_double(to_mat4(feet_.matrices[foot.toe])), to_double(foot.sole_joint));
  const Vec3d sole = world_from_model.translation + rotate(world_from_model.rotation, model);
  const FootLockState& was = *foot.state;
  const double height = sole.y - place_.translation.y;
  if (was.flags == 0) return height < kComesDown_m;  // first frame
  if (step_s < kShortestStep_s) return foot.contact >= 0.5f;
  const double along_x = sole.x - was.place.x - double{was.animated.x},
               along_z = sole.z - was.place.y - double{was.animated.z};
  const double rise = foot.contact >= 0.5f ? height - double{was.animated.y} : 0;
  const double moved = std::sqrt(along_x * along_x + along_z * along_z + rise * rise);
  return (foot.contact >= 0.5f || height < kComesDown_m) && moved < kFootLeaves_m_s * step_s;
}

// Without this, turning and blending would slide planted feet; see docs/foot-lock.md.
Status Walker::hold_feet(double step_s) {
  if (feet_.pelvis_joint == kNone16) return Status::ok;
  LocalToModelJob model;
  model.skeleton = &data().skeleton();
  model.local_pose = actor_->character()->local_pose();
  model.out_model_from_joint = feet_.matrices;
  if (const Status posed = model.run(); posed != Status::ok) return posed;
  const bool flies = weight_of(jump_clip_) + weight_of(fall_clip_) > kFlies;
  FootLockJob lock;
  lock.skeleton = model.skeleton;
  lock.local_pose = actor_->character()->local_pose();
  lock.model_from_joint = feet_.matrices;
  lock.world_from_model = {place_.translation + rotate(place_.rotation, data().pack().origin()),
                           place_.rotation};
  for (std::size_t side = 0; side < 2; ++side) {
    FootLockFoot& foot = feet_.feet[side];
    foot.has_ground = !flies;
    foot.ground_height = place_.translation.y;
    foot.state = &feet_.states[side];
    foot.contact = stands(foot, lock.world_from_model, step_s) ? 1.0f : 0.0f;
  }
  lock.dt_s = step_s;
  lock.pelvis = feet_.pelvis_joint;
  lock.feet = feet_.feet;
  lock.pelvis_state = &feet_.pelvis;
  return lock.run();
}

std::string Walker::doing() const {
  const GraphView& graph = data().graph(0);
  const std::uint32_t state =
      graph.machine_count() == 0 ? kNone : graph.newest_state(character().graph()->state());
  return state == kNone ? "" : std::string(graph.state_name(state));
}

double Walker::speed_m_s() const {
  return double{value(data().graph(0), character().graph()->state(), parameters_.speed)};
}

}  // namespace skelter::demos
