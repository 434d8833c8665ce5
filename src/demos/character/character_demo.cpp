#include "demos/character/character_demo.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "demos/character/character_state.h"
#include "demos/character/clip_loop.h"
#include "demos/character/tutorial_character.h"
#include "demos/character/walk_tour.h"
#include "demos/character/walker.h"
#include "demos/scene_demo.h"
#include "demos/skinmesh/sample_skinning.h"
#include "load/internal/actor.h"
#include "skelter/picture/picture.h"
#include "skelter/scene/edit.h"

namespace skelter::demos {
namespace {

// Ground speed of moving clips, in model heights per second (treadmill speeds: docs/mannequin.md).
constexpr double kWalkStride = 0.583, kRunStride = 1.61;
constexpr double kLargestStep_s = 0.25;
constexpr double kStepIsRounding_s = 1e-9;  // shorter remainders are rounding errors
constexpr AutoCameraOptions kTourCamera{.azimuth_deg = 20, .elevation_deg = 16, .margin = 0.02};
constexpr double kPanelWidth = 130;             // points; waving hands stay clear of it at 800 x 600
constexpr float kFill = 0.7f, kAmbient = 0.3f;  // fill light of this demo, and ambient light when it is on

double height_of(const Scene& scene) {
  const Vec3d size = pose_bounds(scene, rest_pose(scene)).size();
  return std::max({size.x, size.y, size.z, 1e-6});
}

class CharacterDemo : public SceneDemo {
 public:
  CharacterDemo(Scene scene, std::vector<std::uint32_t> clips, std::size_t start, const Diagnostics& notes,
                const DemoOptions& options)
      : SceneDemo(std::move(scene), options.faithful, options.textures, options.evaluate),
        height_(height_of(SceneDemo::scene())),
        clips_(clips),
        start_(start),
        state_(std::move(clips), start, height_, options.faithful) {
    diagnostics().append(notes);
    frame_start_clip(options);
    aim();
  }
  // Call before all other functions.
  Result<void> make_player(const DemoOptions& options) {
    if (clips_.empty()) return {};
    if (faithful()) {
      auto made = TutorialCharacter::create(scene(), options.evaluate);
      if (!made) return made.error();
      tutorial_.emplace(std::move(*made));
    } else {
      const auto made = actor();
      if (!made) return made.error();
      player_ = *made;
      if (const Result<void> ready = player_->prepare_all(); !ready)
        diagnostics().add(Severity::warning, "play.reference", {scene().file, 0, {}, {}},
                          "played by the reference evaluator because the engine cannot play it: " +
                              to_string(ready.error()));
    }
    if (!faithful() && !options.config.empty()) {
      auto figure = Walker::create(scene(), options.config);
      if (!figure) return figure.error();
      figure_.emplace(std::move(*figure));
      state_.add_graph();
      if (options.clip.empty()) {
        if (auto started = start_tour(*figure_); !started) return started;
        begin_tour();
      }
    }
    return restart();
  }

  void update(double step_s) override {
    const Vec3d before = state_.position();
    state_.update(step_s);
    if (state_.graph_plays()) advance_figure(step_s);
    if (camera_follows()) view().move_target(state_.position() - before);
    if (!state_.graph_plays()) note(advance_clip(step_s));
  }
  // Restarts the demo and acts as if all keys had been pressed at the start.
  void seek(double time_s) override {
    note(restart());
    if (state_.graph_plays()) {
      const Vec3d before = state_.position();
      restart_tour();
      advance_figure(std::max(time_s, 0.0));
      if (camera_follows()) view().move_target(state_.position() - before);
      return;
    }
    for (double left = time_s; left > 0; left -= kLargestStep_s)
      note(advance_clip(std::min(left, kLargestStep_s)));
    if (time_s <= 0) note(advance_clip(0));
  }
  double cycle_s() const override {
    if (state_.tours()) return kTour_s;
    return clips_.empty() ? 0 : scene().clips[clips_[start_]].duration_s / kStartSpeed;
  }
  std::string title() const override { return "Skelter: character"; }
  bool wants_new_context() override { return state_.takes_new_context(); }

