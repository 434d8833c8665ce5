#include "skelter/runtime/skin.h"

#include <cmath>

namespace skelter {
namespace {

bool is_finite(const Affine& matrix) {
  for (const auto& row : matrix.m)
    for (const float element : row)
      if (!std::isfinite(element)) return false;
  return true;
}

Affine multiply(const Affine& a, const Affine& b) {
  Affine r;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 4; ++column)
      r.m[row][column] = a.m[row][0] * b.m[0][column] + a.m[row][1] * b.m[1][column] +
                         a.m[row][2] * b.m[2][column] + (column == 3 ? a.m[row][3] : 0.0f);
  return r;
}

}  // namespace

Problem read_skin(ByteSpan blob, std::uint32_t joint_count, SkinView& out) {
  BlobReader reader(blob);
  const auto header = reader.header<SkinHeader>();
  SkinView skin;
  skin.joints = reader.array<std::uint16_t>(header.joints);
  skin.joint_from_mesh = reader.array<Affine>(header.joint_from_mesh);
  if (reader.ok())
    reader.require(skin.joints.size() == skin.joint_from_mesh.size(), "a skin has not one matrix per joint");
  for (const std::uint16_t joint : skin.joints)
    reader.require(joint < joint_count, "a skin names a joint that does not exist");
  for (const Affine& matrix : skin.joint_from_mesh)
    reader.require(is_finite(matrix), "an inverse bind matrix is not finite");
  if (reader.ok()) out = skin;
  return reader.problem();
}

Status PaletteJob::validate() const {
  if (skin == nullptr || out_palette.size() < skin->size()) return Status::invalid_argument;
  if (skin->joint_from_mesh.size() != skin->joints.size()) return Status::invalid_argument;
  for (const std::uint16_t joint : skin->joints)
    if (joint >= model_from_joint.size()) return Status::invalid_argument;
  return Status::ok;
}

Status PaletteJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  for (std::size_t i = 0; i < skin->joints.size(); ++i)
    out_palette[i] = multiply(model_from_joint[skin->joints[i]], skin->joint_from_mesh[i]);
  return Status::ok;
}

}  // namespace skelter
