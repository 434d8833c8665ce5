// Reads animations: samplers and channels, including those of KHR_animation_pointer.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "formats/gltf/read/accessors.h"
#include "formats/gltf/read/builder.h"
#include "scene/edit/internal/jump_keys.h"
#include "scene/internal/words.h"

namespace skelter::gltf {
namespace {

// Rotation keys within this distance of unit length are kept, because floats with few digits and bytes are
// not exact.
constexpr double kUnitKeyTolerance = 0.015;  // bytes differ by up to 0.7 %

struct Keys {
  Interpolation interpolation = Interpolation::linear;
  std::vector<double> times_s;
  std::vector<float> values;
};

// Key times in one accessor.
struct KeyTimes {
  std::uint32_t accessor = kNone;
  std::vector<double> times_s;
  bool rising = false;  // strictly increasing
};

// Target of a channel.
struct ChannelTarget {
  std::uint32_t node = kNone;
  ChannelPath path = ChannelPath::translation;
  std::uint32_t mesh = kNone;  // if set: the weights of this mesh, no node
  std::string_view pointer{};  // JSON pointer to any other target
};

std::optional<ChannelPath> path_named(std::string_view name) {
  for (const ChannelPath path :
       {ChannelPath::translation, ChannelPath::rotation, ChannelPath::scale, ChannelPath::weights})
    if (name == to_text(path)) return path;
  return std::nullopt;
}

class ClipReader {
 public:
  explicit ClipReader(Builder& b)
      : b_(b),
        target_of_(b.scene.nodes.size()),
        taken_(b.scene.nodes.size()),
        warned_matrix_(b.nodes.size()),
        checked_input_(b.accessors.size()) {}

  Result<void> read(std::uint32_t index);

 private:
  struct Stamped {
    std::uint32_t clip = kNone;  // an entry for a different clip is stale
    std::uint32_t value = 0;
  };

  Result<void> read_channel(JsonValue at);
  void read_own_extras(JsonValue extras);
  Result<std::optional<ChannelTarget>> target_of(JsonValue at);
  Result<ChannelTarget> target_of_pointer(JsonValue at, std::string_view pointer);
  Result<std::optional<Keys>> read_keys(JsonValue channel);
  Result<void> read_times(std::uint32_t accessor);
  void check_times(const Accessor& accessor);
  Result<Interpolation> interpolation_of(JsonValue sampler);
  void sort_keys(JsonValue input, Keys& keys);
  void normalise_rotations(JsonValue output, Keys& keys);
  Result<void> add_channel(JsonValue at, const ChannelTarget& target, Keys&& keys);
  Result<void> add_mesh_weights(JsonValue at, const ChannelTarget& target, const Keys& keys);
  Result<bool> check_width(JsonValue at, const ChannelTarget& target, const Keys& keys);
  bool claim(const ChannelTarget& target);
  std::uint32_t target_index(std::uint32_t node);

