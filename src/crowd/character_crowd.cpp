#include "skelter/crowd/crowd_job.h"

#include <algorithm>

namespace skelter {

CharacterCrowd::CharacterCrowd(const void* data, const CrowdRig& rig, std::uint32_t most)
    : data_(data), rig_(rig), instances_(most), lines_(std::size_t{most} * kMaxPoseListEntries) {}

Status CharacterCrowd::add(const void* data, std::span<const PoseListEntry> list, std::uint32_t lod) {
  if (data != data_) return Status::invalid_argument;
  if (instance_count_ == instances_.size()) return Status::limit_exceeded;
  CrowdInstance& instance = instances_[instance_count_];
  instance.first_layer = line_count_;
  instance.layer_count = static_cast<std::uint16_t>(list.size());
  instance.lod = static_cast<std::uint16_t>(lod);
  instance.first_output = instance_count_ * rig_.output_size();
  std::copy(list.begin(), list.end(), lines_.begin() + line_count_);
  line_count_ += instance.layer_count;
  ++instance_count_;
  return Status::ok;
}

CrowdJob CharacterCrowd::job(std::span<Affine> out_matrices, std::span<std::byte> scratch) const {
  CrowdJob job;
  job.rigs = {&rig_, 1};
  job.instances = {instances_.data(), instance_count_};
  job.layers = {lines_.data(), line_count_};
  job.out_matrices = out_matrices;
  job.scratch = scratch;
  return job;
}

}  // namespace skelter
