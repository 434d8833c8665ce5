// Small files of each format, written by hand, with numbers worked out by hand.

#include "skelter/formats/assimp/read.h"

#include <gmock/gmock.h>

#include "formats/assimp/made_files.h"
#include "support/near.h"

namespace skelter::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;

TEST(AssimpExtensions, are_those_that_assimp_lists) {
  EXPECT_THAT(assimp_extensions(),
              IsSupersetOf({".3ds", ".b3d", ".dae", ".fbx", ".md5anim", ".md5mesh", ".obj", ".ply", ".smd"}));
  EXPECT_THAT(assimp_extensions(), Not(Contains(".mesh.xml")));  // covered by ".xml"
}

// --- BVH ---

// The hip moves to (1, 2, 3) in half a second, and the knee turns by 90 degrees about z.
constexpr const char* kBvh = R"(HIERARCHY
ROOT Hip
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Knee
  {
    OFFSET 0 -2 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 -1 0
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.5
0 0 0 0 0 0 0 0 0
1 2 3 0 0 0 90 0 0
)";

TEST(AssimpRead, bvh_moves_its_joints) {
  const MadeFiles files;
  const auto scene = files.read("step.bvh", kBvh);
  ASSERT_TRUE(scene) << to_string(scene.error());
  EXPECT_EQ(scene->format, "bvh");
  EXPECT_TRUE(scene->meshes.empty());  // Assimp's placeholder for a missing mesh must not appear
  ASSERT_EQ(scene->clips.size(), 1u);
  EXPECT_DOUBLE_EQ(scene->clips[0].duration_s, 0.5);
  EXPECT_EQ(scene->clips[0].ticks_per_second, 2);
  const Pose rest = rest_pose(*scene);
  EXPECT_TRUE(near(place_of(*scene, rest, "Knee"), {0, -2, 0}, kNear));
  EvaluateOptions once;
  once.loop = Loop::once;
  const Pose end = evaluate(*scene, 0, 0.5, once);
  EXPECT_TRUE(near(place_of(*scene, end, "Hip"), {1, 2, 3}, kNear));
  EXPECT_TRUE(near(place_of(*scene, end, "Knee"), {1, 0, 3}, kNear));
  // The end, at (0, -1, 0) in the space of the knee, turns to (1, 0, 0).
  EXPECT_TRUE(near(place_of(*scene, end, "EndSite_Knee"), {2, 0, 3}, kNear));
}

TEST(AssimpRead, ticks_per_second_of_the_caller_win) {
  const MadeFiles files;
  ReadOptions options;
  options.ticks_per_second = 10;
  const auto scene = files.read("step.bvh", kBvh, options);
  ASSERT_TRUE(scene);
  EXPECT_DOUBLE_EQ(scene->clips[0].duration_s, 0.1);
}

// --- MD5: z up; quaternions are written without w, which is minus the root (id Software's convention) ---

constexpr const char* kMd5Mesh = R"(MD5Version 10
commandline ""
numJoints 2
numMeshes 1
joints {
  "root" -1 ( 0 0 0 ) ( 0 0 0 )
  "tip" 0 ( 0 0 2 ) ( 0 0 0 )
}
mesh {
  shader "skin"
  numverts 3
  vert 0 ( 0 0 ) 0 1
  vert 1 ( 1 0 ) 1 1
  vert 2 ( 0 1 ) 2 2
  numtris 1
  tri 0 0 1 2
  numweights 4
  weight 0 0 1 ( 0 0 0 )
  weight 1 1 1 ( 1 0 0 )
  weight 2 0 0.5 ( 0 1 0 )
  weight 3 1 0.5 ( 0 1 -2 )
}
)";

constexpr const char* kMd5Anim = R"(MD5Version 10
commandline ""
numFrames 2
numJoints 2
frameRate 4
numAnimatedComponents 6
hierarchy {
  "root" -1 0 0
  "tip" 0 63 0
}
bounds {
  ( 0 0 0 ) ( 1 1 2 )
  ( 0 0 0 ) ( 1 1 2 )
}
baseframe {
  ( 0 0 0 ) ( 0 0 0 )
  ( 0 0 2 ) ( 0 0 0 )
}
frame 0 {
  0 0 2 0 0 0
}
frame 1 {
  0 0 2 0 0 0.70710678
}
)";

TEST(AssimpRead, md5_mesh_and_its_animation_bend_the_skin) {
  const MadeFiles files;
  files.write("bend.md5anim", kMd5Anim);
  const auto scene = files.read("bend.md5mesh", kMd5Mesh);
  ASSERT_TRUE(scene) << to_string(scene.error());
  ASSERT_EQ(scene->skins.size(), 1u);
  ASSERT_EQ(scene->clips.size(), 1u);
  EXPECT_NEAR(scene->clips[0].duration_s, 0.25, 1e-9);
  // (x, y, z) in the file becomes (x, z, -y).
  const auto has = [&](const std::vector<Vec3d>& list, const Vec3d& wanted) {
    return std::any_of(list.begin(), list.end(),
                       [&](const Vec3d& p) { return bool{near(p, wanted, kNear)}; });
  };
  const auto rest = vertices_of(*scene, rest_pose(*scene)).positions;
  ASSERT_EQ(rest.size(), 3u);
  EXPECT_TRUE(has(rest, {0, 0, 0}));
  EXPECT_TRUE(has(rest, {1, 2, 0}));
  EXPECT_TRUE(has(rest, {0, 0, -1}));
  EvaluateOptions once;
  once.loop = Loop::once;
  // The tip turns by -90 degrees about the file's z axis, which is our y. (1, 0, 0) moves to (0, -1, 0)
  // there. The third vertex follows it by half and is between (0, 1, 0) and (1, 0, 0).
  const auto bent = vertices_of(*scene, evaluate(*scene, 0, 0.25, once)).positions;
  EXPECT_TRUE(has(bent, {0, 0, 0}));
  EXPECT_TRUE(has(bent, {0, 2, 1}));
  EXPECT_TRUE(has(bent, {0.5, 0, -0.5}));
}

