// skelter eval: prints a pose as numbers.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>

#include "cli/commands/commands.h"
#include "cli/input/mix_spec.h"
#include "cli/input/reading_options.h"
#include "cli/input/selection.h"
#include "cli/input/skin_by_jobs.h"
#include "cli/output/json_text.h"
#include "cli/output/text_table.h"
#include "load/internal/actor.h"
#include "scene/internal/lost_weight.h"
#include "skelter/math/trig.h"
#include "skelter/runtime/skinned_mesh.h"
#include "skelter/scene/edit.h"
#include "skelter/scene/evaluate.h"
#include "system/internal/text.h"

namespace skelter::cli {
namespace {

enum class Space { canonical, source };
enum class Path { reference, runtime };
enum class Mode { controller, d3dx, additive, elements };

struct EvalOptions {
  std::string file;
  std::string clip;
  std::optional<double> time_s;
  Space space = Space::canonical;
  std::string joints = "all";
  std::string vertices = "none";
  EvaluateOptions evaluate;
  std::optional<Path> path;              // default: reference, or runtime for packs
  Pack pack;                             // only open if the file is a pack
  std::optional<bool> dual_quaternions;  // default: as in the file
  std::string mix;
  Mode mode = Mode::controller;
  bool json = false;
  ReadingOptions reading;
};

struct ListedVertex {
  std::uint32_t source = 0;
  Vec3d position;
  std::optional<Vec3d> normal;
};
struct ListedMesh {
  std::string name;
  std::uint32_t node = 0;
  std::uint32_t primitive = 0;
  std::vector<ListedVertex> vertices;
};

// A file at one time, with the requested output.
struct Moment {
  const Scene& scene;
  const EvalOptions& options;
  std::optional<std::uint32_t> clip;
  std::vector<ParsedLayer> layers;
  Pose pose;
  std::unique_ptr<Actor> actor;  // with --path runtime: the actor that provides the pose
  std::vector<std::uint32_t> nodes;
  VertexChoice vertices;
  std::vector<ListedMesh> meshes;
};

// --- options ---------------------------------------------------------------------------------------------

bool by_controller(Mode mode) {
  return mode == Mode::controller || mode == Mode::d3dx;
}

Path path_of(const EvalOptions& options) {
  return options.path.value_or(options.pack.is_open() ? Path::runtime : Path::reference);
}

// Rejects options that do not apply to the file.
Result<void> expect_path(const EvalOptions& options) {
  if (options.pack.is_open() && options.path == Path::reference)
    return usage_error(
        "--path", "a pack has no source keys for the reference evaluator; use --path runtime, the default");
  return {};
}

// Rejects meaningless combinations.
Result<void> expect_supported(const EvalOptions& options) {
  if (options.mix.empty()) return {};
  if (options.path == Path::runtime)
    return usage_error("--path", "the runtime path plays one clip; it cannot be combined with --mix");
  if (!options.clip.empty())
    return usage_error("--mix", "already names its clips; it cannot be combined with --clip");
  if (!by_controller(options.mode)) return {};
  if (options.evaluate.extra_tick)
    return usage_error("--wrap",
                       "the controller does not support loop-plus-one; use --mode additive or elements");
  if (options.evaluate.tick_is_ms)
    return usage_error("--tick-is-ms", "the controller works in seconds; use --mode additive or elements");
  return {};
}

Result<Pose> runtime_pose(const Scene& scene, EvalOptions& options, Moment& moment) {
  auto actor = Actor::create(scene, std::move(options.pack), {.source = options.evaluate, .meshes = true});
  if (!actor) return in_file(actor.error(), scene);
  moment.actor = std::move(*actor);
  moment.actor->show_clip(moment.clip.value_or(kNone), options.time_s.value_or(0));
  if (const auto& why = moment.actor->why_reference()) return in_file(*why, scene);
  return moment.actor->node_pose();
}

Result<Pose> mixed_pose(const Scene& scene, const EvalOptions& options,
                        const EvaluateOptions& evaluate_options, Moment& moment) {
  auto layers = parse_mix(scene, options.mix, options.time_s.value_or(0),
                          by_controller(options.mode) ? Mixer::controller : Mixer::sum);
  if (!layers) return layers.error();
  moment.layers = *std::move(layers);
  if (by_controller(options.mode))
    return controller_mix(scene, moment.layers,
                          options.mode == Mode::d3dx ? ControllerMode::d3dx : ControllerMode::standard,
                          evaluate_options);
  std::vector<MixLayer> plain;
  for (const ParsedLayer& layer : moment.layers) plain.push_back(layer.mix);
  return evaluate_mix(scene, plain, options.mode == Mode::elements ? MixMode::elements : MixMode::additive,
                      evaluate_options);
}

Result<Pose> pose_of(const Scene& scene, EvalOptions& options, Moment& moment) {
  const EvaluateOptions& evaluate_options = options.evaluate;
  if (!options.mix.empty()) return mixed_pose(scene, options, evaluate_options, moment);
  if (options.clip.empty())
    return path_of(options) == Path::runtime ? runtime_pose(scene, options, moment) : rest_pose(scene);
  auto clip = choose_clip(scene, options.clip);
  if (!clip) return in_file(clip.error(), scene);
  if (!options.time_s) return usage_error("--time", "missing; expected the time in the clip, in seconds");
  moment.clip = *clip;
  if (path_of(options) == Path::runtime) return runtime_pose(scene, options, moment);
  return evaluate(scene, *clip, *options.time_s, evaluate_options);
}

Result<Moment> moment_of(const Scene& scene, EvalOptions& options) {
  Moment moment{scene, options, {}, {}, {}, {}, {}, {}, {}};
  auto pose = pose_of(scene, options, moment);
  if (!pose) return pose.error();
  moment.pose = std::move(*pose);
  auto nodes = choose_nodes(scene, options.joints);
  if (!nodes) return nodes.error();
  moment.nodes = *nodes;
  auto vertices = choose_vertices(scene, options.vertices);
  if (!vertices) return vertices.error();
  moment.vertices = *vertices;
  return moment;
}

// --- numbers in the requested space ----------------------------------------------------------------------

Mat4d in_space(const Mat4d& matrix, Space space) {
  return space == Space::source ? mirrored_z(matrix) : matrix;
}
Vec3d in_space(const Vec3d& v, Space space) {
  return space == Space::source ? Vec3d{v.x, v.y, -v.z} : v;
}

// Returns the vertices of one primitive in world space, computed by the requested path.
Result<SkinnedVertices> skinned(const Moment& moment, std::uint32_t node, std::uint32_t instance,
                                std::uint32_t primitive) {
  if (!moment.actor) return skin(moment.scene, moment.pose, node, instance, primitive);
  return skin_by_jobs(moment.scene, *moment.actor, {node, instance, primitive});
}

// Lists every requested source vertex once, at its first copy.
Result<ListedMesh> listed(const Moment& moment, std::uint32_t node, std::uint32_t instance,
                          std::uint32_t index) {
  const MeshInstance& hung = moment.scene.nodes[node].meshes[instance];
  const Mesh& mesh = moment.scene.meshes[hung.mesh];
  const Primitive& primitive = mesh.primitives[index];
  ListedMesh result{mesh.name, node, index, {}};
  if (!moment.vertices.all && moment.vertices.ids.empty()) return result;

  std::vector<std::uint32_t> first_copy(primitive.source_vertices, kNone);
  for (std::uint32_t v = 0; v < primitive.positions.size(); ++v)
    if (std::uint32_t& first = first_copy[primitive.source_of(v)]; first == kNone) first = v;
  const auto vertices = skinned(moment, node, instance, index);
  if (!vertices) return in_file(vertices.error(), moment.scene);
  const auto add = [&](std::uint32_t source) {
    if (source >= first_copy.size() || first_copy[source] == kNone) return;
    const std::uint32_t v = first_copy[source];
    ListedVertex vertex{source, in_space(vertices->positions[v], moment.options.space), {}};
    if (!vertices->normals.empty()) vertex.normal = in_space(vertices->normals[v], moment.options.space);
    result.vertices.push_back(vertex);
  };
  if (moment.vertices.all)
    for (std::uint32_t source = 0; source < primitive.source_vertices; ++source) add(source);
  else
    for (const std::uint32_t source : moment.vertices.ids) add(source);
  return result;
}

Result<std::vector<ListedMesh>> listed_meshes(const Moment& moment) {
  std::vector<ListedMesh> list;
  for (std::uint32_t node = 0; node < moment.scene.nodes.size(); ++node)
    for (std::uint32_t instance = 0;
         moment.scene.nodes[node].shown && instance < moment.scene.nodes[node].meshes.size(); ++instance) {
      const Mesh& mesh = moment.scene.meshes[moment.scene.nodes[node].meshes[instance].mesh];
      for (std::uint32_t primitive = 0; primitive < mesh.primitives.size(); ++primitive) {
        auto one = listed(moment, node, instance, primitive);
        if (!one) return one.error();
        list.push_back(std::move(*one));
      }
    }
  return list;
}

// --- JSON ------------------------------------------------------------------------------------------------

Json clip_json(const Scene& scene, std::optional<std::uint32_t> clip) {
  if (!clip || !scene.clips[*clip].name) return nullptr;
  return *scene.clips[*clip].name;
}

Json mix_json(const Moment& moment) {
  Json list = Json::array();
  for (const ParsedLayer& layer : moment.layers) {
    Json json = {{"clip", clip_json(moment.scene, layer.mix.clip)},
                 {"index", layer.mix.clip},
                 {"weight", number(layer.mix.weight)},
                 {"time_s", number(layer.mix.time_s)}};
    if (by_controller(moment.options.mode))
      json["priority"] = layer.priority == Priority::high ? "high" : "low";
    list.push_back(std::move(json));
  }
  return list;
}

std::string_view mode_name(Mode mode) {
  constexpr std::string_view kNames[] = {"controller", "d3dx", "additive", "elements"};
  return kNames[static_cast<std::size_t>(mode)];
}

Json node_json(const Moment& moment, std::uint32_t index) {
  const Space space = moment.options.space;
  const Mat4d local = in_space(moment.pose.local[index], space);
  const Mat4d world = in_space(moment.pose.world[index], space);
  return {{"index", index},
          {"name", name_or_null(moment.scene.nodes[index].name)},
          {"local", numbers(std::span<const double>(local.m))},
          {"world", numbers(std::span<const double>(world.m))}};
}

Json mesh_json(const ListedMesh& mesh) {
  Json vertices = Json::array();
  for (const ListedVertex& vertex : mesh.vertices)
    vertices.push_back({{"source", vertex.source},
                        {"position", numbers(vertex.position)},
                        {"normal", vertex.normal ? numbers(*vertex.normal) : Json(nullptr)}});
  return {{"name", name_or_null(mesh.name)},
          {"node", mesh.node},
          {"primitive", mesh.primitive},
          {"vertices", vertices}};
}

Json eval_json(const Moment& moment) {
  Json json = {{"file", moment.scene.file},
               {"clip", clip_json(moment.scene, moment.clip)},
               {"time_s", moment.options.time_s ? number(*moment.options.time_s) : Json(nullptr)},
               {"space", moment.options.space == Space::source ? "source" : "canonical"},
               {"path", moment.actor ? "runtime" : "reference"}};
  if (!moment.layers.empty()) {
    json["mode"] = mode_name(moment.options.mode);
    json["mix"] = mix_json(moment);
  }
  Json nodes = Json::array();
  for (const std::uint32_t node : moment.nodes) nodes.push_back(node_json(moment, node));
  Json meshes = Json::array();
  for (const ListedMesh& mesh : moment.meshes) meshes.push_back(mesh_json(mesh));
  json["nodes"] = std::move(nodes);
  json["meshes"] = std::move(meshes);
  return json;
}

// --- text ------------------------------------------------------------------------------------------------

std::string title_text(const Moment& moment) {
  const EvalOptions& options = moment.options;
  std::string text = moment.scene.file + ": ";
  if (moment.clip)
    text += fmt::format("clip {} at {} s", clip_label(moment.scene, *moment.clip),
                        short_number(*options.time_s, 6));
  else if (!moment.layers.empty())
    text += fmt::format("mix {}", options.mix);
  else
    text += "rest pose";
  return printable(text) + (options.space == Space::source ? ", in the file's own axes" : "") + "\n";
}

TextTable::Column right(const char* title) {
  return {title, TextTable::Align::right};
}

void add_numbers(std::vector<std::string>& cells, const Vec3d& v) {
  for (const double value : {v.x, v.y, v.z}) cells.push_back(fmt::format("{:.4f}", value == 0 ? 0.0 : value));
}

std::string nodes_text(const Moment& moment) {
  TextTable table({{"joint"},
                   right("world x"),
                   right("y"),
                   right("z"),
                   right("local x"),
                   right("y"),
                   right("z"),
                   right("turned by")});
  for (const std::uint32_t node : moment.nodes) {
    std::vector<std::string> cells = {shown_name(moment.scene.nodes[node].name, node)};
    add_numbers(cells, translation_part(in_space(moment.pose.world[node], moment.options.space)));
    add_numbers(cells, translation_part(in_space(moment.pose.local[node], moment.options.space)));
    const Quatd turn = split(moment.pose.local[node]).rotation;
    const double half_rad = std::atan2(length(Vec3d{turn.x, turn.y, turn.z}), std::abs(turn.w));
    cells.push_back(fmt::format("{:.2f} deg", half_rad * 360 / std::numbers::pi));
    table.add(std::move(cells));
  }
  return table.empty() ? "" : table.text();
}

std::string meshes_text(const Moment& moment) {
  std::string text;
  const std::vector<ListedMesh>& meshes = moment.meshes;
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    TextTable table(
        {right("vertex"), right("x"), right("y"), right("z"), right("normal x"), right("y"), right("z")});
    for (const ListedVertex& vertex : meshes[i].vertices) {
      std::vector<std::string> cells = {fmt::format("{}", vertex.source)};
      add_numbers(cells, vertex.position);
      if (vertex.normal)
        add_numbers(cells, *vertex.normal);
      else
        cells.insert(cells.end(), 3, "-");
      table.add(std::move(cells));
    }
    if (!table.empty()) text += fmt::format("\n  mesh {}\n{}", shown_name(meshes[i].name, i), table.text());
  }
  return text;
}

// Overrides the file's skinning method with the one given by --skin.
void set_dual_quaternions(Scene& scene, bool dual_quaternions) {
  for (Skin& skin : scene.skins) skin.dual_quaternions = dual_quaternions;
  for (Mesh& mesh : scene.meshes)
    for (Primitive& primitive : mesh.primitives) primitive.dual_quaternion_shares.clear();
}

int run_eval(EvalOptions& options) {
  if (const auto supported = expect_supported(options); !supported) return report(supported.error());
  auto scene = read_scene(options.file, options.reading, &options.pack);
  if (!scene) return report(scene.error());
  describe_matrix_keys(*scene, options.evaluate.matrix_keys);
  if (const auto supported = expect_path(options); !supported) return report(supported.error());
  if (options.dual_quaternions) set_dual_quaternions(*scene, *options.dual_quaternions);
  if (path_of(options) == Path::runtime) warn_of_lost_weight(*scene, kMaxInfluences, scene->diagnostics);
  auto moment = moment_of(*scene, options);
  if (!moment) return report(moment.error());
  auto meshes = listed_meshes(*moment);
  if (!meshes) return report(meshes.error());
  moment->meshes = std::move(*meshes);
  const int judged = report(diagnostics_about(*scene, moment->clip), options.reading.console);
  const std::string answer = options.json ? to_text(eval_json(*moment))
                                          : title_text(*moment) + nodes_text(*moment) + meshes_text(*moment);
  return std::max(judged, print_answer(answer));
}

}  // namespace

