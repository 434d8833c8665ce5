// Nodes at rest and in motion, compared with the numbers of the corpus, which come from two independent
// readers and from frames that the programs exported.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "skelter/formats/fbx/read.h"
#include "skelter/scene/evaluate.h"

namespace skelter {
namespace {

using Json = nlohmann::json;

std::filesystem::path fbx_folder() {
  const char* set = std::getenv("SKELTER_CORPUS");
  return std::filesystem::path(set != nullptr ? set : SKELTER_CORPUS_DEFAULT) / "fbx";
}

const Json& side_of(const Json& moment) {
  return moment.contains("ours") ? moment.at("ours") : moment.at("file");
}

struct Checked {
  std::map<std::string, std::size_t> places;  // unique names, with their index in the file's list
  double extent = 1;
  double worst = 0;
  std::string where;
  int weights = 0;
};

double error_of(const Mat4d& got, const std::vector<double>& want, double extent) {
  const auto column = [&](std::size_t i) { return Vec3d{want[i], want[i + 1], want[i + 2]}; };
  double error = length(translation_part(got) - column(9)) / extent;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Vec3d a = axis_part(got, axis), b = column(3 * axis);
    if (length(b) < 1e-7) {
      error = std::max(error, length(a));
      continue;
    }
    error = std::max({error, std::abs(length(a) / length(b) - 1), length(normalized(a) - normalized(b))});
  }
  return error;
}

void compare(const Scene& scene, const Pose& pose, const Json& world, const std::string& when,
             Checked& checked) {
  std::map<std::string, std::size_t> nodes;
  for (std::size_t i = scene.nodes.size(); i-- > 0;) nodes[scene.nodes[i].name] = i;
  for (const auto& [name, index] : checked.places) {
    const Json& matrix = world.at(index);
    bool whole = true;
    std::vector<double> want;
    for (const Json& number : matrix) {
      whole = whole && number.is_number();
      want.push_back(number.is_number() ? number.get<double>() : 0);
    }
    if (!whole) continue;
    auto found = nodes.find(name + " scale");
    if (found == nodes.end() || !scene.nodes[found->second].synthetic) found = nodes.find(name);
    if (found == nodes.end()) {
      ADD_FAILURE() << "no node " << name;
      continue;
    }
    const double error = error_of(pose.world[found->second], want, checked.extent);
    if (!(error <= checked.worst)) {
      checked.worst = error;
      checked.where = when + ": " + name;
    }
  }
}

// Compares the weights of blend shapes if each channel has one shape with full weight at 100 percent.
void compare_weights(const Scene& scene, const Pose& pose, const Json& file, const Json& moment,
                     Checked& checked) {
  if (!file.contains("channels") || !moment.contains("weights")) return;
  for (const Json& channel : file.at("channels"))
    if (channel.at("shapes").size() != 1 || channel.at("shapes")[0].at("full_percent") != 100) return;
  std::vector<double> got;
  for (std::size_t node = 0; node < scene.nodes.size(); ++node) {
    if (scene.nodes[node].meshes.empty()) continue;
    if (node < pose.morph_weights.size())
      got.insert(got.end(), pose.morph_weights[node].begin(), pose.morph_weights[node].end());
  }
  const Json& want = moment.at("weights");
  if (got.size() != want.size()) return;  // several nodes share the name, or the weights are at rest
  for (std::size_t i = 0; i < got.size(); ++i) {
    ++checked.weights;
    EXPECT_NEAR(got[i], want[i].get<double>(), 2e-4) << "weight " << i;
  }
}

double extent_of(const Json& file) {
  std::vector<Vec3d> places;
  const auto add = [&](const Json& moment) {
    for (const Json& m : side_of(moment).at("world"))
      if (m.at(9).is_number())
        places.push_back({m.at(9).get<double>(), m.at(10).get<double>(), m.at(11).get<double>()});
    if (!side_of(moment).contains("vertices")) return;
    for (const auto& [node, list] : side_of(moment).at("vertices").items())
      for (const Json& p : list)
        if (p.is_array() && p.at(0).is_number())
          places.push_back({p.at(0).get<double>(), p.at(1).get<double>(), p.at(2).get<double>()});
  };
  add(file.at("rest"));
  for (const Json& clip : file.at("clips"))
    if (clip.contains("moments"))
      for (const Json& moment : clip.at("moments")) add(moment);
  Vec3d middle;
  for (const Vec3d& p : places) middle += p;
  middle = middle * (1.0 / static_cast<double>(std::max<std::size_t>(places.size(), 1)));
  double most = 0;
  for (const Vec3d& p : places) most = std::max(most, length(p - middle));
  return most > 0 ? most : 1;
}

struct Count {
  int files = 0, clips = 0, times = 0, weights = 0, bad = 0;
};

void check_file(const std::string& name, const Json& file, Count& count) {
  SCOPED_TRACE(name);
  const auto scene = read_fbx_file((fbx_folder() / name).string());
  ++count.files;
  if (!scene) {
    ++count.bad;
    ADD_FAILURE() << name << ": " << to_string(scene.error());
    return;
  }
  Checked checked;
  std::map<std::string, int> named;
  for (const Json& node : file.at("nodes")) ++named[node.at("name").get<std::string>()];
  for (std::size_t i = 0; i < file.at("nodes").size(); ++i) {
    const std::string node = file.at("nodes")[i].at("name");
    if (!node.empty() && named[node] == 1) checked.places[node] = i;
  }
  checked.extent = extent_of(file);
  compare(*scene, rest_pose(*scene), side_of(file.at("rest")).at("world"), "rest", checked);
  std::string faults;
  std::set<std::string> expected;
  for (const Json& clip : file.at("clips")) {
    for (const Clip& made : scene->clips)
      EXPECT_TRUE(clip.at("curves") != 0 || made.name.value_or("") != clip.at("name").get<std::string>())
          << "a clip without curves: " << clip.at("name");
    if (!clip.contains("moments") || clip.at("moments").empty()) continue;
    ++count.clips;
    const std::string clip_name = clip.at("name");
    expected.insert(clip_name);
    std::uint32_t index = 0;
    while (index < scene->clips.size() && scene->clips[index].name.value_or("") != clip_name) ++index;
    if (index == scene->clips.size()) {
      faults += "; no clip \"" + clip_name + "\"";
      continue;
    }
    if (const double s = clip.at("duration_s"); std::abs(scene->clips[index].duration_s - s) > 1e-3)
      faults += "; \"" + clip_name + "\" lasts " + std::to_string(scene->clips[index].duration_s) +
                " s, expected " + std::to_string(s);
    EvaluateOptions options;
    options.loop = Loop::once;
    for (const Json& moment : clip.at("moments")) {
      ++count.times;
      const double time_s = moment.at("time_s");
      const Pose pose = evaluate(*scene, index, time_s, options);
      compare_weights(*scene, pose, file, moment, checked);
      compare(*scene, pose, side_of(moment).at("world"), clip_name + " at " + std::to_string(time_s),
              checked);
    }
  }
  count.weights += checked.weights;
  if (!faults.empty() || !(checked.worst <= 1e-4)) {
    ++count.bad;
    ADD_FAILURE() << "BAD " << name << ": " << checked.worst << " (" << checked.where << ")" << faults;
  }
}

TEST(FbxExpected, NodesAreWhereOtherReadersAndProgramsHaveThem) {
  std::ifstream in(fbx_folder() / "expected.json");
  if (!in) GTEST_SKIP() << "no corpus at " << fbx_folder();
  const Json all = Json::parse(in);
  Count count;
  for (const auto& [name, file] : all.at("files").items())
    if (file.value("handedness", "right") == "right") check_file(name, file, count);
  std::cout << count.files - count.bad << " of " << count.files << " files agree; " << count.clips
            << " clips, " << count.times << " moments, " << count.weights << " weights\n";
}

}  // namespace
}  // namespace skelter
