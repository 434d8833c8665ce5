#include <cmath>

#include "formats/gltf/gltf_document.h"
#include "skelter/scene/evaluate.h"

namespace skelter::test {
namespace {

// Accessor 0 contains the times 0, 1 and 2; accessor 1, three vectors; accessor 2, three rotations.
Document keys() {
  Document d;
  d.times({0, 1, 2});
  d.floats("VEC3", 3, {0, 0, 0, 2, 0, 0, 2, 4, 0});
  d.floats("VEC4", 4, {0, 0, 0, 1, 0, 0, 0.70710678f, 0.70710678f, 0, 0, 1, 0});
  return d;
}
std::string animation(const std::string& samplers, const std::string& channels,
                      const std::string& more = {}) {
  return R"("nodes":[{"name":"a"},{"name":"b"}],"animations":[{"samplers":[)" + samplers +
         R"(],"channels":[)" + channels + "]" + more + "}]";
}
std::string channel(int sampler, const std::string& path, int node = 0) {
  return R"({"sampler":)" + std::to_string(sampler) + R"(,"target":{"node":)" + std::to_string(node) +
         R"(,"path":")" + path + "\"}}";
}

TEST(animations, channels_keep_their_interpolation_and_stand_in_the_order_of_targets) {
  const Scene scene = load(
      keys(),
      animation(R"({"input":0,"output":1,"interpolation":"STEP"},{"input":0,"output":2})",
                channel(0, "translation", 1) + "," + channel(1, "rotation", 0) + "," + channel(0, "scale", 1),
                R"(,"name":"n","extras":{"x":1})"));
  const Clip& clip = scene.clips.at(0);
  EXPECT_EQ(clip.name, "n");
  EXPECT_EQ(clip.carried.extras, R"({"x":1})");
  EXPECT_EQ(clip.duration_s, 2);
  ASSERT_EQ(clip.channels.size(), 3u);
  EXPECT_EQ(clip.targets[0].name, "b");
  EXPECT_EQ(clip.targets[1].node, 0u);
  EXPECT_EQ(clip.channels[0].interpolation, Interpolation::step);
  EXPECT_EQ(clip.channels[1].path, ChannelPath::scale);
  EXPECT_EQ(clip.channels[2].path, ChannelPath::rotation);
  EXPECT_FALSE(clip.ticks_per_second);
}

TEST(animations, cubic_tangents_are_per_second) {
  Document d;
  d.times({0, 2});
  // Values 0 and 4, tangents 1 and 3 per second. Halfway, with d = 2: (0 + 4) / 2 + 2 * (1 - 3) / 8 = 1.5.
  d.floats("VEC3", 3, {9, 9, 9, 0, 0, 0, 1, 0, 0, 3, 0, 0, 4, 0, 0, 9, 9, 9});
  const Scene scene = load(
      d, animation(R"({"input":0,"output":1,"interpolation":"CUBICSPLINE"})", channel(0, "translation")));
  EXPECT_NEAR(evaluate(scene, 0, 1).local[0].m[12], 1.5, 1e-12);
}

TEST(animations, morph_weights_have_one_number_per_target) {
  Document d;
  d.floats("VEC3", 3, {0, 0, 0}, R"(,"min":[0,0,0],"max":[0,0,0])");
  d.floats("VEC3", 3, {1, 0, 0});
  d.times({0, 1});
  d.floats("SCALAR", 1, {0, 1, 0.5f, 0});
  const std::string mesh =
      R"(,"meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[{"POSITION":1},{"POSITION":1}]}]}])";
  const std::string clip =
      R"("animations":[{"samplers":[{"input":2,"output":3}],"channels":[{"sampler":0,"target":{"node":0,"path":"weights"}}]}])";
  const Scene scene = load(d, R"("nodes":[{"mesh":0}],)" + clip + mesh);
  const Pose pose = evaluate(scene, 0, 0.5);
  EXPECT_EQ(pose.morph_weights.at(0), (std::vector<double>{0.25, 0.5}));
  EXPECT_NEAR(skin(scene, pose, 0, 0).positions[0].x, 0.75, 1e-12);
  EXPECT_EQ(
      said(load(d, R"("nodes":[{}],)" + clip), "gltf.weights-without-targets"),
      "warning: a.gltf: /animations/0/channels/0: weights for node 0, which has no morph targets; ignored");
}

