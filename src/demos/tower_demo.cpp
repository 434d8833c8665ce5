#include "demos/tower_demo.h"

#include <fmt/format.h>

#include <utility>

#include "demos/keys.h"
#include "demos/overlay.h"
#include "demos/tower_state.h"
#include "render/internal/colored_triangles.h"
#include "viewer/internal/orbit_view.h"

namespace skelter::demos {
namespace {

constexpr Vec3 kTowerBlue{0, 0, 1};

// The strip of the scene: the first skinned primitive.
struct Strip {
  std::uint32_t node = 0, instance = 0;
  const Primitive* primitive = nullptr;
  const Skin* skin = nullptr;
};

Result<Strip> find_strip(const Scene& scene) {
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    for (std::uint32_t i = 0; i < scene.nodes[n].meshes.size(); ++i) {
      const MeshInstance& instance = scene.nodes[n].meshes[i];
      const auto& primitives = scene.meshes[instance.mesh].primitives;
      if (instance.skin == kNone || primitives.empty() || primitives[0].influence_begin.empty()) continue;
      if (scene.skins[instance.skin].joints.size() > kTowerBones) continue;
      return Strip{n, i, primitives.data(), &scene.skins[instance.skin]};
    }
  return Error{Status::bad_data,
               "tower.no-strip",
               "no mesh with a skin of at most four bones; expected the tower's strip",
               {scene.file, 0, {}, {}}};
}

// One row of a matrix as Direct3D writes it: the tutorial's own form.
std::string row_text(const Mat4d& m, std::size_t row) {
  return fmt::format("{:+.4f}  {:+.4f}  {:+.4f}  {:+.4f}", m.m[row * 4], m.m[row * 4 + 1], m.m[row * 4 + 2],
                     m.m[row * 4 + 3]);
}

class TowerDemo : public DemoApplication {
 public:
  TowerDemo(Scene scene, const std::array<std::uint32_t, kTowerBones>& bones, bool faithful)
      : scene_(std::move(scene)), bones_(bones), strip_(*find_strip(scene_)), state_(faithful) {
    const Bounds bounds{{-1.6, -1, -0.1}, {1.6, 2.7, 0.1}};
    view_.reset(tower_camera(faithful ? 1 : 0), bounds);
    weight_colors_ = weight_colors(*strip_.primitive);
  }

  Result<void> gain_context() override {
    auto triangles = ColoredTriangles::create();
    if (!triangles) return triangles.error();
    triangles_.emplace(std::move(*triangles));
    return {};
  }
  void lose_context() override { triangles_.reset(); }

  void handle(const InputEvent& event) override {
    view_.handle(event);
    if (std::holds_alternative<CloseEvent>(event)) quits_ = true;
    const auto* key = std::get_if<KeyEvent>(&event);
    if (key == nullptr) return;
    if (key->press == Press::down && key->key == Key::escape) quits_ = true;
    if (key->press == Press::down && is_help(key->key)) help_shown_ = !help_shown_;
    state_.handle(*key);
  }
  void update(double step_s) override { state_.clock.update(step_s); }
  void seek(double time_s) override { state_.clock.seek(time_s); }
  double cycle_s() const override { return kTowerPeriod_s; }
  bool wants_to_quit() const override { return quits_; }
  std::string title() const override { return "Skeletal Animation Technique"; }
  const Diagnostics& diagnostics() const override { return diagnostics_; }

  Result<void> draw(const FrameSize& size) override;
  void draw_panels(const FrameSize& size) override;

 private:
  Pose pose() const { return tower_pose(scene_, bones_, state_.clock.time_s(), state_.clock_kind); }
  Result<Mat4d> clip_from_world(const FrameSize& size) const;
  Vec3 color_of(std::size_t vertex) const { return state_.weights ? weight_colors_[vertex] : kTowerBlue; }
  void fill_skinned_here(const Pose& pose);
  void fill_bind();
  std::vector<Mat4> palette(const Pose& pose) const;
  void add_bones(Overlay& overlay, const Pose& pose, const FrameSize& size) const;
  void add_matrices(Overlay& overlay, const Pose& pose) const;

