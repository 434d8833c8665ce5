// Tests every message about scene sections with a single error.

#include "skelter/runtime/pack_scene.h"
#include "runtime/internal/format/blob.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/pack_records.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

#include "support/pack_bytes.h"
#include "support/pack_parts.h"

namespace skelter::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Returns the message after `change` was applied to one record of the array that the header member `where`
// refers to.
template <class Record, class Header, class View>
std::string problem_after(const AlignedBytes& good, BlobArray Header::*where,
                          Problem (*read)(ByteSpan, View&), const std::function<void(Record&)>& change,
                          std::uint32_t index = 0) {
  AlignedBytes bad = copy_of(good.span());
  const std::size_t at = (load_le<Header>(bad.span(), 0).*where).offset + index * sizeof(Record);
  auto record = load_le<Record>(bad.span(), at);
  change(record);
  store(bad, at, record);
  View view;
  const Problem problem = read(bad.span(), view);
  EXPECT_EQ(problem.ok(), problem.status == Status::ok);
  EXPECT_TRUE(problem.ok() || problem.status == Status::bad_data);
  return problem.what;
}

template <class Record>
std::string look_after(BlobArray PackLookHeader::*where, const std::function<void(Record&)>& change) {
  return problem_after<Record>(cloth_look(), where, read_pack_look, change);
}
template <class Record>
std::string scene_after(BlobArray PackSceneHeader::*where, const std::function<void(Record&)>& change,
                        std::uint32_t index = 0) {
  return problem_after<Record>(two_node_scene(), where, read_pack_scene, change, index);
}

TEST(PackLook, holds_what_was_written) {
  const AlignedBytes bytes = cloth_look();
  PackLook look;
  ASSERT_TRUE(read_pack_look(bytes.span(), look).ok());
  ASSERT_EQ(look.materials.size(), 1u);
  EXPECT_EQ(look.text(look.materials[0].name), "cloth");
  EXPECT_EQ(look.materials[0].flags, kPackDoubleSided | kPackPbr);
  EXPECT_EQ(look.text(look.textures[look.materials[0].maps[0].texture].name), "skin.png");
  const Vec4 color = look.base_color(0), grey = look.base_color(1);
  EXPECT_EQ(color.x, look.materials[0].base_color[0]);
  EXPECT_EQ(color.w, look.materials[0].base_color[3]);
  EXPECT_EQ(grey, (Vec4{0.8f, 0.8f, 0.8f, 1}));
  EXPECT_EQ(look.samplers[0].wrap_u, 2u);
  EXPECT_EQ(look.text(look.images[0].mime_type), "image/png");
}

TEST(PackLook, wrong_materials_are_refused) {
  const auto after = [](const std::function<void(PackMaterial&)>& change) {
    return look_after<PackMaterial>(&PackLookHeader::materials, change);
  };
  EXPECT_EQ(after([](PackMaterial&) {}), "");
  const std::string text = "a text of a material runs past the end of the text data";
  EXPECT_EQ(after([](PackMaterial& m) { m.name.size = 30; }), text);
  EXPECT_EQ(after([](PackMaterial& m) { m.texture_suffix = {kNone, 1}; }), text);
  EXPECT_EQ(after([](PackMaterial& m) { m.flags = 8; }), "a material has unknown flags");
  EXPECT_EQ(after([](PackMaterial& m) { m.alpha_mode = 3; }), "a material has an unknown alpha mode");
  EXPECT_EQ(after([](PackMaterial& m) { m.maps[4].texture = 1; }),
            "a material refers to a texture that does not exist");
  const std::string number = "a number of a material is not finite";
  EXPECT_EQ(after([](PackMaterial& m) { m.base_color[3] = kNan; }), number);
  EXPECT_EQ(after([](PackMaterial& m) { m.emissive[0] = kNan; }), number);
  EXPECT_EQ(after([](PackMaterial& m) { m.specular[2] = kNan; }), number);
  EXPECT_EQ(after([](PackMaterial& m) { m.alpha_cutoff = kNan; }), number);
  EXPECT_EQ(after([](PackMaterial& m) { m.maps[2].scale[1] = kNan; }), number);
  EXPECT_EQ(after([](PackMaterial& m) { m.maps[2].offset[1] = kNan; }), number);
  EXPECT_EQ(after([](PackMaterial& m) { m.maps[2].rotation_rad = kNan; }), number);
}

