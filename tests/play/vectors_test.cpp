// The vectors of the animation graph's specification that need only a stack of fades, by number. Fades are
// linear unless stated otherwise. A, B, C, D and E are still, looping clips.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "play/heroes.h"

namespace skelter::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double kExact = 1e-6;
constexpr double kNearPose = kMotionBound + 1e-5;

const CharacterData& letters() {
  static const CharacterData data =
      data_of({still_at("A", 0), still_at("B", 1), still_at("C", 2), still_at("D", 3), still_at("E", 4)});
  return data;
}

// Plays A, then makes the given calls, each a number of seconds after the previous one, and then plays for
// `seconds` more.
struct Asked {
  double after_s;
  const char* clip;
  PlayOptions options;
};
Character played(const std::vector<Asked>& asked, double seconds, const CharacterOptions& options = {}) {
  Character hero(letters(), options);
  play(hero, "A");
  for (const Asked& next : asked) {
    run(hero, next.after_s);
    play(hero, next.clip, next.options);
  }
  run(hero, seconds);
  return hero;
}
void expect_weights(const Character& hero, const std::vector<std::pair<const char*, double>>& weights) {
  double sum = 0;
  for (const auto& [clip, weight] : weights) {
    EXPECT_NEAR(weight_of(hero, clip), weight, kExact) << clip;
    sum += weight;
  }
  EXPECT_NEAR(sum, 1, kExact);
  EXPECT_EQ(hero.list().size(), weights.size());
}

TEST(GraphVectors, v1_curves_at_a_quarter) {
  for (const auto& [curve, weight] : {std::pair{FadeCurve::linear, 0.25},
                                      {FadeCurve::smooth, 0.15625},
                                      {FadeCurve::in, 0.0625},
                                      {FadeCurve::out, 0.4375}})
    expect_weights(played({{0, "B", fade(0.4, curve)}}, 0.1), {{"B", weight}, {"A", 1 - weight}});
}

TEST(GraphVectors, v2_and_v3_a_fade_of_two) {
  expect_weights(played({{0, "B", linear(0.2)}}, 0.05), {{"B", 0.25}, {"A", 0.75}});
  expect_weights(played({{0, "B", fade(0.2)}}, 0.05), {{"B", 0.15625}, {"A", 0.84375}});
}

TEST(GraphVectors, v4_and_v5_an_interrupted_fade_continues_and_collapses) {
  const std::vector<Asked> asked = {{0, "B", linear(0.4)}, {0.2, "C", linear(0.4)}};
  expect_weights(played(asked, 0.1), {{"C", 0.25}, {"B", 0.5625}, {"A", 0.1875}});
  expect_weights(played(asked, 0.2), {{"C", 0.5}, {"B", 0.5}});
}

// One-sided second-order differences before and after the interruption.
TEST(GraphVectors, v6_the_speed_of_a_weight_does_not_jump) {
  constexpr double kStep_s = 1e-3;
  const auto speed = [&](double sign, const std::vector<Asked>& asked, double from_s) {
    double w[3];
    for (int i = 0; i < 3; ++i) w[i] = weight_of(played(asked, from_s + sign * i * kStep_s), "B");
    EXPECT_NEAR(w[0], 0.5, kExact);
    return (4 * w[1] - 3 * w[0] - w[2]) / (2 * sign * kStep_s);
  };
  EXPECT_NEAR(speed(-1, {{0, "B", fade(0.4)}}, 0.2), 3.75, 1e-3);
  EXPECT_NEAR(speed(1, {{0, "B", fade(0.4)}, {0.2, "C", fade(0.4)}}, 0), 3.75, 1e-3);
}

TEST(GraphVectors, v7_back_to_a_clip_that_is_still_active) {
  PlayOptions on = linear(0.4);
  on.restart = false;
  const Character hero = played({{0, "B", linear(0.4)}, {0.2, "A", on}}, 0.1);
  expect_weights(hero, {{"A", 0.4375}, {"B", 0.5625}});
  EXPECT_EQ(clip_of(hero), "A");
  EXPECT_NEAR(time_of(hero, "A"), 0.3, kExact);
  EXPECT_EQ(hero.data().clip_name(hero.list()[0].clip), "A");  // a single entry, at the lower position
}

