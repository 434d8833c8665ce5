// Models and clips in separate FBX files: names, units, and node data of the clip's file.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <span>

#include "formats/fbx/made_file.h"
#include "load/internal/merge_other_clips.h"
#include "skelter/load.h"
#include "skelter/scene/evaluate.h"
#include "support/corpus.h"

namespace skelter {
namespace {

using test::fbx_property;
using test::MadeFbx;

// Hips and a knee below them. In the clip, the curves of the hips go from one value to the other within a
// second.
struct MadeFigure {
  std::string unit = "1";  // centimetres
  std::string hips = "0,100,0", knee = "0,-50,0";
  std::string hips_properties{}, clip{};
  std::string animated = "Lcl Translation", from{}, to{};  // x, y, z each
};

Scene made(const MadeFigure& figure, const std::string& file) {
  MadeFbx fbx;
  fbx.settings = fbx_property("UnitScaleFactor", figure.unit);
  fbx.objects = "  Model: 10, \"Model::mixamorig:Hips\", \"LimbNode\" {\n    Properties70:  {\n" +
                fbx_property("Lcl Translation", figure.hips) + figure.hips_properties +
                "    }\n  }\n  Model: 11, \"Model::mixamorig:Knee\", \"LimbNode\" {\n    Properties70:  {\n" +
                fbx_property("Lcl Translation", figure.knee) + "    }\n  }\n";
  fbx.connections = "  C: \"OO\", 10, 0\n  C: \"OO\", 11, 10\n";
  if (!figure.clip.empty()) {
    fbx.objects += "  AnimationStack: 20, \"AnimStack::" + figure.clip +
                   "\", \"\" {\n  }\n  AnimationLayer: 21, \"AnimLayer::\", \"\" {\n  }\n"
                   "  AnimationCurveNode: 22, \"AnimCurveNode::\", \"\" {\n  }\n";
    fbx.connections +=
        "  C: \"OO\", 21, 20\n  C: \"OO\", 22, 21\n  C: \"OP\", 22, 10, \"" + figure.animated + "\"\n";
    std::string from = figure.from + ",", to = figure.to + ",";
    for (int axis = 0; axis < 3; ++axis) {
      const std::string id = std::to_string(30 + axis);
      const std::string a = from.substr(0, from.find(',')), b = to.substr(0, to.find(','));
      from.erase(0, a.size() + 1);
      to.erase(0, b.size() + 1);
      fbx.objects += "  AnimationCurve: " + id +
                     ", \"AnimCurve::\", \"\" {\n    KeyTime: *2 {\n      a: 0,46186158000\n    }\n    "
                     "KeyValueFloat: *2 {\n"
                     "      a: " +
                     a + "," + b +
                     "\n    }\n    KeyAttrFlags: *1 {\n      a: 4\n    }\n    KeyAttrDataFloat: *4 {\n      "
                     "a: 0,0,0,0\n    }\n"
                     "    KeyAttrRefCount: *1 {\n      a: 2\n    }\n  }\n";
      fbx.connections +=
          "  C: \"OP\", " + id + ", 22, \"d|" + std::string(1, static_cast<char>('X' + axis)) + "\"\n";
    }
  }
  auto scene = test::read_made(test::fbx_text(fbx), file);
  EXPECT_TRUE(scene.ok()) << (scene.ok() ? "" : to_string(scene.error()));
  return scene ? std::move(*scene) : Scene();
}

MadeFigure walking() {
  MadeFigure figure;
  figure.clip = "mixamo.com";
  figure.from = "0,100,0";
  figure.to = "0,120,0";
  return figure;
}

Mat4d world_of(const Scene& scene, const std::string& clip, double time_s, const std::string& node) {
  EvaluateOptions options;
  options.loop = Loop::once;
  const std::uint32_t index = find_clip(scene, clip);
  EXPECT_NE(index, kNone) << clip;
  return index == kNone ? Mat4d{} : evaluate(scene, index, time_s, options).world[find_node(scene, node)];
}

void expect_place(const Vec3d& got, const Vec3d& want, double tolerance = 1e-3) {
  EXPECT_LT(length(got - want), tolerance) << got.x << " " << got.y << " " << got.z;
}

TEST(FbxClips, clips_called_mixamo_com_are_named_after_their_files) {
  Scene figure = made({}, "hero.fbx");
  for (const char* file : {"clips/Walking.fbx", "clips\\Left Turn 90.fbx", "Idle.v2.fbx"})
    ASSERT_TRUE(merge_other_clips(figure, made(walking(), file), false).ok());
  ASSERT_EQ(figure.clips.size(), 3u);
  EXPECT_EQ(figure.clips[0].name, "Walking");
  EXPECT_EQ(figure.clips[1].name, "Left Turn 90");
  EXPECT_EQ(figure.clips[2].name, "Idle.v2");
  MadeFigure named = walking();
  named.clip = "Run";
  ASSERT_TRUE(merge_other_clips(figure, made(named, "clips/other.fbx"), false).ok());
  EXPECT_EQ(figure.clips[3].name, "Run");
}

Scene with_clips(const std::string& file, const std::vector<const char*>& names) {
  MadeFigure named = walking();
  Scene scene = made(named, file);
  const Clip clip = scene.clips.at(0);
  scene.clips.clear();
  for (const char* name : names) {
    scene.clips.push_back(clip);
    scene.clips.back().name = name;
  }
  return scene;
}

std::vector<std::string> names_of(const Scene& scene) {
  std::vector<std::string> names;
  for (const Clip& clip : scene.clips) names.push_back(clip.name.value_or(""));
  return names;
}

// Names that programs give to every clip. Unity's convention puts the name of the model before an @.
TEST(FbxClips, clips_with_default_names_are_named_after_their_files) {
  Scene figure = with_clips("hero.fbx", {"Take 001"});
  for (const auto& [file, name] :
       {std::pair{"Hero@Run.fbx", "Take 001"}, std::pair{"a@b/Hero@Jump.fbx", "Armature|mixamo.com|Layer0"},
        std::pair{"@Hit.fbx", "Scene"}, std::pair{"mail@.fbx", "Unreal Take"},
        std::pair{"other/Run.fbx", "Take_02"}, std::pair{"Climb.fbx", "Armature|Take 001|BaseLayer"}})
    ASSERT_TRUE(merge_other_clips(figure, with_clips(file, {name}), false).ok());
  EXPECT_EQ(names_of(figure),
            (std::vector<std::string>{"Take 001", "Run", "Jump", "Hit", "mail@", "Run 2", "Climb"}));
}

TEST(FbxClips, every_clip_can_be_found_by_its_name) {
  Scene figure = with_clips("hero.fbx", {"Idle"});
  ASSERT_TRUE(merge_other_clips(figure, with_clips("Sit.fbx", {"Idle"}), false).ok());
  ASSERT_TRUE(merge_other_clips(
                  figure, with_clips("set.fbx", {"Idle", "Take 001", "Walk", "Take 002", "Takeoff 1"}), false)
                  .ok());
  ASSERT_TRUE(merge_other_clips(figure, with_clips("more.fbx", {"Walk", "Walk"}), false).ok());
  ASSERT_TRUE(merge_other_clips(figure, with_clips("Walk.fbx", {"Walk", "Walk"}), false).ok());
  EXPECT_EQ(names_of(figure),
            (std::vector<std::string>{"Idle", "Sit", "set Idle", "set", "Walk", "set 2", "Takeoff 1",
                                      "more Walk", "more Walk 2", "Walk 2", "Walk 3"}));
}

// The same clip in metres: its hips move from 1 to 1.2 of its units.
TEST(FbxClips, clips_of_another_unit_are_scaled) {
  MadeFigure metres = walking();
  metres.unit = "100";
  metres.hips = "0,1,0";
  metres.knee = "0,-0.5,0";
  metres.from = "0,1,0";
  metres.to = "0,1.2,0";
  Scene figure = made({}, "hero.fbx");
  ASSERT_TRUE(merge_other_clips(figure, made(metres, "walk.fbx"), false).ok());
  expect_place(translation_part(world_of(figure, "walk", 0.5, "mixamorig:Hips")), {0, 110, 0});
  expect_place(translation_part(world_of(figure, "walk", 1, "mixamorig:Knee")), {0, 70, 0});
  EXPECT_EQ(test::messages_of(figure, "merge.unit"),
            std::vector<std::string>{
                "walk.fbx: a unit is 1 m, but a unit of the model is 0.01 m; the clips are scaled by 100"});
  EXPECT_EQ(figure.diagnostics.find("merge.lengths"), nullptr);
}

// The same model in metres as glTF, with a clip "walk" in which the hips move from 1 to 1.2.
Scene metres_gltf(const std::string& file) {
  const std::string text = R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}],
    "nodes": [{"name": "mixamorig:Hips", "translation": [0, 1, 0], "children": [1]},
              {"name": "mixamorig:Knee", "translation": [0, -0.5, 0]}],
    "buffers": [{"byteLength": 32, "uri": "data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAACAPwAAAAAAAAAAmpmZPwAAAAA="}],
    "bufferViews": [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 24}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
                  {"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3"}],
    "animations": [{"name": "walk", "samplers": [{"input": 0, "output": 1}],
                    "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}]})";
  auto scene = load_scene(std::as_bytes(std::span(text)), file);
  EXPECT_TRUE(scene.ok()) << (scene.ok() ? "" : to_string(scene.error()));
  return scene ? std::move(*scene) : Scene();
}

TEST(FbxClips, clips_of_gltf_are_scaled_to_an_fbx_figure) {
  Scene figure = made({}, "hero.fbx");
  ASSERT_TRUE(merge_other_clips(figure, metres_gltf("walk.gltf"), false).ok());
  expect_place(translation_part(world_of(figure, "walk", 0.5, "mixamorig:Hips")), {0, 110, 0});
  expect_place(translation_part(world_of(figure, "walk", 1, "mixamorig:Knee")), {0, 70, 0});
  EXPECT_EQ(test::messages_of(figure, "merge.unit"),
            std::vector<std::string>{
                "walk.gltf: a unit is 1 m, but a unit of the model is 0.01 m; the clips are scaled by 100"});
}

TEST(FbxClips, clips_of_fbx_are_scaled_to_a_gltf_figure) {
  Scene figure = metres_gltf("hero.gltf");
  ASSERT_TRUE(merge_other_clips(figure, made(walking(), "run.fbx"), false).ok());
  expect_place(translation_part(world_of(figure, "run", 0.5, "mixamorig:Hips")), {0, 1.1, 0});
  expect_place(translation_part(world_of(figure, "run", 1, "mixamorig:Knee")), {0, 0.7, 0});
  EXPECT_EQ(test::messages_of(figure, "merge.unit"),
            std::vector<std::string>{
                "run.fbx: a unit is 0.01 m, but a unit of the model is 1 m; the clips are scaled by 0.01"});
}

// Some converters write centimetres to glTF files.
TEST(FbxClips, a_gltf_figure_with_the_numbers_of_the_clip_keeps_them) {
  Scene figure = metres_gltf("hero.gltf");
  MadeFigure small = walking();
  small.hips = "0,1,0";
  small.knee = "0,-0.5,0";
  small.from = "0,1,0";
  small.to = "0,1.2,0";
  ASSERT_TRUE(merge_other_clips(figure, made(small, "run.fbx"), false).ok());
  expect_place(translation_part(world_of(figure, "run", 1, "mixamorig:Knee")), {0, 0.7, 0});
  EXPECT_EQ(figure.diagnostics.find("merge.unit"), nullptr);
}

// Old exporters write no unit, whatever unit the numbers have.
TEST(FbxClips, a_unit_that_contradicts_the_bones_is_ignored) {
  MadeFigure same_numbers = walking();
  same_numbers.unit = "100";
  Scene figure = made({}, "hero.fbx");
  ASSERT_TRUE(merge_other_clips(figure, made(same_numbers, "walk.fbx"), false).ok());
  expect_place(translation_part(world_of(figure, "walk", 1, "mixamorig:Hips")), {0, 120, 0});
  EXPECT_EQ(figure.diagnostics.find("merge.unit"), nullptr);
}

// The model rotates the hips only by their rotation. The clip's file adds a pre-rotation of 90 degrees, so
// with a rotation of 30 degrees, x points to 120 degrees.
TEST(FbxClips, pre_rotation_of_the_clips_file_applies_to_its_curves) {
  MadeFigure turned;
  turned.hips_properties = fbx_property("Lcl Rotation", "0,0,90");
  MadeFigure clip = walking();
  clip.hips_properties = fbx_property("RotationActive", "1") + fbx_property("PreRotation", "0,0,90");
  clip.animated = "Lcl Rotation";
  clip.from = "0,0,0";
  clip.to = "0,0,30";
  Scene figure = made(turned, "hero.fbx");
  ASSERT_TRUE(merge_other_clips(figure, made(clip, "turn.fbx"), false).ok());
  const Vec3d x = axis_part(world_of(figure, "turn", 1, "mixamorig:Hips"), 0);
  expect_place(x, {-0.5, std::sqrt(0.75), 0});
  expect_place(axis_part(world_of(figure, "turn", 0, "mixamorig:Hips"), 0), {0, 1, 0});
}

// The clip's file has a rotation pivot at (1, 0, 0), so a rotation of 90 degrees moves the origin of the hips
// by (1, -1, 0).
TEST(FbxClips, pivots_of_the_clips_file_apply_to_its_curves) {
  MadeFigure clip = walking();
  clip.hips_properties = fbx_property("RotationPivot", "1,0,0");
  clip.animated = "Lcl Rotation";
  clip.from = "0,0,0";
  clip.to = "0,0,90";
  Scene figure = made({}, "hero.fbx");
  ASSERT_TRUE(merge_other_clips(figure, made(clip, "turn.fbx"), false).ok());
  expect_place(translation_part(world_of(figure, "turn", 1, "mixamorig:Hips")), {1, 99, 0}, 2e-2);
  expect_place(translation_part(world_of(figure, "turn", 1, "mixamorig:Knee")), {51, 99, 0}, 2e-2);
}

// Frames of the model that its program also exported as .obj, with the clip from a file of a different
// version.
struct CorpusPair {
  const char* figure;
  const char* clips;
  const char* clip;      // name in the file with the clip
  const char* obj_clip;  // name in the model's .obj frames
};
constexpr CorpusPair kPairs[] = {
    {"maya_game_sausage_7500_binary_combined", "maya_game_sausage_6100_binary_wiggle", "wiggle", "wiggle"},
    {"maya_game_sausage_7500_binary_combined", "maya_game_sausage_7500_ascii_deform", "deform", "deform"},
    {"maya_game_sausage_7500_binary_combined", "synthetic_sausage_wiggle_no_bind_7500_ascii", "wiggle",
     "wiggle"},
    {"blender_279_sausage_7400_binary", "blender_279_sausage_7400_binary", "Skeleton|Wiggle", "Wiggle"},
    {"blender_279_sausage_6100_ascii", "blender_279_sausage_6100_ascii", "Spin", "Spin"},
};

TEST(FbxClips, figures_of_maya_and_blender_move_as_exported_with_clips_of_other_files) {
  SKELTER_REQUIRE_CORPUS();
  std::ifstream in(test::corpus_folder() + "/fbx/expected.json");
  const nlohmann::json all = nlohmann::json::parse(in);
  for (const CorpusPair& pair : kPairs) {
    const std::string folder = test::corpus_folder() + "/fbx/ufbx/";
    SCOPED_TRACE(std::string(pair.figure) + " with " + pair.clips + ": " + pair.clip);
    auto figure = read_fbx_file(folder + pair.figure + ".fbx");
    const auto clips = read_fbx_file(folder + pair.clips + ".fbx");
    ASSERT_TRUE(figure.ok() && clips.ok());
    figure->clips.clear();
    const auto merged = merge_other_clips(*figure, *clips, false);
    ASSERT_TRUE(merged.ok()) << to_string(merged.error());
    const std::uint32_t index = find_clip(*figure, pair.clip);
    ASSERT_NE(index, kNone);
    const nlohmann::json& file = all["files"]["ufbx/" + std::string(pair.figure) + ".fbx"];
    int frames = 0;
    for (const auto& obj : file["oracles"]["obj"]) {
      if (obj["clip"] != pair.obj_clip || !obj.contains("positions_in_file_space")) continue;
      double begin_s = 0;  // the frames of both files start at the same time
      for (const auto& clip : all["files"]["ufbx/" + std::string(pair.clips) + ".fbx"]["clips"])
        if (clip["name"] == pair.clip) begin_s = clip["begin_s"];
      EvaluateOptions options;
      options.loop = Loop::once;
      const Pose pose = evaluate(*figure, index, obj["file_time_s"].get<double>() - begin_s, options);
      ++frames;
      for (const auto& p : obj["positions_in_file_space"]) {
        const std::string name = file["nodes"][p["node"].get<std::size_t>()]["name"];
        const std::uint32_t node = find_node(*figure, name);
        ASSERT_NE(node, kNone);
        const Vec3d want{p["position"][0].get<double>(), p["position"][1].get<double>(),
                         p["position"][2].get<double>()};
        const Vec3d got = skin(*figure, pose, node, 0).positions[p["control_point"].get<std::size_t>()];
        EXPECT_LT(length(got - want), 2e-3 * obj["extent"].get<double>())
            << obj["obj"] << " point " << p["control_point"] << ": " << got.x << " " << got.y << " " << got.z;
      }
    }
    EXPECT_GT(frames, 0);
  }
}

// Blender's two exporters of that time orient bones along different axes.
TEST(FbxClips, clips_for_bones_along_other_axes_are_refused) {
  SKELTER_REQUIRE_CORPUS();
  const std::string folder = test::corpus_folder() + "/fbx/ufbx/";
  auto figure = read_fbx_file(folder + "blender_279_sausage_7400_binary.fbx");
  const auto clips = read_fbx_file(folder + "blender_279_sausage_6100_ascii.fbx");
  ASSERT_TRUE(figure.ok() && clips.ok());
  const auto merged = merge_other_clips(*figure, *clips, false);
  ASSERT_FALSE(merged.ok());
  EXPECT_EQ(merged.error().code, "merge.other-skeleton");
}

}  // namespace
}  // namespace skelter
