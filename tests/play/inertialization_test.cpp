// Inertialization must stay within bounds for all clips: stepped keys, wheels at 20 turns per second, scales,
// and frames of any length. Expected values are computed from the polynomials in D. Bollo's talk.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "play/difference.h"
#include "play/heroes.h"
#include "play/internal/format/graph_records.h"
#include "skelter/formats/gltf/read.h"
#include "skelter/runtime/pose_list_job.h"
#include "support/corpus.h"

namespace skelter::test {
namespace {

// --- the polynomial ----------------------------------------------------------------------------------------

// The formula from the talk for x0 > 0 and v0 <= 0: A t^5 + B t^4 + C t^3 + a0 / 2 t^2 + v0 t + x0.
double bollo(double x0, double v0, double t1, double t) {
  if (v0 < 0) t1 = std::min(t1, -5 * x0 / v0);
  if (t >= t1) return 0;
  const double a0 = std::max(0.0, (-8 * v0 * t1 - 20 * x0) / (t1 * t1));
  const double a = -(a0 * t1 * t1 + 6 * v0 * t1 + 12 * x0) / (2 * std::pow(t1, 5));
  const double b = (3 * a0 * t1 * t1 + 16 * v0 * t1 + 30 * x0) / (2 * std::pow(t1, 4));
  const double c = -(3 * a0 * t1 * t1 + 12 * v0 * t1 + 20 * x0) / (2 * std::pow(t1, 3));
  return ((((a * t + b) * t + c) * t + a0 / 2) * t + v0) * t + x0;
}

TEST(Inertialization, equals_the_polynomial_of_the_talk) {
  for (double pace = 0; pace <= 5; pace += 0.25)
    for (double u = 0; u <= 1; u += 0.05)
      EXPECT_NEAR(double{play_state::decayed(static_cast<float>(u), static_cast<float>(pace))} * 0.7,
                  bollo(0.7, -pace * 0.7 / 0.4, 0.4, u * 0.4), 1e-6)
          << pace << " " << u;
}

TEST(Inertialization, never_grows_and_never_passes_zero) {
  for (float pace = 0; pace <= 5; pace += 0.125f)
    for (float u = 0, before = 1; u <= 1; u += 0.01f) {
      const float now = play_state::decayed(u, pace);
      EXPECT_LE(now, before + 1e-6f) << pace << " " << u;
      EXPECT_GE(now, -1e-6f) << pace << " " << u;
      before = now;
    }
}

// --- speeds, by hand ---------------------------------------------------------------------------------------

// In its middle, a smooth fade of 1 s from 0 to 10 is at 5 and rises by 1.5 * 10 per second.
struct Rising {
  CharacterData data = data_of({still_at("a", 0), still_at("b", 10), still_at("below", -5),
                                still_at("above", 15), still_at("close", 6)});
  Character hero{data};

