#include "skelter/scene/edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/internal/close_name.h"
#include "scene/edit/internal/clip_fit.h"
#include "scene/edit/internal/name_map.h"
#include "scene/edit/internal/up_axis.h"
#include "skelter/math/trig.h"
#include "skelter/scene/build.h"
#include "skelter/scene/hierarchy.h"

namespace skelter {
namespace {

constexpr std::string_view kRest = "rest";

Error unknown(std::string_view code, std::string message) {
  return {Status::invalid_argument, code, std::move(message), {}};
}

std::string some_of(const std::vector<std::string>& items) {
  constexpr std::size_t kShown = 40;
  std::string text;
  for (std::size_t i = 0; i < std::min(items.size(), kShown); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ", items[i]);
  if (items.size() > kShown) text += fmt::format(" and {} more", items.size() - kShown);
  return text;
}

std::string quoted_list(std::vector<std::string> names) {
  for (std::string& name : names) name = fmt::format("\"{}\"", name);
  return some_of(names);
}

std::string known_clips(const Scene& scene, std::string_view unknown_name) {
  if (scene.clips.empty()) return "the file has no clips";
  std::vector<std::string> labels;
  for (std::uint32_t i = 0; i < scene.clips.size(); ++i) labels.push_back(clip_label(scene, i));
  return known_names(unknown_name, labels, "clips");
}

std::vector<std::string> node_names(const Scene& scene) {
  std::vector<std::string> names;
  for (const Node& node : scene.nodes)
    if (!node.name.empty()) names.push_back(node.name);
  return names;
}

std::string known_nodes(const Scene& scene, std::string_view unknown_name) {
  const std::vector<std::string> names = node_names(scene);
  return names.empty() ? "the file has no named nodes" : known_names(unknown_name, names, "nodes");
}

std::optional<std::uint32_t> parse_index(std::string_view text) {
  if (!text.empty() && text.front() == '#') text.remove_prefix(1);
  std::uint32_t index = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return index;
}

double largest_key_time(const Clip& clip) {
  double largest = 0;
  for (const Channel& channel : clip.channels)
    if (!channel.times_s.empty()) largest = std::max(largest, channel.times_s.back());
  return largest;
}

// Returns a copy of the clip without targets and channels.
Clip empty_copy(const Clip& clip) {
  Clip copy;
  copy.name = clip.name;
  copy.ticks_per_second = clip.ticks_per_second;
  return copy;
}

// --- splitting ---------------------------------------------------------------------------------------------

Result<void> check_part_names(std::span<const ClipSubset> parts) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].name.empty())
      return unknown("edit.part-name", "a part of a clip needs a name; expected NAME=NODE,...");
    if (parts[i].name == kRest)
      return unknown("edit.part-name", "a part named \"rest\"; this name is reserved for all other nodes");
    for (std::size_t k = 0; k < i; ++k)
      if (parts[k].name == parts[i].name)
        return unknown("edit.part-name", fmt::format("two parts are named \"{}\"", parts[i].name));
  }
  return {};
}

// Per node: the part with a subtree that starts at this node, or kNone.
Result<std::vector<std::uint32_t>> part_roots(const Scene& scene, std::span<const ClipSubset> parts) {
  std::vector<std::uint32_t> root_of(scene.nodes.size(), kNone);
  for (std::uint32_t part = 0; part < parts.size(); ++part)
    for (const std::string& name : parts[part].nodes) {
      const std::uint32_t node = find_node(scene, name);
      if (node == kNone)
        return unknown("edit.unknown-node",
                       fmt::format("no node is named \"{}\"; {}", name, known_nodes(scene, name)));
      if (root_of[node] != kNone)
        return unknown("edit.node-twice", fmt::format("node \"{}\" is in two parts", name));
      root_of[node] = part;
    }
  return root_of;
}

// Per node: its part. Nodes outside all parts get the index after the last part.
std::vector<std::uint32_t> part_of_nodes(const Scene& scene, const std::vector<std::uint32_t>& root_of,
                                         std::uint32_t rest) {
  std::vector<std::uint32_t> part_of(scene.nodes.size(), rest);
  for (const std::uint32_t node : parents_first(scene)) {
    const std::uint32_t parent = scene.nodes[node].parent;
    if (root_of[node] != kNone) {
      part_of[node] = root_of[node];
    } else if (parent != kNone) {
      part_of[node] = part_of[parent];
    }
  }
  return part_of;
}

