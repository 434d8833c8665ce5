#include "skelter/formats/x/read.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "formats/x/read_support.h"

namespace skelter::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(read_x, row_5_stream_without_objects_is_no_model) {
  const std::string message = "t.x: no frame, mesh or animation";
  for (const std::string_view header : {"xof 0303txt 0032", "xof 0302bin 0032"}) {
    const Result<Scene> scene = read_x(bytes_of(header), "t.x");
    ASSERT_FALSE(scene);
    EXPECT_EQ(to_string(scene.error()), message);
    EXPECT_EQ(scene.error().code, "x.no-model");
    EXPECT_EQ(scene.error().status, Status::bad_data);
  }
}

TEST(read_x, frames_alone_are_a_model) {
  EXPECT_EQ(load("Frame F {}").nodes.size(), 1u);
}

TEST(read_x, tells_file_format_and_encoding) {
  ReadOptions options;
  options.metres_per_unit = 0.01;
  const Scene scene = load("Frame F {}", options);
  EXPECT_EQ(scene.file, "t.x");
  EXPECT_EQ(scene.format, "x");
  EXPECT_EQ(scene.encoding, "text");
  EXPECT_EQ(scene.metres_per_unit, 0.01);
  EXPECT_EQ(load("Frame F {}").metres_per_unit, std::nullopt);
}

TEST(read_x, refuses_rates_and_units_that_make_no_sense) {
  ReadOptions rate, unit;
  for (const double bad :
       {0.0, -1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    rate.ticks_per_second = bad;
    unit.metres_per_unit = bad;
    EXPECT_EQ(load_error("Frame F {}", rate), "t.x: ticks per second; expected above 0");
    EXPECT_EQ(load_error("Frame F {}", unit), "t.x: metres per unit; expected above 0");
  }
}

TEST(read_x, row_67_standard_template_with_another_guid_is_read_as_always) {
  const Scene scene = load("template Frame { <3d82ab46-62da-11cf-ab39-0020af71e434> [...] }\nFrame F { " +
                           translation("1,2,3") + " }");
  EXPECT_EQ(scene.nodes.at(0).rest.m[12], 1);
  EXPECT_THAT(warnings(scene), IsEmpty());
  EXPECT_EQ(notes(scene).size(), 1u);
}

TEST(read_x, row_25_alias_of_indexed_color_has_a_small_letter) {
  const auto text = [](const std::string& type) {
    return "template T { <10000000-0000-0000-0000-000000000001> " + type +
           " c; }\nT { 1; 0;0;0;0;; } Frame F {}";
  };
  EXPECT_THAT(warnings(load(text("indexColor"))), IsEmpty());
  EXPECT_FALSE(read_text(text("IndexColor"), strict_reading()));
}

TEST(read_x, row_59_braces_too_many_or_missing_at_the_end) {
  EXPECT_EQ(warnings(load("Frame F { }\n}")).size(), 1u);
  EXPECT_EQ(warnings(load("Frame F { Frame G { }")).size(), 1u);
  EXPECT_EQ(load("Frame F { Frame G { }").nodes.size(), 2u);
  EXPECT_FALSE(read_text("Frame F { }\n}", strict_reading()));
  EXPECT_FALSE(read_text("Frame F { Frame G { }", strict_reading()));
}

TEST(read_x, names_are_converted_to_utf_8) {
  EXPECT_EQ(load("Frame Stra\xDF"
                 "e {}")
                .nodes.at(0)
                .name,
            "Stra\xC3\x9F"
            "e");  // Windows-1252
  ReadOptions options;
  options.code_page = CodePage::shift_jis;
  EXPECT_EQ(load("Frame \x83\x41 {}", options).nodes.at(0).name, "\xE3\x82\xA2");  // katakana "a"
  EXPECT_EQ(load("Frame Stra\xC3\x9F"
                 "e {}")
                .nodes.at(0)
                .name,
            "Stra\xC3\x9F"
            "e");
}

TEST(read_x_file, names_a_file_that_is_not_there) {
  const Result<Scene> scene = read_x_file("/nowhere/walk.x");
  ASSERT_FALSE(scene);
  EXPECT_EQ(scene.error().status, Status::not_found);
}

TEST(read_x_file, reads_and_names_the_file) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("skelter_read_test_" + std::to_string(::getpid()) + ".x"))
          .string();
  std::ofstream(path) << "xof 0303txt 0032\nFrame F {}";
  const Result<Scene> scene = read_x_file(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(scene) << to_string(scene.error());
  EXPECT_EQ(scene->file, path);
  EXPECT_EQ(scene->nodes.size(), 1u);
}

