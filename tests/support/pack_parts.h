#pragma once
// Small blobs written number by number, so that tests of packs depend on no builder: a skeleton with two
// joints, a clip with three frames, a skin with two palette entries, a triangle.

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compile/build_pack/internal/blob_writer.h"
#include "compile/build_pack/internal/pack_writer.h"
#include "runtime/internal/format/blob.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/clip_records.h"
#include "runtime/internal/format/mesh_records.h"
#include "runtime/internal/format/pack_records.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/runtime/skeleton.h"
#include "skelter/runtime/skin.h"
#include "skelter/runtime/skinned_mesh.h"

namespace skelter::test {

inline BlobArray add_text(BlobWriter& writer, std::string_view text) {
  return writer.add(std::span<const char>(text.data(), text.size()));
}

// Root is at the origin, and Tip 2 above it. There are two levels of detail (the lower one omits Tip) and one
// mask "tip".
inline AlignedBytes two_joint_skeleton() {
  BlobWriter writer(sizeof(SkeletonHeader));
  SoaTransform rest = SoaTransform::identity();
  rest.rows[1][1] = 2;
  SkeletonHeader header;
  header.parents = writer.add(std::vector<std::uint16_t>{kNone16, 0});
  header.rest_pose = writer.add(std::vector<SoaTransform>{rest});
  header.nodes = writer.add(std::vector<std::uint32_t>{0, 1});
  header.helpers = writer.add(std::vector<std::uint8_t>{0, 0});
  header.name_begin = writer.add(std::vector<std::uint32_t>{0, 4, 7});
  header.names = add_text(writer, "RootTip");
  header.lod_joint_counts = writer.add(std::vector<std::uint32_t>{2, 1});
  header.mask_weights = writer.add(std::vector<float>{0, 1, 0, 0, 0, 0, 0, 0});
  header.mask_name_begin = writer.add(std::vector<std::uint32_t>{0, 3});
  header.mask_names = add_text(writer, "tip");
  return writer.finish(header);
}

// Appends one frame of packed rotations about z for Root and Tip; see PartFormat::packed.
inline void append_turns(std::vector<std::int16_t>& frame, double root_rad, double tip_rad) {
  const auto packed = [](double value) { return static_cast<std::int16_t>(std::lround(32767 * value)); };
  std::array<std::int16_t, 32> numbers{};
  for (std::size_t lane = 0; lane < 8; ++lane) {
    const double half = lane == 0 ? root_rad / 2 : lane == 1 ? tip_rad / 2 : 0;
    const std::size_t base = lane < 4 ? 16 + lane : 24 + lane - 4;  // z, followed by four numbers of w
    numbers[base] = packed(std::sin(half));
    numbers[base + 4] = packed(std::cos(half));
  }
  frame.insert(frame.end(), numbers.begin(), numbers.end());
}

// Clip "bend": Tip rotates about z by 0, 45 and 90 degrees at 0, 0.1 and 0.2 s; there is an event "half" at
// 0.1 s, and a scalar that goes from 0 to 1.
inline AlignedBytes bend_clip() {
  BlobWriter writer(sizeof(ClipHeader));
  constexpr double kQuarter = 0.78539816339744831;  // 45 degrees
  std::vector<std::int16_t> frames;
  for (const double turn : {0.0, kQuarter, 2 * kQuarter}) append_turns(frames, 0, turn);
  // Translations: x, y, z for eight joints each; then the constants of the rotations.
  std::vector<float> constants(24 + 40);
  constants[8 + 1] = 2;
  for (std::size_t lane = 0; lane < 8; ++lane) constants[24 + 32 + lane] = 1.0f / 32767;  // steps
  std::vector<std::uint8_t> spread;  // all numbers have two bytes and are in order
  for (std::size_t i = 0; i < 64; ++i) spread.push_back(static_cast<std::uint8_t>(i % 16));
  frames.resize(frames.size() + 8);  // padding at the end
  ClipHeader header;
  header.duration_s = 0.2f;
  header.sample_rate_hz = 10;
  header.frame_count = 3;
  header.last_interval_s = 0.1f;
  header.joint_count = 2;
  ClipPart translation, rotation, scale;
  translation.format = PartFormat::constant;
  rotation.format = PartFormat::packed;
  for (std::uint8_t i = 0; i < 3; ++i) rotation.group_begin[i] = static_cast<std::uint8_t>(16 * (i + 1));
  rotation.range = 24;
  header.parts = writer.add(std::vector<ClipPart>{translation, rotation, scale});
  header.spreads = writer.add(spread);
  header.constants = writer.add(constants);
  header.rates = writer.add(std::vector<ClipRate>{{1, 64, 0}});
  header.frames = writer.add(std::as_bytes(std::span<const std::int16_t>(frames)));
  const KeyedTrack steps{1, PartKind::translation, 1, 0, 2};
  header.keyed = writer.add(std::vector<KeyedTrack>{steps});
  header.key_times_s = writer.add(std::vector<float>{0, 0.15f});
  header.key_values = writer.add(std::vector<float>{0, 2, 0, 0, 0, 3, 0, 0});
  header.scalars = writer.add(std::vector<ScalarTrack>{{2, kNone, 0, 0, 0, 2}});
  header.scalar_times_s = writer.add(std::vector<float>{0, 0.2f});
  header.scalar_values = writer.add(std::vector<float>{0, 1});
  header.events = writer.add(std::vector<ClipEvent>{{0.1f, 1}});
  header.string_begin = writer.add(std::vector<std::uint32_t>{0, 4, 8, 12});
  header.strings = add_text(writer, "bendhalfglow");
  for (const std::size_t axis : {0u, 1u, 2u}) {
    header.bounds_min[axis] = -3;
    header.bounds_max[axis] = 3;
  }
  return writer.finish(header);
}

inline AlignedBytes two_joint_skin() {
  BlobWriter writer(sizeof(SkinHeader));
  Affine tip_from_mesh;
  tip_from_mesh.m[1][3] = -2;
  SkinHeader header;
  header.joints = writer.add(std::vector<std::uint16_t>{0, 1});
  header.joint_from_mesh = writer.add(std::vector<Affine>{Affine{}, tip_from_mesh});
  return writer.finish(header);
}

// A triangle with one corner on Root and two on Tip.
inline AlignedBytes triangle_mesh() {
  BlobWriter writer(sizeof(SkinnedMeshHeader));
  SkinnedMeshHeader header;
  header.vertex_count = 3;
  header.palette_size = 2;
  header.sections = writer.add(std::vector<InfluenceSection>{{1, 0, 3, 0, 0}});
  header.vertices = writer.add(std::vector<float>{0, -1, 1, 0, 0, 2, 2, 0, 0, 0, 0, 0});
  header.joints = writer.add(std::vector<std::uint16_t>{0, 1, 1, 0});
  header.indices = writer.add(std::vector<std::uint32_t>{0, 2, 1});
  header.parts = writer.add(std::vector<MeshPart>{{kNone, 0, 3}});
  header.source_vertex = writer.add(std::vector<std::uint32_t>{0, 1, 2});
  header.joint_bounds = writer.add(std::vector<JointBounds>{{{0, 0, 0}, {0, 0, 0}}, {{-1, 0, 0}, {1, 0, 0}}});
  return writer.finish(header);
}

// Material "cloth": blended, with the clamped texture "skin.png"; the image of the texture is the only one in
// the pack.
inline AlignedBytes cloth_look() {
  BlobWriter writer(sizeof(PackLookHeader));
  PackMaterial cloth;
  cloth.name = {0, 5};
  cloth.flags = kPackDoubleSided | kPackPbr;
  cloth.base_color[0] = 0.5f;
  cloth.base_color[3] = 0.25f;
  cloth.alpha_mode = 2;
  cloth.maps[0].texture = 0;
  PackLookHeader header;
  header.materials = writer.add(std::vector<PackMaterial>{cloth});
  header.textures = writer.add(std::vector<PackTexture>{{{5, 8}, 0, 0}});
  header.samplers = writer.add(std::vector<PackSampler>{{{}, 2, 6, 2, 1}});
  header.images = writer.add(std::vector<PackImage>{{{5, 4}, {13, 9}}});
  header.texts = add_text(writer, "clothskin.pngimage/png");
  return writer.finish(header);
}

// Root with a camera, and below it Tip with the mesh "strip" and a light; one clip with 4800 ticks per
// second.
inline AlignedBytes two_node_scene() {
  BlobWriter writer(sizeof(PackSceneHeader));
  PackNode root, tip;
  root.name = {0, 4};
  root.flags = kPackNodeShown | kPackNodeParts;
  root.camera = 0;
  for (const std::size_t one : {6u, 7u, 8u, 9u}) root.rest[one] = 1;
  tip.name = {4, 3};
  tip.parent = 0;
  tip.depth = 1;
  tip.flags = kPackNodeShown;
  tip.light = 0;
  for (const std::size_t one : {0u, 5u, 10u, 15u}) tip.rest[one] = 1;
  tip.rest[13] = 2;
  PackInstance strip;
  strip.mesh_name = {7, 5};
  strip.node = 1;
  strip.skin = 0;
  strip.joint_count = 2;
  PackCamera camera;
  camera.fov_y_rad = 1;
  camera.near_distance = 0.1f;
  PackLight light;
  light.kind = 1;
  light.intensity = 5;
  PackSceneHeader header;
  header.nodes = writer.add(std::vector<PackNode>{root, tip});
  header.instances = writer.add(std::vector<PackInstance>{strip});
  header.cameras = writer.add(std::vector<PackCamera>{camera});
  header.lights = writer.add(std::vector<PackLight>{light});
  header.clips = writer.add(std::vector<PackClipNote>{{4800, 0.001}});
  header.weights = writer.add(std::vector<float>{0.5f});
  header.texts = add_text(writer, "RootTipstripby hand");
  header.file = {12, 7};
  header.extent = 3;
  return writer.finish(header);
}

// The sections of a small pack, and the bytes they refer to.
struct PackParts {
  AlignedBytes skeleton = two_joint_skeleton();
  AlignedBytes clip = bend_clip();
  AlignedBytes skin = two_joint_skin();
  AlignedBytes mesh = triangle_mesh();
  AlignedBytes look = cloth_look();
  std::string picture = "PNG of one pixel";  // never decoded
  AlignedBytes scene = two_node_scene();

  std::vector<PackSection> sections() const {
    return {{SectionKind::skeleton, "", skeleton.span()},
            {SectionKind::clip, "bend", clip.span()},
            {SectionKind::skin, "strip", skin.span()},
            {SectionKind::mesh, "triangle", mesh.span()},
            {SectionKind::materials, "materials", look.span()},
            {SectionKind::images, "skin", std::as_bytes(std::span(picture.data(), picture.size()))},
            {SectionKind::scene, "scene", scene.span()}};
  }
};

inline AlignedBytes small_pack() {
  const PackParts parts;
  return write_pack(parts.sections());
}

}  // namespace skelter::test
