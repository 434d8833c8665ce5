#pragma once
// Poses from hot or stored clips of a pack.

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "skelter/core/aligned_bytes.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/runtime/sample_job.h"

namespace skelter::test {

// Returns the index of the section with that name that contains a hot or stored clip. If there is none, the
// test fails and the result is 0.
inline std::uint32_t clip_section(const PackView& pack, std::string_view name) {
  for (std::uint32_t i = 0; i < pack.section_count(); ++i) {
    const PackSection section = pack.section(i);
    if (section.name == name &&
        (section.kind == SectionKind::clip || section.kind == SectionKind::stored_clip))
      return i;
  }
  ADD_FAILURE() << "no clip is named " << name;
  return 0;
}

struct LoadedClip {
  AlignedBytes decoded;  // decoded form of a stored clip
  ClipView view;
};

inline LoadedClip load_clip(const PackSection& section) {
  LoadedClip clip;
  Problem problem;
  if (section.kind == SectionKind::stored_clip) {
    clip.decoded = AlignedBytes(decoded_size(section.bytes));
    problem = decode_clip(section.bytes, {clip.decoded.data(), clip.decoded.size()}, clip.view);
  } else {
    problem = read_clip(section.bytes, clip.view);
  }
  EXPECT_TRUE(problem.ok()) << problem.what;
  return clip;
}
inline LoadedClip load_clip(const PackView& pack, std::string_view name) {
  return load_clip(pack.section(clip_section(pack, name)));
}
// Loads all clips, in the order of the scene.
inline std::vector<LoadedClip> load_clips(const PackView& pack) {
  std::vector<LoadedClip> clips;
  for (std::uint32_t i = 0; i < pack.section_count(); ++i)
    if (const SectionKind kind = pack.section(i).kind;
        kind == SectionKind::clip || kind == SectionKind::stored_clip)
      clips.push_back(load_clip(pack.section(i)));
  return clips;
}

inline std::vector<Affine> model_pose(const PackView& pack, const ClipView& clip, double time_s) {
  std::vector<SoaTransform> local(pack.skeleton().block_count());
  std::vector<Affine> model(pack.skeleton().joint_count());
  SampleJob sample;
  sample.skeleton = &pack.skeleton();
  sample.clip = &clip;
  sample.time_s = static_cast<float>(time_s);
  sample.out_local_pose = local;
  EXPECT_EQ(sample.run(), Status::ok);
  LocalToModelJob to_model;
  to_model.skeleton = &pack.skeleton();
  to_model.local_pose = local;
  to_model.out_model_from_joint = model;
  EXPECT_EQ(to_model.run(), Status::ok);
  return model;
}

}  // namespace skelter::test