TEST(PackLook, wrong_textures_samplers_and_images_are_refused) {
  const auto texture = [](const std::function<void(PackTexture&)>& change) {
    return look_after<PackTexture>(&PackLookHeader::textures, change);
  };
  EXPECT_EQ(texture([](PackTexture& t) { t.name.begin = 20; }),
            "the name of a texture runs past the end of the text data");
  EXPECT_EQ(texture([](PackTexture& t) { t.image = 1; }), "a texture refers to an image that does not exist");
  EXPECT_EQ(texture([](PackTexture& t) { t.sampler = 1; }),
            "a texture refers to a sampler that does not exist");
  EXPECT_EQ(texture([](PackTexture& t) { t.image = t.sampler = kNone; }), "");
  const auto sampler = [](const std::function<void(PackSampler&)>& change) {
    return look_after<PackSampler>(&PackLookHeader::samplers, change);
  };
  EXPECT_EQ(sampler([](PackSampler& s) { s.name.size = 99; }),
            "the name of a sampler runs past the end of the text data");
  const std::string way = "a sampler has an unknown filter or wrap mode";
  EXPECT_EQ(sampler([](PackSampler& s) { s.magnify = 3; }), way);
  EXPECT_EQ(sampler([](PackSampler& s) { s.minify = 7; }), way);
  EXPECT_EQ(sampler([](PackSampler& s) { s.wrap_u = 3; }), way);
  EXPECT_EQ(sampler([](PackSampler& s) { s.wrap_v = 3; }), way);
  EXPECT_EQ(look_after<PackImage>(&PackLookHeader::images, [](PackImage& i) { i.mime_type.size = 10; }),
            "a text of an image runs past the end of the text data");
}

TEST(PackScene, holds_what_was_written) {
  const AlignedBytes bytes = two_node_scene();
  PackScene scene;
  ASSERT_TRUE(read_pack_scene(bytes.span(), scene).ok());
  EXPECT_EQ(scene.text(scene.nodes[1].name), "Tip");
  EXPECT_EQ(scene.text(scene.instances[0].mesh_name), "strip");
  EXPECT_EQ(scene.file, "by hand");
  EXPECT_EQ(scene.clips[0].ticks_per_second, 4800);
}

TEST(PackScene, wrong_nodes_are_refused) {
  const auto after = [](const std::function<void(PackNode&)>& change, std::uint32_t index = 1) {
    return scene_after<PackNode>(&PackSceneHeader::nodes, change, index);
  };
  const std::string parent = "the depth of a node does not match its parent";
  EXPECT_EQ(after([](PackNode& n) { n.name.size = 99; }),
            "a text of the scene runs past the end of the text data");
  EXPECT_EQ(after([](PackNode& n) { n.parent = 2; }), parent);
  EXPECT_EQ(after([](PackNode& n) { n.parent = 1; }), parent);  // is its own parent
  EXPECT_EQ(after([](PackNode& n) { n.depth = 2; }), parent);
  EXPECT_EQ(after([](PackNode& n) { n.parent = kNone; }), parent);
  EXPECT_EQ(after([](PackNode& n) { n.parent = 1; }, 0), parent);  // a cycle
  EXPECT_EQ(after([](PackNode& n) { n.flags = 8; }), "a node has unknown flags");
  EXPECT_EQ(after([](PackNode& n) { n.flags |= kPackNodeSynthetic; }), "");
  EXPECT_EQ(after([](PackNode& n) { n.flags |= kPackNodeSynthetic; }, 0),
            "a node of the file comes after a synthetic one");
  const std::string hung = "a node refers to a camera or light that does not exist";
  EXPECT_EQ(after([](PackNode& n) { n.camera = 1; }), hung);
  EXPECT_EQ(after([](PackNode& n) { n.light = 1; }), hung);
  const std::string weights = "the morph weights of a node run past the end of all weights";
  EXPECT_EQ(after([](PackNode& n) { n.weight_count = 2; }), weights);
  EXPECT_EQ(after([](PackNode& n) { n.first_weight = kNone; }), weights);
  EXPECT_EQ(after([](PackNode& n) { n.rest[15] = kNan; }), "the rest transform of a node is not finite");
  EXPECT_EQ(after([](PackNode& n) { n.rest[6] = 1.1f; }, 0), "the rest rotation of a node is not normalised");
}

