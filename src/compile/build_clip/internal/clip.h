#pragma once
// build_clip: compiles a clip of a scene into the playing form. Its error bound holds for the runtime's
// output: decoded, interpolated, in model space, against the source curves in double precision.

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

// The default error bound is H divided by this: 0.1 mm for a person of 1.8 m.
inline constexpr double kExtentPerBound = 18000;

// Whether an error bound or a shell may have this size: above 0 and a normal number as a float. 0 in settings
// selects the defaults.
bool is_float_distance(double distance);
inline constexpr std::string_view kFloatDistance =
    "a number above 0 that a float can hold, 1.2e-38 to 3.4e+38";

// Result of a clip build. Sizes in bytes, errors in file units.
struct ClipReport {
  std::string name;
  std::uint64_t raw_bytes = 0;     // 40 x joints x samples at the chosen rate: plain float T, R, S
  std::uint64_t stored_bytes = 0;  // 0 until it is stored
  std::uint64_t hot_bytes = 0;
  double sample_rate_hz = 0;
  double key_rate_hz = 0;  // rate of the source's keys
  bool rate_set = false;   // sample_rate_hz is from the settings
  std::uint32_t frames = 0;
  bool loops = false;  // starts again after its end; else plays once, unless the player overrides it
  double seam = 0;     // largest distance between its first and its last pose
  std::uint32_t animated_parts = 0, wide_parts = 0, keyed_tracks = 0;
  // Measures to keep the bound, in addition to wide parts and keyed tracks, and their cost.
  std::uint32_t finer_parts = 0;    // parts of joints with finer steps or frames than first planned
  std::uint32_t rate_multiple = 1;  // multiple of the source's key rate
  std::uint64_t wide_bytes = 0;     // frame bytes of wide parts
  std::uint64_t keyed_bytes = 0;    // bytes of keyed tracks with their keys
  std::int64_t bound_bytes = 0;     // growth of the playing form over the first plan
  double error_bound = 0;
  double shell_distance = 0;  // distance from its joint within which the bound is kept
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

// Precondition: scene valid, index < scene.clips.size(), skeleton built from that scene.
// Errors: a bound or a shell above 0 that is not is_float_distance; with strict_bound a bound that cannot be
// kept (the message has the joint, the time and the error reached); an unknown root-motion joint; an event
// outside the clip; numbers that floats cannot hold.
// The bytes are the same on every machine and compiler. The search for the bound decodes with plain double
// arithmetic; the runtime's kernels differ from it by rounding only.
Result<ClipBuild> build_clip(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                             const ClipSettings& settings = {});

// The error of a compiled clip against its source: every joint's shell (six points), at 4 times the sample
// rate, at every key between, and on both sides of every jump. The sides are 1e-7 s and a millionth of the
// jump's time before and after it, never closer, because there the rounding of times to float decides. Two
// keys with different values closer than 2e-5 s and a thousandth of their time (at most 2 ms) also count as a
// jump. The clip is played by SampleJob; local poses are brought to model space in double precision. Clips
// with root motion are compared in place, additive ones on top of their reference. Fills the error fields of
// a report.
ClipReport measure_error(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                         const ClipView& clip, const ClipSettings& settings);

// The smallest stored form that, decoded, still keeps the error bound against the source.
struct StoredClipBuild {
  AlignedBytes stored;
  Packed<ClipView> decoded;  // the clip that the runtime will play
  ClipReport report;         // report of the decoded clip, with stored_bytes
};

// Starts from the clip of build_clip with the same settings. Searches the coarsest steps per track that keep
// the decoded clip, measured like measure_error, within the bound; if the playing form already exceeds the
// bound, within 1.05 times its error. Frames, times, keyed tracks, scalars, events, root motion and strings
// are those of the playing form. Wide parts may become packed, and bounds are up to a hundredth wider. Cost:
// docs/compression.md, by effort; `quick` searches like `normal`.
StoredClipBuild store_clip(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                           const ClipBuild& hot, const ClipSettings& settings = {});

}  // namespace skelter
