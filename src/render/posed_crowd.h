#pragma once
// PosedCrowd: a rig on the graphics card, and the palettes of its members, which a compute shader makes of
// their lists (crowd_pose.glsl). The texture is what the vertex shaders of crowds read: four rows of each
// member, then the palettes, member after member, skin after skin.

#include <cstdint>
#include <span>
#include <vector>

#include "crowd/internal/gpu_rig.h"
#include "render/float_texture.h"
#include "render/gl_handles.h"
#include "render/shader_library.h"
#include "skelter/render/renderer.h"

namespace skelter {

class PosedCrowd {
 public:
  // Errors: those of Renderer::upload(rig, skins). `library` outlives it.
  static Result<PosedCrowd> create(gl::ShaderLibrary& library, const CrowdRig& rig,
                                   std::span<const CrowdSkin> skins);

  // Errors: those of Renderer::pose_crowd.
  Result<void> pose(const CrowdLists& lists);
  std::vector<Affine> read() const;

  std::uint32_t members() const { return members_; }
  std::uint32_t entries() const { return rig_.entries; }
  GLuint texture() const { return palettes_.get(); }
  // One for each skin, without matrices; `stride` is how many the skin has.
  std::span<const CrowdPalettes> palettes() const { return skins_; }
  std::uint32_t first_row(std::size_t skin) const;
  std::uint32_t rows_per_member() const;
  // Of all that the skin's entries can become.
  bool has_plain_normals(std::size_t skin) const { return plain_normals_[skin]; }

 private:
  PosedCrowd() = default;
  Result<void> upload(const CrowdRig& rig, std::span<const SkinView> skins);
  Result<void> check(const CrowdLists& lists) const;
  void dispatch(const CrowdLists& lists);

  GpuRig rig_;  // without its words
  // To check lists with: of these the numbers and lengths are read, never what they point to.
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
