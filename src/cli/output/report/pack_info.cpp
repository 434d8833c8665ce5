#include "cli/output/report/pack_info.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstring>
#include <deque>
#include <vector>

#include "cli/output/report/compile_report.h"
#include "cli/output/text_table.h"
#include "runtime/internal/format/pack_header.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/runtime/clip.h"
#include "skelter/system/file.h"
#include "system/internal/text.h"

namespace skelter::cli {
namespace {

struct ClipEntry {
  std::string label;
  bool stored = false;
  std::size_t bytes = 0;
  ClipView view;
};

// The clips of a pack, with the decoded data of stored ones.
struct ClipEntries {
  std::vector<ClipEntry> clips;
  std::deque<AlignedBytes> decoded;
};

ClipEntries clips_of(const PackView& pack) {
  ClipEntries entries;
  for (std::uint32_t i = 0; i < pack.section_count(); ++i) {
    const PackSection section = pack.section(i);
    const bool stored = section.kind == SectionKind::stored_clip;
    if (!stored && section.kind != SectionKind::clip) continue;
    ClipEntry clip{std::string(section.name), stored, section.bytes.size(), {}};
    // Decoding cannot fail, because it succeeded when the scene was made.
    if (stored) {
      AlignedBytes& room = entries.decoded.emplace_back(decoded_size(section.bytes));
      (void)decode_clip(section.bytes, {room.data(), room.size()}, clip.view);
    } else {
      (void)read_clip(section.bytes, clip.view);
    }
    entries.clips.push_back(std::move(clip));
  }
  return entries;
}

std::vector<std::string> masks_of(const Skeleton& skeleton) {
  std::vector<std::string> names;
  for (std::uint32_t mask = 0; mask < skeleton.mask_count(); ++mask)
    names.emplace_back(skeleton.mask_name(mask));
  return names;
}

std::string clip_notes(const ClipView& clip) {
  std::vector<std::string> notes;
  if (clip.loops()) notes.emplace_back("loops");
  if (clip.additive()) notes.emplace_back("additive");
  if (!clip.root_motion.empty()) notes.emplace_back("root motion");
  if (!clip.events.empty()) notes.push_back(fmt::format("events: {}", clip.events.size()));
  return fmt::format("{}", fmt::join(notes, ", "));
}

std::string clips_text(const PackView& pack) {
  using A = TextTable::Align;
  TextTable table({{"clip"},
                   {"seconds", A::right},
                   {"Hz", A::right},
                   {"frames", A::right},
                   {"form"},
                   {"bytes", A::right},
                   {"notes"}});
  const ClipEntries entries = clips_of(pack);
  for (const ClipEntry& clip : entries.clips)
    table.add({clip.label, short_number(clip.view.duration_s), short_number(clip.view.sample_rate_hz),
               fmt::format("{}", clip.view.frame_count), clip.stored ? "stored" : "hot",
               fmt::format("{}", clip.bytes), clip_notes(clip.view)});
  return table.empty() ? "" : table.text() + "\n";
}

}  // namespace

void add_pack_facts(Json& info, const Pack& pack) {
  const PackView& view = pack.view();
  const ClipEntries entries = clips_of(view);
  for (std::size_t i = 0; i < entries.clips.size(); ++i) {
    const ClipEntry& clip = entries.clips[i];
    Json events = Json::array();
    for (const ClipEvent& event : clip.view.events)
      events.push_back({{"name", clip.view.string(event.name)}, {"time_s", number(event.time_s)}});
    info["clips"][i].update({{"form", clip.stored ? "stored" : "hot"},
                             {"bytes", clip.bytes},
                             {"sample_rate_hz", number(clip.view.sample_rate_hz)},
                             {"frames", clip.view.frame_count},
                             {"loop", clip.view.loops()},
                             {"additive", clip.view.additive()},
                             {"root_motion", !clip.view.root_motion.empty()},
                             {"events", events}});
  }
  const auto levels = view.skeleton().lod_joint_counts;
  info["masks"] = masks_of(view.skeleton());
  info["lod_joint_counts"] = std::vector<std::uint32_t>(levels.begin(), levels.end());
  info["origin"] = numbers(view.origin());
  info["sections"] = Json::array();
  for (std::uint32_t i = 0; i < view.section_count(); ++i) {
    const PackSection section = view.section(i);
    info["sections"].push_back({{"kind", section_name(section.kind)},
                                {"name", name_or_null(std::string(section.name))},
                                {"bytes", section.bytes.size()}});
  }
}

std::string pack_format_text(const Pack& pack) {
  const PackScene& scene = pack.view().scene();
  return fmt::format("pack, version {}, {} bytes, of {}", pack.view().version(), pack.bytes().size(),
                     scene.file);
}

namespace {

// Returns the source named in a pack of version 5. Its sections equal the current ones except for graphs,
// which are not read when a pack is opened.
std::string source_of_older_pack(const std::string& pack_file) {
  auto bytes =
      pack_file == "-" ? Result<std::vector<std::byte>>(std::vector<std::byte>()) : read_file(pack_file);
  if (!bytes || !is_older_pack(*bytes)) return {};
  std::memcpy(bytes->data() + offsetof(PackHeader, version), &kPackVersion, sizeof(kPackVersion));
  Pack pack;
  if (!Pack::open(ByteSpan(*bytes), pack).ok()) return {};
  const PackScene& scene = pack.view().scene();
  return std::string(scene.file);
}

}  // namespace

std::string compile_again_command(const std::string& pack_file) {
  constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/-";
  std::string source = source_of_older_pack(pack_file);
  if (source.empty() || source[0] == '-' || source.find_first_not_of(kPlain) != std::string::npos)
    source = "SOURCE";
  return fmt::format("skelter compile {} {} --force", source, pack_file == "-" ? "PACK" : pack_file);
}

std::string pack_text(const Pack& pack) {
  const Skeleton& skeleton = pack.view().skeleton();
  std::string text = fmt::format("  joints: {}", skeleton.joint_count());
  if (skeleton.lod_joint_counts.size() > 1)
    text += fmt::format("; by level: {}", fmt::join(skeleton.lod_joint_counts, ", "));
  if (skeleton.mask_count() != 0)
    text += fmt::format("; masks: {}", printable(fmt::format("{}", fmt::join(masks_of(skeleton), ", "))));
  if (const Vec3d& origin = pack.view().origin(); origin != Vec3d{})
    text += fmt::format("\n  origin: {}, {}, {}, which the skeleton and the clips are relative to",
                        short_number(origin.x, 6), short_number(origin.y, 6), short_number(origin.z, 6));
  TextTable table({{"section"}, {"name"}, {"bytes", TextTable::Align::right}});
  for (std::uint32_t i = 0; i < pack.view().section_count(); ++i) {
    const PackSection section = pack.view().section(i);
    table.add({std::string(section_name(section.kind)), std::string(section.name),
               fmt::format("{}", section.bytes.size())});
  }
  return text + "\n\n" + clips_text(pack.view()) + table.text();
}

}  // namespace skelter::cli
