#include "demos/skinmesh/skinmesh_demo.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "demos/scene_demo.h"
#include "demos/skinmesh/effect_file.h"
#include "demos/skinmesh/skinmesh_state.h"
#include "skelter/d3dx/bone_palette.h"
#include "skelter/picture/picture.h"
#include "skelter/scene/edit.h"
#include "skelter/system/file.h"
#include "viewer/image/internal/picking.h"

namespace skelter::demos {
namespace {

constexpr double kFree = 8;                           // margin of the view, in points
constexpr double kBand = 4.5 * kSmallLineHeight;      // height of the text at the top and at the bottom
constexpr double kTop = kFree + kLineHeight + kBand;  // lower edge of the text in the upper left corner
// Margin as a fraction of the view's height, wide enough to keep vertices that O scatters away from the text.
constexpr double kScatteredMargin = 0.16;

std::uint32_t bone_count(const Scene& scene) {
  std::size_t bones = 0;
  for (const Skin& skin : scene.skins) bones += skin.joints.size();
  return static_cast<std::uint32_t>(bones);
}

class SkinmeshDemo : public SceneDemo {
 public:
  SkinmeshDemo(Scene scene, std::optional<std::uint32_t> clip, const Diagnostics& notes,
               const DemoOptions& options)
      : SceneDemo(scene, options.faithful, options.textures, options.evaluate),
        original_(std::move(scene)),
        clip_(clip),
        has_skin_(has_skin(original_)),
        has_matrix_keys_(clip && has_matrix_keys(original_.clips[*clip])),
        evaluate_(options.evaluate) {
    diagnostics().append(notes);
    if (options.faithful) {
      state_.handle({static_cast<Key>('Y'), Press::down, {}});
      replace_scene(original_, source());
    }
    name_ = original_.file.empty() ? "scene" : file_name(original_.file);
    aim();
    list_subsets();
    tree_ = frame_tree(original_);
  }

  Result<void> gain_context() override {
    effect_is_read_ = false;
    return SceneDemo::gain_context();
  }
  void update(double step_s) override { state_.clock().advance(step_s); }
  void seek(double time_s) override { state_.clock().time_s = time_s; }
  double cycle_s() const override { return duration_s(); }

  std::string title() const override {
    return fmt::format("skinmesh: {} - {} - {} draw calls, {} bones, {} subsets", name_,
                       path_label(state_.path()), counters().draw_calls, bone_count(scene()),
                       subsets().size());
  }

 protected:
  bool is_moving() const override { return clip_ && state_.clock().playing; }
  void on_key(const KeyEvent& event) override {
    const bool rigid = state_.rigid(), offsets = state_.without_offsets();
    const MatrixKeys keys = state_.matrix_keys();
    state_.handle(event);
    if (state_.rigid() == rigid && state_.without_offsets() == offsets && state_.matrix_keys() == keys)
      return;
    Scene changed = original_;
    if (state_.rigid()) changed = rigid_weights(std::move(changed));
    if (state_.without_offsets()) changed = without_offsets(std::move(changed));
    replace_scene(std::move(changed), source());
    list_subsets();
    if (state_.without_offsets() != offsets) aim();
  }
  Actor& show(Actor& actor) override {
    actor.show_clip(clip_.value_or(kNone), state_.clock().time_s);
    return actor;
  }
  DrawOptions draw_options() const override {
    DrawOptions draw;
    draw.background = Vec3{0.5f, 0.5f, 0.5f};
    draw.shadow = false;
    draw.skinning = sample_skinning(state_.path());
    draw.color_groups = state_.subsets();
    return draw;
  }
  Result<bool> reload_changed_shaders() override {
    const Result<bool> reloaded = SceneDemo::reload_changed_shaders();
    if (reloaded && *reloaded) effect_is_read_ = false;
    return reloaded;
  }
  // The renderer reads the effect file on first use, so the list of subsets is updated after drawing.
  Result<void> draw_scene(Renderer& renderer, UploadedModel& model, const FrameSize& size) override {
    const Result<void> drawn = SceneDemo::draw_scene(renderer, model, size);
    if (drawn && state_.path() == SampleSkinning::effect && !effect_is_read_) read_effect();
    return drawn;
  }
  void add_overlay(Overlay& overlay, double width, double height) const override;
  std::vector<std::string> help() const override {
    return {"1 2 3 4 5\tblended, indexed, software, vertex shader, effect file: the same image",
            "R\teach triangle on one bone: cracks at the joints",
            "O\tinverse bind matrices left out: a wrong image",
            "Y\tmatrix keys: decomposed, nearest, element-wise",
            "S\tsubsets in colours, with their bones",
            "F\tframe tree; * marks bones",
            "Space\tpause",
            "<- ->\tone step of 1/30 s",
            "mouse\tdrag turns, wheel zooms",
            "F1 or ?\tthis help",
            "Escape\tquit"};
  }

