// skelter info: prints the content of a file.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numbers>

#include "cli/commands/commands.h"
#include "cli/input/reading_options.h"
#include "cli/output/json_text.h"
#include "cli/output/report/pack_info.h"
#include "cli/output/report/scene_facts.h"
#include "cli/output/text_table.h"
#include "scene/internal/statistics.h"
#include "scene/internal/words.h"
#include "skelter/math/trig.h"
#include "skelter/scene/edit.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/hierarchy.h"
#include "system/internal/text.h"

namespace skelter::cli {
namespace {

struct InfoOptions {
  std::vector<std::string> files;
  bool json = false;
  bool json_lines = false;
  ReadingOptions reading;
};

// --- JSON ------------------------------------------------------------------------------------------------

Json totals_json(const SceneTotals& totals) {
  return {{"nodes", totals.nodes},
          {"meshes", totals.meshes},
          {"source_vertices", totals.source_vertices},
          {"vertices", totals.vertices},
          {"source_faces", totals.source_faces},
          {"triangles", totals.triangles},
          {"lines", totals.lines},
          {"points", totals.points},
          {"materials", totals.materials},
          {"textures", totals.textures},
          {"skins", totals.skins},
          {"joints", totals.joints},
          {"clips", totals.clips},
          {"channels", totals.channels},
          {"keys", totals.keys},
          {"morph_targets", totals.morph_targets}};
}

Json bounds_json(const Scene& scene, const SceneTotals& totals) {
  if (totals.vertices == 0) return nullptr;
  const Bounds bounds = pose_bounds(scene, rest_pose(scene));
  if (bounds.empty()) return nullptr;
  return {{"min", numbers(bounds.min)}, {"max", numbers(bounds.max)}};
}

Json nodes_json(const Scene& scene) {
  const auto children = children_of(scene);
  Json list = Json::array();
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    Json meshes = Json::array();
    Json skin = nullptr;
    for (const MeshInstance& instance : node.meshes) {
      meshes.push_back(instance.mesh);
      if (skin.is_null() && instance.skin != kNone) skin = instance.skin;
    }
    list.push_back({{"index", i},
                    {"name", name_or_null(node.name)},
                    {"parent", node.parent == kNone ? Json(nullptr) : Json(node.parent)},
                    {"children", children[i]},
                    {"meshes", meshes},
                    {"skin", skin},
                    {"rest", numbers(std::span<const float>(node.rest.m))},
                    {"synthetic", node.synthetic}});
  }
  return list;
}

Json meshes_json(const Scene& scene) {
  Json list = Json::array();
  for (const MeshFacts& mesh : mesh_facts(scene)) {
    list.push_back({{"name", name_or_null(mesh.name)},
                    {"source_vertices", mesh.source_vertices},
                    {"vertices", mesh.vertices},
                    {"source_faces", mesh.source_faces},
                    {"triangles", mesh.triangles},
                    {"lines", mesh.lines},
                    {"points", mesh.points},
                    {"attributes", mesh.attributes},
                    {"materials", mesh.materials},
                    {"skinned", mesh.skinned},
                    {"joints", mesh.joints},
                    {"max_influences", mesh.max_influences},
                    {"morph_targets", mesh.morph_targets}});
  }
  return list;
}

Json skins_json(const Scene& scene) {
  Json list = Json::array();
  for (const Skin& skin : scene.skins) {
    Json joints = Json::array(), nodes = Json::array(), offsets = Json::array();
    for (const Joint& joint : skin.joints) {
      joints.push_back(joint.name);
      nodes.push_back(joint.node);
      offsets.push_back(numbers(std::span<const float>(joint.joint_from_mesh.m)));
    }
    list.push_back({{"name", name_or_null(skin.name)},
                    {"joints", joints},
                    {"joint_nodes", nodes},
                    {"joint_from_mesh", offsets}});
  }
  return list;
}

Json effect_json(const std::optional<EffectInstance>& effect) {
  if (!effect) return nullptr;
  Json parameters = Json::array();
  for (const EffectParameter& parameter : effect->parameters) {
    Json value;
    if (const auto* floats = std::get_if<std::vector<float>>(&parameter.value))
      value = numbers(std::span<const float>(*floats));
    else if (const auto* text = std::get_if<std::string>(&parameter.value))
      value = *text;
    else
      value = std::get<std::uint32_t>(parameter.value);
    parameters.push_back({{"name", parameter.name}, {"value", value}});
  }
  return {{"file", effect->file}, {"parameters", parameters}};
}

Json materials_json(const Scene& scene) {
  Json list = Json::array();
  for (const Material& material : scene.materials) {
    const float color[] = {material.base_color.x, material.base_color.y, material.base_color.z,
                           material.base_color.w};
    list.push_back({{"name", name_or_null(material.name)},
                    {"base_color", numbers(std::span<const float>(color))},
                    {"texture", material.base_color_texture == kNone
                                    ? Json(nullptr)
                                    : Json(scene.textures[material.base_color_texture].name)},
                    {"specular", numbers(std::span(&material.specular.x, 3))},
                    {"specular_power", number(material.specular_power)},
                    {"emissive", numbers(std::span(&material.emissive.x, 3))},
                    {"double_sided", material.double_sided},
                    {"effect", effect_json(material.effect)}});
  }
  return list;
}

Json keys_by_kind(const ClipFacts& facts) {
  Json counts;
  for (std::size_t kind = 0; kind < facts.keys_by_kind.size(); ++kind)
    counts[std::string(skelter::to_text(static_cast<ChannelPath>(kind)))] = facts.keys_by_kind[kind];
  counts["other"] = facts.other_keys;
  return counts;
}

// Lists the number of keys of each kind: "rotation 120, translation 3".
std::string kinds_text(const ClipFacts& facts) {
  const Json kinds = keys_by_kind(facts);
  std::string text;
  for (const auto& [kind, count] : kinds.items())
    if (count != 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kind, count.get<std::uint64_t>());
  return text;
}

Json clips_json(const Scene& scene) {
  Json list = Json::array();
  for (std::size_t i = 0; i < scene.clips.size(); ++i) {
    const Clip& clip = scene.clips[i];
    const ClipFacts facts = clip_facts(clip);
    list.push_back(
        {{"index", i},
         {"name", clip.name ? Json(*clip.name) : Json(nullptr)},
         {"duration_s", number(clip.duration_s)},
         {"ticks_per_second", clip.ticks_per_second ? number(*clip.ticks_per_second) : Json(nullptr)},
         {"channels", clip.channels.size()},
         {"keys", facts.keys},
         {"keys_by_kind", keys_by_kind(facts)},
         {"targets", facts.targets},
         {"interpolations", facts.interpolations}});
  }
  return list;
}

// Lists the nodes that have camera or light `index`.
Json carriers(const Scene& scene, std::uint32_t Node::*member, std::uint32_t index) {
  Json list = Json::array();
  for (std::size_t n = 0; n < scene.nodes.size(); ++n)
    if (scene.nodes[n].*member == index) list.push_back(n);
  return list;
}

constexpr double kDegPerRad = 180 / std::numbers::pi;

Json cameras_json(const Scene& scene) {
  Json list = Json::array();
  for (std::uint32_t i = 0; i < scene.cameras.size(); ++i) {
    const SceneCamera& camera = scene.cameras[i];
    const bool flat = camera.orthographic;
    const auto or_null = [](bool known, double value) { return known ? number(value) : Json(nullptr); };
    list.push_back({{"index", i},
                    {"name", name_or_null(camera.name)},
                    {"nodes", carriers(scene, &Node::camera, i)},
                    {"kind", flat ? "orthographic" : "perspective"},
                    {"fov_y_deg", or_null(!flat, double{camera.fov_y_rad} * kDegPerRad)},
                    {"aspect", or_null(camera.aspect_ratio.has_value(), camera.aspect_ratio.value_or(0))},
                    {"half_width", or_null(flat, camera.half_width)},
                    {"half_height", or_null(flat, camera.half_height)},
                    {"near", number(camera.near_distance)},
                    {"far", or_null(camera.far_distance.has_value(), camera.far_distance.value_or(0))}});
  }
  return list;
}

Json lights_json(const Scene& scene) {
  Json list = Json::array();
  for (std::uint32_t i = 0; i < scene.lights.size(); ++i) {
    const SceneLight& light = scene.lights[i];
    list.push_back({{"index", i},
                    {"name", name_or_null(light.name)},
                    {"nodes", carriers(scene, &Node::light, i)},
                    {"kind", skelter::to_text(light.kind)},
                    {"color", numbers(std::span(&light.color.x, 3))},
                    {"intensity", number(light.intensity)},
                    {"range", light.range ? number(*light.range) : Json(nullptr)}});
  }
  return list;
}

Json vrm_json(const Scene& scene) {
  const std::optional<VrmFacts> facts = vrm_facts(scene);
  if (!facts) return nullptr;
  return {{"expressions", facts->expressions}, {"spring_chains", facts->spring_chains}};
}

Json info_json(const Scene& scene) {
  const SceneTotals all = totals(scene);
  return {{"file", scene.file},
          {"ok", true},
          {"format", scene.format},
          {"encoding", name_or_null(scene.encoding)},
          {"version", scene.format_version ? Json(*scene.format_version) : Json(nullptr)},
          {"generator", scene.generator ? Json(*scene.generator) : Json(nullptr)},
          {"metres_per_unit", scene.metres_per_unit ? number(*scene.metres_per_unit) : Json(nullptr)},
          {"up", name_or_null(scene.up_axis)},
          {"totals", totals_json(all)},
          {"bounds", bounds_json(scene, all)},
          {"nodes", nodes_json(scene)},
          {"meshes", meshes_json(scene)},
          {"skins", skins_json(scene)},
          {"materials", materials_json(scene)},
          {"clips", clips_json(scene)},
          {"cameras", cameras_json(scene)},
          {"lights", lights_json(scene)},
          {"vrm", vrm_json(scene)},
          {"diagnostics", to_json(scene.diagnostics)}};
}

// --- text ------------------------------------------------------------------------------------------------

std::string vector_text(const Vec3d& v) {
  return fmt::format("({}, {}, {})", short_number(v.x), short_number(v.y), short_number(v.z));
}

std::string summary_text(const Scene& scene, const SceneTotals& all, const std::string& format) {
  std::string text = printable(scene.file) + "\n";
  const auto line = [&](const char* title, const std::string& value) {
    text += fmt::format("  {:<10} {}\n", title, printable(value));
  };
  line("format", format);
  if (scene.generator) line("generator", *scene.generator);
  if (scene.metres_per_unit) line("unit", short_number(*scene.metres_per_unit, 6) + " m");
  if (!scene.up_axis.empty()) line("up", scene.up_axis);
  line("nodes", fmt::format("{}", all.nodes));
  std::string drawn = counted(all.triangles, "triangle");
  if (all.lines != 0) drawn += ", " + counted(all.lines, "line");
  if (all.points != 0) drawn += ", " + counted(all.points, "point");
  line("meshes", fmt::format("{} with {}, {} drawn as {}", all.meshes, drawn,
                             counted(all.source_vertices, "vertex position"), all.vertices));
  line("materials", fmt::format("{} with {}", all.materials, counted(all.textures, "texture")));
  line("skins", fmt::format("{} with {}", all.skins, counted(all.joints, "joint")));
  line("clips",
       fmt::format("{} with {}, {}", all.clips, counted(all.channels, "channel"), counted(all.keys, "key")));
  if (const auto vrm = vrm_facts(scene))
    line("VRM", fmt::format("{}, {}: kept, but not played", counted(vrm->expressions, "expression"),
                            counted(vrm->spring_chains, "spring chain")));
  if (all.vertices != 0) {
    const Bounds bounds = pose_bounds(scene, rest_pose(scene));
    if (!bounds.empty()) line("bounds", vector_text(bounds.min) + " to " + vector_text(bounds.max));
  }
  return text;
}

std::string node_line(const Scene& scene, std::uint32_t index) {
  const Node& node = scene.nodes[index];
  std::string line = node.name.empty() ? "(unnamed)" : printable(node.name);
  for (const MeshInstance& instance : node.meshes) {
    line += "  [mesh " + shown_name(scene.meshes[instance.mesh].name, instance.mesh);
    line +=
        instance.skin == kNone ? "]" : fmt::format(", {} joints]", scene.skins[instance.skin].joints.size());
  }
  if (node.synthetic) line += "  (added)";
  return line;
}

// Deeper nodes keep this indentation and show their level as a number.
constexpr std::uint32_t kDeepestIndent = 40;

// Prints the node tree, one node per line.
std::string tree_text(const Scene& scene) {
  std::vector<std::uint32_t> level(scene.nodes.size(), 1);
  std::string text;
  for (const std::uint32_t node : depth_first(scene)) {
    if (const std::uint32_t parent = scene.nodes[node].parent; parent != kNone)
      level[node] = level[parent] + 1;
    text += std::string(2 * std::size_t{std::min(level[node], kDeepestIndent)}, ' ');
    if (level[node] > kDeepestIndent) text += fmt::format("({}) ", level[node]);
    text += node_line(scene, node) + '\n';
  }
  return text;
}

std::string meshes_text(const Scene& scene) {
  using A = TextTable::Align;
  TextTable table({{"mesh"},
                   {"vertices", A::right},
                   {"triangles", A::right},
                   {"joints", A::right},
                   {"influences", A::right},
                   {"attributes"}});
  const std::vector<MeshFacts> meshes = mesh_facts(scene);
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    const MeshFacts& mesh = meshes[i];
    table.add({shown_name(mesh.name, i), fmt::format("{}", mesh.vertices), fmt::format("{}", mesh.triangles),
               mesh.skinned ? fmt::format("{}", mesh.joints) : "-",
               mesh.skinned ? fmt::format("{}", mesh.max_influences) : "-",
               fmt::format("{}", fmt::join(mesh.attributes, " "))});
  }
  return table.text();
}

