#pragma once
// The plan of a clip in playing form (the format of every part of every joint), and the blob made from it.

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

// Minimum format of a part of a joint. A block uses the format of its most demanding joint.
enum class Need : std::uint8_t { rest, constant, packed, wide };

struct PartPlan {
  Need need = Need::rest;
  double step = 0;             // packed: step between numbers; for rotations, of a component
  std::uint16_t divisors = 1;  // bits: the entries of kDivisors it may use
  // Above 0: keyed track, linear between its keys within this distance in model space.
  double keyed_tolerance = 0;
};
// Rate divisors of parts: every frame, every second frame, ...
inline constexpr std::uint32_t kDivisors[] = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16};

using JointPlans = std::vector<std::array<PartPlan, 3>>;  // per joint, by PartKind

// Effect of a change of a joint's parts on points in model space.
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
// Distance between one part of two transforms: an upper bound in model space.
double part_distance(const Transformd& a, const Transformd& b, PartKind kind, const Reach& reach);
void copy_part(const Transformd& from, PartKind kind, Transformd& to);
// Interpolates two transforms as the runtime mixes frames: linearly, rotations normalised in one hemisphere.
Transformd mix(const Transformd& a, const Transformd& b, double ratio);

// Keys of one part, with four numbers each.
struct KeyedCurve {
  std::vector<float> times_s;
  std::vector<std::array<float, 4>> values;
  bool stepped = false;
};
// The distance below which the error of the keys is smaller than their rounding to float.
double finest_tolerance(const Reach& reach);
KeyedCurve make_keyed_curve(const ClipCurves& curves, std::uint32_t joint, PartKind kind, double tolerance,
                            const Reach& reach);

// Minimum and maximum of each component over the frames, by row.
struct PartExtent {
  std::array<double, 4> least{}, most{};
  double widest() const;
  double finest_step() const;  // the finest step at which two bytes hold all values
};

struct FrameSamples {
  double sample_rate_hz = 30;
  std::vector<double> times_s;                 // per frame
  std::vector<std::vector<Transformd>> poses;  // per frame and joint; rotations of a joint in one hemisphere
  TimeRows rows;                               // the same data
  std::vector<std::array<PartExtent, 3>> extents;  // per joint, by PartKind
};
// `seam`: the last frame is replaced by the first one.
FrameSamples sample_frames(const ClipCurves& curves, double sample_rate_hz, bool seam);

// Packed rotations with coarser steps would deviate too much from unit length.
inline constexpr double kCoarsestRotation = 1.0 / 512;

// Largest number of steps between minimum and maximum, slightly fewer than the bytes hold, because of
// rounding.
inline constexpr double kMaxInByte = 254, kMaxInTwoBytes = 65'000;

// Bytes of all frames for a plan. Keyed parts need none.
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
  // Index of the string, which is added if it is new.
  std::uint32_t string(std::string_view text);
};

// On float overflow the view stays empty (no parts, no frames), and `problem` describes the error.
Packed<ClipView> encode_clip(const ClipCurves& curves, const FrameSamples& frames, const JointPlans& plans,
                             const std::vector<Reach>& reaches, const ClipExtras& extras, Problem& problem);

// The transform rounded to float.
Transformd rounded(const Transformd& t);

// Local transforms at a time, rounded to float like in the runtime, but in plain scalar code with the same
// results on every machine. The kernels of the runtime differ from it only by rounding.
void decode_pose(const ClipView& clip, const Skeleton& skeleton, float time_s, std::vector<Transformd>& out);

// The numbers of a keyed track at a time, not normalised.
void play_track(const ClipView& clip, const KeyedTrack& track, float time_s, double (&numbers)[4]);

}  // namespace skelter
