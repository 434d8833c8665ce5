#pragma once
// How far a hot clip is from its source: in model space, on a shell of six points around every joint.

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "compile/clip_tracks.h"

namespace skelter {

// The shell of each joint: three half axes in joint space whose ends lie `distance` away in the rest pose.
using Shells = std::vector<Vec3d>;  // per joint the lengths of the half axes
Shells make_shells(const ClipCurves& curves, double distance);

// Largest distance between the six shell points under two matrices, and their sum.
struct ShellError {
  double largest = 0, sum = 0;
};
ShellError shell_error(const Mat4d& a, const Mat4d& b, const Vec3d& shell);

// When to measure: at `steps` times the sample rate (more often at less than 15 Hz), at every key off that
// grid, and shortly before and after every cut of the curves; never inside one or closer to it, where
// rounding of the time decides on which side it falls.
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

// What plays a clip: its local transforms at a time.
using PoseDecoder = std::function<void(float time_s, std::vector<Transformd>& out)>;

// What the source does at some of the times of a measure.
struct SourceStretch {
  std::span<const float> times_s;
  MomentRows transforms;  // as they are encoded
  MomentRows worlds;      // model matrices, of joints that have a truth
};

// Measures many versions of a clip against one source. Keeps the source's matrices while they fit in memory.
class ErrorMeasure {
 public:
  // Of a joint in a stretch.
  struct StretchError {
    double largest = 0;
    float time_s = 0;
    double sum = 0;  // of all distances
  };

  // `curves` must live as long. `see` is called once for each stretch, in the order of time.
  ErrorMeasure(const ClipCurves& curves, Shells shells, std::vector<float> times_s,
               const std::function<void(const SourceStretch&)>& see = {});
  ClipError measure(const PoseDecoder& decode) const;
  // The error of one joint with these encoded transforms at one time.
  double joint_error(std::uint32_t joint, const std::vector<Transformd>& encoded, float time_s) const;
  const std::vector<float>& times_s() const { return times_s_; }

  std::size_t stretch_count() const { return (times_s_.size() + kStretch - 1) / kStretch; }
  std::span<const float> times_of(std::size_t stretch) const {
    const std::size_t begin = stretch * kStretch;
    return std::span(times_s_).subspan(begin, std::min(kStretch, times_s_.size() - begin));
  }
  // The source's model matrices; `scratch` is where they are put if they are not kept.
  const MomentRows& truth(std::size_t stretch, SourceStretch& scratch) const;
  // How far model matrices are from them.
  StretchError stretch_error(std::size_t stretch, std::uint32_t joint, const MomentRows& truth,
                             const MomentRows& worlds) const;
  // `errors`: stretch by stretch, those of all joints.
  ClipError sum_up(const std::vector<StretchError>& errors) const;

 private:
  // Times whose rows of all joints stay in a near cache. Rows an odd number of its lines apart do not push
  // each other out.
  static constexpr std::size_t kStretch = 56;
  SourceStretch sample(std::size_t stretch) const;

  const ClipCurves& curves_;
  Shells shells_;
  std::vector<float> times_s_;
  std::vector<MomentRows> kept_;  // model matrices, by stretch
};

// Times between two frames at which clips are measured as they play, and one.
inline constexpr int kStoredMeasures = 4;
// Of a clip as the runtime plays it.
ClipError measure_played(const ErrorMeasure& measure, const Skeleton& skeleton, const ClipView& clip);

// Reaches of all joints, from a few moments of the clip.
std::vector<Reach> measure_reaches(const ClipCurves& curves, double shell_distance);

// The curves that a clip with these settings is made from, without root motion.
ClipCurves make_curves(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                       const ClipSettings& settings);
// The same with the root motion that `built`, made from it, has taken out.
ClipCurves make_curves_of(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                          const ClipView& built, const ClipSettings& settings);
double shell_distance(const Scene& scene, const ClipSettings& settings);
// Of a clip as SampleJob plays it, at the times of measure_error.
ClipError measure_as_played(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                            const ClipView& clip, const ClipSettings& settings);
double error_bound(const Scene& scene, const ClipSettings& settings);
// With both, where the settings leave them to the scene: its size is found once.
ClipSettings with_distances(const Scene& scene, ClipSettings settings);
void fill_report(const ClipError& error, ClipReport& report);
// Its parts and tracks by their form, and the bytes of those that take most.
void count_parts(const ClipView& clip, ClipReport& report);

}  // namespace skelter