// Returns one clip per part, then one for the remaining nodes. Clips may be empty.
std::vector<Clip> split(const Clip& clip, const std::vector<std::uint32_t>& part_of,
                        std::uint32_t part_count) {
  std::vector<Clip> pieces(part_count + 1, empty_copy(clip));
  std::vector<std::pair<std::uint32_t, std::uint32_t>> place;  // per target: piece, target index in the piece
  for (const ClipTarget& target : clip.targets) {
    const std::uint32_t part = target.node == kNone ? part_count : part_of[target.node];
    place.emplace_back(part, static_cast<std::uint32_t>(pieces[part].targets.size()));
    pieces[part].targets.push_back(target);
  }
  for (const Channel& channel : clip.channels) {
    const auto& [part, target] = place[channel.target];
    pieces[part].channels.push_back(channel);
    pieces[part].channels.back().target = target;
  }
  for (Clip& piece : pieces) piece.duration_s = largest_key_time(piece);
  return pieces;
}

// --- merging -----------------------------------------------------------------------------------------------

std::uint32_t find_node_ignoring_case(const Scene& scene, std::string_view name) {
  for (const Node& node : scene.nodes)
    if (same_name(node.name, name, NameMatch::ignore_case)) return find_node(scene, node.name);
  return kNone;
}

std::uint32_t find_target_node(const Scene& scene, std::string_view name, NameMatch match) {
  if (name.empty()) return kNone;
  const std::uint32_t exact = find_node(scene, name);
  if (exact != kNone || match == NameMatch::exact) return exact;
  return find_node_ignoring_case(scene, name);
}

// Whether the number of morph weights matches the node's mesh. True without a node or mesh.
bool fits_morphs(const Scene& scene, const Channel& channel, std::uint32_t node) {
  if (channel.path != ChannelPath::weights || node == kNone || scene.nodes[node].meshes.empty()) return true;
  const Mesh& mesh = scene.meshes[scene.nodes[node].meshes[0].mesh];
  const std::size_t morphs = mesh.primitives.empty() ? 0 : mesh.primitives[0].morphs.size();
  const std::size_t per_weight = channel.interpolation == Interpolation::cubic ? 3 : 1;
  return channel.values.size() == channel.times_s.size() * per_weight * morphs;
}

// A message about one or more clips.
struct MergeMessage {
  Severity severity = Severity::note;
  std::string_view code;
  std::string text;
  std::vector<std::string> clips;
};

class ClipMerge {
 public:
  ClipMerge(const Scene& scene, const Scene& other, NameMatch match, bool mapped, Diagnostics& diagnostics)
      : scene_(scene),
        other_(other),
        match_(match),
        mapped_(mapped),
        diagnostics_(diagnostics),
        fitter_(scene, other),
        node_of_node_(map_nodes()) {}

  // Returns the clips that fit. Errors: unsupported if none does.
  Result<std::vector<Clip>> run() {
    std::vector<Clip> clips;
    for (std::uint32_t i = 0; i < other_.clips.size(); ++i)
      if (std::optional<Clip> clip = mapped(i)) clips.push_back(std::move(*clip));
    for (MergeMessage& message : messages_) {
      const bool one = message.clips.size() == 1;
      std::string object = one ? "clip " + message.clips[0] : fmt::format("{} clips", message.clips.size());
      SourceSpot spot{other_.file, 0, std::nullopt, std::move(object)};
      if (message.severity == Severity::error) {
        if (clips.empty())
          return Error{Status::unsupported, message.code, std::move(message.text), std::move(spot)};
        message.text += "; not added";
        message.severity = Severity::warning;
      }
      diagnostics_.add(message.severity, message.code, std::move(spot), std::move(message.text));
    }
    return clips;
  }

