// Plays a pack in every way that a game does and prints a hash of the floats of each step, to compare
// machines: poses PACK PACK_WITH_GRAPH. On x86, where Highway selects a vector instruction set, the program
// uses AVX2, which fuses multiply and add like NEON.

#include <hwy/highway.h>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "play/internal/format/graph_records.h"
#include "skelter/crowd/crowd_job.h"
#include "skelter/play/graph_update_job.h"
#include "skelter/runtime/blend_job.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/runtime/sample_job.h"
#include "skelter/runtime/skinned_mesh.h"
#include "skelter/skinning/dual_quaternion_skinning_job.h"
#include "skelter/skinning/linear_skinning_job.h"

namespace {

using namespace skelter;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

void must(Status status, const char* job) {
  require(status == Status::ok, job);
}

// A buffer that starts at a multiple of 64 bytes.
class Bytes {
 public:
  explicit Bytes(std::size_t size) : data_(new (std::align_val_t{64}) std::byte[size]()), size_(size) {}
  std::span<std::byte> span() const { return {data_.get(), size_}; }

 private:
  struct Free {
    void operator()(std::byte* data) const { ::operator delete[](data, std::align_val_t{64}); }
  };
  std::unique_ptr<std::byte, Free> data_;
  std::size_t size_;
};

Bytes read_file(const char* path) {
  std::FILE* file = std::fopen(path, "rb");
  require(file != nullptr, "cannot open the pack");
  std::fseek(file, 0, SEEK_END);
  Bytes bytes(static_cast<std::size_t>(std::ftell(file)));
  std::rewind(file);
  require(std::fread(bytes.span().data(), 1, bytes.span().size(), file) == bytes.span().size(),
          "cannot read the pack");
  std::fclose(file);
  return bytes;
}

// FNV-1a over the bits of floats, in little-endian byte order.
class Hash {
 public:
  template <class T>
  void add(std::span<const T> values) {
    static_assert(sizeof(T) % sizeof(float) == 0);
    for (const std::byte byte : std::as_bytes(values))
      hash_ = (hash_ ^ static_cast<std::uint64_t>(byte)) * 0x100000001B3ull;
    floats_ += values.size_bytes() / sizeof(float);
  }
  void print(const char* step) const {
    std::printf("%-16s %8llu floats  %016llx\n", step, static_cast<unsigned long long>(floats_),
                static_cast<unsigned long long>(hash_));
  }

 private:
  std::uint64_t hash_ = 0xCBF29CE484222325ull;
  std::uint64_t floats_ = 0;
};

struct Mesh {
  SkinnedMesh mesh;
  SkinView skin;
};

// Everything in a pack, with decoded clips.
struct Figure {
  PackView pack;
  std::list<Bytes> hot;
  std::vector<ClipView> clips;
  std::vector<Mesh> meshes;

  explicit Figure(ByteSpan bytes) {
    require(PackView::open(bytes, pack).ok(), "the pack does not open");
    for (std::uint32_t i = 0; i < pack.section_count(); ++i) add(i);
    require(clips.size() >= 2 && !meshes.empty(), "the pack needs two clips and a mesh");
  }
  const Skeleton& skeleton() const { return pack.skeleton(); }

