// Calls for actors: models that play clips or a graph, posed by the engine.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>

#include "compile/compile_graph/internal/graph_source.h"
#include "load/internal/configured.h"
#include "play/internal/format/graph_records.h"
#include "skelter/load.h"
#include "skelter/scene/edit.h"
#include "web/answer.h"
#include "web/bridge.h"
#include "web/engine_digest.h"
#include "web/files.h"
#include "web/local_numbers.h"
#include "web/models.h"

namespace skelter::web {
namespace {

constexpr std::size_t kRootNumbers = 8;  // translation x y z, rotation x y z w, padding

struct HeldActor {
  std::uint32_t number = 0;
  std::shared_ptr<HeldScene> scene;  // must outlive the actor
  std::unique_ptr<Actor> actor;
  bool locals = false;  // whether its numbers include local transforms
  bool by_graph = false, plain_joints = false;
  std::size_t first = 0, count = 0;  // offset and count in `numbers`
  std::size_t morphs = 0;            // number of morph weights in all skins
  std::int64_t round = 0;            // completed loops of the clip that plays
};

std::vector<HeldActor> actors;  // sorted by number
std::uint32_t last_actor = 0;
// Results of the last update, by actor.
std::vector<float> numbers;
std::multimap<std::size_t, std::size_t> gaps;  // free ranges in `numbers`: offset, keyed by size
Json happened = Json::array();

HeldActor* held_actor(std::uint32_t number) {
  const auto found =
      std::lower_bound(actors.begin(), actors.end(), number,
                       [](const HeldActor& held, std::uint32_t wanted) { return held.number < wanted; });
  return found == actors.end() || found->number != number ? nullptr : &*found;
}

// --- creation ----------------------------------------------------------------------------------------------

// Returns the data of a model, combined with the graph in a file.
Result<std::shared_ptr<const CharacterData>> with_graph_file(const CharacterData& model,
                                                             const std::string& path) {
  if (auto checked = checked_path(path); !checked) return checked.error();
  const auto text = read_text(path);
  if (!text) return text.error();
  const auto character = graph_character(model);
  if (!character) return character.error();
  const GraphSource source = read_graph_source(*text, path, {&*character, read_text});
  for (const Diagnostic& found : source.diagnostics)
    if (found.severity == Severity::error)
      return Error{Status::bad_data, found.code, found.message, found.spot};
  auto data = model.with_graph(source.graph.name, build_graph(source, model.skeleton()));
  if (!data) return data.error();
  return std::make_shared<const CharacterData>(std::move(*data));
}

Result<std::unique_ptr<Actor>> first_actor(HeldScene& held, const std::string& config) {
  Pack pack = std::move(held.pack);
  held.pack = {};
  if (!config.empty()) {
    if (auto checked = checked_path(config); !checked) return checked.error();
    if (held.scene.format == "pack")
      return wrong_call("web.option", "option config; a pack already contains its configuration");
    auto made = compile_configured(held.scene, config);
    if (!made) return made.error();
    pack = std::move(made->pack);
  }
  return Actor::create(held.scene, std::move(pack), {.source = {}, .meshes = true});
}

// The first actor for each configuration and graph of a scene. Later actors share its compiled data.
using Models = std::map<std::string, std::unique_ptr<Actor>>;
Models& models_of(HeldScene& held) {
  if (held.models == nullptr) held.models = std::make_shared<Models>();
  return *std::static_pointer_cast<Models>(held.models);
}

// Creates an actor that shares the compiled data of the first actor with this configuration and graph.
Result<std::unique_ptr<Actor>> make_actor(HeldScene& held, const std::string& config,
                                          const std::string& graph, bool by_graph) {
  const auto first = model_of(held, config);
  if (!first) return first.error();
  Actor* const model = *first;
  if (!model->is_compiled()) {
    if (!graph.empty()) return *model->why_reference();
    return Actor::create(held.scene, {}, {.source = {}, .meshes = true});
  }
  if (graph.empty()) return model->another(by_graph && model->data().graph_count() > 0);
  std::unique_ptr<Actor>& with_graph = models_of(held)[config + '\n' + graph];
  if (!with_graph) {
    auto data = with_graph_file(model->data(), graph);
    if (!data) return data.error();
    with_graph = model->with_graph(std::move(*data));
  }
  return with_graph->another(true);
}

// --- structure ---------------------------------------------------------------------------------------------

Json or_null(std::uint32_t index) {
  return index == kNone ? Json(nullptr) : Json(index);
}

Json graph_json(const Actor& actor) {
  const GraphView& graph = actor.data().graph(0);
  constexpr const char* kTypes[] = {"number", "integer", "boolean", "trigger"};
  Json parameters = Json::array(), slots = Json::array();
  for (std::uint32_t i = 0; i < graph.parameter_count(); ++i) {
    const GraphParameter parameter = graph.parameter(i);
    parameters.push_back({{"name", parameter.name},
                          {"type", kTypes[static_cast<std::size_t>(parameter.type)]},
                          {"initial", parameter.initial},
                          {"min", parameter.min},
                          {"max", parameter.max}});
  }
  for (std::uint32_t layer = 0; layer < records(graph).layers.size(); ++layer)
    if (std::string path = layer_path(graph, layer); find_slot(graph, path) != kNone)
      slots.push_back({{"name", std::move(path)}, {"slot", find_slot(graph, layer_path(graph, layer))}});
  return {{"name", actor.data().graph_name(0)}, {"parameters", parameters}, {"slots", slots}};
}

Json masks_json(const Actor& actor) {
  Json names = Json::array();
  if (!actor.is_compiled()) return names;
  const Skeleton& skeleton = actor.data().skeleton();
  for (std::uint32_t mask = 0; mask + 1 < skeleton.mask_name_begin.size(); ++mask)
    names.push_back(std::string_view(skeleton.mask_names.data() + skeleton.mask_name_begin[mask],
                                     skeleton.mask_name_begin[mask + 1] - skeleton.mask_name_begin[mask]));
  return names;
}

Json actor_json(const HeldActor& held) {
  const ModelShape shape = held.actor->shape();
  const std::optional<Error>& why = held.actor->why_reference();
  Json json = {{"actor", held.number},
               {"first", held.first},
               {"numbers", held.count},
               {"matrices", shape.matrix_count},
               {"morphs", shape.rest_morph_weights.size()},
               {"masks", masks_json(*held.actor)},
               {"origin", {shape.origin.x, shape.origin.y, shape.origin.z}},
               {"graph", held.by_graph ? graph_json(*held.actor) : Json(nullptr)},
               {"why_reference", why ? Json(to_string(*why)) : Json(nullptr)}};
  add_shape(json, shape);
  return json;
}

std::size_t take_numbers(std::size_t count) {
  const auto gap = gaps.find(count);
  if (gap != gaps.end()) {
    const std::size_t first = gap->second;
    gaps.erase(gap);
    return first;
  }
  const std::size_t first = numbers.size();
  numbers.resize(first + count);
  return first;
}

// --- every frame -------------------------------------------------------------------------------------------

using Row [[gnu::vector_size(16), gnu::aligned(4)]] = float;

float* write_matrices(std::span<const Affine> matrices, float* out) {
  constexpr Row kLast = {0, 0, 0, 1};
  auto* columns = reinterpret_cast<Row*>(out);
  for (const Affine& matrix : matrices) {
    const auto* rows = reinterpret_cast<const Row*>(matrix.m);
    const Row lower01 = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
    const Row upper01 = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
    const Row lower23 = __builtin_shufflevector(rows[2], kLast, 0, 4, 1, 5);
    const Row upper23 = __builtin_shufflevector(rows[2], kLast, 2, 6, 3, 7);
    columns[0] = __builtin_shufflevector(lower01, lower23, 0, 1, 4, 5);
    columns[1] = __builtin_shufflevector(lower01, lower23, 2, 3, 6, 7);
    columns[2] = __builtin_shufflevector(upper01, upper23, 0, 1, 4, 5);
    columns[3] = __builtin_shufflevector(upper01, upper23, 2, 3, 6, 7);
    columns += 4;
  }
  return out + 16 * matrices.size();
}

// Writes the local transforms of all nodes of the scene.
void write_locals(HeldActor& held, float* out) {
  if (!held.plain_joints || held.actor->why_reference()) {
    for (const Mat4d& local : held.actor->node_pose().local) out = write_local(local, out);
    return;
  }
  const std::span<const SoaTransform> pose = held.actor->local_pose();
  const std::span<const ModelJoint> joints = held.actor->shape().joints;
  for (std::uint32_t joint = 0; joint < joints.size(); ++joint) {
    const Transform local = get(pose[joint / 4], joint % 4);
    const float values[] = {local.translation.x, local.translation.y, local.translation.z, local.rotation.x,
                            local.rotation.y,    local.rotation.z,    local.rotation.w,    local.scale.x,
                            local.scale.y,       local.scale.z};
    std::copy(std::begin(values), std::end(values), out + kLocalNumbers * joints[joint].node);
  }
}

// Whether each node has at most one joint, and model space has the scene's origin.
bool has_plain_joints(const ModelShape& shape) {
  if (shape.skeleton == nullptr || shape.origin.x != 0 || shape.origin.y != 0 || shape.origin.z != 0)
    return false;
  return std::none_of(shape.joints.begin(), shape.joints.end(), [&](const ModelJoint& joint) {
    return joint.parent != kNone && shape.joints[joint.parent].node == joint.node;
  });
}

// Uses the rest weights if the pose has no morph weights.
void write_pose(HeldActor& held, const RigidMotion& root) {
  const ModelPose pose = held.actor->pose();
  float* out = numbers.data() + held.first;
  for (const double number : {root.translation.x, root.translation.y, root.translation.z, root.rotation.x,
                              root.rotation.y, root.rotation.z, root.rotation.w, 0.0})
    *out++ = static_cast<float>(number);
  out = write_matrices(pose.palettes, out);
  if (held.morphs > 0) {
    const std::span<const float> weights =
        pose.morph_weights.empty() ? held.actor->shape().rest_morph_weights : pose.morph_weights;
    out = std::copy(weights.begin(), weights.end(), out);
  }
  if (held.locals) write_locals(held, out);
}

void note_clip_event(const HeldActor& held, const CharacterEvent& event) {
  constexpr const char* kKinds[] = {"started", "passed", "finished"};
  Json json = {{"actor", held.number},   {"type", kKinds[static_cast<std::size_t>(event.kind)]},
               {"layer", event.layer},   {"clip", clip_label(held.scene->scene, event.clip)},
               {"weight", event.weight}, {"position_s", event.position_s},
               {"at_s", event.at_s}};
  if (event.kind == CharacterEvent::Kind::passed) json["name"] = event.name;
  happened.push_back(std::move(json));
}

void note_graph_event(const HeldActor& held, const GraphEvent& event) {
  if (event.kind == GraphEventKind::clip || event.kind == GraphEventKind::slot_ended) return;
  happened.push_back({{"actor", held.number},
                      {"type", event.kind == GraphEventKind::left ? "left" : "entered"},
                      {"layer", event.layer},
                      {"state", line_path(held.actor->data().graph(0), event.layer, event.state)},
                      {"transition", event.transition == kNone16 ? Json(nullptr) : Json(event.transition)},
                      {"at_s", event.at_s}});
}

// Reports completed loops of the clip that plays.
void note_round(HeldActor& held) {
  const std::uint32_t clip = held.actor->clip();
  if (clip == kNone) return;
  const double duration_s = held.scene->scene.clips[clip].duration_s;
  if (!(duration_s > 0)) return;
  const auto round = static_cast<std::int64_t>(std::floor(held.actor->position_s() / duration_s));
  if (round != held.round)
    happened.push_back({{"actor", held.number},
                        {"type", "looped"},
                        {"layer", 0},
                        {"clip", clip_label(held.scene->scene, clip)},
                        {"rounds", round - held.round}});
  held.round = round;
}

void update(HeldActor& held, double dt_s) {
  RigidMotion root;
  Character* const character = held.actor->why_reference() ? nullptr : held.actor->character();
  held.actor->update(dt_s);
  if (character != nullptr) {
    root = character->root_motion();
    const CharacterClips* const clips = character->clips();
    const bool finished = clips != nullptr && clips->finished();
    for (const CharacterEvent& event : character->events()) {
      if (event.kind == CharacterEvent::Kind::started && event.layer == 0) held.round = 0;
      note_clip_event(held, event);
    }
    if (const CharacterGraph* const graph = character->graph())
      for (const GraphEvent& event : graph->events()) note_graph_event(held, event);
    if (!finished) note_round(held);
  }
  write_pose(held, root);
}

// Assigns a number, a range in `numbers` and an initial pose.
const HeldActor& keep(HeldActor held) {
  const ModelShape shape = held.actor->shape();
  const std::size_t locals = held.locals ? kLocalNumbers * held.scene->scene.nodes.size() : 0;
  held.morphs = shape.rest_morph_weights.size();
  held.count = kRootNumbers + std::size_t{16} * shape.matrix_count + held.morphs + locals;
  held.first = take_numbers(held.count);
  if (held.locals) write_locals(held, numbers.data() + held.first + held.count - locals);
  held.plain_joints = has_plain_joints(shape);
  held.number = ++last_actor;
  update(held, 0);
  return actors.emplace_back(std::move(held));
}

// --- control -----------------------------------------------------------------------------------------------

template <class Value, std::size_t kCount>
Result<Value> choice(const Json& json, const char* name, const char* const (&words)[kCount],
                     const Value (&values)[kCount], Value otherwise) {
  const auto text = text_of(json, name);
  if (!text) return otherwise;
  const auto at = static_cast<std::size_t>(std::find(words, words + kCount, *text) - words);
  if (at < kCount) return values[at];
  std::string message = std::string(name) + " \"" + *text + "\"; expected ";
  for (std::size_t i = 0; i < kCount; ++i)
    message += (i == 0 ? "" : i + 1 == kCount ? " or " : ", ") + std::string(words[i]);
  return wrong_call("web.option", std::move(message));
}

Result<std::uint32_t> mask_of(const Actor& actor, const Json& json, const char* name) {
  const auto text = text_of(json, name);
  if (!text) return kAllJoints;
  const std::uint32_t mask = actor.is_compiled() ? actor.data().find_mask(*text) : kNone;
  if (mask == kNone) return wrong_call("web.no-such", std::string("no ") + name + " \"" + *text + "\"");
  return mask;
}

// Returns the time in `clip` that has the same phase as the clip that plays.
double same_phase_s(const HeldActor& held, std::uint32_t clip) {
  const std::vector<Clip>& clips = held.scene->scene.clips;
  const std::uint32_t playing = held.actor->clip();
  if (playing == kNone || !(clips[playing].duration_s > 0)) return 0;
  const double rounds = held.actor->position_s() / clips[playing].duration_s;
  return (rounds - std::floor(rounds)) * clips[clip].duration_s;
}

// Returns the wrapped time in the newest instance of the clip.
double time_of(HeldActor& held, std::uint32_t clip) {
  double time_s = 0;
  if (clip == kNone) return time_s;
  if (held.actor->why_reference())
    return fold_time(held.actor->position_s(), held.scene->scene.clips[clip].duration_s, Loop::loop)
        .in_cycle_s;
  for (const PoseListEntry& line : held.actor->character()->list())
    if (line.clip == clip) time_s = line.time_s;
  return time_s;
}

Result<void> status_of(const Character& character, Status status) {
  if (status == Status::ok) return {};
  return refused(character.why());
}

// Calls `use` with the clips or the graph of the actor's character. Errors: the actor is unknown, the
// reference evaluator plays it, or its character has no such part.
template <class Part, class Use>
const char* with_part(std::uint32_t number, Part* (Character::*part)(), const char* without, const Use& use) {
  HeldActor* const held = held_actor(number);
  if (held == nullptr) return answer(no_such("actor", number));
  Character* const character = held->actor->why_reference() ? nullptr : held->actor->character();
  if (character == nullptr)
    return answer(
        refused("the reference evaluator plays this actor: " + to_string(*held->actor->why_reference())));
  Part* const used = (character->*part)();
  if (used == nullptr) return answer(refused(without));
  return answer(status_of(*character, use(*used)));
}

constexpr const char* kGraphDecides = "the character is controlled by a graph";

template <class Use>
const char* with_clips(std::uint32_t number, const Use& use) {
  return with_part<CharacterClips>(number, &Character::clips, kGraphDecides, use);
}

template <class Use>
const char* with_graph(std::uint32_t number, const Use& use) {
  return with_part<CharacterGraph>(number, &Character::graph, "the character has no graph", use);
}

Result<void> set_layer(const HeldActor& held, Character& character, const Json& json) {
  const auto layer = static_cast<std::uint32_t>(number_of(json, "layer").value_or(0));
  CharacterClips* const clips = character.clips();
  LayerSettings settings = clips != nullptr ? clips->layer(layer) : LayerSettings();
  const auto mode = choice(json, "mode", {"override", "additive"}, {LayerMode::override, LayerMode::additive},
                           settings.mode);
  if (!mode) return mode.error();
  settings.mode = *mode;
  if (json.contains("mask")) {
    const auto mask = mask_of(*held.actor, json, "mask");
    if (!mask) return mask.error();
    settings.mask = *mask;
  }
  settings.weight = static_cast<float>(number_of(json, "weight").value_or(settings.weight));
  settings.root_motion = static_cast<float>(number_of(json, "root_motion").value_or(settings.root_motion));
  if (clips == nullptr) return refused(kGraphDecides);
  return status_of(character, clips->set_layer(layer, settings));
}

}  // namespace

Result<Actor*> model_of(HeldScene& held, const std::string& config) {
  std::unique_ptr<Actor>& model = models_of(held)[config];
  if (!model) {
    auto made = first_actor(held, config);
    if (!made) return made.error();
    model = std::move(*made);
  }
  return model.get();
}

Result<PlayOptions> play_options(const Actor& actor, const Json& json) {
  PlayOptions options;
  options.layer = static_cast<std::uint32_t>(number_of(json, "layer").value_or(0));
  options.fade_s = number_of(json, "fade_s").value_or(0);
  options.start_s = number_of(json, "start_s").value_or(0);
  options.speed = number_of(json, "speed").value_or(1);
  options.restart = flag_of(json, "restart");
  const auto curve =
      choice(json, "curve", {"smooth", "linear", "in", "out"},
             {FadeCurve::smooth, FadeCurve::linear, FadeCurve::in, FadeCurve::out}, options.curve);
  const auto kind = choice(json, "kind", {"crossfade", "inertialize"},
                           {FadeKind::crossfade, FadeKind::inertialize}, options.kind);
  const auto loop = choice(json, "loop", {"as_made", "once", "loop", "pingpong"},
                           {Loop::as_made, Loop::once, Loop::loop, Loop::pingpong}, options.loop);
  const auto profile = mask_of(actor, json, "profile");
  if (!curve) return curve.error();
  if (!kind) return kind.error();
  if (!loop) return loop.error();
  if (!profile) return profile.error();
  options.curve = *curve;
  options.kind = *kind;
  options.loop = *loop;
  options.profile = *profile;
  return options;
}

Error refused(const std::string& why) {
  return {Status::invalid_argument, "play.refused", why, {}};
}

void add_shape(Json& json, const ModelShape& shape) {
  Json joints = Json::array(), skins = Json::array();
  for (const ModelJoint& joint : shape.joints)
    joints.push_back({{"name", joint.name}, {"node", joint.node}, {"parent", or_null(joint.parent)}});
  for (const ModelSkin& skin : shape.skins)
    skins.push_back({{"node", skin.node},
                     {"instance", skin.instance},
                     {"first", skin.first},
                     {"size", skin.size},
                     {"node_entry", or_null(skin.node_entry)},
                     {"first_morph", skin.first_morph},
                     {"morphs", skin.morph_count},
                     {"shown", skin.shown}});
  json["joints"] = std::move(joints);
  json["skins"] = std::move(skins);
}

}  // namespace skelter::web