 private:
  // Returns nothing if the clip is rejected.
  std::optional<Clip> mapped(std::uint32_t index) {
    const Clip& source = other_.clips[index];
    label_ = "clip " + clip_label(other_, index);
    Clip clip = empty_copy(source);
    const std::vector<std::uint32_t> new_target = map_targets(source, clip);
    if (!new_target.empty() && moves_nothing(clip)) {
      tell(index, Severity::error, "merge.target-not-found", no_target_text(source));
      return std::nullopt;
    }
    std::vector<std::uint32_t> nodes;
    for (const std::uint32_t target : new_target)
      nodes.push_back(target == kNone ? kNone : clip.targets[target].node);
    const ClipFit fit = fitter_.fit(index, nodes, node_of_node_);
    report_fit(fit, index);
    if (fit.kind == FitKind::refused) return std::nullopt;
    for (const Channel& channel : source.channels) {
      const std::uint32_t target = new_target[channel.target];
      if (target == kNone) continue;
      if (!fits_morphs(scene_, channel, clip.targets[target].node)) {
        warn("merge.morph-count",
             fmt::format(
                 "the mesh of node \"{}\" has a different number of morph targets; its weights are dropped",
                 clip.targets[target].name));
        continue;
      }
      clip.channels.push_back(channel);
      clip.channels.back().target = target;
      if (!fit.targets.empty() && nodes[channel.target] != kNone)
        apply_fit(fit.targets[channel.target], scene_.nodes[nodes[channel.target]], clip.channels.back());
    }
    clip.duration_s = largest_key_time(clip);
    return clip;
  }

  // Per node of the other file: the model's node with the same name.
  std::vector<std::uint32_t> map_nodes() const {
    std::vector<std::uint32_t> nodes(other_.nodes.size(), kNone);
    if (mapped_) {
      Clip all;
      for (const Node& node : other_.nodes) all.targets.push_back({node.name, kNone, {}});
      const std::vector<MappedTarget> map = map_target_names(scene_, all);
      for (std::size_t i = 0; i < map.size(); ++i) nodes[i] = map[i].node;
      return nodes;
    }
    const auto folded = [this](const std::string& name) {
      return match_ == NameMatch::ignore_case ? lower_ascii(name) : name;
    };
    std::unordered_map<std::string, std::uint32_t> exact, alike;
    for (const std::uint32_t node : depth_first(scene_)) {
      exact.try_emplace(scene_.nodes[node].name, node);
      alike.try_emplace(folded(scene_.nodes[node].name), node);
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const std::string& name = other_.nodes[i].name;
      if (name.empty()) continue;
      if (const auto same = exact.find(name); same != exact.end())
        nodes[i] = same->second;
      else if (const auto found = alike.find(folded(name)); found != alike.end())
        nodes[i] = found->second;
    }
    return nodes;
  }

  std::string joint_name(std::uint32_t node) const {
    const std::string& name = scene_.nodes[node].name;
    return name.empty() ? fmt::format("#{}", node) : fmt::format("\"{}\"", name);
  }

  void report_fit(const ClipFit& fit, std::uint32_t index) {
    if (fit.kind == FitKind::refused)
      return tell(
          index, Severity::error, "merge.other-skeleton",
          fmt::format("made for a different skeleton: at {} of {} joints the bone directions differ, at {} "
                      "by {:.0f} degrees (length {:.4g} in {}, {:.4g} here)",
                      fit.turned_joints, fit.joints, joint_name(fit.worst),
                      fit.angle_rad * 180 / std::numbers::pi, fit.length, scene_.file, fit.other_length));
    if (!fit.turned.empty()) tell(index, Severity::warning, "merge.directions", turned_text(fit));
    if (fit.kind == FitKind::scaled) tell(index, Severity::note, "merge.lengths", scaled_text(fit, index));
    std::string text = corrected_text(fit);
    if (fit.armature != kNone)
      text += fmt::format("{}{} stands still and differs in {}; it keeps the transform of the model",
                          text.empty() ? "" : "; ", joint_name(fit.armature), scene_.file);
    if (!text.empty()) tell(index, Severity::note, "merge.root-corrected", std::move(text));
  }

