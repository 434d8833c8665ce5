#include "demos/crowd/crowd_sim.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>

#include "core/internal/packed.h"
#include "demos/character/walker.h"
#include "skelter/crowd/crowd_interpolate.h"
#include "skelter/crowd/crowd_job.h"
#include "skelter/math/trig.h"
#include "skelter/play/character.h"
#include "skelter/play/graph_update_job.h"
#include "skelter/runtime/clip.h"
#include "skelter/scene/edit.h"
#include "skelter/scene/evaluate.h"

namespace skelter::demos {
namespace {

// Activities of members, with ground speeds in model heights per second. Most members do the first one. The
// speeds are those of the bundled model on a treadmill (docs/mannequin.md).
struct Act {
  const char* clip;
  double heights_per_s;
};
constexpr Act kActs[] = {{"walk", 0.583}, {"run", 1.61}, {"idle", 0}, {"wave", 0}};

// Names of small parts that are not visible from a distance. Names that the model lacks are ignored.
const std::vector<std::vector<std::string>>& dropped_parts() {
  static const std::vector<std::vector<std::string>> kParts{
      {"left_thumb1", "left_index1", "left_middle1", "left_ring1", "left_little1", "right_thumb1",
       "right_index1", "right_middle1", "right_ring1", "right_little1"},
      {"left_elbow", "left_forearm_twist", "left_hand", "left_hip", "left_knee", "left_toes", "right_elbow",
       "right_forearm_twist", "right_hand", "right_hip", "right_knee", "right_toes"}};
  return kParts;
}

SkeletonSettings skeleton_settings(const Scene& scene) {
  SkeletonSettings settings;
  for (const auto& parts : dropped_parts()) {
    std::vector<std::string> dropped;
    for (const std::string& name : parts)
      if (find_node(scene, name) != kNone) dropped.push_back(name);
    if (!dropped.empty()) settings.lods.push_back(std::move(dropped));
  }
  return settings;
}

struct ChosenClip {
  std::uint32_t clip;
  double heights_per_s;
};
std::vector<ChosenClip> choose_clips(const Scene& scene) {
  std::vector<ChosenClip> chosen;
  for (const Act& act : kActs)
    if (const auto clip = choose_clip(scene, act.clip, NameMatch::ignore_case))
      chosen.push_back({*clip, act.heights_per_s});
  if (chosen.empty() && !scene.clips.empty()) chosen.push_back({0, 0});
  return chosen;
}

Error refused(const char* job, Status status) {
  return {status, "demo.crowd", std::string(job) + " refuses: " + std::string(to_text(status)), {}};
}

double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

struct CrowdSim::Assets {
  std::unique_ptr<Actor> actor;  // if there is a graph; owns the clips
  SkeletonBuild own_skeleton;    // if there is no graph
  const SkeletonBuild& skeleton() const { return actor ? actor->skeleton() : own_skeleton; }
  std::vector<ClipBuild> builds;
  std::vector<ClipView> clips;
  std::vector<Packed<SkinView>> skins;
  // Combination of all skins of the model.
  std::vector<std::uint16_t> joints;
  std::vector<Affine> joint_from_mesh;
  SkinView skin;
};

Result<CrowdLoading> CrowdLoading::begin(const Scene& scene, const std::string& config) {
  const auto chosen = choose_clips(scene);
  if (chosen.empty())
    return Error{Status::bad_data, "demo.no-clip", "no animation set", {scene.file, 0, {}, {}}};
  CrowdLoading loading;
  loading.config_ = config;
  loading.assets_ = std::make_shared<CrowdSim::Assets>();
  const Vec3d size = pose_bounds(scene, rest_pose(scene)).size();
  loading.sim_.height_ = std::max({size.x, size.y, size.z, 1e-6});
  for (const ChosenClip& one : chosen) {
    if (config.empty()) loading.clips_.push_back(one.clip);
    loading.sim_.clip_speeds_.push_back(one.heights_per_s * loading.sim_.height_);
  }
  return loading;
}

std::string CrowdLoading::next(const Scene& scene) const {
  if (done_ == 0) return config_.empty() ? "skeleton" : "clips and graph";
  return done_ <= clips_.size() ? clip_label(scene, clips_[done_ - 1]) : "skins";
}

Result<void> CrowdLoading::load_next(const Scene& scene) {
  const std::size_t part = done_++;
  if (part == 0) return config_.empty() ? load_skeleton(scene) : load_graph(scene);
  return part <= clips_.size() ? load_clip(scene, part - 1) : load_skins(scene);
}

Result<void> CrowdLoading::load_skeleton(const Scene& scene) {
  auto skeleton = build_skeleton(scene, skeleton_settings(scene));
  if (!skeleton) return skeleton.error();
  assets_->own_skeleton = std::move(*skeleton);
  return {};
}

Result<void> CrowdLoading::load_graph(const Scene& scene) {
  auto actor = create_walking_actor(scene, config_);
  if (!actor) return actor.error();
  assets_->actor = std::move(*actor);
  sim_.graph_ = &assets_->actor->data().graph(0);
  sim_.graph_clips_ = assets_->actor->data().graph_clips(0);
  CrowdSim::Inputs& inputs = sim_.inputs_;
  for (const auto& [index, name] :
       {std::pair{&inputs.speed, "speed"}, std::pair{&inputs.turn, "turn"}, std::pair{&inputs.sit, "sit"},
        std::pair{&inputs.jump, "jump"}, std::pair{&inputs.wave, "wave"}})
    *index = find_parameter(*sim_.graph_, name);
  return {};
}

Result<void> CrowdLoading::load_clip(const Scene& scene, std::size_t number) {
  ClipSettings settings;
  settings.loop = true;
  auto clip = build_clip(scene, clips_[number], assets_->skeleton(), settings);
  if (!clip) return clip.error();
  assets_->builds.push_back(std::move(*clip));
  return {};
}

// The last part of loading creates views of the compiled data.
Result<void> CrowdLoading::load_skins(const Scene& scene) {
  CrowdSim::Assets& assets = *assets_;
  for (const ClipBuild& build : assets.builds) assets.clips.push_back(build.clip.view);
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    for (std::uint32_t i = 0; i < scene.nodes[n].meshes.size(); ++i) {
      auto skin = build_skin(scene, n, i, assets.skeleton());
      if (!skin) return skin.error();
      sim_.meshes_.push_back({n, i, static_cast<std::uint32_t>(assets.joints.size()), skin->view});
      const SkinView& view = skin->view;
      assets.joints.insert(assets.joints.end(), view.joints.begin(), view.joints.end());
      assets.joint_from_mesh.insert(assets.joint_from_mesh.end(), view.joint_from_mesh.begin(),
                                    view.joint_from_mesh.end());
    }
  for (CrowdMesh& mesh : sim_.meshes_) {
    const std::size_t size = mesh.skin.size();
    mesh.skin = {std::span(assets.joints).subspan(mesh.first, size),
                 std::span(assets.joint_from_mesh).subspan(mesh.first, size), mesh.skin.skeleton_hash};
  }
  assets.skin = {assets.joints, assets.joint_from_mesh, assets.skeleton().skeleton.view.hash};
  sim_.rig_.skeleton = &assets.skeleton().skeleton.view;
  sim_.rig_.clips = assets.actor ? assets.actor->data().clips() : assets.clips;
  sim_.rig_.skin = &assets.skin;
  const auto lods = sim_.rig_.skeleton->lod_joint_counts;
  sim_.levels_ = crowd_levels({lods.begin(), lods.end()});
  sim_.assets_ = assets_;
  sim_.tasks_ = std::make_shared<TbbTasks>();
  sim_.scratch_ = AlignedBytes(sim_.tasks_->runner().workers * crowd_scratch_bytes({&sim_.rig_, 1}));
  return {};
}

Result<CrowdSim> CrowdSim::create(const Scene& scene, const std::string& config) {
  auto loading = CrowdLoading::begin(scene, config);
  if (!loading) return loading.error();
  while (!loading->done())
    if (const auto loaded = loading->load_next(scene); !loaded) return loaded.error();
  return loading->take();
}

void CrowdSim::resize(std::uint32_t count) {
  const std::uint32_t stride = palette_stride();
  half_side_ = crowd_half_side(count, kRoomInHeights * kRoomInHeights * height_ * height_);
  members_.clear();
  instances_.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    members_.push_back(crowd_member(i, count, half_side_, static_cast<std::uint32_t>(clip_speeds_.size())));
    CrowdInstance instance;
    instance.first_layer = i * (has_graph() ? graph_->max_entries : 1);
    instance.layer_count = 1;
    instance.first_output = i * stride;
    instances_.push_back(instance);
  }
  std::vector<double> speeds;
  for (const CrowdMember& member : members_) speeds.push_back(clip_speeds_[member.clip] * member.speed);
  walkers_.reset(members_, std::move(speeds), height_, half_side_);
  layers_.assign(std::size_t{count} * (has_graph() ? graph_->max_entries : 1), {});
  if (has_graph())
    restart_graphs();
  else
    for (std::uint32_t i = 0; i < count; ++i) layers_[i].clip = static_cast<std::uint16_t>(members_[i].clip);
  due_.assign(count, {});
  due_indices_.assign(count, 0);
  lead_frames_.assign(count, 0);
  mixes_.assign(count, {});
  paces_.assign(count, {});
  importances_.assign(count, 1);
  member_levels_.assign(count, 0);
  places_.assign(count, {});
  slot_numbers_.assign(count, 0);
  slots_.numbers = slot_numbers_;
  slots_.reset();
  matrices_.clear();
  budget_counters_ = {};
  schedule_counters_ = {};
  frame_ = 0;
  cost_s_ = 0;
}

void CrowdSim::place(double time_s) {
  walkers_.advance_to(time_s);
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const CrowdWalkers::Place place = walkers_.place(i);
    const Quatd turn = from_axis_angle(Vec3d{0, 1, 0}, place.heading_rad);
    places_[i] = to_affine(translation_matrix(place.position) * rotation_matrix(turn));
  }
}

