#include "peers/ozz.h"

#include <ozz/animation/offline/animation_builder.h>
#include <ozz/animation/offline/animation_optimizer.h>
#include <ozz/animation/offline/raw_animation.h>
#include <ozz/animation/offline/raw_skeleton.h>
#include <ozz/animation/offline/skeleton_builder.h>
#include <ozz/animation/runtime/animation.h>
#include <ozz/animation/runtime/blending_job.h>
#include <ozz/animation/runtime/local_to_model_job.h>
#include <ozz/animation/runtime/sampling_job.h>
#include <ozz/animation/runtime/skeleton.h>
#include <ozz/base/maths/simd_math.h>
#include <ozz/base/maths/soa_transform.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "skelter/core/none.h"

namespace skelter::bench {
namespace {

using ozz::animation::SamplingJob;
namespace offline = ozz::animation::offline;

ozz::math::Float3 to_ozz(const Vec3& v) {
  return {v.x, v.y, v.z};
}
ozz::math::Quaternion to_ozz(const Quat& q) {
  return {q.x, q.y, q.z, q.w};
}

// The name of a joint is our index of it, because the builder sorts joints depth first.
void add_children(const SampledClip& clip, std::uint32_t parent,
                  offline::RawSkeleton::Joint::Children& children) {
  for (std::uint32_t j = 0; j < clip.parents.size(); ++j) {
    if (clip.parents[j] != parent) continue;
    offline::RawSkeleton::Joint joint;
    joint.name = std::to_string(j).c_str();
    const Transform& rest = clip.rest[j];
    joint.transform.translation = to_ozz(rest.translation);
    joint.transform.rotation = to_ozz(rest.rotation);
    joint.transform.scale = to_ozz(rest.scale);
    add_children(clip, j, joint.children);
    children.push_back(std::move(joint));
  }
}

// Adds the frames of one part of a joint, or a single key if the part is constant.
template <class Key, class Part>
void add_keys(const SampledClip& clip, std::size_t joint, Part part, ozz::vector<Key>& keys) {
  bool moves = false;
  for (std::uint32_t f = 0; f < clip.frame_count(); ++f)
    moves = moves || !(clip.at(f, joint).*part == clip.at(0, joint).*part);
  const std::uint32_t count = moves ? clip.frame_count() : 1;
  for (std::uint32_t f = 0; f < count; ++f)
    keys.push_back({clip.times_s[f], to_ozz(clip.at(f, joint).*part)});
}

// Each instance has one context per clip that it plays.
class Crowd : public OzzCrowd {
 public:
  Crowd(const ozz::animation::Skeleton& skeleton, const std::vector<const ozz::animation::Animation*>& clips,
        const std::vector<std::uint32_t>& our_joints, std::span<const ozz::math::SimdFloat4> mask,
        std::uint32_t instances, bool pairs)
      : skeleton_(skeleton), clips_(clips), our_joints_(our_joints), mask_(mask) {
    const int joints = skeleton.num_joints();
    const std::size_t blocks = static_cast<std::size_t>(skeleton.num_soa_joints());
    for (std::uint32_t i = 0; i < instances * (pairs ? 2 : 1); ++i)
      contexts_.push_back(std::make_unique<SamplingJob::Context>(joints));
    if (pairs) {
      a_.resize(blocks);
      b_ = mixed_ = a_;
      out_.resize(static_cast<std::size_t>(joints) * instances);
    } else {
      locals_.resize(blocks * instances);
    }
  }

  void pose(std::span<const TwoMoments> moments, float weight_a, float weight_b) override {
    const std::size_t joints = our_joints_.size();
    ozz::animation::BlendingJob::Layer layers[2];
    layers[0].transform = span(a_);
    layers[0].weight = weight_a;
    layers[1].transform = span(b_);
    layers[1].weight = weight_b;
    layers[1].joint_weights = {mask_.data(), mask_.size()};
    ozz::animation::BlendingJob blend;
    blend.layers = layers;
    blend.rest_pose = skeleton_.joint_rest_poses();
    blend.output = span(mixed_);
    ozz::animation::LocalToModelJob hierarchy;
    hierarchy.skeleton = &skeleton_;
    hierarchy.input = span(mixed_);
    for (std::size_t i = 0; i < moments.size(); ++i) {
      sample(moments[i].a, *contexts_[2 * i], span(a_));
      sample(moments[i].b, *contexts_[2 * i + 1], span(b_));
      hierarchy.output = {out_.data() + i * joints, joints};
      if (!blend.Run() || !hierarchy.Run()) std::abort();
    }
  }

  void sample(std::span<const ClipMoment> moments) override {
    const std::size_t blocks = static_cast<std::size_t>(skeleton_.num_soa_joints());
    for (std::size_t i = 0; i < moments.size(); ++i)
      sample(moments[i], *contexts_[i], {locals_.data() + i * blocks, blocks});
  }

  std::vector<Affine> matrices() const override {
    const std::size_t joints = our_joints_.size();
    std::vector<Affine> ours(out_.size());
    for (std::size_t m = 0; m < out_.size(); ++m) {
      Affine& matrix = ours[m / joints * joints + our_joints_[m % joints]];
      for (int column = 0; column < 4; ++column) {
        float rows[4];
        ozz::math::StorePtrU(out_[m].cols[column], rows);
        for (int row = 0; row < 3; ++row) matrix.m[row][column] = rows[row];
      }
    }
    return ours;
  }