TEST(GraphVectors, v8_back_with_a_restart) {
  const Character hero = played({{0, "B", linear(0.4)}, {0.2, "A", linear(0.4)}}, 0.1);
  ASSERT_EQ(hero.list().size(), 3u);
  const double weights[] = {0.1875, 0.5625, 0.25}, times_s[] = {0.3, 0.3, 0.1};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(hero.list()[i].weight, weights[i], kExact);
    EXPECT_NEAR(hero.list()[i].time_s, times_s[i], kExact);
  }
}

TEST(GraphVectors, v9_and_v10_a_fifth_fade_removes_the_smallest) {
  CharacterOptions unposed;
  unposed.posed = false;
  std::vector<Asked> asked = {{0, "B", linear(1)}, {0.1, "C", linear(1)}, {0.1, "D", linear(1)}};
  for (const CharacterOptions& options : {CharacterOptions(), unposed}) {
    const Character four = played(asked, 0.1, options);
    expect_weights(four, {{"D", 0.1}, {"C", 0.18}, {"B", 0.216}, {"A", 0.504}});
    EXPECT_EQ(four.counters().dropped_fades, 0u);
    auto five = asked;
    five.push_back({0.1, "E", linear(1)});
    const Character hero = played(five, 0.05, options);
    expect_weights(hero, {{"E", 0.05}, {"C", 0.2375}, {"B", 0.249375}, {"A", 0.463125}});
    EXPECT_EQ(hero.counters().dropped_fades, 1u);
  }
}

// Vectors 17 to 19 with the queue: a clip that plays once, and the next clip.
TEST(GraphVectors, v18_and_v19_a_queued_fade_begins_at_its_exact_time_at_any_frame_rate) {
  const CharacterData data = data_of({run_to("jump", 1, 0.8, false), still_at("idle", 0, 2)});
  for (const int steps : {1, 7, 42, 100}) {
    Character hero(data);
    play(hero, "jump");
    queue(hero, "idle", linear(0.2));
    for (int i = 0; i < steps; ++i) run(hero, 0.7 / steps);
    EXPECT_NEAR(weight_of(hero, "idle"), 0.5, kExact) << steps;
    EXPECT_NEAR(time_of(hero, "idle"), 0.1, kExact) << steps;
    EXPECT_NEAR(time_of(hero, "jump"), 0.7, kExact) << steps;
  }
}

// --- layers ------------------------------------------------------------------------------------------------

// Every joint of these clips stays at one position, so the position of a joint shows a weight.
const Rig kLimbs{{"leg", "spine", "arm"},
                 {{"upper", 0, {{"spine", 0.5f}, {"arm", 1}}},
                  {"arm", 0, {{"arm", 1}}},
                  {"rates", 0.25f, {{"arm", 0.5f}}}},
                 {}};
const CharacterData& limbs() {
  static const CharacterData data = data_of({still_at("base", 0),
                                             still_at("one", 1),
                                             still_at("two", 2),
                                             {"add", 1, 2, 1, true, {}, true},
                                             {"wave", 1, 1, 1.5, true}},
                                            kLimbs);
  return data;
}
void expect_joints(Character& hero, const std::vector<double>& places) {
  for (std::size_t i = 0; i < places.size(); ++i)
    EXPECT_NEAR(x_of(hero, kLimbs.joints[i]), places[i], kNearPose) << kLimbs.joints[i];
}
LayerSettings layer_of(LayerMode mode, std::uint32_t mask, double weight = 1) {
  LayerSettings settings;
  settings.mode = mode;
  settings.mask = mask;
  settings.weight = static_cast<float>(weight);
  return settings;
}

TEST(GraphVectors, v36_an_override_with_a_mask) {
  Character hero(limbs());
  go(hero.clips()->set_layer(1, layer_of(LayerMode::override, limbs().find_mask("upper"), 0.5)));
  play(hero, "base");
  play(hero, "one", on_layer(1));
  run(hero, 0);
  expect_joints(hero, {0, 0.25, 0.5});
}

