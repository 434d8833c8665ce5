#pragma once
// SampleSkinning: the five skinning methods of Microsoft's SkinnedMesh sample, implemented as variants for
// the renderer.

#include <array>
#include <cstdint>
#include <span>

#include "skelter/render/skinning_path.h"

namespace skelter {

// Texts of the files in src/demos/skinmesh/shaders, embedded by the build. "" for an unknown name.
std::string_view sample_shader_source(std::string_view file_name);
std::span<const std::string_view> sample_shader_source_names();

namespace demos {

enum class SampleSkinning : std::uint8_t {
  non_indexed_blend,  // vertices with one weight per bone of their group; 4 x 4 matrices per group
  indexed_blend,      // vertices with up to four weights and byte indices into a palette of 4 x 4 matrices
  software,           // SkinInfo's update_skinned_mesh; vertices are uploaded with every draw
  vertex_shader,      // like indexed_blend, with matrices of three rows in a constant array
  effect,             // 4 x 3 matrices; shaders and values from a parameter file, skinned.effect
};
inline constexpr std::array kSampleSkinnings{SampleSkinning::non_indexed_blend, SampleSkinning::indexed_blend,
                                             SampleSkinning::software, SampleSkinning::vertex_shader,
                                             SampleSkinning::effect};

inline constexpr std::uint32_t kSamplePalette = 26;  // same as in the sample's vertex shaders

// Options for DrawOptions::skinning. `palette_size`: bones per group, for methods with a palette. 0 means the
// sample's size or, for effect, the file's.
SkinningOptions sample_skinning(SampleSkinning way, std::uint32_t palette_size = 0);

}  // namespace demos
}  // namespace skelter
