#include "web/reading.h"

#include <algorithm>

#include "scene/internal/name_map.h"
#include "skelter/scene/edit.h"
#include "web/files.h"

namespace skelter::web {
namespace {

// Beyond this a page would run out of memory, and with it everything that it holds.
constexpr std::uint64_t kMostMemory = std::uint64_t{768} << 20;

Error bad_option(const char* name, const char* expected) {
  return wrong_call("web.option", std::string("option ") + name + "; expected " + expected);
}

Result<void> read_choices(const Json& json, XReadOptions& x) {
  if (const auto text = text_of(json, "absent")) {
    if (*text != "rest" && *text != "identity") return bad_option("absent", "rest or identity");
    x.absent = *text == "rest" ? Absent::rest : Absent::identity;
  }
  if (const auto text = text_of(json, "rotation_keys")) {
    if (*text != "d3dx" && *text != "as-stored") return bad_option("rotation_keys", "d3dx or as-stored");
    x.rotation_keys = *text == "d3dx" ? RotationKeys::d3dx : RotationKeys::as_stored;
  }
  if (const auto page = number_of(json, "code_page")) {
    if (*page != 1252 && *page != 932) return bad_option("code_page", "1252 or 932");
    x.code_page = *page == 932 ? CodePage::shift_jis : CodePage::windows_1252;
  }
  return {};
}

}  // namespace

Result<Reading> reading_of(const Json& json) {
  Reading reading;
  XReadOptions& x = reading.options.x;
  x.ticks_per_second = number_of(json, "ticks_per_second");
  x.metres_per_unit = number_of(json, "metres_per_unit");
  if (json.contains("frame_numbers")) x.frame_numbers = flag_of(json, "frame_numbers");
  x.strict = flag_of(json, "strict");
  reading.with_clips = texts_of(json, "with_clips");
  reading.map_names = flag_of(json, "map_names");
  if (auto read = read_choices(json, x); !read) return read.error();
  return reading;
}

Result<Scene> read_scene(const std::string& path, const Reading& reading, Pack* pack) {
  if (auto checked = checked_path(path); !checked) return checked.error();
  LoadOptions options = reading.options;
  if (options.x.limits.max_memory_bytes == 0) options.x.limits.max_memory_bytes = kMostMemory;
  auto scene = load_scene(path, options, pack);
  if (!scene) return scene;
  for (const std::string& file : reading.with_clips) {
    if (auto checked = checked_path(file); !checked) return checked.error();
    const auto other = load_scene(file, options);
    if (!other) return other.error();
    scene->diagnostics.append(other->diagnostics);
    if (reading.map_names)
      merge_clips_by_alike_names(*scene, *other, scene->diagnostics);
    else
      merge_clips(*scene, *other, NameMatch::exact, scene->diagnostics);
  }
  return scene;
}

}  // namespace skelter::web