double CrowdSim::clip_time_s(std::uint32_t member) const {
  return walkers_.walked_s(member) * members_[member].speed + members_[member].delay_s;
}

Result<void> CrowdSim::pick_levels(const CrowdFrameSettings& settings) {
  const double tangent = std::tan(settings.camera.fov_y_deg * std::numbers::pi / 360);
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Vec3d at{places_[i].m[0][3], places_[i].m[1][3], places_[i].m[2][3]};
    const double distance = std::max(length(at - settings.camera.eye), 1e-3 * height_);
    importances_[i] = static_cast<float>(height_ / (2 * distance * tangent));
  }
  CrowdBudgetJob job;
  job.levels = levels_;
  job.importances = importances_;
  job.budget_s = settings.poses_on_card ? 1e6 : std::min(settings.budget_s, 1e6);
  job.last_cost_s = cost_s_;
  job.last_units = schedule_counters_.units;
  job.out_levels = member_levels_;
  job.counters = &budget_counters_;
  const Status status = job.run();
  if (status != Status::ok) return refused("the budget", status);
  return {};
}

// --- graphs ----------------------------------------------------------------------------------------------

std::span<std::byte> CrowdSim::graph_state(std::uint32_t member) {
  return std::as_writable_bytes(std::span(graph_states_))
      .subspan(std::size_t{member} * graph_->state_bytes, graph_->state_bytes);
}

