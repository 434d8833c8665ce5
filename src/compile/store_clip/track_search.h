#pragma once
// Finds the corrections of one moving track: a sequence that takes few bits and stays within the limits. A
// beam search over the frames tries, in each state, the corrections around those that would meet the target.

#include <optional>
#include <vector>

#include "compile/store_clip/beam.h"
#include "compile/store_clip/carry.h"
#include "compile/store_clip/content.h"

namespace skelter {

struct SearchEffort {
  std::uint32_t states = 8;  // sequences kept per frame
  int target_rounds = 7;     // rounds that bring a target closer to the source
  bool shared_predictor = false;
  bool both_predictors = false;  // if false, only `shared_predictor` is tried
};

// Data about one joint that the searches of its tracks share.
struct JointSearch {
  const StoreTargets* targets = nullptr;
  const Carry* carry = nullptr;
  std::uint32_t joint = 0;
  std::vector<std::uint32_t> kept;  // frames that are coded at the part's rate, starting with 0
  bool fine = false;                // see StoreTuning
  bool in_two_bytes = false;        // the playing form uses two bytes, so vectors get no finer steps
  const Mat4d* parent = nullptr;    // decoded model matrices of the parent, per frame; null: the identity
  std::vector<Transformd> local;    // per frame: decoded values of parts that are already stored, targets for
                                    // the other parts
  SearchEffort effort;

  const Mat4d& source(std::uint32_t frame) const { return targets->model[targets->at(joint, frame)]; }
  Mat4d parent_at(std::uint32_t frame) const { return parent == nullptr ? Mat4d{} : parent[frame]; }
  Transformd absolute(const Transformd& encoded) const { return targets->absolute(joint, encoded); }
  CarriedPositions places() const;
  bool closed() const { return kept.back() + 1 < targets->frames; }
  // Expands values at the kept frames to all frames. `mix(a, b, ratio)` interpolates neighbouring values.
  template <class Value, class Mix>
  std::vector<Value> spread_out(const std::vector<Value>& at_kept, Mix mix) const {
    std::vector<Value> all;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const bool last = i + 1 == kept.size();
      const std::uint32_t end = last ? targets->frames - 1 : kept[i + 1];
      const Value& next = last ? at_kept.front() : at_kept[i + 1];  // a closed clip continues with the first
                                                                    // frame
      all.push_back(at_kept[i]);
      for (std::uint32_t frame = kept[i] + 1; frame < end; ++frame)
        all.push_back(mix(at_kept[i], next, targets->ratio(kept[i], end, frame)));
    }
    all.resize(targets->frames, at_kept.front());
    return all;
  }
};

struct FoundRotation : FoundCorrections {
  clip_codec::RotationTrack track;
  std::vector<Quatd> values;                         // as stored in the playing form
  std::optional<clip_codec::PackedNumbers> numbers;  // empty if the numbers need more than two bytes
};
struct FoundVector : FoundCorrections {
  clip_codec::VectorTrack track;
  std::vector<Vec3d> values;
  std::optional<clip_codec::PackedNumbers> numbers;
};

// Searches the corrections of a rotation track. A step is `coarseness`, about 0.4 to 1, times the allowed
// error divided by the lever of the carried points. A search gives up if it cannot find anything cheaper than
// `price_to_beat`.
class RotationSearch {
 public:
  RotationSearch(const JointSearch& search, bool wide);
  FoundRotation find(double coarseness, double price_to_beat) const;

 private:
  FoundRotation find_with(bool shared, double coarseness, double price_to_beat) const;
  // The transform into which a rotation is inserted: a linear part of model_from_joint = linear * rotation *
  // scale, placed at `origin`.
  struct Mount {
    Mat3d linear;
    Vec3d origin, scale;
  };
  struct BeamTrack;
  struct StepAxes {
    clip_codec::Numbers axes{};  // as stored
    double levers[3]{};          // distance per unit of rotation about each axis
  };
  Mount mount_at(std::uint32_t frame) const;
  Quatd nearest_rotation(std::size_t kept) const;
  StepAxes find_step_axes() const;
  double error(std::size_t kept, const Quatd& rotation) const;
  void choose_grid(clip_codec::RotationTrack& track) const;

  const JointSearch& search_;
  bool wide_;
  CarriedPositions places_;
  double allowed_;  // usual limit, divided by the parent's stretch
  Quatd reference_;
  std::vector<Mount> mounts_;   // per kept frame
  std::vector<Quatd> targets_;  // per kept frame: the rotation that brings the carried points closest to the
                                // source
  StepAxes axes_;
};

class VectorSearch {
 public:
  // `turns`: the joint also has a moving rotation. Then only the error of the origin counts, with its share
  // of the allowed error.
  static VectorSearch translations(const JointSearch& search, double origin_share, bool turns);
  static VectorSearch scales(const JointSearch& search);
  FoundVector find(double coarseness, double price_to_beat) const;

 private:
  FoundVector find_with(bool shared, double coarseness, double price_to_beat) const;
  void limit_step();
  enum class Measure : std::uint8_t { origin, carried, scale };
  struct BeamTrack;

  VectorSearch(const JointSearch& search, Measure measure, double share)
      : search_(search), measure_(measure), share_(share) {}
  double error(std::uint32_t frame, const Vec3d& value) const;
  double origin_error(std::uint32_t frame, const Vec3d& value) const;
  double carried_error(std::uint32_t frame, const Vec3d& value) const;
  double scale_error(std::uint32_t frame, const Vec3d& value) const;

  const JointSearch& search_;
  Measure measure_;
  double share_;           // share of the allowed error
  double usual_step_ = 0;  // at a coarseness of 1
  std::uint32_t finest_step_ = 0;
  std::vector<Vec3d> targets_;  // per kept frame
  std::optional<CarriedPositions> places_;
};

// Returns the rotation at rest closest to `q`, precise to `largest_error` per component.
clip_codec::FirstRotation quantise_rotation(Quatd q, double largest_error);

// Returns the index of the largest step that is at most `size`.
std::uint32_t step_index(double size);

// Return the rotation as stored in the playing form: as floats, or on a grid.
Quatd held_as_floats(const Quatd& q);
Quatd held_on(const clip_codec::RotationGrid& grid, const Quatd& q);

}  // namespace skelter
