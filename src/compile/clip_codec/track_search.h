#pragma once
// Finds the corrections of one moving track: of all sequences that stay within what is allowed, one that
// costs few bits. A beam search over the frames; each state tries the corrections around the one that would
// meet the target.

#include <vector>

#include "compile/clip_codec/carry.h"
#include "compile/clip_codec/content.h"

namespace skelter {

struct SearchEffort {
  std::uint32_t states = 8;  // kept per frame
};

// Everything about one joint that its tracks need.
struct JointSearch {
  const StoreTargets* targets = nullptr;
  const Carry* carry = nullptr;
  std::uint32_t joint = 0;
  std::uint32_t coded_frames = 0;
  const Mat4d* parent = nullptr;  // decoded model matrices of the parent, per frame; null: the identity
  std::vector<Transformd> local;  // decoded so far, per frame; targets where not yet

  const Mat4d& source(std::uint32_t frame) const { return targets->model[targets->at(joint, frame)]; }
  Mat4d parent_at(std::uint32_t frame) const { return parent == nullptr ? Mat4d{} : parent[frame]; }
  Transformd absolute(const Transformd& encoded) const { return targets->absolute(joint, encoded); }
  Mat4d model(std::uint32_t frame, const Transformd& encoded) const {
    return parent_at(frame) * to_mat4(absolute(encoded));
  }
};

// What a search found. `cost` is in bits, roughly, with a penalty for each frame that is off too far.
struct FoundRotation {
  clip_codec::RotationTrack track;
  std::vector<clip_codec::Numbers> corrections;
  std::vector<Quatd> values;  // as the hot clip holds them
  double cost = 0;
  std::uint32_t missed = 0;  // frames
};
struct FoundVector {
  clip_codec::VectorTrack track;
  std::vector<clip_codec::Numbers> corrections;
  std::vector<Vec3d> values;
  double cost = 0;
  std::uint32_t missed = 0;
};

// `coarseness` is the step in units of what is allowed over the lever of the carried points: about 0.4 to 1.
FoundRotation search_rotation(const JointSearch& search, double coarseness, bool shared_predictor, bool wide,
                              const SearchEffort& effort);
// For translations `turns` says that a rotation of the joint follows: then only the origin counts, by its
// share of what is allowed.
FoundVector search_translation(const JointSearch& search, double coarseness, double origin_share, bool turns,
                               bool shared_predictor, const SearchEffort& effort);
FoundVector search_scale(const JointSearch& search, double coarseness, bool shared_predictor,
                         const SearchEffort& effort);

// The rotation at rest nearest to `q`, precise to `largest_error` per component.
clip_codec::FirstRotation quantise_rotation(Quatd q, double largest_error);

// The index of the largest step that is not above `size`.
std::uint32_t step_index(double size);

// As the hot clip holds a rotation.
Quatd held_rotation(const Quatd& q, bool wide);

// Base-2 logarithm to 0.01, the same on every machine.
double rough_log2(double x);

}  // namespace skelter