  double switched(const std::string& clip, double after_s) {
    play(hero, "a");
    run(hero, 0.1);
    play(hero, "b", fade(1));
    run(hero, 0.5);
    play(hero, clip, inertial(1));
    run(hero, 0);
    EXPECT_NEAR(x_of(hero), 5, kNear);
    run(hero, after_s);
    return x_of(hero);
  }
};

TEST(Inertialization, a_growing_difference_begins_with_speed_0) {
  EXPECT_NEAR(Rising().switched("below", 0.5), -5 + 10 * 0.5, kNear);
}
// The pose is 10 below the clip and approaches it at 15 per second, which is 1.5 times the difference per
// second.
TEST(Inertialization, keeps_the_speed_of_a_shrinking_difference) {
  EXPECT_NEAR(Rising().switched("above", 0.5), 15 - bollo(10, -15, 1, 0.5), 5e-3);
  EXPECT_NEAR(bollo(10, -15, 1, 0.5), 10 * 0.265625, 1e-12);
}
// The pose is 1 below the clip. It would arrive after 1/15 s, so the difference ends after 5/15 s.
TEST(Inertialization, a_fast_shrinking_difference_is_shorter) {
  EXPECT_NEAR(Rising().switched("close", 0.1), 6 - std::pow(0.7, 5), 5e-3);
  EXPECT_NEAR(Rising().switched("close", 0.34), 6, kNear);
}

// A switch compares poses in the scratch memory, which the two characters use in turn.
TEST(Inertialization, is_the_same_for_characters_that_share_scratch) {
  CharacterData data = data_of({still_at("a", 0), still_at("b", 10), still_at("below", -5)});
  const CharacterData other = data_of({still_at("a", 0)});
  Character alone(data), first(data), second(data, {.shares = &first}), stranger(other, {.shares = &first});
  for (const char* clip : {"a", "b", "below"})
    for (Character* hero : {&alone, &second, &first, &stranger}) {
      play(*hero, hero == &stranger ? "a" : clip, inertial(hero == &first ? 0.3 : 1));
      run(*hero, hero == &first ? 0.1 : 0.25);
    }
  ASSERT_EQ(alone.local_pose().size(), second.local_pose().size());
  for (std::size_t block = 0; block < alone.local_pose().size(); ++block)
    EXPECT_EQ(std::memcmp(&alone.local_pose()[block], &second.local_pose()[block], sizeof(SoaTransform)), 0);
  EXPECT_GT(std::abs(x_of(first) - x_of(second)), 0.1);
  EXPECT_NEAR(x_of(stranger), 0, kNear);
}

// --- scales ------------------------------------------------------------------------------------------------

Scene scaled_scene(const std::vector<std::pair<std::string, std::vector<Vec3d>>>& clips) {
  Scene scene;
  scene.nodes.push_back(make_node("Body", kNone, Mat4d{}));
  for (const auto& [name, scales] : clips) {
    Clip clip;
    clip.name = name;
    clip.duration_s = 1;
    clip.targets.push_back({"Body", 0, {}});
    std::vector<double> times_s;
    std::vector<float> values;
    for (std::size_t i = 0; i < scales.size(); ++i) {
      times_s.push_back(static_cast<double>(i) / static_cast<double>(scales.size() - 1));
      append_value(values, scales[i]);
    }
    clip.channels.push_back(make_channel(0, ChannelPath::scale, times_s, values));
    scene.clips.push_back(clip);
  }
  return scene;
}
CharacterData plain_data(const Scene& scene, std::vector<MaskSettings> masks = {}) {
  CompileSettings settings;
  settings.store_clips = false;
  settings.masks = std::move(masks);
  return data_of(scene, settings);
}
Vec3 scale_of(Character& hero) {
  return get(hero.local_pose()[0], 0).scale;
}

// The logarithm of the ratio decays, so half of it is left after half of the time.
TEST(Inertialization, scales_decay_by_multiplication) {
  const CharacterData data =
      plain_data(scaled_scene({{"small", {{0.25, 1, 4}, {0.25, 1, 4}}}, {"one", {{1, 1, 1}, {1, 1, 1}}}}));
  Character hero(data);
  play(hero, "small");
  run(hero, 0.1);
  play(hero, "one", inertial(1));
  run(hero, 0);
  EXPECT_NEAR(scale_of(hero).x, 0.25, 1e-4);
  EXPECT_NEAR(scale_of(hero).z, 4, 1e-3);
  run(hero, 0.5);
  EXPECT_NEAR(scale_of(hero).x, 0.5, 1e-4);
  EXPECT_NEAR(scale_of(hero).y, 1, 1e-4);
  EXPECT_NEAR(scale_of(hero).z, 2, 1e-3);
  run(hero, 0.5);
  EXPECT_NEAR(scale_of(hero).x, 1, 1e-4);
}

// A scale of 0 and a scale with a different sign have no logarithm, so the old scale is blended out.
TEST(Inertialization, a_scale_without_logarithm_blends_the_old_scale_out) {
  const CharacterData data =
      plain_data(scaled_scene({{"none", {{0, -1, 1}, {0, -1, 1}}}, {"falls", {{1, 1, 1}, {0.1, 1, 1}}}}));
  Character hero(data);
  play(hero, "none");
  run(hero, 0.1);
  PlayOptions options = inertial(1);
  options.loop = Loop::once;
  play(hero, "falls", options);
  run(hero, 0);
  EXPECT_NEAR(scale_of(hero).x, 0, 1e-4);
  EXPECT_NEAR(scale_of(hero).y, -1, 1e-4);
  for (int i = 0; i < 20; ++i) {
    run(hero, 0.05);
    EXPECT_GE(scale_of(hero).x, -1e-4);  // without blending, 0 plus the remaining part of -1 would be lower
    EXPECT_LE(scale_of(hero).x, 1);
  }
  EXPECT_NEAR(scale_of(hero).x, 0.1, 1e-3);
  EXPECT_NEAR(scale_of(hero).y, 1, 1e-3);
}

// --- random switches --------------------------------------------------------------------------------------

Quatd about(const Vec3d& axis, double angle) {
  return {axis.x * std::sin(angle / 2), axis.y * std::sin(angle / 2), axis.z * std::sin(angle / 2),
          std::cos(angle / 2)};
}

// A chain of four joints. "step": stepped keys of all kinds at 30 Hz. "spin": a wheel with 20 turns per
// second, and one with 7 turns in the other direction. "scale": from 0.05 to 3, and mirrored. "sway": smooth.
// "idle": still.
Scene wild_scene() {
  Scene scene;
  for (std::uint32_t i = 0; i < 4; ++i)
    scene.nodes.push_back(
        make_node("joint" + std::to_string(i), i == 0 ? kNone : i - 1,
                  Mat4d{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, i == 0 ? 0.0 : 1.0, 0, 1}}));
  std::minstd_rand random(7);
  const auto part = [&] { return static_cast<double>(random() % 1000) / 999; };
  const auto add = [&](const std::string& name, std::size_t keys, const auto& fill) {
    Clip clip;
    clip.name = name;
    clip.duration_s = 1;
    for (std::uint32_t joint = 0; joint < 4; ++joint) {
      clip.targets.push_back({scene.nodes[joint].name, joint, {}});
      std::vector<double> times_s;
      for (std::size_t k = 0; k < keys; ++k)
        times_s.push_back(static_cast<double>(k) / static_cast<double>(keys - 1));
      fill(clip, joint, times_s);
    }
    scene.clips.push_back(std::move(clip));
  };
  const auto put = [](Clip& clip, std::uint32_t joint, ChannelPath path, const std::vector<double>& times_s,
                      Interpolation interpolation, const auto& value_at) {
    std::vector<float> values;
    for (const double time_s : times_s) append_value(values, value_at(time_s));
    clip.channels.push_back(make_channel(joint, path, times_s, std::move(values), interpolation));
  };
  add("step", 31, [&](Clip& clip, std::uint32_t joint, const std::vector<double>& times_s) {
    put(clip, joint, ChannelPath::rotation, times_s, Interpolation::step, [&](double) {
      return about({joint == 1 ? 1.0 : 0.0, 0, joint == 1 ? 0.0 : 1.0},
                   (part() - 0.5) * (joint == 3 ? 6.2 : 1.2));
    });
    put(clip, joint, ChannelPath::translation, times_s, Interpolation::step, [&](double) {
      return Vec3d{part(), part() + 1, 0};
    });
    if (joint == 2)
      put(clip, joint, ChannelPath::scale, times_s, Interpolation::step, [&](double) {
        return Vec3d{0.05 + part(), 1, 3 * part() + 0.05};
      });
  });
  add("spin", 161, [&](Clip& clip, std::uint32_t joint, const std::vector<double>& times_s) {
    const double turns = joint == 1 ? 20 : joint == 3 ? -7 : 0;
    put(clip, joint, ChannelPath::rotation, times_s, Interpolation::linear, [&](double time_s) {
      return about({0, 0, 1}, 2 * 3.141592653589793 * turns * time_s);
    });
  });
  add("scale", 21, [&](Clip& clip, std::uint32_t joint, const std::vector<double>& times_s) {
    put(clip, joint, ChannelPath::scale, times_s, Interpolation::linear, [&](double time_s) {
      const double size = 0.05 + 2.95 * std::abs(std::sin(9.42477796 * time_s));
      return Vec3d{size, joint == 2 ? -size : 1 / size, 1};
    });
  });
  add("sway", 21, [&](Clip& clip, std::uint32_t joint, const std::vector<double>& times_s) {
    put(clip, joint, ChannelPath::rotation, times_s, Interpolation::linear, [&](double time_s) {
      return about({0.6, 0, 0.8}, 1.5 * std::sin(6.283185307 * time_s));
    });
    put(clip, joint, ChannelPath::translation, times_s, Interpolation::linear, [&](double time_s) {
      return Vec3d{std::sin(6.283185307 * time_s), 1, 0};
    });
  });
  add("idle", 2, [&](Clip& clip, std::uint32_t joint, const std::vector<double>& times_s) {
    put(clip, joint, ChannelPath::rotation, times_s, Interpolation::linear, [&](double) {
      return Quatd{0, 0, 0, 1};
    });
  });
  return scene;
}

// Offset of each joint between the shown pose and the list's pose without inertialization: translation in
// units, angle times axis by the shorter arc, and logarithm of the ratio of the scales.
struct Offset {
  Vec3d parts[3];
  bool has_logarithm[3] = {};
};

class Watch {
 public:
  explicit Watch(const CharacterData& data)
      : data_(data),
        plain_(data.skeleton().block_count()),
        scratch_(pose_list_scratch_bytes(data.skeleton(), kMaxPoseListEntries)) {}