 protected:
  void on_key(const KeyEvent& event) override;
  Actor& show(Actor& actor) override {
    if (state_.graph_plays()) return figure_->actor();
    if (tutorial_) actor.show_pose(tutorial_->pose());
    return actor;
  }
  Mat4d world_from_scene() const override {
    if (!state_.graph_plays()) return state_.place();
    const RigidMotion& at = figure_->place();
    return translation_matrix(at.translation) * rotation_matrix(at.rotation);
  }
  DrawOptions draw_options() const override;
  Result<void> draw_scene(Renderer& renderer, UploadedModel& model, const FrameSize& size) override {
    if (!failure_) return failure_;
    return SceneDemo::draw_scene(renderer, model, size);
  }
  void add_overlay(Overlay& overlay, double width, double height) const override;
  std::vector<std::string> help() const override {
    using Lines = std::vector<std::string>;
    Lines lines = figure_ ? Lines{"up down\tfaster and slower, by its graph",
                                  "left right\tturn",
                                  "J\tjump",
                                  "T\tsit down, stand up",
                                  "W\twave",
                                  "G\twalk in a circle, as at the start",
                                  "1 to 9\tclips",
                                  "+ -\tspeed of clips"}
                          : Lines{"1 to 9\tclips", "arrows\twalk and turn", "+ -\tspeed"};
    for (const char* line :
         {"C\tnext camera", "L\tmove the light", "P\tbones per draw call: 26, 30, 40, any number",
          "D\tlose and restore the graphics context", "mouse\tdrag turns, wheel zooms", "F1 or ?\tthis help",
          "Escape\tquit"})
      lines.emplace_back(line);
    return lines;
  }

 private:
  void frame_start_clip(const DemoOptions& options);
  // The automatic camera need not follow a tour, because it shows all of it. With --faithful, the tutorial's
  // cameras do not move, as printed.
  bool camera_follows() const {
    return state_.camera() == CharacterCamera::automatic ? !state_.tours() : !faithful();
  }
  void aim();
  Result<void> restart();
  Result<void> play_clip(std::uint32_t clip, bool fades);
  Result<void> set_clip_speed(double speed);
  Result<void> advance_clip(double step_s);
  void begin_tour() {
    state_.begin_tour();
    tour_s_ = 0;
    before_tour_ = state_.wish();
    bounds_.add(tour_bounds(height_));
    automatic_ = auto_camera(tour_bounds(height_), kTourCamera);
    aim();
  }
  void restart_tour() {
    tour_s_ = 0;
    before_tour_ = {};
    if (!state_.tours()) return figure_->restart({});
    state_.set_wish({});
    note(start_tour(*figure_));
  }
  void advance_figure(double step_s) {
    for (double left_s = step_s; state_.tours() && left_s > kStepIsRounding_s; left_s -= kTourStep_s) {
      const double now_s = std::min(left_s, kTourStep_s);
      state_.set_wish(tour_wish(tour_s_, *figure_, before_tour_));
      note(figure_->advance(now_s, state_.wish()));
      tour_s_ += now_s;
    }
    if (!state_.tours()) note(figure_->advance(step_s, state_.wish()));
    const Vec3d ahead = rotate(figure_->place().rotation, Vec3d{0, 0, 1});
    state_.set_place(figure_->place().translation, std::atan2(ahead.x, ahead.z));
  }
  void note(Result<void> done) {
    if (!done && failure_) failure_ = std::move(done);
  }
  RigidMotion place() const {
    return {state_.position(), from_axis_angle(Vec3d{0, 1, 0}, state_.heading_rad())};
  }
  std::string clip_name(std::size_t keyed) const { return clip_label(scene(), clips_[keyed]); }

