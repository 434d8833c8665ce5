#include "demos/crowd/crowd_demo.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "demos/crowd/crowd_sim.h"
#include "demos/scene_demo.h"

namespace skelter::demos {
namespace {

// Assumed cost of a unit of work while making images, so that images are the same on every machine.
constexpr double kPictureSecondsPerUnit = 30e-9;
constexpr float kTint = 1.7f;  // makes level colours visible on dark cloth
constexpr std::uint32_t kFramesBeforePicture = 40;
constexpr double kFrame_s = 1.0 / 60;

class CrowdDemo : public SceneDemo {
 public:
  CrowdDemo(Scene scene, CrowdLoading loading, const DemoOptions& options)
      : SceneDemo(std::move(scene), false, options.textures),
        loading_(std::move(loading)),
        height_(loading_->height()) {
    state_.poses_on_card = options.poses_on_card;
    if (options.members > 0) state_.members = options.members;
    aim(crowd_half_side_of(state_.members));
  }

  // The first frame does not wait for clips. After it, one clip is compiled before each frame.
  void update(double step_s) override {
    if (loading_ && drawn_) load_part();
    if (!sim_) return;
    state_.clock.advance(step_s);
    if (sim_->members() != state_.members) restart();
    // The poses must now come from the CPU instead of the GPU, or the reverse.
    if (is_listed_ != poses_on_card()) posed_by_seek_ = false;
    if (posed_by_seek_) {
      posed_by_seek_ = false;  // seek() has computed this frame
      return;
    }
    frame_s_ = frame_s_ > 0 ? frame_s_ + 0.1 * (step_s - frame_s_) : step_s;
    run_frame(state_.clock.time_s, state_.clock.playing ? std::max(step_s, 1e-4) : 0, 0);
  }
  // Levels of detail depend on previous frames, so some frames before the requested time also run.
  void seek(double time_s) override {
    while (loading_) load_part();
    if (!sim_) return;
    if (sim_->members() != state_.members) restart();
    for (std::uint32_t left = kFramesBeforePicture + 1; left-- > 0;)
      run_frame(time_s - left * kFrame_s, kFrame_s, kPictureSecondsPerUnit);
    state_.clock.time_s = time_s;
    posed_by_seek_ = true;
  }
  double cycle_s() const override { return 1.1; }
  void lose_context() override {
    rig_.reset();
    SceneDemo::lose_context();
  }
  std::string title() const override { return fmt::format("Skelter: crowd of {}", state_.members); }

 protected:
  void on_key(const KeyEvent& event) override { state_.handle(event); }
  DrawOptions draw_options() const override {
    DrawOptions draw;
    draw.grid = true;
    return draw;
  }
  Result<void> draw_scene(Renderer& renderer, UploadedModel& model, const FrameSize& size) override;
  void add_overlay(Overlay& overlay, double width, double height) const override;
  std::vector<std::string> help() const override {
    return {"+ -\ttwice or half as many",
            "up down\tlarger or smaller budget for poses",
            "B\tbudget on or off",
            "L\tcolours by level of detail",
            "G\tposes by the graphics card or the processor",
            "Space\tpause",
            "mouse\tdrag turns, wheel zooms",
            "F1 or ?\tthis help",
            "Escape\tquit"};
  }

 private:
  double crowd_half_side_of(std::uint32_t members) const {
    return crowd_half_side(members, height_ * height_ * kRoomInHeights * kRoomInHeights);
  }
  void load_part();
  void restart();
  void aim(double side);
  void run_frame(double time_s, double frame_s, double seconds_per_unit);
  std::string cost_text() const;
  bool poses_on_card() const { return state_.poses_on_card && card_failure_.empty(); }
  Result<void> pose_on_card(Renderer& renderer, std::span<const Vec4> tints);