  std::vector<Offset> offsets(Character& hero) {
    PoseListJob job;
    job.skeleton = &data_.skeleton();
    job.clips = data_.clips();
    job.lines = hero.list();
    job.scratch = {scratch_.data(), scratch_.size()};
    job.out_local_pose = plain_;
    EXPECT_EQ(job.run(), Status::ok);
    std::vector<Offset> offsets(data_.skeleton().joint_count());
    for (std::uint32_t joint = 0; joint < offsets.size(); ++joint) {
      const Transform shown = get(hero.local_pose()[joint / kLanes], joint % kLanes);
      const Transform plain = get(plain_[joint / kLanes], joint % kLanes);
      Offset& offset = offsets[joint];
      offset.parts[0] = to_double(shown.translation) - to_double(plain.translation);
      Quatd turn = to_double(shown.rotation) * conjugate(to_double(plain.rotation));
      if (turn.w < 0) turn = {-turn.x, -turn.y, -turn.z, -turn.w};
      const Vec3d axis{turn.x, turn.y, turn.z};
      const double sine = length(axis);
      offset.parts[1] = axis * (sine > 1e-12 ? 2 * std::atan2(sine, turn.w) / sine : 2);
      const float was[3] = {shown.scale.x, shown.scale.y, shown.scale.z};
      const float now[3] = {plain.scale.x, plain.scale.y, plain.scale.z};
      double logs[3];
      for (int i = 0; i < 3; ++i) {
        offset.has_logarithm[i] = was[i] * now[i] > 0;
        logs[i] = offset.has_logarithm[i] ? std::log(double{was[i]} / double{now[i]}) : 0;
      }
      offset.parts[2] = {logs[0], logs[1], logs[2]};
    }
    return offsets;
  }

