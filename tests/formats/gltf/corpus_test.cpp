// Every file of the corpus: files that must be rejected or repaired, with the location that the message must
// contain.

#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "formats/gltf/gltf_corpus.h"
#include "formats/gltf/gltf_document.h"
#include "scene/internal/statistics.h"
#include "skelter/scene/evaluate.h"
#include "skelter/system/file.h"

namespace skelter::test {
namespace {

struct Expected {
  std::string file, result, places;
};

std::vector<Expected> expected_results() {
  std::ifstream table(corpus_folder() + "/gltf/invalid/expected.tsv");
  std::vector<Expected> rows;
  std::string line;
  std::getline(table, line);  // skips the column names
  while (std::getline(table, line)) {
    std::istringstream columns(line);
    Expected row;
    std::getline(columns, row.file, '\t');
    std::getline(columns, row.result, '\t');
    std::getline(columns, row.places, '\t');
    rows.push_back(row);
  }
  return rows;
}

bool is_at_or_below(const std::string& pointer, const std::string& place) {
  return pointer == place || pointer.substr(0, place.size() + 1) == place + "/";
}

// `places` is "/scene or /scenes" or "byte or line".
bool names_place(const SourceSpot& spot, const std::string& places) {
  if (places == "byte or line") return spot.byte.has_value() || spot.line != 0;
  std::string rest = places;
  for (std::size_t at = 0; at != std::string::npos;) {
    at = rest.find(" or ");
    if (is_at_or_below(spot.object, rest.substr(0, at))) return true;
    if (at != std::string::npos) rest = rest.substr(at + 4);
  }
  return false;
}

TEST(corpus, bad_files_get_the_result_and_the_place_of_expected_tsv) {
  SKELTER_REQUIRE_CORPUS();
  const std::vector<Expected> rows = expected_results();
  ASSERT_GE(rows.size(), 21u);
  for (const Expected& row : rows) {
    SCOPED_TRACE(row.file + ": " + row.places);
    const auto scene = read_gltf_file(corpus_folder() + "/gltf/invalid/" + row.file);
    ASSERT_EQ(scene.ok(), row.result == "warning");
    if (!scene) {
      EXPECT_TRUE(names_place(scene.error().where, row.places)) << to_string(scene.error());
      continue;
    }
    bool named = false;
    for (const Diagnostic& d : scene->diagnostics.entries())
      named = named || (d.severity == Severity::warning && names_place(d.spot, row.places));
    EXPECT_TRUE(named);
  }
}

TEST(corpus, everything_that_loads_is_valid_and_poses) {
  SKELTER_REQUIRE_CORPUS();
  std::size_t loaded = 0;
  for (const std::string& file : corpus_gltf_files()) {
    SCOPED_TRACE(file);
    const auto scene = read_gltf_file(corpus_folder() + "/gltf/" + file);
    if (!scene) {
      EXPECT_FALSE(scene.error().where.file.empty());
      continue;
    }
    ++loaded;
    const auto valid = validate(*scene);
    ASSERT_TRUE(valid) << to_string(valid.error());
    for (std::uint32_t clip = 0; clip < scene->clips.size() && clip < 3; ++clip) {
      const Bounds bounds = pose_bounds(*scene, evaluate(*scene, clip, 0.4 * scene->clips[clip].duration_s));
      EXPECT_TRUE(bounds.empty() || std::isfinite(bounds.size().x + bounds.size().y + bounds.size().z));
    }
  }
  EXPECT_GE(loaded, 170u);
}

// Except for the files listed in expected.tsv, the files must load with nothing but notes.
TEST(corpus, handmade_files_load_silently) {
  SKELTER_REQUIRE_CORPUS();
  std::map<std::string, std::string> expected;
  for (const Expected& row : expected_results()) expected[row.file] = row.result;
  for (const std::string& file : corpus_gltf_files()) {
    if (file.substr(0, 9) != "handmade/" || expected.count("../" + file) != 0) continue;
    SCOPED_TRACE(file);
    const auto scene = read_gltf_file(corpus_folder() + "/gltf/" + file);
    ASSERT_TRUE(scene) << to_string(scene.error());
    EXPECT_EQ(scene->diagnostics.count(Severity::warning), 0u);
  }
}

Scene corpus_scene(const std::string& file) {
  auto scene = read_gltf_file(corpus_folder() + "/gltf/" + file);
  EXPECT_TRUE(scene) << to_string(scene.error());
  return scene ? std::move(*scene) : Scene();
}

// All drawn vertices of a pose, in any order.
std::vector<Vec3d> cloud(const Scene& scene, const Pose& pose) {
  std::vector<Vec3d> points;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    for (std::uint32_t i = 0; i < scene.nodes[n].meshes.size(); ++i)
      for (std::uint32_t p = 0; p < scene.meshes[scene.nodes[n].meshes[i].mesh].primitives.size(); ++p)
        for (const Vec3d& v : skin(scene, pose, n, i, p).positions) points.push_back(v);
  return points;
}

double farthest_from(const std::vector<Vec3d>& points, const std::vector<Vec3d>& cloud) {
  double farthest = 0;
  for (const Vec3d& p : points) {
    double nearest = 1e30;
    for (const Vec3d& q : cloud) nearest = std::min(nearest, length(p - q));
    farthest = std::max(farthest, nearest);
  }
  return farthest;
}

// The README of the corpus says: "Other vertex order, positions within 1e-3".
TEST(corpus, draco_gives_the_poses_of_its_source) {
  SKELTER_REQUIRE_CORPUS();
#ifndef SKELTER_WITH_DRACO
  GTEST_SKIP() << "built without Draco";
#endif
  const Scene source = corpus_scene("greenman.glb"), packed = corpus_scene("derived/greenman_draco.glb");
  ASSERT_EQ(source.clips.size(), packed.clips.size());
  EXPECT_EQ(totals(packed).triangles, totals(source).triangles);
  for (std::uint32_t clip = 0; clip < source.clips.size(); ++clip) {
    const double time_s = 0.37 * source.clips[clip].duration_s;
    const auto a = cloud(source, evaluate(source, clip, time_s)),
               b = cloud(packed, evaluate(packed, clip, time_s));
    EXPECT_LE(farthest_from(a, b), 1e-3);
    EXPECT_LE(farthest_from(b, a), 1e-3);
  }
}

// The triangles in order. Each begins with its smallest corner, because the codec may rotate the corners.
std::vector<std::array<std::uint32_t, 3>> triangles(const Primitive& primitive) {
  std::vector<std::array<std::uint32_t, 3>> list;
  for (std::size_t t = 0; t < primitive.indices.size(); t += 3) {
    std::array<std::uint32_t, 3> corners{primitive.indices[t], primitive.indices[t + 1],
                                         primitive.indices[t + 2]};
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    list.push_back(corners);
  }
  return list;
}

// One file contains the same mesh with and without compression. The uncompressed views are in the fallback
// buffer.
TEST(corpus, meshopt_views_decode_to_their_fallback) {
  SKELTER_REQUIRE_CORPUS();
  const std::string path = corpus_folder() + "/gltf/meshopt/meshopt-fallback.gltf";
  const auto bytes = read_file(path);
  ASSERT_TRUE(bytes);
  std::string plain(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  // If the name of the extension is changed, the views refer to the fallback buffer.
  for (std::size_t at; (at = plain.find("EXT_meshopt_compression")) != std::string::npos;)
    plain.replace(at, 3, "ACM");
  ReadOptions options;
  options.neighbour_folder = corpus_folder() + "/gltf/meshopt";
  const Scene packed = load(*bytes, options), fallback = load(bytes_of(plain), options);
  ASSERT_EQ(packed.meshes.size(), fallback.meshes.size());
  for (std::size_t m = 0; m < packed.meshes.size(); ++m) {
    EXPECT_EQ(packed.meshes[m].primitives[0].positions, fallback.meshes[m].primitives[0].positions);
    EXPECT_EQ(triangles(packed.meshes[m].primitives[0]), triangles(fallback.meshes[m].primitives[0]));
  }
  EXPECT_GT(packed.meshes.size(), 0u);
}

}  // namespace
}  // namespace skelter::test
