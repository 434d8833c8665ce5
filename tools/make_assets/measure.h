#pragma once
// Measurements of the finished mannequin, from its file with the reference evaluator. Metres and seconds.

#include <string>
#include <vector>

#include "skelter/scene/evaluate.h"

namespace skelter::assets {

struct Gait;

class Figure {
 public:
  // Precondition: a mannequin from make_mannequin.
  explicit Figure(const Scene& scene);

  const Scene& scene() const { return scene_; }
  std::uint32_t clip(const std::string& name) const;
  // Key times of the clip's joint with the most keys; evenly spaced.
  const std::vector<double>& key_times_s(std::uint32_t clip) const;
  Pose pose(std::uint32_t clip, double time_s) const;
  std::vector<Vec3d> skinned(const Pose& pose) const;
  Vec3d joint(const Pose& pose, const std::string& name) const;
  // The rotation of a joint relative to rest, in its parent.
  Quatd turn(const Pose& pose, const std::string& name) const;
  const Primitive& body() const { return scene_.meshes[mesh_].primitives[0]; }
  // The weight of a joint at a vertex.
  double weight(std::uint32_t vertex, const std::string& joint) const;
  // Number of flipped triangles: those facing away from the rest normal rotated by the mean rotation of their
  // vertices.
  int inverted_triangles(const Pose& pose) const;

 private:
  const Scene& scene_;
  std::uint32_t node_ = 0, mesh_ = 0;
};

// The largest slip of the soles on the ground during stance, per step: the heel until it rises, the toes from
// when the foot is flat. The ground is a treadmill, or at rest if the clip moves ahead.
struct Slip {
  std::string foot;
  double heel, toes;
};
std::vector<Slip> foot_slip(const Figure& figure, std::uint32_t clip, const Gait& gait,
                            bool goes_ahead = false);

// Measurements of a loop at its keys. A point's change of velocity is the difference between its velocities
// at both ends, relative to its largest speed in the clip.
struct Seam {
  double distance;       // largest distance of a vertex between the last and the first key
  double joint_change;   // largest relative change of velocity of a joint
  double vertex_change;  // largest relative change of velocity of a vertex
};
// `way`: travel per cycle. Precondition: at least four keys, evenly spaced.
Seam loop_seam(const Figure& figure, std::uint32_t clip, const Vec3d& way = {});

// A joint with its helper bone, which rotates half as far.
struct Fold {
  std::string upper, helper, lower, end;
  Vec3d hinge;  // unit; positive rotations bend
  double away;  // metres; more than the limb's thickness
};
// Cross-section area at 90 degrees of flexion relative to the straight limb: the smallest of the ratios at
// the joint and `away` from it on either side.
double bent_area_ratio(const Figure& figure, const Fold& fold);
// The joint bent by some angle.
struct Bend {
  double area_ratio;  // cross-section area at the joint, relative to the straight limb
  double tip_ratio;   // smallest distance of the outer side from the joint, relative to the straight limb
  double through;     // metres; how far the skin of one half crosses the plane between the halves
};
Bend bend(const Figure& figure, const Fold& fold, double degrees);

// Centre of mass of all body segments. Source of masses and positions: de Leva, "Adjustments to
// Zatsiorsky-Seluyanov's Segment Inertia Parameters", 1996 (male).
Vec3d centre_of_mass(const Figure& figure, const Pose& pose);
// The largest horizontal distance of the centre of mass from the standing foot during single support in
// `walk`.
double balance(const Figure& figure);

}  // namespace skelter::assets
