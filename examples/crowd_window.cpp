// Four hundred characters in one window. Each is a Character with a pose list; one job per mesh poses all of
// them on all processors, and one call draws them. Usage: crowd_window FILE [CLIP...]
#include <cmath>

#include "show.h"
#include "skelter/compile/compile.h"
#include "skelter/crowd/crowd_job.h"
#include "skelter/crowd/task_tbb.h"
#include "skelter/render/renderer.h"
#include "skelter/skelter.h"

using namespace skelter;

namespace {

constexpr std::uint32_t kSide = 20, kMembers = kSide * kSide;

// The palettes of all members for one mesh, one after the other.
struct CrowdMesh {
  std::uint32_t node, instance;
  CharacterCrowd crowd;
  std::vector<Affine> palettes;
  AlignedBytes scratch;
};

class CrowdWindow : public Program {
 public:
  // `h`: height of a member.
  CrowdWindow(const CharacterData& data, double h, const std::vector<std::uint32_t>& clips) : data_(data) {
    for (std::uint32_t i = 0; i < kMembers; ++i) add_member(i, clips[i % clips.size()], h);
    for (std::uint32_t skin = 0; skin < data.skins().size(); ++skin) add_mesh(skin);
    const double side = 0.65 * h * kSide;
    camera_.eye = {0, 6 * h, side + 7 * h};
    camera_.target = {0, 0, 0.3 * side};
    camera_ = with_depth_range(camera_, {{-side, 0, -side}, {side, h, side}});
  }

  Result<void> gain_context() override {
    auto renderer = Renderer::create();
    if (!renderer) return renderer.error();
    auto uploaded = renderer->upload(data_.shape());
    if (!uploaded) return uploaded.error();
    on_card_.emplace(OnCard{std::move(*renderer), std::move(*uploaded)});
    return {};
  }
  void lose_context() override { on_card_.reset(); }

  void update(double step_s) override {
    for (Character& member : members_) (void)member.update(step_s);
    for (CrowdMesh& mesh : meshes_) {
      mesh.crowd.clear();
      for (const Character& member : members_) (void)mesh.crowd.add(member);
      CrowdJob job = mesh.crowd.job(mesh.palettes, {mesh.scratch.data(), mesh.scratch.size()});
      job.tasks = tasks_.runner();
      if (job.run() != Status::ok) std::puts("the job was refused");
    }
  }

  Result<void> draw(const FrameSize& size) override {
    std::vector<CrowdPalettes> palettes;
    for (const CrowdMesh& mesh : meshes_)
      palettes.push_back({mesh.node, mesh.instance, mesh.palettes, mesh.crowd.rig().output_size()});
    return on_card_->renderer.draw_crowd(on_card_->uploaded, {places_, palettes, {}}, camera_, size.width,
                                         size.height);
  }
  std::string title() const override { return "A crowd of " + std::to_string(kMembers); }

 private:
  void add_member(std::uint32_t i, std::uint32_t clip, double height) {
    CharacterOptions options;
    options.posed = false;  // the jobs compute the poses
    options.layers = 1;
    PlayOptions play;
    play.loop = Loop::loop;
    play.start_s = 0.37 * i;
    Character& member = members_.emplace_back(data_, options);
    if (member.clips()->play(clip, play) != Status::ok) std::puts(member.why().c_str());
    const double step = 1.3 * height, middle = (kSide - 1) / 2.0;
    places_.push_back(
        to_affine(translation_matrix(Vec3d{(i % kSide - middle) * step, 0, (i / kSide - middle) * step})));
  }
  void add_mesh(std::uint32_t skin) {
    const ModelSkin& drawn = data_.shape().skins[skin];
    CrowdMesh mesh{drawn.node, drawn.instance, CharacterCrowd(data_, skin, kMembers), {}, {}};
    mesh.palettes.resize(std::size_t{kMembers} * mesh.crowd.rig().output_size());
    mesh.scratch = AlignedBytes(tasks_.runner().workers * crowd_scratch_bytes({&mesh.crowd.rig(), 1}));
    meshes_.push_back(std::move(mesh));
  }

  struct OnCard {
    Renderer renderer;
    UploadedModel uploaded;
  };
  const CharacterData& data_;
  std::vector<Character> members_;
  std::vector<Affine> places_;
  std::vector<CrowdMesh> meshes_;
  TbbTasks tasks_;
  Camera camera_;
  std::optional<OnCard> on_card_;
};

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = arguments_of(argc, argv);
  std::vector<std::string> names = arguments.plain;
  if (names.empty()) return std::puts("usage: crowd_window FILE [CLIP...]"), 2;
  const auto data = load_character(names[0]);
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  const auto scene = scene_from_pack(data->pack(), names[0]);
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;
  std::vector<std::uint32_t> clips;
  for (std::size_t i = 1; i < names.size(); ++i) clips.push_back(data->find_clip(names[i]));
  if (clips.empty()) clips = {0};
  for (const std::uint32_t clip : clips)
    if (clip >= data->clip_count()) return std::printf("%s: no such clip\n", names[0].c_str()), 1;
  CrowdWindow window(*data, pose_bounds(*scene, rest_pose(*scene)).size().y, clips);
  return show(window, arguments);
}
