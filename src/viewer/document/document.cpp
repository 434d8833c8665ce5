#include "viewer/document/document.h"

#include <atomic>
#include <cmath>

#include "compile/internal/pack_graphs.h"
#include "compile/internal/reference_pose.h"
#include "scene/edit/internal/up_axis.h"
#include "skelter/picture/picture.h"
#include "skelter/render/textures.h"
#include "skelter/scene/size.h"
#include "viewer/graph/open_graph.h"
#include "viewer/playing/internal/stopwatch.h"
#include "viewer/playing/internal/timeline.h"
#include "viewer/report/internal/scene_check.h"

namespace skelter {

const Bounds& Document::motion(std::uint32_t clip, const EvaluateOptions& options) const {
  motions_.resize(scene.clips.size() + 1);
  std::optional<Bounds>& bounds = motions_[clip == kNone ? scene.clips.size() : clip];
  if (bounds) return *bounds;
  const auto pose_at = [&](double time_s) {
    return clip == kNone ? rest_pose(scene) : evaluate(scene, clip, time_s, options);
  };
  bounds = motion_bounds(scene, pose_at, 0, duration_s(clip));
  return *bounds;
}

double Document::frame_rate(std::uint32_t clip) const {
  rates_.resize(scene.clips.size());
  std::optional<double>& rate = rates_[clip];
  if (!rate) rate = frames_per_second(scene.clips[clip]);
  return *rate;
}

Result<std::unique_ptr<Document>> open_document(const std::string& path, const FileReading& reading,
                                                const ViewerOptions& options) {
  static std::atomic<std::uint64_t> opened{0};
  auto document = std::make_unique<Document>();
  document->number = ++opened;
  document->path = path;
  document->stamp = file_stamp(path);
  document->reading = reading;
  const Stopwatch read;
  Pack pack;
  Result<Scene> scene = options.services.read(path, reading, &pack);
  if (!scene) return scene.error();
  document->scene = std::move(*scene);
  document->read_ms = read.ms();
  document->diagnostics = document->scene.diagnostics;
  if (const auto playable = check_playable(document->scene, options.max_upload_bytes, document->diagnostics);
      !playable)
    return playable.error();
  const Stopwatch decoding;
  document->textures = load_textures(document->scene, document->diagnostics, options.textures);
  document->textures_ms = decoding.ms();
  document->totals = totals(document->scene);
  document->bones = bone_nodes(document->scene);
  document->morphs = named_morphs(document->scene);
  std::vector<std::uint32_t> far_parts;
  const Pose rest = rest_pose(document->scene);
  (void)motion_bounds(
      document->scene, [&](double) { return rest; }, 0, 0, &far_parts);
  note_far_parts(document->scene, far_parts, document->diagnostics);
  document->extent = scene_size(document->scene);
  const double up_z = guess_up(document->scene).z;
  document->guessed_up = up_z > 0 ? UpAxis::z : up_z < 0 ? UpAxis::minus_z : UpAxis::y;
  if (pack.is_open()) document->graphs = graphs_of_pack(pack.view());
  ActorOptions playing;
  playing.source = options.evaluate;
  playing.source.loop = Loop::once;  // the timeline wraps times itself
  playing.most_keys = options.most_keys_to_compile;
  playing.meshes = true;
  auto actor = Actor::create(document->scene, std::move(pack), playing);
  if (!actor) return actor.error();
  document->actor = std::move(*actor);
  return document;
}

bool has_changed(const Document& document) {
  const auto now = file_stamp(document.path);
  return now && now != document.stamp;
}

Millimetres millimetres(const Document& document) {
  constexpr double kAssumedHeight_mm = 1800;
  if (document.scene.metres_per_unit) return {*document.scene.metres_per_unit * 1000, false};
  return {kAssumedHeight_mm / document.extent, true};
}

}  // namespace skelter