  // All numbers must be finite. No offset may be larger than at the switch, or have the opposite sign.
  void check(Character& hero, const std::vector<Offset>& at_switch) {
    hero.finish();
    for (const Affine& matrix : hero.model_from_joint()) bad_ += is_finite(matrix) ? 0 : 1;
    const std::vector<Offset> now = offsets(hero);
    for (std::uint32_t joint = 0; joint < now.size(); ++joint) {
      const Transform shown = get(hero.local_pose()[joint / kLanes], joint % kLanes);
      const Quatd q = to_double(shown.rotation);
      const double length_of_q = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
      bad_ += std::abs(length_of_q - 1) <= 1e-5 ? 0 : 1;
      for (int part = 0; part < 3; ++part) {
        const Vec3d& first = at_switch[joint].parts[part];
        Vec3d left = now[joint].parts[part];
        // At half a turn, both directions are equally long.
        if (part == 1 && length(left) > 3.14 && dot(left, first) < 0) left = left * -1;
        double of_first[3] = {first.x, first.y, first.z}, of_left[3] = {left.x, left.y, left.z};
        for (int i = 0; i < 3; ++i) {
          if (part == 2 && !at_switch[joint].has_logarithm[i]) continue;
          const double sign = of_first[i] < 0 ? -1 : 1;
          larger_ += of_left[i] * sign > of_first[i] * sign + 1e-4 ? 1 : 0;
          turned_ += of_left[i] * sign < -1e-4 ? 1 : 0;
        }
      }
    }
  }
  void expect_none() const {
    EXPECT_EQ(bad_, 0) << "numbers that are not finite, or rotations whose length is not 1";
    EXPECT_EQ(larger_, 0) << "offsets larger than at the switch";
    EXPECT_EQ(turned_, 0) << "offsets of the other sign";
  }

