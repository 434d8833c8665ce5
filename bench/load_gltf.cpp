// Load time of every valid glTF file of the corpus: from a file on disk (cached by the system) to a valid
// Scene. Compared on the same file with tinygltf and Assimp and, if their sources are available, cgltf and
// fastgltf. These two only decode accessors, so the corresponding part of our work is a separate contender.
// No contender decodes images. All contenders of a file run interleaved in one process; ratios are of
// medians.
//
//   bench_load_gltf [CORPUS_FOLDER] [--csv FILE] [--files NAME]    (NAME: part of a file's name)

#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <tiny_gltf.h>
#include <unistd.h>
#include <assimp/Importer.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "cli/internal/measure.h"
#include "corpus_folder.h"
#include "gltf_parts.h"
#include "large_scenes.h"
#include "one_thread.h"
#include "peers/gltf.h"
#include "result_file.h"
#include "skelter/formats/gltf/read.h"
#include "skelter/formats/gltf/write.h"
#include "skelter/system/file.h"
#include "system/internal/sandbox.h"

namespace {

namespace fs = std::filesystem;
using skelter::bench::Timing;

constexpr double kSmall_bytes = 100'000;

// Work that Skelter always does: creating triangles and normals.
constexpr unsigned kEqualWork = aiProcess_Triangulate | aiProcess_GenSmoothNormals;

bool load_with_skelter(const std::string& path) {
  return skelter::read_gltf_file(path).ok();
}

bool load_with_assimp(const std::string& path, unsigned flags) {
  Assimp::Importer importer;
  return importer.ReadFile(path, flags) != nullptr;
}

bool is_picture(const std::string& path) {
  const std::string ending = fs::path(path).extension().string();
  return ending == ".png" || ending == ".jpg" || ending == ".jpeg";
}

// Uses tinygltf's own file reading, but skips images, because the other readers do not open image files.
bool read_but_pictures(std::vector<unsigned char>* out, std::string* error, const std::string& path,
                       void* data) {
  if (!is_picture(path)) return tinygltf::ReadWholeFile(out, error, path, data);
  out->assign(1, 0);
  return true;
}

bool keep_picture(tinygltf::Image*, int, std::string*, std::string*, int, int, const unsigned char*, int,
                  void*) {
  return true;
}

bool load_with_tinygltf(const std::string& path) {
  tinygltf::TinyGLTF loader;
  loader.SetImageLoader(keep_picture, nullptr);
  loader.SetFsCallbacks(
      {tinygltf::FileExists, tinygltf::ExpandFilePath, read_but_pictures, tinygltf::WriteWholeFile, nullptr});
  tinygltf::Model model;
  std::string error, warning;
  return fs::path(path).extension() == ".gltf" ? loader.LoadASCIIFromFile(&model, &error, &warning, path)
                                               : loader.LoadBinaryFromFile(&model, &error, &warning, path);
}

// True if `load` reads the file. Runs in a sandbox, because it may crash.
template <class Load>
bool reads(const std::string& path, Load load) {
  const auto answer = skelter::run_in_sandbox(
      path, [&] { return std::vector<std::byte>(1, load() ? std::byte{1} : std::byte{0}); });
  return answer.ok() && !answer->empty() && answer->front() == std::byte{1};
}

// Contenders, in the order of their names in the results.
enum Who { kOurs, kOursEqual, kCgltf, kFastgltf, kTinygltf, kAssimp, kAssimpEqual, kWhoCount };
constexpr const char* kNames[kWhoCount] = {"skelter", "skelter: equal work", "cgltf", "fastgltf", "tinygltf",
                                           "assimp",  "assimp: equal work"};

struct Row {
  std::string name;
  double bytes = 0;
  Timing times[kWhoCount];  // median 0: the file was rejected
  Timing parts[skelter::bench::kGltfParts.size()];
};

Timing timing_of(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  return {seconds.front(), seconds[seconds.size() / 2], seconds.back()};
}

// Reports a reader that decodes different numbers than Skelter.
void check_equal(const std::string& path, const char* who, std::uint64_t ours, std::uint64_t theirs) {
  if (ours != theirs)
    std::fprintf(stderr, "%s: %s decodes %llu numbers, we %llu\n", path.c_str(), who,
                 static_cast<unsigned long long>(theirs), static_cast<unsigned long long>(ours));
}

Row run_file(const std::string& name, const std::string& path) {
  Row row;
  row.name = name;
  row.bytes = static_cast<double>(fs::file_size(path));
  volatile bool sink = false;
  std::vector<skelter::bench::Contender> contenders;
  std::vector<Who> took_part;
  const auto add = [&](Who who, std::function<bool()> load) {
    if (!reads(path, load)) return false;
    contenders.push_back({kNames[who], [&sink, load] { sink = load(); }});
    took_part.push_back(who);
    return true;
  };
  add(kOurs, [&] { return load_with_skelter(path); });
  const std::uint64_t numbers = skelter::bench::decode_with_skelter(path);
  add(kOursEqual, [&] { return skelter::bench::decode_with_skelter(path) > 0; });
  const auto add_decoder = [&](Who who, skelter::bench::DecodeGltf decode) {
    if (decode == nullptr || !add(who, [&path, decode] { return decode(path) > 0; })) return;
    check_equal(path, kNames[who], numbers, decode(path));
  };
  add_decoder(kCgltf, skelter::bench::cgltf_decode());
  add_decoder(kFastgltf, skelter::bench::fastgltf_decode());
  add(kTinygltf, [&] { return load_with_tinygltf(path); });
  if (add(kAssimp, [&] { return load_with_assimp(path, 0); }))
    add(kAssimpEqual, [&] { return load_with_assimp(path, kEqualWork); });
  std::vector<double> parts[skelter::bench::kGltfParts.size()];
  contenders.push_back({"parts", [&] {
                          const auto seconds = skelter::bench::time_gltf_parts(path);
                          for (std::size_t p = 0; p < seconds.size(); ++p) parts[p].push_back(seconds[p]);
                        }});
  const std::vector<Timing> timings = skelter::bench::measure_one_thread(contenders);
  for (std::size_t i = 0; i < took_part.size(); ++i) row.times[took_part[i]] = timings[i];
  for (std::size_t p = 0; p < std::size(parts); ++p) row.parts[p] = timing_of(parts[p]);
  return row;
}

// Time of `theirs` / time of `ours`.
double ratio(const Row& row, Who theirs, Who ours) {
  return row.times[theirs].median_s / row.times[ours].median_s;
}

// A pair that is compared: a peer and one of our two contenders.
struct Pair {
  const char* title;
  Who theirs, ours;
};
constexpr Pair kPairs[] = {{"cgltf", kCgltf, kOurs},        {"c.equal", kCgltf, kOursEqual},
                           {"fastgltf", kFastgltf, kOurs},  {"f.equal", kFastgltf, kOursEqual},
                           {"tinygltf", kTinygltf, kOurs},  {"assimp", kAssimp, kOurs},
                           {"a.equal", kAssimpEqual, kOurs}};

void print_row(const Row& row) {
  const Timing& ours = row.times[kOurs];
  std::printf("%-56s %8.1f %9.3f (%.3f-%.3f) %8.3f", row.name.c_str(), row.bytes / 1e3, ours.median_s * 1e3,
              ours.min_s * 1e3, ours.max_s * 1e3, row.times[kOursEqual].median_s * 1e3);
  for (const Pair& pair : kPairs) {
    if (row.times[pair.theirs].median_s > 0)
      std::printf(" %8.2f", ratio(row, pair.theirs, pair.ours));
    else
      std::printf(" %8s", "-");
  }
  for (const Timing& part : row.parts) std::printf(" %7.3f", part.median_s * 1e3);
  std::printf("\n");
  std::fflush(stdout);
}

void add_results(skelter::bench::ResultFile& results, const Row& row) {
  results.add(row.name, "file", "bytes", row.bytes);
  for (int who = 0; who < kWhoCount; ++who) results.add(row.name, kNames[who], "ms", row.times[who], 1e3);
  for (std::size_t p = 0; p < skelter::bench::kGltfParts.size(); ++p)
    results.add(row.name, std::string("skelter: part ") + skelter::bench::kGltfParts[p], "ms", row.parts[p],
                1e3);
}

// Geometric mean of the pair's ratios.
void print_mean(const Pair& pair, const std::vector<Row>& rows, double least_bytes) {
  double log_sum = 0, least = INFINITY;
  std::string least_name;
  int count = 0;
  for (const Row& row : rows) {
    if (!(row.times[pair.theirs].median_s > 0) || row.bytes < least_bytes) continue;
    const double times = ratio(row, pair.theirs, pair.ours);
    log_sum += std::log(times);
    ++count;
    if (times < least) least = times, least_name = row.name;
  }
  if (count == 0) return;
  std::printf("  %-18s / %-20s geometric mean %5.2f of %3d files, least %.2f (%s)\n", kNames[pair.theirs],
              kNames[pair.ours], std::exp(log_sum / count), count, least, least_name.c_str());
}

std::vector<fs::path> good_files(const fs::path& root) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const std::string ending = entry.path().extension().string();
    const std::string below = fs::relative(entry.path(), root).generic_string();
    const bool broken = below.starts_with("invalid/") || below.starts_with("validator_cases/");
    if (!broken && (ending == ".gltf" || ending == ".glb")) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Generated files, which are larger in one respect than all files of the corpus.
std::vector<fs::path> generated_files(const fs::path& folder) {
  std::vector<fs::path> files;
  const auto add = [&](const char* name, const skelter::Scene& scene) {
    const auto written = skelter::write_gltf(scene);
    files.push_back(folder / name);
    if (written && skelter::write_file(files.back().string(), written->bytes, true)) return;
    std::fprintf(stderr, "%s: cannot be made\n", files.back().c_str());
    std::exit(1);
  };
  fs::create_directories(folder);
  add("5000_nodes.glb", skelter::bench::many_nodes_scene());
  add("face_52_targets.glb", skelter::bench::face_scene());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  const auto root = skelter::bench::corpus_folder(argc, argv, "gltf");
  if (!root) return 1;
  const std::string part_of_name = skelter::bench::argument(argc, argv, "--files");
  skelter::bench::ResultFile results("load_gltf", argc, argv);
  std::printf(
      "glTF load, file to scene, medians, no pictures decoded; ratios = theirs / ours. Of cgltf and fastgltf "
      "the\n"
      "second is theirs / our equal work: parse, check, decode every accessor. Assimp's equal work: "
      "Triangulate,\n"
      "GenSmoothNormals. The last columns: where our time goes, in ms.\n\n%-56s %8s %9s %-13s %8s",
      "file", "kB", "ours ms", "(min-max)", "equal ms");
  for (const Pair& pair : kPairs) std::printf(" %8s", pair.title);
  for (const char* part : skelter::bench::kGltfParts) std::printf(" %7.7s", part);
  std::printf("\n");
  std::vector<Row> rows;
  const auto add = [&](const std::string& name, const fs::path& file) {
    if (name.find(part_of_name) == std::string::npos || !load_with_skelter(file.string())) return;
    rows.push_back(run_file(name, file.string()));
    print_row(rows.back());
    add_results(results, rows.back());
  };
  for (const fs::path& file : good_files(*root)) add(fs::relative(file, *root).generic_string(), file);
  const std::size_t of_corpus = rows.size();
  const fs::path folder = fs::temp_directory_path() / ("skelter_bench_" + std::to_string(getpid()));
  for (const fs::path& file : generated_files(folder)) add("generated/" + file.filename().string(), file);
  fs::remove_all(folder);
  rows.resize(of_corpus);  // means cover only real files
  for (const double least : {0.0, kSmall_bytes}) {
    std::printf(least > 0 ? "\nfiles above 100 kB\n" : "\nall files\n");
    for (const Pair& pair : kPairs) print_mean(pair, rows, least);
  }
  return 0;
}
