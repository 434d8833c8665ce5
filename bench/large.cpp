// Scenes that are large in one respect. A skeleton of 5,000 joints: sampling and model matrices, for one
// character and for a crowd of 100, compared with the classic algorithm (ozz supports at most 1,024 joints).
// A face of 10,000 vertices with 52 morph targets (positions and normals), compared with plain loops. For
// load times of similar files, see bench load and bench load_gltf. Contenders of a row run interleaved in one
// process; ratios are of medians.
//
//   bench_large [--csv FILE]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "baseline/classic.h"
#include "cli/internal/measure.h"
#include "compile/build_clip/internal/clip.h"
#include "compile/build_mesh/internal/skinned_mesh.h"
#include "compile/build_skeleton/internal/skeleton.h"
#include "crowd_rig.h"
#include "large_scenes.h"
#include "measured_row.h"
#include "moments.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/crowd/crowd_job.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/sample_job.h"
#include "skelter/scene/validate.h"
#include "skelter/skinning/linear_skinning_job.h"
#include "taken.h"

namespace skelter::bench {
namespace {

Scene valid(Scene scene) {
  expect(validate(scene));
  return scene;
}

// --- 5,000 joints ----------------------------------------------------------------------------------------

// Instances of one clip, each at a different time.
class ManyJoints {
 public:
  ManyJoints(const SkeletonBuild& skeleton, const ClipView& clip, std::uint32_t instances)
      : skeleton_(skeleton.skeleton.view), clip_(clip), moments_(random_moments({&clip_, 1}, instances, 1)) {
    rig_.skeleton = &skeleton_;
    rig_.clips = {&clip_, 1};
    scratch_ = AlignedBytes(crowd_scratch_bytes({&rig_, 1}));
    out_.resize(std::size_t{instances} * rig_.output_size());
    for (std::uint32_t i = 0; i < instances; ++i) {
      CrowdInstance instance;
      instance.first_layer = i;
      instance.layer_count = 1;
      instance.first_output = i * rig_.output_size();
      instances_.push_back(instance);
    }
    pose_.assign(skeleton_.rest_pose.begin(), skeleton_.rest_pose.end());
    classic_skeleton_ = make_classic(skeleton_);
    classic_clip_ = make_classic(skeleton_, clip_);
    classic_pose_ = classic_skeleton_.rest;
    cursors_.resize(instances);
  }

  void advance() {
    for (ClipMoment& moment : moments_) step(moment, {&clip_, 1});
  }
  void by_crowd() {
    layers_.clear();
    for (const ClipMoment& moment : moments_) {
      PoseListEntry layer;
      layer.clip = 0, layer.weight = 1, layer.time_s = moment.time_s;
      layers_.push_back(layer);
    }
    CrowdJob job;
    job.rigs = {&rig_, 1};
    job.instances = instances_;
    job.layers = layers_;
    job.out_matrices = out_;
    job.scratch = {scratch_.data(), scratch_.size()};
    if (job.run() != Status::ok) std::abort();
  }
  void by_single_jobs() {
    for (std::size_t i = 0; i < moments_.size(); ++i) {
      SampleJob sample;
      sample.skeleton = &skeleton_;
      sample.clip = &clip_;
      sample.time_s = moments_[i].time_s;
      sample.out_local_pose = pose_;
      LocalToModelJob hierarchy;
      hierarchy.skeleton = &skeleton_;
      hierarchy.local_pose = pose_;
      hierarchy.out_model_from_joint = of(i);
      if (sample.run() != Status::ok || hierarchy.run() != Status::ok) std::abort();
    }
  }
  void by_classic() {
    for (std::size_t i = 0; i < moments_.size(); ++i) {
      sample(classic_clip_, moments_[i].time_s, cursors_[i], classic_pose_);
      local_to_model(classic_skeleton_, classic_pose_, of(i));
    }
  }
  const std::vector<Affine>& matrices() const { return out_; }

 private:
  std::span<Affine> of(std::size_t instance) {
    return std::span(out_).subspan(instances_[instance].first_output, rig_.output_size());
  }

  const Skeleton& skeleton_;
  ClipView clip_;
  std::vector<ClipMoment> moments_;
  CrowdRig rig_;
  std::vector<CrowdInstance> instances_;
  std::vector<PoseListEntry> layers_;
  std::vector<Affine> out_;
  AlignedBytes scratch_;
  std::vector<SoaTransform> pose_;
  ClassicSkeleton classic_skeleton_;
  ClassicClip classic_clip_;
  std::vector<Transform> classic_pose_;
  std::vector<ClassicCursor> cursors_;
};

void run_many_joints(ResultFile& results) {
  const Scene scene = valid(many_nodes_scene());
  const SkeletonBuild skeleton = taken(build_skeleton(scene));
  const ClipBuild clip = taken(build_clip(scene, 0, skeleton));
  for (const std::uint32_t instances : {1u, 100u}) {
    ManyJoints crowd(skeleton, clip.clip.view, instances), single(skeleton, clip.clip.view, instances),
        classic(skeleton, clip.clip.view, instances);
    crowd.by_crowd(), single.by_single_jobs(), classic.by_classic();
    for (const ManyJoints* other : {&single, &classic})
      if (largest_difference(crowd.matrices(), other->matrices()) > 1e-4f) std::abort();
    measure_row(results, "5000 joints; " + std::to_string(instances) + " instances",
                {{"skelter", [&] { crowd.by_crowd(); }, [&] { crowd.advance(); }},
                 {"skelter: single jobs", [&] { single.by_single_jobs(); }, [&] { single.advance(); }},
                 {"classic", [&] { classic.by_classic(); }, [&] { classic.advance(); }}},
                "ns per joint", 1e9 / (1.0 * instances * skeleton.skeleton.view.joint_count()));
  }
}

// --- faces -----------------------------------------------------------------------------------------------

struct Vertex {
  Vec3 position, normal;
};

// Morph targets as plain lists of offsets.
struct PlainFace {
  struct Offset {
    std::uint32_t vertex = 0;
    Vertex by;
  };
  std::vector<Vertex> rest;
  std::vector<std::vector<Offset>> moved;  // per target, the vertices that it moves
  std::vector<std::vector<Vertex>> all;    // per target, all vertices