std::string materials_text(const Scene& scene) {
  TextTable table({{"material"}, {"colour"}, {"texture"}});
  for (std::size_t i = 0; i < scene.materials.size(); ++i) {
    const Material& material = scene.materials[i];
    const Vec4& c = material.base_color;
    table.add(
        {shown_name(material.name, i),
         fmt::format("{} {} {} {}", short_number(c.x, 2), short_number(c.y, 2), short_number(c.z, 2),
                     short_number(c.w, 2)),
         material.base_color_texture == kNone ? "-" : scene.textures[material.base_color_texture].name});
  }
  return table.text();
}

// Lists the materials with an effect file, one per row; "" if there are none.
std::string effects_text(const Scene& scene) {
  TextTable table({{"material"}, {"effect"}, {"parameters"}});
  bool any = false;
  for (std::size_t i = 0; i < scene.materials.size(); ++i) {
    const auto& effect = scene.materials[i].effect;
    if (!effect) continue;
    any = true;
    std::vector<std::string> parameters;
    for (const EffectParameter& parameter : effect->parameters) {
      std::vector<std::string> values;
      if (const auto* floats = std::get_if<std::vector<float>>(&parameter.value))
        for (const float value : *floats) values.push_back(short_number(value));
      else if (const auto* text = std::get_if<std::string>(&parameter.value))
        values.push_back('"' + *text + '"');
      else
        values.push_back(fmt::format("{}", std::get<std::uint32_t>(parameter.value)));
      parameters.push_back(fmt::format("{} = {}", parameter.name, fmt::join(values, " ")));
    }
    table.add({shown_name(scene.materials[i].name, i), effect->file,
               parameters.empty() ? "-" : fmt::format("{}", fmt::join(parameters, ", "))});
  }
  return any ? table.text() : std::string();
}

