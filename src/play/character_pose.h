#pragma once
// CharacterPose: the pose of a character's list, with decaying differences, animated scalars, matrices and
// palettes.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "play/difference.h"
#include "play/fade_stack.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/core/array_view.h"
#include "skelter/play/character.h"

namespace skelter::play_state {

class CharacterPose {
 public:
  // `whole`: finish() also computes palettes, and show() also computes the weights of all morph targets.
  // `shares`: another pose with the same data and list size, which lends its scratch; null: the pose has its
  // own scratch.
  CharacterPose(const CharacterData& data, std::size_t most_lines, bool whole, const CharacterPose* shares);

  // Poses a list and adds the difference.
  void show(std::span<const PoseListEntry> lines, std::uint32_t lod);
  // Computes model matrices and palettes from the local pose.
  void finish();
  std::span<SoaTransform> local_pose() { return local_; }
  std::span<const Affine> model_from_joint() const { return model_; }
  std::span<const Affine> palette(std::uint32_t skin) const;
  ModelPose model_pose() const {
    return {model_, palettes_.matrices, std::span(scalars_.values).first(scalars_.morph_count),
            world_from_model_};
  }

  std::uint32_t add_scalar(ScalarOptions options);
  float scalar(std::uint32_t index) const {
    return index < scalars_.values.size() - scalars_.morph_count
               ? scalars_.values[scalars_.morph_count + index]
               : 0;
  }
  void find_tracks(std::uint32_t clip);  // finds the tracks of the scalars in a prepared clip

  // A switch with a decaying difference (rules "inertialization" and "four fades") takes two calls.
  // keep_shown() stores the pose before the switch. `list(ahead_s, lines)` writes the pose list ahead_s
  // seconds from now, if nothing else happens, and returns its size.
  template <class List>
  void keep_shown(std::uint32_t lod, const List& list) {
    was_left_s_ = difference_.left_s();
    glance(lod, list, [&](std::size_t i, double ahead_s, std::span<SoaTransform> pose) {
      difference_.add_to(pose, ahead_s);
      std::copy(pose.begin(), pose.end(), scratch_->glances.shown[i].begin());
    });
  }
  // switch_to() compares that pose with the pose after the switch. A fade of 0 seconds stands for a fade that
  // was replaced by a fifth one (rule "four fades"); its difference decays no faster than what is left of an
  // older one.
  template <class List>
  void switch_to(std::uint32_t lod, const List& list, double fade_s, std::uint16_t profile) {
    glance(lod, list, [&](std::size_t i, double, std::span<const SoaTransform> pose) {
      difference_.compare(scratch_->glances, i, pose);
    });
    const bool profiled = profile != kNone16;
    difference_.begin(scratch_->glances, fade_s > 0 ? fade_s : std::max(was_left_s_, kPushedOut_s),
                      profiled ? skeleton_.mask(profile) : std::span<const float>(),
                      fade_s > 0 ? Difference::Speeds::bounded : Difference::Speeds::kept);
  }
  void advance(double seconds) { difference_.advance(seconds); }
  void forget_difference() { difference_.clear(); }

 private:
  template <class List, class See>
  void glance(std::uint32_t lod, const List& list, const See& see) {
    PoseListEntry lines[kMaxPoseListEntries];
    for (std::size_t i = 0; i < kGlances; ++i) {
      const double ahead_s = kGlance_s * static_cast<double>(i);
      pose({lines, list(ahead_s, lines)}, lod, scratch_->glances.now, {});
      see(i, ahead_s, std::span(scratch_->glances.now));
    }
  }
  void pose(std::span<const PoseListEntry> lines, std::uint32_t lod, std::span<SoaTransform> out,
            std::span<float> out_scalars);
  void add_morph_weights(const ModelShape& shape);
  void append_scalar(ScalarOptions options);
  void find_all_tracks();

  // Memory that is used only during a call.
  struct Scratch {
    Scratch(const Skeleton& skeleton, std::size_t list_bytes) : list(list_bytes), glances(skeleton) {}
    AlignedBytes list;  // scratch of PoseListJob
    Glances glances;
  };

  const CharacterData& data_;
  // The parts of `data_` that every frame reads.
  const Skeleton& skeleton_;
  const ArrayView<ClipView> clips_;

  Difference difference_;
  double was_left_s_ = 0;
  std::vector<SoaTransform> local_;
  std::vector<Affine> model_;
  struct Palettes {
    std::vector<Affine> matrices;
    std::span<const SkinView> skins;
    std::span<const ModelSkin> ranges;  // range of each skin in `matrices`; empty: no palettes
    std::vector<std::uint32_t> made;    // skins that do not share the palette of an earlier one
  };
  Palettes palettes_;
  Mat4d world_from_model_;
  std::shared_ptr<Scratch> scratch_;
  // Animated scalars; the first are morph weights.
  struct Scalars {
    std::vector<ScalarOptions> options;
    std::vector<std::uint16_t> joints;
    std::vector<std::uint32_t> tracks;  // laid out like PoseListJob::scalar_tracks
    std::vector<float> values;
    std::size_t morph_count = 0;
  };
  Scalars scalars_;
};

}  // namespace skelter::play_state
