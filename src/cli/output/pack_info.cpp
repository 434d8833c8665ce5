#include "cli/output/pack_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/output/compile_report.h"
#include "cli/output/json_text.h"
#include "cli/output/text_table.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/runtime/pack_view.h"
#include "skelter/runtime/skinned_mesh.h"
#include "skelter/runtime/stored_clip.h"
#include "skelter/system/file.h"

namespace skelter::cli {
namespace {

struct ClipEntry {
  std::string label;
  bool stored = false;
  std::size_t bytes = 0;
  ClipView view;
};

struct MeshEntry {
  std::string name;
  SkinnedMesh view;
};

struct SkinEntry {
  std::string name;
  SkinView view;
};

// An opened pack with everything that its sections hold.
struct Pack {
  std::string file;
  AlignedBytes bytes;
  PackView view;
  std::vector<ClipEntry> clips;
  std::vector<MeshEntry> meshes;
  std::vector<SkinEntry> skins;
  std::vector<AlignedBytes> decoded;  // of stored clips
  Json materials = Json::array(), info = Json::object();
};

Error error_in(const std::string& file, Status status, const char* what, std::uint32_t section) {
  const bool known = section != kNone;
  return {
      status, "pack.bad", what, {file, 0, {}, known ? fmt::format("section {}", section) : std::string()}};
}

// The JSON of an opaque section, or null: only tools read it, so it need not be good.
Json json_of(const PackSection& section) {
  const std::string_view text(reinterpret_cast<const char*>(section.bytes.data()), section.bytes.size());
  Json json = Json::parse(text.begin(), text.end(), nullptr, false);
  return json.is_object() ? json : Json::object();
}

Result<ClipEntry> clip_entry(Pack& pack, std::uint32_t index) {
  const PackSection section = pack.view.section(index);
  ClipEntry clip;
  clip.label = section.name;
  clip.stored = section.kind == SectionKind::stored_clip;
  clip.bytes = section.bytes.size();
  ByteSpan hot = section.bytes;
  Problem problem;
  if (clip.stored) {
    AlignedBytes& room = pack.decoded.emplace_back(hot_size(section.bytes));
    problem = decode_clip(section.bytes, {room.data(), room.size()}, clip.view);
  } else {
    problem = read_clip(hot, clip.view);
  }
  if (!problem.ok()) return error_in(pack.file, problem.status, problem.what, index);
  return clip;
}

Result<void> read_sections(Pack& pack) {
  for (std::uint32_t i = 0; i < pack.view.section_count(); ++i) {
    const PackSection section = pack.view.section(i);
    if (section.kind == SectionKind::clip || section.kind == SectionKind::stored_clip) {
      auto clip = clip_entry(pack, i);
      if (!clip) return clip.error();
      pack.clips.push_back(std::move(*clip));
    } else if (section.kind == SectionKind::skin) {
      SkinEntry& skin = pack.skins.emplace_back(SkinEntry{std::string(section.name), {}});
      (void)read_skin(section.bytes, pack.view.skeleton().joint_count(), skin.view);  // open() did, too
    } else if (section.kind == SectionKind::mesh) {
      MeshEntry& mesh = pack.meshes.emplace_back(MeshEntry{std::string(section.name), {}});
      (void)read_skinned_mesh(section.bytes, mesh.view);
    } else if (section.kind == SectionKind::materials) {
      const Json json = json_of(section);
      if (json.contains("materials") && json["materials"].is_array()) pack.materials = json["materials"];
    } else if (section.kind == SectionKind::info) {
      pack.info = json_of(section);
    }
  }
  return {};
}

Result<Pack> open_pack(const std::string& file) {
  const auto bytes = read_file(file);
  if (!bytes) return bytes.error();
  Pack pack;
  pack.file = file;
  pack.bytes = AlignedBytes(bytes->size());
  std::copy(bytes->begin(), bytes->end(), pack.bytes.data());
  const PackProblem problem = PackView::open(pack.bytes.span(), pack.view);
  if (!problem.ok()) return error_in(file, problem.status, problem.what, problem.section);
  if (auto read = read_sections(pack); !read) return read.error();
  return pack;
}

std::uint64_t triangles_of(const SkinnedMesh& mesh) {
  return mesh.indices.size() / 3;
}

std::uint32_t most_influences(const SkinnedMesh& mesh) {
  return mesh.sections.empty() ? 0 : mesh.sections.back().influences;  // they rise
}

std::vector<std::string> attributes_of(const SkinnedMesh& mesh) {
  std::vector<std::string> names = {"position"};
  if (mesh.has_normals != 0) names.emplace_back("normal");
  if (!mesh.tangents.empty()) names.emplace_back("tangent");
  for (const VertexStream& stream : mesh.streams)
    names.push_back(fmt::format("{}{}", stream.kind == StreamKind::uv ? "uv" : "color", stream.set));
  return names;
}

// --- JSON ------------------------------------------------------------------------------------------------

Json totals_json(const Pack& pack) {
  std::uint64_t vertices = 0, triangles = 0, morphs = 0;
  for (const MeshEntry& mesh : pack.meshes) {
    vertices += mesh.view.vertex_count;
    triangles += triangles_of(mesh.view);
    morphs += mesh.view.morphs.size();
  }
  const std::uint32_t joints = pack.view.skeleton().joint_count();
  return {{"nodes", joints},
          {"meshes", pack.meshes.size()},
          {"source_vertices", nullptr},
          {"vertices", vertices},
          {"source_faces", nullptr},
          {"triangles", triangles},
          {"materials", pack.materials.size()},
          {"textures", pack.view.count(SectionKind::images)},
          {"skins", pack.skins.size()},
          {"joints", joints},
          {"clips", pack.clips.size()},
          {"channels", nullptr},
          {"keys", nullptr},
          {"morph_targets", morphs}};
}

Json nodes_json(const Skeleton& skeleton) {
  std::vector<Json> children(skeleton.joint_count(), Json::array());
  for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint)
    if (skeleton.parents[joint] != kNone16) children[skeleton.parents[joint]].push_back(joint);
  Json list = Json::array();
  for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
    const std::uint16_t parent = skeleton.parents[joint];
    const Mat4 rest = to_mat4(get(skeleton.rest_pose[joint / kLanes], joint % kLanes));
    list.push_back({{"index", joint},
                    {"name", name_or_null(std::string(skeleton.name(joint)))},
                    {"parent", parent == kNone16 ? Json(nullptr) : Json(parent)},
                    {"children", children[joint]},
                    {"meshes", Json::array()},
                    {"skin", nullptr},
                    {"rest", numbers(std::span<const float>(rest.m))},
                    {"synthetic", skeleton.helpers[joint] != 0}});
  }
  return list;
}

