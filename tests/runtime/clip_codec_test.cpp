#include "skelter/runtime/clip.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "compile/clip_codec/content.h"
#include "compile/clip_codec/track_search.h"
#include "runtime/internal/clip_codec/entropy_coder.h"
#include "runtime/internal/clip_codec/numbers.h"
#include "support/pack_parts.h"

namespace skelter {
namespace {

// A clip of two blocks with everything in it: moving, constant and resting parts, packed and wide, keyed and
// scalar tracks, events, root motion.
struct Lists {
  std::vector<KeyedTrack> keyed{{1, PartKind::rotation, 0, 0, 2}};
  std::vector<float> key_times_s{0.0f, 0.2f};
  std::vector<float> key_values{0, 0, 0, 1, 0.6f, 0, 0, 0.8f};
  std::vector<ScalarTrack> scalars{{1, kNone, 0, 0, 0, 2}};
  std::vector<float> scalar_times_s{0.0f, 0.1f}, scalar_values{0.5f, 1.0f};
  std::vector<ClipEvent> events{{0.1f, 2}};
  std::vector<float> root_motion;
  std::vector<std::uint32_t> string_begin{0, 4, 9, 13};
  std::string strings = "walksmilestep";

  ClipView view() const {
    ClipView v;
    v.keyed = keyed;
    v.key_times_s = key_times_s;
    v.key_values = key_values;
    v.scalars = scalars;
    v.scalar_times_s = scalar_times_s;
    v.scalar_values = scalar_values;
    v.events = events;
    v.root_motion = root_motion;
    v.string_begin = string_begin;
    v.strings = strings;
    return v;
  }
};

constexpr std::uint32_t kFrames = 7;

struct Made {
  Lists lists;
  StoredContent content;
  AlignedBytes write() const { return write_stored(content, lists.view()); }
};

Made make_clip() {
  Made m;
  for (std::uint32_t frame = 0; frame < kFrames; ++frame)
    for (const float number : {0.1f * static_cast<float>(frame), 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f})
      m.lists.root_motion.push_back(number);
  ClipHeader& h = m.content.head.header;
  h.joint_count = 10;
  h.frame_count = kFrames;
  h.sample_rate_hz = 30;
  h.duration_s = 0.2f;
  h.last_interval_s = static_cast<float>(1.0 / 30);
  h.flags = kClipHasRootMotion | kClipLoops;
  m.content.head.counts = {1, 2, 1, 2, 1, 3, static_cast<std::uint32_t>(m.lists.strings.size())};
  m.content.formats = {PartFormat::packed, PartFormat::packed, PartFormat::constant,
                       PartFormat::wide,   PartFormat::wide,   PartFormat::rest};
  m.content.divisors = {1, 3};
  m.content.rates = {0, 1, 0, 0, 0, 0};
  m.content.constant_step = step_index(0.01);
  m.content.lanes.resize(30);
  for (std::uint32_t joint = 0; joint < 10; ++joint) {
    m.content.lanes[joint * 3].vector.multiples = {static_cast<std::int32_t>(joint), -3, 0};
    m.content.lanes[joint * 3 + 1].rotation =
        quantise_rotation(normalized(Quatd{0.1 * joint, 0.2, -0.3, 0.9}), 1e-3);
  }
  for (const std::uint32_t joint : {0u, 3u, 9u}) {
    StoredLane &translation = m.content.lanes[joint * 3], &rotation = m.content.lanes[joint * 3 + 1];
    translation.moves = rotation.moves = true;
    translation.vector_track.step = step_index(0.125);
    translation.vector_track.first = {40, -7, 3};
    translation.vector_track.predictor = {true, {12, 12, 12}, {2, 2, 2}};
    rotation.rotation_track.first = quantise_rotation(normalized(Quatd{0.5, 0.5, -0.5, 0.5}), 1e-4);
    rotation.rotation_track.axes = {3, -20, 7};
    rotation.rotation_track.steps = {480, 490, 470};
    rotation.rotation_track.predictor = {false, {16, 8, 0}, {-4, 0, 3}};
    rotation.rotation_track.grid = step_index(1e-4);
    translation.numbers = clip_codec::PackedNumbers{{2, 2, 2, 0}, {}};
    rotation.numbers = clip_codec::PackedNumbers{{2, 2, 2, 2}, {}};
    // Rotations of the first block are kept at every third frame and the last one: 0, 3 and 6.
    const std::int32_t frames = joint < 8 ? 3 : static_cast<std::int32_t>(kFrames);
    for (std::int32_t frame = 1; frame < static_cast<std::int32_t>(kFrames); ++frame)
      translation.corrections.push_back({frame, -frame % 2, 200 * (frame == 3)});
    for (std::int32_t frame = 1; frame < frames; ++frame)
      rotation.corrections.push_back({frame % 3 - 1, 20, -frame});
  }
  return m;
}

struct Decoded {
  AlignedBytes bytes;
  ClipView view;
  Problem problem;
};
Decoded decode(ByteSpan stored) {
  Decoded d;
  d.bytes = AlignedBytes(std::max<std::size_t>(hot_size(stored), 64));
  d.problem = decode_clip(stored, {d.bytes.data(), d.bytes.size()}, d.view);
  return d;
}
std::string problem_of(ByteSpan stored) {
  return decode(stored).problem.what;
}
std::vector<std::byte> copy(const AlignedBytes& bytes) {
  return {bytes.span().begin(), bytes.span().end()};
}

TEST(StoredClip, everything_comes_back) {
  const Made made = make_clip();
  const AlignedBytes stored = made.write();
  const Decoded d = decode(stored.span());
  ASSERT_TRUE(d.problem.ok()) << d.problem.what;
  EXPECT_EQ(d.view.joint_count, 10u);
  EXPECT_EQ(d.view.frame_count, kFrames);
  EXPECT_EQ(d.view.flags, kClipHasRootMotion | kClipLoops);
  ASSERT_EQ(d.view.keyed.size(), 1u);
  EXPECT_EQ(d.view.keyed[0].joint, 1);
  EXPECT_EQ(d.view.keyed[0].kind, PartKind::rotation);
  EXPECT_EQ(std::vector<float>(d.view.key_values.begin(), d.view.key_values.end()), made.lists.key_values);
  ASSERT_EQ(d.view.scalars.size(), 1u);
  EXPECT_EQ(d.view.string(d.view.scalars[0].name), "smile");
  EXPECT_EQ(d.view.scalar_values[1], 1.0f);
  ASSERT_EQ(d.view.events.size(), 1u);
  EXPECT_EQ(d.view.string(d.view.events[0].name), "step");
  EXPECT_EQ(std::vector<float>(d.view.root_motion.begin(), d.view.root_motion.end()), made.lists.root_motion);
  EXPECT_EQ(d.view.name(), "walk");
  for (std::size_t part = 0; part < 6; ++part)
    EXPECT_EQ(d.view.parts[part].format, made.content.formats[part]);
  ASSERT_EQ(d.view.rates.size(), 2u);
  EXPECT_EQ(d.view.rates[1].divisor, 3u);
  EXPECT_EQ(d.view.parts[1].rate, 1);
}

// In front of what is coded, where packs find it.
TEST(StoredClip, the_hash_of_the_skeleton_stands_in_front) {
  const Made made = make_clip();
  ClipView lists = made.lists.view();
  lists.skeleton_hash = 0x0123456789ABCDEFu;
  const AlignedBytes stored = write_stored(made.content, lists);
  EXPECT_EQ(load_le<std::uint64_t>(stored.span(), 8), 0x0123456789ABCDEFu);
  EXPECT_EQ(decode(stored.span()).view.skeleton_hash, 0x0123456789ABCDEFu);
  const AlignedBytes hot = test::bend_clip();
  ClipView view;
  ASSERT_TRUE(read_clip(hot.span(), view).ok());
  view.skeleton_hash = 7;
  EXPECT_EQ(decode(write_whole(hot.span(), view).span()).view.skeleton_hash, 7u);
}

TEST(StoredClip, bytes_that_are_no_stored_clip_have_no_size) {
  const AlignedBytes stored = make_clip().write();
  EXPECT_GT(hot_size(stored.span()), 0u);
  for (std::size_t size = 0; size < stored.size(); ++size) {
    // Cut anywhere: the claim stays, as long as the prefix is there.
    EXPECT_EQ(hot_size(stored.span().first(size)), size < 16 ? 0 : hot_size(stored.span()));
  }
  std::vector<std::byte> other = copy(stored);
  other[0] = std::byte{'X'};
  EXPECT_EQ(hot_size(other), 0u);
  EXPECT_EQ(problem_of(other), "not a stored clip");
}

TEST(StoredClip, a_claim_beyond_what_the_bytes_may_hold_is_refused_before_memory_is_taken) {
  std::vector<std::byte> stored = copy(make_clip().write());
  const std::uint32_t limit = (1u << 20) + 1024 * static_cast<std::uint32_t>(stored.size());
  std::memcpy(stored.data() + 4, &limit, 4);
  EXPECT_EQ(hot_size(stored), limit);
  EXPECT_EQ(problem_of(stored), "sizes of a stored clip do not agree");
  const std::uint32_t more = limit + 1;
  std::memcpy(stored.data() + 4, &more, 4);
  EXPECT_EQ(hot_size(stored), 0u);
  const std::uint32_t too_little = sizeof(ClipHeader) - 1;
  std::memcpy(stored.data() + 4, &too_little, 4);
  EXPECT_EQ(hot_size(stored), 0u);
}

TEST(StoredClip, callers_must_give_enough_aligned_memory) {
  const AlignedBytes stored = make_clip().write();
  AlignedBytes memory(hot_size(stored.span()) + 64);
  ClipView view;
  Problem p = decode_clip(stored.span(), {memory.data(), hot_size(stored.span()) - 1}, view);
  EXPECT_EQ(p.status, Status::invalid_argument);
  EXPECT_STREQ(p.what, "the memory for a decoded clip is too small");
  p = decode_clip(stored.span(), {memory.data() + 32, hot_size(stored.span())}, view);
  EXPECT_EQ(p.status, Status::invalid_argument);
  EXPECT_STREQ(p.what, "data does not start at a multiple of 64 bytes");
  EXPECT_TRUE(decode_clip(stored.span(), {memory.data(), memory.size()}, view).ok());  // more is fine
}

TEST(StoredClip, cut_at_every_byte_it_ends_early) {
  const AlignedBytes stored = make_clip().write();
  for (std::size_t size = 16; size < stored.size(); ++size) {
    const std::string problem = problem_of(stored.span().first(size));
    // Where the head is damaged by the missing end, the sizes are wrong before the end is missed.
    EXPECT_TRUE(problem == "a stored clip ends early" || problem == "sizes of a stored clip do not agree")
        << size << problem;
    if (size + 20 > stored.size()) {
      EXPECT_EQ(problem, "a stored clip ends early") << size;
    }
  }
}

TEST(StoredClip, a_whole_clip_cut_at_any_byte_ends_early) {
  const Decoded clip = decode(make_clip().write().span());
  const AlignedBytes stored = write_whole(clip.bytes.span(), clip.view);
  ASSERT_EQ(problem_of(stored.span()), "");
  for (std::size_t size = 16; size < stored.size(); ++size)
    ASSERT_EQ(problem_of(stored.span().first(size)), "a stored clip ends early") << size;
}

TEST(StoredClip, bytes_after_the_end_may_only_be_zero) {
  std::vector<std::byte> stored = copy(make_clip().write());
  stored.push_back(std::byte{0});
  EXPECT_EQ(problem_of(stored), "");
  stored.push_back(std::byte{1});
  EXPECT_EQ(problem_of(stored), "a stored clip has bytes after its end");
}

TEST(StoredClip, sizes_must_be_those_of_the_content) {
  std::vector<std::byte> stored = copy(make_clip().write());
  std::uint32_t size;
  std::memcpy(&size, stored.data() + 4, 4);
  for (const std::uint32_t wrong :
       {size - 1, size + 1, size + 64, static_cast<std::uint32_t>(sizeof(ClipHeader))}) {
    std::memcpy(stored.data() + 4, &wrong, 4);
    EXPECT_EQ(problem_of(stored), "sizes of a stored clip do not agree") << wrong;
  }
}

TEST(StoredClip, counts_that_no_clip_has_are_refused) {
  Made made = make_clip();
  made.content.head.header.frame_count = 0;
  made.content.head.header.flags = 0;
  EXPECT_EQ(problem_of(made.write().span()), "no frames");

  Made joints = make_clip();
  joints.content.head.header.joint_count = 70000;
  joints.content.formats.assign(3 * 8750, PartFormat::rest);
  EXPECT_EQ(problem_of(joints.write().span()), "more joints than 16 bits can number");
}

TEST(StoredClip, a_packed_translation_that_leaves_16_bits_is_refused) {
  Made made = make_clip();
  StoredLane& lane = made.content.lanes[0];
  lane.vector_track.predictor = {};
  lane.numbers = clip_codec::PackedNumbers{{2, 1, 2, 0}, {0, 8, 0, 0}};
  lane.corrections.assign(kFrames - 1, {0, 0, 0});
  lane.corrections[2][0] = -32768;
  EXPECT_EQ(problem_of(made.write().span()), "");
  lane.corrections[3][0] = -1;
  EXPECT_EQ(problem_of(made.write().span()), "a number of a stored clip leaves its range");
  lane.corrections.assign(kFrames - 1, {0, 0, 0});
  lane.corrections[2][1] = -8;  // one byte, of 0 to 255, with 8 added
  lane.corrections[3][1] = 255;
  EXPECT_EQ(problem_of(made.write().span()), "");
  lane.corrections[3][1] = 256;
  EXPECT_EQ(problem_of(made.write().span()), "a number of a stored clip leaves its range");
}

TEST(StoredClip, what_decodes_is_still_checked_as_a_hot_clip) {
  Made made = make_clip();
  made.content.head.header.duration_s = 5;
  EXPECT_EQ(problem_of(made.write().span()), "duration, sample rate and frames do not agree");
  Made keyed = make_clip();
  keyed.lists.keyed[0].joint = 10;
  EXPECT_EQ(problem_of(keyed.write().span()), "a keyed track names a joint that does not exist");
}

TEST(StoredClip, twenty_thousand_mutations_give_a_valid_clip_or_a_problem) {
  const AlignedBytes original = make_clip().write();
  std::mt19937 random(1);
  std::map<std::string, int> problems;
  AlignedBytes memory((1 << 20) + 2048 * original.size());
  for (int round = 0; round < 20000; ++round) {
    std::vector<std::byte> stored = copy(original);
    const std::uint32_t changes = 1 + random() % 4;
    for (std::uint32_t i = 0; i < changes; ++i) {
      const std::size_t at = 8 + random() % (stored.size() - 8);
      if (random() % 8 == 0)
        stored.erase(stored.begin() + static_cast<std::ptrdiff_t>(at));
      else
        stored[at] = static_cast<std::byte>(random() % 256);
    }
    ClipView view;
    const Problem problem = decode_clip(stored, {memory.data(), memory.size()}, view);
    ++problems[problem.what];
    if (!problem.ok()) {
      EXPECT_EQ(problem.status, Status::bad_data);
      continue;
    }
    ClipView again;
    EXPECT_TRUE(read_clip({memory.data(), hot_size(stored)}, again).ok());
  }
  EXPECT_GT(problems["a stored clip ends early"], 100);
  EXPECT_GT(problems["a stored clip has bytes after its end"], 100);
  EXPECT_GT(problems["sizes of a stored clip do not agree"], 100);
  EXPECT_GT(problems[""], 10);  // the pack's checksum is there for these
}

// --- the coder below ---------------------------------------------------------------------------------------

TEST(StoredBits, the_logistic_function_and_its_inverse_agree_with_their_formulas) {
  for (int d = -2047; d <= 2047; ++d) {
    // Straight lines between nodes half a unit apart: 0.5^2 / 8 of the value at most.
    const double exact = 65536 / (1 + std::exp(-d / 256.0));
    EXPECT_NEAR(clip_codec::squash(d), exact, 0.032 * std::min(exact, 65536 - exact) + 2) << d;
  }
  for (std::uint32_t p = 400; p < 65136; p += 16) {
    const double exact = 256 * std::log(p / (65536.0 - p));
    EXPECT_NEAR(clip_codec::stretch(p), exact, 16) << p;
  }
}

TEST(StoredBits, models_learn_what_they_see_and_stay_in_range) {
  clip_codec::BitModel model;
  for (int i = 0; i < 2000; ++i) model.update(true);
  EXPECT_GT(model.probability, 65536 * 0.998);
  EXPECT_LE(model.probability, clip_codec::kOne - clip_codec::kLeast);
  for (int i = 0; i < 2000; ++i) model.update(false);
  EXPECT_LT(model.probability, 65536 * 0.002);
  EXPECT_GE(model.probability, clip_codec::kLeast);
}

TEST(StoredNumbers, histories_grade_sizes_and_drop_noise) {
  clip_codec::History history;
  for (int i = 0; i < 40; ++i) history.add(0);
  EXPECT_EQ(history.fast(), 0u);
  EXPECT_EQ(history.low_bits(), 0u);
  for (int i = 0; i < 200; ++i) history.add(i % 2 ? 100 : -100);
  EXPECT_EQ(history.fast(), 15u);
  EXPECT_EQ(history.last_two(), 15u);
  EXPECT_EQ(history.low_bits(), 5u);  // 100 / 32 is about 3
}

}  // namespace
}  // namespace skelter
