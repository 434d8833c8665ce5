#pragma once
// What a program needs to play characters, and a tour of it, in the order in which one meets the types:
//
//   Scene            what an artist made: nodes, meshes, clips. load_scene() reads any file into one.
//   Pack             the same, compiled for playing; made by `skelter compile` or compile_scene().
//   CharacterData    a pack that many characters share. load_character() makes one of any file.
//   Character        one that plays: clips() or graph(); every frame update() and finish().
//   CharacterEvent   what happened within an update: clips that began and ended, footsteps.
//   Skeleton, local_pose(), model_from_joint(), palette()
//                    joints, parents first; where they are to their parents, in the model, for skinning.
//   TwoBoneIkJob, AimIkJob, FabrikJob, FootLockJob
//                    feet on the ground and eyes on the ball, between update() and finish().
//   CharacterCrowd, CrowdJob
//                    thousands of characters in one call (crowd/crowd_job.h).
//   LinearSkinningJob
//                    vertices on the CPU (skinning/linear_skinning_job.h); Renderer draws on the GPU.
//   evaluate()       the reference: any scene at any time in double precision, slow and right.
//   Controller       what Direct3D's animation controller meant (d3dx/controller.h).
//   Result, Status   what went wrong: with a place in a file; without, where nothing may allocate.
//
// Lengths are the file's units, times seconds, +Y is up, matrices act on column vectors
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
