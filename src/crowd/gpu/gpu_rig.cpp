#include "crowd/internal/gpu_rig.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "runtime/internal/format/clip_records.h"

namespace skelter {
namespace {

static_assert(sizeof(ClipPart) == 16 && sizeof(KeyedTrack) == 12 && sizeof(CrowdInstance) == 16);

// Limits of a work group: joints of all its members, one per lane (288 = 9 * 32 lanes), and members.
constexpr std::uint32_t kSlots = 288, kMaxMembers = 8;
constexpr std::uint32_t kLanesOfGroup = 288;
constexpr float kScaleTolerance = 1e-6f;
constexpr std::size_t kAlignedWords = 16;    // alignment of arrays in blobs
constexpr std::size_t kBytesPerMatrix = 48;  // in shared memory
constexpr std::size_t kBytesPerLine = 36;    // in shared memory: times, frames and weights of a list entry

constexpr std::size_t shared_bytes(std::size_t slots, std::size_t members) {
  return slots * kBytesPerMatrix + members * kMaxPoseListEntries * kBytesPerLine;
}
static_assert(shared_bytes(kSlots, kMaxMembers) <= kGpuSharedBytes);
static_assert(shared_bytes(kMaxGpuJoints, 1) <= kGpuSharedBytes);

class Words {
 public:
  explicit Words(std::vector<std::uint32_t>& words) : words_(words) {
    words_.assign(static_cast<std::size_t>(GpuRigWord::count), 0);
  }
  // Appends an array unchanged; returns its offset in words.
  template <class T>
  std::uint32_t add(std::span<const T> array, std::size_t spare_bytes = 0) {
    const std::size_t at = begin(array.size_bytes() + spare_bytes);
    if (!array.empty()) std::memcpy(words_.data() + at, array.data(), array.size_bytes());
    return static_cast<std::uint32_t>(at);
  }
  std::size_t begin(std::size_t bytes) {
    const std::size_t at = (words_.size() + kAlignedWords - 1) / kAlignedWords * kAlignedWords;
    words_.resize(at + (bytes + 3) / 4, 0);
    return at;
  }
  std::size_t size() const { return words_.size(); }
  void set(GpuRigWord word, std::uint32_t value) { words_[static_cast<std::size_t>(word)] = value; }
  void set(std::size_t clip, GpuClipWord word, std::uint32_t value) {
    words_[clip + static_cast<std::size_t>(word)] = value;
  }

