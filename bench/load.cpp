// Load time of every .x file of the corpus: from bytes in memory to a valid Scene (normals split and
// generated, no images). Compared, on the same bytes, with Assimp and with the lower limit: our lexer and
// number parser without a reader. All contenders of a file run interleaved in one process; ratios are of
// medians.
//
//   bench_load [CORPUS_FOLDER] [--csv FILE]

#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/Importer.hpp>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/internal/measure.h"
#include "core/internal/memory_budget.h"
#include "corpus_folder.h"
#include "formats/x/bytes/inflate.h"
#include "large_scenes.h"
#include "lex_only.h"
#include "one_thread.h"
#include "result_file.h"
#include "skelter/formats/x/encoding.h"
#include "skelter/formats/x/read.h"
#include "skelter/formats/x/write.h"
#include "skelter/system/file.h"
#include "support/peak_heap.h"

namespace {

using skelter::ByteSpan;
using skelter::bench::Timing;

constexpr unsigned kEqualWork =
    aiProcess_Triangulate | aiProcess_JoinIdenticalVertices | aiProcess_LimitBoneWeights;

bool load_with_assimp(ByteSpan bytes, unsigned flags) {
  Assimp::Importer importer;
  return importer.ReadFileFromMemory(bytes.data(), bytes.size(), flags, "x") != nullptr;
}

bool load_with_skelter(ByteSpan bytes) {
  return skelter::read_x(bytes).ok();
}

struct Row {
  std::string name;
  std::size_t bytes = 0;
  bool text = false, assimp_loads = false;
  Timing ours, lexer, bare, equal, inflate;
  std::size_t heap = 0, assimp_heap = 0;  // peak of one load, in bytes
  double ratio_equal() const { return equal.median_s / ours.median_s; }
  double ratio_limit() const { return ours.median_s / lexer.median_s; }
};

struct GeometricMean {
  double log_sum = 0;
  int count = 0;
  void add(double ratio) {
    log_sum += std::log(ratio);
    ++count;
  }
  double value() const { return count == 0 ? 0 : std::exp(log_sum / count); }
};

Row run_file(const std::string& name, ByteSpan bytes) {
  Row row;
  row.name = name;
  row.bytes = bytes.size();
  // The header consists of "xof ", the version in four digits, and the encoding.
  const std::string_view encoding(reinterpret_cast<const char*>(bytes.data()) + 8, 4);
  const bool compressed = encoding == "tzip" || encoding == "bzip";
  row.text = encoding == "txt ";
  row.assimp_loads = load_with_assimp(bytes, 0);

  volatile std::uint64_t sink = 0;
  std::vector<skelter::bench::Contender> contenders{
      {"skelter", [&] { sink = sink + static_cast<std::uint64_t>(load_with_skelter(bytes)); }}};
  if (row.text) contenders.push_back({"lexer", [&] { sink = sink + skelter::lex_only(bytes).number_bits; }});
  if (compressed)
    contenders.push_back({"inflate", [&] {
                            skelter::MemoryBudget budget({}, bytes.size());
                            skelter::Diagnostics ignored;
                            sink =
                                sink + (skelter::x::inflate_blocks(bytes, "", budget, ignored).ok() ? 1 : 0);
                          }});
  if (row.assimp_loads) {
    contenders.push_back(
        {"assimp", [&] { sink = sink + static_cast<std::uint64_t>(load_with_assimp(bytes, 0)); }});
    contenders.push_back({"assimp equal", [&] {
                            sink = sink + static_cast<std::uint64_t>(load_with_assimp(bytes, kEqualWork));
                          }});
  }
  const std::vector<Timing> timings = skelter::bench::measure_one_thread(contenders);
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    if (contenders[i].name == "skelter") row.ours = timings[i];
    if (contenders[i].name == "lexer") row.lexer = timings[i];
    if (contenders[i].name == "inflate") row.inflate = timings[i];
    if (contenders[i].name == "assimp") row.bare = timings[i];
    if (contenders[i].name == "assimp equal") row.equal = timings[i];
  }
  row.heap = skelter::test::peak_heap_bytes([&] { load_with_skelter(bytes); });
  if (row.assimp_loads)
    row.assimp_heap = skelter::test::peak_heap_bytes([&] { load_with_assimp(bytes, kEqualWork); });
  return row;
}