TEST(PackScene, wrong_things_on_nodes_are_refused) {
  const auto instance = [](const std::function<void(PackInstance&)>& change) {
    return scene_after<PackInstance>(&PackSceneHeader::instances, change);
  };
  const std::string text = "a text of the scene runs past the end of the text data";
  const std::string joints = "a mesh has joints without a skin, or a skin without joints";
  EXPECT_EQ(instance([](PackInstance& i) { i.skin_name.begin = 20; }), text);
  EXPECT_EQ(instance([](PackInstance& i) { i.node = 2; }), "a mesh refers to a node that does not exist");
  EXPECT_EQ(instance([](PackInstance& i) { i.skin = kNone; }), joints);
  EXPECT_EQ(instance([](PackInstance& i) { i.joint_count = 0; }), joints);
  const auto camera = [](const std::function<void(PackCamera&)>& change) {
    return scene_after<PackCamera>(&PackSceneHeader::cameras, change);
  };
  EXPECT_EQ(camera([](PackCamera& c) { c.name.size = 99; }), text);
  EXPECT_EQ(camera([](PackCamera& c) { c.orthographic = 2; }), "a camera has a value out of range");
  EXPECT_EQ(camera([](PackCamera& c) { c.far_distance = kNan; }), "a camera has a value out of range");
  const auto light = [](const std::function<void(PackLight&)>& change) {
    return scene_after<PackLight>(&PackSceneHeader::lights, change);
  };
  EXPECT_EQ(light([](PackLight& l) { l.name.size = 99; }), text);
  EXPECT_EQ(light([](PackLight& l) { l.kind = 3; }), "a light has a value out of range");
  EXPECT_EQ(light([](PackLight& l) { l.color[1] = kNan; }), "a light has a value out of range");
  EXPECT_EQ(scene_after<PackClipNote>(&PackSceneHeader::clips, [](PackClipNote& c) { c.error_bound = -1; }),
            "a tick rate or error bound is below 0");
  EXPECT_EQ(scene_after<float>(&PackSceneHeader::weights, [](float& w) { w = kNan; }),
            "a morph weight at rest is not finite");
}

TEST(PackScene, wrong_notes_on_the_source_are_refused) {
  const auto after = [](std::size_t offset, auto value) {
    AlignedBytes bad = two_node_scene();
    store(bad, offset, value);
    PackScene scene;
    return std::string(read_pack_scene(bad.span(), scene).what);
  };
  const std::string unit = "the unit or the extent of the scene is below 0";
  EXPECT_EQ(after(offsetof(PackSceneHeader, metres_per_unit), -1.0), unit);
  EXPECT_EQ(after(offsetof(PackSceneHeader, extent), std::numeric_limits<double>::infinity()), unit);
  EXPECT_EQ(after(offsetof(PackSceneHeader, linear_colors), 2u), "the flag of linear colours is not 0 or 1");
  EXPECT_EQ(after(offsetof(PackSceneHeader, generator), 99u),
            "a text of the scene runs past the end of the text data");
}

}  // namespace
}  // namespace skelter::test
