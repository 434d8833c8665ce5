#pragma once
// The plan of a hot clip: what every part of every joint is stored as, and the blob made from it.

#include <array>
#include <cstdint>
#include <vector>

#include "compile/clip_curves.h"
#include "compile/internal/blob_writer.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/runtime/clip.h"

namespace skelter {

inline constexpr PartKind kPartKinds[3] = {PartKind::translation, PartKind::rotation, PartKind::scale};

// The least that a part of a joint needs; a block is stored as its most demanding joint needs it.
enum class Need : std::uint8_t { rest, constant, packed, wide };

struct PartPlan {
  Need need = Need::rest;
  double step = 0;             // packed: how far apart its numbers are; of rotations those of a component
  std::uint16_t divisors = 1;  // bits: which of kDivisors it may be kept at
  // Above 0: a keyed track, linear between its keys within this distance in model space.
  double keyed_tolerance = 0;
};
// The rates that parts are kept at: every frame, every second, ...
inline constexpr std::uint32_t kDivisors[] = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16};

using JointPlans = std::vector<std::array<PartPlan, 3>>;  // per joint, by PartKind

// How far a change of a joint's parts moves points in model space.
struct Reach {
  double parent_scale = 1;  // of a translation: length of the parent's longest axis
  double radius = 0;        // distance of the farthest point that moves with the joint
  Vec3d scale{1, 1, 1};     // largest absolute scale
};
// The rows of a part in MomentRows.
constexpr std::size_t first_row(PartKind kind) {
  return kind == PartKind::translation ? MomentRows::kTranslation
         : kind == PartKind::rotation  ? MomentRows::kRotation
                                       : MomentRows::kScale;
}
// Of one part of two transforms: an upper estimate in model space.
double part_distance(const Transformd& a, const Transformd& b, PartKind kind, const Reach& reach);
void copy_part(const Transformd& from, PartKind kind, Transformd& to);
// Between two transforms as the runtime mixes frames: linear, rotations normalised on one side.
Transformd mix(const Transformd& a, const Transformd& b, double ratio);

// Keys of one part: four numbers each.
struct KeyedCurve {
  std::vector<float> times_s;
  std::vector<std::array<float, 4>> values;
  bool stepped = false;
};
// Below this distance keys are closer to the curve than their floats are to themselves.
double finest_tolerance(const Reach& reach);
KeyedCurve make_keyed_curve(const ClipCurves& curves, std::uint32_t joint, PartKind kind, double tolerance,
                            const Reach& reach);

// The least and the most of each component over the frames, by row.
struct PartExtent {
  std::array<double, 4> least{}, most{};
  double widest() const;
  double finest_step() const;  // with which two bytes hold all
};

struct FrameSamples {
  double sample_rate_hz = 30;
  std::vector<double> times_s;                 // of the frames
  std::vector<std::vector<Transformd>> poses;  // per frame, per joint; rotations on one side along the frames
  MomentRows rows;                             // the same
  std::vector<std::array<PartExtent, 3>> extents;  // per joint, by PartKind
};
// `seam`: the last frame becomes the first one.
FrameSamples sample_frames(const ClipCurves& curves, double sample_rate_hz, bool seam);

// Coarser steps of packed rotations would not be unit enough.
inline constexpr double kCoarsestRotation = 1.0 / 512;

// From the least to the most there may be so many numbers; a few less than the bytes hold, for rounding.
inline constexpr double kMostInByte = 254, kMostInTwoBytes = 65'000;

// Bytes that a plan needs in all frames; keyed parts need none.
std::size_t frames_bytes(const ClipCurves& curves, const FrameSamples& frames, const JointPlans& plans);

// Everything of a clip besides its joints.
struct ClipExtras {
  std::vector<ScalarTrack> scalars;
  std::vector<float> scalar_times_s, scalar_values;
  std::vector<ClipEvent> events;
  std::vector<float> root_motion;
  Strings strings;
  float bounds_min[3] = {}, bounds_max[3] = {};
  std::uint32_t flags = 0;
  // Index of the string, added when it is new.
  std::uint32_t string(std::string_view text);
};

// Where numbers overflow floats the view stays empty (no parts, no frames), and `problem` says what is wrong.
Packed<ClipView> encode_clip(const ClipCurves& curves, const FrameSamples& frames, const JointPlans& plans,
                             const std::vector<Reach>& reaches, const ClipExtras& extras, Problem& problem);

// As floats hold it.
Transformd rounded(const Transformd& t);

// Local transforms at a time as the runtime plays them, rounded to float as it does, by plain scalar code
// whose results are the same on every machine. The kernels of the runtime differ from it by rounding only.
void decode_pose(const ClipView& clip, const Skeleton& skeleton, float time_s, std::vector<Transformd>& out);

// The numbers of a keyed track at a time, not normalised.
void play_track(const ClipView& clip, const KeyedTrack& track, float time_s, double (&numbers)[4]);

}  // namespace skelter
