// A valid scene that contains one object of every kind; each test makes one member invalid and expects the
// message for it.
#include "skelter/scene/validate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "support/blend_example.h"
#include "support/numbers.h"
#include "support/scene_parts.h"
#include "support/tower.h"

namespace skelter {
namespace {

// Nodes Root, Arm, Mesh and a synthetic one; mesh Body, a square in which vertex 4 is a copy of vertex 0; one
// skin, material and texture; clip walk, which moves Arm by parts, Mesh by morph weights, and a missing node.
Scene full_scene() {
  Scene scene;
  scene.file = "walk.x";
  scene.nodes = {test::make_node("Root", kNone, Mat4d{}), test::make_node("Arm", 0, Mat4d{}),
                 test::make_node("Mesh", 0, Mat4d{}), test::make_node("", kNone, Mat4d{})};
  scene.nodes[1].rest_trs = Transform{};
  scene.nodes[2].meshes.push_back({0, 0});
  scene.nodes[3].synthetic = true;

  Primitive body;
  body.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 0}};
  body.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 0}, {0, 1, 0}};
  body.tangents.assign(5, {1, 0, 0, -1});
  body.uvs = {std::vector<Vec2>(5)};
  body.colors.assign(5, {1, 1, 1, 1});
  body.extra.push_back({"binormal", 0, 3, std::vector<float>(15, 0.0f)});
  body.morphs.push_back({"smile", std::vector<Vec3>(5), std::vector<Vec3>(5)});
  body.morphs.push_back({"frown", std::vector<Vec3>(5), {}});
  body.indices = {0, 1, 2, 4, 2, 3};
  body.influence_begin = {0, 2, 3, 3, 4, 6};
  body.influences = {{1, 0.75f}, {0, 0.25f}, {0, 1}, {1, 1}, {0, 0.5f}, {1, 0.5f}};
  body.materials = {0, kNone};
  body.triangle_slots = {0, 1};
  body.source_vertices = 4;
  body.source_vertex = {0, 1, 2, 3, 0};
  body.source_faces = 2;
  scene.meshes.push_back({"Body", {body}});
  scene.skins.push_back({"", {{"Root", 0, {}}, {"Arm", 1, {}}}});
  Material material;
  material.name = "skin";
  material.base_color_texture = 0;
  scene.materials.push_back(material);
  scene.textures.push_back({"skin.png"});

  Clip clip;
  clip.name = "walk";
  clip.ticks_per_second = 4800;
  clip.targets = {{"Arm", 1, {}}, {"Mesh", 2, {}}, {"Tail", kNone, {}}};
  clip.channels = {test::make_channel(0, ChannelPath::translation, {0, 1}, {0, 0, 0, 1, 2, 3}),
                   test::make_channel(0, ChannelPath::rotation, {0, 2}, {9, 9, 9, 9, 0, 0, 0, 1, 9, 9, 9, 9,
                                                                         9, 9, 9, 9, 1, 0, 0, 0, 9, 9, 9, 9},
                                      Interpolation::cubic),
                   test::make_channel(1, ChannelPath::weights, {0, 0.5}, {0, 1, 1, 0}),
                   test::make_channel(2, ChannelPath::weights, {0, 0.5}, {0, 1, 1, 0, 0, 0})};
  clip.duration_s = 2;
  scene.clips.push_back(clip);
  return scene;
}

TEST(validate, a_scene_that_keeps_every_promise_is_valid) {
  EXPECT_TRUE(validate(Scene{}).ok());
  EXPECT_TRUE(validate(full_scene()).ok()) << to_string(validate(full_scene()).error());
  EXPECT_TRUE(validate(test::blend_example()).ok());
  EXPECT_TRUE(validate(test::tower_scene()).ok());
}

struct Broken {
  const char* message;  // without the file name
  std::function<void(Scene&)> breaks;
};