 private:
  void add(std::uint32_t index) {
    const PackSection section = pack.section(index);
    if (section.kind == SectionKind::clip)
      require(read_clip(section.bytes, clips.emplace_back()).ok(), "a clip does not open");
    if (section.kind == SectionKind::stored_clip) {
      hot.emplace_back(decoded_size(section.bytes));
      require(decode_clip(section.bytes, hot.back().span(), clips.emplace_back()).ok(),
              "a clip does not decode");
    }
    if (section.kind == SectionKind::mesh) {
      Mesh& mesh = meshes.emplace_back();
      require(read_skinned_mesh(section.bytes, mesh.mesh).ok() &&
                  read_skin(pack.skin_of(index).bytes, skeleton(), mesh.skin).ok(),
              "a mesh does not open");
    }
  }
};

using Pose = std::vector<SoaTransform>;

// No time falls on a frame, so that every pose is interpolated.
constexpr float kMoments[] = {0.013f, 0.19f, 0.37f, 0.501f, 0.74f, 0.968f};

Pose sampled(const Figure& figure, const ClipView& clip, float part) {
  Pose pose(figure.skeleton().block_count());
  SampleJob job;
  job.skeleton = &figure.skeleton();
  job.clip = &clip;
  job.time_s = part * clip.duration_s;
  job.out_local_pose = pose;
  must(job.run(), "SampleJob");
  return pose;
}

Pose blended(const Figure& figure, const Pose& from, const Pose& to, float weight) {
  Pose pose(from.size());
  const BlendLayer layers[] = {{from, 1 - weight, {}}, {to, weight, {}}};
  BlendJob job;
  job.skeleton = &figure.skeleton();
  job.layers = layers;
  job.out_local_pose = pose;
  must(job.run(), "BlendJob");
  return pose;
}

std::vector<Affine> model_from_joint(const Figure& figure, const Pose& pose) {
  std::vector<Affine> matrices(figure.skeleton().joint_count());
  LocalToModelJob job;
  job.skeleton = &figure.skeleton();
  job.local_pose = pose;
  job.out_model_from_joint = matrices;
  must(job.run(), "LocalToModelJob");
  return matrices;
}

std::vector<Affine> palette(const SkinView& skin, std::span<const Affine> matrices) {
  std::vector<Affine> entries(skin.size());
  PaletteJob job;
  job.skin = &skin;
  job.model_from_joint = matrices;
  job.out_palette = entries;
  must(job.run(), "PaletteJob");
  return entries;
}

template <class Job>
void skin(const SkinnedMesh& mesh, std::span<const Affine> entries, Hash& hash) {
  const Bytes scratch(Job::scratch_bytes(mesh.palette_size));
  std::vector<float> positions(std::size_t{3} * mesh.vertex_count), normals(positions.size());
  Job job;
  job.mesh = &mesh;
  job.palette = entries;
  job.scratch = scratch.span();
  job.out.positions = positions;
  if (mesh.has_normals != 0) job.out.normals = normals;
  must(job.run(), "skinning");
  hash.add<float>(positions);
  hash.add<float>(normals);
}

void play_one(const Figure& figure) {
  Hash local, blend, model, entries, linear, dual;
  const Pose* before = nullptr;
  std::list<Pose> poses;
  for (const ClipView& clip : figure.clips)
    for (const float moment : kMoments) {
      const Pose& pose = poses.emplace_back(sampled(figure, clip, moment));
      local.add<SoaTransform>(pose);
      const Pose mixed = blended(figure, before != nullptr ? *before : pose, pose, moment);
      blend.add<SoaTransform>(mixed);
      before = &pose;
      const std::vector<Affine> matrices = model_from_joint(figure, mixed);
      model.add<Affine>(matrices);
      for (const Mesh& mesh : figure.meshes) {
        const std::vector<Affine> its_palette = palette(mesh.skin, matrices);
        entries.add<Affine>(its_palette);
        if (moment != kMoments[3]) continue;  // skinning at one time per clip is enough
        skin<LinearSkinningJob>(mesh.mesh, its_palette, linear);
        skin<DualQuaternionSkinningJob>(mesh.mesh, its_palette, dual);
      }
    }
  local.print("local poses");
  blend.print("blended poses");
  model.print("model matrices");
  entries.print("palettes");
  linear.print("linear skinning");
  dual.print("dual quaternions");
}

// With 61 instances, the last group of eight is incomplete.
void play_crowd(const Figure& figure) {
  constexpr std::uint32_t kInstances = 61;
  const CrowdRig rigs[] = {{&figure.skeleton(), figure.clips, nullptr}};
  const std::uint32_t size = rigs[0].output_size();
  std::vector<CrowdInstance> instances;
  std::vector<PoseListEntry> layers;
  for (std::uint32_t i = 0; i < kInstances; ++i) {
    CrowdInstance instance;
    instance.first_layer = 2 * i;
    instance.layer_count = 2;
    instance.first_output = i * size;
    instances.push_back(instance);
    for (std::uint32_t layer = 0; layer < 2; ++layer) {
      PoseListEntry& added = layers.emplace_back();
      added.clip = static_cast<std::uint16_t>((i + 3 * layer) % figure.clips.size());
      added.weight = layer == 0 ? 0.7f : 0.1f + 0.01f * static_cast<float>(i);
      added.time_s = 0.037f * static_cast<float>(i);
    }
  }
  std::vector<Affine> matrices(std::size_t{kInstances} * size);
  const Bytes scratch(crowd_scratch_bytes(rigs));
  CrowdJob job;
  job.rigs = rigs;
  job.instances = instances;
  job.layers = layers;
  job.out_matrices = matrices;
  job.scratch = scratch.span();
  must(job.run(), "CrowdJob");
  Hash hash;
  hash.add<Affine>(matrices);
  hash.print("crowd");
}

// Plays 61 characters with random inputs for ten seconds.
void play_graph(const Figure& figure, ByteSpan blob) {
  constexpr std::uint32_t kInstances = 61;
  constexpr int kUpdates = 600;
  GraphRecords graph;
  require(read_graph(blob, graph).ok(), "a graph does not open");
  std::list<std::vector<GraphClipEvent>> events;
  std::vector<GraphClip> clips;
  for (const ClipView& clip : figure.clips)
    clips.push_back(graph_clip(graph, clip, events.emplace_back(clip.events.size())));
  require(check_clips(graph, clips).ok(), "a graph does not fit its clips");

  std::vector<double> states(kInstances * graph.state_bytes / sizeof(double));
  const std::span<std::byte> blocks = std::as_writable_bytes(std::span(states));
  std::vector<PoseListEntry> lines(std::size_t{kInstances} * graph.max_entries);
  std::vector<std::uint8_t> counts(kInstances);
  std::vector<RigidMotion> roots(kInstances);
  std::vector<GraphEvent> memory(100000);
  GraphEvents reported{memory};
  GraphUpdateJob job;
  job.graph = &graph;
  job.clips = clips;
  job.dt_s = 1.0 / 60;
  job.states = blocks;
  job.out_lists = lines;
  job.out_entry_counts = counts;
  job.out_root_motion = roots;
  job.out_events = {&reported, 1};
  for (std::uint32_t i = 0; i < kInstances; ++i)
    start(graph, blocks.subspan(i * graph.state_bytes, graph.state_bytes));

  Hash kept, lists, motion;
  std::uint32_t random = 1;
  const auto next = [&] { return (random = random * 1664525u + 1013904223u) >> 16; };
  for (int update = 0; update < kUpdates; ++update) {
    for (std::uint32_t i = 0; i < kInstances; ++i) {
      if (next() % 32 != 0) continue;
      const std::span<std::byte> state = blocks.subspan(i * graph.state_bytes, graph.state_bytes);
      const std::uint32_t index = next() % static_cast<std::uint32_t>(graph.parameters.size());
      const GraphParameterRecord& parameter = graph.parameters[index];
      if (parameter.type == GraphParameterType::trigger)
        fire(graph, state, index);
      else
        set(graph, state, index,
            parameter.min + (parameter.max - parameter.min) * static_cast<float>(next() % 256) / 255);
    }
    reported.count = 0;
    must(job.run(), "GraphUpdateJob");
    kept.add<double>(states);
    motion.add<RigidMotion>(roots);
    for (std::uint32_t i = 0; i < kInstances; ++i)
      lists.add<PoseListEntry>(std::span(lines).subspan(std::size_t{i} * graph.max_entries, counts[i]));
    for (const GraphEvent& event : std::span(memory).first(reported.count))
      lists.add<double>({&event.at_s, 1});
  }
  kept.print("graph states");
  lists.print("graph lists");
  motion.print("root motion");
}

void play_graphs(const Figure& figure) {
  std::uint32_t graphs = 0;
  for (std::uint32_t i = 0; i < figure.pack.section_count(); ++i) {
    const PackSection section = figure.pack.section(i);
    if (section.kind != SectionKind::graph) continue;
    ++graphs;
    play_graph(figure, section.bytes);
  }
  require(graphs != 0, "the pack has no graph");
}

void choose_vectors() {
#if HWY_ARCH_X86
  if ((hwy::SupportedTargets() & HWY_AVX2) == 0) {
    std::puts("no AVX2 here");
    std::exit(77);
  }
  hwy::SetSupportedTargetsForTest(HWY_AVX2);
  hwy::GetChosenTarget().Update(HWY_AVX2);
  std::fputs("vectors: AVX2\n", stderr);
#else
  std::fprintf(stderr, "vectors: %s\n", hwy::TargetName(HWY_STATIC_TARGET));
#endif
}

}  // namespace

int main(int argc, char** argv) {
  static_assert(std::endian::native == std::endian::little);
  require(argc == 3, "usage: poses PACK PACK_WITH_GRAPH");
  choose_vectors();
  const Bytes bytes = read_file(argv[1]);
  const Figure figure(bytes.span());
  play_one(figure);
  play_crowd(figure);
  const Bytes whole = read_file(argv[2]);
  play_graphs(Figure(whole.span()));
}
