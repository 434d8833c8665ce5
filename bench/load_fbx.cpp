// Load time and heap of every FBX file of the corpus that Assimp also reads: from a file on disk (cached by
// the system) to a valid Scene. Compared on the same file with Assimp and, if its sources are available,
// ufbx. No contender decodes images. All contenders of a file run interleaved in one process; ratios are of
// medians. Assimp and ufbx keep curves as they are; Skelter also converts them to clips of the scene.
//
//   bench_load_fbx [CORPUS_FOLDER] [--csv FILE] [--files NAME]    (NAME: part of a file's name)

#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/Importer.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "corpus_folder.h"
#include "one_thread.h"
#include "peers/fbx.h"
#include "result_file.h"
#include "skelter/formats/fbx/read.h"
#include "support/peak_heap.h"
#include "system/internal/sandbox.h"

namespace {

namespace fs = std::filesystem;
using skelter::bench::Timing;

// Work that Skelter always does: creating triangles and normals.
constexpr unsigned kEqualWork = aiProcess_Triangulate | aiProcess_GenSmoothNormals;

bool load_with_skelter(const std::string& path) {
  return skelter::read_fbx_file(path).ok();
}

bool load_with_assimp(const std::string& path, unsigned flags) {
  Assimp::Importer importer;
  return importer.ReadFile(path, flags) != nullptr;
}

// True if `load` reads the file. Runs in a sandbox, because it may crash.
template <class Load>
bool reads(const std::string& path, Load load) {
  const auto answer = skelter::run_in_sandbox(
      path, [&] { return std::vector<std::byte>(1, load() ? std::byte{1} : std::byte{0}); });
  return answer.ok() && !answer->empty() && answer->front() == std::byte{1};
}

enum Who { kOurs, kAssimp, kAssimpEqual, kUfbx, kWhoCount };
constexpr const char* kNames[kWhoCount] = {"skelter", "assimp", "assimp: equal work", "ufbx"};

struct Row {
  std::string name;
  double bytes = 0;
  Timing times[kWhoCount];         // median 0: the file was rejected
  double heap_bytes[kWhoCount]{};  // peak of one load
};

Row run_file(const std::string& name, const std::string& path) {
  Row row;
  row.name = name;
  row.bytes = static_cast<double>(fs::file_size(path));
  volatile bool sink = false;
  std::vector<skelter::bench::Contender> contenders;
  std::vector<Who> took_part;
  const auto add = [&](Who who, std::function<bool()> load) {
    if (!reads(path, load)) return;
    constexpr double kMost_s = 2;  // Assimp takes minutes to split polygons of hundreds of corners
    const double start_s = skelter::thread_cpu_seconds();
    sink = load();
    if (skelter::thread_cpu_seconds() - start_s > kMost_s) return;
    row.heap_bytes[who] = static_cast<double>(skelter::test::peak_heap_bytes([&] { sink = load(); }));
    contenders.push_back({kNames[who], [&sink, load] { sink = load(); }});
    took_part.push_back(who);
  };
  add(kOurs, [&] { return load_with_skelter(path); });
  add(kAssimp, [&] { return load_with_assimp(path, 0); });
  add(kAssimpEqual, [&] { return load_with_assimp(path, kEqualWork); });
  if (const skelter::bench::LoadFbx load = skelter::bench::ufbx_load(); load != nullptr)
    add(kUfbx, [&path, load] { return load(path); });
  const std::vector<Timing> timings = skelter::bench::measure_one_thread(contenders, 9, 0.1);
  for (std::size_t i = 0; i < took_part.size(); ++i) row.times[took_part[i]] = timings[i];
  return row;
}

double ratio(const Row& row, Who theirs) {
  return row.times[theirs].median_s / row.times[kOurs].median_s;
}
double heap_ratio(const Row& row, Who theirs) {
  return row.heap_bytes[theirs] / row.heap_bytes[kOurs];
}

void print_row(const Row& row) {
  const Timing& ours = row.times[kOurs];
  std::printf("%-56s %8.1f %9.3f (%.3f-%.3f)", row.name.c_str(), row.bytes / 1e3, ours.median_s * 1e3,
              ours.min_s * 1e3, ours.max_s * 1e3);
  for (const Who who : {kAssimp, kAssimpEqual, kUfbx}) {
    if (row.times[who].median_s > 0)
      std::printf(" %8.2f", ratio(row, who));
    else
      std::printf(" %8s", "-");
  }
  std::printf(" %8.2f", row.heap_bytes[kOurs] / 1e6);
  if (row.times[kAssimp].median_s > 0) std::printf(" %8.2f", heap_ratio(row, kAssimp));
  std::printf("\n");
  std::fflush(stdout);
}

void add_results(skelter::bench::ResultFile& results, const Row& row) {
  results.add(row.name, "file", "bytes", row.bytes);
  for (int who = 0; who < kWhoCount; ++who) {
    results.add(row.name, kNames[who], "ms", row.times[who], 1e3);
    if (row.heap_bytes[who] > 0) results.add(row.name, kNames[who], "heap bytes", row.heap_bytes[who]);
  }
}

// Geometric mean of one contender's ratios over the files that it reads.
void print_mean(Who theirs, const std::vector<Row>& rows, double (*ratio_of)(const Row&, Who),
                const char* what) {
  double log_sum = 0, least = INFINITY;
  std::string least_name;
  int count = 0;
  for (const Row& row : rows) {
    if (!(row.times[theirs].median_s > 0)) continue;
    const double times = ratio_of(row, theirs);
    log_sum += std::log(times);
    ++count;
    if (times < least) least = times, least_name = row.name;
  }
  if (count == 0) return;
  std::printf("  %-4s %-18s / skelter  geometric mean %5.2f of %3d files, least %.2f (%s)\n", what,
              kNames[theirs], std::exp(log_sum / count), count, least, least_name.c_str());
}

std::vector<fs::path> good_files(const fs::path& root) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(root))
    if (entry.path().extension() == ".fbx" &&
        !fs::relative(entry.path(), root).generic_string().starts_with("hostile/"))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  const auto root = skelter::bench::corpus_folder(argc, argv, "fbx");
  if (!root) return 1;
  const std::string part_of_name = skelter::bench::argument(argc, argv, "--files");
  skelter::bench::ResultFile results("load_fbx", argc, argv);
  std::printf(
      "FBX load, file to scene, medians, no pictures decoded; ratios = theirs / ours. Assimp's equal work: "
      "Triangulate,\nGenSmoothNormals. The last columns: our highest heap in MB, and Assimp's / "
      "ours.\n\n%-56s %8s "
      "%9s %-13s %8s %8s %8s %8s %8s\n",
      "file", "kB", "ours ms", "(min-max)", "assimp", "a.equal", "ufbx", "MB", "a.heap");
  std::vector<Row> rows;
  for (const fs::path& file : good_files(*root)) {
    const std::string name = fs::relative(file, *root).generic_string();
    if (name.find(part_of_name) == std::string::npos || !load_with_skelter(file.string())) continue;
    rows.push_back(run_file(name, file.string()));
    print_row(rows.back());
    add_results(results, rows.back());
  }
  std::printf("\n");
  for (const Who who : {kAssimp, kAssimpEqual, kUfbx}) {
    print_mean(who, rows, ratio, "time");
    print_mean(who, rows, heap_ratio, "heap");
  }
  return 0;
}
