// The minimum for a game: poses from bytes in memory, using only the runtime and Highway, without exceptions
// and RTTI.
#include <skelter/runtime/clip.h>
#include <skelter/runtime/local_to_model_job.h>
#include <skelter/runtime/sample_job.h>
#include <skelter/runtime/skeleton.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string_view>

#if defined(__cpp_exceptions) || defined(__cpp_rtti)
#error "compile with -fno-exceptions -fno-rtti"
#endif

namespace {

// The headers and records of both blobs, as documented in docs/pack-format.md.
struct BlobArray {
  std::uint32_t offset = 0, count = 0;
};
struct ClipRate {
  std::uint32_t divisor = 1, stride = 0, begin = 0;
};
struct ClipPart {
  std::uint8_t format = 0, group_begin[3] = {};
  std::uint32_t data = 0, range = 0;
  std::uint16_t spread = 0, rate = 0;
};
struct SkeletonHeader {
  BlobArray parents, rest_pose, nodes, helpers, name_begin, names, lod_joint_counts, mask_weights,
      mask_name_begin, mask_names;
  std::uint32_t has_scale = 0;
  std::uint32_t reserved = 0;
  std::uint64_t hash = 0;
};
struct ClipHeader {
  float duration_s = 0;
  float sample_rate_hz = 0;
  std::uint32_t frame_count = 0;
  float last_interval_s = 0;
  std::uint32_t flags = 0;
  std::uint32_t joint_count = 0;
  BlobArray parts, spreads, constants, rates, frames, keyed, key_times_s, key_values, scalars, scalar_times_s,
      scalar_values, events, root_motion, string_begin, strings;
  float bounds_min[3] = {};
  float bounds_max[3] = {};
  std::uint64_t skeleton_hash = 0;
};

// One joint, named "root". `skelter compile` makes such bytes for real characters, and games find them in a
// pack.
struct SkeletonBytes {
  SkeletonHeader header;
  alignas(64) skelter::SoaTransform rest_pose = skelter::SoaTransform::identity();
  std::uint32_t nodes[1] = {0}, name_begin[2] = {0, 4}, lod_joint_counts[1] = {1};
  std::uint16_t parents[1] = {skelter::kNone16};
  std::uint8_t helpers[1] = {0};
  char names[4] = {'r', 'o', 'o', 't'};
};

// Two frames, one second apart. The joint moves from 0 to (2, 4, 6).
struct ClipBytes {
  ClipHeader header;
  alignas(64) float frames[2][3][8] = {{}, {{2}, {4}, {6}}};
  std::byte after_frames[16] = {};
  ClipRate rate;
  ClipPart parts[3];
  std::uint32_t string_begin[2] = {0, 4};
  char strings[4] = {'m', 'o', 'v', 'e'};
};

alignas(64) SkeletonBytes skeleton_bytes;
alignas(64) ClipBytes clip_bytes;

template <class T>
skelter::ByteSpan bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

void fill_headers() {
  SkeletonHeader& s = skeleton_bytes.header;
  s.parents = {offsetof(SkeletonBytes, parents), 1};
  s.rest_pose = {offsetof(SkeletonBytes, rest_pose), 1};
  s.nodes = {offsetof(SkeletonBytes, nodes), 1};
  s.helpers = {offsetof(SkeletonBytes, helpers), 1};
  s.name_begin = {offsetof(SkeletonBytes, name_begin), 2};
  s.names = {offsetof(SkeletonBytes, names), 4};
  s.lod_joint_counts = {offsetof(SkeletonBytes, lod_joint_counts), 1};

  ClipHeader& c = clip_bytes.header;
  c.duration_s = c.sample_rate_hz = c.last_interval_s = 1;
  c.frame_count = 2;
  c.joint_count = 1;
  c.parts = {offsetof(ClipBytes, parts), 3};
  clip_bytes.rate.stride = sizeof(clip_bytes.frames[0]);
  c.rates = {offsetof(ClipBytes, rate), 1};
  c.frames = {offsetof(ClipBytes, frames), sizeof(clip_bytes.frames) + sizeof(clip_bytes.after_frames)};
  c.string_begin = {offsetof(ClipBytes, string_begin), 2};
  c.strings = {offsetof(ClipBytes, strings), 4};
  clip_bytes.parts[0].format = 3;  // 32-bit floats in each frame
}

bool pose(const skelter::Skeleton& skeleton, const skelter::ClipView& clip, float time_s) {
  skelter::SoaTransform local[1];
  skelter::Affine model[1];
  const skelter::SampleJob sample{&skeleton, &clip, time_s, 0, local};
  skelter::LocalToModelJob to_model;
  to_model.skeleton = &skeleton;
  to_model.local_pose = local;
  to_model.out_model_from_joint = model;
  if (sample.run() != skelter::Status::ok || to_model.run() != skelter::Status::ok) return false;
  const std::string_view name = skeleton.name(0), clip_name = clip.name();
  std::printf("%.*s of %.*s at %.2f s: %.3f %.3f %.3f\n", static_cast<int>(name.size()), name.data(),
              static_cast<int>(clip_name.size()), clip_name.data(), time_s, model[0].m[0][3],
              model[0].m[1][3], model[0].m[2][3]);
  return true;
}

}  // namespace

int main() {
  fill_headers();
  skelter::Skeleton skeleton;
  skelter::ClipView clip;
  for (const skelter::Problem& problem : {skelter::read_skeleton(bytes_of(skeleton_bytes), skeleton),
                                          skelter::read_clip(bytes_of(clip_bytes), clip)})
    if (!problem.ok()) {
      std::fprintf(stderr, "%s\n", problem.what);
      return 1;
    }
  return pose(skeleton, clip, 0.25f) ? 0 : 1;
}
