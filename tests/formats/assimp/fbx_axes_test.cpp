// One FBX file per up axis, written by hand. The file says which of its axes points right (CoordAxis), up and
// to the front; our x, y and z are these. Expected points: worked out by hand from that.

#include <gtest/gtest.h>

#include "formats/assimp/made_files.h"
#include "support/near.h"

namespace skelter::test {
namespace {

struct Signed {
  int axis, sign;
};

// A triangle with the first corner at (1, 2, 3), a fourth of it away from the other two along x and y.
std::string triangle_fbx(Signed right, Signed up, Signed front) {
  const auto property = [](const char* name, int value) {
    return "P: \"" + std::string(name) + "\", \"int\", \"Integer\", \"\"," + std::to_string(value) + "\n";
  };
  return "; FBX 7.4.0 project file\nFBXHeaderExtension: {\nFBXHeaderVersion: 1003\nFBXVersion: 7400\n}\n"
         "GlobalSettings: {\nVersion: 1000\nProperties70: {\n" +
         property("UpAxis", up.axis) + property("UpAxisSign", up.sign) + property("FrontAxis", front.axis) +
         property("FrontAxisSign", front.sign) + property("CoordAxis", right.axis) +
         property("CoordAxisSign", right.sign) +
         "}\n}\nObjects: {\nGeometry: 100, \"Geometry::g\", \"Mesh\" {\nVertices: *9 {\na: "
         "1,2,3,1.25,2,3,1,2.25,3\n}\nPolygonVertexIndex: *3 {\na: 0,1,-3\n}\nGeometryVersion: 124\n}\n"
         "Model: 200, \"Model::body\", \"Mesh\" {\nVersion: 232\n}\n}\nConnections: {\nC: \"OO\",200,0\nC: "
         "\"OO\",100,200\n}\n";
}

TEST(FbxAxes, up_becomes_y_and_front_z) {
  struct Case {
    const char* name;
    Signed right, up, front;
    Vec3d expected;
  };
  const Case cases[] = {{"+Y up (Maya)", {0, 1}, {1, 1}, {2, 1}, {1, 2, 3}},
                        {"+Z up (3ds Max, Blender)", {0, 1}, {2, 1}, {1, -1}, {1, 3, -2}},
                        {"+X up", {1, -1}, {0, 1}, {2, 1}, {-2, 1, 3}},
                        {"-Z up", {0, 1}, {2, -1}, {1, 1}, {1, -3, 2}},
                        {"-Y up", {0, -1}, {1, -1}, {2, 1}, {-1, -2, 3}}};
  const MadeFiles files;
  for (const Case& c : cases) {
    const auto scene = files.read("up.fbx", triangle_fbx(c.right, c.up, c.front));
    ASSERT_TRUE(scene.ok()) << c.name << ": " << to_string(scene.error());
    const SkinnedVertices shown = vertices_of(*scene, rest_pose(*scene));
    ASSERT_FALSE(shown.positions.empty()) << c.name;
    EXPECT_TRUE(near(shown.positions[0], c.expected, kNear)) << c.name;
  }
}

}  // namespace
}  // namespace skelter::test
