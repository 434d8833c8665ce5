#pragma once
// The bundled mannequin with its graph, played with only the jobs: GraphUpdateJob, PoseListJob and
// LocalToModelJob. Root motion is accumulated.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "play/data_of.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/formats/x/read.h"
#include "skelter/play/graph_update_job.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/pose_list_job.h"
#include "skelter/system/file.h"

namespace skelter::test {

inline std::string asset_text(const std::string& path) {
  const std::vector<std::byte> bytes = must(read_file(path));
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The mannequin, compiled with its own configuration but without the meshes.
struct MannequinAssets {
  CharacterData data;
  GraphRecords graph;
  std::vector<std::vector<GraphClipEvent>> events;
  std::vector<GraphClip> clips;

  MannequinAssets() : data(make()) {
    EXPECT_TRUE(data.prepare_all().ok());
    const Problem problem = read_graph(data.pack().find(SectionKind::graph, 0).bytes, graph);
    EXPECT_TRUE(problem.ok()) << problem.what;
    for (const ClipView& clip : data.clips()) {
      events.emplace_back(clip.events.size());
      clips.push_back(graph_clip(graph, clip, events.back()));
    }
  }
  static CharacterData make() {
    const std::string folder = SKELTER_SOURCE_DIR "/assets/";
    const Scene scene = must(read_x_file(folder + "mannequin.x"));
    CompileSettings settings =
        must(read_compile_settings(asset_text(folder + "mannequin.json"), folder + "mannequin.json", scene));
    settings.add_meshes = false;
    settings.store_clips = false;
    settings.read_text = [](const std::string& file) { return Result<std::string>(asset_text(file)); };
    CompiledPack pack = must(compile_scene(scene, settings));
    EXPECT_TRUE(pack.diagnostics.empty()) << to_string(pack.diagnostics.entries().front());
    return must(CharacterData::create(pack_of(std::move(pack.bytes))));
  }
};
inline const MannequinAssets& mannequin_assets() {
  static const MannequinAssets assets;
  return assets;
}

class MannequinHero {
 public:
  MannequinHero()
      : assets_(mannequin_assets()),
        state_(assets_.graph.state_bytes / 8),
        lines_(assets_.graph.max_entries),
        left_(assets_.graph.max_entries),
        scratch_(pose_list_scratch_bytes(assets_.data.skeleton())),
        local_pose(assets_.data.skeleton().rest_pose.size()),
        model_from_joint(assets_.data.skeleton().joint_count()) {
    start(assets_.graph, bytes());
    update(0);
  }

  void set(std::string_view parameter, float value) {
    skelter::set(assets_.graph, bytes(), find_parameter(assets_.graph, parameter), value);
  }
  void fire(std::string_view parameter) {
    skelter::fire(assets_.graph, bytes(), find_parameter(assets_.graph, parameter));
  }
  double value(std::string_view parameter) {
    return double{skelter::value(assets_.graph, bytes(), find_parameter(assets_.graph, parameter))};
  }
  void update(double dt_s) {
    std::uint8_t count = 0;
    RigidMotion step;
    GraphUpdateJob job;
    job.graph = &assets_.graph;
    job.clips = assets_.clips;
    job.dt_s = dt_s;
    job.states = bytes();
    job.out_lists = lines_;
    job.out_entry_counts = {&count, 1};
    job.out_root_motion = {&step, 1};
    ASSERT_EQ(job.run(), Status::ok);
    list = {lines_.data(), count};
    world_from_character = moved(world_from_character, step);
    PoseListJob pose;
    pose.skeleton = &assets_.data.skeleton();
    pose.clips = assets_.data.clips();
    pose.lines = list;
    pose.scratch = {scratch_.data(), scratch_.size()};
    pose.out_local_pose = local_pose;
    ASSERT_EQ(pose.run(), Status::ok);
    LocalToModelJob model;
    model.skeleton = &assets_.data.skeleton();
    model.local_pose = local_pose;
    model.out_model_from_joint = model_from_joint;
    ASSERT_EQ(model.run(), Status::ok);
  }
  // World position of a point that is given in the space of a joint.
  Vec3d world(std::uint32_t joint, const Vec3d& point) const {
    const Vec3d model = transform_point(to_double(to_mat4(model_from_joint[joint])), point);
    return rotate(world_from_character.rotation, model) + world_from_character.translation;
  }
  std::string_view clip_name(std::uint32_t clip) const { return assets_.data.clip_name(clip); }

 private:
  std::span<std::byte> bytes() { return std::as_writable_bytes(std::span(state_)); }

  const MannequinAssets& assets_;
  std::vector<double> state_;
  std::vector<PoseListEntry> lines_, left_;
  AlignedBytes scratch_;

 public:
  std::vector<SoaTransform> local_pose;
  std::vector<Affine> model_from_joint;
  std::span<const PoseListEntry> list;
  RigidMotion world_from_character;
};

}  // namespace skelter::test