 private:
  using Pose = ozz::vector<ozz::math::SoaTransform>;
  static ozz::span<ozz::math::SoaTransform> span(Pose& pose) { return {pose.data(), pose.size()}; }

  void sample(const ClipMoment& moment, SamplingJob::Context& context,
              ozz::span<ozz::math::SoaTransform> out) const {
    SamplingJob job;
    job.animation = clips_[moment.clip];
    job.context = &context;
    job.ratio = moment.time_s / job.animation->duration();
    job.output = out;
    if (!job.Run()) std::abort();
  }

  const ozz::animation::Skeleton& skeleton_;
  const std::vector<const ozz::animation::Animation*>& clips_;
  const std::vector<std::uint32_t>& our_joints_;
  std::span<const ozz::math::SimdFloat4> mask_;
  std::vector<std::unique_ptr<SamplingJob::Context>> contexts_;
  Pose a_, b_, mixed_, locals_;
  ozz::vector<ozz::math::Float4x4> out_;
};

class Rig : public OzzRig {
 public:
  Rig(std::span<const SampledClip> clips, std::span<const float> mask, const OzzOptions& options)
      : options_(options) {
    offline::RawSkeleton raw;
    add_children(clips[0], kNone, raw.roots);
    skeleton_ = offline::SkeletonBuilder()(raw);
    for (const char* name : skeleton_->joint_names())
      our_joints_.push_back(static_cast<std::uint32_t>(std::atoi(name)));
    set_mask(mask);
    for (const SampledClip& clip : clips) {
      add_raw(clip);
      settings_.emplace_back(static_cast<float>(clip.precision), static_cast<float>(clip.shell_distance));
    }
    for (std::uint32_t copy = 0; copy < options.copies; ++copy)
      for (std::size_t clip = 0; clip < raw_.size(); ++clip) {
        animations_.push_back(build(clip));
        clips_.push_back(animations_.back().get());
      }
  }

  std::size_t clip_bytes(std::size_t clip) const override { return clips_[clip]->size(); }
  void compile(std::size_t clip) override { build(clip); }
  std::unique_ptr<OzzCrowd> make_crowd(std::uint32_t instances, bool pairs) const override {
    return std::make_unique<Crowd>(*skeleton_, clips_, our_joints_,
                                   std::span<const ozz::math::SimdFloat4>(mask_.data(), mask_.size()),
                                   instances, pairs);
  }

 private:
  void set_mask(std::span<const float> mask) {
    const std::size_t blocks = static_cast<std::size_t>(skeleton_->num_soa_joints());
    std::vector<float> weights(blocks * 4, 0.0f);
    for (std::size_t j = 0; j < our_joints_.size(); ++j) weights[j] = mask[our_joints_[j]];
    for (std::size_t b = 0; b < blocks; ++b)
      mask_.push_back(ozz::math::simd_float4::LoadPtrU(weights.data() + 4 * b));
  }

  void add_raw(const SampledClip& clip) {
    offline::RawAnimation raw;
    raw.duration = clip.times_s.back();
    for (const std::uint32_t joint : our_joints_) {
      offline::RawAnimation::JointTrack track;
      add_keys(clip, joint, &Transform::translation, track.translations);
      add_keys(clip, joint, &Transform::rotation, track.rotations);
      add_keys(clip, joint, &Transform::scale, track.scales);
      raw.tracks.push_back(std::move(track));
    }
    raw_.push_back(std::move(raw));
  }

  ozz::unique_ptr<ozz::animation::Animation> build(std::size_t clip) const {
    offline::AnimationBuilder builder;
    builder.iframe_interval = options_.iframe_s;
    if (!options_.optimize) return checked(builder(raw_[clip]));
    offline::AnimationOptimizer optimizer;
    optimizer.setting = settings_[clip];
    offline::RawAnimation optimized;
    if (!optimizer(raw_[clip], *skeleton_, &optimized)) std::abort();
    return checked(builder(optimized));
  }
  static ozz::unique_ptr<ozz::animation::Animation> checked(
      ozz::unique_ptr<ozz::animation::Animation> built) {
    if (!built) std::abort();
    return built;
  }

  OzzOptions options_;
  ozz::unique_ptr<ozz::animation::Skeleton> skeleton_;
  std::vector<std::uint32_t> our_joints_;  // for each joint of ozz
  ozz::vector<ozz::math::SimdFloat4> mask_;
  std::vector<offline::RawAnimation> raw_;
  std::vector<offline::AnimationOptimizer::Setting> settings_;
  std::vector<ozz::unique_ptr<ozz::animation::Animation>> animations_;
  std::vector<const ozz::animation::Animation*> clips_;
};

}  // namespace

std::unique_ptr<OzzRig> make_ozz_rig(std::span<const SampledClip> clips, std::span<const float> mask,
                                     const OzzOptions& options) {
  return std::make_unique<Rig>(clips, mask, options);
}

}  // namespace skelter::bench