void expect_messages(const std::vector<Broken>& table) {
  for (const Broken& row : table) {
    Scene scene = full_scene();
    row.breaks(scene);
    const Result<void> result = validate(scene);
    ASSERT_FALSE(result.ok()) << "expected: " << row.message;
    EXPECT_EQ(to_string(result.error()), std::string("walk.x: ") + row.message);
    EXPECT_EQ(result.error().code, "scene.invalid");
    EXPECT_EQ(result.error().status, Status::bad_data);
  }
}

Primitive& body(Scene& scene) {
  return scene.meshes[0].primitives[0];
}
Clip& walk(Scene& scene) {
  return scene.clips[0];
}

TEST(validate, names_a_broken_node) {
  expect_messages({
      {"Node Arm: parent index 9; expected below 4", [](Scene& s) { s.nodes[1].parent = 9; }},
      {"Node Arm: rest matrix not finite", [](Scene& s) { s.nodes[1].rest.m[5] = kNan; }},
      {"Node Arm: rest parts not finite", [](Scene& s) { s.nodes[1].rest_trs->scale.y = kInfinity; }},
      {"Node Arm: rest rotation of length 2; expected 1",
       [](Scene& s) { s.nodes[1].rest_trs->rotation.w = 2; }},
      {"Node Arm: rest matrix differs from its parts at element 13: 0 and 5",
       [](Scene& s) { s.nodes[1].rest_trs->translation.y = 5; }},
      {"Node Arm: comes after a synthetic node; expected before all of them",
       [](Scene& s) { s.nodes[0].synthetic = true; }},
      {"Node Root: is its own ancestor", [](Scene& s) { s.nodes[0].parent = 1; }},
      {"Node #3: is its own ancestor", [](Scene& s) { s.nodes[3].parent = 3; }},
      {"Node Mesh: mesh index 1; expected below 1", [](Scene& s) { s.nodes[2].meshes[0].mesh = 1; }},
      {"Node Mesh: skin index 1; expected below 1", [](Scene& s) { s.nodes[2].meshes[0].skin = 1; }},
      {"Node Mesh: joint index 1; expected below 1", [](Scene& s) { s.skins[0].joints.pop_back(); }},
  });
}

// T-03: a root that is its own parent in a parent array must be read as a root; {1, 0} is a cycle.
TEST(validate, two_nodes_that_are_each_others_parent_are_not_a_tree) {
  expect_messages({{"Node Root: is its own ancestor", [](Scene& s) {
                      s.nodes[0].parent = 1;
                      s.nodes[1].parent = 0;
                    }}});
}

TEST(validate, a_cycle_below_a_chain_is_found_at_the_cycle) {
  expect_messages({{"Node Arm: is its own ancestor", [](Scene& s) {
                      s.nodes[0].parent = 1;
                      s.nodes[1].parent = 2;
                      s.nodes[2].parent = 1;
                    }}});
}

