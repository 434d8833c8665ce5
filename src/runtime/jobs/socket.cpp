#include "skelter/runtime/socket.h"

namespace skelter {

Affine multiply(const Affine& a, const Affine& b) {
  return to_affine(to_mat4(a) * to_mat4(b));
}

Affine model_from_socket(const Socket& socket, std::span<const Affine> model_from_joint) {
  return multiply(model_from_joint[socket.joint], socket.joint_from_socket);
}

Status SocketJob::validate() const {
  const std::size_t count = out_from_socket.size();
  if (joint_count == 0 || model_from_joint.size() / joint_count < count) return Status::invalid_argument;
  if (sockets.empty() || (sockets.size() != 1 && sockets.size() < count)) return Status::invalid_argument;
  if (!world_from_model.empty() && world_from_model.size() < count) return Status::invalid_argument;
  for (const Socket& socket : sockets)
    if (socket.joint >= joint_count) return Status::invalid_argument;
  return Status::ok;
}

Status SocketJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  for (std::size_t i = 0; i < out_from_socket.size(); ++i) {
    const Affine model = model_from_socket(sockets[sockets.size() == 1 ? 0 : i],
                                           model_from_joint.subspan(i * joint_count, joint_count));
    out_from_socket[i] = world_from_model.empty() ? model : multiply(world_from_model[i], model);
  }
  return Status::ok;
}

}  // namespace skelter
