// Sizes and errors of compiled clips: those of the bundled mannequin, of every .x file of the corpus, and
// those clips of its glTF files that are compared with ACL (clip_peers.h). Also compares opening a pack with
// loading the .x text from which it was made (other encodings are converted to text first). Sizes do not
// depend on the machine. Contenders run interleaved in one process; ratios are of medians.
//
//   bench_clips [--csv FILE] [--corpus FOLDER]

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "cli/internal/measure.h"
#include "clip_peers.h"
#include "compile/build_pack/internal/build_pack.h"
#include "result_file.h"
#include "skelter/formats/x/read.h"
#include "skelter/formats/x/write.h"
#include "skelter/load.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/system/file.h"

namespace skelter::bench {
namespace {

// Opens the pack and decodes all stored clips into memory that is already allocated.
void open_whole(ByteSpan bytes, AlignedBytes& memory) {
  PackView pack;
  if (!PackView::open(bytes, pack).ok()) std::abort();
  for (std::uint32_t i = 0; i < pack.count(SectionKind::stored_clip); ++i) {
    const ByteSpan stored = pack.find(SectionKind::stored_clip, i).bytes;
    if (memory.size() < decoded_size(stored)) memory = AlignedBytes(decoded_size(stored));
    ClipView clip;
    if (!decode_clip(stored, {memory.data(), memory.size()}, clip).ok()) std::abort();
  }
}

struct FileRow {
  std::string name;
  std::size_t source_bytes = 0, hot_pack_bytes = 0, stored_pack_bytes = 0;
  Timing load, open_hot, open_stored;
  double alone_ratio = 0;  // load time / open time of a pack in playing form, with warm caches
  PackBuild pack;
};

// Converts a scene to .x text.
std::vector<std::byte> text_of(const Scene& scene) {
  XWriteOptions options;
  options.encoding = XEncoding::text;
  auto written = write_x(scene, options);
  if (!written) std::exit(1);
  return std::move(written->bytes);
}

PackBuild compiled(const std::string& name, const Scene& scene, bool store_clips) {
  CompileSettings settings;
  settings.store_clips = store_clips;
  auto pack = build_pack(scene, settings);
  if (!pack) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), to_string(pack.error()).c_str());
    std::exit(1);
  }
  return std::move(*pack);
}

// Ratio of the run times of `first` and `second` with warm caches: each runs once before it is timed. They
// take turns, so that changes of the clock speed affect both.
double warm_ratio(const std::function<void()>& first, const std::function<void()>& second) {
  constexpr int kRuns = 50;  // one run of `second` is too short to be timed
  const auto many = [&] {
    for (int i = 0; i < kRuns; ++i) second();
  };
  const auto timings = measure({{"first", first, first}, {"second", many, second}}, 21, 0.6);
  return timings[0].median_s / (timings[1].median_s / kRuns);
}

void measure_loading(FileRow& row, const Scene& scene) {
  const std::vector<std::byte> bytes = text_of(scene);
  const PackBuild hot = compiled(row.name, scene, false);
  row.source_bytes = bytes.size();
  row.hot_pack_bytes = hot.bytes.size();
  row.stored_pack_bytes = row.pack.bytes.size();
  AlignedBytes memory;
  open_whole(row.pack.bytes.span(), memory);
  const auto load = [&] {
    if (!read_x(bytes)) std::abort();
  };
  const auto open = [&] { open_whole(hot.bytes.span(), memory); };
  const auto decode = [&] { open_whole(row.pack.bytes.span(), memory); };
  const auto timings = measure({{"load .x", load}, {"open hot pack", open}, {"open and decode", decode}});
  row.alone_ratio = warm_ratio(load, open);
  row.load = timings[0];
  row.open_hot = timings[1];
  row.open_stored = timings[2];
}

void print_clips(const FileRow& row) {
  for (std::size_t i = 0; i < row.pack.clips.size(); ++i) {
    const ClipReport& clip = row.pack.clips[i];
    const double ppm = 1e6 / row.pack.extent;
    std::printf("%-40.40s %-14.14s %6.1f %6u %9llu %8llu %7.1f %9llu %7.1f %7.2f %6.1f\n", row.name.c_str(),
                clip.name.c_str(), clip.sample_rate_hz, clip.frames,
                static_cast<unsigned long long>(clip.raw_bytes),
                static_cast<unsigned long long>(clip.stored_bytes),
                static_cast<double>(clip.raw_bytes) / static_cast<double>(clip.stored_bytes),
                static_cast<unsigned long long>(clip.hot_bytes), clip.largest_error * ppm,
                clip.mean_error * ppm, clip.error_bound * ppm);
  }
}

void print_loading(const FileRow& row) {
  std::printf("%-40.40s %9.1f %9.1f %9.1f %10.1f (%.1f-%.1f) %9.1f %9.1f %8.0f %8.0f %8.0f\n",
              row.name.c_str(), static_cast<double>(row.source_bytes) / 1e3,
              static_cast<double>(row.hot_pack_bytes) / 1e3, static_cast<double>(row.stored_pack_bytes) / 1e3,
              row.load.median_s * 1e6, row.load.min_s * 1e6, row.load.max_s * 1e6,
              row.open_hot.median_s * 1e6, row.open_stored.median_s * 1e6,
              row.load.median_s / row.open_hot.median_s, row.load.median_s / row.open_stored.median_s,
              row.alone_ratio);
}

