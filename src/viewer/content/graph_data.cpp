#include "viewer/content/graph_data.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "compile/internal/blob_writer.h"
#include "compile/internal/pack_writer.h"

namespace skelter {
namespace {

// The weights of a mask, with padding. Unknown joints were refused when the graph was read.
std::vector<float> weights_of(const Skeleton& skeleton, const MaskSettings& mask) {
  const std::size_t count = skeleton.joint_count();
  std::vector<float> weights(std::size_t{kLanes} * skeleton.block_count(), 0.0f);
  std::fill_n(weights.begin(), count, mask.base_weight);
  for (const MaskSettings::Entry& entry : mask.entries) {
    const std::uint16_t top = skeleton.find(entry.joint);
    if (top == kNone16) continue;
    std::vector<std::uint8_t> inside(count, 0);
    for (std::size_t j = 0; j < count; ++j) {
      const std::uint16_t parent = skeleton.parents[j];
      inside[j] = j == top || (entry.subtree && parent != kNone16 && inside[parent] != 0) ? 1 : 0;
      if (inside[j] != 0) weights[j] = entry.weight;
    }
    if (skeleton.helpers[top] != 0) weights[skeleton.parents[top]] = entry.weight;  // both halves
  }
  return weights;
}

AlignedBytes skeleton_blob(const Skeleton& skeleton, std::span<const MaskSettings> more) {
  std::vector<float> weights(skeleton.mask_weights.begin(), skeleton.mask_weights.end());
  std::vector<std::uint32_t> name_begin(skeleton.mask_name_begin.begin(), skeleton.mask_name_begin.end());
  std::vector<char> names(skeleton.mask_names.begin(), skeleton.mask_names.end());
  if (name_begin.empty() && !more.empty()) name_begin.push_back(0);
  for (const MaskSettings& mask : more) {
    const std::vector<float> added = weights_of(skeleton, mask);
    weights.insert(weights.end(), added.begin(), added.end());
    names.insert(names.end(), mask.name.begin(), mask.name.end());
    name_begin.push_back(static_cast<std::uint32_t>(names.size()));
  }
  BlobWriter writer(sizeof(SkeletonHeader));
  SkeletonHeader header;
  header.parents = writer.add(skeleton.parents);
  header.rest_pose = writer.add(skeleton.rest_pose);
  header.nodes = writer.add(skeleton.nodes);
  header.helpers = writer.add(skeleton.helpers);
  header.name_begin = writer.add(skeleton.name_begin);
  header.names = writer.add(skeleton.names);
  header.lod_joint_counts = writer.add(skeleton.lod_joint_counts);
  header.mask_weights = writer.add(weights);
  header.mask_name_begin = writer.add(name_begin);
  header.mask_names = writer.add(names);
  header.has_scale = skeleton.has_scale;
  header.hash = skeleton.hash;
  return writer.finish(header);
}

AlignedBytes clip_blob(const ClipView& clip) {
  BlobWriter writer(sizeof(ClipHeader));
  ClipHeader header;
  header.duration_s = clip.duration_s;
  header.sample_rate_hz = clip.sample_rate_hz;
  header.frame_count = clip.frame_count;
  header.last_interval_s = clip.last_interval_s;
  header.flags = clip.flags;
  header.joint_count = clip.joint_count;
  header.parts = writer.add(clip.parts);
  header.spreads = writer.add(clip.spreads);
  header.constants = writer.add(clip.constants);
  header.rates = writer.add(clip.rates);
  header.frames = writer.add(clip.frames);
  header.keyed = writer.add(clip.keyed);
  header.key_times_s = writer.add(clip.key_times_s);
  header.key_values = writer.add(clip.key_values);
  header.scalars = writer.add(clip.scalars);
  header.scalar_times_s = writer.add(clip.scalar_times_s);
  header.scalar_values = writer.add(clip.scalar_values);
  header.events = writer.add(clip.events);
  header.root_motion = writer.add(clip.root_motion);
  header.string_begin = writer.add(clip.string_begin);
  header.strings = writer.add(clip.strings);
  std::copy(std::begin(clip.bounds_min), std::end(clip.bounds_min), std::begin(header.bounds_min));
  std::copy(std::begin(clip.bounds_max), std::end(clip.bounds_max), std::begin(header.bounds_max));
  header.skeleton_hash = clip.skeleton_hash;
  return writer.finish(header);
}

}  // namespace

Result<CharacterData> graph_data(const CharacterData& figure, std::span<const MaskSettings> profiles) {
  const AlignedBytes skeleton = skeleton_blob(figure.skeleton(), profiles);
  const PackSection section{SectionKind::skeleton, {}, skeleton.span()};
  Pack pack;
  if (const Problem problem = Pack::open(write_pack({&section, 1}), pack); !problem.ok())
    return Error{problem.status, "viewer.graph", problem.what, {}};
  ClipMaker maker;
  for (std::uint32_t i = 0; i < figure.clip_count(); ++i) maker.names.emplace_back(figure.clip_name(i));
  maker.make = [&figure](std::uint32_t clip) -> Result<AlignedBytes> {
    return clip_blob(figure.clips()[clip]);
  };
  return CharacterData::create(std::move(pack), std::move(maker));
}

}  // namespace skelter
