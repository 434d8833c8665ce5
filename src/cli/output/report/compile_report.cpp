#include "cli/output/report/compile_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/output/json_text.h"
#include "cli/output/text_table.h"

namespace skelter::cli {
namespace {

constexpr double kAssumedExtentMm = 1800;  // height of a person, used if the file has no unit

// Millimetres per file unit.
double unit_mm(const Scene& scene, const PackBuild& pack) {
  return scene.metres_per_unit ? 1000 * *scene.metres_per_unit : kAssumedExtentMm / pack.extent;
}

// Returns the size of the clip in the file.
std::uint64_t packed_bytes(const ClipReport& clip) {
  return clip.stored_bytes != 0 ? clip.stored_bytes : clip.hot_bytes;
}

double ratio(std::uint64_t raw, std::uint64_t packed) {
  return packed == 0 ? 0 : static_cast<double>(raw) / static_cast<double>(packed);
}

// Totals over all clips: sums of the sizes, the largest error, and the mean of the mean errors. The stored
// size counts bytes in the file; it is 0 if all clips are in playing form.
ClipReport total_of(const PackBuild& pack) {
  ClipReport total;
  bool any_stored = false;
  for (const ClipReport& clip : pack.clips) {
    any_stored = any_stored || clip.stored_bytes != 0;
    total.raw_bytes += clip.raw_bytes;
    total.stored_bytes += packed_bytes(clip);
    total.hot_bytes += clip.hot_bytes;
    total.largest_error = std::max(total.largest_error, clip.largest_error);
    total.mean_error += clip.mean_error / static_cast<double>(pack.clips.size());
  }
  if (!any_stored) total.stored_bytes = 0;
  return total;
}

std::string joint_name(const PackBuild& pack, std::uint16_t joint) {
  return joint < pack.joint_names.size() ? pack.joint_names[joint] : std::string();
}

Json clip_json(const Scene& scene, std::size_t index, const PackBuild& pack, double mm) {
  const ClipReport& clip = pack.clips[index];
  const std::optional<std::string>& name = scene.clips[index].name;
  return {{"index", index},
          {"name", name ? Json(*name) : Json(nullptr)},
          {"raw_bytes", clip.raw_bytes},
          {"stored_bytes", clip.stored_bytes == 0 ? Json(nullptr) : Json(clip.stored_bytes)},
          {"hot_bytes", clip.hot_bytes},
          {"playing_bytes", clip.hot_bytes},
          {"cpu_seconds", number(clip.cpu_seconds)},
          {"ratio", number(ratio(clip.raw_bytes, packed_bytes(clip)))},
          {"sample_rate_hz", number(clip.sample_rate_hz)},
          {"sample_rate_set", clip.rate_set},
          {"key_rate_hz", number(clip.key_rate_hz)},
          {"frames", clip.frames},
          {"loop", clip.loops},
          {"seam", number(clip.seam)},
          {"seam_mm", number(clip.seam * mm)},
          {"animated_parts", clip.animated_parts},
          {"wide_parts", clip.wide_parts},
          {"keyed_tracks", clip.keyed_tracks},
          {"finer_parts", clip.finer_parts},
          {"rate_multiple", clip.rate_multiple},
          {"wide_bytes", clip.wide_bytes},
          {"keyed_bytes", clip.keyed_bytes},
          {"bound_bytes", clip.bound_bytes},
          {"error_bound", number(clip.error_bound)},
          {"shell_distance", number(clip.shell_distance)},
          {"largest_error", number(clip.largest_error)},
          {"largest_error_mm", number(clip.largest_error * mm)},
          {"largest_error_joint", name_or_null(joint_name(pack, clip.largest_error_joint))},
          {"largest_error_time_s",
           clip.largest_error_joint == kNone16 ? Json(nullptr) : number(clip.largest_error_time_s)},
          {"mean_error", number(clip.mean_error)},
          {"mean_error_mm", number(clip.mean_error * mm)}};
}

Json mesh_json(const MeshReport& mesh) {
  std::uint32_t vertices = 0;
  for (const std::uint32_t count : mesh.primitive.vertices_by_influences) vertices += count;
  return {{"name", name_or_null(mesh.name)},
          {"vertices", vertices},
          {"vertices_by_influences", mesh.primitive.vertices_by_influences},
          {"reduced_vertices", mesh.primitive.reduced_vertices},
          {"largest_weight_lost", number(mesh.primitive.largest_weight_lost)}};
}

// Returns one line per mesh that lost influences.
std::string reduced_text(const PackBuild& pack) {
  std::string text;
  for (std::size_t i = 0; i < pack.meshes.size(); ++i)
    if (const SkinnedMeshReport& mesh = pack.meshes[i].primitive; mesh.reduced_vertices != 0)
      text += fmt::format("  mesh {}: {} vertices lost influences, up to {} of the weight\n",
                          shown_name(pack.meshes[i].name, i), mesh.reduced_vertices,
                          short_number(mesh.largest_weight_lost));
  return text;
}

// A clip nearly closes if its ends are closer than this, such as an idle clip with keys that were cleaned up
// by hand. A game would silently stop it at its end. Clips with a larger distance are not cycles.
constexpr double kNearlyClosed = 0.05;  // share of H

std::string seams_text(const PackBuild& pack, double mm) {
  std::string text;
  for (std::size_t i = 0; i < pack.clips.size(); ++i)
    if (const ClipReport& clip = pack.clips[i];
        !clip.loops && clip.seam > clip.error_bound && clip.seam <= kNearlyClosed * pack.extent)
      text += fmt::format("  clip {}: ends {} mm from where it begins; plays once unless \"loop\" is set\n",
                          shown_name(clip.name, i), short_number(clip.seam * mm, 2));
  return text;
}

std::string origin_text(const PackBuild& pack) {
  const Vec3d& origin = pack.skeleton.origin;
  if (origin == Vec3d{}) return {};
  return fmt::format("  far from the origin: everything is relative to {}, {}, {}\n",
                     short_number(origin.x, 6), short_number(origin.y, 6), short_number(origin.z, 6));
}

// Whether quantised frames at the key rate were not sufficient.
bool took_more(const ClipReport& clip) {
  return clip.wide_parts != 0 || clip.keyed_tracks != 0 || clip.rate_multiple != 1;
}

std::string more_text(const ClipReport& clip) {
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : ", ") + what; };
  if (clip.rate_multiple != 1) add(fmt::format("{} times the rate of its keys", clip.rate_multiple));
  if (clip.keyed_tracks != 0)
    add(fmt::format("{} of keys ({} bytes)", counted(clip.keyed_tracks, "track"), clip.keyed_bytes));
  if (clip.wide_parts != 0)
    add(fmt::format("{} in floats ({} bytes)", counted(clip.wide_parts, "part"), clip.wide_bytes));
  if (clip.finer_parts != 0)
    add(fmt::format("{} with finer steps or frames", counted(clip.finer_parts, "part")));
  if (clip.bound_bytes > 0)
    text += fmt::format("; {} more than before its error was measured",
                        counted(static_cast<std::uint64_t>(clip.bound_bytes), "byte"));
  return text;
}

