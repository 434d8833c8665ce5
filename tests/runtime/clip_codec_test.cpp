#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/clip_records.h"
#include "skelter/runtime/clip.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "compile/store_clip/content.h"
#include "compile/store_clip/encoder.h"
#include "compile/store_clip/track_search.h"
#include "runtime/internal/clip_codec/rotation_kernel.h"
#include "support/pack_parts.h"
#include "support/targets.h"

namespace skelter {
namespace {

// A clip of two blocks that contains everything: moving, constant and resting parts, packed and wide parts,
// keyed and scalar tracks, events, and root motion.
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
    // The rotations of the first block are stored at every third frame and at the last one: 0, 3 and 6.
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
  d.bytes = AlignedBytes(std::max<std::size_t>(decoded_size(stored), 64));
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

// The hash comes before the coded data, so that packs can find it.
TEST(StoredClip, the_hash_of_the_skeleton_comes_first) {
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

TEST(StoredClip, invalid_bytes_have_no_size) {
  const AlignedBytes stored = make_clip().write();
  EXPECT_GT(decoded_size(stored.span()), 0u);
  for (std::size_t size = 0; size < stored.size(); ++size) {
    // The bytes end too early. The claimed size can still be read if the prefix is complete.
    EXPECT_EQ(decoded_size(stored.span().first(size)), size < 16 ? 0 : decoded_size(stored.span()));
  }
  std::vector<std::byte> other = copy(stored);
  other[0] = std::byte{'X'};
  EXPECT_EQ(decoded_size(other), 0u);
  EXPECT_EQ(problem_of(other), "not a stored clip");
}

TEST(StoredClip, a_claim_beyond_what_the_bytes_may_hold_is_refused_before_memory_is_taken) {
  std::vector<std::byte> stored = copy(make_clip().write());
  const std::uint32_t limit = (1u << 20) + 1024 * static_cast<std::uint32_t>(stored.size());
  std::memcpy(stored.data() + 4, &limit, 4);
  EXPECT_EQ(decoded_size(stored), limit);
  EXPECT_EQ(problem_of(stored), "the sizes in a stored clip do not match");
  const std::uint32_t more = limit + 1;
  std::memcpy(stored.data() + 4, &more, 4);
  EXPECT_EQ(decoded_size(stored), 0u);
  const std::uint32_t too_little = sizeof(ClipHeader) - 1;
  std::memcpy(stored.data() + 4, &too_little, 4);
  EXPECT_EQ(decoded_size(stored), 0u);
}

TEST(StoredClip, the_size_is_compared_with_the_head_without_memory) {
  std::vector<std::byte> stored = copy(make_clip().write());
  EXPECT_TRUE(check_decoded_size(stored).ok());
  const auto size = static_cast<std::uint32_t>(decoded_size(stored));
  for (const std::uint32_t other : {size - 64, size - 1, size + 1, size + 64, 1u << 20}) {
    std::memcpy(stored.data() + 4, &other, 4);
    EXPECT_STREQ(check_decoded_size(stored).what, "the sizes in a stored clip do not match") << other;
  }
  EXPECT_STREQ(check_decoded_size(std::span(stored).first(8)).what, "not a stored clip");
}

TEST(StoredClip, callers_must_give_enough_aligned_memory) {
  const AlignedBytes stored = make_clip().write();
  AlignedBytes memory(decoded_size(stored.span()) + 64);
  ClipView view;
  Problem p = decode_clip(stored.span(), {memory.data(), decoded_size(stored.span()) - 1}, view);
  EXPECT_EQ(p.status, Status::invalid_argument);
  EXPECT_STREQ(p.what, "the memory for a decoded clip is too small");
  p = decode_clip(stored.span(), {memory.data() + 32, decoded_size(stored.span())}, view);
  EXPECT_EQ(p.status, Status::invalid_argument);
  EXPECT_STREQ(p.what, "data is not aligned to 64 bytes");
  // More memory than necessary is fine.
  EXPECT_TRUE(decode_clip(stored.span(), {memory.data(), memory.size()}, view).ok());
}

TEST(StoredClip, cut_at_every_byte_it_ends_early) {
  const AlignedBytes stored = make_clip().write();
  for (std::size_t size = 16; size < stored.size(); ++size) {
    const std::string problem = problem_of(stored.span().first(size));
    // If the missing end affects the header, the wrong sizes are detected first.
    EXPECT_TRUE(problem == "a stored clip ends early" || problem == "the sizes in a stored clip do not match")
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
    EXPECT_EQ(problem_of(stored), "the sizes in a stored clip do not match") << wrong;
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
  EXPECT_EQ(problem_of(joints.write().span()), "more than 65534 joints");
}

TEST(StoredClip, parts_that_move_have_a_rate) {
  Made made = make_clip();
  made.content.divisors.clear();
  made.content.rates.assign(6, 0);
  EXPECT_EQ(problem_of(made.write().span()), "a part has an unknown rate");
}

// The decoder's final states are known, so changed words are detected, including the last ones.
TEST(StoredClip, numbers_that_do_not_fit_the_end_are_refused) {
  const Decoded clip = decode(make_clip().write().span());
  const AlignedBytes stored = write_whole(clip.bytes.span(), clip.view);
  for (const std::size_t from_end : {2u, 1u, 20u}) {
    std::vector<std::byte> changed = copy(stored);
    changed[changed.size() - from_end] ^= std::byte{1};
    EXPECT_EQ(problem_of(changed), "the data of a stored clip does not match its end") << from_end;
  }
}

TEST(StoredClip, states_that_no_encoder_writes_are_refused) {
  const AlignedBytes stored = make_clip().write();
  for (const int every_byte : {0x00, 0xFF}) {
    std::vector<std::byte> changed = copy(stored);
    std::fill_n(changed.begin() + 16, 12, static_cast<std::byte>(every_byte));
    EXPECT_NE(problem_of(changed), "") << every_byte;
    std::fill(changed.begin() + 16, changed.end(), static_cast<std::byte>(every_byte));
    EXPECT_NE(problem_of(changed), "") << every_byte;
  }
}

TEST(StoredClip, clips_of_the_previous_coder_are_refused) {
  std::vector<std::byte> stored = copy(make_clip().write());
  stored[3] = std::byte{'1'};  // the identifier SKc1
  EXPECT_EQ(decoded_size(stored), 0u);
  EXPECT_EQ(problem_of(stored), "not a stored clip");
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
  EXPECT_EQ(problem_of(made.write().span()), "a number in a stored clip is out of range");
  lane.corrections.assign(kFrames - 1, {0, 0, 0});
  lane.corrections[2][1] = -8;  // with 8 added, one byte from 0 to 255
  lane.corrections[3][1] = 255;
  EXPECT_EQ(problem_of(made.write().span()), "");
  lane.corrections[3][1] = 256;
  EXPECT_EQ(problem_of(made.write().span()), "a number in a stored clip is out of range");
}

TEST(StoredClip, what_decodes_is_still_checked_as_a_hot_clip) {
  Made made = make_clip();
  made.content.head.header.duration_s = 5;
  EXPECT_EQ(problem_of(made.write().span()), "duration, sample rate and frames do not agree");
  Made keyed = make_clip();
  keyed.lists.keyed[0].joint = 10;
  EXPECT_EQ(problem_of(keyed.write().span()), "a keyed track refers to a joint that does not exist");
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
    EXPECT_TRUE(read_clip({memory.data(), decoded_size(stored)}, again).ok());
  }
  EXPECT_GT(problems["a stored clip ends early"], 100);
  EXPECT_GT(problems["the data of a stored clip does not match its end"], 100);
  EXPECT_GT(problems["the sizes in a stored clip do not match"], 100);
  EXPECT_GT(problems[""], 10);  // the pack's checksum detects the others
}

// --- the coder below ---------------------------------------------------------------------------------------

TEST(StoredBits, every_table_maps_each_state_to_its_symbol) {
  const auto check = [](const clip_codec::Table& table, const std::string& name) {
    std::array<std::uint32_t, clip_codec::kMaxSymbols> counts{};
    for (std::size_t i = 0; i < clip_codec::kSlots; ++i) {
      const clip_codec::Slot& slot = table.slots[i];
      EXPECT_EQ(i, table.begin[slot.symbol] + std::size_t{slot.offset}) << name;
      EXPECT_EQ(slot.frequency, table.frequencies[slot.symbol]) << name;
      ++counts[slot.symbol];
    }
    for (std::size_t symbol = 0; symbol < counts.size(); ++symbol)
      EXPECT_EQ(counts[symbol], table.frequencies[symbol]) << name << " " << symbol;
  };
  for (std::size_t i = 0; i < clip_codec::kFieldTables.size(); ++i)
    check(clip_codec::kFieldTables[i], "field " + std::to_string(i));
  for (std::size_t i = 0; i < clip_codec::kCorrectionTables.size(); ++i)
    check(clip_codec::kCorrectionTables[i].symbols, "level " + std::to_string(i));
}

// Decoding must return symbols and bits in a random order, and their size must match their probabilities.
TEST(StoredBits, symbols_and_bits_come_back_in_the_bytes_of_their_entropy) {
  std::mt19937 random(7);
  struct Note {
    std::size_t table;
    std::uint32_t symbol, bits, count;
  };
  std::vector<Note> notes;
  double entropy = 0;
  Encoder encoder;
  for (int i = 0; i < 20000; ++i) {
    const std::size_t table = random() % clip_codec::kCorrectionTables.size();
    const auto& [symbols, last, signs] = clip_codec::kCorrectionTables[table];
    const std::uint32_t symbol = symbols.slots[random() % clip_codec::kSlots].symbol;
    const std::uint32_t low_bits = random() % clip_codec::kMaxBitsWithSymbol;
    const std::uint32_t count = low_bits + (signs >> symbol & 1);
    Note note{table, symbol, static_cast<std::uint32_t>(random()) & ((1u << count) - 1), low_bits};
    encoder.code_with_bits(symbols, signs, low_bits, symbol, note.bits);
    entropy += 8 - std::log2(symbols.frequencies[symbol]) + count;
    notes.push_back(note);
    const std::uint32_t plain = random() % (clip_codec::kMaxBits + 1);
    const std::uint32_t bits = static_cast<std::uint32_t>(random()) & ((1u << plain) - 1);
    notes.push_back({clip_codec::kCorrectionTables.size(), 0, bits, plain});
    encoder.code_bits(plain, notes.back().bits);
    entropy += plain;
  }
  const std::vector<std::byte> bytes = encoder.finish();
  // Three states of 16 to 32 bits, and a ten-thousandth for the rounding of probabilities to integers.
  EXPECT_GE(static_cast<double>(bytes.size()), entropy / 8);
  EXPECT_LE(static_cast<double>(bytes.size()), 1.0001 * entropy / 8 + 12);
  clip_codec::Decoder decoder(bytes);
  for (const Note& note : notes) {
    if (note.table == clip_codec::kCorrectionTables.size()) {
      ASSERT_EQ(decoder.code_bits(note.count, 0), note.bits);
      continue;
    }
    const auto& [symbols, last, signs] = clip_codec::kCorrectionTables[note.table];
    std::uint32_t bits;
    ASSERT_EQ(decoder.code_with_bits(symbols, signs, note.count, 0, bits), note.symbol);
    ASSERT_EQ(bits, note.bits);
  }
  EXPECT_EQ(decoder.at, bytes.size());
  EXPECT_TRUE(decoder.ends_well());
  EXPECT_FALSE(decoder.passed_end());
  decoder.code_bits(16, 0);
  EXPECT_TRUE(decoder.passed_end());
}

TEST(StoredNumbers, numbers_of_every_size_come_back) {
  std::vector<std::uint32_t> numbers{0, 1, 0xFFFFFFFFu};
  for (std::uint32_t bit = 1; bit < 32; ++bit)
    for (const std::uint32_t near : {0xFFFFFFFFu, 0u, 1u}) numbers.push_back((1u << bit) + near);
  Encoder encoder;
  for (const std::uint32_t n : numbers) {
    clip_codec::code_number(encoder, clip_codec::Field::count, n);
    clip_codec::code_signed(encoder, clip_codec::Field::count, static_cast<std::int32_t>(n));
    clip_codec::code_word(encoder, n);
  }
  const std::vector<std::byte> bytes = encoder.finish();
  clip_codec::Decoder decoder(bytes);
  for (const std::uint32_t n : numbers) {
    EXPECT_EQ(clip_codec::code_number(decoder, clip_codec::Field::count, 0), n);
    EXPECT_EQ(clip_codec::code_signed(decoder, clip_codec::Field::count, 0), static_cast<std::int32_t>(n));
    EXPECT_EQ(clip_codec::code_word(decoder, 0), n);
  }
  EXPECT_TRUE(decoder.ends_well());
}

TEST(StoredNumbers, averages_follow_sizes_and_levels_are_half_octaves) {
  clip_codec::History history;
  for (int i = 0; i < 60; ++i) history.follow({0, 100, -100}, clip_codec::learning_rate(9));
  EXPECT_LT(history.averages[0], 8);
  EXPECT_NEAR(history.averages[1], 100 * 256, 8);
  EXPECT_EQ(history.averages[1], history.averages[2]);
  for (std::int32_t average = 8; average < 1 << 22; average = average * 9 / 8 + 1) {
    // Tables start at 2^-5, with two per octave.
    const double octave = std::floor(std::log2(average / 8.0));
    const bool upper = average / 8.0 >= 1.5 * std::exp2(octave);
    EXPECT_EQ(clip_codec::History::level(average), 1 + 2 * octave + (upper ? 1 : 0)) << average;
  }
  EXPECT_EQ(clip_codec::History::level(0), 0u);
  EXPECT_EQ(clip_codec::History::level(7), 0u);
}

// Groups with corrections of all sizes, from none to more than any table covers.
TEST(StoredNumbers, the_kernel_reads_what_was_written_on_every_target) {
  std::mt19937 random(11);
  for (std::size_t count = 1; count <= 8; ++count) {
    constexpr std::uint32_t kSome = 300;
    std::vector<std::array<clip_codec::Numbers, 8>> frames(kSome);
    for (std::uint32_t frame = 0; frame < kSome; ++frame)
      for (std::size_t i = 0; i < count; ++i)
        for (std::int32_t& number : frames[frame][i]) {
          const std::uint32_t bits = std::min(static_cast<std::uint32_t>(random() % 5) * (frame / 60), 20u);
          number = static_cast<std::int32_t>(random() % (1u << bits));
          if (random() % 2 == 0) number = -number;
        }
    Encoder encoder;
    std::array<clip_codec::History, 8> histories;
    for (std::uint32_t frame = 0; frame < kSome; ++frame) {
      std::array<clip_codec::Numbers, 8> numbers = frames[frame];
      clip_codec::code_corrections(encoder, std::span(histories).first(count),
                                   clip_codec::learning_rate(frame), numbers);
    }
    const std::vector<std::byte> bytes = encoder.finish();
    test::for_each_target([&](std::int64_t) {
      clip_codec::Decoder decoder(bytes);
      clip_codec::GroupHistory history;
      std::vector<clip_codec::FrameCorrections> out(16);
      for (std::uint32_t first = 0; first < kSome; first += 16) {
        const std::uint32_t some = std::min(16u, kSome - first);
        clip_codec::decode_corrections(decoder, history, count, first, some, out.data());
        for (std::uint32_t frame = 0; frame < some; ++frame)
          for (std::size_t i = 0; i < 8; ++i)
            for (std::size_t c = 0; c < 3; ++c)
              ASSERT_EQ(out[frame].of[c][i], frames[first + frame][i][c])
                  << first + frame << " " << i << " " << c;
      }
      EXPECT_TRUE(decoder.ends_well());
      EXPECT_EQ(decoder.at, bytes.size());
    });
  }
}

// Damaged clips refer to words that do not exist.
TEST(StoredNumbers, the_kernel_reads_no_words_past_the_end) {
  std::mt19937 random(3);
  for (std::size_t size = 0; size < 80; ++size) {
    std::vector<std::byte> bytes(size);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() % 256);
    test::for_each_target([&](std::int64_t) {
      clip_codec::Decoder decoder(bytes);
      clip_codec::GroupHistory history;
      std::vector<clip_codec::FrameCorrections> out(16);
      clip_codec::decode_corrections(decoder, history, 8, 0, 16, out.data());
      EXPECT_TRUE(decoder.passed_end()) << size;
    });
  }
}

// Equal bit for bit, because clips must not depend on the machine.
TEST(StoredRotations, side_by_side_they_are_those_of_one_by_one_on_every_target) {
  std::mt19937 random(5);
  const auto between = [&](std::int32_t least, std::int32_t most) {
    return least + static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(most - least + 1));
  };
  std::array<clip_codec::RotationTrack, 8> tracks;
  for (clip_codec::RotationTrack& track : tracks) {
    track.first = quantise_rotation(
        normalized(Quatd{0.01 * between(-99, 99), 0.01 * between(-99, 99), 0.01 * between(-99, 99), 0.3}),
        1e-4);
    track.axes = {between(-30, 30), between(-30, 30), between(-30, 30)};
    for (std::uint32_t& step : track.steps) step = step_index(1e-4 * between(1, 40));
    track.grid = step_index(1e-4);
    track.predictor = {false,
                       {between(-20, 30), between(-20, 30), between(-20, 30)},
                       {between(-20, 15), between(-20, 15), between(-20, 15)}};
  }
  std::vector<clip_codec::FrameCorrections> corrections(100);
  for (auto& frame : corrections)
    for (auto& row : frame.of)
      for (std::int32_t& n : row) n = between(-20, 20);
  test::for_each_target([&](std::int64_t) {
    clip_codec::RotationGroup group;
    std::array<clip_codec::RotationState, 8> states;
    for (std::size_t lane = 0; lane < 8; ++lane) {
      group.set(lane, tracks[lane], tracks[lane].first.value(), clip_codec::RotationGrid::of(tracks[lane]));
      states[lane] = {tracks[lane].first.value()};
      for (std::size_t row = 0; row < 4; ++row) {
        group.bias[row][lane] = static_cast<double>(16 * row);
        group.least[row][lane] = -1e9;
        group.most[row][lane] = 1e9;
      }
    }
    std::vector<clip_codec::FrameNumbers> numbers(corrections.size());
    EXPECT_TRUE(
        clip_codec::advance_rotations(group, 8, corrections.size(), corrections.data(), numbers.data()));
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const clip_codec::RotationRule rule(tracks[lane]);
      const clip_codec::RotationGrid grid = clip_codec::RotationGrid::of(tracks[lane]);
      for (std::size_t frame = 0; frame < corrections.size(); ++frame) {
        const auto& of = corrections[frame].of;
        states[lane].advance(rule, {of[0][lane], of[1][lane], of[2][lane]});
        const std::array<std::int64_t, 4> positions = grid.nearest(states[lane].value);
        for (std::size_t row = 0; row < 4; ++row)
          ASSERT_EQ(numbers[frame].of[row][lane], positions[row] + static_cast<std::int64_t>(16 * row));
      }
      EXPECT_NEAR(length(states[lane].value), 1, 1e-13);
      const Quatd& q = states[lane].value;
      const double components[4] = {q.x, q.y, q.z, q.w};
      for (std::size_t row = 0; row < 4; ++row) EXPECT_EQ(group.value[row][lane], components[row]);
    }
    group.most[2][5] = 0;
    group.least[2][5] = -0.5;
    clip_codec::FrameNumbers out;
    EXPECT_FALSE(clip_codec::round_rotations(group, 8, out));
  });
}

}  // namespace
}  // namespace skelter
