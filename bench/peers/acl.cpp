#include "peers/acl.h"

#include <acl/compression/compress.h>
#include <acl/compression/transform_error_metrics.h>
#include <acl/core/ansi_allocator.h>
#include <acl/decompression/decompress.h>

#include <cstdio>
#include <cstdlib>

#include "skelter/core/aligned_bytes.h"
#include "skelter/core/none.h"

namespace skelter::bench {
namespace {

rtm::qvvf to_rtm(const Transform& t) {
  return rtm::qvv_set(rtm::quat_set(t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w),
                      rtm::vector_set(t.translation.x, t.translation.y, t.translation.z),
                      rtm::vector_set(t.scale.x, t.scale.y, t.scale.z));
}

// Skips tracks that have their default value, as ACL's manual recommends, because the pose already contains
// it.
struct PoseWriter : acl::track_writer {
  rtm::qvvf* pose;
  explicit PoseWriter(rtm::qvvf* p) : pose(p) {}

  using Mode = acl::default_sub_track_mode;
  static constexpr Mode get_default_rotation_mode() { return Mode::skipped; }
  static constexpr Mode get_default_translation_mode() { return Mode::skipped; }
  static constexpr Mode get_default_scale_mode() { return Mode::skipped; }
  void RTM_SIMD_CALL write_rotation(std::uint32_t joint, rtm::quatf_arg0 q) { pose[joint].rotation = q; }
  void RTM_SIMD_CALL write_translation(std::uint32_t joint, rtm::vector4f_arg0 t) {
    pose[joint].translation = t;
  }
  void RTM_SIMD_CALL write_scale(std::uint32_t joint, rtm::vector4f_arg0 s) { pose[joint].scale = s; }
};

using Context = acl::decompression_context<acl::default_transform_decompression_settings>;

void decode(Context& context, float time_s, rtm::qvvf* pose) {
  PoseWriter writer(pose);
  context.seek(time_s, acl::sample_rounding_policy::none);
  context.decompress_tracks(writer);
}

class Clip : public AclClip {
 public:
  explicit Clip(const SampledClip& clip)
      : tracks_(allocator_, static_cast<std::uint32_t>(clip.rest.size())),
        transforms_(clip.rest.size()),
        frame_count_(clip.frame_count()),
        rate_hz_(static_cast<float>(clip.rate_hz)) {
    for (std::uint32_t j = 0; j < clip.rest.size(); ++j) {
      acl::track_desc_transformf track;
      track.output_index = j;
      track.parent_index = clip.parents[j] == kNone ? acl::k_invalid_track_index : clip.parents[j];
      track.precision = static_cast<float>(clip.precision);
      track.shell_distance = static_cast<float>(clip.shell_distance);
      track.default_value = to_rtm(clip.rest[j]);
      rest_.push_back(track.default_value);
      tracks_[j] = acl::track_qvvf::make_reserve(track, allocator_, clip.frame_count(), rate_hz_);
      for (std::uint32_t f = 0; f < clip.frame_count(); ++f) tracks_[j][f] = to_rtm(clip.at(f, j));
    }
    pose_ = rest_;
  }
  ~Clip() override { release(); }
  Clip(const Clip&) = delete;
  Clip& operator=(const Clip&) = delete;

  void compress() override {
    release();
    acl::compression_settings settings = acl::get_default_compression_settings();
    acl::qvvf_transform_error_metric metric;
    settings.error_metric = &metric;
    acl::output_stats stats;
    const acl::error_result result =
        acl::compress_track_list(allocator_, tracks_, settings, compressed_, stats);
    if (!result.any()) return;
    std::fprintf(stderr, "ACL: %s\n", result.c_str());
    std::exit(1);
  }

  const acl::compressed_tracks& compressed() const { return *compressed_; }
  const std::vector<rtm::qvvf>& rest() const { return rest_; }
  std::size_t bytes() const override { return compressed_->get_size(); }

  void decode_frames() override {
    Context context;
    if (!context.initialize(*compressed_)) std::abort();
    for (std::uint32_t f = 0; f < frame_count_; ++f)
      skelter::bench::decode(context, static_cast<float>(f) / rate_hz_, pose_.data());
  }

  std::span<const Transform> decode(double time_s) override {
    Context context;
    if (!context.initialize(*compressed_)) std::abort();
    skelter::bench::decode(context, static_cast<float>(time_s), pose_.data());
    for (std::size_t j = 0; j < pose_.size(); ++j) {
      float r[4], t[4], s[4];
      rtm::quat_store(pose_[j].rotation, r);
      rtm::vector_store(pose_[j].translation, t);
      rtm::vector_store(pose_[j].scale, s);
      transforms_[j] = {{t[0], t[1], t[2]}, {r[0], r[1], r[2], r[3]}, {s[0], s[1], s[2]}};
    }
    return transforms_;
  }

 private:
  void release() {
    if (compressed_ != nullptr) allocator_.deallocate(compressed_, compressed_->get_size());
    compressed_ = nullptr;
  }

  acl::ansi_allocator allocator_;
  acl::track_array_qvvf tracks_;
  acl::compressed_tracks* compressed_ = nullptr;
  std::vector<rtm::qvvf> rest_, pose_;
  std::vector<Transform> transforms_;
  std::uint32_t frame_count_;
  float rate_hz_;
};

// Each instance has a context and a pose.
class Crowd : public AclCrowd {
 public:
  Crowd(std::span<const std::unique_ptr<AclClip>> clips, std::uint32_t copies,
        std::span<const ClipMoment> first)
      : playing_(first.size(), kNone), contexts_(new Context[first.size()]) {
    for (std::uint32_t copy = 0; copy < copies; ++copy)
      for (const auto& clip : clips) {
        const acl::compressed_tracks& tracks = static_cast<const Clip&>(*clip).compressed();
        bytes_.push_back(
            AlignedBytes::copy_of({reinterpret_cast<const std::byte*>(&tracks), tracks.get_size()}));
      }
    for (std::size_t i = 0; i < first.size(); ++i) {
      poses_.push_back(static_cast<const Clip&>(*clips[first[i].clip % clips.size()]).rest());
      start(i, first[i].clip);
    }
  }

  void sample(std::span<const ClipMoment> moments) override {
    for (std::size_t i = 0; i < moments.size(); ++i) {
      if (playing_[i] != moments[i].clip) start(i, moments[i].clip);
      decode(contexts_[i], moments[i].time_s, poses_[i].data());
    }
  }

 private:
  void start(std::size_t instance, std::uint32_t clip) {
    const void* bytes = bytes_[clip].data();
    if (!contexts_[instance].initialize(*static_cast<const acl::compressed_tracks*>(bytes))) std::abort();
    playing_[instance] = clip;
  }

  std::vector<AlignedBytes> bytes_;
  std::vector<std::uint32_t> playing_;
  std::unique_ptr<Context[]> contexts_;
  std::vector<std::vector<rtm::qvvf>> poses_;
};

}  // namespace

std::unique_ptr<AclCrowd> make_acl_crowd(std::span<const std::unique_ptr<AclClip>> clips,
                                         std::uint32_t copies, std::span<const ClipMoment> first) {
  return std::make_unique<Crowd>(clips, copies, first);
}

std::unique_ptr<AclClip> make_acl_clip(const SampledClip& clip) {
  return std::make_unique<Clip>(clip);
}

}  // namespace skelter::bench
