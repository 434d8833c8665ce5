#pragma once
// Compiles a clip of a scene into the playing form. The error bound applies to the runtime's output: decoded
// and interpolated, in model space, against the source curves in double precision.

#include <cstdint>
#include <string>
#include <string_view>

#include "compile/build_skeleton/internal/skeleton.h"
#include "core/internal/packed.h"
#include "skelter/compile/settings.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/core/result.h"
#include "skelter/runtime/clip.h"
#include "skelter/scene/scene.h"
#include "skelter/scene/size.h"

namespace skelter {

// The default error bound is the model size H divided by this: 0.1 mm for a person of 1.8 m.
inline constexpr double kExtentPerBound = 18000;

// Whether a value is allowed as error bound or shell distance: above 0, and a normal number as a float. (In
// settings, 0 selects the default.)
bool is_float_distance(double distance);
inline constexpr std::string_view kFloatDistance =
    "a number above 0 that a float can hold, 1.2e-38 to 3.4e+38";

// The result of a clip build. Sizes are in bytes, errors in file units.
struct ClipReport {
  std::string name;
  std::uint64_t raw_bytes = 0;     // 40 x joints x samples at the chosen rate: translation, rotation and
                                   // scale as plain floats
  std::uint64_t stored_bytes = 0;  // 0 until the clip is stored
  std::uint64_t hot_bytes = 0;
  double sample_rate_hz = 0;
  double key_rate_hz = 0;  // rate of the source's keys
  bool rate_set = false;   // whether sample_rate_hz comes from the settings
  std::uint32_t frames = 0;
  bool loops = false;  // whether the clip starts again after its end, unless the player overrides it
  double seam = 0;     // largest distance between the first and the last pose
  std::uint32_t animated_parts = 0, wide_parts = 0, keyed_tracks = 0;
  // Measures taken to meet the bound, in addition to wide parts and keyed tracks, and their cost.
  std::uint32_t finer_parts = 0;    // parts with finer steps or a higher frame rate than first planned
  std::uint32_t rate_multiple = 1;  // multiple of the source's key rate
  std::uint64_t wide_bytes = 0;     // frame bytes of wide parts
  std::uint64_t keyed_bytes = 0;    // bytes of keyed tracks, including their keys
  std::int64_t bound_bytes = 0;     // size difference between the playing form and the first plan
  double error_bound = 0;
  double shell_distance = 0;  // distance from a joint within which the bound applies
  double largest_error = 0;
  std::uint16_t largest_error_joint = kNone16;
  double largest_error_time_s = 0;
  double mean_error = 0;
  double cpu_seconds = 0;  // build time, if compile_scene was given a clock

  bool keeps_bound() const { return largest_error <= error_bound; }
};

struct ClipBuild {
  Packed<ClipView> clip;
  ClipReport report;
};

// Precondition: the scene is valid, index < scene.clips.size(), and the skeleton was built from the same
// scene.
// Errors: a bound or a shell above 0 for which is_float_distance is false; with strict_bound, a bound that
// cannot be met (the message contains the joint, the time and the error reached); an unknown root-motion
// joint; an event outside the clip; numbers too large for float.
// The bytes are the same on every machine and compiler. The search for the bound decodes with plain double
// arithmetic; the runtime's kernels differ from it only by rounding.
Result<ClipBuild> build_clip(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                             const ClipSettings& settings = {});

// Measures the error of a compiled clip against its source, on the shell (six points) of every joint: at 4
// times the sample rate, at every key between these times, and on both sides of every jump. The sides are at
// least 1e-7 s plus a millionth of the jump's time away from the jump, because closer to it the result
// depends on how times are rounded to float. Two keys with different values count as a jump if they are
// closer than 2e-5 s plus a thousandth of their time (at most 2 ms). SampleJob plays the clip; local poses
// are converted to model space in double precision. Clips with root motion are compared in place, additive
// clips on top of their reference. Fills the error fields of a report.
ClipReport measure_error(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                         const ClipView& clip, const ClipSettings& settings);

// The smallest stored form that, after decoding, still meets the error bound against the source.
struct StoredClipBuild {
  AlignedBytes stored;
  Packed<ClipView> decoded;  // the clip that the runtime will play
  ClipReport report;         // the report for the decoded clip, including stored_bytes
};

// Starts from the clip that build_clip made with the same settings. Searches the coarsest steps per track for
// which the decoded clip, measured like measure_error, stays within the bound or, if the playing form already
// exceeds the bound, within 1.05 times the playing form's error. Frames, times, keyed tracks, scalars,
// events, root motion and strings are taken from the playing form. Wide parts may become packed, and bounds
// may grow by up to a hundredth. For the cost by effort, see docs/compression.md; `quick` searches like
// `normal`.
StoredClipBuild store_clip(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                           const ClipBuild& hot, const ClipSettings& settings = {});

}  // namespace skelter
