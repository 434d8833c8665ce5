// Cameras: angles and sizes worked out by hand, and those that an independent reader finds in the corpus.

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "formats/fbx/made_file.h"
#include "skelter/system/file.h"
#include "support/corpus.h"

namespace skelter {
namespace {

constexpr double kDegreesPerRadian = 57.29577951308232;

SceneCamera made_camera(const std::string& properties, const std::string& more = {}) {
  const Scene scene = test::made_scene(
      {"Model: 1, \"Model::Eye\", \"Camera\" {\n}\nNodeAttribute: 2, \"NodeAttribute::Eye\", \"Camera\" {\n"
       "Properties70:  {\n" +
           properties + "}\n}\n",
       "C: \"OO\", 1, 0\nC: \"OO\", 2, 1\n",
       {},
       more});
  EXPECT_EQ(scene.cameras.size(), 1u);
  return scene.cameras.empty() ? SceneCamera() : scene.cameras[0];
}

std::string shape(int gate_fit, double width, double height) {
  using test::fbx_property;
  return fbx_property("GateFit", std::to_string(gate_fit)) +
         fbx_property("AspectWidth", std::to_string(width)) +
         fbx_property("AspectHeight", std::to_string(height)) + fbx_property("FilmWidth", "2") +
         fbx_property("FilmHeight", "1.5");
}

TEST(FbxCameras, the_gate_says_which_side_of_the_film_rules) {
  using test::fbx_property;
  const std::string lens = fbx_property("ApertureMode", "3") + fbx_property("FocalLength", "25.4");
  const std::string flat = fbx_property("CameraProjectionType", "1") + fbx_property("OrthoZoom", "0.5");
  // An image of 2:1 on a film of 2 x 1.5 inches, with a focal length of one inch. Orthographic: 0.5 of 30
  // units.
  struct Case {
    int gate_fit;
    double film_height, width, height;
  };
  for (const Case& c :
       {Case{1, 1.5, 30, 15}, Case{2, 1, 15, 7.5}, Case{3, 1, 15, 7.5}, Case{4, 1.5, 30, 15}}) {
    SCOPED_TRACE(c.gate_fit);
    const std::string of = shape(c.gate_fit, 200, 100);
    EXPECT_NEAR(made_camera(lens + of).fov_y_rad, 2 * std::atan(c.film_height / 2), 1e-6);
    const SceneCamera camera = made_camera(flat + of);
    EXPECT_TRUE(camera.orthographic);
    EXPECT_NEAR(2 * camera.half_width, c.width, 1e-5);
    EXPECT_NEAR(2 * camera.half_height, c.height, 1e-5);
  }
  // An image of 1:1 is narrower than the film, so `fill` and `overscan` are swapped.
  EXPECT_NEAR(made_camera(lens + shape(3, 1, 1)).fov_y_rad, 2 * std::atan(1.5 / 2), 1e-6);
  EXPECT_NEAR(made_camera(lens + shape(4, 1, 1)).fov_y_rad, 2 * std::atan(2.0 / 2), 1e-6);
}

TEST(FbxCameras, of_the_corpus_are_those_of_another_reader) {
  SKELTER_REQUIRE_CORPUS();
  const auto bytes = read_file(test::corpus_folder() + "/fbx/expected.json");
  ASSERT_TRUE(bytes.ok());
  const auto* text = reinterpret_cast<const char*>(bytes->data());
  const auto all = nlohmann::json::parse(text, text + bytes->size())["files"];
  std::size_t angles = 0, sizes = 0;
  for (const auto& [file, expected] : all.items()) {
    if (!expected.contains("cameras")) continue;
    const auto scene = read_fbx_file(test::corpus_folder() + "/fbx/" + file);
    ASSERT_TRUE(scene.ok()) << to_string(scene.error());
    const auto& cameras = expected["cameras"];
    ASSERT_EQ(scene->cameras.size(), cameras.size()) << file;
    for (std::size_t i = 0; i < cameras.size(); ++i) {
      const SceneCamera& camera = scene->cameras[i];
      SCOPED_TRACE(file + " " + camera.name);
      EXPECT_EQ(camera.orthographic, cameras[i]["orthographic"].get<bool>());
      if (camera.orthographic) {
        ++sizes;
        const double width = cameras[i]["ortho_size"][0], height = cameras[i]["ortho_size"][1];
        EXPECT_NEAR(2 * camera.half_height, height, 1e-3);
        // Without a gate, the other reader assumes a square, but we use the shape of the film.
        if (width != height) {
          EXPECT_NEAR(2 * camera.half_width, width, 1e-3);
        }
      } else {
        ++angles;
        EXPECT_NEAR(camera.fov_y_rad * kDegreesPerRadian, cameras[i]["fov_deg"][1].get<double>(), 0.01);
      }
    }
  }
  EXPECT_GE(angles, 6u);
  EXPECT_GE(sizes, 20u);
}

}  // namespace
}  // namespace skelter
