// Two keys at one time are a jump, in every format that the command writes. Source: d3dx-behaviour 2.3.4.

#include <gtest/gtest.h>

#include "cli/command_runner.h"

namespace skelter::test {
namespace {

// A tick is a hundredth of a second. A jumps from 2 to 5 at 2 s, and is linear before and after the jump.
std::string jumping(const std::string& keys) {
  return "xof 0303txt 0032\nAnimTicksPerSecond { 100; }\nFrame A { FrameTransformMatrix { 1,0,0,0, 0,1,0,0, "
         "0,0,1,0, 0,0,0,1;; } }\nAnimationSet S { Animation { {A} AnimationKey { " +
         keys + " } } }\n";
}
std::string matrix_key(int tick, double x) {
  return std::to_string(tick) + ";16;1,0,0,0,0,1,0,0,0,0,1,0," + std::to_string(x) + ",0,0,1;";
}

struct Kind {
  const char* name;
  std::string keys;
  int element;                // index into the local matrix
  std::vector<double> times;  // in seconds
  std::vector<double> values;
};

const std::vector<Kind>& kinds() {
  // Rotations about z, with the sine of the angle in element 1: 0, 30, then 90 degrees, and constant after
  // that.
  static const std::vector<Kind> list = {
      {"translation",
       "2; 4; 100;3;1,0,0;, 200;3;2,0,0;, 200;3;5,0,0;, 1000;3;9,0,0;;",
       12,
       {0.5, 1.5, 1.99, 2.0, 2.01, 6.0, 9.9},
       {1, 1.5, 1.99, 5, 5.005, 7, 8.95}},
      {"scale",
       "1; 4; 100;3;1,1,1;, 200;3;2,2,2;, 200;3;5,5,5;, 1000;3;9,9,9;;",
       0,
       {0.5, 1.5, 1.99, 2.0, 6.0},
       {1, 1.5, 1.99, 5, 7}},
      {"rotation",
       "0; 4; 100;4;1,0,0,0;, 200;4;0.9659258,0,0,-0.2588190;, 200;4;0.7071068,0,0,-0.7071068;, "
       "1000;4;0.7071068,0,0,-0.7071068;;",
       1,
       {1.0, 1.5, 2.0, 6.0},
       {0, 0.2588190, 1, 1}},
      {"matrix",
       "4; 4; " + matrix_key(100, 1) + "," + matrix_key(200, 2) + "," + matrix_key(200, 5) + "," +
           matrix_key(1000, 9) + ";",
       12,
       {1.5, 1.99, 2.0, 6.0},
       {1.5, 1.99, 5, 7}},
  };
  return list;
}

void expect_jump(const CommandFolder& folder, const std::string& file, const Kind& kind,
                 const std::vector<std::string>& more, double tolerance) {
  for (std::size_t i = 0; i < kind.times.size(); ++i) {
    std::vector<std::string> line = {"eval",   file,   "--clip", "0", "--time", std::to_string(kind.times[i]),
                                     "--wrap", "once", "--json"};
    line.insert(line.end(), more.begin(), more.end());
    const Ran ran = folder.run(line);
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_NEAR(ran.json()["nodes"][0]["local"][kind.element].get<double>(), kind.values[i], tolerance)
        << file << " at " << kind.times[i];
  }
}

TEST(Jump, both_keys_at_one_time_are_kept_in_every_format) {
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.name);
    const CommandFolder folder;
    folder.write("jump.x", jumping(kind.keys));
    expect_jump(folder, "jump.x", kind, {}, 1e-6);
    expect_jump(folder, "jump.x", kind, {"--path", "runtime"}, 2e-3);
    for (const char* out : {"again.x", "jump.glb", "jump.gltf"})
      ASSERT_EQ(folder.run({"convert", "jump.x", out, "--no-loss", "--quiet"}).code, 0) << out;
    ASSERT_EQ(folder.run({"convert", "jump.glb", "back.x", "--no-loss", "--quiet"}).code, 0);
    ASSERT_EQ(folder.run({"convert", "jump.x", "binary.x", "--encoding", "binary-compressed"}).code, 0);
    ASSERT_EQ(folder.run({"compile", "jump.x", "jump.skelter", "--quiet"}).code, 0);
    for (const char* same : {"again.x", "jump.glb", "jump.gltf", "back.x", "binary.x"})
      expect_jump(folder, same, kind, {}, 2e-6);
    expect_jump(folder, "jump.skelter", kind, {}, 2e-3);
    // Both keys are in the files, in `.x` at the same tick. Matrix keys were converted to translation,
    // rotation and scale keys.
    const cli::Json info = folder.run({"info", "back.x", "--json", "--quiet"}).json();
    const char* part = std::string(kind.name) == "matrix" ? "translation" : kind.name;
    EXPECT_EQ(info["clips"][0]["keys_by_kind"][part], 4);
  }
}

}  // namespace
}  // namespace skelter::test
   // definitions.