std::string clips_text(const Scene& scene) {
  using A = TextTable::Align;
  TextTable table({{"clip"},
                   {"seconds", A::right},
                   {"ticks/s", A::right},
                   {"targets", A::right},
                   {"channels", A::right},
                   {"keys", A::right},
                   {"of which"}});
  for (std::size_t i = 0; i < scene.clips.size(); ++i) {
    const Clip& clip = scene.clips[i];
    const ClipFacts facts = clip_facts(clip);
    table.add({clip_label(scene, static_cast<std::uint32_t>(i)), short_number(clip.duration_s),
               clip.ticks_per_second ? short_number(*clip.ticks_per_second) : "-",
               fmt::format("{}", clip.targets.size()), fmt::format("{}", clip.channels.size()),
               fmt::format("{}", facts.keys), kinds_text(facts)});
  }
  return table.text();
}

std::string cameras_text(const Scene& scene) {
  TextTable table({{"camera"}, {"kind"}, {"view", TextTable::Align::right}});
  for (std::uint32_t i = 0; i < scene.cameras.size(); ++i) {
    const SceneCamera& camera = scene.cameras[i];
    table.add({camera_label(scene, i), camera.orthographic ? "orthographic" : "perspective",
               camera.orthographic ? short_number(2 * double{camera.half_height}) + " high"
                                   : short_number(double{camera.fov_y_rad} * kDegPerRad) + " deg"});
  }
  return table.text();
}

