#include "skelter/runtime/clip.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/clip_records.h"

#include <gtest/gtest.h>

#include <functional>

#include "support/made_runtime.h"
#include "support/numbers.h"

namespace skelter::test {
namespace {

// A clip with everything that a clip can have. It has nine joints, so that the second block has padding.
ClipSource full_clip() {
  Random random(1);
  ClipSource source = random_clip(9, 4, {PartFormat::packed, PartFormat::packed, PartFormat::wide}, random);
  source.parts[3].format = PartFormat::constant;
  source.parts[3].data = 0;
  const std::uint32_t old_stride = stride_of(source);
  source.parts[4].format = PartFormat::wide;
  source.parts[4].data = reserve_part(source, 128);
  std::vector<std::byte> frames(std::size_t{4} * stride_of(source));
  for (std::size_t frame = 0; frame < 4; ++frame) {
    std::byte* at = frames.data() + frame * stride_of(source);
    std::memcpy(at, source.frames.data() + frame * old_stride, old_stride);
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const float one = 1;
      std::memcpy(at + old_stride + 4 * (24 + lane), &one, 4);
    }
  }
  source.frames = frames;
  source.parts[1].format = PartFormat::constant;  // eight identity rotations
  source.parts[1].data = static_cast<std::uint32_t>(source.constants.size());
  source.constants.insert(source.constants.end(), 24, 0.0f);
  source.constants.insert(source.constants.end(), 8, 1.0f);
  source.keyed = {{2, PartKind::translation, 1, 0, 2}, {2, PartKind::rotation, 0, 2, 3}};
  source.key_times_s = {0, 0.05f, 0, 0.02f, 0.1f};
  source.key_values = {1, 2, 3, 0, 4, 5, 6, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0};
  source.scalars = {{1, 3, 0, 0, 0, 2}, {0, kNone, 0, 1, 1, 1}};
  source.scalar_times_s = {0, 0.1f};
  source.scalar_values = {0, 1};
  source.events = {{0, 1}, {0.05f, 0}, {0.05f, 1}};
  source.string_begin = {0, 4, 9};
  source.strings = "clipsmile";
  source.header.flags = kClipLoops | kClipHasRootMotion;
  for (int frame = 0; frame < 4; ++frame) {
    const float moved = static_cast<float>(frame);
    source.root_motion.insert(source.root_motion.end(), {moved, 0, 0, 0, 0, 0, 1});
  }
  source.header.bounds_max[0] = 1;
  return source;
}

TEST(ReadClip, a_clip_with_everything_is_read_where_it_lies) {
  const AlignedBytes bytes = full_clip().write();
  ClipView clip;
  const Problem problem = read_clip(bytes.span(), clip);
  ASSERT_TRUE(problem.ok()) << problem.what;
  EXPECT_EQ(clip.joint_count, 9u);
  EXPECT_EQ(clip.frame_count, 4u);
  EXPECT_EQ(clip.name(), "clip");
  EXPECT_EQ(clip.string(1), "smile");
  EXPECT_TRUE(clip.loops());
  EXPECT_FALSE(clip.additive());
  EXPECT_EQ(clip.keyed[1].kind, PartKind::rotation);
  EXPECT_EQ(clip.scalars.size(), 2u);
  EXPECT_EQ(clip.events[1].time_s, 0.05f);
  EXPECT_EQ(clip.bounds_max[0], 1);
  EXPECT_GE(clip.frames.data(), bytes.data());
  EXPECT_LE(clip.frames.data() + clip.frames.size(), bytes.data() + bytes.size());
}

struct Spoiled {
  const char* what;
  std::function<void(ClipSource&)> spoil;
};

// The first float of a wide part in frame 1, and the first x of a packed rotation.
float& wide_number(ClipSource& c, std::uint32_t part) {
  return *reinterpret_cast<float*>(c.frames.data() + stride_of(c) + c.parts[part].data);
}

const Spoiled kSpoiled[] = {
    // Times and frames.
    {"no frames", [](ClipSource& c) { c.header.frame_count = 0; }},
    {"more than 65534 joints", [](ClipSource& c) { c.header.joint_count = 0xFFFF; }},
    {"unknown flags", [](ClipSource& c) { c.header.flags |= 8; }},
    {"duration, sample rate and frames do not agree", [](ClipSource& c) { c.header.duration_s = kNan; }},
    {"duration, sample rate and frames do not agree", [](ClipSource& c) { c.header.duration_s = -1; }},
    {"duration, sample rate and frames do not agree", [](ClipSource& c) { c.header.duration_s *= 1.01f; }},
    {"duration, sample rate and frames do not agree", [](ClipSource& c) { c.header.sample_rate_hz = 0; }},
    {"duration, sample rate and frames do not agree",
     [](ClipSource& c) { c.header.sample_rate_hz = kInfinity; }},
    {"duration, sample rate and frames do not agree", [](ClipSource& c) { c.header.last_interval_s = 0; }},
    {"duration, sample rate and frames do not agree",
     [](ClipSource& c) {  // longer than the other tracks
       c.header.last_interval_s *= 2;
       c.header.duration_s += c.header.last_interval_s / 2;
     }},
    {"the size of the frames does not match their rates", [](ClipSource& c) { c.frames.pop_back(); }},
    {"the size of the frames does not match their rates", [](ClipSource& c) { c.rates[0].stride += 16; }},
    {"the size of the frames does not match their rates", [](ClipSource& c) { c.rates[0].divisor = 2; }},
    {"the size of the frames does not match their rates", [](ClipSource& c) { c.rates[0].divisor = 0; }},
    {"the size of the frames does not match their rates", [](ClipSource& c) { c.rates[0].begin = 4; }},
    {"the size of the frames does not match their rates",
     [](ClipSource& c) {
       c.rates.resize(5, {1, 0, 0});
     }},
    {"the size of the frames does not match their rates", [](ClipSource& c) { c.rates.clear(); }},
    {"a rate keeps fewer than every 16th frame",
     [](ClipSource& c) {
       c.rates[0].divisor = 17;
       c.frames.resize(2 * stride_of(c));
     }},
    {"a part has an unknown rate", [](ClipSource& c) { c.parts[0].rate = 1; }},
    {"a part has an unknown rate", [](ClipSource& c) { c.parts[4].rate = 1; }},
    // A part that does not move: constant or at rest.
    {"a part has an unknown rate", [](ClipSource& c) { c.parts[1].rate = 1; }},
    {"a part has an unknown rate",
     [](ClipSource& c) {
       c.parts[5].format = PartFormat::rest;
       c.parts[5].rate = 15616;
     }},
    {"bounds are not finite or inverted", [](ClipSource& c) { c.header.bounds_min[1] = kNan; }},
    {"bounds are not finite or inverted", [](ClipSource& c) { c.header.bounds_min[0] = 2; }},
    // Strings.
    {"strings are out of order", [](ClipSource& c) { c.string_begin = {}; }},
    {"strings are out of order", [](ClipSource& c) { c.string_begin = {9}; }},
    {"strings are out of order", [](ClipSource& c) { c.string_begin[0] = 1; }},
    {"strings are out of order", [](ClipSource& c) { c.string_begin[1] = 10; }},
    {"strings are out of order", [](ClipSource& c) { c.string_begin[2] = 8; }},
    // Parts.
    {"there are not three parts for every eight joints", [](ClipSource& c) { c.parts.pop_back(); }},
    {"there are not three parts for every eight joints", [](ClipSource& c) { c.header.joint_count = 17; }},
    {"a part has an unknown format", [](ClipSource& c) { c.parts[2].format = static_cast<PartFormat>(4); }},
    {"a constant part runs past the end of the constants",
     [](ClipSource& c) { c.parts[3].data = static_cast<std::uint32_t>(c.constants.size()) - 16; }},
    {"a constant part runs past the end of the constants",
     [](ClipSource& c) { c.parts[3].data = 0xFFFFFFF8u; }},
    {"a constant part runs past the end of the constants", [](ClipSource& c) { c.parts[3].data = 4; }},
    {"a constant rotation is not normalised", [](ClipSource& c) { c.constants.back() = 1.1f; }},
    {"a constant is not finite", [](ClipSource& c) { c.constants[0] = kInfinity; }},
    {"a part runs past the end of its frame", [](ClipSource& c) { c.parts[4].data = stride_of(c) - 124; }},
    {"a part runs past the end of its frame", [](ClipSource& c) { c.parts[4].data = 0xFFFFFFF0u; }},
    {"a packed part runs past the end of its frame or spread",
     [](ClipSource& c) { c.parts[0].data = stride_of(c) - 39; }},
    {"a packed part runs past the end of its frame or spread",
     [](ClipSource& c) { c.parts[0].data = 0xFFFFFFF0u; }},
    {"a packed part runs past the end of its frame or spread",
     [](ClipSource& c) {
       c.parts[0].group_begin[1] = 255;
       c.parts[0].data = stride_of(c) - 200;
     }},
    {"a packed part runs past the end of its frame or spread", [](ClipSource& c) { c.parts[0].spread = 77; }},
    {"a packed part runs past the end of its frame or spread", [](ClipSource& c) { c.spreads[3] = 16; }},
    {"a packed part runs past the end of its frame or spread", [](ClipSource& c) { c.spreads[3] = 0x81; }},
    {"a range runs past the end of the constants",
     [](ClipSource& c) { c.parts[0].range = static_cast<std::uint32_t>(c.constants.size()) - 24; }},
    {"a range exceeds what floats can represent",
     [](ClipSource& c) { c.constants[c.parts[0].range + 24 + 3] = 1e35f; }},
    {"a number of a frame is not finite", [](ClipSource& c) { wide_number(c, 2) = kNan; }},
    {"rotations are not normalised, or neighbours are in opposite hemispheres",
     [](ClipSource& c) { wide_number(c, 4) = 0.1f; }},
    {"rotations are not normalised, or neighbours are in opposite hemispheres",
     [](ClipSource& c) { (&wide_number(c, 4))[24] = -1; }},
    // Keyed tracks.
    {"keys do not have four values each", [](ClipSource& c) { c.key_values.pop_back(); }},
    {"a key is not finite", [](ClipSource& c) { c.key_times_s[4] = kInfinity; }},
    {"a key is not finite", [](ClipSource& c) { c.key_values[3] = kNan; }},
    {"a keyed track refers to a joint that does not exist", [](ClipSource& c) { c.keyed[1].joint = 9; }},
    {"a keyed track has an unknown kind", [](ClipSource& c) { c.keyed[1].kind = static_cast<PartKind>(3); }},
    {"a keyed track has an unknown kind", [](ClipSource& c) { c.keyed[0].stepped = 2; }},
    {"keyed tracks are not sorted", [](ClipSource& c) { c.keyed[1].joint = 1; }},
    {"keyed tracks are not sorted", [](ClipSource& c) { c.keyed[1].kind = PartKind::translation; }},
    {"keys of a track are outside the list or their times do not increase",
     [](ClipSource& c) { c.keyed[0].key_count = 0; }},
    {"keys of a track are outside the list or their times do not increase",
     [](ClipSource& c) { c.keyed[1].key_count = 4; }},
    {"keys of a track are outside the list or their times do not increase",
     [](ClipSource& c) { c.keyed[1].first_key = 0xFFFFFFFFu; }},
    {"keys of a track are outside the list or their times do not increase",
     [](ClipSource& c) { c.key_times_s[1] = 0; }},
    {"a rotation of a keyed track is not normalised", [](ClipSource& c) { c.key_values[11] = 2; }},
    // Scalars.
    {"scalar keys do not have one value each", [](ClipSource& c) { c.scalar_values.pop_back(); }},
    {"a scalar key is not finite", [](ClipSource& c) { c.scalar_values[1] = kNan; }},
    {"a scalar track refers to a string that does not exist", [](ClipSource& c) { c.scalars[0].name = 2; }},
    {"a scalar track is neither stepped nor linear", [](ClipSource& c) { c.scalars[0].stepped = 2; }},
    {"keys of a scalar track are outside the list or their times do not increase",
     [](ClipSource& c) { c.scalars[1].key_count = 2; }},
    // Events.
    {"an event is outside the clip or not sorted by time", [](ClipSource& c) { c.events[2].time_s = 0.2f; }},
    {"an event is outside the clip or not sorted by time", [](ClipSource& c) { c.events[2].time_s = 0.01f; }},
    {"an event is outside the clip or not sorted by time", [](ClipSource& c) { c.events[0].time_s = kNan; }},
    {"an event refers to a string that does not exist",
     [](ClipSource& c) { c.events[0].name = 0xFFFFFFFFu; }},
    // Root motion.
    {"root motion does not have seven numbers per frame", [](ClipSource& c) { c.root_motion.pop_back(); }},
    {"root motion does not have seven numbers per frame", [](ClipSource& c) { c.header.flags = 0; }},
    {"root motion is not finite", [](ClipSource& c) { c.root_motion[7] = kNan; }},
    {"a rotation of root motion is not normalised", [](ClipSource& c) { c.root_motion[6] = 0; }},
};

TEST(ReadClip, every_spoiled_clip_is_refused_with_its_reason) {
  for (const Spoiled& spoiled : kSpoiled) {
    ClipSource source = full_clip();
    spoiled.spoil(source);
    ClipView clip;
    const Problem problem = read_clip(source.write().span(), clip);
    EXPECT_EQ(problem.status, Status::bad_data);
    EXPECT_STREQ(problem.what, spoiled.what);
    EXPECT_EQ(clip.parts.data(), nullptr) << "a refused clip was given out: " << spoiled.what;
  }
}

TEST(ReadClip, packed_rotations_are_checked) {
  Random random(2);
  const ClipSource good = random_clip(3, 3, {PartFormat::rest, PartFormat::packed, PartFormat::rest}, random);
  ClipView clip;
  ASSERT_TRUE(read_clip(good.write().span(), clip).ok());
  const auto problem_with = [&](const Quat& q) {
    ClipSource source = good;
    put_rotation(source.frames.data() + stride_of(source), 7, q);  // padding, frame 1
    return std::string(read_clip(source.write().span(), clip).what);
  };
  EXPECT_EQ(problem_with({0, 0, 0, 1}), "");
  EXPECT_EQ(problem_with({0, 0, 0, 0.9f}),
            "rotations are not normalised, or neighbours are in opposite hemispheres");
  EXPECT_EQ(problem_with({0, 0, 0, -1}),
            "rotations are not normalised, or neighbours are in opposite hemispheres");
}

TEST(ReadClip, cut_and_misplaced_bytes_are_refused) {
  const AlignedBytes bytes = full_clip().write();
  ClipView clip;
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(read_clip(bytes.span().first(size), clip).ok()) << size;
  EXPECT_EQ(read_clip(bytes.span().subspan(4), clip).status, Status::invalid_argument);
}

TEST(ReadClip, arrays_have_to_be_aligned) {
  ClipSource source = full_clip();
  AlignedBytes bytes = source.write();
  ClipHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  const auto problem_with = [&](const ClipHeader& changed) {
    std::memcpy(bytes.data(), &changed, sizeof(changed));
    ClipView clip;
    return std::string(read_clip(bytes.span(), clip).what);
  };
  ClipHeader odd = header;
  odd.constants.offset -= 16;
  EXPECT_EQ(problem_with(odd), "constants are not aligned");
  odd = header;
  odd.spreads.offset -= 16;
  EXPECT_EQ(problem_with(odd), "constants are not aligned");
}

ClipView clip_of(std::uint32_t frames, float rate_hz, float last_interval_s) {
  ClipView clip;
  clip.frame_count = frames;
  clip.sample_rate_hz = rate_hz;
  clip.last_interval_s = last_interval_s;
  clip.duration_s = static_cast<float>(frames - 2) / rate_hz + last_interval_s;
  return clip;
}

void expect_pair(FramePair pair, std::uint32_t first, std::int32_t weight1) {
  EXPECT_EQ(pair.first, first);
  EXPECT_EQ(pair.weight1, weight1);
}

TEST(FindFrames, both_ends_are_exact) {
  const ClipView clip = clip_of(5, 30, 0.01f);
  expect_pair(find_frames(clip, 0), 0, 0);
  expect_pair(find_frames(clip, clip.duration_s), 3, 32767);
}

TEST(FindFrames, times_outside_are_clamped) {
  const ClipView clip = clip_of(5, 30, 0.01f);
  expect_pair(find_frames(clip, -1), 0, 0);
  expect_pair(find_frames(clip, 100), 3, 32767);
  expect_pair(find_frames(clip, -kInfinity), 0, 0);
  expect_pair(find_frames(clip, kInfinity), 3, 32767);
  expect_pair(find_frames(clip, kNan), 0, 0);
}

TEST(FindFrames, the_weight_is_the_ratio_in_32767ths) {
  const ClipView clip = clip_of(5, 2, 0.5f);
  expect_pair(find_frames(clip, 0.25f), 0, 16384);  // half of 32767, rounded up
  expect_pair(find_frames(clip, 0.5f), 1, 0);
  expect_pair(find_frames(clip, 0.625f), 1, 8192);    // a quarter, which is 8191.75
  expect_pair(find_frames(clip, 1.9375f), 3, 28671);  // seven eighths, which is 28671.1
}

TEST(FindFrames, the_last_interval_may_be_shorter) {
  const ClipView clip = clip_of(4, 2, 0.125f);  // frames at 0, 0.5, 1 and 1.125
  expect_pair(find_frames(clip, 0.75f), 1, 16384);
  expect_pair(find_frames(clip, 1), 2, 0);
  expect_pair(find_frames(clip, 1.0625f), 2, 16384);
  expect_pair(find_frames(clip, 1.125f), 2, 32767);
}

// The frames are at 0, 0.5, ... 3 s, and the last one is at 3.125 s. Every third frame is stored, and the
// last one.
TEST(FindFrames, at_a_lower_rate_the_last_interval_may_be_shorter_too) {
  const ClipView clip = clip_of(8, 2, 0.125f);
  const ClipRate third{3, 0, 0};
  EXPECT_EQ(frames_of(clip, third), 4u);  // 0, 1.5, 3 and 3.125 s
  const auto at = [&](float time_s) { return find_frames(clip, third, find_frames(clip, time_s)); };
  expect_pair(at(0), 0, 0);
  expect_pair(at(0.75f), 0, 16384);  // half of 1.5 s
  expect_pair(at(1.5f), 1, 0);
  expect_pair(at(2.75f), 1, 27306);  // 5 / 6, which is 27305.8
  expect_pair(at(3), 2, 0);
  expect_pair(at(3.0625f), 2, 16384);
  expect_pair(at(3.125f), 2, 32767);
  // Every fifth frame: 0, 2.5 and 3.125 s. The last interval contains one full frame and the short one.
  const ClipRate fifth{5, 0, 0};
  EXPECT_EQ(frames_of(clip, fifth), 3u);
  const FramePair pair = find_frames(clip, fifth, find_frames(clip, 3));
  expect_pair(pair, 1, 26214);  // 0.5 of 0.625 s, which is 26213.6
}

TEST(FindFrames, one_or_two_frames_are_enough) {
  ClipView still = clip_of(2, 30, 0);
  still.frame_count = 1;
  still.duration_s = 3;
  expect_pair(find_frames(still, 0), 0, 0);
  expect_pair(find_frames(still, 2), 0, 0);
  const ClipView two = clip_of(2, 2, 0.5f);
  expect_pair(find_frames(two, 0.25f), 0, 16384);
  expect_pair(find_frames(two, 0.5f), 0, 32767);
}

// In float, the time of a frame has a rounding error, which is at most a 32767th of a frame.
TEST(FindFrames, the_time_of_a_frame_finds_that_frame_also_in_long_clips) {
  const ClipView clip = clip_of(36001, 60, 1.0f / 60);  // ten minutes
  for (std::uint32_t frame = 0; frame < clip.frame_count; frame += 7) {
    const float time_s = static_cast<float>(frame / 60.0);
    const FramePair pair = find_frames(clip, time_s);
    const double found = pair.first + pair.weight1 / 32767.0;
    // Near 600 s, a float is exact to 31 microseconds, which is 0.0018 frames.
    EXPECT_NEAR(found, frame, 0.0019);
    EXPECT_LE(pair.first, 35999u);
  }
}

TEST(FindFrames, time_never_runs_backwards) {
  const ClipView clip = clip_of(4, 30, 0.02f);
  double before = 0;
  for (int i = 0; i <= 4000; ++i) {
    const FramePair pair = find_frames(clip, clip.duration_s * static_cast<float>(i) / 4000);
    ASSERT_LE(pair.first, 2u);
    ASSERT_GE(pair.weight1, 0);
    ASSERT_LE(pair.weight1, 32767);
    const double now = pair.first + pair.weight1 / 32767.0;
    ASSERT_GE(now, before);
    before = now;
  }
  EXPECT_EQ(before, 3);
}

}  // namespace
}  // namespace skelter::test