  std::string turned_text(const ClipFit& fit) const {
    constexpr std::size_t kShown = 6;
    std::vector<std::string> joints;
    for (const TurnedJoint& joint : fit.turned) {
      if (joints.size() == kShown) break;
      joints.push_back(fmt::format("{} by {:.0f} degrees", joint_name(joint.node),
                                   joint.angle_rad * 180 / std::numbers::pi));
    }
    std::string text = fmt::format("at {} of {} joints the bone directions differ: {}", fit.turned_joints,
                                   fit.joints, fmt::join(joints, ", "));
    if (fit.turned.size() > kShown) text += fmt::format(" and {} more", fit.turned.size() - kShown);
    return text +
           fmt::format("; rotations are not corrected, so joints are off by up to {:.2g} % of the model size",
                       fit.displacement * 100);
  }

  std::string scaled_text(const ClipFit& fit, std::uint32_t index) const {
    std::string text;
    const auto shown = [](double ratio) { return fmt::format("{:.3g}", ratio); };
    const bool none =
        fit.least_ratio == 0 || (shown(fit.least_ratio) == "1" && shown(fit.largest_ratio) == "1");
    if (none)  // a joint coincides with its parent in one of the files
      text = fmt::format("some bones differ in length in {}", scene_.file);
    else if (shown(fit.least_ratio) == shown(fit.largest_ratio))
      text = fmt::format("bones are {} times as long in {}", shown(fit.least_ratio), scene_.file);
    else
      text = fmt::format("bones are {} to {} times as long in {}", shown(fit.least_ratio),
                         shown(fit.largest_ratio), scene_.file);
    text += "; rotations are used, and joints keep the offsets of the model";
    if (fit.root != kNone && !fit.targets.empty())
      text += fmt::format("; the translation of \"{}\" is scaled by {}",
                          other_.clips[index].targets[fit.root].name, shown(fit.targets[fit.root].length));
    return text;
  }

  // Describes how the keys of the first joint are rotated, scaled or moved to compensate for different
  // ancestors.
  std::string corrected_text(const ClipFit& fit) const {
    if (fit.root == kNone) return {};
    const TargetFit& root = fit.targets[fit.root];
    std::vector<std::string> changes;
    const double degrees = 2 * std::acos(std::min(1.0, std::abs(root.turn.w))) * 180 / std::numbers::pi;
    if (root.turn != Quatd{}) changes.push_back(fmt::format("turned by {:.0f} degrees", degrees));
    if (root.scale != 1) changes.push_back(fmt::format("scaled by {:.3g}", root.scale));
    if (root.offset != Vec3d{}) changes.push_back(fmt::format("moved by {:.3g}", length(root.offset)));
    if (changes.empty()) return {};
    return fmt::format("the nodes above {} differ in {}; its keys are {} to fit", joint_name(fit.root_node),
                       scene_.file, fmt::join(changes, ", "));
  }

  void tell(std::uint32_t index, Severity severity, std::string_view code, std::string text) {
    const auto same = std::find_if(messages_.begin(), messages_.end(), [&](const MergeMessage& message) {
      return message.code == code && message.text == text;
    });
    if (same != messages_.end()) return same->clips.push_back(clip_label(other_, index));
    messages_.push_back({severity, code, std::move(text), {clip_label(other_, index)}});
  }

  static bool moves_nothing(const Clip& clip) {
    return std::all_of(clip.targets.begin(), clip.targets.end(),
                       [](const ClipTarget& target) { return target.node == kNone; });
  }

  // Message for a clip that moves nothing in the model.
  std::string no_target_text(const Clip& source) const {
    const std::string model = scene_.file.empty() ? "the model" : scene_.file;
    std::string text = source.targets.size() == 1 ? fmt::format("its only target has no node in {}", model)
                                                  : fmt::format("none of its {} targets has a node in {}",
                                                                source.targets.size(), model);
    const auto target = std::find_if(source.targets.begin(), source.targets.end(),
                                     [](const ClipTarget& one) { return !one.name.empty(); });
    if (target != source.targets.end()) text += fmt::format("; the clip moves \"{}\"", target->name);
    const std::string node = example_node();
    return text +
           (node.empty() ? "; the model has no named nodes" : fmt::format("; the model has \"{}\"", node));
  }

