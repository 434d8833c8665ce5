#include "skelter/runtime/skin.h"

#include "runtime/internal/format/blob.h"
#include "runtime/internal/format/blob_headers.h"

namespace skelter {
Problem read_skin(ByteSpan blob, const Skeleton& skeleton, SkinView& out) {
  BlobReader reader(blob);
  const auto header = reader.header<SkinHeader>();
  SkinView skin;
  skin.skeleton_hash = header.skeleton_hash;
  skin.joints = reader.array<std::uint16_t>(header.joints);
  skin.joint_from_mesh = reader.array<Affine>(header.joint_from_mesh);
  if (reader.ok())
    reader.require(skin.joints.size() == skin.joint_from_mesh.size(),
                   "a skin does not have one matrix per joint");
  reader.require(skin.skeleton_hash == skeleton.hash, "the skin was made for a different skeleton");
  for (const std::uint16_t joint : skin.joints)
    reader.require(joint < skeleton.joint_count(), "a skin refers to a joint that does not exist");
  for (const Affine& matrix : skin.joint_from_mesh)
    reader.require(is_finite(matrix), "an inverse bind matrix is not finite");
  if (reader.ok()) out = skin;
  return reader.problem();
}

}  // namespace skelter
