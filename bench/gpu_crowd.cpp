#include "gpu_crowd.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>

#include "compile/build_mesh/internal/skinned_mesh.h"
#include "core/internal/packed.h"
#include "crowd_rig.h"
#include "render/image/internal/picture_file.h"
#include "skelter/compile/scene_shape.h"
#include "skelter/crowd/task_tbb.h"
#include "skelter/picture/picture.h"
#include "taken.h"

namespace skelter::bench {
namespace {

constexpr float kFrame_s = 1.0f / 60;
constexpr double kRoom = 1.2;  // distance between members
constexpr std::uint32_t kSomeMembers = 64;

// GPU time between two points of the command queue, in seconds.
class CardClock {
 public:
  CardClock() { glGenQueries(1, &query_); }
  ~CardClock() { glDeleteQueries(1, &query_); }
  CardClock(const CardClock&) = delete;
  CardClock& operator=(const CardClock&) = delete;
  template <class Run>
  void time(const Run& run) {
    glBeginQuery(GL_TIME_ELAPSED, query_);
    run();
    glEndQuery(GL_TIME_ELAPSED);
    pending_ = true;
  }
  // Call after glFinish().
  void read() {
    if (!pending_) return;
    GLuint64 nanoseconds = 0;
    glGetQueryObjectui64v(query_, GL_QUERY_RESULT, &nanoseconds);
    seconds_.push_back(static_cast<double>(nanoseconds) * 1e-9);
    pending_ = false;
  }
  // Excludes the first round, which is a warm-up.
  Timing timing() const {
    std::vector<double> s(seconds_.begin() + (seconds_.size() > 1 ? 1 : 0), seconds_.end());
    if (s.empty()) return {};
    std::sort(s.begin(), s.end());
    return {s.front(), s[s.size() / 2], s.back()};
  }

 private:
  GLuint query_ = 0;
  std::vector<double> seconds_;
  bool pending_ = false;
};

// Data shared by the members of all crowds.
struct Rig {
  Scene scene;
  CrowdAssets assets;
  std::vector<Packed<SkinView>> skins;
  std::vector<CrowdSkin> meshes;
  // Combination of all skins, so that CrowdJob poses each member once.
  std::vector<std::uint16_t> joints;
  std::vector<Affine> binds;
  SkinView skin;
  CrowdRig rig;

  explicit Rig(const std::string& assets_folder)
      : scene(crowd_scene(assets_folder + "/mannequin.x")), assets(build_crowd_assets(scene)) {
    for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
      for (std::uint32_t i = 0; i < scene.nodes[n].meshes.size(); ++i) {
        skins.push_back(taken(build_skin(scene, n, i, assets.skeleton)));
        meshes.push_back({n, i, nullptr});
      }
    for (std::size_t m = 0; m < meshes.size(); ++m) {
      const SkinView& view = skins[m].view;
      meshes[m].skin = &view;
      joints.insert(joints.end(), view.joints.begin(), view.joints.end());
      binds.insert(binds.end(), view.joint_from_mesh.begin(), view.joint_from_mesh.end());
    }
    const Skeleton& skeleton = assets.skeleton.skeleton.view;
    skin = {joints, binds, skeleton.hash};
    rig = {&skeleton, assets.views, &skin};
  }
};

class PosedCrowds {
 public:
  PosedCrowds(const CrowdBench& bench, const Rig& rig, std::uint32_t members)
      : bench_(bench),
        rig_(rig),
        scratch_(tasks_.runner().workers * crowd_scratch_bytes({&rig.rig, 1})),
        shape_(taken(SceneShape::create(rig.scene))),
        model_(taken(bench.renderer.upload(shape_.shape(), std::span<const std::optional<Image>>()))),
        card_(taken(bench.renderer.upload(rig.rig, rig.meshes))) {
    const auto side = static_cast<std::uint32_t>(std::ceil(std::sqrt(members)));
    const auto clips = static_cast<std::uint32_t>(rig.assets.views.size());
    for (std::uint32_t m = 0; m < members; ++m) {
      CrowdInstance instance;
      instance.first_layer = 2 * m;
      instance.layer_count = 2;
      instance.first_output = m * rig.rig.output_size();
      instances_.push_back(instance);
      const float start_s = 0.013f * static_cast<float>(m % 1000);
      layers_.push_back({static_cast<std::uint16_t>(m % clips), kNone16, 1, start_s});
      layers_.push_back({static_cast<std::uint16_t>((m * 7 + 3) % clips), 0, 0.75f, start_s});
      places_.push_back(to_affine(translation_matrix(
          Vec3d{kRoom * (m % side - 0.5 * (side - 1)), 0, -kRoom * static_cast<double>(m / side)})));
    }
    matrices_.resize(std::size_t{members} * rig.rig.output_size());
    camera_.eye = {0, 2 + 0.5 * side, 3 + 0.9 * side};
    camera_.target = {0, 0.5, -0.45 * side};
    camera_.far_distance = 10 + 3.0 * side;
  }

