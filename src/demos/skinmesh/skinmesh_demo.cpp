#include "demos/skinmesh/skinmesh_demo.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "demos/scene_demo.h"
#include "demos/skinmesh/skinmesh_state.h"
#include "skelter/render/picture.h"
#include "skelter/scene/edit.h"
#include "skelter/system/file.h"

namespace skelter::demos {
namespace {

constexpr std::uint32_t kPaletteSize = 26;  // of the sample that the article points to
constexpr double kColumnWidth = 190;        // of the frame tree, points

std::uint32_t bone_count(const Scene& scene) {
  std::size_t bones = 0;
  for (const Skin& skin : scene.skins) bones += skin.joints.size();
  return static_cast<std::uint32_t>(bones);
}

class SkinmeshDemo : public SceneDemo {
 public:
  SkinmeshDemo(Scene scene, std::optional<std::uint32_t> clip, const DemoOptions& options)
      : SceneDemo(scene, options.faithful),
        original_(std::move(scene)),
        clip_(clip),
        evaluate_(options.evaluate) {
    if (options.faithful) state_.handle({static_cast<Key>('Y'), Press::down, {}});
    name_ = original_.file.empty() ? "scene" : file_name(original_.file);
    const Bounds bounds = motion_bounds(
        original_, [this](double time_s) { return pose_at(time_s); }, 0, duration_s());
    view().reset(auto_camera(bounds), bounds);
    indexed_subsets_ = subset_bones(original_, kPaletteSize);
    plain_subsets_ = subset_bones(original_, 0);
    tree_ = frame_tree(original_);
  }

  void update(double step_s) override { state_.clock().update(step_s); }
  void seek(double time_s) override { state_.clock().seek(time_s); }
  double cycle_s() const override { return duration_s(); }

  std::string title() const override {
    return fmt::format("skinmesh: {} - {} - {} draw calls, {} bones, {} subsets", name_,
                       path_label(state_.path()), counters().draw_calls, bone_count(scene()),
                       subsets().size());
  }

 protected:
  void on_key(const KeyEvent& event) override {
    const bool rigid = state_.rigid(), offsets = state_.without_offsets();
    state_.handle(event);
    if (state_.rigid() == rigid && state_.without_offsets() == offsets) return;
    Scene changed = original_;
    if (state_.rigid()) changed = rigid_weights(std::move(changed));
    if (state_.without_offsets()) changed = without_offsets(std::move(changed));
    replace_scene(std::move(changed));
  }
  Pose pose() const override { return pose_at(state_.clock().time_s()); }
  DrawOptions draw_options() const override {
    DrawOptions draw;
    draw.background = Vec3{0.5f, 0.5f, 0.5f};
    draw.shadow = false;
    draw.skinning = sample_skinning(state_.path(), kPaletteSize);
    draw.color_groups = state_.subsets();
    return draw;
  }
  void add_overlay(Overlay& overlay, double width, double height) const override;
  std::vector<std::string> help() const override {
    return {"1 2 3 4 5\tblended, indexed, software, vertex shader, effect file: one picture",
            "R\teach triangle on one bone: cracks at the joints",
            "O\tinverse bind matrices left out: the wrong picture",
            "Y\tmatrix keys: decomposed, nearest, element-wise",
            "S\tsubsets in colours, with their bones",
            "F\tframe tree; * marks bones",
            "Space\thold",
            "<- ->\tone step of 1/30 s",
            "mouse\tdrag turns, wheel zooms",
            "F1 or ?\tthis help",
            "Escape\tquit"};
  }

 private:
  const std::vector<SubsetBones>& subsets() const {
    return state_.path() == SampleSkinning::non_indexed_blend ? plain_subsets_ : indexed_subsets_;
  }
  double duration_s() const { return clip_ ? original_.clips[*clip_].duration_s : 0; }
  Pose pose_at(double time_s) const {
    if (!clip_) return rest_pose(original_);
    EvaluateOptions options = evaluate_;
    options.matrix_keys = state_.matrix_keys();
    return evaluate(original_, *clip_, time_s, options);
  }
  void add_subsets(Overlay& overlay, double width, double height) const;
  void add_tree(Overlay& overlay, double height) const;

