#include "play/figure.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "skelter/runtime/clip.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/pose_list_job.h"

namespace skelter::play_state {
namespace {

bool is_equal(const SkinView& a, const SkinView& b) {
  if (!std::equal(a.joints.begin(), a.joints.end(), b.joints.begin(), b.joints.end())) return false;
  return a.joints.empty() ||
         std::memcmp(a.joint_from_mesh.data(), b.joint_from_mesh.data(), a.joint_from_mesh.size_bytes()) == 0;
}

}  // namespace

Figure::Figure(const CharacterData& data, std::size_t most_lines, bool palettes)
    : data_(data), difference_(data.skeleton()) {
  const Skeleton& skeleton = data.skeleton();
  local_.assign(skeleton.rest_pose.begin(), skeleton.rest_pose.end());
  model_.resize(skeleton.joint_count());
  if (palettes) place_palettes();
  scratch_ = AlignedBytes(pose_list_scratch_bytes(skeleton, most_lines));
}

// Meshes of one figure often have skins of their own with the same bones: their palettes are one.
void Figure::place_palettes() {
  const std::span<const SkinView> skins = data_.skins();
  std::size_t matrices = 0;
  for (std::uint32_t i = 0; i < skins.size(); ++i) {
    const auto equal = std::find_if(made_palettes_.begin(), made_palettes_.end(),
                                    [&](std::uint32_t made) { return is_equal(skins[made], skins[i]); });
    if (equal != made_palettes_.end()) {
      first_of_palette_.push_back(first_of_palette_[*equal]);
      continue;
    }
    made_palettes_.push_back(i);
    first_of_palette_.push_back(matrices);
    matrices += skins[i].size();
  }
  palettes_.resize(matrices);
}

void Figure::show(std::span<const CrowdLayer> lines, std::uint32_t lod) {
  for (std::size_t i = 0; i < scalars_.size(); ++i) scalars_[i] = scalar_options_[i].without;
  pose(lines, lod, local_, scalars_);
  difference_.add_to(local_, 0);
}

// What nothing is left to refuse for.
void Figure::pose(std::span<const CrowdLayer> lines, std::uint32_t lod, std::span<SoaTransform> out,
                  std::span<float> out_scalars) {
  PoseListJob job;
  job.skeleton = &data_.skeleton();
  job.clips = data_.clips();
  job.lines = lines;
  job.lod = lod;
  job.scratch = {scratch_.data(), scratch_.size()};
  job.out_local_pose = out;
  if (!out_scalars.empty()) {
    job.scalar_joints = scalar_joints_;
    job.scalar_tracks = scalar_tracks_;
    job.out_scalars = out_scalars;
  }
  (void)job.run();
}

void Figure::finish() {
  LocalToModelJob hierarchy;
  hierarchy.skeleton = &data_.skeleton();
  hierarchy.local_pose = local_;
  hierarchy.out_model_from_joint = model_;
  (void)hierarchy.run();
  for (const std::uint32_t i : made_palettes_) {
    PaletteJob job;
    job.skin = &data_.skins()[i];
    job.model_from_joint = model_;
    job.skeleton = &data_.skeleton();
    job.out_palette = {palettes_.data() + first_of_palette_[i], job.skin->size()};
    (void)job.run();
  }
}

std::span<const Affine> Figure::palette(std::uint32_t skin) const {
  if (skin >= first_of_palette_.size()) return {};
  return {palettes_.data() + first_of_palette_[skin], data_.skins()[skin].size()};
}

// --- numbers -----------------------------------------------------------------------------------------------

std::uint32_t Figure::add_scalar(ScalarOptions options) {
  scalar_joints_.push_back(static_cast<std::uint16_t>(options.joint));
  scalars_.push_back(options.without);
  scalar_options_.push_back(std::move(options));
  scalar_tracks_.assign(data_.clip_count() * scalar_options_.size(), kNone);
  for (std::uint32_t clip = 0; clip < data_.clip_count(); ++clip)
    if (data_.is_prepared(clip)) find_tracks(clip);
  return static_cast<std::uint32_t>(scalars_.size() - 1);
}

void Figure::find_tracks(std::uint32_t clip) {
  const std::span<const ScalarTrack> tracks = data_.clips()[clip].scalars;
  for (std::size_t i = 0; i < scalar_options_.size(); ++i) {
    const ScalarOptions& wanted = scalar_options_[i];
    const auto is_it = [&](const ScalarTrack& track) {
      if (track.node != wanted.node) return false;
      return wanted.node == kNone ? data_.clips()[clip].string(track.name) == wanted.name
                                  : track.index == wanted.target;
    };
    const auto found = std::find_if(tracks.begin(), tracks.end(), is_it);
    scalar_tracks_[clip * scalar_options_.size() + i] =
        found == tracks.end() ? kNone : static_cast<std::uint32_t>(found - tracks.begin());
  }
}

}  // namespace skelter::play_state
