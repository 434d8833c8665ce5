#include "viewer/image/export_settings.h"

#include <algorithm>
#include <vector>

#include "render/image/internal/picture_file.h"
#include "skelter/system/file.h"
#include "system/internal/text.h"

namespace skelter {
namespace {

Error bad_export(const std::string& path, const std::string& message) {
  return {Status::invalid_argument, "viewer.export", message, {path, 0, {}, {}}};
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t begin = text.find_first_not_of(' '); begin != std::string::npos;) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(' ', end);
  }
  return words;
}

// Parses a size such as "640x480".
bool read_size(const std::string& word, ExportSettings& settings) {
  const std::size_t by = word.find('x');
  if (by == std::string::npos) return false;
  const auto width = parse_number(word.substr(0, by)), height = parse_number(word.substr(by + 1));
  if (!width || !height || !(*width >= 1 && *height >= 1 && *width < 1e5 && *height < 1e5)) return false;
  settings.width = static_cast<std::uint32_t>(*width);
  settings.height = static_cast<std::uint32_t>(*height);
  return true;
}

}  // namespace

Result<ExportSettings> checked(ExportSettings settings) {
  const std::string ending = extension(settings.path);
  if (ending != ".png" && ending != ".webp" && ending != ".gif" && ending != ".mp4")
    return bad_export(settings.path,
                      "is not an image or video; expected a name that ends in .png, .webp, .gif or .mp4");
  if (ending == ".gif" || ending == ".mp4" || is_frame_sequence(settings.path)) settings.video = true;
  if (ending == ".png" && settings.video && !is_frame_sequence(settings.path))
    return bad_export(settings.path, "contains one image; a video needs .webp, .gif, .mp4 or NAME.####.png");
  if (!(settings.fps > 0 && settings.fps <= 1000))
    return bad_export(settings.path, "frames per second out of range; expected more than 0, at most 1000");
  if (settings.width == 0 || settings.height == 0 || settings.width > 16383 || settings.height > 16383)
    return bad_export(settings.path, "size out of range; expected 1 to 16383 pixels each way");
  if (settings.video && ending == ".mp4") {  // .mp4 requires even sizes
    settings.width += settings.width % 2;
    settings.height += settings.height % 2;
  }
  return settings;
}

Result<ExportSettings> export_settings_from(const std::string& text) {
  const std::vector<std::string> words = words_of(text);
  ExportSettings settings;
  if (words.empty())
    return bad_export("export", "has no name; expected a name that ends in .png, .webp, .gif or .mp4");
  settings.path = words.front();
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (read_size(words[i], settings)) continue;
    const auto value = i + 1 < words.size() ? parse_number(words[i + 1]) : std::nullopt;
    if (!value)
      return bad_export(
          settings.path,
          "\"" + words[i] + "\" is not known here; expected 640x480, fps N, turntable DEG, from S or to S");
    if (words[i] == "fps")
      settings.fps = *value;
    else if (words[i] == "turntable")
      settings.turntable_deg = *value;
    else if (words[i] == "from")
      settings.from_s = *value;
    else if (words[i] == "to")
      settings.to_s = *value;
    else
      return bad_export(
          settings.path,
          "\"" + words[i] + "\" is not known here; expected 640x480, fps N, turntable DEG, from S or to S");
    settings.video = true;
    ++i;
  }
  return checked(settings);
}

}  // namespace skelter