std::string lights_text(const Scene& scene) {
  TextTable table({{"light"}, {"kind"}, {"intensity", TextTable::Align::right}});
  for (std::size_t i = 0; i < scene.lights.size(); ++i)
    table.add({shown_name(scene.lights[i].name, i), std::string(skelter::to_text(scene.lights[i].kind)),
               short_number(scene.lights[i].intensity)});
  return table.text();
}

std::string info_text(const Scene& scene, const Pack& pack) {
  const bool is_pack = pack.is_open();
  std::string format = is_pack                  ? pack_format_text(pack)
                       : scene.encoding.empty() ? scene.format
                                                : scene.format + ", " + scene.encoding;
  if (scene.format_version) format += fmt::format(", version {}", *scene.format_version);
  std::string text = summary_text(scene, totals(scene), format);
  if (!scene.nodes.empty()) text += "\n  node tree\n" + tree_text(scene);
  for (const std::string& section :
       {scene.meshes.empty() ? "" : meshes_text(scene), scene.materials.empty() ? "" : materials_text(scene),
        effects_text(scene), scene.clips.empty() ? "" : clips_text(scene),
        scene.cameras.empty() ? "" : cameras_text(scene), scene.lights.empty() ? "" : lights_text(scene)})
    if (!section.empty()) text += "\n" + section;
  return is_pack ? text + "\n" + pack_text(pack) : text;
}

