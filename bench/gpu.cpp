// Measures the CPU cost of one character: its update and the preparation of its draw call. Then measures the
// GPU, or the software driver if there is none, at 800 x 600: one mannequin on every skinning path, then
// instanced crowds with palettes that the GPU computes from pose lists, compared with CrowdJob.
//
//   bench_gpu [--csv FILE] [--assets FOLDER] [--members 10000,100000] [--pictures FOLDER]
//
// --members: the crowd sizes. Default: 10,000 and 100,000, or 100 and 1,000 without a GPU.

#include <epoxy/gl.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "cli/internal/measure.h"
#include "gpu_crowd.h"
#include "render/gl/internal/target.h"
#include "render/model/frame_pose.h"
#include "result_file.h"
#include "skelter/compile/scene_shape.h"
#include "skelter/load.h"
#include "skelter/picture/picture.h"
#include "skelter/play/character.h"
#include "skelter/render/headless.h"
#include "taken.h"

namespace skelter::bench {
namespace {

constexpr std::uint32_t kWidth = 800, kHeight = 600;

struct Row {
  std::string name;
  Timing draw;
  DrawCounters counters;
};

std::vector<Row> measure_paths(Renderer& renderer, const Scene& scene) {
  SceneShape shape = taken(SceneShape::create(scene));
  UploadedModel model = taken(renderer.upload(shape.shape(), std::span<const std::optional<Image>>()));
  const Pose pose = evaluate(scene, 0, 0.3);
  const Camera camera = auto_camera(pose_bounds(scene, pose));
  std::vector<Row> rows;
  std::vector<Contender> contenders;
  for (const SkinningPath path : skinning_paths()) {
    rows.push_back({std::string(skinning_path_name(path)), {}, {}});
    contenders.push_back({rows.back().name, [&, path, at = rows.size() - 1] {
                            DrawOptions options;
                            options.shadow = false;
                            options.skinning.path = path;
                            expect(renderer.draw(model, shape.pose(pose), camera, kWidth, kHeight, options));
                            glFinish();
                            rows[at].counters = renderer.counters();
                          }});
  }
  const auto timings = measure(contenders, 15, 2);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].draw = timings[i];
  return rows;
}

// A fade between two clips: update(), finish(), and the renderer's processing of the pose before the upload.
// Needs a context for the model's buffers.
void measure_preparing(const CharacterData& data, ResultFile& results) {
  constexpr int kFrames = 200;
  Character hero(data);
  PlayOptions play;
  play.loop = Loop::loop;
  if (hero.clips()->play(0, play) != Status::ok) std::abort();
  play.fade_s = 1e6;
  if (hero.clips()->play(3, play) != Status::ok) std::abort();
  GpuModel gpu = upload_model(data.shape(), {});
  FramePose frame;
  const auto update = [&] {
    for (int i = 0; i < kFrames; ++i) {
      if (hero.update(1.0 / 60) != Status::ok) std::abort();
      hero.finish();
    }
  };
  const auto prepare = [&] {
    for (int i = 0; i < kFrames; ++i) {
      look_at_pose(gpu, hero.pose(), false, frame);
      update_bounds(gpu, frame);
    }
  };
  const auto timings = measure({{"update", update}, {"prepare", prepare}}, 100, 2);
  std::printf("one character: update %.3f us, preparing its draw %.3f us, %.2f times\n\n",
              timings[0].median_s * 1e6 / kFrames, timings[1].median_s * 1e6 / kFrames,
              timings[1].median_s / timings[0].median_s);
  results.add("character", "update", "us", timings[0], 1e6 / kFrames);
  results.add("character", "prepare", "us", timings[1], 1e6 / kFrames);
}

void print(const Row& row) {
  std::printf("%-18s %9.2f (%.2f-%.2f) %9.1f %7u %9u %7u %9llu\n", row.name.c_str(), row.draw.median_s * 1e3,
              row.draw.min_s * 1e3, row.draw.max_s * 1e3, 1 / row.draw.median_s, row.counters.draw_calls,
              row.counters.matrices_uploaded, row.counters.vertex_bytes,
              static_cast<unsigned long long>(row.counters.cpu_vertices));
  std::fflush(stdout);
}

// Parses "10,20" as numbers; returns `otherwise` for empty text.
std::vector<std::uint32_t> numbers_of(const std::string& text, std::vector<std::uint32_t> otherwise) {
  if (text.empty()) return otherwise;
  std::vector<std::uint32_t> numbers;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');)
    numbers.push_back(static_cast<std::uint32_t>(std::strtoul(part.c_str(), nullptr, 10)));
  return numbers;
}

// Software drivers take seconds to draw a thousand members.
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
  target.bind();
  const CharacterData data = taken(load_character(assets_folder + "/mannequin.x"));
  measure_preparing(data, results);
  const std::string driver = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  std::printf("%s, %u x %u; medians of a frame, draw (least-most)\n\n%-18s %-21s %9s %7s %9s %7s %9s\n",
              driver.c_str(), kWidth, kHeight, "", "  draw ms", "frames/s", "calls", "matrices", "bytes",
              "by CPU");
  for (const Row& row : measure_paths(renderer, scene)) {
    print(row);
    results.add(row.name, "draw", "ms", row.draw, 1e3);
  }
  measure_posed_crowds({renderer, assets_folder, target, results, argument(argc, argv, "--pictures")},
                       numbers_of(argument(argc, argv, "--members"), crowd_sizes(driver)));
  return 0;
}

}  // namespace
}  // namespace skelter::bench

int main(int argc, char** argv) {
  return skelter::bench::run(argc, argv);
}