TEST(GraphVectors, v38_joints_fade_at_their_own_rates) {
  const std::uint32_t rates = limbs().find_mask("rates");
  Character hero(limbs());
  play(hero, "base");
  PlayOptions options = linear(1);
  options.profile = rates;
  play(hero, "one", options);
  run(hero, 0.3);
  expect_joints(hero, {0.3, 0.3, 0.6});
  run(hero, 0.3);
  expect_joints(hero, {0.6, 0.6, 1});
  play(hero, "two", linear(1));  // a second fade over it: 0.75 of the first one's progress, 0.85 and 1
  run(hero, 0.25);
  expect_joints(hero, {0.75 * 0.85 + 0.25 * 2, 0.75 * 0.85 + 0.25 * 2, 0.75 + 0.25 * 2});
}

// On a layer over the base, from none and back to none: the fading weight is scaled by (1 - a_j), or by a_j,
// and the base gets the rest. The base is at 0 and "one" at 1, so the joints show the weight of "one".
TEST(GraphVectors, v38_own_rates_from_none_and_to_none) {
  Character hero(limbs());
  go(hero.clips()->set_layer(1, layer_of(LayerMode::override, kAllJoints, 1)));
  play(hero, "base");
  PlayOptions options = on_layer(1);
  options.fade_s = 1;
  options.curve = FadeCurve::linear;
  options.profile = limbs().find_mask("rates");
  play(hero, "one", options);
  run(hero, 0.3);
  expect_joints(hero, {0.3, 0.3, 0.6});
  go(hero.clips()->set_layer(1, layer_of(LayerMode::override, limbs().find_mask("upper"), 0.5)));
  run(hero, 0);
  expect_joints(hero, {0, 0.5 * 0.5 * 0.3, 0.5 * 0.6});  // weight, mask and fade
  go(hero.clips()->set_layer(1, layer_of(LayerMode::override, kAllJoints, 1)));
  go(hero.clips()->stop(1, 1));
  run(hero, 0.5);  // 0.8 complete; halfway through a fade over it that has no profile
  expect_joints(hero, {0.8 * 0.5, 0.8 * 0.5, 0.5});
}

// The same rates for a difference: that of joint j lasts T / rate_j.
TEST(GraphVectors, v38_a_difference_decays_at_its_own_rates) {
  Character hero(limbs());
  play(hero, "one");
  run(hero, 0.1);
  PlayOptions options = inertial(1);
  options.profile = limbs().find_mask("rates");
  play(hero, "base", options);
  run(hero, 0.25);
  const double quarter = 1 - (10 * std::pow(0.25, 3) - 15 * std::pow(0.25, 4) + 6 * std::pow(0.25, 5));
  expect_joints(hero, {quarter, quarter, 0.5});
  run(hero, 0.25);
  expect_joints(hero, {0.5, 0.5, 0});
}

TEST(GraphVectors, v39_an_override_scales_down_additive_layers_below_it) {
  Character hero(limbs());
  go(hero.clips()->set_layer(1, layer_of(LayerMode::additive, kAllJoints)));
  go(hero.clips()->set_layer(2, layer_of(LayerMode::override, limbs().find_mask("arm"), 0.75)));
  play(hero, "base");
  PlayOptions at_end = on_layer(1);
  at_end.loop = Loop::once;
  at_end.start_s = 1;
  play(hero, "add", at_end);  // adds 1 at the end
  play(hero, "base", on_layer(2));
  run(hero, 0);
  expect_joints(hero, {1, 1, 0.25});
}

TEST(GraphVectors, v40_a_layer_that_fades_in_from_none) {
  Character hero(limbs());
  play(hero, "base");
  play(hero, "wave", on_layer(1, linear(0.3)));
  run(hero, 0.1);
  expect_weights(hero, {{"base", 2.0 / 3}, {"wave", 1.0 / 3}});
  run(hero, 0.2);
  expect_weights(hero, {{"wave", 1}});
  go(hero.clips()->stop(1, 0.2));
  run(hero, 0.1);
  expect_weights(hero, {{"base", 0.5}, {"wave", 0.5}});
  EXPECT_EQ(hero.clips()->clip(1), kNone);
  run(hero, 0.1);
  expect_weights(hero, {{"base", 1}});
}