 private:
  std::vector<std::uint32_t>& words_;
};

Problem check(const CrowdRig& rig, std::span<const SkinView> skins) {
  if (rig.skeleton == nullptr) return {Status::invalid_argument, "a rig has no skeleton"};
  const Skeleton& skeleton = *rig.skeleton;
  if (skeleton.joint_count() > kMaxGpuJoints)
    return {Status::limit_exceeded, "a skeleton has more than 640 joints"};
  for (const ClipView& clip : rig.clips)
    if (clip.frame_count > 0 && !clip.made_for(skeleton))
      return {Status::invalid_argument, "a clip was made for a different skeleton"};
  std::uint64_t bytes = 0;
  for (const ClipView& clip : rig.clips)
    bytes += clip.frames.size() + clip.spreads.size() + clip.constants.size_bytes() +
             std::span<const ClipPart>(clip.parts).size_bytes() +
             std::span<const KeyedTrack>(clip.keyed).size_bytes() + clip.key_times_s.size_bytes() +
             clip.key_values.size_bytes() + 1024;
  for (const SkinView& skin : skins) {
    if (skin.skeleton_hash != skeleton.hash)
      return {Status::invalid_argument, "a skin was made for a different skeleton"};
    if (skin.joints.size() != skin.joint_from_mesh.size() ||
        std::any_of(skin.joints.begin(), skin.joints.end(),
                    [&](std::uint16_t joint) { return joint >= skeleton.joint_count(); }))
      return {Status::invalid_argument, "a skin refers to a joint that does not exist"};
    bytes += skin.size() * (kBytesPerMatrix + 4) + 128;
  }
  bytes += skeleton.rest_pose.size_bytes() + skeleton.mask_weights.size_bytes() + 4096;
  if (bytes > std::numeric_limits<std::int32_t>::max())
    return {Status::limit_exceeded, "the clips of a rig exceed 2 GB"};
  return {};
}

bool is_one(float scale) {
  return std::abs(scale - 1) <= kScaleTolerance;
}

// Whether a joint's scale in a part is 1 in every frame.
bool keeps_scale(const ClipView& clip, const ClipPart& part, std::size_t lane) {
  if (part.format == PartFormat::rest) return true;
  if (part.format == PartFormat::wide) return false;
  const bool packed = part.format == PartFormat::packed;
  const float* first = &clip.constants[packed ? part.range : part.data];
  for (std::size_t row = 0; row < 3; ++row) {
    if (!is_one(first[row * kLanes + lane])) return false;
    if (!packed) continue;
    // Integers without bytes are 0.
    const std::uint8_t* where = &clip.spreads[part.spread * kSpreadBytes + place_index(row, lane)];
    if (where[0] != kNoByte || where[1] != kNoByte) return false;
  }
  return true;
}

// Marks the joints with a scale other than 1 in the clip.
void mark_scaled(const ClipView& clip, std::vector<bool>& scaled) {
  for (std::size_t joint = 0; joint < scaled.size(); ++joint)
    if (clip.frame_count > 0 && !keeps_scale(clip, clip.parts[joint / kLanes * 3 + 2], joint % kLanes))
      scaled[joint] = true;
  for (const KeyedTrack& track : clip.keyed) {
    if (track.kind != PartKind::scale) continue;
    for (std::uint32_t key = 0; key < track.key_count; ++key)
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (!is_one(clip.key_values[std::size_t{4} * (track.first_key + key) + axis]))
          scaled[track.joint] = true;
  }
}

// The joints that are scaled themselves or by an ancestor.
std::vector<bool> scaled_joints(const CrowdRig& rig) {
  const Skeleton& skeleton = *rig.skeleton;
  std::vector<bool> scaled(skeleton.joint_count(), false);
  for (std::size_t joint = 0; joint < scaled.size(); ++joint)
    for (std::size_t row = 7; row < 10; ++row)
      if (!is_one(skeleton.rest_pose[joint / kLanes].rows[row][joint % kLanes])) scaled[joint] = true;
  for (const ClipView& clip : rig.clips) mark_scaled(clip, scaled);
  for (std::size_t joint = 0; joint < scaled.size(); ++joint)
    if (skeleton.parents[joint] != kNone16 && scaled[skeleton.parents[joint]]) scaled[joint] = true;
  return scaled;
}

// Sorts joints by depth, so that each level depends only on the one before it.
void add_hierarchy(const Skeleton& skeleton, Words& words, GpuRig& out) {
  const std::uint32_t joints = skeleton.joint_count();
  std::vector<std::uint32_t> depths(joints, 0);
  std::uint32_t levels = joints > 0 ? 1 : 0;
  for (std::uint32_t joint = 0; joint < joints; ++joint) {
    if (skeleton.parents[joint] == kNone16) continue;
    depths[joint] = depths[skeleton.parents[joint]] + 1;
    levels = std::max(levels, depths[joint] + 1);
  }
  std::vector<std::uint32_t> order, begin;
  for (std::uint32_t level = 0; level < levels; ++level) {
    begin.push_back(static_cast<std::uint32_t>(order.size()));
    for (std::uint32_t joint = 0; joint < joints; ++joint)
      if (depths[joint] == level) order.push_back(joint | std::uint32_t{skeleton.parents[joint]} << 16);
  }
  begin.push_back(joints);
  words.set(GpuRigWord::order, words.add(std::span<const std::uint32_t>(order)));
  words.set(GpuRigWord::level_begin, words.add(std::span<const std::uint32_t>(begin)));
  out.levels = levels;
}

void add_clip(const ClipView& clip, std::size_t at, Words& words) {
  if (clip.frame_count == 0) return;
  words.set(at, GpuClipWord::frames, 4 * words.add(clip.frames, kGroupBytes));
  words.set(at, GpuClipWord::parts, words.add(std::span<const ClipPart>(clip.parts)));
  words.set(at, GpuClipWord::spreads, 4 * words.add(clip.spreads));
  words.set(at, GpuClipWord::constants, words.add(clip.constants));
  words.set(at, GpuClipWord::keyed, words.add(std::span<const KeyedTrack>(clip.keyed)));
  words.set(at, GpuClipWord::key_times, words.add(clip.key_times_s));
  words.set(at, GpuClipWord::key_values, words.add(clip.key_values));
  words.set(at, GpuClipWord::keyed_count, static_cast<std::uint32_t>(clip.keyed.size()));
  words.set(at, GpuClipWord::frame_count, clip.frame_count);
  words.set(at, GpuClipWord::flags, clip.flags);
  words.set(at, GpuClipWord::duration, __builtin_bit_cast(std::uint32_t, clip.duration_s));
  words.set(at, GpuClipWord::sample_rate, __builtin_bit_cast(std::uint32_t, clip.sample_rate_hz));
  words.set(at, GpuClipWord::last_interval, __builtin_bit_cast(std::uint32_t, clip.last_interval_s));
  words.set(at, GpuClipWord::rate_count, static_cast<std::uint32_t>(clip.rates.size()));
  for (std::size_t r = 0; r < clip.rates.size(); ++r) {
    const std::size_t rate = at + 4 * r;
    words.set(rate, GpuClipWord::rates, clip.rates[r].divisor);
    words.set(rate + 1, GpuClipWord::rates, clip.rates[r].stride);
    words.set(rate + 2, GpuClipWord::rates, clip.rates[r].begin);
  }
}

}  // namespace

std::string GpuRig::defines() const {
  const bool alone = joints > kSlots;
  return "#define LANES " + std::to_string(kLanesOfGroup) + "\n#define SLOTS " +
         std::to_string(alone ? kMaxGpuJoints : kSlots) + "\n#define MEMBERS " +
         std::to_string(alone ? 1 : kMaxMembers) + "\n";
}

Problem pack_gpu_rig(const CrowdRig& rig, std::span<const SkinView> skins, GpuRig& out) {
  if (const Problem problem = check(rig, skins); !problem.ok()) return problem;
  const Skeleton& skeleton = *rig.skeleton;
  out = {};
  out.joints = skeleton.joint_count();
  out.scaled = scaled_joints(rig);
  Words words(out.words);
  words.set(GpuRigWord::rest_pose, words.add(skeleton.rest_pose));
  words.set(GpuRigWord::mask_weights, words.add(skeleton.mask_weights));
  words.set(GpuRigWord::lods, words.add(skeleton.lod_joint_counts));
  words.set(GpuRigWord::blocks, skeleton.block_count());
  add_hierarchy(skeleton, words, out);

  const std::size_t clip_bytes = static_cast<std::size_t>(GpuClipWord::count) * sizeof(std::uint32_t);
  const std::size_t clips = words.begin(std::max<std::size_t>(rig.clips.size(), 1) * clip_bytes);
  words.set(GpuRigWord::clips, static_cast<std::uint32_t>(clips));
  for (std::size_t c = 0; c < rig.clips.size(); ++c)
    add_clip(rig.clips[c], clips + c * static_cast<std::size_t>(GpuClipWord::count), words);

  std::vector<std::uint32_t> joints;
  std::vector<Affine> binds;
  for (const SkinView& skin : skins) {
    joints.insert(joints.end(), skin.joints.begin(), skin.joints.end());
    binds.insert(binds.end(), skin.joint_from_mesh.begin(), skin.joint_from_mesh.end());
  }
  out.entries = static_cast<std::uint32_t>(joints.size());
  words.set(GpuRigWord::entry_joints, words.add(std::span<const std::uint32_t>(joints)));
  words.set(GpuRigWord::binds, words.add(std::span<const Affine>(binds)));
  words.begin(kGroupBytes);  // so that a load of four words stays inside the buffer
  out.members_per_group = std::clamp(kSlots / std::max(out.joints, 1u), 1u, kMaxMembers);
  return {};
}

}  // namespace skelter