// The output for one file, and its exit code.
struct FileOutput {
  int code = kFine;
  Json json;         // with --json or --jsonl
  std::string text;  // without; "" if the file cannot be read
};

FileOutput answer_for(const std::string& file, const InfoOptions& options) {
  const bool wants_json = options.json || options.json_lines;
  FileOutput answer;
  Pack pack;
  const auto scene = read_scene(file, options.reading, &pack);
  if (!scene) {
    answer.code = report(scene.error());
    if (wants_json) answer.json = unreadable_json(file, scene.error());
    return answer;
  }
  answer.code = report(scene->diagnostics, options.reading.console);
  if (wants_json) {
    answer.json = info_json(*scene);
    if (pack.is_open()) add_pack_facts(answer.json, pack);
  } else {
    answer.text = info_text(*scene, pack);
  }
  return answer;
}

int run_info(const InfoOptions& options) {
  int code = kFine;
  Json list = Json::array();
  std::string text;
  for (const std::string& file : options.files) {
    FileOutput answer = answer_for(file, options);
    code = std::max(code, answer.code);
    if (options.json_lines) {
      if (const int printed = print_answer(to_line(answer.json)); printed != kFine) return printed;
    } else if (options.json) {
      list.push_back(std::move(answer.json));
    } else if (!answer.text.empty()) {
      text += (text.empty() ? "" : "\n") + answer.text;
    }
  }
  if (options.json_lines) return code;
  if (options.json) text = to_text(options.files.size() == 1 ? list[0] : list);
  return std::max(code, print_answer(text));
}

}  // namespace

Command add_info(CLI::App& app) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* command = app.add_subcommand("info", "Show what a file contains");
  command->add_option("FILE", options->files, "Files; - for standard input")->required();
  add_json_options(*command, options->json, options->json_lines);
  add_reading_options(*command, options->reading);
  command->footer("Example: skelter info assets/mannequin.x");
  return {command, [options] { return run_info(*options); }};
}

}  // namespace skelter::cli
