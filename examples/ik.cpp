// Put a foot on a step and look at something: inverse kinematics between the local pose and the palette.
// Usage: ik assets/mannequin.x
#include <cstdio>
#include <vector>

#include "skelter/compile/skeleton.h"
#include "skelter/load.h"
#include "skelter/runtime/aim_ik.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/two_bone_ik.h"

namespace {

struct Character {
  const skelter::Skeleton& skeleton;
  std::vector<skelter::SoaTransform> local_pose;  // the rest pose here; usually from SampleJob or BlendJob
  std::vector<skelter::Affine> model_from_joint;

  explicit Character(const skelter::Skeleton& s)
      : skeleton(s), local_pose(s.rest_pose.begin(), s.rest_pose.end()), model_from_joint(s.joint_count()) {
    update(0);
  }
  // Model matrices of the joint and all after it.
  bool update(std::uint16_t from) {
    skelter::LocalToModelJob job;
    job.skeleton = &skeleton;
    job.local_pose = local_pose;
    job.begin = from;
    job.out_model_from_joint = model_from_joint;
    return job.run() == skelter::Status::ok;
  }
  skelter::Vec3 at(std::uint16_t joint) const {
    const auto& m = model_from_joint[joint].m;
    return {m[0][3], m[1][3], m[2][3]};
  }
  void print(const char* what, const skelter::Vec3& v) const {
    std::printf("%-10s %6.3f %6.3f %6.3f\n", what, v.x, v.y, v.z);
  }
};

bool place_foot(Character& character, const skelter::Vec3& target) {
  skelter::TwoBoneIkResult result;
  skelter::TwoBoneIkJob job;
  job.pose = {&character.skeleton, character.model_from_joint, {}};
  job.start = character.skeleton.find("left_thigh");
  job.mid = character.skeleton.find("left_shin");
  job.end = character.skeleton.find("left_foot");
  job.target_model = target;
  job.pole_model = {0, 0, 1};  // the knee bends to the front
  job.out_result = &result;
  if (job.run() != skelter::Status::ok) return false;
  rotate_joint(character.local_pose, job.start, result.start_correction);
  rotate_joint(character.local_pose, job.mid, result.mid_correction);
  return character.update(job.start) && result.reached;
}

// The neck takes a part of the turn, the head the rest.
bool look_at(Character& character, const skelter::Vec3& target) {
  skelter::AimIkResult result;
  skelter::AimIkJob job;
  job.eye = character.skeleton.find("head");
  job.target_model = target;
  job.offset_eye = {0, 0.1f, 0.1f};  // between the eyes
  job.out_result = &result;
  for (const char* name : {"neck", "head"}) {
    job.pose = {&character.skeleton, character.model_from_joint, {}};
    job.joint = character.skeleton.find(name);
    job.weight = job.joint == job.eye ? 1.0f : 0.4f;
    if (job.run() != skelter::Status::ok) return false;
    rotate_joint(character.local_pose, job.joint, result.correction);
    if (!character.update(job.joint)) return false;
  }
  return result.reached;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("usage: ik FILE.x"), 2;
  const auto scene = skelter::load_scene(argv[1]);
  if (!scene) return std::puts(to_string(scene.error()).c_str()), 1;
  const auto built = skelter::build_skeleton(*scene);
  if (!built) return std::puts(to_string(built.error()).c_str()), 1;

  Character character(built->skeleton.view);
  const std::uint16_t foot = character.skeleton.find("left_foot"),
                      knee = character.skeleton.find("left_shin");
  const skelter::Vec3 step{0.1f, 0.35f, 0.25f};
  character.print("foot", character.at(foot));
  character.print("knee", character.at(knee));
  if (!place_foot(character, step)) return std::puts("the step is out of reach"), 1;
  character.print("foot", character.at(foot));
  character.print("knee", character.at(knee));
  if (!look_at(character, {2, 1.2f, 3})) return std::puts("nothing to look at"), 1;
  const auto& head = character.model_from_joint[character.skeleton.find("head")].m;
  character.print("looking", {head[0][2], head[1][2], head[2][2]});
}
