// Load time of every good glTF file of the corpus: a file on disk (cached by the system) to a valid Scene,
// against tinygltf and Assimp with the same file. No picture is decoded by anyone. All contenders of a file
// run interleaved in one process; ratios are of medians.
//
//   bench_load_gltf [CORPUS_FOLDER] [--json FILE]

#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <tiny_gltf.h>
#include <assimp/Importer.hpp>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "cli/internal/measure.h"
#include "corpus_arguments.h"
#include "skelter/formats/gltf/read.h"
#include "system/internal/sandbox.h"

namespace {

namespace fs = std::filesystem;
using skelter::bench::Timing;

constexpr double kSmall_bytes = 100'000;

// Our scenes have triangles and normals.
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

// Its own reading, but of pictures: nobody else opens those that lie beside the file.
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

// Whether `load` reads the file, tried where a crash does no harm.
template <class Load>
bool reads(const std::string& path, Load load) {
  const auto answer = skelter::run_in_sandbox(
      path, [&] { return std::vector<std::byte>(1, load() ? std::byte{1} : std::byte{0}); });
  return answer.ok() && !answer->empty() && answer->front() == std::byte{1};
}

struct Row {
  std::string name;
  double bytes = 0;
  Timing ours, tinygltf, bare, equal;  // median 0: refused
};

Row run_file(const std::string& name, const std::string& path) {
  Row row;
  row.name = name;
  row.bytes = static_cast<double>(fs::file_size(path));
  volatile bool sink = false;
  std::vector<skelter::bench::Contender> contenders{{"skelter", [&] { sink = load_with_skelter(path); }}};
  std::vector<Timing*> slots{&row.ours};
  const auto add = [&](const char* who, Timing& slot, std::function<bool()> load) {
    if (!reads(path, load)) return;
    contenders.push_back({who, [&sink, load] { sink = load(); }});
    slots.push_back(&slot);
  };
  add("tinygltf", row.tinygltf, [&] { return load_with_tinygltf(path); });
  add("assimp", row.bare, [&] { return load_with_assimp(path, 0); });
  if (slots.back() == &row.bare)
    add("assimp equal", row.equal, [&] { return load_with_assimp(path, kEqualWork); });
  const std::vector<Timing> timings = skelter::bench::measure(contenders);
  for (std::size_t i = 0; i < slots.size(); ++i) *slots[i] = timings[i];
  return row;
}

double ratio(const Timing& other, const Row& row) {
  return other.median_s / row.ours.median_s;
}

void print_row(const Row& row) {
  std::printf("%-56s %8.1f %9.3f (%.3f-%.3f)", row.name.c_str(), row.bytes / 1e3, row.ours.median_s * 1e3,
              row.ours.min_s * 1e3, row.ours.max_s * 1e3);
  for (const Timing* other : {&row.tinygltf, &row.bare, &row.equal}) {
    if (other->median_s > 0)
      std::printf(" %8.2f", ratio(*other, row));
    else
      std::printf("  refused");
  }
  std::printf("\n");
  std::fflush(stdout);
}

void append_json(std::ofstream& json, const Row& row, bool first) {
  json << (first ? "\n" : ",\n") << "  {\"file\": \"" << row.name << "\", \"bytes\": " << row.bytes
       << ", \"skelter_s\": " << row.ours.median_s << ", \"tinygltf_s\": " << row.tinygltf.median_s
       << ", \"assimp_s\": " << row.bare.median_s << ", \"assimp_equal_s\": " << row.equal.median_s << "}";
}

// Of the ratios of one contender.
void print_mean(const char* who, const std::vector<Row>& rows, Timing Row::*other, double least_bytes) {
  double log_sum = 0, least = INFINITY;
  std::string least_name;
  int count = 0;
  for (const Row& row : rows) {
    if (!((row.*other).median_s > 0) || row.bytes < least_bytes) continue;
    const double times = ratio(row.*other, row);
    log_sum += std::log(times);
    ++count;
    if (times < least) least = times, least_name = row.name;
  }
  if (count == 0) return;
  std::printf("  faster than %-22s geometric mean %5.2f times of %3d files, least %.2f (%s)\n", who,
              std::exp(log_sum / count), count, least, least_name.c_str());
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

}  // namespace

int main(int argc, char** argv) {
  const auto arguments = skelter::bench::corpus_arguments(argc, argv, "gltf");
  if (!arguments) return 1;
  const auto& [root, json_file] = *arguments;
  std::printf(
      "glTF load, file to scene, medians, no pictures decoded; ratios = theirs / ours\n"
      "(equal work: Triangulate, GenSmoothNormals)\n\n%-56s %8s %9s %-13s %8s %8s %8s\n",
      "file", "kB", "ours ms", "(min-max)", "tinygltf", "assimp", "equal");
  std::vector<Row> rows;
  std::ofstream json;
  if (!json_file.empty()) json.open(json_file), json << "[";
  for (const fs::path& file : good_files(root)) {
    if (!load_with_skelter(file.string())) continue;
    rows.push_back(run_file(fs::relative(file, root).generic_string(), file.string()));
    print_row(rows.back());
    if (json.is_open()) append_json(json, rows.back(), rows.size() == 1);
  }
  if (json.is_open()) json << "\n]\n";
  for (const double least : {0.0, kSmall_bytes}) {
    std::printf(least > 0 ? "\nfiles above 100 kB\n" : "\nall files\n");
    print_mean("tinygltf:", rows, &Row::tinygltf, least);
    print_mean("bare Assimp:", rows, &Row::bare, least);
    print_mean("Assimp's equal work:", rows, &Row::equal, least);
  }
  return 0;
}
