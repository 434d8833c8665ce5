// Sizes and errors of compiled clips, for the bundled mannequin and every .x file of the corpus, and how much
// faster a pack opens than the .x text that it came from (files in other encodings are written as text
// first). Sizes do not depend on the machine; the loading contenders of a file run interleaved in one
// process, and ratios are of medians.
//
//   bench_clips [--json FILE] [--corpus FOLDER]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "cli/measure.h"
#include "skelter/build/compile.h"
#include "skelter/core/file.h"
#include "skelter/formats/x/read.h"
#include "skelter/formats/x/write.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/runtime/stored_clip.h"

namespace skelter::bench {
namespace {

// What ACL needs for the same clips at a precision that keeps the same bound: docs/performance.md.
struct Peer {
  const char* file;
  const char* clip;
  std::uint64_t acl_bytes;
};
constexpr Peer kPeers[] = {{"tiny_4anim.x", "Walk", 5035}, {"tiny_4anim.x", "Loiter", 39115}};

std::uint64_t acl_bytes(const std::filesystem::path& file, const std::string& clip) {
  for (const Peer& peer : kPeers)
    if (file.filename() == peer.file && clip == peer.clip) return peer.acl_bytes;
  return 0;
}

// Opens the pack and decodes all that it stores, into memory that was there before.
void open_whole(ByteSpan bytes, AlignedBytes& memory) {
  PackView pack;
  if (!PackView::open(bytes, pack).ok()) std::abort();
  for (std::uint32_t i = 0; i < pack.count(SectionKind::stored_clip); ++i) {
    const ByteSpan stored = pack.find(SectionKind::stored_clip, i).bytes;
    if (memory.size() < hot_size(stored)) memory = AlignedBytes(hot_size(stored));
    ClipView clip;
    if (!decode_clip(stored, {memory.data(), memory.size()}, clip).ok()) std::abort();
  }
}

struct FileRow {
  std::string name;
  std::size_t source_bytes = 0, hot_pack_bytes = 0, stored_pack_bytes = 0;
  Timing load, open_hot, open_stored;
  CompiledPack pack;
};

// The file as text, whatever it was.
std::vector<std::byte> text_of(const Scene& scene) {
  XWriteOptions options;
  options.encoding = XEncoding::text;
  auto written = write_x(scene, options);
  if (!written) std::exit(1);
  return std::move(written->bytes);
}

FileRow run_file(const std::string& name, const Scene& scene) {
  const std::vector<std::byte> bytes = text_of(scene);
  FileRow row;
  row.name = name;
  row.source_bytes = bytes.size();
  CompileSettings settings;
  auto stored = compile_scene(scene, settings);
  settings.store_clips = false;
  auto hot = compile_scene(scene, settings);
  if (!stored || !hot) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), to_string((stored ? hot : stored).error()).c_str());
    std::exit(1);
  }
  row.hot_pack_bytes = hot->bytes.size();
  row.stored_pack_bytes = stored->bytes.size();
  AlignedBytes memory;
  open_whole(stored->bytes.span(), memory);
  const auto timings = measure({{"load .x",
                                 [&] {
                                   if (!read_x(bytes)) std::abort();
                                 }},
                                {"open hot pack", [&] { open_whole(hot->bytes.span(), memory); }},
                                {"open and decode", [&] { open_whole(stored->bytes.span(), memory); }}});
  row.load = timings[0];
  row.open_hot = timings[1];
  row.open_stored = timings[2];
  row.pack = std::move(*stored);
  return row;
}

void print_clips(const FileRow& row) {
  for (std::size_t i = 0; i < row.pack.clips.size(); ++i) {
    const ClipReport& clip = row.pack.clips[i];
    const double ppm = 1e6 / row.pack.extent;
    const std::uint64_t acl = acl_bytes(row.name, clip.name);
    std::printf("%-40.40s %-14.14s %6.1f %6u %9llu %8llu %7.1f %9llu %7.1f %7.2f %6.1f", row.name.c_str(),
                clip.name.c_str(), clip.sample_rate_hz, clip.frames,
                static_cast<unsigned long long>(clip.raw_bytes),
                static_cast<unsigned long long>(clip.stored_bytes),
                static_cast<double>(clip.raw_bytes) / static_cast<double>(clip.stored_bytes),
                static_cast<unsigned long long>(clip.hot_bytes), clip.largest_error * ppm,
                clip.mean_error * ppm, clip.error_bound * ppm);
    if (acl != 0)
      std::printf("  ACL %llu: %.2f", static_cast<unsigned long long>(acl),
                  static_cast<double>(clip.stored_bytes) / static_cast<double>(acl));
    std::printf("\n");
  }
}