  Scene scene_;
  std::array<std::uint32_t, kTowerBones> bones_;
  Strip strip_;
  std::vector<Vec3> weight_colors_;
  TowerState state_;
  OrbitView view_;
  Diagnostics diagnostics_;
  std::optional<ColoredTriangles> triangles_;
  bool quits_ = false, help_shown_ = false;
};

Result<Mat4d> TowerDemo::clip_from_world(const FrameSize& size) const {
  const auto view = view_matrix(view_.camera());
  if (!view) return view.error();
  const auto lens = projection_matrix(view_.camera(), static_cast<double>(size.width) / size.height);
  if (!lens) return lens.error();
  return *lens * *view;
}

// Every vertex is computed in every frame, as in the tutorial.
void TowerDemo::fill_skinned_here(const Pose& pose) {
  const SkinnedVertices skinned = skin(scene_, pose, strip_.node, strip_.instance);
  std::vector<ColoredVertex> vertices;
  vertices.reserve(strip_.primitive->indices.size());
  for (const std::uint32_t v : strip_.primitive->indices)
    vertices.push_back(colored_vertex(to_float(skinned.positions[v]), color_of(v)));
  triangles_->fill(vertices);
}

void TowerDemo::fill_bind() {
  const Primitive& strip = *strip_.primitive;
  std::vector<ColoredVertex> vertices;
  std::vector<std::array<float, 4>> weights;
  for (const std::uint32_t v : strip.indices) {
    vertices.push_back(colored_vertex(strip.positions[v], color_of(v)));
    weights.push_back({});
    for (std::uint32_t i = strip.influence_begin[v]; i < strip.influence_begin[v + 1]; ++i)
      weights.back()[strip.influences[i].joint] = strip.influences[i].weight;
  }
  triangles_->fill(vertices, weights);
}

std::vector<Mat4> TowerDemo::palette(const Pose& pose) const {
  std::vector<Mat4> matrices;
  for (const Joint& joint : strip_.skin->joints)
    matrices.push_back(to_float(pose.world[joint.node] * to_double(joint.joint_from_mesh)));
  return matrices;
}

Result<void> TowerDemo::draw(const FrameSize& size) {
  const auto clip = clip_from_world(size);
  if (!clip) return clip.error();
  const Pose now = pose();
  if (state_.on_gpu) {
    fill_bind();
    triangles_->draw(size.width, size.height, Vec3{}, to_float(*clip), palette(now));
  } else {
    fill_skinned_here(now);
    triangles_->draw(size.width, size.height, Vec3{}, to_float(*clip));
  }
  return {};
}

void TowerDemo::add_bones(Overlay& overlay, const Pose& pose, const FrameSize& size) const {
  const auto clip = clip_from_world(size);
  if (!clip) return;
  const double width = size.width / size.pixels_per_point, height = size.height / size.pixels_per_point;
  double x0 = 0, y0 = 0;
  for (std::size_t bone = 0; bone < kTowerBones; ++bone) {
    const Vec3d p = translation_part(pose.world[bones_[bone]]);
    const Mat4d& m = *clip;
    const double w = m(3, 0) * p.x + m(3, 1) * p.y + m(3, 2) * p.z + m(3, 3);
    if (w <= 0) continue;
    const Vec3d ndc = transform_point(m, p) * (1 / w);
    const double x = (ndc.x + 1) / 2 * width, y = (1 - ndc.y) / 2 * height;
    if (bone > 0) overlay.strokes.push_back({x0, y0, x, y, kYellow, 2});
    overlay.dots.push_back({x, y, 5, bone_color(bone)});
    overlay.texts.push_back({x + 10, y - 7, kYellow, fmt::format("bone{}", bone)});
    x0 = x;
    y0 = y;
  }
}

void TowerDemo::add_matrices(Overlay& overlay, const Pose& pose) const {
  double y = 8;
  const auto angles = tower_angles_rad(state_.clock.time_s(), state_.clock_kind);
  for (std::size_t bone = 0; bone < kTowerBones; ++bone) {
    const std::string turned = bone > 0 ? fmt::format(", angle {:.6f}", angles[bone - 1]) : std::string();
    y = overlay.add_lines(8, y, bone_color(bone), {fmt::format("bone{} in the world{}", bone, turned)});
    for (std::size_t row = 0; row < 4; ++row)
      y = overlay.add_lines(8, y, kWhite, {row_text(pose.world[bones_[bone]], row)});
  }
}

void TowerDemo::draw_panels(const FrameSize& size) {
  Overlay overlay;
  const Pose now = pose();
  if (state_.bones) add_bones(overlay, now, size);
  if (state_.matrices) add_matrices(overlay, now);
  if (state_.weights) {
    const double bottom = size.height / size.pixels_per_point - 5 * kLineHeight;
    for (std::size_t bone = 0; bone < kTowerBones; ++bone)
      overlay.add_lines(8, bottom + static_cast<double>(bone) * kLineHeight, bone_color(bone),
                        {fmt::format("weight of bone{}", bone)});
  }
  const double width = size.width / size.pixels_per_point, height = size.height / size.pixels_per_point;
  draw_overlay(overlay, size.pixels_per_point);
  if (!help_shown_) return;
  const Overlay help =
      help_box(width, height,
               {"B\tbones", "W\tweights as colours", "M\tmatrices as numbers",
                fmt::format("K\tskinning on the CPU or the GPU; now {}", state_.on_gpu ? "GPU" : "CPU"),
                "Space\thold", "<- ->\tone step of 50 ms",
                fmt::format("T\tsmooth clock or whole milliseconds; now {}",
                            state_.clock_kind == TowerClock::smooth ? "smooth" : "whole ms"),
                "mouse\tdrag turns, wheel zooms", "F1 or ?\tthis help", "Escape\tquit"});
  draw_overlay(help, size.pixels_per_point);
}

}  // namespace

Result<Demo> make_tower_demo(Scene scene, const DemoOptions& options) {
  const auto bones = tower_bones(scene);
  if (!bones) return bones.error();
  if (const auto strip = find_strip(scene); !strip) return strip.error();
  Demo demo;
  demo.application = std::make_unique<TowerDemo>(std::move(scene), *bones, options.faithful);
  demo.window.x = demo.window.y = 100;
  return demo;
}

}  // namespace skelter::demos