TEST(animations, pointers_to_nodes_are_played_and_others_kept) {
  const std::string pointer =
      R"({"sampler":SAMPLER,"target":{"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":"PATH"}}}})";
  const auto with = [&](const std::string& sampler, const std::string& path) {
    std::string text = pointer;
    text.replace(text.find("SAMPLER"), 7, sampler);
    return text.replace(text.find("PATH"), 4, path);
  };
  const Scene scene =
      load(keys(), animation(R"({"input":0,"output":1},{"input":0,"output":2})",
                             with("0", "/nodes/1/translation") + "," +
                                 with("1", "/materials/0/pbrMetallicRoughness/baseColorFactor")) +
                       R"(,"materials":[{}])");
  const Clip& clip = scene.clips.at(0);
  ASSERT_EQ(clip.channels.size(), 1u);
  EXPECT_EQ(clip.targets[0].node, 1u);
  ASSERT_EQ(clip.properties.size(), 1u);
  EXPECT_EQ(clip.properties[0].pointer, "/materials/0/pbrMetallicRoughness/baseColorFactor");
  EXPECT_EQ(clip.properties[0].values.size(), 12u);
  EXPECT_EQ(said(scene, "gltf.animation-pointer"),
            "warning: a.gltf: /animations/0/channels/1: animating "
            "\"/materials/0/pbrMetallicRoughness/baseColorFactor\" is not supported; its keys are kept");
}

// Two nodes use the mesh. One of them has its own weights, which override those of the mesh.
TEST(animations, pointers_to_the_weights_of_a_mesh_move_the_nodes_that_show_it) {
  Document d;
  d.floats("VEC3", 3, {0, 0, 0, 1, 0, 0, 0, 1, 0});
  d.times({0, 2});
  d.floats("SCALAR", 1, {0.25f, 0.75f});
  d.floats("SCALAR", 1, {0.25f, 0.75f, 0.5f, 1});
  const auto file = [&](const std::string& pointer, int output) {
    return R"("nodes":[{"mesh":0},{"mesh":0,"weights":[0.5]},{"mesh":0},{"mesh":1}],
      "meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[{"POSITION":0}]}]},{"primitives":[{"attributes":{"POSITION":0}}]}],
      "animations":[{"samplers":[{"input":1,"output":)" +
           std::to_string(output) +
           R"(}],"channels":[{"sampler":0,"target":{"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":")" +
           pointer + R"("}}}}]}])";
  };
  const Scene scene = load(d, file("/meshes/0/weights", 2));
  const Clip& clip = scene.clips.at(0);
  ASSERT_EQ(clip.channels.size(), 2u);
  EXPECT_EQ(clip.targets[0].node, 0u);
  EXPECT_EQ(clip.targets[1].node, 2u);
  EXPECT_EQ(clip.channels[1].path, ChannelPath::weights);
  EXPECT_EQ(clip.channels[1].values, (std::vector<float>{0.25f, 0.75f}));
  EXPECT_EQ(clip.duration_s, 2);
  EXPECT_TRUE(clip.properties.empty());
  EXPECT_EQ(load(d, file("/nodes/1/weights", 2)).clips.at(0).targets[0].node, 1u);
  EXPECT_EQ(error_of(d, file("/meshes/0/weights", 3)),
            "a.gltf: /animations/0/channels/0: 2 numbers per key for the weights of mesh 0; expected 1");
  EXPECT_EQ(
      said(load(d, file("/meshes/1/weights", 2)), "gltf.weights-without-targets"),
      "warning: a.gltf: /animations/0/channels/0: weights for mesh 1, which has no morph targets; ignored");
}

TEST(animations, pointers_that_point_nowhere_are_errors) {
  const auto error = [&](const std::string& extension) {
    return read_gltf(keys().file(animation(
                         R"({"input":0,"output":1})",
                         R"({"sampler":0,"target":{"path":"pointer","extensions":{"KHR_animation_pointer":)" +
                             extension + "}}}")),
                     "a.gltf", no_files())
        .error();
  };
  const auto pointed = [&](const std::string& pointer) { return error("{\"pointer\":\"" + pointer + "\"}"); };
  const std::string at = "a.gltf: /animations/0/channels/0/target/extensions/KHR_animation_pointer/pointer: ";
  EXPECT_EQ(to_string(error("{}")), at + "missing; expected a JSON pointer");
  EXPECT_EQ(to_string(error("{\"pointer\":1}")), at + "a number; expected a string");
  EXPECT_EQ(to_string(pointed("nodes/0/scale")),
            at + "\"nodes/0/scale\"; expected a JSON pointer, which begins with /");
  EXPECT_EQ(pointed("nodes/0/scale").code, "gltf.pointer");
  EXPECT_EQ(to_string(pointed("/nodes/99/scale")), at + "\"/nodes/99/scale\": node index 99; the file has 2");
  EXPECT_EQ(pointed("/nodes/99/scale").code, "gltf.index");
  EXPECT_EQ(to_string(pointed("/nodes/first/scale")),
            at + "\"/nodes/first/scale\"; expected a node index after /nodes/");
  EXPECT_EQ(to_string(pointed("/materials/0/alphaCutoff")),
            at + "\"/materials/0/alphaCutoff\": material index 0; the file has 0");
  EXPECT_EQ(to_string(pointed("/meshes/99999999999999999999/weights")),
            at + "\"/meshes/99999999999999999999/weights\": mesh index 99999999999999999999; the file has 0");
}