  explicit PlainFace(const Primitive& p) {
    for (std::size_t v = 0; v < p.positions.size(); ++v) rest.push_back({p.positions[v], p.normals[v]});
    for (const MorphTarget& target : p.morphs) {
      moved.emplace_back();
      all.emplace_back();
      for (std::uint32_t v = 0; v < rest.size(); ++v) {
        const Vertex by{target.position_offsets[v], target.normal_offsets[v]};
        all.back().push_back(by);
        if (length(by.position) > 0 || length(by.normal) > 0) moved.back().push_back({v, by});
      }
    }
  }
  void morph_moved(std::span<const float> weights, std::vector<Vertex>& out) const {
    out = rest;
    for (std::size_t t = 0; t < weights.size(); ++t) {
      if (weights[t] == 0) continue;
      for (const Offset& offset : moved[t]) add(out[offset.vertex], offset.by, weights[t]);
    }
  }
  void morph_all(std::span<const float> weights, std::vector<Vertex>& out) const {
    out = rest;
    for (std::size_t t = 0; t < weights.size(); ++t) {
      if (weights[t] == 0) continue;
      for (std::size_t v = 0; v < out.size(); ++v) add(out[v], all[t][v], weights[t]);
    }
  }

 private:
  static void add(Vertex& out, const Vertex& by, float weight) {
    out.position = out.position + by.position * weight;
    out.normal = out.normal + by.normal * weight;
  }
};

// Compares the job's rows, which contain four vertices each, with a list of vertices.
float difference_from_plain(const SkinnedMesh& mesh, std::span<const float> rows,
                            std::span<const Vertex> plain) {
  float most = 0;
  for (std::uint32_t v = 0; v < mesh.vertex_count; ++v) {
    const float* lane = rows.data() + v / kMeshBlock * mesh.floats_per_block() + v % kMeshBlock;
    const Vertex& expected = plain[mesh.source_vertex[v]];
    const float values[6] = {expected.position.x, expected.position.y, expected.position.z,
                             expected.normal.x,   expected.normal.y,   expected.normal.z};
    for (std::size_t r = 0; r < 6; ++r) most = std::max(most, std::abs(lane[r * kMeshBlock] - values[r]));
  }
  return most;
}

void run_face(ResultFile& results) {
  const Scene scene = valid(face_scene());
  const SkinnedMeshBuild built = taken(build_skinned_mesh(scene, 0, 0, 0));
  const SkinnedMesh& mesh = built.mesh.view;
  const PlainFace plain(scene.meshes[0].primitives[0]);
  for (const std::uint32_t in_use : {8u, kFaceTargets}) {
    std::vector<float> weights(kFaceTargets, 0.0f);
    for (std::uint32_t i = 0; i < in_use; ++i)
      weights[i * kFaceTargets / in_use] = 0.2f + 0.01f * static_cast<float>(i);
    AlignedBytes memory(mesh.vertices.size_bytes());
    const std::span<float> rows(reinterpret_cast<float*>(memory.data()), mesh.vertices.size());
    MorphJob job;
    job.mesh = &mesh;
    job.weights = weights;
    job.out_vertices = rows;
    std::vector<Vertex> by_moved, by_all;
    const auto run_job = [&] {
      if (job.run() != Status::ok) std::abort();
    };
    run_job();
    plain.morph_moved(weights, by_moved);
    plain.morph_all(weights, by_all);
    if (difference_from_plain(mesh, rows, by_moved) > 1e-5f ||
        difference_from_plain(mesh, rows, by_all) > 1e-5f)
      std::abort();
    measure_row(results, "face; " + std::to_string(in_use) + " of 52 targets",
                {{"skelter", run_job},
                 {"plain: moved vertices", [&] { plain.morph_moved(weights, by_moved); }},
                 {"plain: all vertices", [&] { plain.morph_all(weights, by_all); }}},
                "us", 1e6);
  }
}

int run(int argc, char** argv) {
  ResultFile results("large", argc, argv);
  std::printf("medians (least), and over ours\n\n");
  run_many_joints(results);
  run_face(results);
  return 0;
}

}  // namespace
}  // namespace skelter::bench

int main(int argc, char** argv) {
  return skelter::bench::run(argc, argv);
}
