#pragma once
// The header for programs that play characters. The main types, in the order in which a program meets them:
//
//   Scene            an authored model: nodes, meshes, clips. load_scene() reads any file into one.
//   Pack             a scene compiled for playing; made by `skelter compile` or compile_scene().
//   CharacterData    a pack that many characters share. load_character() makes one from any file.
//   Character        one character: clips() or graph(); every frame update() and finish().
//   CharacterEvent   an event of an update: a clip that started or ended, a footstep.
//   Skeleton, local_pose(), model_from_joint(), palette()
//                    joints, parents first; their pose in parent space, model space, and for skinning.
//   TwoBoneIkJob, AimIkJob, FabrikJob, FootLockJob
//                    feet on the ground and eyes on the ball, between update() and finish().
//   CharacterCrowd, CrowdJob
//                    thousands of characters in one call (crowd/crowd_job.h).
//   LinearSkinningJob
//                    vertices on the CPU (skinning/linear_skinning_job.h); Renderer draws on the GPU.
//   evaluate()       the reference: any scene at any time in double precision, slow but accurate.
//   Controller       a modern counterpart of Direct3D's animation controller (d3dx/controller.h).
//   Result, Status   errors: Result with a location in a file, Status where nothing may allocate.
//
// Lengths are in file units, times in seconds, +Y is up, matrices act on column vectors
// (docs/conventions.md).

#include "skelter/load.h"
#include "skelter/play/character.h"
#include "skelter/play/character_data.h"
#include "skelter/runtime/aim_ik.h"
#include "skelter/runtime/foot_lock.h"
#include "skelter/runtime/two_bone_ik.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"
#include "skelter/version.h"
