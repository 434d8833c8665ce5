#include "demos/tower/tower_demo.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <utility>

#include "demos/tower/tower_numbers.h"
#include "demos/tower/tower_state.h"
#include "demos/tower/tower_strip.h"
#include "demos/triangle_demo.h"
#include "load/internal/actor.h"
#include "skelter/math/trig.h"
#include "viewer/image/internal/picking.h"

namespace skelter::demos {
namespace {

constexpr Vec3 kTowerBlue{0, 0, 1};
constexpr double kVertexReach = 10;             // click distance from a vertex or the strip, in pixels
constexpr double kNarrowestAspect = 4.0 / 3.0;  // narrowest view in which the swaying strip stays visible

class TowerDemo : public TriangleDemo {
 public:
  TowerDemo(Scene scene, const std::array<std::uint32_t, kTowerBones>& bones, bool faithful)
      : TriangleDemo(faithful),
        scene_(std::move(scene)),
        bones_(bones),
        strip_(*find_strip(scene_)),
        triangles_of_strip_(joined_triangles(*strip_.primitive)),
        state_(faithful) {
    const Bounds bounds{{-1.6, -1, -0.1}, {1.6, 2.7, 0.1}};
    view().reset(tower_camera(faithful ? 1 : 0), bounds);
    weight_colors_ = weight_colors(*strip_.primitive);
  }

  // Must be called first.
  Result<void> make_actor() {
    auto made = Actor::create(scene_, {}, {.source = {}, .meshes = true});
    if (!made) return made.error();
    actor_ = std::move(*made);
    for (const ModelSkin& skin : actor_->shape().skins)
      if (skin.node == strip_.node && skin.instance == strip_.instance) palette_ = skin;
    return {};
  }

  void update(double step_s) override { state_.clock.advance(step_s); }
  void seek(double time_s) override { state_.clock.time_s = time_s; }
  double cycle_s() const override { return kTowerPeriod_s; }
  std::string title() const override { return "Skeletal Animation Technique"; }

 protected:
  Result<void> draw_frame(const FrameSize& size) override;
  bool is_moving() const override { return state_.clock.playing; }
  void on_key(const KeyEvent& event) override;
  void on_click(double x, double y) override;
  void add_overlay(Overlay& overlay, double width, double height) const override;
  std::vector<std::string> help() const override;

 private:
  Pose pose() const { return tower_pose(scene_, bones_, state_.clock.time_s, state_.clock_kind); }
  Camera camera(double width, double height) const;
  Projector projector(double width, double height) const {
    return {camera(width, height), {0, 0, width, height}};
  }
  Vec3 color_of(std::size_t vertex) const { return state_.weights ? weight_colors_[vertex] : kTowerBlue; }
  void fill_skinned_here(std::span<const Mat4> palette);
  void fill_bind();
  std::vector<Mat4> palette() const;
  std::optional<std::uint32_t> vertex_at(double x, double y) const;
  std::uint32_t left_vertex(double height) const;
  TowerMatrices matrices(const Pose& pose) const;
  void add_bones(Overlay& overlay, const Pose& pose, const Projector& projector) const;
  void add_names(Overlay& overlay, const Pose& pose, const Projector& projector) const;
  void add_chosen(Overlay& overlay, const TowerVertex& vertex, const Projector& projector) const;

