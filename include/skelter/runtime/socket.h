#pragma once
// Socket: a place on a joint where something is held or worn, such as a sword in a hand.
//
//   const Socket grip{data.find_joint("hand_r"), joint_from_grip};
//   draw(sword, multiply(world_from_hero, model_from_socket(grip, hero.model_from_joint())));
//
// For a crowd, SocketJob does so for all instances at once.

#include <cstddef>
#include <cstdint>
#include <span>

#include "skelter/core/status.h"
#include "skelter/math/soa.h"

namespace skelter {

struct Socket {
  std::uint32_t joint = 0;
  Affine joint_from_socket;  // turn, move and scale what hangs there
};

// a after b, as matrices for column vectors multiply.
Affine multiply(const Affine& a, const Affine& b);

// Precondition: the joint is among the matrices.
Affine model_from_socket(const Socket& socket, std::span<const Affine> model_from_joint);

// One matrix for each instance; all are of one skeleton, as CrowdJob and Character::finish make them.
struct SocketJob {
  std::span<const Socket> sockets;           // one for all, or one for each
  std::span<const Affine> model_from_joint;  // instance k from k * joint_count
  std::uint32_t joint_count = 0;             // matrices of an instance
  std::span<const Affine> world_from_model;  // of each instance; empty: they stay in model space
  std::span<Affine> out_from_socket;         // one per instance: so many are made

  // invalid_argument: no joints, spans that are too short, a socket on a joint that is not there.
  Status validate() const;
  Status run() const;
};

}  // namespace skelter