// Up to this number of clips, each clip gets a line about the cost of its bound. With --all every clip gets
// one.
constexpr std::size_t kFewClips = 5;

std::string bounds_text(const PackBuild& pack, bool all) {
  std::string text;
  std::size_t count = 0;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < pack.clips.size(); ++i) {
    const ClipReport& clip = pack.clips[i];
    if (!took_more(clip)) continue;
    ++count;
    bytes += clip.keyed_bytes + clip.wide_bytes;
    text += fmt::format("  clip {}: to meet its error bound, it has {}\n", shown_name(clip.name, i),
                        more_text(clip));
  }
  if (all || count <= kFewClips) return text;
  return fmt::format(
      "  To meet their error bound, {} of {} have a higher rate, tracks of keys ({} bytes with "
      "parts in floats) or finer steps; --all lists them\n",
      count, counted(pack.clips.size(), "clip"), bytes);
}

// If the share of keyed and wide bytes is larger than this, a rate below the key rate is reported. Keys that
// such a rate misses need these larger formats.
constexpr double kMuch = 0.25;  // as a share of the bytes in playing form

std::string rates_text(const PackBuild& pack) {
  std::size_t count = 0, first = 0;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < pack.clips.size(); ++i) {
    const ClipReport& clip = pack.clips[i];
    const std::uint64_t paid = clip.keyed_bytes + clip.wide_bytes;
    if (!clip.rate_set || !(clip.sample_rate_hz < 0.99 * clip.key_rate_hz) ||
        !(static_cast<double>(paid) > kMuch * static_cast<double>(clip.hot_bytes)))
      continue;
    if (count++ == 0) first = i;
    bytes += paid;
  }
  if (count == 0) return {};
  const ClipReport& clip = pack.clips[first];
  return fmt::format(
      "  sample_rate_hz is below the rate of the keys of {} ({}: {} and {} Hz), which needed {} extra bytes "
      "to meet the error bound; without sample_rate_hz the clips may be smaller\n",
      counted(count, "clip"), shown_name(clip.name, first), short_number(clip.sample_rate_hz),
      short_number(clip.key_rate_hz), bytes);
}

// Distance, in shells, beyond which a vertex may exceed the bound several times, for example at the end of a
// long weapon.
constexpr double kFarOut = 20;

