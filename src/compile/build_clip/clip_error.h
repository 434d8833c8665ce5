#pragma once
// Measures the error of a clip in playing form against its source, in model space, on a shell of six points
// around every joint.

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "compile/build_clip/clip_tracks.h"

namespace skelter {

// The shell of a joint consists of the ends of three axes in joint space, in both directions, at `distance`
// from the joint in the rest pose.
using Shells = std::vector<Vec3d>;  // lengths of the half axes, per joint
Shells make_shells(const ClipCurves& curves, double distance);

// Largest distance between a shell point under matrix `a` and the same point under `b`, and the sum of the
// six distances.
struct ShellError {
  double largest = 0, sum = 0;
};
ShellError shell_error(const Mat4d& a, const Mat4d& b, const Vec3d& shell);

// Returns the times at which errors are measured: `steps` per frame (more below 15 Hz), every key between
// these times, and times shortly before and after every cut. Times in or very near a cut are left out,
// because rounding decides on which side of the cut they are.
std::vector<float> measure_times(const ClipCurves& curves, double sample_rate_hz, int steps);

struct JointError {
  double largest = 0;
  float time_s = 0;
};
struct ClipError {
  std::vector<JointError> joints;
  double largest = 0;
  std::uint16_t joint = kNone16;
  float time_s = 0;
  double mean = 0;  // over all joints, times and shell points
};

// Computes the local transforms of a clip at a time.
using PoseDecoder = std::function<void(float time_s, std::vector<Transformd>& out)>;

// The source at consecutive measured times.
struct SourceStretch {
  std::span<const float> times_s;
  TimeRows transforms;  // as encoded
  TimeRows worlds;      // model matrices of the joints for which has_truth() is true
};

// Measures many versions of a clip against one source. Caches the source's matrices if they fit in memory.
class ErrorMeasure {
 public:
  // The error of a joint within a stretch.
  struct StretchError {
    double largest = 0;
    float time_s = 0;
    double sum = 0;  // sum of the distances of all shell points
  };

  // `curves` must outlive this object. `see` is called once per stretch, in order of time.
  ErrorMeasure(const ClipCurves& curves, Shells shells, std::vector<float> times_s,
               const std::function<void(const SourceStretch&)>& see = {});
  ClipError measure(const PoseDecoder& decode) const;
  // The error of one joint at one time, given the encoded transforms of all joints.
  double joint_error(std::uint32_t joint, const std::vector<Transformd>& encoded, float time_s) const;
  const std::vector<float>& times_s() const { return times_s_; }

  std::size_t stretch_count() const { return (times_s_.size() + kStretch - 1) / kStretch; }
  std::span<const float> times_of(std::size_t stretch) const {
    const std::size_t begin = stretch * kStretch;
    return std::span(times_s_).subspan(begin, std::min(kStretch, times_s_.size() - begin));
  }
  // Returns the source's model matrices. They are written to `scratch` if they are not cached.
  const TimeRows& truth(std::size_t stretch, SourceStretch& scratch) const;
  // Returns the error of model matrices against the truth.
  StretchError stretch_error(std::size_t stretch, std::uint32_t joint, const TimeRows& truth,
                             const TimeRows& worlds) const;
  // `errors`: the errors of all joints, stretch by stretch.
  ClipError sum_up(const std::vector<StretchError>& errors) const;

 private:
  // Times per stretch, chosen so that the rows of all joints fit in a near cache. Rows that are an odd number
  // of cache lines apart do not evict each other.
  static constexpr std::size_t kStretch = 56;
  SourceStretch sample(std::size_t stretch) const;

  const ClipCurves& curves_;
  Shells shells_;
  std::vector<float> times_s_;
  std::vector<TimeRows> kept_;  // model matrices, per stretch
};

// Number of error measurements per frame interval of decoded clips, counting one end.
inline constexpr int kStoredMeasures = 4;
// Returns the error of a clip as the runtime plays it.
ClipError measure_played(const ErrorMeasure& measure, const Skeleton& skeleton, const ClipView& clip);

// Estimates the reaches of all joints from a few times of the clip.
std::vector<Reach> measure_reaches(const ClipCurves& curves, double shell_distance);

// Returns the curves of a clip with these settings, without root motion.
ClipCurves make_curves(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                       const ClipSettings& settings);
// Like make_curves, with the root motion that `built` has removed.
ClipCurves make_curves_of(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                          const ClipView& built, const ClipSettings& settings);
double shell_distance(const Scene& scene, const ClipSettings& settings);
// Returns the error of a clip as SampleJob plays it, at the times of measure_error.
ClipError measure_as_played(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                            const ClipView& clip, const ClipSettings& settings);
double error_bound(const Scene& scene, const ClipSettings& settings);
// Returns the settings with both distances filled in from the scene's size, which is computed once.
ClipSettings with_distances(const Scene& scene, ClipSettings settings);
void fill_report(const ClipError& error, ClipReport& report);
// Counts the parts and tracks by format, and the bytes of wide parts and keyed tracks.
void count_parts(const ClipView& clip, ClipReport& report);

}  // namespace skelter