Command add_eval(CLI::App& app) {
  auto options = std::make_shared<EvalOptions>();
  CLI::App* command = app.add_subcommand("eval", "Print joints and skinned vertices at one time");
  command->add_option("FILE", options->file, "File; - for standard input")->required();
  command->add_flag("--json", options->json, "Print JSON");
  command->add_option("--clip", options->clip, "Name, #N or N (default: the rest pose)");
  command->add_option("--time", options->time_s, "Clip time (default 0)")
      ->check(finite_number())
      ->type_name("SECONDS");
  add_choice(*command, "--space", options->space,
             {{"canonical", Space::canonical}, {"source", Space::source}},
             "Axes: Skelter's or those of the file (default canonical)");
  command->add_option("--joints", options->joints,
                      "Joints to print: all, none, or names separated by commas (default all)");
  command->add_option("--vertices", options->vertices,
                      "Vertices to print: none, all, or indices separated by commas (default none)");
  add_choice(*command, "--skin", options->dual_quaternions, {{"linear", false}, {"dual-quaternion", true}},
             "Skinning method (default: the method of the file, else linear)");
  command->option_defaults()->group("Mixing");
  command
      ->add_option("--mix", options->mix,
                   "Clips to mix: \"NAME:weight=W,time=S,speed=F,priority=high;NAME:...\"")
      ->type_name("SPEC");
  add_choice(*command, "--mode", options->mode,
             {{"controller", Mode::controller},
              {"d3dx", Mode::d3dx},
              {"additive", Mode::additive},
              {"elements", Mode::elements}},
             "Mixing method (default controller)");
  command->option_defaults()->group("Playback");
  add_choice(*command, "--path", options->path, {{"reference", Path::reference}, {"runtime", Path::runtime}},
             "Evaluator (default reference; for packs runtime)");
  add_pose_options(*command, options->evaluate);
  add_reading_options(*command, options->reading);
  command->footer("Example: skelter eval assets/mannequin.x --clip walk --time 0.4 --joints all --json");
  return {command, [options] { return run_eval(*options); }};
}

}  // namespace skelter::cli