std::span<const PoseListEntry> CrowdSim::list(std::uint32_t member) const {
  return std::span(layers_).subspan(std::size_t{member} * graph_->max_entries, line_counts_[member]);
}

void CrowdSim::restart_graphs() {
  const std::size_t count = members_.size();
  graph_states_.assign(count * graph_->state_bytes / sizeof(double), 0);
  line_counts_.assign(count, 0);
  headings_rad_.assign(count, 0);
  for (std::uint32_t i = 0; i < count; ++i) start(*graph_, graph_state(i));
  graph_time_s_ = -1;
}

// Sets a member's graph parameters: its walking speed, and its lean in a turn. From time to time, a runner
// jumps, and a standing member sits down or waves.
void CrowdSim::set_graph_parameters(std::uint32_t member, double time_s, double step_s) {
  const CrowdMember& who = members_[member];
  const std::span<std::byte> state = graph_state(member);
  const double speed = clip_speeds_[who.clip] * who.speed * walkers_.rate(member);
  const double heading = walkers_.place(member).heading_rad;
  const double turned = std::remainder(heading - headings_rad_[member], 2 * std::numbers::pi);
  headings_rad_[member] = heading;
  const double turn = step_s > 0 && graph_time_s_ >= 0 ? std::clamp(turned / step_s / 2.5, -1.0, 1.0) : 0;
  set(*graph_, state, inputs_.speed, static_cast<float>(speed));
  set(*graph_, state, inputs_.turn, static_cast<float>(turn * std::min(1.0, speed / 3)));
  const auto each = [&](double seconds) {
    const double now = (time_s + 3 * who.delay_s) / seconds,
                 before = (time_s - step_s + 3 * who.delay_s) / seconds;
    return std::floor(now) != std::floor(before);
  };
  if (who.clip == 1 && each(9)) fire(*graph_, state, inputs_.jump);
  if (who.clip == 3 && each(4)) fire(*graph_, state, inputs_.wave);
  if (who.clip == 2)
    set(*graph_, state, inputs_.sit, std::fmod(time_s + 3 * who.delay_s, 24) < 14 ? 1.0f : 0.0f);
}