  Builder& b_;
  std::uint32_t index_ = 0;
  Clip* clip_ = nullptr;
  std::vector<JsonValue> samplers_;
  std::vector<Stamped> target_of_;  // per node: index into Clip::targets
  std::vector<Stamped> taken_;      // per node: a bit for each path that has a channel
  std::vector<std::uint8_t> warned_matrix_;
  std::vector<std::uint8_t> checked_input_;  // per accessor
  KeyTimes times_;  // the times read last, because most channels of a clip share them
};

Result<void> ClipReader::read(std::uint32_t index) {
  const JsonValue at = b_.animations[index];
  index_ = index;
  clip_ = &b_.scene.clips[index];
  const std::string_view name = b_.optional_text(at, "name");
  if (at["name"].is(JsonKind::text)) clip_->name = std::string(name);
  auto carried = b_.carried(at);
  if (!carried) return carried.error();
  clip_->carried = std::move(*carried);
  auto samplers = b_.objects(at, "samplers");
  if (!samplers) return samplers.error();
  samplers_ = std::move(*samplers);
  const auto channels = b_.objects(at, "channels");
  if (!channels) return channels.error();
  if (auto taken = b_.take_memory(at, channels->size(), sizeof(Channel) + sizeof(ClipTarget)); !taken)
    return taken;
  clip_->channels.reserve(channels->size());
  for (const JsonValue channel : *channels)
    if (auto done = read_channel(channel); !done) return done;

  const auto in_order = [](const Channel& a, const Channel& b) { return a.target < b.target; };
  if (!std::is_sorted(clip_->channels.begin(), clip_->channels.end(), in_order))
    std::stable_sort(clip_->channels.begin(), clip_->channels.end(), in_order);
  for (const Channel& channel : clip_->channels)
    clip_->duration_s = std::max(clip_->duration_s, channel.times_s.back());
  read_own_extras(at["extras"]);
  return {};
}

// Reads the extras that our writer adds to clips from `.x` files. Other extras are only carried over.
void ClipReader::read_own_extras(JsonValue extras) {
  const JsonValue rate = extras["ticksPerSecond"];
  if (!rate.is_number() || !(rate.number() > 0) || !std::isfinite(rate.number())) return;
  clip_->ticks_per_second = rate.number();
  b_.scene.ticks_in_file = true;
  for (JsonValue options = extras["animationOptions"].first(); options; options = options.next()) {
    std::uint64_t node = 0;
    if (!options["node"].to_count(node) || node >= b_.scene.nodes.size()) continue;
    const Stamped& known = target_of_[static_cast<std::size_t>(node)];
    if (known.clip != index_) continue;
    clip_->targets[known.value].open = options["open"].boolean();
    clip_->targets[known.value].linear = options["linear"].boolean();
  }
}

Result<void> ClipReader::read_channel(JsonValue at) {
  const auto target = target_of(at);
  if (!target) return target.error();
  // Keys of dropped channels are also read, so that their errors are reported.
  auto keys = read_keys(at);
  if (!keys) return keys.error();
  if (!*target || !*keys) return {};
  if ((*target)->mesh != kNone) return add_mesh_weights(at, **target, **keys);
  if ((*target)->node == kNone) {
    if (b_.take_memory(at, (*target)->pointer.size() + sizeof(PropertyChannel), 1))
      clip_->properties.push_back({std::string((*target)->pointer), (*keys)->interpolation,
                                   std::move((*keys)->times_s), std::move((*keys)->values)});
    b_.warn("gltf.animation-pointer", at,
            fmt::format("animating \"{}\" is not supported; its keys are kept", (*target)->pointer));
    return {};
  }
  const auto fits = check_width(at, **target, **keys);
  if (!fits) return fits.error();
  if (!*fits) return {};
  if (!claim(**target)) {
    b_.warn("gltf.target-twice", at,
            fmt::format("a second channel for the {} of node {}; the first is kept", to_text((*target)->path),
                        (*target)->node));
    return {};
  }
  if ((*target)->path == ChannelPath::rotation)
    normalise_rotations(samplers_[*b_.index(at, "sampler", samplers_.size(), "sampler")], **keys);
  if (!b_.scene.nodes[(*target)->node].rest_trs && (*target)->path != ChannelPath::weights &&
      warned_matrix_[(*target)->node]++ == 0)
    b_.warn("gltf.animated-matrix", b_.nodes[(*target)->node],
            "an animated node with a `matrix`; decomposed");
  return add_channel(at, **target, std::move(**keys));
}

// Adds the weights of a mesh to all nodes that use the mesh and have no weights of their own, unless the clip
// already has a channel for a node's weights.
Result<void> ClipReader::add_mesh_weights(JsonValue at, const ChannelTarget& target, const Keys& keys) {
  const Mesh& mesh = b_.scene.meshes[target.mesh];
  const std::size_t width = mesh.primitives.empty() ? 0 : mesh.primitives[0].morphs.size();
  const std::size_t numbers = keys.times_s.size() * (keys.interpolation == Interpolation::cubic ? 3 : 1);
  if (width == 0) {
    b_.warn("gltf.weights-without-targets", at,
            fmt::format("weights for mesh {}, which has no morph targets; ignored", target.mesh));
    return {};
  }
  if (keys.values.size() != width * numbers)
    return b_.error("gltf.key-count", at,
                    fmt::format("{} numbers per key for the weights of mesh {}; expected {}",
                                keys.values.size() / numbers, target.mesh, width));
  const std::uint64_t bytes = sizeof(Channel) + sizeof(ClipTarget) + keys.times_s.size() * sizeof(double) +
                              keys.values.size() * sizeof(float);
  for (std::uint32_t n = 0; n < b_.scene.nodes.size(); ++n) {
    const Node& node = b_.scene.nodes[n];
    if (node.meshes.empty() || node.meshes[0].mesh != target.mesh || !node.morph_weights.empty()) continue;
    if (!claim({n, ChannelPath::weights})) continue;
    if (auto taken = b_.take_memory(at, 1, bytes); !taken) return taken;
    clip_->channels.push_back(
        {target_index(n), ChannelPath::weights, keys.interpolation, keys.times_s, keys.values});
  }
  return {};
}

// Weights apply to every instance of the node's mesh.
Result<void> ClipReader::add_channel(JsonValue at, const ChannelTarget& target, Keys&& keys) {
  const auto instances = b_.instances.find(target.node);
  if (target.path != ChannelPath::weights || instances == b_.instances.end()) {
    clip_->channels.push_back({target_index(target.node), target.path, keys.interpolation,
                               std::move(keys.times_s), std::move(keys.values)});
    return {};
  }
  const auto [first, count] = instances->second;
  const std::uint64_t bytes = sizeof(Channel) + sizeof(ClipTarget) + keys.times_s.size() * sizeof(double) +
                              keys.values.size() * sizeof(float);
  if (auto taken = b_.take_memory(at, count, bytes); !taken) return taken;
  for (std::uint32_t node = first; node < first + count; ++node)
    clip_->channels.push_back(
        {target_index(node), target.path, keys.interpolation, keys.times_s, keys.values});
  return {};
}

// A pointer into a list: "/nodes/3/rotation" gives index 3 and "rotation". in_list() returns nullopt for
// pointers into other lists.
struct ListPointer {
  std::uint32_t index = 0;
  std::string_view rest;
};
Result<std::optional<ListPointer>> in_list(const Builder& b, JsonValue at, std::string_view pointer,
                                           std::string_view list, std::string_view what) {
  if (pointer.substr(0, list.size()) != list) return std::optional<ListPointer>();
  const std::string_view after = pointer.substr(list.size());
  const std::size_t slash = after.find('/');
  const std::string_view digits = after.substr(0, slash);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos)
    return b.error("gltf.pointer", at,
                   fmt::format("\"{}\"; expected a {} index after {}", pointer, what, list));
  const std::size_t size = b.root[list.substr(1, list.size() - 2)].size();
  const auto index = digits.size() > 9 ? SIZE_MAX : std::stoul(std::string(digits));
  if (index >= size)
    return b.error("gltf.index", at,
                   fmt::format("\"{}\": {} index {}; the file has {}", pointer, what, digits, size));
  return std::optional<ListPointer>(
      {static_cast<std::uint32_t>(index), slash == std::string_view::npos ? "" : after.substr(slash + 1)});
}

// Target of a pointer from KHR_animation_pointer. An index that is out of range is an error in every list.
Result<ChannelTarget> ClipReader::target_of_pointer(JsonValue at, std::string_view pointer) {
  if (pointer.substr(0, 1) != "/")
    return b_.error("gltf.pointer", at,
                    fmt::format("\"{}\"; expected a JSON pointer, which begins with /", pointer));
  constexpr std::pair<std::string_view, std::string_view> kLists[] = {
      {"/nodes/", "node"}, {"/meshes/", "mesh"}, {"/materials/", "material"}, {"/cameras/", "camera"}};
  for (const auto& [list, what] : kLists) {
    const auto found = in_list(b_, at, pointer, list, what);
    if (!found) return found.error();
    if (!*found) continue;
    const auto path = path_named((*found)->rest);
    if (what == "node" && path) return ChannelTarget{(*found)->index, *path};
    if (what == "mesh" && path == ChannelPath::weights)
      return ChannelTarget{kNone, ChannelPath::weights, (*found)->index};
  }
  return ChannelTarget{kNone, ChannelPath::translation, kNone, pointer};
}

Result<std::optional<ChannelTarget>> ClipReader::target_of(JsonValue at) {
  const auto target = b_.member(at, "target", JsonKind::object);
  if (!target) return target.error();
  if (!*target) return b_.missing(at, "target", "an object");
  const auto name = b_.text(*target, "path");
  if (!name) return name.error();
  if (!(*target)["path"])
    return b_.missing(*target, "path", "translation, rotation, scale, weights or pointer");
  const auto node = b_.index(*target, "node", b_.nodes.size(), "node");
  if (!node) return node.error();
  const JsonValue extension = Builder::extension(*target, "KHR_animation_pointer");
  if (*name == "pointer" && extension) {
    const auto pointer = b_.text(extension, "pointer");
    if (!pointer) return pointer.error();
    if (!extension["pointer"]) return b_.missing(extension, "pointer", "a JSON pointer");
    const auto property = target_of_pointer(extension["pointer"], *pointer);
    return property ? std::optional<ChannelTarget>(*property)
                    : Result<std::optional<ChannelTarget>>(property.error());
  }
  const auto path = path_named(*name);
  if (!path) {
    b_.note("gltf.channel-path", (*target)["path"],
            fmt::format("\"{}\"; expected translation, rotation, scale or weights, ignored", *name));
    return std::optional<ChannelTarget>();
  }
  if (*node == kNone) {
    b_.note("gltf.channel-without-node", *target, "no `node`; the channel is ignored");
    return std::optional<ChannelTarget>();
  }
  return std::optional<ChannelTarget>(ChannelTarget{*node, *path});
}

Result<Interpolation> ClipReader::interpolation_of(JsonValue sampler) {
  const JsonValue value = sampler["interpolation"];
  if (!value || value.text() == "LINEAR") return Interpolation::linear;
  if (!value.is(JsonKind::text)) {
    b_.warn(
        "gltf.type", value,
        fmt::format("{}; expected LINEAR, STEP or CUBICSPLINE, treated as LINEAR", to_text(value.kind())));
    return Interpolation::linear;
  }
  if (value.text() == "STEP") return Interpolation::step;
  if (value.text() == "CUBICSPLINE") return Interpolation::cubic;
  return b_.error("gltf.interpolation", value,
                  fmt::format("\"{}\"; expected LINEAR, STEP or CUBICSPLINE", value.text()));
}

Result<void> ClipReader::read_times(std::uint32_t index) {
  const JsonValue at = b_.accessors[index];
  if (times_.accessor == index) {
    // Each channel stores its own times.
    const std::uint64_t bytes = sizeof(float) + sizeof(double);
    return b_.take_memory(at, times_.times_s.size(), bytes);
  }
  times_.accessor = kNone;
  const auto accessor = open_accessor(b_, index);
  if (!accessor) return accessor.error();
  if (accessor->components != 1 || accessor->component != Component::f32)
    return wrong_accessor(b_, *accessor, "SCALAR of FLOAT");
  const auto numbers = read_finite_floats(b_, *accessor);
  if (!numbers) return numbers.error();
  if (auto taken = b_.take_memory<double>(accessor->at, accessor->count); !taken) return taken;
  times_.times_s.assign(numbers->begin(), numbers->end());
  times_.rising = std::adjacent_find(numbers->begin(), numbers->end(),
                                     [](float a, float b) { return !(a < b); }) == numbers->end();
  times_.accessor = index;
  if (checked_input_[index] == 0 && !times_.times_s.empty()) check_times(*accessor);
  checked_input_[index] = 1;
  return {};
}

void ClipReader::check_times(const Accessor& accessor) {
  const std::vector<double>& times = times_.times_s;
  if (accessor.strided)
    b_.warn("gltf.animation-stride", accessor.at, "keys in a view with `byteStride`; read with this stride");
  const auto [first, last] = times_.rising ? std::pair(times.begin(), times.end() - 1)
                                           : std::minmax_element(times.begin(), times.end());
  if (*first < 0) b_.warn("gltf.negative-time", accessor.at, "a key time below 0; kept, but never reached");
  std::array<float, 1> low{}, high{};
  const auto has_low = b_.numbers(accessor.at, "min", low);
  const auto has_high = b_.numbers(accessor.at, "max", high);
  const double size = std::max(1.0, std::abs(times.back()));
  if (!has_low || !has_high || !*has_low || !*has_high)
    b_.warn("gltf.bounds", accessor.at, "no min and max of the key times; recomputed");
  else if (std::abs(low[0] - *first) > 1e-4 * size || std::abs(high[0] - *last) > 1e-4 * size)
    b_.warn("gltf.bounds", accessor.at, "min and max do not match the key times; recomputed");
}

Result<std::optional<Keys>> ClipReader::read_keys(JsonValue channel) {
  const auto index = b_.required_index(channel, "sampler", samplers_.size(), "sampler");
  if (!index) return index.error();
  const JsonValue sampler = samplers_[*index];
  const auto input = b_.required_index(sampler, "input", b_.accessors.size(), "accessor");
  if (!input) return input.error();
  const auto output = b_.required_index(sampler, "output", b_.accessors.size(), "accessor");
  if (!output) return output.error();
  Keys keys;
  const auto interpolation = interpolation_of(sampler);
  if (!interpolation) return interpolation.error();
  keys.interpolation = *interpolation;
  if (auto done = read_times(*input); !done) return done.error();
  keys.times_s = times_.times_s;
  const auto accessor = open_accessor(b_, *output);
  if (!accessor) return accessor.error();
  if (accessor->columns != 1 || accessor->component == Component::u32)
    return wrong_accessor(b_, *accessor, "SCALAR to VEC4 of FLOAT or normalised integers");
  auto values = read_finite_floats(b_, *accessor);
  if (!values) return values.error();
  keys.values = std::move(*values);
  if (keys.times_s.empty()) {
    b_.note("gltf.no-keys", channel, "no keys; ignored");
    return std::optional<Keys>();
  }
  const std::size_t parts = keys.interpolation == Interpolation::cubic ? 3 : 1;
  if (keys.values.empty() || accessor->count % (keys.times_s.size() * parts) != 0)
    return b_.error("gltf.key-count", sampler,
                    fmt::format("{} values for {} key times; expected {} per time", accessor->count,
                                keys.times_s.size(), parts));
  if (!times_.rising) sort_keys(sampler["input"], keys);
  return std::optional<Keys>(std::move(keys));
}

// Sorts key times that do not increase. If times are equal, the first and the last key are kept as a jump, as
// in players that only search the times. At time 0 only the last is kept.
void ClipReader::sort_keys(JsonValue input, Keys& keys) {
  const std::vector<double>& times = keys.times_s;
  const std::size_t width = keys.values.size() / times.size();
  std::vector<std::size_t> order(times.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return times[a] < times[b]; });
  Keys sorted;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t key = order[i];
    const bool same_before = i > 0 && times[order[i - 1]] == times[key];
    const bool same_after = i + 1 < order.size() && times[order[i + 1]] == times[key];
    if (same_after && (same_before || times[key] == 0)) continue;
    sorted.times_s.push_back(same_after ? just_before(times[key]) : times[key]);
    const auto begin = keys.values.begin() + static_cast<std::ptrdiff_t>(key * width);
    sorted.values.insert(sorted.values.end(), begin, begin + static_cast<std::ptrdiff_t>(width));
  }
  b_.warn("gltf.key-order", input,
          fmt::format("key times do not increase; sorted, {} of {} dropped as duplicates",
                      times.size() - sorted.times_s.size(), times.size()));
  keys.times_s = std::move(sorted.times_s);
  keys.values = std::move(sorted.values);
}

