#include "play/character_pose.h"

#include <algorithm>
#include <utility>

#include "runtime/internal/format/clip_records.h"
#include "runtime/internal/format/pack_records.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/pose_list_job.h"

namespace skelter::play_state {

CharacterPose::CharacterPose(const CharacterData& data, std::size_t most_lines, bool whole,
                             const CharacterPose* shares)
    : data_(data),
      skeleton_(data.skeleton()),
      clips_(data.clips()),
      difference_(skeleton_),
      world_from_model_(translation_matrix(data.pack().origin())) {
  local_.assign(skeleton_.rest_pose.begin(), skeleton_.rest_pose.end());
  model_.resize(skeleton_.joint_count());
  const std::size_t list_bytes = pose_list_scratch_bytes(skeleton_, most_lines);
  if (shares != nullptr && shares->scratch_->list.size() >= list_bytes)
    scratch_ = shares->scratch_;
  else
    scratch_ = std::make_shared<Scratch>(skeleton_, list_bytes);
  palettes_.skins = data.skins();
  if (!whole) return;
  const ModelShape shape = data.shape();
  palettes_.ranges = shape.skins;
  palettes_.matrices.resize(shape.matrix_count);
  palettes_.made = skins_with_palettes(shape);
  add_morph_weights(shape);
}

// Adds the morph weights in the order of ModelShape::rest_morph_weights.
void CharacterPose::add_morph_weights(const ModelShape& shape) {
  std::uint32_t node = 0;
  for (const PackNode& record : data_.pack().scene().nodes) {
    for (std::uint32_t target = 0; target < record.weight_count; ++target)
      append_scalar({{}, node, target, 0, shape.rest_morph_weights[scalars_.values.size()]});
    ++node;
  }
  scalars_.morph_count = scalars_.values.size();
  find_all_tracks();
}

void CharacterPose::show(std::span<const PoseListEntry> lines, std::uint32_t lod) {
  for (std::size_t i = 0; i < scalars_.values.size(); ++i) scalars_.values[i] = scalars_.options[i].without;
  pose(lines, lod, local_, scalars_.values);
  difference_.add_to(local_, 0);
}

// All inputs have been checked, so the job succeeds.
void CharacterPose::pose(std::span<const PoseListEntry> lines, std::uint32_t lod, std::span<SoaTransform> out,
                         std::span<float> out_scalars) {
  PoseListJob job;
  job.skeleton = &skeleton_;
  job.clips = clips_;
  job.lines = lines;
  job.lod = lod;
  job.scratch = {scratch_->list.data(), scratch_->list.size()};
  job.out_local_pose = out;
  if (!out_scalars.empty()) {
    job.scalar_joints = scalars_.joints;
    job.scalar_tracks = scalars_.tracks;
    job.out_scalars = out_scalars;
  }
  (void)job.run();
}

void CharacterPose::finish() {
  LocalToModelJob hierarchy;
  hierarchy.skeleton = &skeleton_;
  hierarchy.local_pose = local_;
  hierarchy.out_model_from_joint = model_;
  (void)hierarchy.run();
  for (const std::uint32_t i : palettes_.made) {
    PaletteJob job;
    job.skin = &palettes_.skins[i];
    job.model_from_joint = model_;
    job.skeleton = &skeleton_;
    job.out_palette = {palettes_.matrices.data() + palettes_.ranges[i].first, job.skin->size()};
    (void)job.run();
  }
}

std::span<const Affine> CharacterPose::palette(std::uint32_t skin) const {
  if (palettes_.matrices.empty() || skin >= palettes_.skins.size()) return {};
  return {palettes_.matrices.data() + palettes_.ranges[skin].first, palettes_.skins[skin].size()};
}

// --- numbers -----------------------------------------------------------------------------------------------

std::uint32_t CharacterPose::add_scalar(ScalarOptions options) {
  append_scalar(std::move(options));
  find_all_tracks();
  return static_cast<std::uint32_t>(scalars_.values.size() - 1 - scalars_.morph_count);
}

void CharacterPose::append_scalar(ScalarOptions options) {
  scalars_.joints.push_back(static_cast<std::uint16_t>(options.joint));
  scalars_.values.push_back(options.without);
  scalars_.options.push_back(std::move(options));
}

void CharacterPose::find_all_tracks() {
  scalars_.tracks.assign(clips_.size() * scalars_.options.size(), kNone);
  for (std::uint32_t clip = 0; clip < clips_.size(); ++clip)
    if (data_.is_prepared(clip)) find_tracks(clip);
}

void CharacterPose::find_tracks(std::uint32_t clip) {
  const std::span<const ScalarTrack> tracks = clips_[clip].scalars;
  for (std::size_t i = 0; i < scalars_.options.size(); ++i) {
    const ScalarOptions& wanted = scalars_.options[i];
    const auto is_it = [&](const ScalarTrack& track) {
      if (track.node != wanted.node) return false;
      return wanted.node == kNone ? clips_[clip].string(track.name) == wanted.name
                                  : track.index == wanted.target;
    };
    const auto found = std::find_if(tracks.begin(), tracks.end(), is_it);
    scalars_.tracks[clip * scalars_.options.size() + i] =
        found == tracks.end() ? kNone : static_cast<std::uint32_t>(found - tracks.begin());
  }
}

}  // namespace skelter::play_state