// With a mask, the strength is that of the stage, and the clip's own weight is 1.
TEST(GraphVectors, v40_with_a_mask_a_stage_has_the_strength) {
  Character hero(limbs());
  go(hero.clips()->set_layer(1, layer_of(LayerMode::override, limbs().find_mask("upper"))));
  play(hero, "base");
  play(hero, "wave", on_layer(1, linear(0.3)));
  run(hero, 0.1);
  ASSERT_EQ(hero.list().size(), 3u);
  EXPECT_NEAR(hero.list()[1].weight, 1, kExact);
  const PoseListEntry& stage = hero.list()[2];
  EXPECT_EQ(stage.clip, kPoseListStage);
  EXPECT_EQ(stage.mask, limbs().find_mask("upper"));
  EXPECT_NEAR(stage.weight, 1.0 / 3, kExact);
  EXPECT_EQ(stage.begin, 0);
  EXPECT_EQ(stage.split, 1);
  expect_joints(hero, {0, 1.0 / 6, 1.0 / 3});
}

// A one-shot clip over the others fades in and out by itself.
TEST(GraphVectors, v41_a_shot_fades_in_and_out) {
  Character hero(limbs());
  play(hero, "base");
  PlayOptions in = on_layer(1, fade(0.1));
  in.loop = Loop::once;
  play(hero, "one", in);
  go(hero.clips()->queue_stop(1, 0.2));
  for (const auto& [step_s, strength] : {std::pair{0.05, 0.5}, {0.45, 1.0}, {0.4, 0.5}, {0.1, 0.0}}) {
    run(hero, step_s);
    EXPECT_NEAR(weight_of(hero, "one"), strength, kExact);
  }
  EXPECT_EQ(hero.clips()->clip(1), kNone);
}

// Rule "scalar tracks": sum(w v) / sum(w) over the clips that have the track, with the weights of the joint
// that the number follows.
TEST(GraphVectors, R41_scalars_mix_like_the_joint_that_they_follow) {
  Scene scene = scene_of({still_at("base", 0), still_at("glow", 1), still_at("dim", 1)}, kLimbs);
  CompileSettings settings =
      settings_of({still_at("base", 0), still_at("glow", 1), still_at("dim", 1)}, kLimbs);
  // Morph weights of a mesh on the arm: 0.8 in one clip and 0.2 in the other.
  scene.meshes.push_back({"face", {}});
  Primitive face;
  face.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  face.indices = {0, 1, 2};
  face.morphs.push_back({"smile", {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}}, {}});
  scene.meshes[0].primitives.push_back(face);
  scene.nodes[2].meshes.push_back({0, kNone});
  for (const std::uint32_t clip : {1u, 2u})
    scene.clips[clip].channels.push_back(
        make_channel(2, ChannelPath::weights, {0, 1},
                     clip == 1 ? std::vector<float>{0.8f, 0.8f} : std::vector<float>{0.2f, 0.2f}));
  const CharacterData data = data_of(scene, settings);
  Character hero(data);
  ScalarOptions smile;
  smile.node = 2;
  smile.joint = data.find_joint("arm");
  smile.without = 0.5f;
  const std::uint32_t arm = hero.add_scalar(smile);
  smile.joint = data.find_joint("spine");
  const std::uint32_t spine = hero.add_scalar(smile);
  smile.joint = 9;
  EXPECT_EQ(hero.add_scalar(smile), kNone);
  EXPECT_EQ(hero.why(), "there is no such joint");
  play(hero, "base");
  run(hero, 0);
  EXPECT_EQ(hero.scalar(arm), 0.5f);  // no clip has it
  play(hero, "glow");
  play(hero, "dim", linear(0.4));
  run(hero, 0.1);
  EXPECT_NEAR(hero.scalar(arm), 0.75 * 0.8 + 0.25 * 0.2, kExact);
  go(hero.clips()->set_layer(1, layer_of(LayerMode::override, data.find_mask("upper"))));
  play(hero, "glow", on_layer(1));
  run(hero, 1);
  EXPECT_NEAR(hero.scalar(arm), 0.8, kExact);
  EXPECT_NEAR(hero.scalar(spine), 0.5 * 0.2 + 0.5 * 0.8, kExact);
}

// --- events and root motion --------------------------------------------------------------------------------