 private:
  const std::vector<SubsetBones>& subsets() const {
    if (state_.path() == SampleSkinning::non_indexed_blend) return plain_subsets_;
    if (state_.path() == SampleSkinning::software) return whole_subsets_;
    return state_.path() == SampleSkinning::effect ? effect_subsets_ : indexed_subsets_;
  }
  // Lists the subsets as the renderer draws them. If the CPU skins, there is one subset per material.
  void list_subsets() {
    whole_subsets_ = subset_bones(scene(), kLargestBytePalette);
    plain_subsets_ = subset_bones(scene(), 0);
    indexed_subsets_ = subset_bones(scene(), kSamplePalette);
    effect_subsets_ = subset_bones(scene(), effect_palette_, effect_influences_);
  }
  // Gets the effect's palette size and number of influences from the renderer.
  void read_effect();
  double duration_s() const { return clip_ ? original_.clips[*clip_].duration_s : 0; }
  EvaluateOptions source() const {
    EvaluateOptions source = evaluate_;
    source.matrix_keys = state_.matrix_keys();
    return source;
  }
  // Returns the pose at a time, used to frame the whole motion.
  Pose pose_at(double time_s) const {
    return clip_ ? evaluate(original_, *clip_, time_s, source()) : rest_pose(original_);
  }
  void aim();
  std::vector<std::string> explanations() const;
  void add_subsets(Overlay& overlay, double x, double width, double bottom) const;