TEST(validate, names_broken_vertices) {
  expect_messages({
      {"Mesh Body: position not finite", [](Scene& s) { body(s).positions[2].z = kNan; }},
      {"Mesh Body: 4 normals; expected 5", [](Scene& s) { body(s).normals.pop_back(); }},
      {"Mesh Body: normal not finite", [](Scene& s) { body(s).normals[2].z = kNan; }},
      {"Mesh Body: normal 1 has length 2; expected 1 or 0",
       [](Scene& s) {
         body(s).normals[1] = {0, 2, 0};
       }},
      {"Mesh Body: 4 tangents; expected 5", [](Scene& s) { body(s).tangents.pop_back(); }},
      {"Mesh Body: tangent not finite", [](Scene& s) { body(s).tangents[2].w = kNan; }},
      {"Mesh Body: tangent 1 is (1 0 0 0.5); expected a unit vector and a side of 1 or -1",
       [](Scene& s) { body(s).tangents[1].w = 0.5f; }},
      {"Mesh Body: tangent 1 is (3 0 0 -1); expected a unit vector and a side of 1 or -1",
       [](Scene& s) { body(s).tangents[1].x = 3; }},
      {"Mesh Body: 4 texture coordinates; expected 5", [](Scene& s) { body(s).uvs[0].pop_back(); }},
      {"Mesh Body: texture coordinate not finite", [](Scene& s) { body(s).uvs[0][1].y = kNan; }},
      {"Mesh Body: 4 colours; expected 5", [](Scene& s) { body(s).colors.pop_back(); }},
      {"Mesh Body: colour not finite", [](Scene& s) { body(s).colors[0].x = kInfinity; }},
      {"Mesh Body: attribute binormal has 5 components; expected 1 to 4",
       [](Scene& s) { body(s).extra[0].components = 5; }},
      {"Mesh Body: attribute binormal has 0 components; expected 1 to 4",
       [](Scene& s) { body(s).extra[0].components = 0; }},
      {"Mesh Body: 15 numbers of attribute binormal; expected 10",
       [](Scene& s) { body(s).extra[0].components = 2; }},
      {"Mesh Body: attribute binormal not finite", [](Scene& s) { body(s).extra[0].values[3] = kNan; }},
      {"Mesh Body: 4 position offsets of morph target smile; expected 5",
       [](Scene& s) { body(s).morphs[0].position_offsets.pop_back(); }},
      {"Mesh Body: position offsets of morph target smile not finite",
       [](Scene& s) { body(s).morphs[0].position_offsets[1].x = kNan; }},
      {"Mesh Body: 4 normal offsets of morph target smile; expected 5",
       [](Scene& s) { body(s).morphs[0].normal_offsets.pop_back(); }},
      {"Mesh Body: normal offsets of morph target smile not finite",
       [](Scene& s) { body(s).morphs[0].normal_offsets[1].x = kNan; }},
      {"Mesh Body: 4 source vertices; expected 5", [](Scene& s) { body(s).source_vertex.clear(); }},
      {"Mesh Body: 4 entries in the list of source vertices; expected 5",
       [](Scene& s) { body(s).source_vertex.pop_back(); }},
      {"Mesh Body: 6 source vertices; expected at most 5", [](Scene& s) { body(s).source_vertices = 6; }},
      {"Mesh Body: source vertex index 4; expected below 4", [](Scene& s) { body(s).source_vertex[4] = 4; }},
      {"Mesh Body: vertex 1 comes from source 2; expected source vertices first, in order",
       [](Scene& s) { body(s).source_vertex[1] = 2; }},
      {"Mesh Body: 1 face corner counts; expected 2", [](Scene& s) { body(s).face_corners = {4}; }},
  });
}

TEST(validate, names_the_primitive_if_there_are_several) {
  expect_messages({{"Mesh Body, primitive 1: position not finite", [](Scene& s) {
                      s.meshes[0].primitives.push_back(body(s));
                      s.meshes[0].primitives[1].positions[0].x = kNan;
                    }}});
}

TEST(validate, names_broken_triangles) {
  expect_messages({
      {"Mesh Body: 5 indices; expected three per triangle", [](Scene& s) { body(s).indices.pop_back(); }},
      {"Mesh Body: 3 indices of lines; expected two per line",
       [](Scene& s) {
         body(s).lines = {0, 1, 2};
       }},
      {"Mesh Body: vertex index 99; expected below 5",
       [](Scene& s) {
         body(s).lines = {0, 99};
       }},
      {"Mesh Body: vertex index 98; expected below 5",
       [](Scene& s) {
         body(s).points = {0, 98};
       }},
      {"Mesh Body: vertex index 5; expected below 5", [](Scene& s) { body(s).indices[0] = 5; }},
      {"Mesh Body: material index 1; expected below 1", [](Scene& s) { body(s).materials[0] = 1; }},
      {"Mesh Body: 1 triangle slots; expected 2", [](Scene& s) { body(s).triangle_slots.pop_back(); }},
      {"Mesh Body: material slot index 2; expected below 2", [](Scene& s) { body(s).triangle_slots[0] = 2; }},
  });
}