  // Returns the first named joint or, without one, the first named node.
  std::string example_node() const {
    for (const Skin& skin : scene_.skins)
      for (const Joint& joint : skin.joints)
        if (joint.node != kNone && !scene_.nodes[joint.node].name.empty())
          return scene_.nodes[joint.node].name;
    for (const std::uint32_t node : depth_first(scene_))
      if (!scene_.nodes[node].name.empty()) return scene_.nodes[node].name;
    return {};
  }

  // Per target of `source`: its index in `clip`, or kNone if it is dropped.
  std::vector<std::uint32_t> map_targets(const Clip& source, Clip& clip) {
    std::vector<std::uint32_t> new_target;
    std::vector<std::string> missing;
    std::set<std::uint32_t> taken_nodes;
    std::set<std::string_view> taken_names;
    const std::vector<MappedTarget> map =
        mapped_ ? map_target_names(scene_, source) : std::vector<MappedTarget>();
    for (std::size_t t = 0; t < source.targets.size(); ++t) {
      const ClipTarget& target = source.targets[t];
      const std::uint32_t node = mapped_ ? map[t].node : find_target_node(scene_, target.name, match_);
      const bool is_new =
          node == kNone ? taken_names.insert(target.name).second : taken_nodes.insert(node).second;
      if (!is_new) {
        warn("merge.target-twice", fmt::format("a second target is named \"{}\"; dropped", target.name));
        new_target.push_back(kNone);
        continue;
      }
      if (node == kNone && !(mapped_ && !map[t].others.empty())) missing.push_back(target.name);
      new_target.push_back(static_cast<std::uint32_t>(clip.targets.size()));
      clip.targets.push_back({target.name, node, target.open, target.linear});
    }
    if (mapped_) report_map(source, map);
    if (!missing.empty() && !moves_nothing(clip))
      warn("merge.target-not-found",
           fmt::format("{} of {} targets have no node of the same name here and do nothing: {}",
                       missing.size(), source.targets.size(), quoted_list(missing)));
    return new_target;
  }

  void report_map(const Clip& source, const std::vector<MappedTarget>& map) {
    std::vector<std::string> matched, unclear;
    for (std::size_t t = 0; t < map.size(); ++t) {
      const std::string& name = source.targets[t].name;
      if (map[t].node != kNone && !map[t].exact)
        matched.push_back(fmt::format("\"{}\" = \"{}\"", name, scene_.nodes[map[t].node].name));
      if (map[t].others.empty()) continue;
      std::vector<std::string> others;
      for (const std::uint32_t node : map[t].others) others.push_back(scene_.nodes[node].name);
      unclear.push_back(fmt::format("\"{}\" ({})", name, quoted_list(others)));
    }
    if (!matched.empty())
      diagnostics_.add(Severity::note, "merge.names-mapped", {other_.file, 0, std::nullopt, label_},
                       fmt::format("{} of {} targets are matched by similar names: {}", matched.size(),
                                   map.size(), some_of(matched)));
    if (!unclear.empty())
      warn("merge.target-ambiguous", fmt::format("{} of {} targets match several nodes and do nothing: {}",
                                                 unclear.size(), map.size(), some_of(unclear)));
  }

  void warn(std::string_view code, std::string message) {
    diagnostics_.add(Severity::warning, code, {other_.file, 0, std::nullopt, label_}, std::move(message));
  }

  const Scene& scene_;
  const Scene& other_;
  NameMatch match_;
  bool mapped_;  // whether targets were matched by map_target_names
  Diagnostics& diagnostics_;
  ClipFitter fitter_;
  std::vector<std::uint32_t> node_of_node_;
  std::vector<MergeMessage> messages_;
  std::string label_;
};

Result<void> add_merged(Scene& scene, const Scene& other, NameMatch match, bool mapped,
                        Diagnostics& diagnostics) {
  Diagnostics reported;
  auto clips = ClipMerge(scene, other, match, mapped, reported).run();
  if (!clips) return clips.error();
  for (Clip& clip : *clips) scene.clips.push_back(std::move(clip));
  diagnostics.append(reported);
  return {};
}

// --- scaling -----------------------------------------------------------------------------------------------

