#include "compile/build_clip/internal/clip.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/clip_records.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "compile/clip_decode.h"
#include "compile/clip_scenes.h"
#include "compile/store_clip/search.h"
#include "skelter/formats/x/read.h"
#include "skelter/runtime/clip.h"
#include "skelter/scene/evaluate.h"
#include "support/corpus.h"

namespace skelter {
namespace {

using clip_codec::Numbers;

Scene load_tiny() {
  return test::load_x(test::corpus_folder() + "/x/sdk_legacy/tiny_4anim.x");
}
std::uint32_t clip_named(const Scene& scene, const std::string& name) {
  for (std::uint32_t i = 0; i < scene.clips.size(); ++i)
    if (scene.clips[i].name == name) return i;
  ADD_FAILURE() << "no clip " << name;
  return 0;
}

struct Stored {
  Scene scene;
  SkeletonBuild skeleton;
  ClipBuild hot;
  StoredClipBuild stored;
};

Stored store(Scene scene, std::uint32_t clip, const ClipSettings& settings = {}) {
  Stored s{std::move(scene), {}, {}, {}};
  auto skeleton = build_skeleton(s.scene);
  EXPECT_TRUE(skeleton);
  s.skeleton = std::move(*skeleton);
  auto hot = build_clip(s.scene, clip, s.skeleton, settings);
  EXPECT_TRUE(hot) << hot.error().message;
  s.hot = std::move(*hot);
  s.stored = store_clip(s.scene, clip, s.skeleton, s.hot, settings);
  return s;
}

// --- an independent player: formulas of clip.h, written again ----------------------------------------------

double raw_number(const ClipView& clip, const ClipPart& part, bool rotation, std::size_t row,
                  std::size_t lane, std::size_t frame) {
  if (part.format == PartFormat::constant) return clip.constants[part.data + 8 * row + lane];
  return test::number_at_frame(clip, part, frame, row, lane, rotation);
}

double keyed_number(const ClipView& clip, const KeyedTrack& track, std::size_t row, double time_s) {
  std::uint32_t k = track.first_key;
  const std::uint32_t last = track.first_key + track.key_count - 1;
  while (k < last && clip.key_times_s[k + 1] <= time_s) ++k;
  const double now = clip.key_values[4 * k + row];
  if (k == last || track.stepped || time_s <= clip.key_times_s[k]) return now;
  const double ratio =
      (time_s - clip.key_times_s[k]) / (double{clip.key_times_s[k + 1]} - clip.key_times_s[k]);
  const double next = clip.key_values[4 * (k + 1) + row];
  double side = 1;
  if (track.kind == PartKind::rotation) {
    double dot = 0;
    for (std::size_t i = 0; i < 4; ++i)
      dot += double{clip.key_values[4 * k + i]} * clip.key_values[4 * k + 4 + i];
    side = dot < 0 ? -1 : 1;
  }
  return now * (1 - ratio) + side * next * ratio;
}

Transformd play(const ClipView& clip, const Skeleton& skeleton, std::uint32_t joint, double time_s) {
  const Transform rest = get(skeleton.rest_pose[joint / 8], joint % 8);
  Transformd out{to_double(rest.translation), to_double(rest.rotation), to_double(rest.scale)};
  for (std::size_t kind = 0; kind < 3; ++kind) {
    const ClipPart& part = clip.parts[joint / 8 * 3 + kind];
    const KeyedTrack* keyed = nullptr;
    for (const KeyedTrack& track : clip.keyed)
      if (track.joint == joint && static_cast<std::size_t>(track.kind) == kind) keyed = &track;
    if (part.format == PartFormat::rest && keyed == nullptr) continue;
    double n[4] = {};
    for (std::size_t row = 0; row < (kind == 1 ? 4 : 3); ++row)
      n[row] = keyed != nullptr ? keyed_number(clip, *keyed, row, time_s)
                                : test::part_number(clip, part, time_s, row, joint % 8, kind == 1);
    if (kind == 0) out.translation = {n[0], n[1], n[2]};
    if (kind == 1) out.rotation = normalized(Quatd{n[0], n[1], n[2], n[3]});
    if (kind == 2) out.scale = {n[0], n[1], n[2]};
  }
  return out;
}

// Largest distance between the six shell points of any joint and those of the reference evaluator, at 4 times
// the sample rate. Joints of sheared nodes are compared through their helper joints.
double largest_distance(const Stored& s, std::uint32_t clip_index, double shell) {
  const Skeleton& skeleton = s.skeleton.skeleton.view;
  const ClipView& clip = s.stored.decoded.view;
  const Pose rest = rest_pose(s.scene);
  EvaluateOptions options;
  options.loop = Loop::once;
  double largest = 0;
  std::vector<Mat4d> model(skeleton.joint_count());
  const std::uint32_t steps = 4 * (clip.frame_count - 1);
  for (std::uint32_t step = 0; step <= steps; ++step) {
    const double time_s = std::min(step * 0.25 / clip.sample_rate_hz, static_cast<double>(clip.duration_s));
    const Pose source = evaluate(s.scene, clip_index, time_s, options);
    for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
      const Mat4d local = to_mat4(play(clip, skeleton, joint, time_s));
      model[joint] = skeleton.parents[joint] == kNone16 ? local : model[skeleton.parents[joint]] * local;
      const std::uint32_t node = skeleton.nodes[joint];
      if (s.skeleton.joint_of_node[node] != joint) continue;
      for (std::size_t axis = 0; axis < 3; ++axis)
        for (const double side : {-shell, shell}) {
          Vec3d point{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
          point = point * (side / length(transform_direction(rest.world[node], point)));
          largest = std::max(largest, length(transform_point(model[joint], point) -
                                             transform_point(source.world[node], point)));
        }
    }
  }
  return largest;
}

// --- coding ------------------------------------------------------------------------------------------------

// Content with one moving translation and one moving rotation, and numbers of all magnitudes.
StoredContent made_content(std::uint32_t frames) {
  StoredContent content;
  ClipHeader& h = content.head.header;
  h.joint_count = 1;
  h.frame_count = frames;
  h.sample_rate_hz = 30;
  h.last_interval_s = static_cast<float>(1.0 / 30);
  h.duration_s = static_cast<float>((frames - 1) / 30.0);
  content.head.counts.strings = 1;
  content.formats = {PartFormat::packed, PartFormat::packed, PartFormat::constant};
  content.divisors = {1};
  content.rates = {0, 0, 0};
  content.lanes.resize(3);
  content.constant_step = step_index(0.001);
  StoredLane& translation = content.lanes[0];
  translation.moves = true;
  translation.vector_track.step = step_index(0.25);  // a power of two is a step
  translation.vector_track.first = {4, -8, 12};
  StoredLane& rotation = content.lanes[1];
  rotation.moves = true;
  rotation.rotation_track.first = quantise_rotation(normalized(Quatd{0.1, -0.7, 0.2, 0.4}), 1e-4);
  rotation.rotation_track.steps = {step_index(1e-3), step_index(2e-3), step_index(4e-3)};
  rotation.rotation_track.predictor = {false, {16, 8, -4}, {0, 4, 20}};
  rotation.rotation_track.grid = step_index(1e-4);
  translation.numbers = clip_codec::PackedNumbers{{1, 2, 2, 0}, {16, 0, 4096, 0}};
  rotation.numbers = clip_codec::PackedNumbers{{2, 2, 2, 2}, {0, -4096, 0, 0}};
  for (std::int32_t frame = 1; frame < static_cast<std::int32_t>(frames); ++frame) {
    translation.corrections.push_back({frame % 3 - 1, frame == 7 ? 3000 : 0, -frame});
    rotation.corrections.push_back({frame % 5 - 2, frame % 2, frame == 9 ? -150 : 0});
  }
  content.lanes[2].vector.multiples = {0, 250, -500};
  return content;
}

ClipView names_only() {
  static const std::uint32_t kBegin[2] = {0, 0};
  ClipView view;
  view.string_begin = kBegin;
  return view;
}

struct Decoded {
  AlignedBytes bytes;
  ClipView view;
  Problem problem;
};
Decoded decode(ByteSpan stored) {
  Decoded d;
  d.bytes = AlignedBytes(decoded_size(stored));
  d.problem = decode_clip(stored, {d.bytes.data(), d.bytes.size()}, d.view);
  return d;
}

TEST(StoredClip, translations_come_back_as_integer_steps) {
  const StoredContent content = made_content(12);
  const AlignedBytes stored = write_stored(content, names_only());
  const Decoded decoded = decode(stored.span());
  ASSERT_TRUE(decoded.problem.ok()) << decoded.problem.what;
  double expected[3] = {1, -2, 3};  // 4, -8 and 12 quarters
  for (std::int32_t frame = 0; frame < 12; ++frame) {
    if (frame > 0) {  // the weights are 0, so each correction is the movement
      expected[0] += 0.25 * (frame % 3 - 1);
      expected[1] += frame == 7 ? 750 : 0;
      expected[2] -= 0.25 * frame;
    }
    for (std::size_t row = 0; row < 3; ++row)
      EXPECT_EQ(
          raw_number(decoded.view, decoded.view.parts[0], false, row, 0, static_cast<std::size_t>(frame)),
          expected[row])
          << frame;
  }
}

TEST(StoredClip, rotations_follow_their_corrections_to_their_grid) {
  const StoredContent content = made_content(12);
  const AlignedBytes stored = write_stored(content, names_only());
  const Decoded decoded = decode(stored.span());
  ASSERT_TRUE(decoded.problem.ok()) << decoded.problem.what;
  // Worked out by hand: the movement of each component is its prediction plus its correction. The first value
  // is rounded by at most 1e-4 per component, and the others by at most half a step of the grid, which is at
  // most 1e-4.
  const double step[3] = {clip_codec::step_size(step_index(1e-3)), clip_codec::step_size(step_index(2e-3)),
                          clip_codec::step_size(step_index(4e-3))};
  const double weights[2][3] = {{1, 0.5, -0.25}, {0, 0.25, 1.25}};
  double last[3] = {}, before[3] = {};
  Quatd q = normalized(Quatd{0.1, -0.7, 0.2, 0.4});
  for (std::int32_t frame = 1; frame < 12; ++frame) {
    const std::int32_t corrections[3] = {frame % 5 - 2, frame % 2, frame == 9 ? -150 : 0};
    double now[3];
    for (std::size_t c = 0; c < 3; ++c)
      now[c] = weights[0][c] * last[c] + weights[1][c] * before[c] + step[c] * corrections[c];
    std::copy(last, last + 3, before);
    std::copy(now, now + 3, last);
    const double angle = 2 * std::atan(std::sqrt(now[0] * now[0] + now[1] * now[1] + now[2] * now[2]) / 2);
    q = q * from_axis_angle(Vec3d{now[0], now[1], now[2]}, angle);
    const double expected[4] = {q.x, q.y, q.z, q.w};
    double side = 0, values[4];
    for (std::size_t row = 0; row < 4; ++row) {
      values[row] =
          raw_number(decoded.view, decoded.view.parts[1], true, row, 0, static_cast<std::size_t>(frame));
      side += values[row] * expected[row];
    }
    for (std::size_t row = 0; row < 4; ++row)
      EXPECT_NEAR(values[row] * (side < 0 ? -1 : 1), expected[row], 2e-4) << frame;
  }
}

TEST(StoredClip, constants_come_back_within_half_a_step_and_padding_is_the_identity) {
  const AlignedBytes stored = write_stored(made_content(3), names_only());
  const Decoded decoded = decode(stored.span());
  ASSERT_TRUE(decoded.problem.ok()) << decoded.problem.what;
  const double step = clip_codec::step_size(step_index(0.001));
  EXPECT_NEAR(raw_number(decoded.view, decoded.view.parts[2], false, 1, 0, 0), 1 + 250 * step, 1e-6);
  EXPECT_NEAR(raw_number(decoded.view, decoded.view.parts[2], false, 2, 0, 0), 1 - 500 * step, 1e-6);
  for (std::size_t lane = 1; lane < 8; ++lane)
    for (std::size_t frame = 0; frame < 3; ++frame) {
      EXPECT_EQ(raw_number(decoded.view, decoded.view.parts[0], false, 0, lane, frame), 0);
      EXPECT_EQ(raw_number(decoded.view, decoded.view.parts[1], true, 3, lane, frame), 1);
      EXPECT_EQ(raw_number(decoded.view, decoded.view.parts[2], false, 0, lane, frame), 1);
    }
}

TEST(StoredClip, a_clip_without_compressible_tracks_is_stored_whole_and_comes_back_bit_for_bit) {
  const Stored s = store(test::load_asset("mannequin.x"), 0);
  const ByteSpan hot = s.hot.clip.bytes.span();
  const AlignedBytes stored = write_whole(hot, s.hot.clip.view);
  const Decoded decoded = decode(stored.span());
  ASSERT_TRUE(decoded.problem.ok()) << decoded.problem.what;
  ASSERT_EQ(decoded.bytes.size(), hot.size());
  EXPECT_TRUE(std::equal(hot.begin(), hot.end(), decoded.bytes.span().begin()));
  EXPECT_LT(stored.size(), hot.size());
}

TEST(StoredClip, long_still_clips_carry_enough_bytes_for_their_claim) {
  StoredContent content = made_content(400000);
  for (std::size_t kind = 0; kind < 2; ++kind) content.lanes[kind].corrections.assign(400000 - 1, Numbers{});
  content.lanes[1].rotation_track.predictor = {};
  const AlignedBytes stored = write_stored(content, names_only());
  EXPECT_GE(1024 * stored.size() + (std::size_t{1} << 20), std::size_t{400000} * 13);
  const Decoded decoded = decode(stored.span());
  EXPECT_TRUE(decoded.problem.ok()) << decoded.problem.what;
  EXPECT_EQ(decoded.view.frame_count, 400000u);
}

// --- whole clips -------------------------------------------------------------------------------------------

TEST(StoredClip, the_decoded_clip_keeps_names_times_events_and_flags) {
  ClipSettings settings;
  settings.events = {{"left_step", 0.25}, {"right_step", 0.5}};
  const Stored s = store(test::load_asset("mannequin.x"), 0, settings);
  const ClipView &hot = s.hot.clip.view, &decoded = s.stored.decoded.view;
  EXPECT_EQ(decoded.name(), hot.name());
  EXPECT_EQ(decoded.duration_s, hot.duration_s);
  EXPECT_EQ(decoded.sample_rate_hz, hot.sample_rate_hz);
  EXPECT_EQ(decoded.last_interval_s, hot.last_interval_s);
  EXPECT_EQ(decoded.frame_count, hot.frame_count);
  EXPECT_EQ(decoded.flags, hot.flags);
  ASSERT_EQ(decoded.events.size(), 2u);
  EXPECT_EQ(decoded.events[1].time_s, 0.5f);
  EXPECT_EQ(decoded.string(decoded.events[1].name), "right_step");
  for (std::size_t i = 0; i < 3; ++i) {  // bounds may grow, by less than a hundredth
    const float size = std::abs(hot.bounds_max[i]) + std::abs(hot.bounds_min[i]) + 0.001f;
    EXPECT_LE(decoded.bounds_min[i], hot.bounds_min[i]);
    EXPECT_GE(decoded.bounds_max[i], hot.bounds_max[i]);
    EXPECT_GE(decoded.bounds_min[i], hot.bounds_min[i] - 0.01f * size);
    EXPECT_LE(decoded.bounds_max[i], hot.bounds_max[i] + 0.01f * size);
  }
}

TEST(StoredClip, loops_end_with_their_first_frame) {
  const Stored s = store(test::load_asset("mannequin.x"), 0);
  const ClipView& clip = s.stored.decoded.view;
  ASSERT_TRUE(clip.loops());
  for (const ClipPart& part : clip.parts) {
    if (part.format != PartFormat::packed) continue;
    const bool rotation = (&part - clip.parts.data()) % 3 == 1;
    for (std::size_t lane = 0; lane < 8; ++lane) {
      double first[4], last[4], side = 0;
      for (std::size_t row = 0; row < (rotation ? 4 : 3); ++row) {
        first[row] = raw_number(clip, part, rotation, row, lane, 0);
        const std::uint32_t frames = (clip.frame_count - 2) / clip.rates[part.rate].divisor + 2;
        last[row] = raw_number(clip, part, rotation, row, lane, frames - 1);
        side += first[row] * last[row];
      }
      for (std::size_t row = 0; row < (rotation ? 4 : 3); ++row)
        EXPECT_EQ(last[row], rotation && side < 0 ? -first[row] : first[row]);
    }
  }
}

TEST(StoredClip, root_motion_is_kept_bit_for_bit) {
  Scene scene = test::load_asset("mannequin.x");
  ClipSettings settings;
  settings.root_motion = RootMotionSettings{};
  settings.root_motion->joint = scene.nodes[scene.skins.at(0).joints.at(0).node].name;
  const Stored s = store(std::move(scene), 0, settings);
  const ClipView &hot = s.hot.clip.view, &decoded = s.stored.decoded.view;
  ASSERT_EQ(hot.root_motion.size(), 7u * hot.frame_count);
  EXPECT_TRUE(std::equal(hot.root_motion.begin(), hot.root_motion.end(), decoded.root_motion.begin(),
                         decoded.root_motion.end()));
  EXPECT_LE(s.stored.report.largest_error, s.stored.report.error_bound);
}

TEST(StoredClip, additive_clips_keep_the_bound_on_top_of_their_reference) {
  ClipSettings settings;
  settings.additive = true;
  settings.additive_from = 0;
  settings.additive_from_s = 0.1;
  const Stored s = store(test::load_asset("mannequin.x"), 1, settings);
  EXPECT_TRUE(s.stored.decoded.view.additive());
  EXPECT_LE(s.stored.report.largest_error, s.stored.report.error_bound);
  EXPECT_LT(s.stored.report.stored_bytes, s.stored.report.hot_bytes / 2);
}

TEST(StoredClip, the_report_describes_the_decoded_clip) {
  const Stored s = store(test::load_asset("mannequin.x"), 1);
  const ClipReport& report = s.stored.report;
  EXPECT_EQ(report.stored_bytes, s.stored.stored.size());
  EXPECT_EQ(report.hot_bytes, s.stored.decoded.bytes.size());
  EXPECT_EQ(report.raw_bytes, s.hot.report.raw_bytes);
  EXPECT_GT(report.largest_error, 0.2 * report.error_bound);  // the bound is used, not just kept
  EXPECT_GT(report.mean_error, 0);
  const auto moves = [](const ClipPart& part) { return part.format >= PartFormat::packed; };
  EXPECT_EQ(report.animated_parts,
            static_cast<std::uint32_t>(std::count_if(s.stored.decoded.view.parts.begin(),
                                                     s.stored.decoded.view.parts.end(), moves)));
}

// More effort must give smaller clips. All efforts keep the bound.
TEST(StoredClip, more_effort_gives_fewer_bytes) {
  ClipSettings best;
  best.effort = Effort::best;
  const Stored most = store(test::load_asset("mannequin.x"), 0, best),
               normal = store(test::load_asset("mannequin.x"), 0);
  EXPECT_LT(most.stored.stored.size(), normal.stored.stored.size());
  EXPECT_LE(static_cast<double>(normal.stored.stored.size()),
            1.2 * static_cast<double>(most.stored.stored.size()));
  EXPECT_TRUE(most.stored.report.keeps_bound());
  EXPECT_TRUE(normal.stored.report.keeps_bound());
}

TEST(StoredClip, storing_twice_gives_the_same_bytes) {
  const Stored a = store(test::load_asset("mannequin.x"), 0), b = store(test::load_asset("mannequin.x"), 0);
  ASSERT_EQ(a.stored.stored.size(), b.stored.stored.size());
  EXPECT_TRUE(std::equal(a.stored.stored.span().begin(), a.stored.stored.span().end(),
                         b.stored.stored.span().begin()));
}

TEST(StoredClip, where_the_playing_form_misses_the_bound_the_stored_form_is_hardly_further_off) {
  Stored s = store(test::load_asset("mannequin.x"), 0);
  ClipSettings tighter;
  tighter.error_bound = s.hot.report.largest_error / 2;
  const StoredClipBuild stored = store_clip(s.scene, 0, s.skeleton, s.hot, tighter);
  EXPECT_EQ(stored.report.error_bound, s.hot.report.error_bound);
  EXPECT_LE(stored.report.largest_error, 1.05 * s.hot.report.largest_error);
  const ClipReport measured = measure_error(s.scene, 0, s.skeleton, stored.decoded.view, tighter);
  EXPECT_EQ(stored.report.largest_error, measured.largest_error);
  EXPECT_FALSE(measured.keeps_bound());
}

TEST(StoredClip, bundled_clips_keep_the_bound_by_an_independent_player) {
  for (const char* file : {"mannequin.x", "tower.x"}) {
    const Scene scene = test::load_asset(file);
    const double extent = scene_size(scene);
    for (std::uint32_t clip = 0; clip < scene.clips.size(); ++clip) {
      const Stored s = store(scene, clip);
      EXPECT_LE(largest_distance(s, clip, extent / 60), extent / 18000) << file << " " << clip;
      EXPECT_LT(s.stored.report.stored_bytes, s.hot.report.hot_bytes) << file << " " << clip;
    }
  }
}

// Sizes of the Animation Compression Library for these clips, with its error limited to the same bound if it
// could keep it (performance.md, "Peers on the corpus clips"): 5,035 and 39,115 bytes. H is 513.26.
TEST(StoredClipCorpus, tiny_is_stored_in_less_than_half_the_bytes_of_the_peer) {
  SKELTER_REQUIRE_CORPUS();
  const Scene scene = load_tiny();
  ClipSettings settings;
  settings.error_bound = 513.26 / 18000;
  settings.shell_distance = 513.26 / 60;
  for (const auto& [name, peer_bytes] : {std::pair<const char*, double>{"Walk", 5035}, {"Loiter", 39115}}) {
    const std::uint32_t clip = clip_named(scene, name);
    const Stored s = store(scene, clip, settings);
    EXPECT_LT(static_cast<double>(s.stored.report.stored_bytes), 0.5 * peer_bytes) << name;
    EXPECT_LE(largest_distance(s, clip, settings.shell_distance), settings.error_bound) << name;
  }
}

TEST(StoredClipCorpus, every_clip_keeps_the_bound_by_an_independent_player) {
  SKELTER_REQUIRE_CORPUS();
  std::size_t clips = 0;
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"/x", "/x-made"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::corpus_folder() + folder))
      if (entry.path().extension() == ".x" || entry.path().extension() == ".X") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path& file : files) {
    const auto scene = read_x_file(file.string());
    if (!scene) continue;  // some files of the corpus are intentionally invalid
    const double extent = scene_size(*scene);
    for (std::uint32_t clip = 0; clip < scene->clips.size(); ++clip) {
      const Stored s = store(*scene, clip);
      ++clips;
      EXPECT_LE(s.stored.report.largest_error, extent / 18000) << file << " " << clip;
      EXPECT_LE(largest_distance(s, clip, extent / 60), extent / 18000 * 1.0001) << file << " " << clip;
    }
  }
  EXPECT_GT(clips, 30u);
}

}  // namespace
}  // namespace skelter
