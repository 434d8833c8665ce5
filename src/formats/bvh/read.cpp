#include "skelter/formats/bvh/read.h"

#include <cmath>

#include "formats/bvh/reader.h"
#include "skelter/system/file.h"

namespace skelter {
namespace {

constexpr double kMinRate = 1e-9, kLargestRate = 1e9;  // frames per second; keeps times exact enough

// Removes the byte order mark that some editors write.
std::string_view bvh_text(ByteSpan bytes) {
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

}  // namespace

namespace bvh {

Result<Scene> Reader::read() {
  if (auto done = read_hierarchy(); !done) return done.error();
  // The hierarchy ends at MOTION or at the end of the file.
  if (scene_.diagnostics.find("bvh.no-motion") == nullptr)
    if (auto done = read_motion(); !done) return done.error();
  scene_.metres_per_unit = options_.metres_per_unit;
  return std::move(scene_);
}

}  // namespace bvh

Result<Scene> read_bvh(ByteSpan bytes, const std::string& file, const ReadOptions& options) {
  const auto refused = [&](const char* message) {
    return Error{Status::invalid_argument, "bvh.bad-option", message, {file, 0, {}, {}}};
  };
  if (const auto& rate = options.ticks_per_second; rate && !(*rate >= kMinRate && *rate <= kLargestRate))
    return refused("frames per second; expected 1e-9 to 1e9");
  if (const auto& unit = options.metres_per_unit; unit && !(std::isfinite(*unit) && *unit > 0))
    return refused("metres per unit; expected above 0");
  return bvh::Reader(bvh_text(bytes), file, options).read();
}

Result<Scene> read_bvh_file(const std::string& path, const ReadOptions& options) {
  const auto bytes = read_file(path);
  if (!bytes) return bytes.error();
  return read_bvh(*bytes, path, options);
}

bool is_bvh(ByteSpan bytes) {
  constexpr std::size_t kTimesPerStep = 4096;
  bvh::Words words(bvh_text(bytes).substr(0, kTimesPerStep));
  return bvh::is_word(words.next().text, "HIERARCHY");
}

}  // namespace skelter