// Calls `visit(float&)` for every length in the scene.
template <class Visit>
void visit_lengths(Scene& scene, Visit&& visit) {
  const auto visit_vector = [&visit](Vec3& v) { visit(v.x), visit(v.y), visit(v.z); };
  const auto visit_matrix = [&visit](float* m) { visit(m[12]), visit(m[13]), visit(m[14]); };
  for (Node& node : scene.nodes) {
    visit_matrix(node.rest.m.data());
    if (node.rest_trs) visit_vector(node.rest_trs->translation);
  }
  for (Mesh& mesh : scene.meshes)
    for (Primitive& primitive : mesh.primitives) {
      for (Vec3& position : primitive.positions) visit_vector(position);
      for (MorphTarget& morph : primitive.morphs)
        for (Vec3& offset : morph.position_offsets) visit_vector(offset);
    }
  for (SceneCamera& camera : scene.cameras) {
    visit(camera.near_distance), visit(camera.half_width), visit(camera.half_height);
    if (camera.far_distance) visit(*camera.far_distance);
  }
  for (SceneLight& light : scene.lights)
    if (light.range) visit(*light.range);
  for (Skin& skin : scene.skins)
    for (Joint& joint : skin.joints) visit_matrix(joint.joint_from_mesh.m.data());
  for (Clip& clip : scene.clips)
    for (Channel& channel : clip.channels) {
      if (channel.path == ChannelPath::translation)
        for (float& value : channel.values) visit(value);
      if (channel.path == ChannelPath::matrix)
        for (std::size_t key = 0; key + 16 <= channel.values.size(); key += 16)
          visit_matrix(&channel.values[key]);
    }
}

}  // namespace

std::string clip_label(const Scene& scene, std::uint32_t clip) {
  return scene.clips[clip].name ? *scene.clips[clip].name : fmt::format("#{}", clip);
}

Result<std::uint32_t> choose_clip(const Scene& scene, std::string_view text, NameMatch match) {
  if (const std::uint32_t exact = find_clip(scene, text); exact != kNone) return exact;
  if (match == NameMatch::ignore_case)
    for (std::uint32_t i = 0; i < scene.clips.size(); ++i)
      if (scene.clips[i].name && same_name(*scene.clips[i].name, text, match)) return i;
  const std::optional<std::uint32_t> index = parse_index(text);
  if (index && *index < scene.clips.size()) return *index;
  return unknown("edit.unknown-clip",
                 fmt::format("no clip is named \"{}\"; {}", text, known_clips(scene, text)));
}

std::string camera_label(const Scene& scene, std::uint32_t camera) {
  if (!scene.cameras[camera].name.empty()) return scene.cameras[camera].name;
  for (const Node& node : scene.nodes)
    if (node.camera == camera && !node.name.empty()) return node.name;
  return fmt::format("#{}", camera);
}

Result<std::uint32_t> choose_camera(const Scene& scene, std::string_view text) {
  for (std::uint32_t i = 0; i < scene.cameras.size(); ++i)
    if (scene.cameras[i].name == text && !text.empty()) return i;
  for (const Node& node : scene.nodes)
    if (node.camera != kNone && node.name == text && !text.empty()) return node.camera;
  const std::optional<std::uint32_t> index = parse_index(text);
  if (index && *index < scene.cameras.size()) return *index;
  std::vector<std::string> labels;
  for (std::uint32_t i = 0; i < scene.cameras.size(); ++i) labels.push_back(camera_label(scene, i));
  return unknown("edit.unknown-camera", fmt::format("no camera is named \"{}\"; {}", text,
                                                    labels.empty() ? std::string("the file has no cameras")
                                                                   : known_names(text, labels, "cameras")));
}

Result<void> keep_clips(Scene& scene, std::span<const std::string> names) {
  std::vector<std::uint32_t> kept;
  for (const std::string& name : names) {
    const Result<std::uint32_t> clip = choose_clip(scene, name);
    if (!clip) return clip.error();
    if (std::find(kept.begin(), kept.end(), *clip) == kept.end()) kept.push_back(*clip);
  }
  std::vector<Clip> clips;
  clips.reserve(kept.size());
  for (const std::uint32_t clip : kept) clips.push_back(std::move(scene.clips[clip]));
  scene.clips = std::move(clips);
  return {};
}