void add_results(ResultFile& results, const FileRow& row) {
  for (const ClipReport& clip : row.pack.clips) {
    const std::string name = row.name + " " + clip.name;
    results.add(name, "raw", "bytes", static_cast<double>(clip.raw_bytes));
    results.add(name, "skelter: stored", "bytes", static_cast<double>(clip.stored_bytes));
    results.add(name, "skelter: while playing", "bytes", static_cast<double>(clip.hot_bytes));
    results.add(name, "skelter: largest error", "millionths of H",
                clip.largest_error * 1e6 / row.pack.extent);
  }
  results.add(row.name, "load text", "us", row.load, 1e6);
  results.add(row.name, "open hot pack", "us", row.open_hot, 1e6);
  results.add(row.name, "open and decode pack", "us", row.open_stored, 1e6);
  if (row.alone_ratio > 0)
    results.add(row.name, "load text over open hot pack; each alone", "times", row.alone_ratio);
}

// Totals of raw and stored bytes, and the number of clips above their error bound.
struct Sums {
  std::uint64_t raw = 0, stored = 0, clips = 0, above_bound = 0;
  double log_ratio = 0;

  void add(const ClipReport& clip) {
    raw += clip.raw_bytes;
    stored += clip.stored_bytes;
    above_bound += clip.largest_error > clip.error_bound ? 1 : 0;
    ++clips;
    const auto bytes = static_cast<double>(clip.stored_bytes);
    log_ratio += std::log(std::max(1.0, static_cast<double>(clip.raw_bytes)) / bytes);
  }
};

void print_sums(const Sums& sums) {
  const auto count = static_cast<double>(sums.clips);
  std::printf("\n%llu clips: raw / stored %.1f in all, geometric mean %.1f; above their bound: %llu\n",
              static_cast<unsigned long long>(sums.clips),
              static_cast<double>(sums.raw) / static_cast<double>(sums.stored),
              std::exp(sums.log_ratio / count), static_cast<unsigned long long>(sums.above_bound));
}

// The mannequin, followed by the valid files of the corpus, sorted by path.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& corpus) {
  std::vector<std::filesystem::path> files;
  for (const char* part : {"x", "gltf"}) {
    const std::filesystem::path folder = corpus / part;
    if (!std::filesystem::exists(folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (entry.is_regular_file() && entry.path().parent_path().filename() != "invalid")
        files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  files.insert(files.begin(), SKELTER_ASSETS "/mannequin.x");
  return files;
}

// Keeps only the clips that are compared. All clips of the glTF files would take many minutes.
void keep_peers(const std::string& file, Scene& scene) {
  std::uint32_t index = 0;
  std::erase_if(scene.clips, [&](Clip& clip) {
    if (!clip.name) clip.name = "#" + std::to_string(index);
    ++index;
    return !is_compared(file, *clip.name);
  });
}

bool has_extension(const std::filesystem::path& file, std::initializer_list<const char*> endings) {
  return std::any_of(endings.begin(), endings.end(), [&](const char* e) { return file.extension() == e; });
}

int run(int argc, char** argv) {
  std::string corpus = argument(argc, argv, "--corpus");
  const char* named = std::getenv("SKELTER_CORPUS");
  if (corpus.empty()) corpus = named != nullptr ? named : SKELTER_CORPUS_DEFAULT;
  ResultFile results("clips", argc, argv);
  std::printf(
      "clips: bytes, and errors in millionths of H (the bound is 55.6)\n\n%-40s %-14s %6s %6s %9s %8s %7s "
      "%9s %7s %7s %6s\n",
      "file", "clip", "Hz", "frames", "raw", "stored", "ratio", "hot", "largest", "mean", "bound");
  std::vector<FileRow> rows;
  std::vector<PeerRow> peers;
  Sums sums;
  for (const std::filesystem::path& file : files_of(corpus)) {
    const bool is_x = has_extension(file, {".x", ".X"});
    if (!is_x && !has_extension(file, {".gltf", ".glb", ".vrm", ".vrma"})) continue;
    auto scene = load_scene(file.string());
    if (!scene) continue;
    FileRow row;
    row.name = file.filename().string();
    if (!is_x) keep_peers(row.name, *scene);
    if (scene->clips.empty()) continue;
    row.pack = compiled(row.name, *scene, true);
    if (is_x) measure_loading(row, *scene);
    for (const ClipReport& clip : row.pack.clips) sums.add(clip);
    print_clips(row);
    add_results(results, row);
    std::fflush(stdout);
    compare_clips(row.name, *scene, {}, peers);
    rows.push_back(std::move(row));
  }
  print_sums(sums);
  std::printf(
      "\nloading: kB and microseconds, medians of contenders that take turns, and the ratio of each alone\n\n"
      "%-40s %9s %9s %9s %10s %-16s %9s %9s %8s %8s %8s\n",
      "file", ".x kB", "hot kB", "stored kB", "load .x", "", "open hot", "+ decode", "ratio", "ratio",
      "alone");
  for (const FileRow& row : rows)
    if (row.source_bytes != 0) print_loading(row);
  print_peers(peers);
  add_results(results, peers);
  return 0;
}

}  // namespace
}  // namespace skelter::bench

int main(int argc, char** argv) {
  return skelter::bench::run(argc, argv);
}