TEST(GraphVectors, v44_fading_clips_report_events_only_if_requested) {
  const CharacterData data =
      data_of({{"walk", 0, 1, 1, true, {{"step", 0.5}}}, {"run", 0, 1, 0.6, true, {{"stride", 0.3}}}});
  for (const bool leaving : {false, true}) {
    CharacterOptions options;
    options.leaving_events = leaving;
    Character hero(data, options);
    play(hero, "walk");
    run(hero, 0.2);
    play(hero, "run", linear(0.5));
    run(hero, 0.2);
    run(hero, 0.2);
    if (leaving)
      EXPECT_THAT(reported(hero), ElementsAre("walk passed step", "run passed stride"));
    else
      EXPECT_THAT(reported(hero), ElementsAre("run passed stride"));
    EXPECT_NEAR(hero.events().back().weight, 0.6, kExact);  // in the middle of the step, at 0.3 of 0.5 s
    EXPECT_NEAR(hero.events().front().weight, leaving ? 0.4 : 0.6, kExact);
  }
}

TEST(GraphVectors, v54_a_layer_without_a_mask_suppresses_events_it_covers) {
  const CharacterData data = data_of({{"walk", 0, 1, 1, true, {{"step", 0.5}}}, still_at("wave", 0)},
                                     {{"Body"}, {{"all", 1, {}}}, {}});
  for (const bool masked : {true, false}) {
    Character hero(data);
    go(hero.clips()->set_layer(1, layer_of(LayerMode::override, masked ? 0 : kAllJoints)));
    play(hero, "walk");
    play(hero, "wave", on_layer(1));
    run(hero, 0);
    run(hero, 0.6);
    if (masked)
      EXPECT_THAT(reported(hero), ElementsAre("walk passed step"));
    else
      EXPECT_THAT(reported(hero), IsEmpty());
  }
}

// The clips of the vectors, with root motion along x in metres per second.
Motion moving(std::string name, double speed, double seconds) {
  return {std::move(name), 0, speed * seconds, seconds, true, {}, false, true};
}
const CharacterData& movers() {
  static const CharacterData data =
      data_of({moving("idle", 0, 2), moving("walk", 1.4, 1), moving("run", 4, 0.6)});
  return data;
}
double moved(const Character& hero) {
  return hero.root_motion().translation.x;
}

TEST(GraphVectors, v46_root_motion_of_a_fade) {
  Character hero(movers());
  play(hero, "idle");
  play(hero, "walk", linear(0.2));
  run(hero, 0.1);
  EXPECT_NEAR(moved(hero), 0.25 * 0.14, kExact);
}

TEST(GraphVectors, v47_root_motion_of_an_inertialization_decays_linearly) {
  Character hero(movers());
  play(hero, "walk");
  play(hero, "run", inertial(0.2));
  run(hero, 0.1);
  EXPECT_NEAR(moved(hero), 0.75 * 0.14 + 0.25 * 0.4, kExact);
}

// Rule "root motion of layers": the layer's root motion replaces that below by its share, and changes nothing
// without a share. Rule "root motion": the motions of sub-steps are multiplied.
TEST(GraphVectors, root_motion_of_layers_and_over_the_end_of_a_fade) {
  for (const double share : {0.0, 0.5, 1.0}) {
    Character hero(movers());
    LayerSettings settings = layer_of(LayerMode::override, kAllJoints, 0.5);
    settings.root_motion = static_cast<float>(share);
    go(hero.clips()->set_layer(1, settings));
    play(hero, "walk");
    play(hero, "run", on_layer(1));
    run(hero, 0.1);
    EXPECT_NEAR(moved(hero), (1 - 0.5 * share) * 0.14 + 0.5 * share * 0.4, kExact) << share;
  }
  Character hero(movers());
  play(hero, "idle");
  play(hero, "walk", linear(0.2));
  run(hero, 1.2);
  EXPECT_NEAR(moved(hero), 0.5 * 0.2 * 1.4 + 1.4, kExact);
  go(hero.set_speed(-1));
  run(hero, 1);
  EXPECT_NEAR(moved(hero), -1.4, kExact);
}

// --- state -------------------------------------------------------------------------------------------------

bool same_lists(const Character& a, const Character& b) {
  return a.list().size() == b.list().size() &&
         std::memcmp(a.list().data(), b.list().data(), a.list().size_bytes()) == 0;
}