  Actor* player_ = nullptr;                    // plays the clips unless --faithful
  std::optional<TutorialCharacter> tutorial_;  // plays the clips with --faithful. Both are null without clips
  std::optional<Walker> figure_;               // only if there is a graph
  double height_;
  std::vector<std::uint32_t> clips_;
  std::size_t start_;
  CharacterState state_;
  double tour_s_ = 0;  // time since the start of the tour
  WalkCommand before_tour_;
  Bounds bounds_;
  Camera automatic_;
  Result<void> failure_;  // first error of a player
};

void CharacterDemo::frame_start_clip(const DemoOptions& options) {
  const auto pose_at = [&](double time_s) {
    return clips_.empty() ? rest_pose(scene()) : evaluate(scene(), clips_[start_], time_s, options.evaluate);
  };
  bounds_ = motion_bounds(scene(), pose_at, 0, cycle_s() * kStartSpeed);
  automatic_ = auto_camera(bounds_);
}

void CharacterDemo::aim() {
  const double ground_y = bounds_.empty() ? 0 : bounds_.min.y;
  const auto fixed = character_camera(state_.camera(), height_, ground_y, faithful());
  view().reset(fixed ? *fixed : automatic_, bounds_);
  if (camera_follows()) view().move_target(state_.position());
}

Result<void> CharacterDemo::restart() {
  if (clips_.empty()) return {};
  if (auto started = play_clip(clips_[start_], false); !started) return started;
  if (auto set = set_clip_speed(state_.speed()); !set) return set;
  if (auto shown = advance_clip(0); !shown) return shown;
  return state_.clip() != start_ ? play_clip(state_.scene_clip(), true) : Result<void>();
}

Result<void> CharacterDemo::play_clip(std::uint32_t clip, bool fades) {
  if (tutorial_) return fades ? tutorial_->change(clip) : tutorial_->start(clip);
  if (player_ == nullptr) return {};
  PlayOptions options;
  options.fade_s = fades ? kFadeSeconds : 0;
  options.loop = wraps_around(scene(), clip) ? Loop::loop : Loop::once;
  return player_->play(clip, options);
}

Result<void> CharacterDemo::set_clip_speed(double speed) {
  if (tutorial_) return tutorial_->set_speed(speed);
  if (player_ != nullptr) player_->set_speed(speed);
  return {};
}

Result<void> CharacterDemo::advance_clip(double step_s) {
  if (tutorial_) return tutorial_->advance(step_s);
  if (player_ != nullptr) player_->update(step_s);
  return {};
}

void CharacterDemo::on_key(const KeyEvent& event) {
  const std::size_t clip = state_.clip();
  const CharacterCamera camera = state_.camera();
  const double speed = state_.speed();
  const bool graph = state_.graph_plays(), tours = state_.tours();
  state_.handle(event);
  if (state_.graph_plays() && !graph) figure_->restart(place());
  if (state_.tours() && !tours) begin_tour();
  if (state_.camera() != camera) aim();
  if (clips_.empty()) return;
  if (state_.speed() != speed) note(set_clip_speed(state_.speed()));
  if (state_.clip() == clip) return;
  note(play_clip(state_.scene_clip(), true));
  state_.set_stride(clip_name(state_.clip()) == "run" ? kRunStride : kWalkStride);
}

DrawOptions CharacterDemo::draw_options() const {
  DrawOptions draw;
  if (faithful()) draw.background = Vec3{0, 1, 0};
  draw.shadow = !faithful();
  draw.grid = !faithful();
  draw.ground_y = bounds_.empty() ? 0 : bounds_.min.y;
  PointLight light;
  light.position = state_.light();
  if (!faithful()) {
    // The fill light comes from the viewer, at foot height, so that no visible surface is very dark, even
    // from below.
    light.fill_position = {view().camera().eye.x, draw.ground_y, view().camera().eye.z};
    light.fill = kFill;
    light.ambient = kAmbient;
  }
  draw.point_light = light;
  if (state_.palette() != 0) draw.skinning = sample_skinning(SampleSkinning::vertex_shader, state_.palette());
  return draw;
}

void CharacterDemo::add_overlay(Overlay& overlay, double, double) const {
  if (faithful()) return;  // the tutorial shows only the model
  double y = 8;
  if (state_.tours()) {
    y = overlay.add_lines(8, y, kYellow, {fmt::format("{:.1f} m/s", figure_->speed_m_s())});
    overlay.add_sheet(8, 8, kPanelWidth, y);
    return;
  }
  for (std::size_t i = 0; i < clips_.size(); ++i)
    y = overlay.add_lines(8, y, i == state_.clip() && !state_.graph_plays() ? kYellow : kWhite,
                          {fmt::format("{}  {}", i + 1, clip_name(i))});
  static constexpr const char* kCameras[] = {"first", "second", "automatic"};
  const std::string palette =
      state_.palette() == 0 ? std::string("any number") : fmt::format("{}", state_.palette());
  if (figure_)
    y = overlay.add_small_lines(
        8, y + kLineHeight / 2, state_.graph_plays() ? kYellow : kWhite,
        {"graph: arrows J T W", state_.graph_plays()
                                    ? fmt::format("{:.1f} m/s {}", figure_->speed_m_s(), figure_->doing())
                                    : std::string()});
  y = overlay.add_small_lines(
      8, y + kLineHeight / 2, kWhite,
      {fmt::format("speed {:.1f}", state_.speed()),
       fmt::format("camera {}", kCameras[static_cast<int>(state_.camera())]),
       fmt::format("{} draw calls, bones", counters().draw_calls), fmt::format("in each: {}", palette)});
  overlay.add_sheet(8, 8, kPanelWidth, y);
}

}  // namespace

Result<Demo> make_character_demo(Scene scene, const DemoOptions& options) {
  std::vector<std::uint32_t> clips = keyed_clips(scene);
  std::size_t start = 0;
  if (!options.clip.empty()) {
    const auto named = choose_clip(scene, options.clip);
    if (!named) return named.error();
    const auto place = std::find(clips.begin(), clips.end(), *named);
    start = static_cast<std::size_t>(place - clips.begin());
    if (place == clips.end()) clips.push_back(*named);
  } else if (const auto walk = choose_clip(scene, "walk", NameMatch::ignore_case)) {
    const auto place = std::find(clips.begin(), clips.end(), *walk);
    if (place != clips.end()) start = static_cast<std::size_t>(place - clips.begin());
  }
  Diagnostics notes;
  scene = stood_up(std::move(scene), notes);
  auto application =
      std::make_unique<CharacterDemo>(std::move(scene), std::move(clips), start, notes, options);
  if (const Result<void> made = application->make_player(options); !made) return made.error();
  Demo demo;
  demo.application = std::move(application);
  demo.window.x = demo.window.y = 200;
  return demo;
}

}  // namespace skelter::demos