Json meshes_json(const Pack& pack) {
  Json list = Json::array();
  for (const MeshEntry& mesh : pack.meshes) {
    Json materials = Json::array();
    for (const MeshPart& part : mesh.view.parts)
      if (part.material != kNone) materials.push_back(part.material);
    list.push_back({{"name", name_or_null(mesh.name)},
                    {"source_vertices", nullptr},
                    {"vertices", mesh.view.vertex_count},
                    {"source_faces", nullptr},
                    {"triangles", triangles_of(mesh.view)},
                    {"attributes", attributes_of(mesh.view)},
                    {"materials", materials},
                    {"skinned", mesh.view.palette_size > 1},
                    {"joints", mesh.view.palette_size},
                    {"max_influences", most_influences(mesh.view)},
                    {"morph_targets", mesh.view.morphs.size()}});
  }
  return list;
}

Json skins_json(const Pack& pack) {
  Json list = Json::array();
  for (const SkinEntry& skin : pack.skins) {
    Json joints = Json::array();
    for (const std::uint16_t joint : skin.view.joints) joints.push_back(pack.view.skeleton().name(joint));
    list.push_back({{"name", name_or_null(skin.name)}, {"joints", joints}});
  }
  return list;
}

Json clip_json(const ClipEntry& clip, std::size_t index) {
  const bool unnamed = clip.label == fmt::format("#{}", index);
  Json events = Json::array();
  for (const ClipEvent& event : clip.view.events)
    events.push_back({{"name", clip.view.string(event.name)}, {"time_s", number(event.time_s)}});
  return {{"index", index},
          {"name", unnamed ? Json(nullptr) : Json(clip.label)},
          {"duration_s", number(clip.view.duration_s)},
          {"ticks_per_second", nullptr},
          {"channels", nullptr},
          {"keys", nullptr},
          {"targets", nullptr},
          {"interpolations", nullptr},
          {"form", clip.stored ? "stored" : "hot"},
          {"bytes", clip.bytes},
          {"sample_rate_hz", number(clip.view.sample_rate_hz)},
          {"frames", clip.view.frame_count},
          {"loop", clip.view.loops()},
          {"additive", clip.view.additive()},
          {"root_motion", !clip.view.root_motion.empty()},
          {"events", events}};
}