// T-04: negative weights, weights that add up to more than 1, and a wrong sum.
TEST(validate, names_broken_weights) {
  expect_messages({
      {"Mesh Body: 5 influence ranges; expected 6", [](Scene& s) { body(s).influence_begin.pop_back(); }},
      {"Mesh Body: 0 influence ranges; expected 6", [](Scene& s) { body(s).influence_begin.clear(); }},
      {"Mesh Body: 2 dual-quaternion shares; expected 5",
       [](Scene& s) {
         body(s).dual_quaternion_shares = {0, 1};
       }},
      {"Mesh Body: dual-quaternion share 1.5 at vertex 3; expected 0 to 1",
       [](Scene& s) {
         body(s).dual_quaternion_shares = {0, 1, 1, 1.5f, 0};
       }},
      {"Mesh Body: influence ranges from 1 to 6; expected 0 to 6",
       [](Scene& s) { body(s).influence_begin[0] = 1; }},
      {"Mesh Body: influence ranges from 0 to 5; expected 0 to 6",
       [](Scene& s) { body(s).influence_begin[5] = 5; }},
      {"Mesh Body: influences of vertex 1 end before they begin",
       [](Scene& s) { body(s).influence_begin[1] = 4; }},
      {"Mesh Body: weight -0.25 at vertex 0; expected above 0",
       [](Scene& s) { body(s).influences[1].weight = -0.25f; }},
      {"Mesh Body: weight 0 at vertex 0; expected above 0",
       [](Scene& s) { body(s).influences[1].weight = 0; }},
      {"Mesh Body: weight nan at vertex 0; expected above 0",
       [](Scene& s) { body(s).influences[1].weight = kNan; }},
      {"Mesh Body: weight inf at vertex 1; expected above 0",
       [](Scene& s) { body(s).influences[2].weight = kInfinity; }},
      {"Mesh Body: weights of vertex 1 sum to 0.9; expected 1",
       [](Scene& s) { body(s).influences[2].weight = 0.9f; }},
      {"Mesh Body: weights of vertex 0 sum to 1.125; expected 1",
       [](Scene& s) { body(s).influences[0].weight = 0.875f; }},
      {"Mesh Body: influences of vertex 0 are out of order; expected the largest first, ties sorted by joint",
       [](Scene& s) { std::swap(body(s).influences[0], body(s).influences[1]); }},
      {"Mesh Body: influences of vertex 4 are out of order; expected the largest first, ties sorted by joint",
       [](Scene& s) { std::swap(body(s).influences[4], body(s).influences[5]); }},
      {"Mesh Body: influences of vertex 4 are out of order; expected the largest first, ties sorted by joint",
       [](Scene& s) { body(s).influences[5].joint = 0; }},
  });
}

TEST(validate, names_broken_skins_and_materials) {
  expect_messages({
      {"Skin #0, joint Arm: node index 7; expected below 4", [](Scene& s) { s.skins[0].joints[1].node = 7; }},
      {"Skin #0, joint Root: inverse bind matrix not finite",
       [](Scene& s) { s.skins[0].joints[0].joint_from_mesh.m[0] = kNan; }},
      {"Material skin: texture index 1; expected below 1",
       [](Scene& s) { s.materials[0].base_color_texture = 1; }},
      {"Material skin: colour or power not finite", [](Scene& s) { s.materials[0].base_color.y = kNan; }},
      {"Material skin: colour or power not finite", [](Scene& s) { s.materials[0].specular.y = kNan; }},
      {"Material skin: colour or power not finite", [](Scene& s) { s.materials[0].emissive.y = kNan; }},
      {"Material skin: colour or power not finite", [](Scene& s) { s.materials[0].specular_power = kNan; }},
      {"Scene: 0 metres per unit; expected above 0", [](Scene& s) { s.metres_per_unit = 0; }},
      {"Scene: inf metres per unit; expected above 0",
       [](Scene& s) { s.metres_per_unit = double{kInfinity}; }},
  });
}

