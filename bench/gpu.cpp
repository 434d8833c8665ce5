// Instanced crowds on the graphics card, or on the software driver where there is none: frames per second of
// mannequins that walk, run and wave, palettes from CrowdJob, drawn with one call per mesh and material into
// a picture of 800 x 600. And one mannequin on every skinning path. Then crowds whose palettes the card makes
// of lists, beside those of CrowdJob.
//
//   bench_gpu [--csv FILE] [--assets FOLDER] [--members 10000,100000] [--pictures FOLDER]
//
// --members: how many there are, in turn; else 10,000 and 100,000, without a graphics card 100 and 1,000.

#include <epoxy/gl.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "cli/internal/measure.h"
#include "gpu_crowd.h"
#include "render/internal/target.h"
#include "result_file.h"
#include "skelter/compile/clip.h"
#include "skelter/compile/skinned_mesh.h"
#include "skelter/crowd/crowd_job.h"
#include "skelter/load.h"
#include "skelter/render/headless.h"
#include "skelter/render/renderer.h"
#include "taken.h"

namespace skelter::bench {
namespace {

constexpr std::uint32_t kWidth = 800, kHeight = 600;
constexpr float kStep_s = 1.0f / 60;

// Skins of all mesh instances, and a crowd job for each.
class Crowd {
 public:
  Crowd(const Scene& scene, std::uint32_t members) : scene_(scene), skeleton_(taken(build_skeleton(scene))) {
    for (std::uint32_t c = 0; c < scene.clips.size() && c < 4; ++c)
      clips_.push_back(taken(build_clip(scene, c, skeleton_)));
    for (const ClipBuild& clip : clips_) views_.push_back(clip.clip.view);
    for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
      for (std::uint32_t i = 0; i < scene.nodes[n].meshes.size(); ++i)
        meshes_.push_back({n, i, taken(build_skin(scene, n, i, skeleton_)), {}, {}, {}, {}});
    for (Mesh& mesh : meshes_) {
      mesh.rig = {&skeleton_.skeleton.view, views_, &mesh.skin.view};
      mesh.matrices.resize(std::size_t{members} * mesh.rig.output_size());
      for (std::uint32_t m = 0; m < members; ++m) {
        CrowdInstance instance;
        instance.first_layer = m;
        instance.layer_count = 1;
        instance.first_output = m * mesh.rig.output_size();
        mesh.instances.push_back(instance);
      }
      mesh.scratch.resize(crowd_scratch_bytes({&mesh.rig, 1}) / sizeof(Line) + 1);
    }
    const auto side = static_cast<std::uint32_t>(std::ceil(std::sqrt(members)));
    for (std::uint32_t m = 0; m < members; ++m) {
      layers_.push_back(
          {static_cast<std::uint16_t>(m % views_.size()), kNone16, 1, 0.01f * static_cast<float>(m), 0});
      places_.push_back(to_affine(translation_matrix(
          Vec3d{1.2 * (m % side - 0.5 * (side - 1)), 0, -1.2 * static_cast<double>(m / side)})));
    }
  }

  void pose() {
    for (CrowdLayer& layer : layers_) layer.time_s += kStep_s;
    for (Mesh& mesh : meshes_) {
      CrowdJob job;
      job.rigs = {&mesh.rig, 1};
      job.instances = mesh.instances;
      job.layers = layers_;
      job.out_matrices = mesh.matrices;
      job.scratch = std::as_writable_bytes(std::span(mesh.scratch));
      if (job.run() != Status::ok) std::exit(1);
    }
  }