void print_loading(const FileRow& row) {
  std::printf("%-40.40s %9.1f %9.1f %9.1f %10.1f (%.1f-%.1f) %9.1f %9.1f %8.0f %8.0f\n", row.name.c_str(),
              static_cast<double>(row.source_bytes) / 1e3, static_cast<double>(row.hot_pack_bytes) / 1e3,
              static_cast<double>(row.stored_pack_bytes) / 1e3, row.load.median_s * 1e6, row.load.min_s * 1e6,
              row.load.max_s * 1e6, row.open_hot.median_s * 1e6, row.open_stored.median_s * 1e6,
              row.load.median_s / row.open_hot.median_s, row.load.median_s / row.open_stored.median_s);
}

void write_json(const std::string& file, const std::vector<FileRow>& rows) {
  std::ofstream json(file);
  json << "[";
  for (const FileRow& row : rows) {
    json << (&row == rows.data() ? "\n" : ",\n") << "  {\"file\": \"" << row.name
         << "\", \"load_s\": " << row.load.median_s << ", \"open_hot_s\": " << row.open_hot.median_s
         << ", \"open_stored_s\": " << row.open_stored.median_s << ", \"clips\": [";
    for (std::size_t i = 0; i < row.pack.clips.size(); ++i) {
      const ClipReport& clip = row.pack.clips[i];
      json << (i == 0 ? "" : ", ") << "{\"raw_bytes\": " << clip.raw_bytes
           << ", \"stored_bytes\": " << clip.stored_bytes << ", \"hot_bytes\": " << clip.hot_bytes
           << ", \"largest_error\": " << clip.largest_error << ", \"error_bound\": " << clip.error_bound
           << "}";
    }
    json << "]}";
  }
  json << "\n]\n";
}

int run(int argc, char** argv) {
  std::string corpus = SKELTER_CORPUS_DEFAULT, json_file;
  if (const char* named = std::getenv("SKELTER_CORPUS")) corpus = named;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--json") == 0) json_file = argv[i + 1];
    if (std::strcmp(argv[i], "--corpus") == 0) corpus = argv[i + 1];
  }
  std::vector<std::filesystem::path> files = {SKELTER_ASSETS "/mannequin.x"};
  const std::filesystem::path folder = std::filesystem::path(corpus) / "x";
  if (std::filesystem::exists(folder))
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".x" || entry.path().extension() == ".X") files.push_back(entry.path());
  std::sort(files.begin() + 1, files.end());

  std::printf(
      "clips: bytes, and errors in millionths of H (the bound is 55.6)\n\n%-40s %-14s %6s %6s %9s %8s %7s "
      "%9s %7s %7s %6s\n",
      "file", "clip", "Hz", "frames", "raw", "stored", "ratio", "hot", "largest", "mean", "bound");
  std::vector<FileRow> rows;
  double log_ratio = 0;
  std::uint64_t raw = 0, small = 0, count = 0, over = 0;
  for (const std::filesystem::path& file : files) {
    const auto bytes = read_file(file.string());
    if (!bytes) continue;
    const auto scene = read_x(*bytes);
    if (!scene || scene->clips.empty()) continue;
    rows.push_back(run_file(file.filename().string(), *scene));
    print_clips(rows.back());
    std::fflush(stdout);
    for (const ClipReport& clip : rows.back().pack.clips) {
      raw += clip.raw_bytes;
      small += clip.stored_bytes;
      over += clip.largest_error > clip.error_bound ? 1 : 0;
      log_ratio += std::log(static_cast<double>(clip.raw_bytes) / static_cast<double>(clip.stored_bytes));
      ++count;
    }
  }
  std::printf("\n%llu clips: raw / stored %.1f in all, geometric mean %.1f; above their bound: %llu\n",
              static_cast<unsigned long long>(count), static_cast<double>(raw) / static_cast<double>(small),
              std::exp(log_ratio / static_cast<double>(count)), static_cast<unsigned long long>(over));
  std::printf("\nloading: kB and microseconds, medians\n\n%-40s %9s %9s %9s %10s %-16s %9s %9s %8s %8s\n",
              "file", ".x kB", "hot kB", "stored kB", "load .x", "", "open hot", "+ decode", "ratio",
              "ratio");
  for (const FileRow& row : rows) print_loading(row);
  if (!json_file.empty()) write_json(json_file, rows);
  return 0;
}

}  // namespace
}  // namespace skelter::bench

int main(int argc, char** argv) {
  return skelter::bench::run(argc, argv);
}
