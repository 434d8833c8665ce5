#pragma once
// build_clip: a clip of a scene in its hot form, with an error bound that holds for what the runtime plays:
// decoded, interpolated, in model space, against the source curves in double precision.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/compile/skeleton.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/core/result.h"
#include "skelter/runtime/clip.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"
#include "skelter/scene/size.h"

namespace skelter {

// The default error bound is H through this: 0.1 mm for a person of 1.8 m.
inline constexpr double kExtentPerBound = 18000;

// Whether an error bound or a shell can be so large: a number above 0 that is a normal one as a float.
// Settings of 0 ask for the defaults.
bool is_float_distance(double distance);
inline constexpr std::string_view kFloatDistance =
    "a number above 0 that a float can hold, 1.2e-38 to 3.4e+38";

struct EventSettings {
  std::string name;
  double time_s = 0;
};

// model matrix = root_motion(t) * model matrix in place, for the joint and everything below it. Rotation is
// the turn about +Y of the joint since the first frame.
struct RootMotionSettings {
  std::string joint;  // whose motion moves the character; it stays in place
  bool translation_x = true, translation_y = false, translation_z = true;
  bool rotation_y = false;  // turning about the up axis
};

// How long to look for a form that is small. The error bound is the same for all.
enum class Effort : std::uint8_t {
  quick,   // what is read to be played at once: nothing stored, frames at the rate of the keys where that
           // keeps the bound; a box around the boxes of what joints move, not around vertices
  normal,  // a few bytes in a hundred more than `best`, for a tenth of its time
  best,
};

struct ClipSettings {
  // Largest distance, in file units, between a point of the shell and where the source puts it; 0: H /
  // 18,000, where H is the largest extent of the skinned meshes at rest (without meshes: of the joints).
  double error_bound = 0;
  // Distance of the shell's vertices from their joint, along each axis, in model space at rest; 0: H / 60.
  double shell_distance = 0;
  // Where floats cannot keep the bound, as far from the origin or late in a long clip, the nearest form is
  // made and the report says how near (ClipReport::keeps_bound). true: such a clip is refused.
  bool strict_bound = false;
  Effort effort = Effort::normal;
  double sample_rate_hz = 0;  // 0: the source's own key grid, or a multiple where the bound needs it
  std::optional<bool> loop;   // nothing: if the last frame equals the first within the bound
  EvaluateOptions source;     // how the source keys are read: matrix keys, absent parts
  std::vector<EventSettings> events;
  std::optional<RootMotionSettings> root_motion;
  // Makes an additive clip: differences from this clip's pose at that time (a clip of the scene; #index of
  // it), or from the rest pose with kNone. Precondition: such a clip exists.
  struct AdditiveReference {
    std::uint32_t clip = kNone;
    double time_s = 0;
  };
  std::optional<AdditiveReference> additive_reference;
  std::uint64_t max_memory_bytes = 0;  // for frames; 0: 256 MiB and 40 times the bytes of the clip's keys
};

// What became of a clip. Sizes in bytes, errors in file units.
struct ClipReport {
  std::string name;
  std::uint64_t raw_bytes = 0;     // 40 x joints x samples at the chosen rate: plain float T, R, S
  std::uint64_t stored_bytes = 0;  // 0 until it is stored
  std::uint64_t hot_bytes = 0;
  double sample_rate_hz = 0;
  double key_rate_hz = 0;  // of the source's keys
  bool rate_set = false;   // sample_rate_hz is that of the settings
  std::uint32_t frames = 0;
  bool loops = false;  // plays on from its end; else once, unless the player says otherwise
  double seam = 0;     // largest distance between its first and its last pose
  std::uint32_t animated_parts = 0, wide_parts = 0, keyed_tracks = 0;
  // What was done to keep the bound, beside wide parts and keyed tracks, and what it cost.
  std::uint32_t finer_parts = 0;    // of joints, whose steps or frames are finer than was planned first
  std::uint32_t rate_multiple = 1;  // of the rate of the source's keys
  std::uint64_t wide_bytes = 0;     // of frames that wide parts take
  std::uint64_t keyed_bytes = 0;    // of keyed tracks with their keys
  std::int64_t bound_bytes = 0;     // that the hot clip takes more than it would have as first planned
  double error_bound = 0;
  double shell_distance = 0;  // from its joint, out to which the bound is kept
  double largest_error = 0;
  std::uint16_t largest_error_joint = kNone16;
  double largest_error_time_s = 0;
  double mean_error = 0;
  double cpu_seconds = 0;  // that it took, where compile_scene was given a clock

  bool keeps_bound() const { return largest_error <= error_bound; }
};

struct ClipBuild {
  Packed<ClipView> clip;
  ClipReport report;
};

// Precondition: scene valid, index < scene.clips.size(), skeleton built from that scene.
// Errors: a bound or a shell above 0 that is no is_float_distance; with strict_bound a bound that cannot be
// kept (the message names joint, time and the error reached); an unknown root-motion joint; an event outside
// the clip; numbers that floats cannot hold. The bytes are the same on every machine and with every compiler.
// The search for the bound decodes with plain double arithmetic, from which the runtime's kernels differ by
// rounding only.
Result<ClipBuild> build_clip(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                             const ClipSettings& settings = {});

// The error of a hot clip against its source: every joint's shell (six points), at 4 times the sample rate,
// at every key between, and on both sides of every jump: 1e-7 s and a millionth of its time before and after
// it, never closer, where the rounding of times to float decides. Two keys with different values closer than
// 2e-5 s and a thousandth of their time (at most 2 ms) are a jump, too. Played by SampleJob; local poses are
// brought to model space in double precision. Clips with root motion are compared in place, additive ones on
// top of their reference. Fills the error fields of a report.
ClipReport measure_error(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                         const ClipView& clip, const ClipSettings& settings);

// The smallest stored form whose decoded clip still keeps the error bound against the source.
struct StoredClipBuild {
  AlignedBytes stored;
  Packed<ClipView> decoded;  // what the runtime will play
  ClipReport report;         // of the decoded clip, with stored_bytes
};

// Starts from the hot clip of build_clip with the same settings and searches the coarsest steps per track for
// which the decoded clip, measured as measure_error does, stays within the bound; where the hot clip itself
// does not, within a twentieth more than its error. Frames, times, keyed tracks, scalars, events, root motion
// and strings are those of the hot clip; parts may be packed that were wide, and bounds are up to a hundredth
// wider. Cost: docs/compression.md, by effort; `quick` searches as `normal` does.
StoredClipBuild store_clip(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                           const ClipBuild& hot, const ClipSettings& settings = {});

}  // namespace skelter
