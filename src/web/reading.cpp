#include "web/reading.h"

#include <algorithm>

#include "web/files.h"

namespace skelter::web {
namespace {

// Above this limit, a page would run out of memory and lose all its state.
constexpr std::uint64_t kMaxMemory = std::uint64_t{768} << 20;

Error bad_option(const char* name, const char* expected) {
  return wrong_call("web.option", std::string("option ") + name + "; expected " + expected);
}

Result<void> read_choices(const Json& json, LoadOptions& reading) {
  if (const auto text = text_of(json, "absent")) {
    if (*text != "rest" && *text != "identity") return bad_option("absent", "rest or identity");
    reading.absent = *text == "rest" ? Absent::rest : Absent::identity;
  }
  if (const auto text = text_of(json, "rotation_keys")) {
    if (*text != "d3dx" && *text != "as-stored") return bad_option("rotation_keys", "d3dx or as-stored");
    reading.x.rotations_as_stored = *text == "as-stored";
  }
  if (const auto page = number_of(json, "code_page")) {
    if (*page != 1252 && *page != 932) return bad_option("code_page", "1252 or 932");
    reading.code_page = *page == 932 ? CodePage::shift_jis : CodePage::windows_1252;
  }
  if (const auto text = text_of(json, "up")) {
    constexpr const char* kAxes[] = {"y", "z", "-z", "x"};
    constexpr FileUp kUps[] = {FileUp::y, FileUp::z, FileUp::minus_z, FileUp::x};
    const auto axis = static_cast<std::size_t>(std::find(kAxes, kAxes + 4, *text) - kAxes);
    if (axis == 4) return bad_option("up", "y, z, -z or x");
    reading.up = kUps[axis];
  }
  return {};
}

}  // namespace

LoadOptions page_reading() {
  LoadOptions reading;
  reading.limits.max_memory_bytes = kMaxMemory;
  return reading;
}

Result<LoadOptions> reading_of(const Json& json) {
  LoadOptions reading = page_reading();
  reading.ticks_per_second = number_of(json, "ticks_per_second");
  reading.metres_per_unit = number_of(json, "metres_per_unit");
  if (json.contains("frame_numbers")) reading.x.frame_numbers = flag_of(json, "frame_numbers");
  reading.x.strict = flag_of(json, "strict");
  reading.with_clips = texts_of(json, "with_clips");
  reading.map_names = flag_of(json, "map_names");
  if (auto read = read_choices(json, reading); !read) return read.error();
  return reading;
}

Result<Scene> read_scene(const std::string& path, const LoadOptions& reading, Pack* out_pack) {
  if (auto checked = checked_path(path); !checked) return checked.error();
  for (const std::string& file : reading.with_clips)
    if (auto checked = checked_path(file); !checked) return checked.error();
  return load_scene(path, reading, out_pack);
}

}  // namespace skelter::web
