// A crowd, as in `skelter bench`: instances of the bundled model, each blending two clips. In a page, its
// functions are exported; natively, `web_crowd FILE INSTANCES` prints its joints and crowd_sum().

#ifdef __EMSCRIPTEN__
#include <emscripten/emscripten.h>
#else
#define EMSCRIPTEN_KEEPALIVE
#endif

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "compile/build_clip/internal/clip.h"
#include "compile/build_skeleton/internal/skeleton.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/crowd/crowd_job.h"
#include "skelter/formats/x/read.h"
#include "skelter/runtime/clip.h"

using namespace skelter;

namespace {

struct Crowd {
  SkeletonBuild skeleton;
  std::vector<ClipBuild> clips;
  std::vector<ClipView> views;
  CrowdRig rig;
  std::vector<CrowdInstance> instances;
  std::vector<PoseListEntry> layers;
  std::vector<Affine> matrices;
  AlignedBytes scratch;
};
Crowd crowd;

Result<void> build(const char* file) {
  const auto scene = read_x_file(file);
  if (!scene) return scene.error();
  auto skeleton = build_skeleton(*scene);
  if (!skeleton) return skeleton.error();
  crowd.skeleton = std::move(*skeleton);
  for (std::uint32_t c = 0; c < 2; ++c) {
    auto clip = build_clip(*scene, c, crowd.skeleton);
    if (!clip) return clip.error();
    crowd.clips.push_back(std::move(*clip));
  }
  for (const ClipBuild& clip : crowd.clips) crowd.views.push_back(clip.clip.view);
  crowd.rig.skeleton = &crowd.skeleton.skeleton.view;
  crowd.rig.clips = crowd.views;
  return {};
}

void add(std::uint32_t i) {
  CrowdInstance instance;
  instance.first_layer = 2 * i;
  instance.layer_count = 2;
  instance.first_output = i * crowd.rig.output_size();
  crowd.instances.push_back(instance);
  for (std::uint16_t clip = 0; clip < 2; ++clip) {
    PoseListEntry layer;
    layer.clip = clip;
    layer.weight = clip == 0 ? 0.6f : 0.4f;
    layer.time_s = static_cast<float>(i) * 0.0137f;
    crowd.layers.push_back(layer);
  }
}

}  // namespace

extern "C" {

// Returns the number of joints of all instances; 0 after an error, which is printed.
EMSCRIPTEN_KEEPALIVE std::uint32_t crowd_make(const char* file, std::uint32_t instances) {
  if (const auto built = build(file); !built) {
    std::printf("%s\n", to_string(built.error()).c_str());
    return 0;
  }
  for (std::uint32_t i = 0; i < instances; ++i) add(i);
  crowd.matrices.resize(std::size_t{instances} * crowd.rig.output_size());
  crowd.scratch = AlignedBytes(crowd_scratch_bytes({&crowd.rig, 1}));
  return instances * crowd.rig.skeleton->joint_count();
}

EMSCRIPTEN_KEEPALIVE int crowd_run() {
  CrowdJob job;
  job.rigs = {&crowd.rig, 1};
  job.instances = crowd.instances;
  job.layers = crowd.layers;
  job.out_matrices = crowd.matrices;
  job.scratch = {crowd.scratch.data(), crowd.scratch.size()};
  return job.run() == Status::ok ? 0 : 1;
}

// Returns the sum of the absolute values of all joint coordinates, for comparisons.
EMSCRIPTEN_KEEPALIVE double crowd_sum() {
  double sum = 0;
  for (const Affine& matrix : crowd.matrices)
    for (const auto& row : matrix.m) sum += std::abs(row[3]);
  return sum;
}
}

#ifndef __EMSCRIPTEN__
int main(int count, char** values) {
  if (count != 3) return 2;
  const std::uint32_t joints = crowd_make(values[1], static_cast<std::uint32_t>(std::atoi(values[2])));
  if (joints == 0 || crowd_run() != 0) return 1;
  std::printf("%u %.17g\n", joints, crowd_sum());
}
#endif
