#pragma once
// GpuRig: the data that the members of a crowd share, as one GPU buffer for crowd_pose.glsl. Clips are stored
// in their playing form: the bytes of their arrays, one after another, unchanged. This code needs no graphics
// device.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/status.h"
#include "skelter/crowd/crowd_job.h"

namespace skelter {

// The shader keeps the model matrices of a member in the shared memory of a work group; OpenGL 4.3 guarantees
// 32 KB.
inline constexpr std::uint32_t kMaxGpuJoints = 640;
inline constexpr std::size_t kGpuSharedBytes = 32768;

// The first words of the buffer: offsets of its arrays, in words.
enum class GpuRigWord : std::uint8_t {
  rest_pose,     // SoaTransform per block
  order,         // joints sorted by hierarchy level: the joint plus 65536 times its parent
  level_begin,   // start of each level in `order`, and the end of the last level
  mask_weights,  // as in Skeleton
  lods,          // lod_joint_counts
  clips,         // GpuClipWord::count words for each
  entry_joints,  // joints of all palette entries, skin after skin
  binds,         // joint_from_mesh of the same entries
  blocks,        // not an offset but Skeleton::block_count()
  count = 16
};
// Layout of a clip: offsets of its arrays in words (in bytes for frames and spreads), and its numbers.
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
  duration,  // this and the next two are floats
  sample_rate,
  last_interval,
  rate_count,
  rates = 16,  // divisor, stride, begin and a zero for each of kMaxRates
  count = 32
};

struct GpuRig {
  std::vector<std::uint32_t> words;
  std::uint32_t joints = 0;
  std::uint32_t levels = 0;   // levels of the hierarchy; 1 if all joints are roots
  std::uint32_t entries = 0;  // palette entries per member, all skins together
  // Per joint: whether some pose gives it a scale other than 1. model_from_joint of the other joints consists
  // only of rotation and translation.
  std::vector<bool> scaled;
  std::uint32_t members_per_group = 1;  // members per work group

  // `#define` lines for the shader. They select one of two programs, because with few joints there is space
  // for many members.
  std::string defines() const;
};

// Packs a rig. The rig's own skin is ignored: a member has one palette for each of `skins`, one after
// another. Clips without frames (not prepared) are skipped; no list may use them. invalid_argument: no
// skeleton, a clip with frames or a skin made for another skeleton, a skin with a joint that does not exist;
// limit_exceeded: more than kMaxGpuJoints joints, or 2 GB. O(bytes).
Problem pack_gpu_rig(const CrowdRig& rig, std::span<const SkinView> skins, GpuRig& out);

// The texts of src/crowd/gpu/shaders/*.glsl, embedded by the build; "" for a name that does not exist.
std::string_view crowd_shader_source(std::string_view file_name);
std::span<const std::string_view> crowd_shader_source_names();

}  // namespace skelter