// Normalises rotation keys. Divides the tangents by the same length, so that cubic curves keep their shape.
void ClipReader::normalise_rotations(JsonValue sampler, Keys& keys) {
  const bool cubic = keys.interpolation == Interpolation::cubic;
  const std::size_t width = cubic ? 12 : 4;
  std::uint64_t off = 0;
  for (std::size_t k = 0; k + width <= keys.values.size(); k += width) {
    float* key = &keys.values[k];
    float* q = cubic ? key + 4 : key;
    const Quatd rotation{q[0], q[1], q[2], q[3]};
    if (std::abs(dot(rotation, rotation) - 1) <= kUnitKeyTolerance) continue;  // implies the test below
    const double size = length(rotation);
    if (std::abs(size - 1) <= kUnitKeyTolerance) continue;
    ++off;
    // Below this length the division may overflow, and the direction is noise.
    if (!(size > 1e-6)) {
      q[0] = q[1] = q[2] = 0;
      q[3] = 1;
      continue;
    }
    for (std::size_t i = 0; i < width; ++i)
      key[i] = static_cast<float>(std::clamp(key[i] / size, -3.4e38, 3.4e38));
  }
  if (off != 0)
    b_.warn("gltf.rotation-not-unit", sampler["output"], "a rotation does not have unit length; normalised",
            off);
}

