#pragma once
// Socket: an attachment point on a joint, for example for a sword in a hand.
//
//   const Socket grip{data.find_joint("hand_r"), joint_from_grip};
//   draw(sword, multiply(world_from_hero, model_from_socket(grip, hero.model_from_joint())));
//
// SocketJob does this for all instances of a crowd at once.

#include <cstddef>
#include <cstdint>
#include <span>

#include "skelter/core/status.h"
#include "skelter/math/soa.h"

namespace skelter {

struct Socket {
  std::uint32_t joint = 0;
  Affine joint_from_socket;  // rotation, translation and scale of the attached object
};

// The matrix product a * b: b applies first.
Affine multiply(const Affine& a, const Affine& b);

// Precondition: the joint is among the matrices.
Affine model_from_socket(const Socket& socket, std::span<const Affine> model_from_joint);

// Computes one matrix for each instance. All instances share one skeleton, as in CrowdJob and
// Character::finish.
struct SocketJob {
  std::span<const Socket> sockets;           // one for all instances, or one for each
  std::span<const Affine> model_from_joint;  // instance k starts at k * joint_count
  std::uint32_t joint_count = 0;             // matrices of an instance
  std::span<const Affine> world_from_model;  // per instance; empty: the result stays in model space
  std::span<Affine> out_from_socket;         // one per instance; its size is the number of instances

  // invalid_argument: no joints, spans that are too short, a socket on a joint that does not exist.
  Status validate() const;
  Status run() const;
};

}  // namespace skelter