  void draw(Renderer& renderer, UploadedScene& uploaded) const {
    std::vector<CrowdPalettes> palettes;
    for (const Mesh& mesh : meshes_)
      palettes.push_back({mesh.node, mesh.instance, mesh.matrices, mesh.rig.output_size()});
    const double side = std::sqrt(static_cast<double>(places_.size()));
    Camera camera;
    camera.eye = {0, 2 + 0.5 * side, 3 + 0.9 * side};
    camera.target = {0, 0.5, -0.45 * side};
    camera.far_distance = 1000;
    DrawOptions options;
    options.shadow = false;
    expect(renderer.draw_crowd(uploaded, scene_, {places_, palettes, {}}, camera, kWidth, kHeight, options));
    glFinish();
  }

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  struct Mesh {
    std::uint32_t node, instance;
    Packed<SkinView> skin;
    CrowdRig rig;
    std::vector<Affine> matrices;
    std::vector<CrowdInstance> instances;
    std::vector<Line> scratch;
  };
  const Scene& scene_;
  SkeletonBuild skeleton_;
  std::vector<ClipBuild> clips_;
  std::vector<ClipView> views_;
  std::vector<Mesh> meshes_;
  std::vector<CrowdLayer> layers_;
  std::vector<Affine> places_;
};

struct Row {
  std::string name;
  Timing pose, draw;
  DrawCounters counters;
};

Row measure_crowd(Renderer& renderer, UploadedScene& uploaded, const Scene& scene, std::uint32_t members) {
  Crowd crowd(scene, members);
  crowd.pose();
  const auto timings =
      measure({{"pose", [&] { crowd.pose(); }}, {"draw", [&] { crowd.draw(renderer, uploaded); }}}, 7, 2);
  return {std::to_string(members) + " mannequins", timings[0], timings[1], renderer.counters()};
}

std::vector<Row> measure_paths(Renderer& renderer, UploadedScene& uploaded, const Scene& scene) {
  const Pose pose = evaluate(scene, 0, 0.3);
  const Camera camera = auto_camera(pose_bounds(scene, pose));
  std::vector<Row> rows;
  std::vector<Contender> contenders;
  for (const SkinningPath path : skinning_paths()) {
    rows.push_back({std::string(skinning_path_name(path)), {}, {}, {}});
    contenders.push_back({rows.back().name, [&, path, at = rows.size() - 1] {
                            DrawOptions options;
                            options.shadow = false;
                            options.skinning.path = path;
                            expect(renderer.draw(uploaded, scene, pose, camera, kWidth, kHeight, options));
                            glFinish();
                            rows[at].counters = renderer.counters();
                          }});
  }
  const auto timings = measure(contenders, 15, 2);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].draw = timings[i];
  return rows;
}

void print(const Row& row) {
  const double whole_s = row.pose.median_s + row.draw.median_s;
  std::printf("%-18s %8.2f %9.2f (%.2f-%.2f) %9.1f %7u %9u %7u %9llu\n", row.name.c_str(),
              row.pose.median_s * 1e3, row.draw.median_s * 1e3, row.draw.min_s * 1e3, row.draw.max_s * 1e3,
              1 / whole_s, row.counters.draw_calls, row.counters.matrices_uploaded, row.counters.vertex_bytes,
              static_cast<unsigned long long>(row.counters.cpu_vertices));
  std::fflush(stdout);
}

void add_results(ResultFile& results, const Row& row) {
  results.add(row.name, "pose", "ms", row.pose, 1e3);
  results.add(row.name, "draw", "ms", row.draw, 1e3);
}

// "10,20" as numbers; `otherwise` for nothing.
std::vector<std::uint32_t> numbers_of(const std::string& text, std::vector<std::uint32_t> otherwise) {
  if (text.empty()) return otherwise;
  std::vector<std::uint32_t> numbers;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');)
    numbers.push_back(static_cast<std::uint32_t>(std::strtoul(part.c_str(), nullptr, 10)));
  return numbers;
}

// Drivers without a card draw a thousand members in seconds.
std::vector<std::uint32_t> crowd_sizes(const std::string& driver) {
  for (const char* software : {"llvmpipe", "softpipe", "SwiftShader"})
    if (driver.find(software) != std::string::npos) return {100, 1'000};
  return {10'000, 100'000};
}

int run(int argc, char** argv) {
  std::string assets_folder = argument(argc, argv, "--assets");
  if (assets_folder.empty()) assets_folder = SKELTER_ASSETS;
  ResultFile results("gpu", argc, argv);
  const Scene scene = taken(load_scene(assets_folder + "/mannequin.x"));
  const HeadlessContext context = taken(HeadlessContext::create());
  const RenderTarget target = taken(RenderTarget::create(kWidth, kHeight, 1));
  Renderer renderer = taken(Renderer::create());
  UploadedScene uploaded = taken(renderer.upload(scene, {}));
  target.bind();
  const std::string driver = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  std::printf("%s, %u x %u; medians of a frame, draw (least-most)\n\n%-18s %8s %-21s %9s %7s %9s %7s %9s\n",
              driver.c_str(), kWidth, kHeight, "", "pose ms", "  draw ms", "frames/s", "calls", "matrices",
              "bytes", "by CPU");
  std::vector<Row> rows = measure_paths(renderer, uploaded, scene);
  for (const Row& row : rows) print(row);
  for (const std::uint32_t members : {100u, 1000u}) {
    rows.push_back(measure_crowd(renderer, uploaded, scene, members));
    print(rows.back());
  }
  for (const Row& row : rows) add_results(results, row);
  measure_posed_crowds({renderer, assets_folder, target, results, argument(argc, argv, "--pictures")},
                       numbers_of(argument(argc, argv, "--members"), crowd_sizes(driver)));
  return 0;
}

}  // namespace
}  // namespace skelter::bench

int main(int argc, char** argv) {
  return skelter::bench::run(argc, argv);
}