// Returns false if the channel must be dropped.
Result<bool> ClipReader::check_width(JsonValue at, const ChannelTarget& target, const Keys& keys) {
  const std::size_t parts = keys.interpolation == Interpolation::cubic ? 3 : 1;
  const std::size_t per_value = keys.values.size() / (keys.times_s.size() * parts);
  std::size_t width = target.path == ChannelPath::rotation ? 4 : 3;
  if (target.path == ChannelPath::weights) {
    const auto instances = b_.instances.find(target.node);
    const bool instanced = instances != b_.instances.end() && instances->second.count != 0;
    width = rest_morph_weights(b_.scene, instanced ? instances->second.first : target.node).size();
    if (width == 0) {
      b_.warn("gltf.weights-without-targets", at,
              fmt::format("weights for node {}, which has no morph targets; ignored", target.node));
      return false;
    }
  }
  if (per_value != width)
    return b_.error("gltf.key-count", at,
                    fmt::format("{} numbers per key for the {} of node {}; expected {}", per_value,
                                to_text(target.path), target.node, width));
  return true;
}

// Returns false if the clip already has such a channel.
bool ClipReader::claim(const ChannelTarget& target) {
  Stamped& taken = taken_[target.node];
  if (taken.clip != index_) taken = {index_, 0};
  const std::uint32_t bit = 1u << static_cast<unsigned>(target.path);
  if ((taken.value & bit) != 0) return false;
  taken.value |= bit;
  return true;
}

std::uint32_t ClipReader::target_index(std::uint32_t node) {
  Stamped& known = target_of_[node];
  if (known.clip != index_) {
    known = {index_, static_cast<std::uint32_t>(clip_->targets.size())};
    clip_->targets.push_back({b_.scene.nodes[node].name, node, {}});
  }
  return known.value;
}

}  // namespace

Result<void> read_animations(Builder& b) {
  if (auto taken = b.take_memory<Clip>(b.root["animations"], b.animations.size()); !taken) return taken;
  if (auto taken = b.take_memory(b.root, b.scene.nodes.size() * 17 + b.accessors.size(), 1); !taken)
    return taken;
  b.scene.clips.resize(b.animations.size());
  ClipReader reader(b);
  for (std::uint32_t i = 0; i < b.animations.size(); ++i)
    if (auto done = reader.read(i); !done) return done;
  return {};
}

}  // namespace skelter::gltf