  void advance() {
    for (PoseListEntry& layer : layers_) layer.time_s += kFrame_s;
  }
  void pose_by_job() {
    CrowdJob job;
    job.rigs = {&rig_.rig, 1};
    job.instances = instances_;
    job.layers = layers_;
    job.out_matrices = matrices_;
    job.scratch = {scratch_.data(), scratch_.size()};
    job.tasks = tasks_.runner();
    if (job.run() != Status::ok) std::exit(1);
  }
  void draw_by_job() {
    std::vector<CrowdPalettes> palettes;
    std::uint32_t first = 0;
    for (const CrowdSkin& mesh : rig_.meshes) {
      palettes.push_back({mesh.node, mesh.instance, std::span<const Affine>(matrices_).subspan(first),
                          rig_.rig.output_size()});
      first += mesh.skin->size();
    }
    CrowdFrame crowd;
    crowd.world_from_model = places_;
    crowd.palettes = palettes;
    draw(crowd);
  }
  void pose_on_card() {
    CrowdLists lists;
    lists.instances = instances_;
    lists.layers = layers_;
    lists.world_from_model = places_;
    lists.tasks = tasks_.runner();
    expect(bench_.renderer.pose_crowd(card_, lists));
  }
  void draw_on_card() {
    CrowdFrame crowd;
    crowd.world_from_model = places_;
    crowd.posed = &card_;
    draw(crowd);
  }

  // Largest difference between the matrices of some members, in scene units, to verify that both paths do the
  // same work.
  float difference() {
    pose_by_job();
    CrowdLists lists;
    const std::size_t some = std::min<std::size_t>(kSomeMembers, instances_.size());
    lists.instances = std::span(instances_).first(some);
    lists.layers = layers_;
    lists.world_from_model = std::span(places_).first(some);
    UploadedRig rig = taken(bench_.renderer.upload(rig_.rig, rig_.meshes));
    expect(bench_.renderer.pose_crowd(rig, lists));
    const std::vector<Affine> posed = bench_.renderer.read_palettes(rig);
    return largest_difference(posed, std::span(matrices_).first(posed.size()));
  }

 private:
  void draw(const CrowdFrame& crowd) {
    DrawOptions options;
    options.shadow = false;
    expect(bench_.renderer.draw_crowd(model_, crowd, camera_, bench_.target.width(), bench_.target.height(),
                                      options));
  }

