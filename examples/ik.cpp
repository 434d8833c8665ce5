// Puts a foot on a step and looks at a point: inverse kinematics between update() and finish().
// Usage: ik assets/mannequin.x
#include <cstdio>

#include "skelter/load.h"
#include "skelter/play/character.h"
#include "skelter/runtime/aim_ik.h"
#include "skelter/runtime/two_bone_ik.h"

using namespace skelter;

namespace {

void print(const char* what, const Affine& model_from_joint, int column) {
  const auto& m = model_from_joint.m;
  std::printf("%-10s %6.3f %6.3f %6.3f\n", what, m[0][column], m[1][column], m[2][column]);
}

bool pose_foot(Character& hero, const Vec3& target) {
  const Skeleton& skeleton = hero.data().skeleton();
  IkResult result;
  TwoBoneIkJob job;
  job.pose = {&skeleton, hero.model_from_joint(), {}};
  job.start = skeleton.find("left_thigh");
  job.mid = skeleton.find("left_shin");
  job.end = skeleton.find("left_foot");
  job.target_model = target;
  job.pole_model = {0, 0, 1};  // the knee bends forward
  job.out_result = &result;
  if (job.run() != Status::ok) return false;
  rotate_joint(hero.local_pose(), job.start, result.correction);
  rotate_joint(hero.local_pose(), job.mid, result.mid_correction);
  hero.finish();
  return result.reached;
}

// The neck does part of the rotation, and the head does the rest.
bool look_at(Character& hero, const Vec3& target) {
  const Skeleton& skeleton = hero.data().skeleton();
  IkResult result;
  AimIkJob job;
  job.eye = skeleton.find("head");
  job.target_model = target;
  job.offset_eye = {0, 0.1f, 0.1f};  // between the eyes
  job.out_result = &result;
  for (const char* name : {"neck", "head"}) {
    job.pose = {&skeleton, hero.model_from_joint(), {}};
    job.joint = skeleton.find(name);
    job.weight = job.joint == job.eye ? 1.0f : 0.4f;
    if (job.run() != Status::ok) return false;
    rotate_joint(hero.local_pose(), job.joint, result.correction);
    hero.finish();
  }
  return result.reached;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: ik FILE"), 2;
  const Result<CharacterData> data = load_character(argv[1]);
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  const std::uint32_t foot = data->find_joint("left_foot"), knee = data->find_joint("left_shin"),
                      head = data->find_joint("head");
  if (foot == kNone || knee == kNone || head == kNone) return std::puts("a mannequin is expected"), 1;

  Character hero(*data);  // no clip plays, so this gives the rest pose
  if (hero.update(0) != Status::ok) return std::puts(hero.why().c_str()), 1;
  hero.finish();
  print("foot", hero.model_from_joint()[foot], 3);
  print("knee", hero.model_from_joint()[knee], 3);
  if (!pose_foot(hero, {0.1f, 0.35f, 0.25f})) return std::puts("the step is out of reach"), 1;
  print("foot", hero.model_from_joint()[foot], 3);
  print("knee", hero.model_from_joint()[knee], 3);
  if (!look_at(hero, {2, 1.2f, 3})) return std::puts("nothing to look at"), 1;
  print("looking", hero.model_from_joint()[head], 2);
}
