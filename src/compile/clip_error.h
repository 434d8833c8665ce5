#pragma once
// How far a hot clip is from its source: in model space, on a shell of six points around every joint.

#include <functional>
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

// Measures many versions of a clip against one source. Keeps the source's matrices while they fit in memory.
class ErrorMeasure {
 public:
  // `curves` must live as long.
  ErrorMeasure(const ClipCurves& curves, Shells shells, std::vector<float> times_s);
  ClipError measure(const PoseDecoder& decode) const;
  // The error of one joint with these encoded transforms at one time.
  double joint_error(std::uint32_t joint, const std::vector<Transformd>& encoded, float time_s) const;
  const std::vector<float>& times_s() const { return times_s_; }
  // The source's model matrices at one of the times; `scratch` is where they are put if they are not kept.
  const std::vector<Mat4d>& truth(std::size_t time_index, std::vector<Mat4d>& scratch) const;
  // The same of its encoded transforms.
  const std::vector<Transformd>& transforms(std::size_t time_index, std::vector<Transformd>& scratch) const;

 private:
  const ClipCurves& curves_;
  Shells shells_;
  std::vector<float> times_s_;
  std::vector<std::vector<Mat4d>> kept_;
  std::vector<std::vector<Transformd>> kept_transforms_;
};

// Reaches of all joints, from a few moments of the clip.
std::vector<Reach> measure_reaches(const ClipCurves& curves, double shell_distance);

// The curves that a clip with these settings is made from, without root motion.
ClipCurves make_curves(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                       const ClipSettings& settings);
// The same with the root motion that `built`, made from it, has taken out.
ClipCurves make_curves_of(const Scene& scene, std::uint32_t index, const SkeletonBuild& skeleton,
                          const ClipView& built, const ClipSettings& settings);
double shell_distance(const Scene& scene, const ClipSettings& settings);
double error_bound(const Scene& scene, const ClipSettings& settings);
void fill_report(const ClipError& error, ClipReport& report);
// Its parts and tracks by their form, and the bytes of those that take most.
void count_parts(const ClipView& clip, ClipReport& report);

}  // namespace skelter