TEST(animations, channels_that_move_nothing_are_ignored_with_a_warning) {
  const std::string sampler = R"({"input":0,"output":1})";
  const Document d = keys();
  EXPECT_EQ(said(load(d, animation(sampler, R"({"sampler":0,"target":{"path":"translation"}})")),
                 "gltf.channel-without-node"),
            "note: a.gltf: /animations/0/channels/0/target: no `node`; the channel is ignored");
  EXPECT_EQ(said(load(d, animation(sampler, channel(0, "colour"))), "gltf.channel-path"),
            "note: a.gltf: /animations/0/channels/0/target/path: \"colour\"; expected translation, rotation, "
            "scale or weights, ignored");
  const Scene twice = load(d, animation(sampler + R"(,{"input":0,"output":1,"interpolation":"STEP"})",
                                        channel(0, "scale") + "," + channel(1, "scale")));
  EXPECT_EQ(said(twice, "gltf.target-twice"),
            "warning: a.gltf: /animations/0/channels/1: a second channel for the scale of node 0; the first "
            "is kept");
  EXPECT_EQ(twice.clips[0].channels.at(0).interpolation, Interpolation::linear);
  Document none = keys();
  none.add_accessor(R"({"componentType":5126,"count":0,"type":"SCALAR"})");
  EXPECT_EQ(said(load(none, animation(R"({"input":3,"output":1})", channel(0, "scale"))), "gltf.no-keys"),
            "note: a.gltf: /animations/0/channels/0: no keys; ignored");
}

TEST(animations, ragged_times_are_sorted) {
  Document d;
  d.floats("SCALAR", 1, {1, 0, 1, 2}, R"(,"min":[0],"max":[2])");
  d.floats("VEC3", 3, {1, 0, 0, 0, 0, 0, 9, 0, 0, 2, 0, 0});
  const Scene scene = load(d, animation(R"({"input":0,"output":1})", channel(0, "translation")));
  EXPECT_EQ(said(scene, "gltf.key-order"),
            "warning: a.gltf: /animations/0/samplers/0/input: key times do not increase; sorted, 0 of 4 "
            "dropped as duplicates");
  // The two keys at 1 s are a jump from 1 to 9.
  const auto x_at = [&](double time_s) { return translation_part(evaluate(scene, 0, time_s).local[0]).x; };
  EXPECT_NEAR(x_at(0.5), 0.5, 1e-12);
  EXPECT_NEAR(x_at(0.999), 0.999, 1e-12);
  EXPECT_EQ(x_at(1), 9);
  EXPECT_NEAR(x_at(1.5), 5.5, 1e-12);
}

// Three.js and Babylon.js play such a file.
TEST(animations, an_interpolation_that_is_no_text_is_linear) {
  const Scene scene =
      load(keys(), animation(R"({"input":0,"output":1,"interpolation":0})", channel(0, "scale")));
  EXPECT_EQ(said(scene, "gltf.type"),
            "warning: a.gltf: /animations/0/samplers/0/interpolation: a number; expected LINEAR, STEP or "
            "CUBICSPLINE, treated as LINEAR");
  EXPECT_EQ(scene.clips[0].channels.at(0).interpolation, Interpolation::linear);
}

