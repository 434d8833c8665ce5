#pragma once
// GpuRig: what the members of a crowd share, as one buffer of the graphics card, which crowd_pose.glsl reads.
// Clips go there as they play: the bytes of their views, array after array, nothing made of them. No graphics
// device is needed here.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/status.h"
#include "skelter/crowd/crowd_job.h"

namespace skelter {

// The shader keeps the model matrices of a member in the memory that a work group shares; every OpenGL 4.3
// has 32 KB of it.
inline constexpr std::uint32_t kMostGpuJoints = 640;
inline constexpr std::size_t kGpuSharedBytes = 32768;

// The first words of the buffer: where its arrays begin, in words.
enum class GpuRigWord : std::uint8_t {
  rest_pose,     // SoaTransform per block
  order,         // joints level by level of the hierarchy: the joint, and its parent times 65536
  level_begin,   // where each level begins in `order`, and the end of the last
  mask_weights,  // as in Skeleton
  lods,          // lod_joint_counts
  clips,         // GpuClipWord::count words for each
  entry_joints,  // of all palettes, skin after skin
  binds,         // joint_from_mesh of the same entries
  blocks,        // not a place: Skeleton::block_count()
  count = 16
};
// Of a clip: where its arrays begin, in words (frames and spreads: in bytes), and its numbers.
enum class GpuClipWord : std::uint8_t {
  frames,
  parts,
  spreads,
  constants,
  keyed,
  key_times,
  key_values,
  keyed_count,
  frame_count,
  flags,
  duration,  // the next three are floats
  sample_rate,
  last_interval,
  rate_count,
  rates = 16,  // divisor, stride, begin and a zero for each of kMostRates
  count = 32
};

struct GpuRig {
  std::vector<std::uint32_t> words;
  std::uint32_t joints = 0;
  std::uint32_t levels = 0;   // of the hierarchy: 1 where all joints are roots
  std::uint32_t entries = 0;  // of a member's palettes, all skins together
  // Per joint whether some pose gives it a scale but 1; the others have model_from_joint of rotation and
  // translation alone.
  std::vector<bool> scaled;
  std::uint32_t members_per_group = 1;  // of a work group

  // Lines of `#define` that the shader needs: one of two programs, as few joints leave room for many members.
  std::string defines() const;
};

// The rig's own skin is not looked at: a member's palettes are those of `skins`, one after another. Clips
// without frames (not prepared) are left out; no list may name them. invalid_argument: no skeleton, a clip
// with frames or a skin that was made for another one, a skin that names a joint that is not there;
// limit_exceeded: more than kMostGpuJoints joints, or 2 GB. O(bytes).
Problem pack_gpu_rig(const CrowdRig& rig, std::span<const SkinView> skins, GpuRig& out);

// The texts of src/crowd/gpu/shaders/*.glsl, embedded by the build; "" for a name that does not exist.
std::string_view crowd_shader_source(std::string_view file_name);
std::span<const std::string_view> crowd_shader_source_names();

}  // namespace skelter
