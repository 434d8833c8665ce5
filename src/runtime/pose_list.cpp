#include "skelter/runtime/pose_list.h"

#include <cmath>

#include "runtime/internal/list_mix.h"
#include "skelter/runtime/clip.h"

namespace skelter {
namespace {

using namespace list;

// Clips without an entry are not checked: another thread may be preparing them.
const char* wrong_item(const PoseListEntry& line, const Skeleton& skeleton, ArrayView<ClipView> clips) {
  if (line.clip >= clips.size()) return "an entry refers to a clip that does not exist";
  if (!clips[line.clip].made_for(skeleton)) return "a clip was made for a different skeleton";
  if (line.weight < 0 && !clips[line.clip].additive())
    return "the weight of a non-additive entry is negative";
  return nullptr;
}

// A stage inside the range of another stage must lie on one side of that stage's split, together with all
// entries that it covers.
const char* wrong_stage(std::span<const PoseListEntry> lines, std::size_t index) {
  const PoseListEntry& stage = lines[index];
  if (stage.weight < 0) return "the weight of a stage is negative";
  if (stage.partial > 1) return "the partial flag of a stage is not 0 or 1";
  if (stage.begin > stage.split || stage.split > index)
    return "a stage covers entries that are not before it";
  for (std::size_t i = stage.begin; i < index; ++i)
    if (is_stage(lines[i]) && lines[i].begin < (i < stage.split ? stage.begin : stage.split))
      return "a stage splits the entries of another stage";
  return nullptr;
}

}  // namespace

Problem check_list(const Skeleton& skeleton, ArrayView<ClipView> clips,
                   std::span<const PoseListEntry> lines) {
  if (lines.size() > kMaxPoseListEntries) return {Status::limit_exceeded, "a list has more than 32 entries"};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const PoseListEntry& line = lines[i];
    const char* wrong = nullptr;
    if (!std::isfinite(line.weight))
      wrong = "the weight of an entry is not a number";
    else if (line.mask != kNone16 && line.mask >= skeleton.mask_count())
      wrong = "an entry refers to a mask that does not exist";
    else if (line.loop > Loop::pingpong)
      wrong = "an entry has an unknown loop mode";
    else
      wrong = is_stage(line) ? wrong_stage(lines, i) : wrong_item(line, skeleton, clips);
    if (wrong != nullptr) return {Status::invalid_argument, wrong};
  }
  return {};
}

}  // namespace skelter