std::string json_text(const Pack& pack) {
  const Skeleton& skeleton = pack.view.skeleton();
  Json clips = Json::array(), masks = Json::array(), sections = Json::array();
  for (std::size_t i = 0; i < pack.clips.size(); ++i) clips.push_back(clip_json(pack.clips[i], i));
  for (std::uint32_t mask = 0; mask < skeleton.mask_count(); ++mask)
    masks.push_back(skeleton.mask_name(mask));
  for (std::uint32_t i = 0; i < pack.view.section_count(); ++i) {
    const PackSection section = pack.view.section(i);
    sections.push_back({{"kind", section_name(section.kind)},
                        {"name", name_or_null(std::string(section.name))},
                        {"bytes", section.bytes.size()}});
  }
  return to_text({{"file", pack.file},
                  {"format", "pack"},
                  {"encoding", nullptr},
                  {"generator", nullptr},
                  {"metres_per_unit", pack.info.value("metres_per_unit", Json(nullptr))},
                  {"totals", totals_json(pack)},
                  {"bounds", nullptr},
                  {"nodes", nodes_json(skeleton)},
                  {"meshes", meshes_json(pack)},
                  {"skins", skins_json(pack)},
                  {"materials", pack.materials},
                  {"clips", clips},
                  {"masks", masks},
                  {"lod_joint_counts", std::vector<std::uint32_t>(skeleton.lod_joint_counts.begin(),
                                                                  skeleton.lod_joint_counts.end())},
                  {"sections", sections},
                  {"diagnostics", Json::array()}});
}

// --- text ------------------------------------------------------------------------------------------------

std::string summary_text(const Pack& pack) {
  const Skeleton& skeleton = pack.view.skeleton();
  std::string masks;
  for (std::uint32_t mask = 0; mask < skeleton.mask_count(); ++mask)
    masks += (mask == 0 ? "" : ", ") + std::string(skeleton.mask_name(mask));
  std::string text = pack.file + "\n";
  const auto line = [&](const char* title, const std::string& value) {
    text += fmt::format("  {:<10} {}\n", title, value);
  };
  line("format", fmt::format("pack, version {}, {} bytes", pack.view.version(), pack.bytes.size()));
  if (pack.info.contains("source") && pack.info["source"].is_string())
    line("source", pack.info["source"].get<std::string>());
  line("joints", fmt::format("{}", skeleton.joint_count()));
  if (skeleton.lod_joint_counts.size() > 1)
    line("levels", fmt::format("{}", fmt::join(skeleton.lod_joint_counts, ", ")));
  if (!masks.empty()) line("masks", masks);
  return text;
}

std::string clip_notes(const ClipView& clip) {
  std::vector<std::string> notes;
  if (clip.loops()) notes.emplace_back("loops");
  if (clip.additive()) notes.emplace_back("additive");
  if (!clip.root_motion.empty()) notes.emplace_back("root motion");
  if (!clip.events.empty()) notes.push_back(fmt::format("events: {}", clip.events.size()));
  return fmt::format("{}", fmt::join(notes, ", "));
}

std::string clips_text(const Pack& pack) {
  using A = TextTable::Align;
  TextTable table({{"clip"},
                   {"seconds", A::right},
                   {"Hz", A::right},
                   {"frames", A::right},
                   {"form"},
                   {"bytes", A::right},
                   {"notes"}});
  for (const ClipEntry& clip : pack.clips)
    table.add({clip.label, short_number(clip.view.duration_s), short_number(clip.view.sample_rate_hz),
               fmt::format("{}", clip.view.frame_count), clip.stored ? "stored" : "hot",
               fmt::format("{}", clip.bytes), clip_notes(clip.view)});
  return table.text();
}

std::string meshes_text(const Pack& pack) {
  using A = TextTable::Align;
  TextTable table({{"mesh"},
                   {"vertices", A::right},
                   {"triangles", A::right},
                   {"joints", A::right},
                   {"influences", A::right},
                   {"attributes"}});
  for (std::size_t i = 0; i < pack.meshes.size(); ++i) {
    const MeshEntry& mesh = pack.meshes[i];
    table.add({shown_name(mesh.name, i), fmt::format("{}", mesh.view.vertex_count),
               fmt::format("{}", triangles_of(mesh.view)), fmt::format("{}", mesh.view.palette_size),
               fmt::format("{}", most_influences(mesh.view)),
               fmt::format("{}", fmt::join(attributes_of(mesh.view), " "))});
  }
  return table.text();
}

std::string sections_text(const Pack& pack) {
  TextTable table({{"section"}, {"name"}, {"bytes", TextTable::Align::right}});
  for (std::uint32_t i = 0; i < pack.view.section_count(); ++i) {
    const PackSection section = pack.view.section(i);
    table.add({std::string(section_name(section.kind)), std::string(section.name),
               fmt::format("{}", section.bytes.size())});
  }
  return table.text();
}

std::string plain_text(const Pack& pack) {
  std::string text = summary_text(pack);
  if (!pack.clips.empty()) text += "\n" + clips_text(pack);
  if (!pack.meshes.empty()) text += "\n" + meshes_text(pack);
  return text + "\n" + sections_text(pack);
}

}  // namespace

Result<std::string> pack_info(const std::string& file, bool json) {
  const auto pack = open_pack(file);
  if (!pack) return pack.error();
  return json ? json_text(*pack) : plain_text(*pack);
}

}  // namespace skelter::cli