Result<void> split_clips(Scene& scene, std::span<const ClipSubset> parts, Diagnostics& diagnostics) {
  if (const Result<void> names = check_part_names(parts); !names) return names.error();
  const Result<std::vector<std::uint32_t>> root_of = part_roots(scene, parts);
  if (!root_of) return root_of.error();

  const auto rest = static_cast<std::uint32_t>(parts.size());
  const std::vector<std::uint32_t> part_of = part_of_nodes(scene, *root_of, rest);
  std::vector<Clip> clips;
  for (std::uint32_t i = 0; i < scene.clips.size(); ++i) {
    const std::string label = clip_label(scene, i);
    std::vector<Clip> pieces = split(scene.clips[i], part_of, rest);
    for (std::uint32_t part = 0; part <= rest; ++part) {
      const std::string name = part == rest ? std::string(kRest) : parts[part].name;
      if (!pieces[part].targets.empty()) {
        pieces[part].name = scene.clips.size() == 1 ? name : label + "_" + name;
        clips.push_back(std::move(pieces[part]));
      } else if (part != rest) {
        diagnostics.add(Severity::warning, "edit.empty-part", {scene.file, 0, std::nullopt, "clip " + label},
                        fmt::format("nothing moves below the nodes of part \"{}\"; left out", name));
      }
    }
  }
  scene.clips = std::move(clips);
  return {};
}

Result<void> merge_clips(Scene& scene, const Scene& other, NameMatch match, Diagnostics& diagnostics) {
  return add_merged(scene, other, match, false, diagnostics);
}

Result<void> merge_clips_by_alike_names(Scene& scene, const Scene& other, Diagnostics& diagnostics) {
  return add_merged(scene, other, NameMatch::exact, true, diagnostics);
}

Result<void> check_clips_fit(const Scene& scene, const Scene& other) {
  Diagnostics reported;
  auto clips = ClipMerge(scene, other, NameMatch::exact, true, reported).run();
  return clips ? Result<void>() : clips.error();
}

void turn_upright(Scene& scene, const Vec3d& up) {
  const Mat4d turn = y_up_from(up);
  if (turn == Mat4d{}) return;
  std::uint32_t shared = kNone;
  const auto turned = [&](std::uint32_t node) {
    if (shared == kNone || scene.scenes.size() > 1) {
      shared = static_cast<std::uint32_t>(scene.nodes.size());
      Node& made = scene.nodes.emplace_back(make_node("Y_up", kNone, turn));
      made.synthetic = true;
      made.shown = scene.nodes[node].shown;
    }
    scene.nodes[node].parent = shared;
    return shared;
  };
  if (scene.scenes.empty()) {
    const auto count = static_cast<std::uint32_t>(scene.nodes.size());
    for (std::uint32_t node = 0; node < count; ++node)
      if (scene.nodes[node].parent == kNone) turned(node);
    return;
  }
  // A root may be in several scenes.
  std::vector<std::uint32_t> above(scene.nodes.size(), kNone);
  for (SceneRoots& roots : scene.scenes)
    for (std::uint32_t& root : roots.roots) {
      if (above[root] == kNone) above[root] = turned(root);
      root = above[root];
    }
  for (SceneRoots& roots : scene.scenes)
    roots.roots.erase(std::unique(roots.roots.begin(), roots.roots.end()), roots.roots.end());
}

Result<void> scale_scene(Scene& scene, double factor) {
  if (!std::isfinite(factor) || factor <= 0)
    return unknown("edit.scale", fmt::format("scale {}; expected a finite number above 0", factor));
  bool overflow = false;
  visit_lengths(scene, [&](float& length) {
    overflow |= !(std::abs(length * factor) <= std::numeric_limits<float>::max());
  });
  if (overflow) return unknown("edit.scale", fmt::format("scale {} makes lengths exceed 3.4e38", factor));
  visit_lengths(scene, [factor](float& length) { length = static_cast<float>(length * factor); });
  if (scene.metres_per_unit) *scene.metres_per_unit /= factor;
  return {};
}

}  // namespace skelter