TEST(animations, rotation_keys_are_kept_or_normalised) {
  Document d;
  d.times({0, 1, 2, 3});
  d.floats("VEC4", 4, {0, 0, 0, 0.999f, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1});
  const Scene scene = load(d, animation(R"({"input":0,"output":1})", channel(0, "rotation")));
  EXPECT_EQ(scene.clips[0].channels[0].values,
            (std::vector<float>{0, 0, 0, 0.999f, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(said(scene, "gltf.rotation-not-unit"),
            "warning: a.gltf: /animations/0/samplers/0/output: a rotation does not have unit length; "
            "normalised (2 times)");
}

TEST(animations, odd_but_plain_inputs_are_warnings) {
  Document d = keys();
  d.floats("SCALAR", 1, {-1, 0, 1});
  const Scene negative = load(d, animation(R"({"input":3,"output":1})", channel(0, "scale")));
  EXPECT_EQ(said(negative, "gltf.negative-time"),
            "warning: a.gltf: /accessors/3: a key time below 0; kept, but never reached");
  EXPECT_EQ(said(negative, "gltf.bounds"),
            "warning: a.gltf: /accessors/3: no min and max of the key times; recomputed");
  d.floats("SCALAR", 1, {0, 1, 2}, R"(,"min":[0],"max":[5])");
  EXPECT_EQ(said(load(d, animation(R"({"input":4,"output":1})", channel(0, "scale"))), "gltf.bounds"),
            "warning: a.gltf: /accessors/4: min and max do not match the key times; recomputed");
  const int view = d.add_view(R"({"buffer":0,"byteLength":12,"byteStride":4})");
  const int strided =
      d.add_accessor(R"({"bufferView":)" + std::to_string(view) +
                     R"(,"componentType":5126,"count":3,"type":"SCALAR","min":[0],"max":[2]})");
  EXPECT_EQ(said(load(d, animation("{\"input\":" + std::to_string(strided) + ",\"output\":1}",
                                   channel(0, "scale"))),
                 "gltf.animation-stride"),
            "warning: a.gltf: /accessors/5: keys in a view with `byteStride`; read with this stride");
  std::string matrix = animation(R"({"input":0,"output":1})", channel(0, "scale"));
  matrix.replace(matrix.find("\"name\":\"a\""), 10, "\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]");
  EXPECT_EQ(said(load(d, matrix), "gltf.animated-matrix"),
            "warning: a.gltf: /nodes/0: an animated node with a `matrix`; decomposed");
}

TEST(animations, faults_are_errors) {
  struct Case {
    std::string samplers, channels, message;
  };
  const std::string good = R"({"input":0,"output":1})";
  const Case cases[] = {
      {good, R"({"sampler":0})", "/animations/0/channels/0/target: missing; expected an object"},
      {good, R"({"target":{"node":0,"path":"scale"}})",
       "/animations/0/channels/0/sampler: missing; expected the sampler index"},
      {good, R"({"sampler":0,"target":{"node":0}})",
       "/animations/0/channels/0/target/path: missing; expected translation, rotation, scale, weights or "
       "pointer"},
      {good, channel(1, "scale"), "/animations/0/channels/0/sampler: sampler index 1; the file has 1"},
      {good, channel(0, "scale", 2), "/animations/0/channels/0/target/node: node index 2; the file has 2"},
      {R"({"output":1})", channel(0, "scale"),
       "/animations/0/samplers/0/input: missing; expected the accessor index"},
      {R"({"input":0,"output":9})", channel(0, "scale"),
       "/animations/0/samplers/0/output: accessor index 9; the file has 3"},
      {R"({"input":0,"output":1,"interpolation":"QUICK"})", channel(0, "scale"),
       "/animations/0/samplers/0/interpolation: \"QUICK\"; expected LINEAR, STEP or CUBICSPLINE"},
      {R"({"input":1,"output":1})", channel(0, "scale"),
       "/accessors/1: VEC3 of FLOAT; expected SCALAR of FLOAT"},
      {R"({"input":0,"output":1,"interpolation":"CUBICSPLINE"})", channel(0, "scale"),
       "/animations/0/samplers/0: 3 values for 3 key times; expected 3 per time"},
      {good, channel(0, "rotation"),
       "/animations/0/channels/0: 3 numbers per key for the rotation of node 0; expected 4"},
  };
  for (const Case& c : cases)
    EXPECT_EQ(error_of(keys(), animation(c.samplers, c.channels)), "a.gltf: " + c.message);
  Document d;
  d.floats("SCALAR", 1, {0, NAN});
  d.floats("VEC3", 3, {0, 0, 0, 0, 0, 0});
  EXPECT_EQ(error_of(d, animation(good, channel(0, "scale"))),
            "a.gltf: /accessors/0: 1 of 2 numbers are not finite");
  d.add<std::uint32_t>("VEC3", 5125, 3, {0, 0, 0});
  d.times({0});
  EXPECT_EQ(
      error_of(d, animation(R"({"input":3,"output":2})", channel(0, "scale"))),
      "a.gltf: /accessors/2: VEC3 of UNSIGNED_INT; expected SCALAR to VEC4 of FLOAT or normalised integers");
}

}  // namespace
}  // namespace skelter::test