std::string reach_text(const PackBuild& pack, double mm) {
  double shell = 0;
  for (const ClipReport& clip : pack.clips) shell = std::max(shell, clip.shell_distance);
  if (pack.clips.empty() || !(pack.reach.distance > kFarOut * shell)) return {};
  return fmt::format(
      "  vertices are up to {} mm from joint \"{}\", but the error bound holds within {} mm of "
      "joints; farther vertices may deviate more; raise shell_distance\n",
      short_number(pack.reach.distance * mm, 1), joint_name(pack, pack.reach.joint),
      short_number(shell * mm, 1));
}

}  // namespace

std::string_view section_name(SectionKind kind) {
  constexpr std::string_view kNames[] = {"skeleton",  "clip",   "stored-clip", "skin",   "mesh",
                                         "materials", "images", "scene",       "origin", "graph"};
  return kNames[static_cast<std::size_t>(kind) - 1];  // packs with other kinds cannot be opened
}

std::string compile_json(const Scene& scene, const PackBuild& pack, const std::string& out) {
  const double mm = unit_mm(scene, pack);
  Json clips = Json::array(), meshes = Json::array(), sections = Json::array();
  for (std::size_t i = 0; i < pack.clips.size(); ++i) clips.push_back(clip_json(scene, i, pack, mm));
  for (const MeshReport& mesh : pack.meshes) meshes.push_back(mesh_json(mesh));
  for (const SectionSize& section : pack.sections)
    sections.push_back({{"kind", section_name(section.kind)},
                        {"name", name_or_null(section.name)},
                        {"bytes", section.bytes}});
  const ClipReport total = total_of(pack);
  return to_text({{"file", scene.file},
                  {"out", out},
                  {"bytes", pack.bytes.size()},
                  {"joints", pack.joint_names.size()},
                  {"extent", number(pack.extent)},
                  {"metres_per_unit", scene.metres_per_unit ? number(*scene.metres_per_unit) : Json(nullptr)},
                  {"millimetres_assumed", !scene.metres_per_unit.has_value()},
                  {"origin", numbers(pack.skeleton.origin)},
                  {"largest_reach", number(pack.reach.distance)},
                  {"largest_reach_joint", name_or_null(joint_name(pack, pack.reach.joint))},
                  {"clips", clips},
                  {"meshes", meshes},
                  {"totals",
                   {{"raw_bytes", total.raw_bytes},
                    {"packed_bytes", packed_bytes(total)},
                    {"hot_bytes", total.hot_bytes},
                    {"ratio", number(ratio(total.raw_bytes, packed_bytes(total)))},
                    {"largest_error", number(total.largest_error)},
                    {"largest_error_mm", number(total.largest_error * mm)}}},
                  {"sections", sections},
                  {"diagnostics", to_json(scene.diagnostics)}});
}

std::string compile_text(const Scene& scene, const PackBuild& pack, const std::string& out, bool all) {
  using A = TextTable::Align;
  const double mm = unit_mm(scene, pack);
  TextTable table({{"clip"},
                   {"raw", A::right},
                   {"stored", A::right},
                   {"hot", A::right},
                   {"ratio", A::right},
                   {"largest mm", A::right},
                   {"mean mm", A::right},
                   {"at", A::right},
                   {"joint"}});
  const auto row = [&](const std::string& name, const ClipReport& clip, bool place) {
    table.add({name, fmt::format("{}", clip.raw_bytes),
               clip.stored_bytes == 0 ? "-" : fmt::format("{}", clip.stored_bytes),
               fmt::format("{}", clip.hot_bytes),
               fmt::format("{:.1f}", ratio(clip.raw_bytes, packed_bytes(clip))),
               fmt::format("{:.4f}", clip.largest_error * mm), fmt::format("{:.4f}", clip.mean_error * mm),
               place ? short_number(clip.largest_error_time_s) + " s" : "",
               place ? joint_name(pack, clip.largest_error_joint) : ""});
  };
  for (std::size_t i = 0; i < pack.clips.size(); ++i)
    row(shown_name(pack.clips[i].name, i), pack.clips[i], pack.clips[i].largest_error_joint != kNone16);
  if (pack.clips.size() > 1) row("all", total_of(pack), false);

  std::string text = fmt::format("{}: {} bytes, {} joints, {}\n", out, pack.bytes.size(),
                                 pack.joint_names.size(), counted(pack.clips.size(), "clip"));
  text += origin_text(pack) + reduced_text(pack) + seams_text(pack, mm);
  if (pack.clips.empty()) return text;
  text += "\n" + table.text();
  text += scene.metres_per_unit
              ? "\n  Sizes in bytes.\n"
              : fmt::format("\n  Sizes in bytes. Millimetres assume that the extent, {}, is 1.8 m.\n",
                            short_number(pack.extent));
  text += bounds_text(pack, all) + rates_text(pack) + reach_text(pack, mm);
  return text;
}

}  // namespace skelter::cli
