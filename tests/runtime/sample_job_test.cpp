#include "skelter/runtime/sample_job.h"

#include <gtest/gtest.h>

#include <limits>

#include "compile/clip_decode.h"
#include "core/internal/packed.h"
#include "runtime/internal/format/clip_records.h"
#include "runtime/internal/keyed_tracks.h"
#include "runtime/internal/scalar_kernels.h"
#include "support/made_runtime.h"
#include "support/pose_compare.h"
#include "support/targets.h"

namespace skelter::test {
namespace {

constexpr PartFormat kRest = PartFormat::rest, kConstant = PartFormat::constant, kPacked = PartFormat::packed,
                     kWide = PartFormat::wide;
constexpr std::array<PartFormat, 3> kFormats[] = {{kRest, kRest, kRest},
                                                  {kConstant, kConstant, kConstant},
                                                  {kPacked, kPacked, kPacked},
                                                  {kWide, kWide, kWide},
                                                  {kConstant, kPacked, kRest}};

struct SampledScene {
  Random random;
  Packed<Skeleton> skeleton;
  Packed<ClipView> clip;
  std::vector<SoaTransform> out;

  SampledScene(std::uint32_t joints, std::array<PartFormat, 3> formats, std::uint32_t seed)
      : random(seed),
        skeleton(random_skeleton(joints, random)),
        clip(packed(random_clip(joints, 6, formats, random))),
        out(skeleton.view.block_count()) {}
  SampleJob job(float time_s) { return {&skeleton.view, &clip.view, time_s, 0, out}; }
};

// Reference in double precision, derived from the comments of clip.h: the numbers of one lane at a time,
// between frames.
double number_in_frame(const ClipView& clip, const ClipPart& part, std::size_t kind, std::size_t frame,
                       std::size_t row, std::size_t lane) {
  return number_at_frame(clip, part, frame, row, lane, kind == 1);
}

Transform expected(const ClipView& clip, const SoaTransform& rest, std::uint32_t block, std::uint32_t lane,
                   double frame_time) {
  const auto frame = std::min(static_cast<std::size_t>(frame_time), std::size_t{clip.frame_count} - 2);
  const double t = frame_time - static_cast<double>(frame);
  double numbers[3][4] = {};
  for (std::size_t kind = 0; kind < 3; ++kind) {
    const ClipPart& part = clip.parts[3 * block + kind];
    const std::size_t first_row[] = {0, 3, 7};
    for (std::size_t row = 0; row < (kind == 1 ? 4u : 3u); ++row) {
      if (part.format == kRest) {
        numbers[kind][row] = rest.rows[first_row[kind] + row][lane];
      } else if (part.format == kConstant) {
        numbers[kind][row] = clip.constants[part.data + 8 * row + lane];
      } else {
        numbers[kind][row] = (1 - t) * number_in_frame(clip, part, kind, frame, row, lane) +
                             t * number_in_frame(clip, part, kind, frame + 1, row, lane);
      }
    }
  }
  const auto vector = [&](std::size_t kind) {
    const double* v = numbers[kind];
    return Vec3{static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
  };
  const Quatd q{numbers[1][0], numbers[1][1], numbers[1][2], numbers[1][3]};
  return {vector(0), to_float(normalized(q)), vector(2)};
}

// Both weights are rounded to 1/32767, so errors are up to half of that, 1.6e-5, of differences up to 4 here.
// At the frames themselves there is only float rounding.
TEST(SampleJob, poses_are_those_of_doubles_on_every_target) {
  for (const std::uint32_t joints : kJointCounts)
    for (std::size_t f = 0; f < std::size(kFormats); ++f) {
      SampledScene s(joints, kFormats[f], static_cast<std::uint32_t>(100 * joints + f));
      for_each_target([&](std::int64_t) {
        for (const double frame_time : {0.0, 0.25, 1.0, 1.7, 2.5, 4.0, 4.999, 5.0}) {
          ASSERT_EQ(s.job(static_cast<float>(frame_time / 30)).run(), Status::ok);
          const bool at_frame = frame_time == std::floor(frame_time);
          for (std::uint32_t joint = 0; joint < joints; ++joint) {
            const std::uint32_t block = joint / kLanes, lane = joint % kLanes;
            const Transform want =
                expected(s.clip.view, s.skeleton.view.rest_pose[block], block, lane, frame_time);
            ASSERT_LE(distance(get(s.out[block], lane), want), at_frame ? 1e-6 : 7e-5)
                << "joint " << joint << " of " << joints << ", formats " << f << ", frame " << frame_time;
          }
        }
      });
    }
}

// The kernels compute the inverse length by iteration instead of a square root, which adds two roundings.
TEST(SampleJob, the_plain_twin_agrees_on_every_target) {
  for (const std::uint32_t joints : kJointCounts)
    for (std::size_t f = 0; f < std::size(kFormats); ++f) {
      SampledScene s(joints, kFormats[f], static_cast<std::uint32_t>(200 * joints + f));
      std::vector<SoaTransform> plain(s.out.size());
      for_each_target([&](std::int64_t) {
        for (int i = 0; i < 20; ++i) {
          const float time_s = s.random.number(0, s.clip.view.duration_s);
          ASSERT_EQ(s.job(time_s).run(), Status::ok);
          scalar::sample_blocks(s.skeleton.view, s.clip.view, find_frames(s.clip.view, time_s),
                                s.skeleton.view.block_count(), plain.data());
          expect_same_pose(s.out, plain, joints, 5e-7);
        }
      });
    }
}

// A block of root joints at rest in the origin.
struct EightRoots {
  const std::vector<std::uint16_t> parents = std::vector<std::uint16_t>(8, kNone16);
  const std::vector<SoaTransform> rest = identity_pose(8);
  Skeleton skeleton;

  EightRoots() {
    skeleton.parents = parents;
    skeleton.rest_pose = rest;
  }
};

// Worked out by hand, halfway between two frames: eight joints with numbers that all differ, so that swapped
// lanes are detected.
TEST(SampleJob, packed_lanes_land_on_their_joints) {
  ClipSource source = still_clip(8, 2, 1);
  for (const std::size_t part : {0u, 1u, 2u}) reserve_packed(source, part);
  source.parts[1].range = 0;
  add_rows(source, {0, 0, 0, 0, 1.0f / 32767});
  source.parts[0].range = 40;
  add_rows(source, {10, 20, 30, 1});
  source.parts[2].range = 72;
  add_rows(source, {1, 2, 3, 0.5f});
  source.frames.resize(2 * stride_of(source));
  const auto set_number = [&](std::size_t frame, std::size_t part, std::size_t index, int value) {
    const auto s = static_cast<std::int16_t>(value);
    std::memcpy(&source.frames[frame * stride_of(source) + source.parts[part].data + 2 * index], &s, 2);
  };
  // Rotations about one axis per joint: x, y, z and w in turn.
  const std::size_t rotation_index[4][8] = {{0, 1, 2, 3, 8, 9, 10, 11},
                                            {4, 5, 6, 7, 12, 13, 14, 15},
                                            {16, 17, 18, 19, 24, 25, 26, 27},
                                            {20, 21, 22, 23, 28, 29, 30, 31}};
  for (std::size_t frame = 0; frame < 2; ++frame)
    for (std::size_t lane = 0; lane < 8; ++lane) {
      set_number(frame, 1, rotation_index[lane % 4][lane], 32767);
      for (const std::size_t part : {0u, 2u}) {
        const int value = static_cast<int>(100 * lane + 10 * frame);
        set_number(frame, part, lane < 4 ? lane : lane + 4, value);
        set_number(frame, part, lane < 4 ? lane + 4 : lane + 8, value + 1);
        set_number(frame, part, 16 + lane, value + 2);
      }
    }
  const Packed<ClipView> clip = packed(source);
  const EightRoots roots;
  for_each_target([&](std::int64_t) {
    std::vector<SoaTransform> out(1);
    ASSERT_EQ((SampleJob{&roots.skeleton, &clip.view, 0.5f, 0, out}).run(), Status::ok);
    for (std::uint32_t lane = 0; lane < 8; ++lane) {
      const Transform got = get(out[0], lane);
      const float mean = 100 * static_cast<float>(lane) + 5;  // halfway between 0 and 10
      EXPECT_NEAR(got.translation.x, 10 + mean, 1e-3);
      EXPECT_NEAR(got.translation.y, 20 + mean + 1, 1e-3);
      EXPECT_NEAR(got.translation.z, 30 + mean + 2, 1e-3);
      EXPECT_NEAR(got.scale.x, 1 + 0.5f * mean, 1e-3);
      EXPECT_NEAR(got.scale.z, 3 + 0.5f * (mean + 2), 1e-3);
      const float q[4] = {got.rotation.x, got.rotation.y, got.rotation.z, got.rotation.w};
      for (std::uint32_t row = 0; row < 4; ++row) EXPECT_NEAR(q[row], row == lane % 4 ? 1 : 0, 1e-6);
    }
  });
}

// The number of bytes in a packed part by row and lane, and the numbers of the first frame, written from the
// description of ClipPart.
struct HandPacked {
  std::array<std::array<int, 8>, 4> bytes{};
  std::array<std::array<int, 8>, 4> numbers{};  // numbers of the second frame are larger by 10
};
void put_by_hand(ClipSource& source, std::size_t index, const HandPacked& hand) {
  ClipPart& part = source.parts[index];
  part.format = kPacked;
  part.spread = static_cast<std::uint16_t>(source.spreads.size() / 64);
  std::vector<std::uint8_t> frames[2];
  for (std::size_t group = 0; group < 4; ++group) {
    if (group > 0) part.group_begin[group - 1] = static_cast<std::uint8_t>(frames[0].size());
    std::uint8_t place = 0;
    for (std::size_t row = 2 * (group / 2); row < 2 * (group / 2) + 2; ++row)
      for (std::size_t lane = 4 * (group % 2); lane < 4 * (group % 2) + 4; ++lane)
        for (int byte = 0; byte < 2; ++byte) {
          const bool there = byte < hand.bytes[row][lane];
          source.spreads.push_back(there ? place++ : std::uint8_t{0x80});
          for (int frame = 0; frame < 2 && there; ++frame)
            frames[frame].push_back(
                static_cast<std::uint8_t>((hand.numbers[row][lane] + 10 * frame) >> (8 * byte) & 0xFF));
        }
  }
  part.data = reserve_part(source, static_cast<std::uint32_t>(frames[0].size()));
  const std::size_t stride = stride_of(source), before = stride - frames[0].size();
  std::vector<std::byte> joined;
  for (std::size_t frame = 0; frame < 2; ++frame) {
    for (std::size_t i = 0; i < before; ++i) joined.push_back(source.frames[frame * before + i]);
    for (const std::uint8_t byte : frames[frame]) joined.push_back(std::byte{byte});
  }
  source.frames = joined;
}

// Halfway between two frames: numbers with no bytes, one byte (above 127) and two bytes (below 0), in every
// combination of lanes.
TEST(SampleJob, numbers_of_no_one_and_two_bytes_land_on_their_joints) {
  ClipSource source = still_clip(8, 2, 1);
  HandPacked moves, turns;
  const auto number = [](int bytes, int lane) {
    return bytes == 2 ? -300 * (lane + 1) : bytes == 1 ? 200 + lane : 0;
  };
  for (int lane = 0; lane < 8; ++lane) {
    const auto at = static_cast<std::size_t>(lane);
    for (std::size_t row = 0; row < 3; ++row) {
      moves.bytes[row][at] = (lane + static_cast<int>(row)) % 3;
      moves.numbers[row][at] = number(moves.bytes[row][at], lane);
    }
    // Rotations about x in even and about y in odd lanes, with components 0.6 and 0.8: one component is
    // stored in a byte, w in two bytes or in the offset.
    turns.bytes[at % 2][at] = 1;
    turns.numbers[at % 2][at] = 150;
    if (lane % 3 == 0) {
      turns.bytes[3][at] = 2;
      turns.numbers[3][at] = 1595;
    }
  }
  put_by_hand(source, 0, moves);
  put_by_hand(source, 1, turns);
  source.parts[0].range = 0;
  add_rows(source, {10, 20, 30, 0.5f});
  source.parts[1].range = 32;
  // 0.6 = offset + (150 + 5) / 2000; 0.8 = (1595 + 5) / 2000.
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t lane = 0; lane < 8; ++lane)
      source.constants.push_back(row == 3 ? (lane % 3 == 0 ? 0.0f : 0.8f) : row == lane % 2 ? 0.5225f : 0.0f);
  add_rows(source, {0.0005f});
  const Packed<ClipView> clip = packed(source);
  const EightRoots roots;
  for_each_target([&](std::int64_t) {
    std::vector<SoaTransform> out(1);
    ASSERT_EQ((SampleJob{&roots.skeleton, &clip.view, 0.5f, 0, out}).run(), Status::ok);
    for (std::uint32_t lane = 0; lane < 8; ++lane) {
      const Transform got = get(out[0], lane);
      const float place[3] = {got.translation.x, got.translation.y, got.translation.z};
      for (std::size_t row = 0; row < 3; ++row) {
        const int bytes = moves.bytes[row][lane];
        const float mean = bytes == 0 ? 0 : static_cast<float>(moves.numbers[row][lane]) + 5;
        EXPECT_NEAR(place[row], 10 * static_cast<float>(row + 1) + 0.5f * mean, 2e-3) << lane << " " << row;
      }
      EXPECT_NEAR(lane % 2 == 0 ? got.rotation.x : got.rotation.y, 0.6f, 1e-5) << lane;
      EXPECT_NEAR(lane % 2 == 0 ? got.rotation.y : got.rotation.x, 0, 1e-6) << lane;
      EXPECT_NEAR(got.rotation.w, 0.8f, 1e-5) << lane;
    }
  });
}

// Six frames for one part; for a second part only every fourth frame and the last one: 0, 4 and 5. Both
// contain the frame's number.
TEST(SampleJob, parts_at_a_lower_rate_go_straight_between_their_frames) {
  ClipSource source = still_clip(8, 6, 1);
  source.parts[0].format = source.parts[2].format = kWide;
  source.parts[2].rate = 1;
  source.rates = {{1, 96, 0}, {4, 96, 6 * 96}};
  for (const int frame : {0, 1, 2, 3, 4, 5, 0, 4, 5})
    for (int i = 0; i < 24; ++i) {
      const auto value = static_cast<float>(frame);
      const auto* bytes = reinterpret_cast<const std::byte*>(&value);
      source.frames.insert(source.frames.end(), bytes, bytes + 4);
    }
  const Packed<ClipView> clip = packed(source);
  const EightRoots roots;
  for_each_target([&](std::int64_t) {
    for (const float time_s : {0.0f, 0.5f, 2.25f, 3.9f, 4.0f, 4.5f, 5.0f}) {
      std::vector<SoaTransform> out(1);
      ASSERT_EQ((SampleJob{&roots.skeleton, &clip.view, time_s, 0, out}).run(), Status::ok);
      EXPECT_NEAR(get(out[0], 3).translation.y, time_s, 2e-4) << time_s;
      EXPECT_NEAR(get(out[0], 6).scale.z, time_s, 2e-4) << time_s;
    }
  });
}

TEST(SampleJob, wide_parts_give_the_bits_of_a_frame_at_its_time) {
  SampledScene s(9, {kWide, kRest, kWide}, 5);
  for_each_target([&](std::int64_t) {
    for (std::uint32_t frame : {0u, 3u, 5u}) {
      ASSERT_EQ(s.job(static_cast<float>(frame) / 30).run(), Status::ok);
      float want;
      std::memcpy(
          &want,
          s.clip.view.frames.data() + frame * s.clip.view.rates[0].stride + s.clip.view.parts[5].data + 32,
          4);  // y of the scale of joint 8
      EXPECT_EQ(s.out[1].rows[8][0], want);
    }
  });
}

// Rotations between frames have unit length, up to the largest angle between neighbours, half a turn.
TEST(SampleJob, rotations_are_unit) {
  SampledScene s(130, {kRest, kPacked, kRest}, 6);
  for_each_target([&](std::int64_t) {
    for (int i = 0; i < 100; ++i) {
      ASSERT_EQ(s.job(s.random.number(0, s.clip.view.duration_s)).run(), Status::ok);
      for (std::uint32_t joint = 0; joint < 130; ++joint)
        ASSERT_NEAR(length(get(s.out[joint / 8], joint % 8).rotation), 1, 3e-7);
    }
  });
}

TEST(SampleJob, additive_clips_rest_at_the_identity) {
  Random random(7);
  const Packed<Skeleton> skeleton = random_skeleton(9, random);
  ClipSource source = still_clip(9, 2, 30);
  source.header.flags = kClipAdditive;
  const Packed<ClipView> clip = packed(source);
  for_each_target([&](std::int64_t) {
    std::vector<SoaTransform> out(2);
    ASSERT_EQ((SampleJob{&skeleton.view, &clip.view, 0, 0, out}).run(), Status::ok);
    expect_same_pose(out, identity_pose(9), 9, 0);
  });
}

TEST(SampleJob, clips_of_one_frame_do_not_move) {
  Random random(8);
  const Packed<Skeleton> skeleton = random_skeleton(9, random);
  ClipSource source = random_clip(9, 1, {kPacked, kPacked, kWide}, random);
  source.header.duration_s = 2;
  const Packed<ClipView> clip = packed(source);
  for_each_target([&](std::int64_t) {
    std::vector<SoaTransform> first(2), later(2);
    ASSERT_EQ((SampleJob{&skeleton.view, &clip.view, 0, 0, first}).run(), Status::ok);
    ASSERT_EQ((SampleJob{&skeleton.view, &clip.view, 1.5f, 0, later}).run(), Status::ok);
    EXPECT_EQ(std::memcmp(first.data(), later.data(), 2 * sizeof(SoaTransform)), 0);
    EXPECT_NEAR(length(get(first[0], 0).rotation), 1, 3e-7);
  });
}

TEST(SampleJob, only_the_blocks_asked_for_are_written) {
  SampledScene s(67, {kPacked, kPacked, kPacked}, 9);
  for_each_target([&](std::int64_t) {
    ASSERT_EQ(s.job(0.1f).run(), Status::ok);
    const std::vector<SoaTransform> whole = s.out;
    SoaTransform mark{};
    s.out.assign(s.out.size(), mark);
    SampleJob job = s.job(0.1f);
    job.block_count = 4;
    ASSERT_EQ(job.run(), Status::ok);
    EXPECT_EQ(std::memcmp(s.out.data(), whole.data(), 4 * sizeof(SoaTransform)), 0);
    EXPECT_EQ(std::memcmp(&s.out[4], &mark, sizeof(mark)), 0);
  });
}

TEST(SampleJob, validity) {
  SampledScene s(9, {kRest, kPacked, kRest}, 10);
  const SampleJob good = s.job(0.05f);
  EXPECT_EQ(good.validate(), Status::ok);
  {  // No skeleton.
    SampleJob job = good;
    job.skeleton = nullptr;
    EXPECT_EQ(job.validate(), Status::invalid_argument);
    EXPECT_EQ(job.run(), Status::invalid_argument);
  }
  {  // No clip.
    SampleJob job = good;
    job.clip = nullptr;
    EXPECT_EQ(job.validate(), Status::invalid_argument);
  }
  {  // {  // An uninitialized clip.
    const ClipView empty;
    SampleJob job = good;
    job.clip = &empty;
    EXPECT_EQ(job.validate(), Status::invalid_argument);
  }
  {  // {  // A clip for a different skeleton.
    SampledScene other(10, {kRest, kPacked, kRest}, 11);
    SampleJob job = good;
    job.clip = &other.clip.view;
    EXPECT_EQ(job.validate(), Status::invalid_argument);
  }
  {  // {  // A clip for a different skeleton with the same number of joints.
    ClipView renamed = s.clip.view;
    renamed.skeleton_hash = 1;
    SampleJob job = good;
    job.clip = &renamed;
    EXPECT_STREQ(job.validate().what, "the clip was made for a different skeleton");
    EXPECT_EQ(job.run(), Status::invalid_argument);
  }
  {  // {  // One block too few.
    SampleJob job = good;
    job.out_local_pose = job.out_local_pose.first(1);
    EXPECT_EQ(job.validate(), Status::invalid_argument);
    job.block_count = 1;  // enough for one block
    EXPECT_EQ(job.validate(), Status::ok);
  }
  {  // More blocks than the skeleton has.
    SampleJob job = good;
    job.block_count = 3;
    EXPECT_EQ(job.validate(), Status::invalid_argument);
  }
  {  // {  // A time that is NaN is refused; times outside the clip are fine.
    SampleJob job = good;
    job.time_s = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(job.validate(), Status::invalid_argument);
    job.time_s = -5;
    EXPECT_EQ(job.validate(), Status::ok);
  }
}

// A clip with a stepped and a linear track on joint 8, and one track on joint 2.
ClipSource keyed_clip() {
  ClipSource source = still_clip(9, 11, 10);
  source.keyed = {
      {2, PartKind::rotation, 0, 3, 2}, {8, PartKind::translation, 1, 0, 3}, {8, PartKind::scale, 0, 5, 2}};
  source.key_times_s = {0.1f, 0.5f, 0.75f, 0, 1, 0.25f, 0.75f};
  source.key_values = {1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1, 1, 1, 0, 3, 2, 1, 0};
  return source;
}

TEST(KeyedTracks, steps_hold_until_the_next_key_exactly) {
  Random random(12);
  const Packed<Skeleton> skeleton = random_skeleton(9, random);
  const Packed<ClipView> clip = packed(keyed_clip());
  std::vector<SoaTransform> out(2);
  const auto x_at = [&](float time_s) {
    EXPECT_EQ((SampleJob{&skeleton.view, &clip.view, time_s, 0, out}).run(), Status::ok);
    return out[1].rows[0][0];
  };
  EXPECT_EQ(x_at(0), 1);  // before the first key
  EXPECT_EQ(x_at(0.1f), 1);
  EXPECT_EQ(x_at(std::nextafter(0.5f, 0.0f)), 1);
  EXPECT_EQ(x_at(0.5f), 4);
  EXPECT_EQ(x_at(0.7f), 4);
  EXPECT_EQ(x_at(0.75f), 7);
  EXPECT_EQ(x_at(1), 7);  // after the last key
  EXPECT_EQ(out[1].rows[1][0], 8);
  EXPECT_EQ(out[1].rows[2][0], 9);
}

TEST(KeyedTracks, linear_tracks_mix_and_rotations_take_the_shorter_path) {
  Random random(13);
  const Packed<Skeleton> skeleton = random_skeleton(9, random);
  const Packed<ClipView> clip = packed(keyed_clip());
  std::vector<SoaTransform> out(2);
  ASSERT_EQ((SampleJob{&skeleton.view, &clip.view, 0.5f, 0, out}).run(), Status::ok);
  const Transform eight = get(out[1], 0);
  EXPECT_EQ(eight.scale.x, 2);
  EXPECT_EQ(eight.scale.y, 1.5f);
  // A quarter of the way from the identity to half a turn about z, with unit length.
  const Quat q = get(out[0], 2).rotation;
  EXPECT_NEAR(std::abs(q.z), std::sqrt(0.5), 1e-6);
  EXPECT_NEAR(q.w, std::sqrt(0.5), 1e-6);
  // Nothing else moves.
  EXPECT_EQ(distance(get(out[0], 1), get(skeleton.view.rest_pose[0], 1)), 0);
  EXPECT_EQ(distance({eight.translation, eight.rotation, {}},
                     {eight.translation, get(skeleton.view.rest_pose[1], 0).rotation, {}}),
            0);
}

TEST(KeyedTracks, neighbours_on_opposite_sides_take_the_shorter_path) {
  ClipSource source = still_clip(1, 2, 1);
  source.keyed = {{0, PartKind::rotation, 0, 0, 2}};
  source.key_times_s = {0, 1};
  const float s = std::sin(0.1f), c = std::cos(0.1f);
  source.key_values = {0, 0, 0, 1, -s, 0, 0, -c};  // 0.2 rad about x, with the opposite sign
  const Packed<ClipView> clip = packed(source);
  SoaTransform pose = SoaTransform::identity();
  apply_keyed_tracks(clip.view, 0.5f, 1, &pose);
  EXPECT_NEAR(pose.rows[3][0], std::sin(0.05), 1e-6);
  EXPECT_NEAR(pose.rows[6][0], std::cos(0.05), 1e-6);
}

TEST(KeyedTracks, blocks_that_are_not_sampled_are_left_alone) {
  const Packed<ClipView> clip = packed(keyed_clip());
  std::vector<SoaTransform> pose = identity_pose(9);
  apply_keyed_tracks(clip.view, 0.5f, 1, pose.data());
  EXPECT_NE(pose[0].rows[5][2], 0);
  EXPECT_EQ(pose[1].rows[0][0], 0);
}

}  // namespace
}  // namespace skelter::test