TEST(AssimpRead, a_clip_file_alone_is_a_skeleton_with_a_clip) {
  const MadeFiles files;
  const auto scene = files.read("bend.md5anim", kMd5Anim);
  ASSERT_TRUE(scene) << to_string(scene.error());
  EXPECT_NE(find_node(*scene, "tip"), kNone);
  EXPECT_EQ(scene->clips.size(), 1u);
  EXPECT_TRUE(scene->meshes.empty());
}

// --- OBJ ---

constexpr const char* kObj = R"(mtllib paint.mtl
o Tile
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
vt 0 0
vt 1 0
vt 1 1
vt 0 1
vn 0 0 1
usemtl red
f 1/1/1 2/2/1 3/3/1 4/4/1
)";

TEST(AssimpRead, obj_has_triangles_texture_coordinates_and_material) {
  const MadeFiles files;
  files.write("paint.mtl", "newmtl red\nKd 1 0.5 0.25\nd 0.5\nmap_Kd wood\\\\oak.png\n");
  const auto scene = files.read("tile.obj", kObj);
  ASSERT_TRUE(scene) << to_string(scene.error());
  ASSERT_EQ(scene->meshes.size(), 1u);
  const Primitive& tile = scene->meshes[0].primitives[0];
  EXPECT_EQ(tile.positions.size(), 4u);
  EXPECT_EQ(tile.indices.size(), 6u);
  EXPECT_FALSE(tile.normals_generated);
  ASSERT_EQ(tile.uvs.size(), 1u);
  for (std::size_t v = 0; v < 4; ++v) {
    EXPECT_EQ(tile.normals[v], (Vec3{0, 0, 1}));
    EXPECT_EQ(tile.uvs[0][v], (Vec2{tile.positions[v].x, 1 - tile.positions[v].y}));  // v points down
  }
  const Material& red = scene->materials.at(tile.materials.at(0));
  EXPECT_EQ(red.name, "red");
  EXPECT_EQ(red.base_color, (Vec4{1, 0.5f, 0.25f, 0.5f}));
  ASSERT_NE(red.base_color_texture, kNone);
  EXPECT_EQ(scene->textures[red.base_color_texture].name, "wood/oak.png");
}

TEST(AssimpRead, files_elsewhere_are_not_opened) {
  const MadeFiles files;
  files.write("paint.mtl", "newmtl red\nKd 1 0.5 0.25\n");
  const auto scene = files.read("models/tile.obj", std::string(kObj).replace(7, 9, "../paint.mtl"));
  ASSERT_TRUE(scene) << to_string(scene.error());
  const Diagnostic* missing = scene->diagnostics.find("assimp.file");
  ASSERT_NE(missing, nullptr);
  EXPECT_EQ(files.without_folder(to_string(*missing)),
            "models/tile.obj: paint.mtl: the model file refers to it, but it is not in the same folder");
}

TEST(AssimpRead, normals_are_made_where_there_are_none) {
  const MadeFiles files;
  const auto scene = files.read("roof.obj", "v 0 0 0\nv 1 0 0\nv 0 0 -1\nf 1 2 3\n");
  ASSERT_TRUE(scene);
  const Primitive& roof = scene->meshes.at(0).primitives.at(0);
  EXPECT_TRUE(roof.normals_generated);
  for (const Vec3& normal : roof.normals) EXPECT_TRUE(near(to_double(normal), {0, 1, 0}, kNear));
}

// --- errors ---

TEST(AssimpRead, refusals_contain_the_reason_of_assimp) {
  const MadeFiles files;
  EXPECT_EQ(files.error("arm.fbx", "nothing"),
            "arm.fbx: FBX files are read by Skelter's own reader, not through Assimp");
  EXPECT_THAT(files.error("bad.dae", "<COLLADA"), HasSubstr("bad.dae: Assimp cannot read it: "));
  const auto none = read_assimp_file("no/such.fbx");
  ASSERT_FALSE(none);
  EXPECT_EQ(to_string(none.error()), "no/such.fbx: no such file");
}

// Assimp 5.2.5 copies the vertex of a triangle without checking that it exists.
TEST(AssimpRead, a_crash_of_assimp_is_an_error) {
  const MadeFiles files;
  std::string text = kMd5Mesh;
  text.replace(text.find("tri 0 0 1 2"), 11, "tri 0 0 1 2000000000");
  EXPECT_EQ(files.error("bad.md5mesh", text),
            "bad.md5mesh: Assimp crashed with signal 11 while reading this file");
}

TEST(AssimpRead, limits_of_time_and_nodes_hold) {
  const MadeFiles files;
  EXPECT_EQ(files.error("step.bvh", kBvh, {}, 1e-9), "step.bvh: Assimp takes longer than 1e-09 s");
  ReadOptions options;
  options.limits.max_nodes = 2;
  EXPECT_EQ(files.error("step.bvh", kBvh, options), "step.bvh: more than the limit of 2 nodes");
}

TEST(AssimpRead, options_are_above_0) {
  const MadeFiles files;
  ReadOptions options;
  options.ticks_per_second = 0;
  EXPECT_EQ(files.error("step.bvh", kBvh, options), "step.bvh: ticks per second; expected above 0");
  options = {};
  options.metres_per_unit = -1;
  EXPECT_EQ(files.error("step.bvh", kBvh, options), "step.bvh: metres per unit; expected above 0");
}

}  // namespace
}  // namespace skelter::test
