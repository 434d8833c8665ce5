// skelter bench: measures the speed of this machine with the bundled character.

#include <fmt/format.h>

#include <memory>

#include "cli/commands/commands.h"
#include "cli/input/bundled.h"
#include "cli/internal/measure.h"
#include "cli/output/console.h"
#include "cli/output/json_text.h"
#include "cli/output/text_table.h"
#include "compile/build_clip/internal/clip.h"
#include "compile/build_mesh/internal/skinned_mesh.h"
#include "core/internal/packed.h"
#include "skelter/crowd/crowd_job.h"
#include "skelter/formats/x/read.h"
#include "skelter/runtime/blend_job.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/sample_job.h"
#include "skelter/scene/edit.h"
#include "skelter/skinning/dual_quaternion_skinning_job.h"
#include "skelter/skinning/linear_skinning_job.h"
#include "skelter/system/file.h"
#include "system/internal/text_pattern.h"

namespace skelter::cli {
namespace {

struct BenchOptions {
  std::string filter;
  bool json = false;
};

// The compiled bundled character, with the memory of every job.
struct Subject {
  std::vector<std::byte> file;
  SkeletonBuild skeleton;
  ClipBuild walk, run;
  SkinnedMeshBuild mesh;
  Packed<SkinView> skin;

  std::vector<SoaTransform> a, b, mixed;
  std::vector<Affine> model, palette;
  std::vector<float> positions, normals;
  AlignedBytes skin_scratch, crowd_scratch;
  std::vector<ClipView> clips;
  CrowdRig rig;
  std::vector<CrowdInstance> instances;
  std::vector<PoseListEntry> layers;
  std::vector<Affine> crowd_matrices;
};

constexpr std::uint32_t kCrowd = 1000;

Result<ClipBuild> compiled(const Scene& scene, const char* name, const SkeletonBuild& skeleton) {
  const auto index = choose_clip(scene, name);
  if (!index) return index.error();
  return build_clip(scene, *index, skeleton);
}

// Returns the node with the skinned mesh, which every bundled character has.
std::uint32_t skinned_node(const Scene& scene) {
  std::uint32_t node = 0;
  while (node + 1 < scene.nodes.size() &&
         (scene.nodes[node].meshes.empty() || scene.nodes[node].meshes[0].skin == kNone))
    ++node;
  return node;
}

void size_memory(Subject& s) {
  const Skeleton& skeleton = s.skeleton.skeleton.view;
  s.a.assign(skeleton.rest_pose.begin(), skeleton.rest_pose.end());
  s.b = s.mixed = s.a;
  s.model.resize(skeleton.joint_count());
  s.palette.resize(s.skin.view.size());
  s.positions.resize(std::size_t{3} * s.mesh.mesh.view.vertex_count);
  s.normals = s.positions;
  s.skin_scratch =
      AlignedBytes(std::max(LinearSkinningJob::scratch_bytes(s.mesh.mesh.view.palette_size),
                            DualQuaternionSkinningJob::scratch_bytes(s.mesh.mesh.view.palette_size)));
  s.clips = {s.walk.clip.view, s.run.clip.view};
  s.rig.skeleton = &skeleton;
  s.rig.clips = s.clips;
  for (std::uint32_t i = 0; i < kCrowd; ++i) {
    CrowdInstance instance;
    instance.first_layer = 2 * i;
    instance.layer_count = 2;
    instance.first_output = i * skeleton.joint_count();
    s.instances.push_back(instance);
    for (std::uint16_t clip = 0; clip < 2; ++clip) {
      PoseListEntry layer;
      layer.clip = clip;
      layer.weight = clip == 0 ? 0.6f : 0.4f;
      layer.time_s = static_cast<float>(i) * 0.0137f;
      s.layers.push_back(layer);
    }
  }
  s.crowd_matrices.resize(std::size_t{kCrowd} * skeleton.joint_count());
  s.crowd_scratch = AlignedBytes(crowd_scratch_bytes({&s.rig, 1}));
}

Result<std::unique_ptr<Subject>> make_subject() {
  const auto path = bundled_file("mannequin.x");
  if (!path) return path.error();
  auto subject = std::make_unique<Subject>();
  auto file = read_file(*path);
  if (!file) return file.error();
  subject->file = std::move(*file);
  const auto scene = read_x(subject->file, *path);
  if (!scene) return scene.error();
  auto skeleton = build_skeleton(*scene);
  if (!skeleton) return skeleton.error();
  subject->skeleton = std::move(*skeleton);
  auto walk = compiled(*scene, "walk", subject->skeleton), run = compiled(*scene, "run", subject->skeleton);
  if (!walk) return walk.error();
  if (!run) return run.error();
  subject->walk = std::move(*walk);
  subject->run = std::move(*run);
  const std::uint32_t node = skinned_node(*scene);
  auto mesh = build_skinned_mesh(*scene, node, 0, 0);
  if (!mesh) return mesh.error();
  auto skin = build_skin(*scene, node, 0, subject->skeleton);
  if (!skin) return skin.error();
  subject->mesh = std::move(*mesh);
  subject->skin = std::move(*skin);
  size_memory(*subject);
  return subject;
}

// --- workloads -------------------------------------------------------------------------------------------

void sample(Subject& s, const ClipView& clip, float time_s, std::vector<SoaTransform>& out) {
  SampleJob job;
  job.skeleton = &s.skeleton.skeleton.view;
  job.clip = &clip;
  job.time_s = time_s;
  job.loop = Loop::loop;
  job.out_local_pose = out;
  (void)job.run();
}

void blend(Subject& s) {
  const BlendLayer layers[2] = {{s.a, 0.6f, {}}, {s.b, 0.4f, {}}};
  BlendJob job;
  job.skeleton = &s.skeleton.skeleton.view;
  job.layers = layers;
  job.out_local_pose = s.mixed;
  (void)job.run();
}

void hierarchy(Subject& s) {
  LocalToModelJob job;
  job.skeleton = &s.skeleton.skeleton.view;
  job.local_pose = s.mixed;
  job.out_model_from_joint = s.model;
  (void)job.run();
}

void palette(Subject& s) {
  PaletteJob job;
  job.skin = &s.skin.view;
  job.model_from_joint = s.model;
  job.out_palette = s.palette;
  (void)job.run();
}

template <class Job>
void skin(Subject& s) {
  Job job;
  job.mesh = &s.mesh.mesh.view;
  job.palette = s.palette;
  job.scratch = {s.skin_scratch.data(), s.skin_scratch.size()};
  job.out.positions = s.positions;
  job.out.normals = s.normals;
  (void)job.run();
}

void crowd(Subject& s) {
  CrowdJob job;
  job.rigs = {&s.rig, 1};
  job.instances = s.instances;
  job.layers = s.layers;
  job.out_matrices = s.crowd_matrices;
  job.scratch = {s.crowd_scratch.data(), s.crowd_scratch.size()};
  (void)job.run();
}

struct Workload {
  std::string name, unit;
  double units;  // per run
  std::function<void()> run;
};

std::vector<Workload> workloads(Subject& s) {
  const double joints = s.skeleton.skeleton.view.joint_count(), vertices = s.mesh.mesh.view.vertex_count;
  constexpr int kRepeats = 100;  // for short runs
  const auto repeated = [](auto work) {
    return [work] {
      for (int i = 0; i < kRepeats; ++i) work(i);
    };
  };
  return {
      {"load .x", "byte", static_cast<double>(s.file.size()), [&s] { (void)read_x(s.file).ok(); }},
      {"sample", "joint", joints * kRepeats,
       repeated([&s](int i) { sample(s, s.walk.clip.view, static_cast<float>(i) * 0.0137f, s.a); })},
      {"blend", "joint", joints * kRepeats, repeated([&s](int) { blend(s); })},
      {"local to model", "joint", joints * kRepeats, repeated([&s](int) { hierarchy(s); })},
      {"palette", "joint", static_cast<double>(s.palette.size()) * kRepeats,
       repeated([&s](int) { palette(s); })},
      {"sample 2, blend, local to model", "joint", joints * kRepeats, repeated([&s](int i) {
         sample(s, s.walk.clip.view, static_cast<float>(i) * 0.0137f, s.a);
         sample(s, s.run.clip.view, static_cast<float>(i) * 0.0171f, s.b);
         blend(s);
         hierarchy(s);
       })},
      {"crowd of 1000, the same", "joint", joints * kCrowd, [&s] { crowd(s); }},
      {"skin, linear", "vertex", vertices, [&s] { skin<LinearSkinningJob>(s); }},
      {"skin, dual quaternion", "vertex", vertices, [&s] { skin<DualQuaternionSkinningJob>(s); }},
  };
}

// --- output ----------------------------------------------------------------------------------------------

int run_bench(const BenchOptions& options) {
  const auto filter = TextPattern::parse(options.filter);
  if (!filter) return report(usage_error("--filter", "not a regular expression"));
  const auto subject = make_subject();
  if (!subject) return report(subject.error());
  std::vector<Workload> chosen;
  for (Workload& workload : workloads(**subject))
    if (filter->is_found_in(workload.name)) chosen.push_back(std::move(workload));
  std::vector<bench::Contender> contenders;
  contenders.reserve(chosen.size());
  for (const Workload& workload : chosen) contenders.push_back({workload.name, workload.run});
  const auto timings = bench::measure(contenders, 20, 2);

  TextTable table({{"workload"},
                   {"ns per", TextTable::Align::right},
                   {"median", TextTable::Align::right},
                   {"least", TextTable::Align::right},
                   {"most", TextTable::Align::right}});
  Json list = Json::array();
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const auto ns = [&](double seconds) { return seconds * 1e9 / chosen[i].units; };
    table.add({chosen[i].name, chosen[i].unit, fmt::format("{:.2f}", ns(timings[i].median_s)),
               fmt::format("{:.2f}", ns(timings[i].min_s)), fmt::format("{:.2f}", ns(timings[i].max_s))});
    list.push_back({{"name", chosen[i].name},
                    {"unit", "ns per " + chosen[i].unit},
                    {"median", number(ns(timings[i].median_s))},
                    {"least", number(ns(timings[i].min_s))},
                    {"most", number(ns(timings[i].max_s))}});
  }
  return print_answer(options.json ? to_text(Json{{"workloads", list}}) : table.text());
}

}  // namespace

Command add_bench(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand("bench", "Measure this machine with the bundled character");
  command
      ->add_option("--filter", options->filter,
                   "Run only workloads with a name that matches this regular expression")
      ->type_name("RE");
  command->add_flag("--json", options->json, "Print JSON");
  command->footer("Example: skelter bench --filter skin");
  return {command, [options] { return run_bench(*options); }};
}

}  // namespace skelter::cli