// --- limits: every kind of copy that a small file can ask for ---

std::string limit_error(std::string_view body) {
  ReadOptions options;
  options.limits.max_memory_bytes = 200'000;
  const Result<Scene> scene = read_text(body, options);
  if (scene) return "loaded";
  EXPECT_EQ(scene.error().status, Status::limit_exceeded) << to_string(scene.error());
  EXPECT_EQ(scene.error().code, "x.memory-limit");
  return scene.error().message;
}
const std::string kTooMuch = "needs more memory than the limit of 200000 bytes allows";

TEST(read_limits, row_60_vertex_count_beyond_the_file_is_an_error) {
  EXPECT_EQ(load_error("Frame F { Mesh {\n4294967295; 1;2;3;, } }"),
            "t.x:3: Mesh of Frame F: the count requires 12884901885 values; the 11 bytes left in the file "
            "cannot hold them");
}

TEST(read_limits, row_61_fifty_thousand_nested_frames_are_an_error) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += "Frame {";
  EXPECT_EQ(load_error(text), "t.x:2: Frame: objects nest deeper than the limit of 1024 levels");
}

TEST(read_limits, many_references_to_one_animation_stop_at_the_limit) {
  std::string keys, text;
  for (int i = 0; i < 200; ++i) keys += std::to_string(i) + ";3;1,2,3;,";
  text = "Frame F {} Animation A { {F} AnimationKey { 2; 200; " + keys + "; } }\n";
  for (int i = 0; i < 100; ++i) text += "AnimationSet { {A} }\n";
  EXPECT_EQ(limit_error(text), kTooMuch);
}

TEST(read_limits, many_references_to_one_effect_stop_at_the_limit) {
  std::string text = "EffectInstance E { \"" + std::string(5'000, 'e') + "\"; }\nFrame F {}\n";
  for (int i = 0; i < 100; ++i) text += "Material { 1;1;1;1;; 0; 0;0;0;; 0;0;0;; {E} }\n";
  EXPECT_EQ(limit_error(text), kTooMuch);
}

TEST(read_limits, many_references_to_one_part_of_a_mesh_stop_at_the_limit) {
  std::string indices, text;
  for (int i = 0; i < 5'000; ++i) indices += "0,";
  text = "VertexDuplicationIndices V { 5000; 3; " + indices + "; }\nFrame F { Mesh { " + kTriangle;
  for (int i = 0; i < 100; ++i) text += "{V}\n";
  EXPECT_EQ(limit_error(text + "} }"), kTooMuch);
}

TEST(read_limits, declared_material_count_is_checked_before_it_is_allocated) {
  EXPECT_EQ(limit_error("Frame F { Mesh { " + kTriangle + " MeshMaterialList { 4000000; 1; 0;; } } }"),
            kTooMuch);
}

TEST(read_limits, vertices_split_by_a_normal_for_every_corner_stay_linear) {
  // One vertex in 20,000 faces, each of which has its own normal: 20,000 copies.
  constexpr int kFaces = 20'000;
  std::string faces, values, normal_faces;
  for (int i = 0; i < kFaces; ++i) {
    faces += "3;0,1,2;,";
    values += std::to_string(i) + ";1;0;,";
    normal_faces += "3;" + std::to_string(i) + ",0,0;,";
  }
  const Scene scene = load("Frame { Mesh { 3; 0;0;0;, 1;0;0;, 0;1;0;; " + std::to_string(kFaces) + "; " +
                           faces + "; MeshNormals { " + std::to_string(kFaces) + "; " + values + "; " +
                           std::to_string(kFaces) + "; " + normal_faces + "; } } }");
  EXPECT_EQ(primitive(scene).positions.size(), 3u + kFaces - 1);
  EXPECT_EQ(primitive(scene).source_vertices, 3u);
}

}  // namespace
}  // namespace skelter::test
