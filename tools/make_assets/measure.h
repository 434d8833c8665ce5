#pragma once
// Measures of the finished mannequin, taken from the file with the reference evaluator. Metres and seconds.

#include <string>
#include <vector>

#include "skelter/scene/evaluate.h"

namespace skelter::assets {

struct Gait;

class Figure {
 public:
  // Precondition: a mannequin as make_mannequin made it.
  explicit Figure(const Scene& scene);

  const Scene& scene() const { return scene_; }
  std::uint32_t clip(const std::string& name) const;
  // Those of the clip's joint with the most keys; evenly spaced.
  const std::vector<double>& key_times_s(std::uint32_t clip) const;
  Pose pose(std::uint32_t clip, double time_s) const;
  std::vector<Vec3d> skinned(const Pose& pose) const;
  Vec3d joint(const Pose& pose, const std::string& name) const;
  // The turn of a joint against its rest, in its parent.
  Quatd turn(const Pose& pose, const std::string& name) const;
  const Primitive& body() const { return scene_.meshes[mesh_].primitives[0]; }
  // How much of a vertex a joint has.
  double weight(std::uint32_t vertex, const std::string& joint) const;
  // Triangles whose side faces the wrong way: against the rest normal, turned by the mean of what its
  // vertices do.
  int inverted_triangles(const Pose& pose) const;

 private:
  const Scene& scene_;
  std::uint32_t node_ = 0, mesh_ = 0;
};

// The furthest that soles slip against the ground while they stand on it, of each step: the heel until it
// rises, the toes from when the foot is flat. The ground is a treadmill, or stands where the clip goes ahead.
struct Slip {
  std::string foot;
  double heel, toes;
};
std::vector<Slip> foot_slip(const Figure& figure, std::uint32_t clip, const Gait& gait,
                            bool goes_ahead = false);

// Of a loop, at its keys. A point's change of velocity is the difference between its velocity when it arrives
// at the last key and when it leaves the first, over its own largest speed in the clip.
struct Seam {
  double distance;       // the largest of all vertices, between the last key and the first
  double joint_change;   // of velocity, the largest of all joints
  double vertex_change;  // of velocity, the largest of all vertices
};
// `way`: of a round. Precondition: at least four keys, evenly spaced.
Seam loop_seam(const Figure& figure, std::uint32_t clip, const Vec3d& way = {});

// A joint with its helper bone, which turns half as far.
struct Fold {
  std::string upper, helper, lower, end;
  Vec3d hinge;  // unit; positive turns bend
  double away;  // metres; more than the limb is thick
};
// Cross-sections at 90 degrees of flexion over those of the straight limb, at the joint and `away` from it on
// either side; the smallest of the three.
double bent_area_ratio(const Figure& figure, const Fold& fold);
// The joint bent by some angle.
struct Bend {
  double area_ratio;  // cross-section at the joint over that of the straight limb
  double tip_ratio;  // how far the outside reaches from the joint, in the direction where it is nearest, over
                     // what it does when straight
  double through;    // metres; how far skin of one half lies beyond the plane between the halves
};
Bend bend(const Figure& figure, const Fold& fold, double degrees);

// Of all body segments. Source of masses and places: de Leva, "Adjustments to Zatsiorsky-Seluyanov's Segment
// Inertia Parameters", 1996 (male).
Vec3d centre_of_mass(const Figure& figure, const Pose& pose);
// The furthest that the centre of mass gets from the standing foot, horizontally, while one foot stands in
// `walk`.
double balance(const Figure& figure);

}  // namespace skelter::assets