  std::optional<CrowdLoading> loading_;  // none once loading is complete
  std::optional<CrowdSim> sim_;
  double height_;
  CrowdState state_;
  bool drawn_ = false;           // at least one frame has been drawn
  double frame_s_ = 0;           // measured frame time; 0: not measured yet
  bool cost_is_assumed_ = true;  // in the last frame
  bool posed_by_seek_ = false;
  Result<void> failure_;    // error of the last frame
  bool is_listed_ = false;  // the last frame has pose lists for the GPU; otherwise it has palettes
  std::optional<UploadedRig> rig_;
  std::string card_failure_;  // why the GPU cannot compute poses; "" if it can or has not been tried
};

void CrowdDemo::load_part() {
  failure_ = loading_->load_next(scene());
  if (failure_ && !loading_->done()) return;
  if (failure_) {
    sim_.emplace(loading_->take());
    restart();
  }
  loading_.reset();
}

void CrowdDemo::restart() {
  sim_->resize(state_.members);
  aim(sim_->half_side());
}

void CrowdDemo::aim(double side) {
  const double h = height_;
  Camera camera;
  camera.eye = {0, 2.4 * h, side + 2 * h};
  camera.target = {0, 0.3 * h, 0.35 * side};
  camera.fov_y_deg = 45;
  const Bounds bounds{{-side - h, 0, -side - h}, {side + h, h, side + h}};
  view().reset(with_depth_range(camera, bounds), bounds);
}

void CrowdDemo::run_frame(double time_s, double frame_s, double seconds_per_unit) {
  CrowdFrameSettings settings;
  settings.time_s = time_s;
  settings.frame_s = frame_s;
  settings.budget_s = state_.budget_on ? state_.budget_s : std::numeric_limits<double>::infinity();
  settings.camera = view().camera();
  settings.seconds_per_unit = seconds_per_unit;
  settings.poses_on_card = is_listed_ = poses_on_card();
  failure_ = sim_->frame(settings);
  cost_is_assumed_ = seconds_per_unit > 0;
}

Result<void> CrowdDemo::draw_scene(Renderer& renderer, UploadedModel& model, const FrameSize& size) {
  if (!failure_) return failure_;
  drawn_ = true;
  const auto draw = [&](const CrowdFrame& crowd) {
    return renderer.draw_crowd(model, crowd, view().camera(), size.width, size.height, draw_options());
  };
  if (!sim_) return draw({});
  std::vector<Vec4> tints;
  if (state_.level_colors)
    for (const std::uint8_t level : sim_->member_levels()) {
      const Vec3 color = level_color(level);
      tints.push_back({kTint * color.x, kTint * color.y, kTint * color.z, 1});
    }
  CrowdFrame crowd;
  crowd.world_from_model = sim_->places();
  if (is_listed_) {
    const Result<void> posed = pose_on_card(renderer, tints);
    if (posed) {
      crowd.posed = &*rig_;
      return draw(crowd);
    }
    if (posed.error().code != "render.old-context" && posed.error().status != Status::limit_exceeded)
      return posed;
    // The CPU takes over, for as many members as it can handle.
    card_failure_ = posed.error().message;
    state_.poses_on_card = false;
    state_.members = std::min(state_.members, state_.most_members());
    if (sim_->members() != state_.members) restart();
    run_frame(state_.clock.time_s, 0, kPictureSecondsPerUnit);
    if (!failure_) return failure_;
    return draw_scene(renderer, model, size);
  }
  std::vector<CrowdPalettes> palettes{};
  for (const CrowdMesh& mesh : sim_->meshes())
    palettes.push_back(
        {mesh.node, mesh.instance, sim_->palettes().subspan(mesh.first), sim_->palette_stride()});
  crowd.palettes = palettes;
  crowd.tints = tints;
  return draw(crowd);
}

Result<void> CrowdDemo::pose_on_card(Renderer& renderer, std::span<const Vec4> tints) {
  if (!rig_) {
    std::vector<CrowdSkin> skins;
    for (const CrowdMesh& mesh : sim_->meshes()) skins.push_back({mesh.node, mesh.instance, &mesh.skin});
    auto rig = renderer.upload(sim_->rig(), skins);
    if (!rig) return rig.error();
    rig_.emplace(std::move(*rig));
  }
  CrowdLists lists = sim_->lists();
  lists.tints = tints;
  return renderer.pose_crowd(*rig_, lists);
}

// The cost is measured in a window. For images, this is the assumed cost of a unit of work.
std::string CrowdDemo::cost_text() const {
  if (is_listed_) return "poses by the graphics card, from lists";
  const double cost_ms = sim_->cost_s() * 1e3;
  if (!cost_is_assumed_) return fmt::format("poses {:.2f} ms", cost_ms);
  return fmt::format("poses {:.2f} ms, if a joint takes {:.0f} ns (assumed)", cost_ms,
                     kPictureSecondsPerUnit * 1e9);
}

void CrowdDemo::add_overlay(Overlay& overlay, double width, double height) const {
  constexpr double kBarWidth = 160, kBarHeight = 8, kBarLeft = 190;
  if (!sim_) {
    if (!loading_) return;
    overlay.add_lines(width / 2 - 90, height / 2, kWhite,
                      {fmt::format("loading: {} ({} of {})", loading_->next(scene()),
                                   loading_->parts_done() + 1, loading_->parts())});
    return;
  }
  const CrowdCounters& budget = sim_->budget();
  const CrowdCounters& schedule = sim_->schedule();
  const std::string rate =
      cost_is_assumed_ || frame_s_ <= 0 ? std::string() : fmt::format(", {:.0f} frames/s", 1 / frame_s_);
  const std::string budget_text =
      is_listed_ ? std::string("no budget: every member in every frame")
                 : fmt::format("budget {}{}",
                               state_.budget_on ? fmt::format("{:.2f} ms", state_.budget_s * 1e3) : "off",
                               budget.over_budget ? " (too small)" : "") +
                       fmt::format(", sizes counted x {:.2f}", static_cast<double>(budget.factor));
  double y = overlay.add_lines(
      8, 8, kWhite,
      {fmt::format("{} mannequins, {} draw calls{}", sim_->members(), counters().draw_calls, rate),
       cost_text(), budget_text,
       fmt::format("{} evaluated now, {} shown between two poses", schedule.due, schedule.interpolated)});
  if (!card_failure_.empty()) y += overlay.add_lines(8, y, kWhite, {card_failure_}) - y;
  for (std::size_t level = 0; level < sim_->levels().size(); ++level, y += kLineHeight) {
    const CrowdLevel& one = sim_->levels()[level];
    const std::string interval = one.update_interval == 1 || is_listed_
                                     ? "every frame"
                                     : fmt::format("every {} frames", one.update_interval);
    overlay.texts.push_back({8, y, level_color(level), fmt::format("{:.0f} joints, {}", one.cost, interval)});
    const double part = static_cast<double>(budget.instances[level]) / std::max(sim_->members(), 1u);
    const double top = y + (kLineHeight - kBarHeight) / 2;
    overlay.boxes.push_back({kBarLeft, top, kBarWidth, kBarHeight, kGrey, false});
    overlay.boxes.push_back({kBarLeft, top, kBarWidth * part, kBarHeight, level_color(level), true});
    overlay.texts.push_back(
        {kBarLeft + kBarWidth + 8, y, level_color(level), fmt::format("{}", budget.instances[level])});
  }
  overlay.add_sheet(8, 8, kBarLeft + kBarWidth + 40, y);
}

}  // namespace

Result<Demo> make_crowd_demo(Scene scene, const DemoOptions& options) {
  CrowdState state;
  state.poses_on_card = options.poses_on_card;
  if (options.members > 0 && (options.members < kMinMembers || options.members > state.most_members()))
    return Error{
        Status::invalid_argument,
        "demo.members",
        fmt::format("{} members; expected {} to {}{}", options.members, kMinMembers, state.most_members(),
                    options.poses_on_card ? "" : ", or poses by the graphics card"),
        {"demo crowd", 0, {}, {}}};
  auto loading = CrowdLoading::begin(scene, options.config);
  if (!loading) return loading.error();
  Demo demo;
  demo.application = std::make_unique<CrowdDemo>(std::move(scene), std::move(*loading), options);
  demo.window.width = 1024;
  demo.window.height = 640;
  return demo;
}

}  // namespace skelter::demos
