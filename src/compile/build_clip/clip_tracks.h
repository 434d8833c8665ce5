#pragma once
// The plan for a clip in playing form (the format of every part of every joint), and the blob built from it.

#include <array>
#include <cstdint>
#include <vector>

#include "compile/build_clip/clip_curves.h"
#include "compile/build_pack/internal/blob_writer.h"
#include "core/internal/packed.h"
#include "runtime/internal/format/clip_records.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/runtime/clip.h"

namespace skelter {

inline constexpr PartKind kPartKinds[3] = {PartKind::translation, PartKind::rotation, PartKind::scale};

// Minimum format of a part. A block uses the format of its most demanding joint.
enum class Need : std::uint8_t { rest, constant, packed, wide };

struct PartPlan {
  Need need = Need::rest;
  double step = 0;             // packed: step between numbers; for rotations, the step of a component
  std::uint16_t divisors = 1;  // bits: entries of kDivisors that the part may use
  // If above 0, the part is a keyed track with linear segments that stay within this distance, in model
  // space.
  double keyed_tolerance = 0;
};
// Rate divisors of parts: every frame, every second frame, ...
inline constexpr std::uint32_t kDivisors[] = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16};

using JointPlans = std::vector<std::array<PartPlan, 3>>;  // per joint, by PartKind

// Effect that changes to a joint's parts have on points in model space.
struct Reach {
  double parent_scale = 1;  // for translations: length of the parent's longest axis
  double radius = 0;        // distance of the farthest point that moves with the joint
  Vec3d scale{1, 1, 1};     // largest absolute scale
};
// First row of a part in TimeRows.
constexpr std::size_t first_row(PartKind kind) {
  return kind == PartKind::translation ? TimeRows::kTranslation
         : kind == PartKind::rotation  ? TimeRows::kRotation
                                       : TimeRows::kScale;
}
// Upper bound, in model space, of the distance caused by replacing one part of `a` with that of `b`.
double part_distance(const Transformd& a, const Transformd& b, PartKind kind, const Reach& reach);
void copy_part(const Transformd& from, PartKind kind, Transformd& to);
// Interpolates two transforms as the runtime mixes frames: linearly, with rotations in one hemisphere and
// normalised.
Transformd mix(const Transformd& a, const Transformd& b, double ratio);

// Keys of one part, with four numbers each.
struct KeyedCurve {
  std::vector<float> times_s;
  std::vector<std::array<float, 4>> values;
  bool stepped = false;
};
// Tolerance below which rounding the keys to float causes the larger error.
double finest_tolerance(const Reach& reach);
KeyedCurve make_keyed_curve(const ClipCurves& curves, std::uint32_t joint, PartKind kind, double tolerance,
                            const Reach& reach);

// Minimum and maximum of each component over all frames, by row.
struct PartExtent {
  std::array<double, 4> least{}, most{};
  double widest() const;
  double finest_step() const;  // finest step at which two bytes can hold all values
};

struct FrameSamples {
  double sample_rate_hz = 30;
  std::vector<double> times_s;                     // per frame
  std::vector<std::vector<Transformd>> poses;      // per frame and joint; the rotations of a joint are in one
                                                   // hemisphere
  TimeRows rows;                                   // the same data as `poses`
  std::vector<std::array<PartExtent, 3>> extents;  // per joint, by PartKind
};
// `seam`: replace the last frame by the first one.
FrameSamples sample_frames(const ClipCurves& curves, double sample_rate_hz, bool seam);

// With coarser steps, packed rotations would deviate too much from unit length.
inline constexpr double kCoarsestRotation = 1.0 / 512;

// Largest number of steps between minimum and maximum. Slightly fewer than the bytes can hold, because of
// rounding.
inline constexpr double kMaxInByte = 254, kMaxInTwoBytes = 65'000;

// Returns the size in bytes of all frames under a plan. Keyed parts use none.
std::size_t frames_bytes(const ClipCurves& curves, const FrameSamples& frames, const JointPlans& plans);

// The data of a clip other than its joints.
struct ClipExtras {
  std::vector<ScalarTrack> scalars;
  std::vector<float> scalar_times_s, scalar_values;
  std::vector<ClipEvent> events;
  std::vector<float> root_motion;
  Strings strings;
  float bounds_min[3] = {}, bounds_max[3] = {};
  std::uint32_t flags = 0;
  // Returns the index of the string, and adds it if it is new.
  std::uint32_t string(std::string_view text);
};

// If a number overflows float, the view stays empty (no parts, no frames), and `problem` describes the error.
Packed<ClipView> encode_clip(const ClipCurves& curves, const FrameSamples& frames, const JointPlans& plans,
                             const std::vector<Reach>& reaches, const ClipExtras& extras, Problem& problem);

// Rounds the transform to float.
Transformd rounded(const Transformd& t);

// Computes the local transforms at a time, rounded to float as in the runtime, but in plain scalar code with
// the same results on every machine. The runtime's kernels differ only by rounding.
void decode_pose(const ClipView& clip, const Skeleton& skeleton, float time_s, std::vector<Transformd>& out);

// Reads the numbers of a keyed track at a time, not normalised.
void play_track(const ClipView& clip, const KeyedTrack& track, float time_s, double (&numbers)[4]);

}  // namespace skelter