using namespace skelter;
using namespace skelter::web;

extern "C" {

const char* sk_actor_open(std::uint32_t scene, const char* options) {
  const std::shared_ptr<HeldScene> of = held_scene(scene);
  if (of == nullptr) return answer(no_such("scene", scene));
  const auto json = parse_object(options);
  if (!json) return answer(json.error());
  const bool by_graph = flag_of(*json, "plays_graph", true);
  auto made =
      make_actor(*of, text_of(*json, "config").value_or(""), text_of(*json, "graph").value_or(""), by_graph);
  if (!made) return answer(made.error());
  HeldActor held;
  held.scene = of;
  held.actor = std::move(*made);
  held.by_graph = by_graph && held.actor->is_compiled() && held.actor->data().graph_count() > 0;
  held.locals = flag_of(*json, "locals");
  const HeldActor& kept = keep(std::move(held));
  return answer(actor_json(kept));
}

int sk_actor_another(std::uint32_t actor) {
  note_error(std::nullopt);
  const HeldActor* const of = held_actor(actor);
  if (of == nullptr) {
    note_error(no_such("actor", actor));
    return -1;
  }
  HeldActor held;
  held.scene = of->scene;
  held.by_graph = of->by_graph;
  held.locals = of->locals;
  if (of->actor->is_compiled()) {
    held.actor = of->actor->another(of->by_graph);
  } else {
    auto made = Actor::create(of->scene->scene, {}, {.source = {}, .meshes = true});
    if (!made) {
      note_error(made.error());
      return -1;
    }
    held.actor = std::move(*made);
  }
  keep(std::move(held));
  return static_cast<int>(last_actor);
}

int sk_actor_first(std::uint32_t actor) {
  const HeldActor* const held = held_actor(actor);
  return held == nullptr ? -1 : static_cast<int>(held->first);
}

void sk_actor_free(std::uint32_t actor) {
  HeldActor* const held = held_actor(actor);
  if (held == nullptr) return;
  gaps.emplace(held->count, held->first);
  actors.erase(actors.begin() + (held - actors.data()));
  if (!actors.empty()) return;
  gaps.clear();
  numbers = {};
}

const char* sk_actor_play(std::uint32_t actor, std::uint32_t clip, const char* options) {
  HeldActor* const held = held_actor(actor);
  if (held == nullptr) return answer(no_such("actor", actor));
  const auto json = parse_object(options);
  if (!json) return answer(json.error());
  if (clip >= held->scene->scene.clips.size()) return answer(no_such("clip", clip));
  auto how = play_options(*held->actor, *json);
  if (!how) return answer(how.error());
  if (flag_of(*json, "same_phase")) how->start_s = same_phase_s(*held, clip);
  if (!flag_of(*json, "queue")) return answer(held->actor->play(clip, *how));
  return with_clips(actor, [&](CharacterClips& clips) { return clips.queue(clip, *how); });
}

const char* sk_actor_stop(std::uint32_t actor, std::uint32_t layer, double fade_s) {
  return with_clips(actor, [&](CharacterClips& clips) { return clips.stop(layer, fade_s); });
}

const char* sk_actor_seek(std::uint32_t actor, double position_s, std::uint32_t layer) {
  return with_clips(actor, [&](CharacterClips& clips) { return clips.seek(position_s, layer); });
}

const char* sk_actor_speed(std::uint32_t actor, double speed) {
  HeldActor* const held = held_actor(actor);
  if (held == nullptr) return answer(no_such("actor", actor));
  if (!std::isfinite(speed)) return answer(refused("the speed is not a number"));
  held->actor->set_speed(speed);
  return answer(Json::object());
}

const char* sk_actor_layer(std::uint32_t actor, const char* settings) {
  HeldActor* const held = held_actor(actor);
  if (held == nullptr) return answer(no_such("actor", actor));
  const auto json = parse_object(settings);
  if (!json) return answer(json.error());
  Character* const character = held->actor->character();
  if (character == nullptr) return answer(refused("layers need a model that can be compiled"));
  return answer(set_layer(*held, *character, *json));
}

const char* sk_actor_set(std::uint32_t actor, std::uint32_t parameter, double value) {
  return with_graph(actor,
                    [&](CharacterGraph& graph) { return graph.set(parameter, static_cast<float>(value)); });
}

const char* sk_actor_fire(std::uint32_t actor, std::uint32_t parameter) {
  return with_graph(actor, [&](CharacterGraph& graph) { return graph.fire(parameter); });
}

const char* sk_actor_play_slot(std::uint32_t actor, std::uint32_t slot, std::uint32_t clip, double fade_in_s,
                               double fade_out_s) {
  return with_graph(actor, [&](CharacterGraph& graph) {
    return clip == kNone ? graph.stop_slot(slot) : graph.play_slot(slot, {clip, fade_in_s, fade_out_s});
  });
}

int sk_actor_update(std::uint32_t actor, double dt_s) {
  note_error(std::nullopt);
  happened = Json::array();
  HeldActor* const one = held_actor(actor);
  if ((actor != 0 && one == nullptr) || !std::isfinite(dt_s) || dt_s < 0) {
    note_error(actor != 0 && one == nullptr
                   ? no_such("actor", actor)
                   : refused("a step of " + std::to_string(dt_s) + " s; expected 0 or more"));
    return -1;
  }
  if (one != nullptr) update(*one, dt_s);
  if (actor == 0)
    for (HeldActor& held : actors) update(held, dt_s);
  return static_cast<int>(happened.size());
}

const char* sk_engine_digest(const char* path) {
  const auto checked = checked_path(path);
  if (!checked) return answer(checked.error());
  const auto scene = load_scene(*checked);
  return scene ? answer_text(engine_digest(*scene)) : answer(scene.error());
}

const char* sk_actor_events() {
  return answer(happened);
}

const float* sk_actor_numbers() {
  return numbers.data();
}

const float* sk_actor_joint(std::uint32_t actor, std::uint32_t joint) {
  static float matrix[16];
  HeldActor* const held = held_actor(actor);
  if (held == nullptr) return nullptr;
  const ModelPose pose = held->actor->pose();
  if (joint >= pose.model_from_joint.size()) return nullptr;
  write_matrices(pose.model_from_joint.subspan(joint, 1), matrix);
  return matrix;
}

const char* sk_actor_now(std::uint32_t actor) {
  HeldActor* const held = held_actor(actor);
  if (held == nullptr) return answer(no_such("actor", actor));
  const std::uint32_t clip = held->actor->clip();
  Character* const character = held->actor->why_reference() ? nullptr : held->actor->character();
  const CharacterClips* const clips = character != nullptr ? character->clips() : nullptr;
  return answer(Json{{"clip", clip == kNone ? Json(nullptr) : Json(clip_label(held->scene->scene, clip))},
                     {"position_s", held->actor->position_s()},
                     {"time_s", time_of(*held, clip)},
                     {"in_transition", held->actor->in_transition()},
                     {"finished", clips != nullptr && clips->finished()}});
}

}  // extern "C"
