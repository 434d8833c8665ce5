#pragma once
// Skin: the joints that move a mesh, and their inverse bind matrices. Many skins may share a skeleton. A view
// into a blob.

#include <cstdint>
#include <span>

#include "skelter/core/bytes.h"
#include "skelter/core/status.h"
#include "skelter/math/soa.h"
#include "skelter/runtime/skeleton.h"

namespace skelter {

struct SkinView {
  std::span<const std::uint16_t> joints;    // indices into the skeleton, one per palette entry
  std::span<const Affine> joint_from_mesh;  // inverse bind matrices, same size
  std::uint64_t skeleton_hash = 0;          // Skeleton::hash of the skeleton that it was made for
  std::uint32_t size() const { return static_cast<std::uint32_t>(joints.size()); }
};

// Fails for skins made for another skeleton, and for indices of joints that the skeleton does not have.
Problem read_skin(ByteSpan blob, const Skeleton& skeleton, SkinView& out);

// Computes a palette: model_from_mesh of every entry, model_from_joint[joints[i]] * joint_from_mesh[i].
struct PaletteJob {
  const SkinView* skin = nullptr;
  std::span<const Affine> model_from_joint;  // at least the skeleton's joint count
  std::span<Affine> out_palette;             // at least skin->size()
  const Skeleton* skeleton = nullptr;        // skeleton of the matrices; null: not checked
  // invalid_argument: no skin, arrays of different sizes, or a skin made for another skeleton; too few
  // matrices, too small a palette.
  Problem validate() const;
  Status run() const;
};

}  // namespace skelter