void print_row(const Row& row) {
  const auto ms = [](double s) { return s * 1e3; };
  std::printf("%-44s %8.1f %9.3f (%.3f-%.3f) %7.0f", row.name.c_str(), static_cast<double>(row.bytes) / 1e3,
              ms(row.ours.median_s), ms(row.ours.min_s), ms(row.ours.max_s),
              static_cast<double>(row.bytes) / row.ours.median_s / 1e6);
  if (row.text)
    std::printf(" %6.2f", row.ratio_limit());
  else if (row.inflate.median_s > 0)
    std::printf("  z%4.0f%%", 100 * row.inflate.median_s / row.ours.median_s);
  else
    std::printf("      -");
  if (row.assimp_loads)
    std::printf(" %7.2f %7.2f", row.bare.median_s / row.ours.median_s, row.ratio_equal());
  else
    std::printf(" refused refused");
  std::printf(" %8.2f", static_cast<double>(row.heap) / 1e6);
  if (row.assimp_loads) std::printf(" %8.2f", static_cast<double>(row.assimp_heap) / 1e6);
  std::printf("\n");
  std::fflush(stdout);
}

void add_results(skelter::bench::ResultFile& results, const Row& row) {
  results.add(row.name, row.text ? "text file" : "binary or compressed", "bytes",
              static_cast<double>(row.bytes));
  results.add(row.name, "skelter", "ms", row.ours, 1e3);
  results.add(row.name, "lexer alone", "ms", row.lexer, 1e3);
  results.add(row.name, "inflate alone", "ms", row.inflate, 1e3);
  results.add(row.name, "assimp", "ms", row.bare, 1e3);
  results.add(row.name, "assimp: equal work", "ms", row.equal, 1e3);
  results.add(row.name, "skelter", "heap bytes", static_cast<double>(row.heap));
  if (row.assimp_loads)
    results.add(row.name, "assimp: equal work", "heap bytes", static_cast<double>(row.assimp_heap));
}

}  // namespace

int main(int argc, char** argv) {
  const auto root = skelter::bench::corpus_folder(argc, argv, "x");
  if (!root) return 1;
  skelter::bench::ResultFile results("load", argc, argv);
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(*root)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".x" || extension == ".X") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());

  std::printf(
      ".x load, medians; limit = ours / (lexer + numbers), or inflate's share (z); bare, equal = Assimp / "
      "ours\n"
      "(equal work: Triangulate, JoinIdenticalVertices, LimitBoneWeights); peak = resident MB that one load "
      "adds\n\n"
      "%-44s %8s %9s %-13s %7s %6s %7s %7s %8s %8s\n",
      "file", "kB", "ours ms", "(min-max)", "MB/s", "limit", "bare", "equal", "peak MB", "assimp");
  GeometricMean equal, limit, bare;
  double worst_equal = INFINITY, worst_limit = 0;
  std::vector<std::string> refused;
  const auto add = [&](const std::string& name, ByteSpan bytes, bool in_means) {
    const Row row = run_file(name, bytes);
    print_row(row);
    add_results(results, row);
    if (!row.assimp_loads) refused.push_back(row.name);
    if (!row.text || row.bytes < 100'000 || !in_means) return;
    limit.add(row.ratio_limit());
    worst_limit = std::max(worst_limit, row.ratio_limit());
    if (!row.assimp_loads) return;
    bare.add(row.bare.median_s / row.ours.median_s);
    equal.add(row.ratio_equal());
    worst_equal = std::min(worst_equal, row.ratio_equal());
  };
  for (const std::filesystem::path& file : files) {
    const auto bytes = skelter::read_file(file.string());
    if (!bytes || !load_with_skelter(*bytes)) continue;  // skips the corpus' invalid files
    // Assimp 5.2.5 writes out of bounds if a bone has a weight for a vertex that does not exist, and crashes
    // later.
    if (file.filename().string().starts_with("malformed_")) continue;
    add(std::filesystem::relative(file, *root).string(), *bytes, true);
  }
  if (const auto many = skelter::write_x(skelter::bench::many_nodes_scene()); many)
    add("generated/5000_nodes.x", many->bytes, false);
  std::printf("\ntext files above 100 kB: %d\n", limit.count);
  std::printf("  faster than Assimp's equal work: geometric mean %.2f times, least %.2f\n", equal.value(),
              worst_equal);
  std::printf("  faster than bare Assimp:         geometric mean %.2f times\n", bare.value());
  std::printf("  times the limit:                 geometric mean %.2f, most %.2f\n", limit.value(),
              worst_limit);
  std::printf("refused by Assimp (%zu):", refused.size());
  for (const std::string& name : refused) std::printf(" %s", name.c_str());
  std::printf("\n");
  return 0;
}