  Scene scene_;
  std::array<std::uint32_t, kTowerBones> bones_;
  TowerStrip strip_;
  std::unique_ptr<Actor> actor_;  // plays scene_
  ModelSkin palette_;             // bends the strip
  std::vector<std::uint32_t> triangles_of_strip_;
  std::vector<Vec3> weight_colors_;
  TowerState state_;
  std::optional<std::uint32_t> vertex_;  // selected by a click
  FrameSize shown_{800, 600, 1};         // size of the last frame, in which clicks are measured
};

// A window narrower than 4:3 shows the same width as a 4:3 window.
Camera TowerDemo::camera(double width, double height) const {
  Camera camera = view().camera();
  const double aspect = width / height;
  if (faithful() || aspect >= kNarrowestAspect) return camera;
  constexpr double kHalfDegree = std::numbers::pi / 360;
  const double tangent = std::tan(camera.fov_y_deg * kHalfDegree) * kNarrowestAspect / aspect;
  camera.fov_y_deg = std::atan(tangent) / kHalfDegree;
  return camera;
}

void TowerDemo::on_key(const KeyEvent& event) {
  const auto tenth = state_.tenth;
  state_.handle(event);
  if (state_.tenth != tenth) vertex_ = left_vertex(*state_.tenth / 10.0);
}

void TowerDemo::on_click(double x, double y) {
  vertex_ = vertex_at(x, y);
}

// Returns none away from the strip. If several vertices coincide, returns the last one.
std::optional<std::uint32_t> TowerDemo::vertex_at(double x, double y) const {
  const Projector projector = this->projector(shown_.width, shown_.height);
  const std::vector<PosedPrimitive> posed = posed_primitives(scene_, pose());
  const bool on_strip = pick_vertex(scene_, posed, projector.ray(x, y)).has_value();
  std::optional<std::uint32_t> nearest;
  double least = on_strip ? std::numeric_limits<double>::infinity() : kVertexReach;
  const SkinnedVertices skinned = skin(scene_, pose(), strip_.node, strip_.instance);
  for (std::uint32_t v = 0; v < skinned.positions.size(); ++v) {
    const auto at = projector.pixel(skinned.positions[v]);
    if (!at) continue;
    const double distance = std::hypot(at->x - x, at->y - y);
    if (distance > least) continue;
    least = distance;
    nearest = v;
  }
  return nearest;
}

// Returns the leftmost vertex at the given height in the bind pose.
std::uint32_t TowerDemo::left_vertex(double height) const {
  const std::vector<Vec3>& at = strip_.primitive->positions;
  const auto before = [&](const Vec3& a, const Vec3& b) {
    const double from_a = std::abs(a.y - height), from_b = std::abs(b.y - height);
    return std::abs(from_a - from_b) > 1e-6 ? from_a < from_b : a.x < b.x;
  };
  return static_cast<std::uint32_t>(std::min_element(at.begin(), at.end(), before) - at.begin());
}

// Skins every vertex in every frame, like the tutorial.
void TowerDemo::fill_skinned_here(std::span<const Mat4> palette) {
  const Primitive& strip = *strip_.primitive;
  std::vector<ColoredVertex> vertices;
  vertices.reserve(triangles_of_strip_.size());
  for (const std::uint32_t v : triangles_of_strip_) {
    const bool is_rigid = strip.influence_begin[v] == strip.influence_begin[v + 1];
    Vec3 position = is_rigid ? transform_point(palette[palette_.node_entry], strip.positions[v]) : Vec3();
    for (std::uint32_t i = strip.influence_begin[v]; i < strip.influence_begin[v + 1]; ++i)
      position += transform_point(palette[strip.influences[i].joint], strip.positions[v]) *
                  strip.influences[i].weight;
    vertices.push_back(colored_vertex(position, color_of(v)));
  }
  triangles_->fill(vertices);
}

void TowerDemo::fill_bind() {
  const Primitive& strip = *strip_.primitive;
  std::vector<ColoredVertex> vertices;
  std::vector<std::array<float, 4>> weights;
  for (const std::uint32_t v : triangles_of_strip_) {
    vertices.push_back(colored_vertex(strip.positions[v], color_of(v)));
    weights.push_back({});
    for (std::uint32_t i = strip.influence_begin[v]; i < strip.influence_begin[v + 1]; ++i)
      weights.back()[strip.influences[i].joint] = strip.influences[i].weight;
  }
  triangles_->fill(vertices, weights);
}

std::vector<Mat4> TowerDemo::palette() const {
  actor_->show_pose(pose());
  const ModelPose shown = actor_->pose();
  std::vector<Mat4> matrices;
  for (const Affine& matrix : shown.palettes.subspan(palette_.first, palette_.size))
    matrices.push_back(to_float(shown.world_from_model * to_double(to_mat4(matrix))));
  return matrices;
}

Result<void> TowerDemo::draw_frame(const FrameSize& size) {
  shown_ = size;
  const Camera camera = this->camera(size.width, size.height);
  const auto view = view_matrix(camera);
  if (!view) return view.error();
  const auto lens = projection_matrix(camera, static_cast<double>(size.width) / size.height);
  if (!lens) return lens.error();
  const Mat4 clip_from_world = to_float(*lens * *view);
  const std::vector<Mat4> palette = this->palette();
  if (state_.on_gpu) {
    fill_bind();
    triangles_->draw(size.width, size.height, Vec3{}, clip_from_world, palette);
  } else {
    fill_skinned_here(palette);
    triangles_->draw(size.width, size.height, Vec3{}, clip_from_world);
  }
  return {};
}

TowerMatrices TowerDemo::matrices(const Pose& pose) const {
  TowerMatrices matrices;
  const auto angles = tower_angles_rad(state_.clock.time_s, state_.clock_kind);
  for (std::size_t bone = 0; bone < kTowerBones; ++bone) {
    matrices.local[bone] = pose.local[bones_[bone]];
    matrices.world[bone] = pose.world[bones_[bone]];
    matrices.angles_rad[bone] = bone > 0 ? angles[bone - 1] : 0;
  }
  return matrices;
}

void TowerDemo::add_bones(Overlay& overlay, const Pose& pose, const Projector& projector) const {
  std::optional<Vec2d> below;
  for (std::size_t bone = 0; bone < kTowerBones; ++bone) {
    const auto at = projector.pixel(translation_part(pose.world[bones_[bone]]));
    if (at && below) overlay.strokes.push_back({below->x, below->y, at->x, at->y, kYellow, 2});
    if (at) overlay.dots.push_back({at->x, at->y, 5, bone_color(bone)});
    below = at;
  }
}

// Draws the bones' names to the right of the strip, at the height of each joint.
void TowerDemo::add_names(Overlay& overlay, const Pose& pose, const Projector& projector) const {
  constexpr double kAside = 8;
  const SkinnedVertices skinned = skin(scene_, pose, strip_.node, strip_.instance);
  for (std::size_t bone = 0; bone < kTowerBones; ++bone) {
    const auto joint = projector.pixel(translation_part(pose.world[bones_[bone]]));
    if (!joint) continue;
    double right = joint->x;
    for (const Vec3d& position : skinned.positions)
      if (const auto at = projector.pixel(position); at && std::abs(at->y - joint->y) <= kLineHeight)
        right = std::max(right, at->x);
    overlay.texts.push_back(
        {right + kAside, joint->y - kLineHeight / 2, bone_color(bone), fmt::format("bone{}", bone)});
  }
}

// Marks the positions of the vertex under each single bone, and their weighted sum.
void TowerDemo::add_chosen(Overlay& overlay, const TowerVertex& vertex, const Projector& projector) const {
  const auto sum = projector.pixel(vertex.inspection.position);
  if (!sum) return;
  for (std::size_t bone = 0; bone < kTowerBones; ++bone) {
    const auto place = projector.pixel(vertex.places[bone]);
    if (!place) continue;
    if (vertex.weights[bone] > 0)
      overlay.strokes.push_back(
          {place->x, place->y, sum->x, sum->y, bone_color(bone), 1 + 3 * vertex.weights[bone]});
    overlay.dots.push_back({place->x, place->y, 5, kWhite});
    overlay.dots.push_back({place->x, place->y, 4, bone_color(bone)});
  }
  overlay.dots.push_back({sum->x, sum->y, 5, Vec3{}});
  overlay.dots.push_back({sum->x, sum->y, 4, kWhite});
}

void TowerDemo::add_overlay(Overlay& overlay, double width, double height) const {
  const Pose now = pose();
  const Projector projector = this->projector(width, height);
  const bool has_room = width >= kNumbersWidth && height >= kNumbersHeight;
  if (state_.bones) add_bones(overlay, now, projector);
  // While N is on, the colours of the matrices already identify the bones.
  if (state_.bones && has_room && !state_.products) add_names(overlay, now, projector);
  if (vertex_) {
    const TowerVertex vertex =
        inspect_tower_vertex(scene_, now, {strip_.node, strip_.instance, 0, *vertex_}, bones_);
    add_chosen(overlay, vertex, projector);
    if (has_room) add_vertex(overlay, vertex, width);
  }
  if (!has_room) return;
  if (state_.matrices) add_world_matrices(overlay, matrices(now), state_.products, height);
  if (state_.products) add_local_matrices(overlay, matrices(now), width, height);
  if (!state_.weights || state_.matrices) return;
  for (std::size_t bone = 0; bone < kTowerBones; ++bone)
    overlay.add_lines(8, height - (5 - static_cast<double>(bone)) * kLineHeight, bone_color(bone),
                      {fmt::format("weight of bone{}", bone)});
}

std::vector<std::string> TowerDemo::help() const {
  return {"B\tbones",
          "W\tweights as colours",
          "M\tworld matrices as numbers, rows as Direct3D writes them",
          "N\tlocal matrices, and which product each world matrix is",
          "click, V\ta vertex: its weights, where each bone alone would put it, and the sum",
          fmt::format("K\tskinning on the CPU or the GPU; now {}", state_.on_gpu ? "GPU" : "CPU"),
          "Space\tpause",
          "<- ->\tone step of 50 ms",
          fmt::format("T\tsmooth clock or whole milliseconds; now {}",
                      state_.clock_kind == TowerClock::smooth ? "smooth" : "whole ms"),
          "mouse\tdrag turns, wheel zooms",
          "F1 or ?\tthis help",
          "Escape\tquit"};
}

}  // namespace

Result<Demo> make_tower_demo(Scene scene, const DemoOptions& options) {
  const auto bones = tower_bones(scene);
  if (!bones) return bones.error();
  if (const auto strip = find_strip(scene); !strip) return strip.error();
  Demo demo;
  auto tower = std::make_unique<TowerDemo>(std::move(scene), *bones, options.faithful);
  if (const Result<void> made = tower->make_actor(); !made) return made.error();
  demo.application = std::move(tower);
  demo.window.x = demo.window.y = 100;
  return demo;
}

}  // namespace skelter::demos