TEST(GraphVectors, v49_restored_bytes_continue_as_before) {
  const CharacterData data = data_of({{"A", 0, 1, 1, true, {{"a", 0.35}}},
                                      still_at("B", 1),
                                      {"C", 0, 3, 2, true, {{"c", 0.15}}},
                                      run_to("D", 1)});
  CharacterOptions options;
  options.leaving_events = true;
  Character hero(data, options), other(data, options);
  play(hero, "A");
  play(hero, "B", linear(0.4));
  run(hero, 0.2);
  play(hero, "C", linear(0.4));
  queue(hero, "D", fade(1.7));
  play(hero, "D", on_layer(2, fade(0.3)));
  go(hero.set_speed(1.25));
  run(hero, 0.1);
  const std::vector<std::byte> bytes = saved(hero);
  go(other.restore(bytes));
  EXPECT_TRUE(same_lists(hero, other));
  EXPECT_EQ(x_of(hero), x_of(other));
  for (const double dt_s : {0.1, 0.0, 0.3, 1.0}) {
    run(hero, dt_s);
    run(other, dt_s);
    EXPECT_EQ(saved(hero), saved(other));
    EXPECT_TRUE(same_lists(hero, other));
    ASSERT_EQ(reported(hero), reported(other));
    for (std::size_t i = 0; i < hero.events().size(); ++i)
      EXPECT_EQ(hero.events()[i].at_s, other.events()[i].at_s);
    EXPECT_EQ(x_of(hero), x_of(other));
  }
}

TEST(GraphVectors, v50_foreign_and_damaged_bytes_are_refused) {
  const CharacterData& data = letters();
  Character hero = played({{0, "B", linear(0.4)}}, 0.1);
  const std::vector<std::byte> good = saved(hero);
  const auto restored = [&](std::size_t at, auto value) {
    std::vector<std::byte> bytes = good;
    std::memcpy(bytes.data() + at, &value, sizeof value);
    return hero.restore(bytes);
  };
  std::uint64_t hash = 0;
  std::memcpy(&hash, good.data(), sizeof hash);
  EXPECT_EQ(hash, data.hash());
  EXPECT_EQ(restored(0, hash ^ 1), Status::invalid_argument);
  EXPECT_EQ(hero.why(), "the state belongs to a different character");
  CharacterOptions two;
  two.layers = 2;
  Character narrow(data, two);
  EXPECT_EQ(narrow.restore(good), Status::invalid_argument);
  EXPECT_EQ(narrow.why(), std::to_string(good.size()) + " bytes of state; expected " +
                              std::to_string(narrow.state().size()) +
                              " (this depends on the number of layers)");
  EXPECT_EQ(hero.restore(ByteSpan(good).first(10)), Status::invalid_argument);
  // Every changed byte must be rejected or play without harm.
  for (std::size_t at = 8; at < good.size(); ++at)
    for (const unsigned char value : {0x7F, 0xFF, 0x05}) {
      const Status status = restored(at, value);
      EXPECT_TRUE(status == Status::ok || status == Status::bad_data || status == Status::invalid_argument);
      run(hero, 0.01);
      for (const PoseListEntry& line : hero.list()) EXPECT_TRUE(std::isfinite(line.weight));
    }
  go(hero.restore(good));
  EXPECT_EQ(saved(hero), good);
}

TEST(GraphVectors, v52_only_lists_differ_with_and_without_poses) {
  const CharacterData data = data_of({{"idle", 0, 0, 2, true, {{"blink", 0.2}}, false, true},
                                      {"walk", 0, 1.4, 1, true, {{"step", 0.1}}, false, true}});
  CharacterOptions unposed;
  unposed.posed = false;
  Character hero(data), member(data, unposed);
  for (Character* one : {&hero, &member}) {
    play(*one, "idle");
    run(*one, 0.1);
    play(*one, "walk", inertial(0.4));
  }
  for (int i = 0; i < 5; ++i) {
    run(hero, 0.1);
    run(member, 0.1);
    EXPECT_EQ(saved(hero), saved(member));
    EXPECT_EQ(reported(hero), reported(member));
    EXPECT_EQ(moved(hero), moved(member));
    EXPECT_NEAR(weight_of(hero, "walk"), 1, kExact);
    EXPECT_NEAR(weight_of(member, "walk"), std::min(1.0, 0.25 * (i + 1)), kExact);
  }
}

}  // namespace
}  // namespace skelter::test