Result<void> CrowdSim::update_graphs(double time_s) {
  const auto count = static_cast<std::uint32_t>(members_.size());
  if (time_s < graph_time_s_) restart_graphs();
  GraphUpdateJob job;
  job.graph = graph_;
  job.clips = graph_clips_;
  job.states = std::as_writable_bytes(std::span(graph_states_));
  job.out_lists = layers_;
  job.out_entry_counts = line_counts_;
  job.tasks = tasks_->runner();
  // The first update has a different length for each member, so that members are out of step.
  std::vector<float> rates;
  if (graph_time_s_ < 0)
    for (const CrowdMember& member : members_) rates.push_back(static_cast<float>(2 + member.delay_s));
  const double step_s = graph_time_s_ < 0 ? 0 : time_s - graph_time_s_;
  for (std::uint32_t i = 0; i < count; ++i) set_graph_parameters(i, time_s, step_s);
  job.rates = rates;
  job.dt_s = graph_time_s_ < 0 ? 1 : step_s;
  if (const Status status = job.run(); status != Status::ok) return refused("the graph", status);
  graph_time_s_ = time_s;
  for (std::uint32_t i = 0; i < count; ++i) instances_[i].layer_count = line_counts_[i];
  return {};
}

// Like evaluate(), but for all members instead of those that are due, and without poses.
void CrowdSim::list_everyone() {
  schedule_counters_ = {};
  schedule_counters_.due = members();
  for (std::uint32_t i = 0; i < members(); ++i) {
    instances_[i].lod = levels_[member_levels_[i]].lod;
    if (!has_graph()) layers_[i].time_s = static_cast<float>(clip_time_s(i));
  }
}

CrowdLists CrowdSim::lists() const {
  CrowdLists lists;
  lists.instances = instances_;
  lists.layers = layers_;
  lists.world_from_model = places_;
  lists.tasks = tasks_->runner();
  return lists;
}

Result<void> CrowdSim::evaluate(const CrowdFrameSettings& settings) {
  matrices_.resize(std::size_t{members()} * palette_stride() * 3);  // palettes, plus two poses per slot
  CrowdScheduleJob schedule;
  schedule.rigs = {&rig_, 1};
  schedule.instances = instances_;
  schedule.levels = levels_;
  schedule.instance_levels = member_levels_;
  schedule.frame = frame_;
  schedule.paces = paces_;
  schedule.slots = &slots_;
  schedule.first_slot_matrix = members() * palette_stride();
  schedule.slot_size = palette_stride();
  schedule.out_due = due_;
  schedule.out_due_indices = due_indices_;
  schedule.out_lead_frames = lead_frames_;
  schedule.out_mixes = mixes_;
  schedule.counters = &schedule_counters_;
  if (const Status status = schedule.run(); status != Status::ok) return refused("the schedule", status);

  for (std::uint32_t i = 0; i < schedule_counters_.due; ++i) {
    const std::uint32_t member = due_indices_[i];
    if (has_graph()) {
      // Clips play close to their own rates, because match_speed adjusts rates only slightly.
      const double ahead_s = lead_frames_[i] * settings.frame_s;
      for (std::uint32_t line = 0; line < line_counts_[member]; ++line)
        layers_[member * std::size_t{graph_->max_entries} + line].time_s += static_cast<float>(ahead_s);
      continue;
    }
    const double ahead_s = lead_frames_[i] * settings.frame_s * walkers_.rate(member);
    layers_[member].time_s = static_cast<float>(clip_time_s(member) + ahead_s * members_[member].speed);
  }
  CrowdJob job;
  job.rigs = {&rig_, 1};
  job.instances = {due_.data(), schedule_counters_.due};
  job.layers = layers_;
  job.out_matrices = matrices_;
  job.scratch = {scratch_.data(), scratch_.size()};
  job.tasks = tasks_->runner();
  if (const Status status = job.run(); status != Status::ok) return refused("the crowd", status);

  CrowdInterpolateJob mix;
  mix.mixes = {mixes_.data(), schedule_counters_.interpolated};
  mix.poses = matrices_;
  mix.out_matrices = matrices_;
  mix.tasks = tasks_->runner();
  if (const Status status = mix.run(); status != Status::ok) return refused("the interpolation", status);
  return {};
}

Result<void> CrowdSim::frame(const CrowdFrameSettings& settings) {
  place(settings.time_s);
  if (has_graph())
    if (const auto updated = update_graphs(settings.time_s); !updated) return updated;
  if (const auto picked = pick_levels(settings); !picked) return picked;
  const double from_s = now_s();
  if (settings.poses_on_card)
    list_everyone();
  else if (const auto done = evaluate(settings); !done)
    return done;
  cost_s_ =
      settings.seconds_per_unit > 0 ? schedule_counters_.units * settings.seconds_per_unit : now_s() - from_s;
  ++frame_;
  return {};
}

}  // namespace skelter::demos