  const CrowdBench& bench_;
  const Rig& rig_;
  TbbTasks tasks_;
  AlignedBytes scratch_;
  SceneShape shape_;
  UploadedModel model_;
  UploadedRig card_;
  std::vector<CrowdInstance> instances_;
  std::vector<PoseListEntry> layers_;
  std::vector<Affine> places_, matrices_;
  Camera camera_;
};

void keep_picture(const CrowdBench& bench, const std::string& name) {
  if (!bench.pictures.empty())
    expect(write_picture_file(bench.target.read_pixels(), bench.pictures + "/" + name + ".png"));
}

void print_ms(const char* name, const Timing& timing) {
  std::printf("  %-42s %9.3f (%.3f-%.3f)\n", name, timing.median_s * 1e3, timing.min_s * 1e3,
              timing.max_s * 1e3);
}

void measure_size(const CrowdBench& bench, const Rig& rig, std::uint32_t members) {
  PosedCrowds crowd(bench, rig, members);
  const float apart = crowd.difference();
  crowd.draw_by_job();
  keep_picture(bench, std::to_string(members) + "-by-job");
  crowd.pose_on_card();
  crowd.draw_on_card();
  keep_picture(bench, std::to_string(members) + "-on-card");
  CardClock job_draws, card_poses, card_draws;
  const auto advance = [&] { crowd.advance(); };
  const auto timings = measure({{"pose by job", [&] { crowd.pose_by_job(); }, advance},
                                {"frame by job",
                                 [&] {
                                   crowd.pose_by_job();
                                   job_draws.time([&] { crowd.draw_by_job(); });
                                   glFinish();
                                   job_draws.read();
                                 },
                                 advance},
                                {"pose on card",
                                 [&] {
                                   crowd.pose_on_card();
                                   glFinish();
                                 },
                                 advance},
                                {"frame on card",
                                 [&] {
                                   card_poses.time([&] { crowd.pose_on_card(); });
                                   card_draws.time([&] { crowd.draw_on_card(); });
                                   glFinish();
                                   card_poses.read();
                                   card_draws.read();
                                 },
                                 advance}},
                               15, 2);
  const std::string row = std::to_string(members) + " members";
  std::printf("%s of %u joints, %u matrices; ms a frame, median (least-most); at most %.1e apart\n",
              row.c_str(), rig.rig.skeleton->joint_count(), rig.rig.output_size(),
              static_cast<double>(apart));
  struct Line {
    const char* name;
    Timing timing;
  };
  const Line lines[] = {{"CrowdJob alone", timings[0]},
                        {"CrowdJob, upload and draw", timings[1]},
                        {"  of these the card uploads and draws", job_draws.timing()},
                        {"lists to the card, posed there", timings[2]},
                        {"lists to the card, posed there, draw", timings[3]},
                        {"  of these the card poses", card_poses.timing()},
                        {"  and draws", card_draws.timing()}};
  for (const Line& line : lines) print_ms(line.name, line.timing);
  std::printf("  ratios: posing %.2f, a frame %.2f\n\n", timings[0].median_s / timings[2].median_s,
              timings[1].median_s / timings[3].median_s);
  std::fflush(stdout);
  bench.results.add(row, "job pose", "ms", timings[0], 1e3);
  bench.results.add(row, "job frame", "ms", timings[1], 1e3);
  bench.results.add(row, "job draw by the card's clock", "ms", job_draws.timing(), 1e3);
  bench.results.add(row, "card pose", "ms", timings[2], 1e3);
  bench.results.add(row, "card frame", "ms", timings[3], 1e3);
  bench.results.add(row, "card pose by its clock", "ms", card_poses.timing(), 1e3);
  bench.results.add(row, "card draw by its clock", "ms", card_draws.timing(), 1e3);
}

}  // namespace

void measure_posed_crowds(const CrowdBench& bench, const std::vector<std::uint32_t>& sizes) {
  if (epoxy_gl_version() < 43) {
    std::printf("OpenGL %d.%d: no crowds posed on the card\n", epoxy_gl_version() / 10,
                epoxy_gl_version() % 10);
    return;
  }
  const Rig rig(bench.assets_folder);
  std::printf("\ncrowds, %u workers\n", TbbTasks().runner().workers);
  for (const std::uint32_t members : sizes) measure_size(bench, rig, members);
}

}  // namespace skelter::bench