 private:
  const CharacterData& data_;
  std::vector<SoaTransform> plain_;
  AlignedBytes scratch_;
  int bad_ = 0, larger_ = 0, turned_ = 0;
};

// Steps from 1 to 250 ms, distributed uniformly in the logarithm.
class Random {
 public:
  double frame_s() { return 0.001 * std::pow(250, part()); }
  double part() { return static_cast<double>(random_()) / static_cast<double>(std::minstd_rand::max()); }
  std::uint32_t below(std::size_t count) { return static_cast<std::uint32_t>(random_() % count); }

 private:
  std::minstd_rand random_{42};
};

constexpr double kFades_s[] = {0.001, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 4};

// `change(random)` switches without advancing the time. Every second switch comes while other differences
// decay.
template <class Change>
void expect_bounded(Character& hero, int switches, const Change& change) {
  Random random;
  Watch watch(hero.data());
  for (int i = 0; i < switches; ++i) {
    for (std::uint32_t frames = random.below(3); frames > 0; --frames) run(hero, random.frame_s());
    change(random);
    run(hero, 0);
    const std::vector<Offset> at_switch = watch.offsets(hero);
    watch.check(hero, at_switch);
    for (std::uint32_t frames = 1 + random.below(2); frames > 0; --frames) {
      run(hero, random.frame_s());
      watch.check(hero, at_switch);
    }
  }
  watch.expect_none();
}

void expect_bounded_calls(const CharacterData& data, int switches) {
  Character hero(data);
  go(hero.clips()->play(0));
  const std::uint32_t profile = data.find_mask("rates");
  expect_bounded(hero, switches, [&](Random& random) {
    PlayOptions options = inertial(kFades_s[random.below(std::size(kFades_s))]);
    options.start_s = random.part();
    options.speed = random.below(4) == 0 ? 3 * random.part() - 1 : 1;
    if (random.below(4) == 0 && profile != kNone) options.profile = profile;
    go(hero.clips()->play(random.below(data.clip_count()), options));
  });
}

CharacterData wild_data() {
  MaskSettings rates;
  rates.name = "rates";
  rates.base_weight = 0.25f;
  rates.entries = {{"joint1", 0.5f, false}, {"joint3", 1, true}};
  return plain_data(wild_scene(), {rates});
}

TEST(Inertialization, is_bounded_in_100000_random_switches) {
  expect_bounded_calls(wild_data(), 100000);
}

TEST(Inertialization, is_bounded_with_stepped_keys_and_fast_wheels_of_a_file) {
  SKELTER_REQUIRE_CORPUS();
  const Scene scene = must(read_gltf_file(corpus_folder() + "/findings/inertialize_step_keys.gltf"));
  expect_bounded_calls(plain_data(scene), 20000);
}

TEST(Inertialization, is_bounded_in_graphs) {
  const Scene scene = wild_scene();
  std::string states, any;
  for (std::size_t i = 0; i < scene.clips.size(); ++i) {
    const std::string& name = *scene.clips[i].name;
    states += (i == 0 ? "\"" : ", \"") + name + "\": { \"motion\": \"" + name + "\" }";
    for (std::size_t k = 0; k < std::size(kFades_s); ++k)
      any += (i + k == 0 ? "" : ", ") + std::string("{ \"to\": \"") + name +
             "\", \"when\": \"go and wants == " + std::to_string(i) + " and fade == " + std::to_string(k) +
             "\", \"kind\": \"inertialize\", \"self\": true, \"restart\": true, \"fade_s\": " +
             std::to_string(kFades_s[k]) + " }";
  }
  CompileSettings settings = with_graph(
      {},
      "{ \"skelter_graph\": 1, \"parameters\": { \"go\": { \"type\": \"trigger\" }, \"wants\": { \"type\": "
      "\"int\" }, \"fade\": { \"type\": \"int\" } }, \"layers\": [ { \"name\": \"body\", \"motion\": { "
      "\"machine\": { \"entry\": \"" +
          *scene.clips[0].name + "\", \"states\": { " + states + " }, \"any\": [ " + any + " ] } } } ] }");
  settings.store_clips = false;
  settings.clips.resize(scene.clips.size());
  for (ClipSettings& clip : settings.clips) clip.loop = true;
  const CharacterData data = data_of(scene, settings);
  CharacterOptions options;
  options.graph = 0;
  Character hero(data, options);
  const GraphRecords& graph = records(data.graph(0));
  const std::uint32_t go_on = find_parameter(graph, "go"), wants = find_parameter(graph, "wants"),
                      fade_index = find_parameter(graph, "fade");
  expect_bounded(hero, 20000, [&](Random& random) {
    go(hero.graph()->set(wants, static_cast<float>(random.below(scene.clips.size()))));
    go(hero.graph()->set(fade_index, static_cast<float>(random.below(std::size(kFades_s)))));
    go(hero.graph()->fire(go_on));
  });
}

// Fades with the shortest and the longest accepted times.
TEST(Inertialization, any_duration_gives_finite_poses) {
  const CharacterData data = wild_data();
  for (const double fade_s : {5e-324, 1e-300, 1e-30, 1e30, 1e300}) {
    Character hero(data);
    go(hero.clips()->play(0));
    run(hero, 0.3);
    go(hero.clips()->play(1, inertial(fade_s)));
    Watch watch(data);
    run(hero, 0);
    const std::vector<Offset> at_switch = watch.offsets(hero);
    for (const double step_s : {0.0, 1e-300, 0.016, 1e6}) {
      run(hero, step_s);
      watch.check(hero, at_switch);
    }
    watch.expect_none();
  }
}

// A fade that is removed by a fifth one still has a speed, but its difference must be bounded.
TEST(Inertialization, removed_fades_give_finite_poses) {
  const CharacterData data = wild_data();
  Character hero(data);
  go(hero.clips()->play(0));
  Random random;
  double largest = 0;
  for (int i = 0; i < 20000; ++i) {
    go(hero.clips()->play(random.below(data.clip_count()), fade(0.5)));
    run(hero, 0.2 * random.frame_s());
    hero.finish();
    for (const Affine& matrix : hero.model_from_joint()) ASSERT_TRUE(is_finite(matrix)) << i;
    for (std::uint32_t joint = 0; joint < 4; ++joint) {
      const Transform shown = get(hero.local_pose()[0], joint);
      const Quatd q = to_double(shown.rotation);
      ASSERT_NEAR(std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w), 1, 1e-5) << i;
      largest = std::max(largest, length(to_double(shown.translation)));
    }
  }
  EXPECT_GT(hero.counters().dropped_fades, 1000u);
  EXPECT_LE(largest, 4);  // clips reach a length of 2.3
}

}  // namespace
}  // namespace skelter::test