TEST(validate, names_broken_clips) {
  expect_messages({
      {"Clip walk: 0 ticks per second; expected above 0", [](Scene& s) { walk(s).ticks_per_second = 0; }},
      {"Clip walk: inf ticks per second; expected above 0",
       [](Scene& s) { walk(s).ticks_per_second = double{kInfinity}; }},
      {"Clip #0: duration 1.5 s; expected that of the last key, 2 s",
       [](Scene& s) {
         walk(s).name.reset();
         walk(s).duration_s = 1.5;
       }},
      {"Clip walk: target node index 4; expected below 4", [](Scene& s) { walk(s).targets[0].node = 4; }},
      {"Clip walk: target Mesh twice", [](Scene& s) { walk(s).targets[1].node = 1; }},
      {"Clip walk: target Tail twice",
       [](Scene& s) {
         walk(s).targets.push_back({"Tail", kNone, {}});
       }},
      {"Clip walk: target index 3; expected below 3", [](Scene& s) { walk(s).channels[0].target = 3; }},
      {"Clip walk, target Arm: channels must be in the order of their targets",
       [](Scene& s) {
         std::rotate(walk(s).channels.begin(), walk(s).channels.begin() + 2, walk(s).channels.end());
       }},
      {"Clip walk, target Arm: two channels of one kind",
       [](Scene& s) { walk(s).channels[1] = walk(s).channels[0]; }},
  });
}

TEST(validate, names_broken_keys) {
  expect_messages({
      {"Clip walk, target Arm: channel without keys", [](Scene& s) { walk(s).channels[0].times_s.clear(); }},
      {"Clip walk, target Arm: key time not finite",
       [](Scene& s) { walk(s).channels[0].times_s[1] = double{kNan}; }},
      {"Clip walk, target Arm: time 0 s at key 1 is not after 0 s at key 0",
       [](Scene& s) { walk(s).channels[0].times_s[1] = 0; }},
      {"Clip walk, target Arm: 5 key values; expected 6",
       [](Scene& s) { walk(s).channels[0].values.pop_back(); }},
      {"Clip walk, target Arm: key value not finite", [](Scene& s) { walk(s).channels[0].values[4] = kNan; }},
      {"Clip walk, target Arm: 23 key values; expected 24",
       [](Scene& s) { walk(s).channels[1].values.pop_back(); }},
      {"Clip walk, target Arm: rotation of length 3 at key 1; expected 1",
       [](Scene& s) { walk(s).channels[1].values[16] = 3; }},
      {"Clip walk, target Mesh: 3 morph weights; expected 4",
       [](Scene& s) { walk(s).channels[2].values.pop_back(); }},
      {"Clip walk, target Mesh: 4 morph weights; expected 0",
       [](Scene& s) { s.meshes[0].primitives.clear(); }},
      {"Clip walk, target Tail: 5 morph weights; expected a multiple of 2",
       [](Scene& s) { walk(s).channels[3].values.pop_back(); }},
  });
}

TEST(validate, linear_rotations_must_be_unit_too) {
  Scene scene = full_scene();
  walk(scene).channels[1] = test::make_channel(0, ChannelPath::rotation, {0, 2}, {0, 0, 0, 1, 0, 0, 0, 0.5f});
  EXPECT_EQ(to_string(validate(scene).error()),
            "walk.x: Clip walk, target Arm: rotation of length 0.5 at key 1; expected 1");
}

TEST(validate, matrix_channels_hold_sixteen_numbers_per_key) {
  Scene scene = full_scene();
  walk(scene).channels[0] = test::make_channel(0, ChannelPath::matrix, {0}, std::vector<float>(12, 0.0f));
  EXPECT_EQ(to_string(validate(scene).error()), "walk.x: Clip walk, target Arm: 12 key values; expected 16");
}

}  // namespace
}  // namespace skelter