  Scene original_;
  std::string name_;
  std::optional<std::uint32_t> clip_;
  EvaluateOptions evaluate_;
  SkinmeshState state_;
  std::vector<SubsetBones> indexed_subsets_, plain_subsets_;
  std::vector<std::string> tree_;
};

void SkinmeshDemo::add_overlay(Overlay& overlay, double width, double height) const {
  const DrawCounters& did = counters();
  std::vector<std::string> lines{
      path_label(state_.path()),
      fmt::format("{} draw calls, {} matrices uploaded, {} bytes per vertex, {} vertices made by the CPU",
                  did.draw_calls, did.matrices_uploaded, did.vertex_bytes, did.cpu_vertices),
      fmt::format("matrix keys: {}", matrix_keys_label(state_.matrix_keys()))};
  if (state_.rigid()) lines.emplace_back("R  rigid: each triangle on one bone");
  if (state_.without_offsets()) lines.emplace_back("O  inverse bind matrices left out");
  overlay.add_lines(8, 8, kWhite, lines);
  if (state_.tree()) add_tree(overlay, height);
  if (state_.subsets()) add_subsets(overlay, width, height);
}

// On the right, wrapped.
void SkinmeshDemo::add_subsets(Overlay& overlay, double width, double height) const {
  constexpr double kWidth = 250;
  const double x = width - kWidth;
  double y = 8 + 4 * kLineHeight;
  for (std::size_t s = 0; s < subsets().size() && y < height - 2 * kLineHeight; ++s) {
    const SubsetBones& subset = subsets()[s];
    y = overlay.add_lines(
        x, y, kYellow,
        {fmt::format("{} {}: {} faces, {} bones", s, subset.material, subset.faces, subset.bones.size())});
    std::string line;
    for (const std::string& bone : subset.bones) {
      if (!line.empty() && (line.size() + bone.size()) * kLetterWidth > kWidth) {
        y = overlay.add_lines(x + 10, y, kWhite, {line});
        line.clear();
      }
      line += (line.empty() ? "" : " ") + bone;
    }
    y = overlay.add_lines(x + 10, y, kWhite, {line});
  }
  if (y >= height - 2 * kLineHeight) overlay.add_lines(x, y, kYellow, {"..."});
}

// On the left, in as many columns as it takes.
void SkinmeshDemo::add_tree(Overlay& overlay, double height) const {
  const double top = 8 + 5 * kLineHeight;
  double x = 8, y = top;
  for (const std::string& line : tree_) {
    if (y > height - kLineHeight) {
      x += kColumnWidth;
      y = top;
    }
    const std::size_t indent = line.find_first_not_of(' ');
    overlay.texts.push_back({x + static_cast<double>(indent) * 4, y, kYellow, line.substr(indent)});
    y += kLineHeight;
  }
}

}  // namespace

Result<Demo> make_skinmesh_demo(Scene scene, const DemoOptions& options) {
  if (scene.meshes.empty())
    return Error{Status::bad_data, "demo.no-mesh", "no meshes; expected a figure", {scene.file, 0, {}, {}}};
  std::optional<std::uint32_t> clip;
  if (!options.clip.empty()) {
    const auto named = choose_clip(scene, options.clip);
    if (!named) return named.error();
    clip = *named;
  } else if (!scene.clips.empty()) {
    const auto walk = choose_clip(scene, "walk", NameMatch::ignore_case);
    clip = walk ? *walk : 0;
  }
  // The article's own reading: identity for what a channel lacks, and (key Y) the nearest matrix key.
  if (options.faithful) scene.absent = Absent::identity;
  Demo demo;
  demo.application = std::make_unique<SkinmeshDemo>(std::move(scene), clip, options);
  return demo;
}

}  // namespace skelter::demos
