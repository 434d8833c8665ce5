#pragma once
// A rig on the GPU, and the palettes of its members. A compute shader (crowd_pose.glsl) computes the palettes
// from the pose lists. The vertex shaders of crowds read the texture: four rows per member, then the palettes
// by member and skin.

#include <cstdint>
#include <span>
#include <vector>

#include "crowd/internal/gpu_rig.h"
#include "render/gl/float_texture.h"
#include "render/gl/gl_handles.h"
#include "render/gl/shader_library.h"
#include "skelter/render/renderer.h"

namespace skelter {

class PosedCrowd {
 public:
  // Errors: see Renderer::upload(rig, skins). `library` must outlive this object.
  static Result<PosedCrowd> create(gl::ShaderLibrary& library, const CrowdRig& rig,
                                   std::span<const CrowdSkin> skins);

  // Errors: see Renderer::pose_crowd.
  Result<void> pose(const CrowdLists& lists);
  std::vector<Affine> read() const;

  std::uint32_t members() const { return members_; }
  std::uint32_t entries() const { return rig_.entries; }
  GLuint texture() const { return palettes_.get(); }
  // Returns one entry per skin, without matrices. `stride` is the number of matrices in the skin.
  std::span<const CrowdPalettes> palettes() const { return skins_; }
  std::uint32_t first_row(std::size_t skin) const;
  std::uint32_t rows_per_member() const;
  // Whether normals are plain in every possible state of the skin's entries.
  bool has_plain_normals(std::size_t skin) const { return plain_normals_[skin]; }

 private:
  PosedCrowd() = default;
  Result<void> upload(const CrowdRig& rig, std::span<const SkinView> skins);
  Result<void> check(const CrowdLists& lists) const;
  void dispatch(const CrowdLists& lists);

  GpuRig rig_;  // without its words
  // For checking lists. Only counts and lengths are read, never the data behind the pointers.
  Skeleton skeleton_;
  std::vector<ClipView> clips_;
  std::vector<CrowdPalettes> skins_;
  std::vector<bool> plain_normals_;
  const gl::ShaderProgram* program_ = nullptr;
  gl::Buffer rig_buffer_, instances_, lines_, places_, tints_;
  StreamedFloatTexture palettes_;
  std::uint32_t members_ = 0;
};

}  // namespace skelter
