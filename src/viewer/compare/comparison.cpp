#include "viewer/compare/comparison.h"

#include <algorithm>
#include <cmath>

#include "viewer/command/internal/actions.h"
#include "viewer/document/internal/file_list.h"
#include "viewer/document/upright.h"
#include "viewer/playing/internal/playing.h"
#include "viewer/playing/internal/timeline.h"

namespace skelter {
namespace {

constexpr std::size_t kMaxMoments = 480;
constexpr const char* kNothingInCommon = "The models have no joint names in common; nothing can be compared";

const Document* other_document(const ViewerData& data) {
  const CompareState& compare = data.state.compare;
  if (compare.with != CompareWith::file) return data.document();
  return compare.file < data.documents.size() ? data.documents[compare.file].get() : nullptr;
}

bool is_current(const ViewerData& data, const Comparison& comparison) {
  return comparison.wanted == data.state.compare && comparison.shown == data.document_number() &&
         comparison.clip == data.state.clip && comparison.other_number == number_of(other_document(data));
}

void begin_comparison(ViewerData& data) {
  auto made = std::make_unique<Comparison>();
  made->wanted = data.state.compare;
  made->shown = data.document_number();
  made->clip = data.state.clip;
  made->other = other_document(data);
  made->other_number = number_of(made->other);
  if (made->other == nullptr)
    made->problem = data.state.compare.file < data.documents.size() ? "The other file is being read."
                                                                    : "The other file is not open.";
  else
    made->pairs = joint_pairs(data.document()->scene, data.document()->bones, made->other->scene);
  if (data.state.compare.with == CompareWith::compiled && data.state.clip != kNone) {
    const Result<void> ready = data.document()->actor->prepare({data.state.clip, false});
    made->problem = ready ? std::string() : to_string(ready.error());
    data.shown_pose = {};
  }
  data.comparison = std::move(made);
}

Pose pose_of_clip(const Scene& scene, std::uint32_t clip, double time_s, EvaluateOptions options) {
  if (clip >= scene.clips.size()) return rest_pose(scene);
  options.loop = Loop::loop;
  // The end of a clip does not wrap to its beginning.
  if (time_s == scene.clips[clip].duration_s) options.loop = Loop::once;
  return evaluate(scene, clip, time_s, options);
}

void compare_now(ViewerData& data, Comparison& comparison) {
  const Document& shown = *data.document();
  comparison.other_pose = other_pose_at(data, comparison, data.state.timeline.time_s);
  const std::vector<PosedPrimitive> other_posed =
      posed_primitives(comparison.other->scene, comparison.other_pose);
  data.posed = posed_primitives(shown.scene, node_pose(data));
  comparison.vertices = vertex_difference(data.posed, other_posed);
  comparison.joints = joint_difference(comparison.pairs, node_pose(data), comparison.other_pose);
  const double largest = comparison.vertices ? comparison.vertices->largest : comparison.joints.largest;
  const double mm = millimetres(shown).per_unit;
  comparison.hot = round_up(largest * mm) / mm;
}

}  // namespace

std::vector<double> times_of_clip(const ViewerData& data) {
  const double duration_s = data.duration_s();
  const double rate = 4 * data.document()->frame_rate(data.state.clip);
  const auto count = std::clamp<std::size_t>(static_cast<std::size_t>(duration_s * rate) + 1, 2, kMaxMoments);
  std::vector<double> times_s;
  for (std::size_t i = 0; i < count; ++i) times_s.push_back(duration_s * double(i) / double(count - 1));
  return times_s;
}

Pose other_pose_at(const ViewerData& data, const Comparison& comparison, double time_s) {
  const CompareState& compare = data.state.compare;
  const bool compiled = compare.with == CompareWith::compiled;
  return upright(pose_of_clip(comparison.other->scene, compiled ? data.state.clip : compare.clip, time_s,
                              data.options.evaluate),
                 data.up_of(*comparison.other));
}

void update_comparison(ViewerData& data) {
  if (data.state.compare.with == CompareWith::nothing || data.document() == nullptr) {
    data.comparison.reset();
    return;
  }
  // In a window, go_on_reading() reads the file in the background.
  if (const CompareState& compare = data.state.compare;
      compare.with == CompareWith::file && compare.file < data.documents.size() &&
      !data.documents[compare.file] && !reads_in_background(data)) {
    const std::uint32_t file = compare.file;
    if (const Result<Document*> read = read_listed(data, file); !read) {
      say(data, read.error());
      unlist_file(data, file);  // also ends the comparison
      data.comparison.reset();
      return;
    }
  }
  if (!data.comparison || !is_current(data, *data.comparison)) begin_comparison(data);
  Comparison& comparison = *data.comparison;
  if (!comparison.is_shown()) return;
  compare_now(data, comparison);
  comparison.nothing_in_common = !comparison.vertices && comparison.joints.compared == 0;
  comparison.problem = comparison.nothing_in_common ? kNothingInCommon : "";
  update_error_curve(data);
}

std::optional<WorstTime> find_worst_time(ViewerData& data) {
  if (!data.comparison || !data.comparison->problem.empty() || data.state.clip == kNone) return std::nullopt;
  WorstTime worst{0, -1};
  data.state.timeline.playing = false;
  for (const double time_s : times_of_clip(data)) {
    data.state.timeline.time_s = time_s;
    data.shown_pose = {};
    compare_now(data, *data.comparison);
    const Comparison& now = *data.comparison;
    const double difference = now.vertices ? now.vertices->largest : now.joints.largest;
    if (difference > worst.difference) worst = {data.state.timeline.time_s, difference};
  }
  seek(data.state.timeline, worst.time_s, data.duration_s());
  data.shown_pose = {};
  compare_now(data, *data.comparison);
  if (data.comparison->joints.worst != kNone) select_node(data, data.comparison->joints.worst);
  return worst;
}

}  // namespace skelter