  Scene original_;
  std::string name_;
  std::optional<std::uint32_t> clip_;
  bool has_skin_, has_matrix_keys_;
  EvaluateOptions evaluate_;
  SkinmeshState state_;
  std::vector<SubsetBones> indexed_subsets_, plain_subsets_, whole_subsets_, effect_subsets_;
  std::uint32_t effect_palette_ = kSamplePalette, effect_influences_ = 4;
  bool effect_is_read_ = false;
  std::vector<std::string> tree_;
  double left_ = 0, right_ = 0;  // extent of the model at its widest, from the centre, in view heights
};

void SkinmeshDemo::read_effect() {
  effect_is_read_ = true;
  const std::string file = "skinned.effect";
  std::string text(sample_shader_source(file));
  if (const std::string edited = shader_folder() + "/" + file;
      !shader_folder().empty() && file_exists(edited))
    if (const auto bytes = read_file(edited))
      text.assign(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  const Result<VariantPlan> plan = plan_of_effect(text, file);
  if (!plan || (plan->palette_size == effect_palette_ && plan->max_influences == effect_influences_)) return;
  effect_palette_ = plan->palette_size;
  effect_influences_ = plan->max_influences;
  list_subsets();
}

// Sets a camera that frames the whole motion, with or without offsets.
void SkinmeshDemo::aim() {
  const Bounds bounds = motion_bounds(
      scene(), [this](double time_s) { return pose_at(time_s); }, 0, duration_s());
  AutoCameraOptions options;
  if (state_.without_offsets()) options.margin = kScatteredMargin;
  view().reset(auto_camera(bounds, options), bounds);
  left_ = right_ = 0;
  constexpr int kMoments = 12;
  const Projector projector(view().camera(), {0, 0, 1, 1});
  for (int i = 0; i < kMoments; ++i)
    for (const PosedPrimitive& posed : posed_primitives(scene(), pose_at(duration_s() * i / kMoments)))
      for (const Vec3d& position : posed.vertices.positions)
        if (const auto at = projector.pixel(position)) {
          left_ = std::min(left_, at->x - 0.5);
          right_ = std::max(right_, at->x - 0.5);
        }
}

// Explains the visible effects, considering only features that the file has.
std::vector<std::string> SkinmeshDemo::explanations() const {
  std::vector<std::string> lines;
  if (state_.rigid())
    lines.emplace_back(has_skin_ ? "R  rigid: each triangle on one bone: cracks open at the joints"
                                 : "R  no skin, so no bones to choose from: nothing changes");
  if (state_.without_offsets())
    lines.emplace_back(
        has_skin_ ? "O  offsets left out: bones move the skin about the origin, not from where it was bound"
                  : "O  no skin, so no offsets to leave out: nothing changes");
  if (state_.matrix_keys() != MatrixKeys::decompose && !has_matrix_keys_)
    lines.emplace_back("Y  the clip has no matrix keys: nothing changes");
  else if (state_.matrix_keys() == MatrixKeys::nearest)
    lines.emplace_back("Y  nearest matrix key: the pose jumps from key to key");
  else if (state_.matrix_keys() == MatrixKeys::elements)
    lines.emplace_back("Y  matrix keys mixed number by number: large turns between two keys shrink the mesh");
  if (lines.empty())
    lines.emplace_back(
        has_skin_
            ? "each vertex is the weighted mean of where its bones put it: the skin bends without cracks"
            : "no skin: each mesh moves with its frame, as one rigid part");
  return lines;
}

// Draws the text next to the model, as placed by the initial camera.
void SkinmeshDemo::add_overlay(Overlay& overlay, double width, double height) const {
  const DrawCounters& did = counters();
  overlay.add_lines(kFree, kFree, kYellow, {path_label(state_.path())});
  overlay.add_small_lines(
      kFree, kFree + kLineHeight, kWhite,
      {fmt::format("{} draw calls, {} matrices uploaded", did.draw_calls, did.matrices_uploaded),
       fmt::format("{} bytes per vertex, {} vertices made by the CPU", did.vertex_bytes, did.cpu_vertices),
       fmt::format("matrix keys: {}",
                   has_matrix_keys_ ? matrix_keys_label(state_.matrix_keys()) : std::string("none"))});
  const std::vector<std::string> lines = explanations();
  const double keys_y = height - kFree - kSmallLineHeight;
  const double lines_y = keys_y - static_cast<double>(lines.size()) * kSmallLineHeight;
  overlay.add_small_lines(kFree, lines_y, kYellow, lines);
  if (!faithful())
    overlay.add_small_lines(
        kFree, keys_y, kWhite,
        {"1 to 5  skinning method   R  rigid   O  no offsets   S  subsets   F  frames   Space  pause"});
  if (state_.tree()) {
    const double right = width / 2 + left_ * height - kFree;
    overlay.add_small_lines(kFree, kTop, kWhite, {"F  frames below their parents; * marks bones"});
    overlay.add_columns(kFree, kTop + kSmallLineHeight, right, lines_y - kFree, kYellow, tree_);
  }
  if (state_.subsets()) add_subsets(overlay, width / 2 + right_ * height + 2 * kFree, width, lines_y - kFree);
}

// Lists the subsets between x and the right edge, in several lines. If the space next to the model is too
// narrow, the list starts further left. In that case it covers the model, below the text in the upper left
// corner.
void SkinmeshDemo::add_subsets(Overlay& overlay, double x, double width, double bottom) const {
  constexpr double kIndent = 10;
  const auto text_width = [](const std::string& text) {
    return OverlayText{0, 0, kWhite, text, kSmallLetterSize}.width();
  };
  const double right = width - kFree;
  std::vector<std::string> headings{"S  subsets (draw calls) and their bones"};
  double widest = text_width(headings[0]);
  for (const SubsetBones& subset : subsets()) {
    headings.push_back(fmt::format("{} {}: {} faces, {} bone{}", headings.size() - 1, subset.material,
                                   subset.faces, subset.bones.size(), subset.bones.size() == 1 ? "" : "s"));
    widest = std::max(widest, text_width(headings.back()));
    for (const std::string& bone : subset.bones) widest = std::max(widest, kIndent + text_width(bone));
  }
  x = std::max(std::min(x, right - widest), kFree);
  const auto add = [&](double at, double y, const Vec3& color, const std::string& text) {
    return overlay.add_small_lines(at, y, color, {shortened(text, kSmallLetterSize, right - at)});
  };

  double y = kFree;
  for (const OverlayText& text : overlay.texts)
    if (text.y < kTop && text.x + text.width() > x) y = kTop;
  y = add(x, y, kWhite, headings[0]);
  for (std::size_t s = 0; s < subsets().size(); ++s) {
    std::vector<std::string> lines(1);
    for (const std::string& bone : subsets()[s].bones) {
      const std::string longer = lines.back().empty() ? bone : lines.back() + " " + bone;
      if (lines.back().empty() || x + kIndent + text_width(longer) <= right)
        lines.back() = longer;
      else
        lines.push_back(bone);
    }
    if (y + static_cast<double>(lines.size() + 2) * kSmallLineHeight > bottom) {
      add(x, y, kYellow, fmt::format("and {} more", subsets().size() - s));
      return;
    }
    y = add(x, y, kYellow, headings[s + 1]);
    for (const std::string& line : lines) y = add(x + kIndent, y, kWhite, line);
  }
}

}  // namespace

Result<Demo> make_skinmesh_demo(Scene scene, const DemoOptions& options) {
  if (scene.meshes.empty())
    return Error{Status::bad_data, "demo.no-mesh", "no meshes", {scene.file, 0, {}, {}}};
  std::optional<std::uint32_t> clip;
  if (!options.clip.empty()) {
    const auto named = choose_clip(scene, options.clip);
    if (!named) return named.error();
    clip = *named;
  } else if (!scene.clips.empty()) {
    const auto walk = choose_clip(scene, "walk", NameMatch::ignore_case);
    clip = walk ? *walk : 0;
  }
  // The article uses the identity for missing channels and (key Y) the nearest matrix key.
  if (options.faithful) scene.absent = Absent::identity;
  Demo demo;
  Diagnostics notes;
  scene = stood_up(std::move(scene), notes);
  demo.application = std::make_unique<SkinmeshDemo>(std::move(scene), clip, notes, options);
  return demo;
}

}  // namespace skelter::demos
