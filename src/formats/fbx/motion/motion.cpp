// Reads stacks, layers and curves from new files, and takes from old files.

#include "formats/fbx/motion/motion.h"
#include "formats/fbx/internal/power.h"
#include "formats/fbx/internal/sorting.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace skelter::fbx {
namespace {

struct MemberName {
  std::string_view name;
  Member member;
};
constexpr MemberName kMembers[] = {
    {"Lcl Translation", Member::translation},  {"Lcl Rotation", Member::rotation},
    {"Lcl Scaling", Member::scaling},          {"RotationOffset", Member::rotation_offset},
    {"RotationPivot", Member::rotation_pivot}, {"PreRotation", Member::pre_rotation},
    {"PostRotation", Member::post_rotation},   {"ScalingOffset", Member::scaling_offset},
    {"ScalingPivot", Member::scaling_pivot},   {"DeformPercent", Member::deform_percent},
};

bool uses_curves(const AnimatedMember& member) {
  for (const LayerCurves& layer : member.layers)
    for (const std::uint32_t curve : layer.set.curves)
      if (curve != kNone) return true;
  return false;
}

class MotionReader {
 public:
  MotionReader(SceneBuilder& b, Motion& motion) : b_(b), motion_(motion) {}

  Result<void> read() {
    const ObjectGraph& graph = b_.graph;
    curve_of_object_.assign(graph.objects.size(), kNone);
    for (std::uint32_t object = 0; object < graph.objects.size(); ++object)
      if (graph.objects[object].kind == Kind::stack)
        if (auto done = read_stack(object); !done) return done;
    if (motion_.stacks.empty() && b_.tree.version < 7000)
      if (auto done = read_takes(); !done) return done;
    if (b_.tree.version < 6000)
      if (auto done = read_channels_of_models(); !done) return done;
    for (Stack& stack : motion_.stacks) finish(stack);
    return {};
  }

 private:
  Result<void> read_stack(std::uint32_t object) {
    const ObjectGraph& graph = b_.graph;
    Stack& stack = motion_.stacks.emplace_back();
    stack.object = object;
    stack.name = graph.objects[object].name;
    read_range(object, stack);
    std::vector<std::uint32_t> layers = graph.children(object, Kind::layer);
    const auto solo = [&](std::uint32_t layer) { return graph.integer(layer, "Solo", 0) != 0; };
    if (std::any_of(layers.begin(), layers.end(), solo))
      std::erase_if(layers, [&](std::uint32_t layer) { return !solo(layer); });
    std::erase_if(layers, [&](std::uint32_t layer) { return graph.integer(layer, "Mute", 0) != 0; });
    for (const std::uint32_t layer : layers)
      if (auto done = read_layer(layer, stack); !done) return done;
    return {};
  }

  void read_range(std::uint32_t object, Stack& stack) const {
    const ObjectGraph& graph = b_.graph;
    for (const auto& [start, stop] :
         {std::pair{"LocalStart", "LocalStop"}, {"ReferenceStart", "ReferenceStop"}}) {
      if (!graph.has_property(object, start) && !graph.has_property(object, stop)) continue;
      set_range(stack, graph.integer(object, start, 0), graph.integer(object, stop, 0));
      if (stack.end > stack.begin) return;
    }
    const std::uint32_t takes = b_.tree.child(0, "Takes");
    for (const std::uint32_t take : b_.tree.children(takes))
      if (b_.tree.records[take].name == "Take" && b_.tree.text(take) == stack.name)
        read_take_range(take, stack);
  }
  void read_take_range(std::uint32_t take, Stack& stack) const {
    for (const char* name : {"LocalTime", "ReferenceTime"}) {
      const std::uint32_t range = b_.tree.child(take, name);
      if (range == kNone || stack.end > stack.begin) continue;
      set_range(stack, b_.tree.integer(range, 0), b_.tree.integer(range, 1));
    }
  }
  static void set_range(Stack& stack, std::int64_t begin, std::int64_t end) {
    stack.begin = std::clamp(begin, -kLargestTime, kLargestTime);
    stack.end = std::clamp(end, -kLargestTime, kLargestTime);
  }

  Result<void> read_layer(std::uint32_t object, Stack& stack) {
    const ObjectGraph& graph = b_.graph;
    const auto index = static_cast<std::uint32_t>(stack.layers.size());
    Layer layer;
    warn_of_mode(object, "BlendMode", 2);
    warn_of_mode(object, "RotationAccumulationMode", 1);
    warn_of_mode(object, "ScaleAccumulationMode", 1);
    const std::int64_t mode = graph.integer(object, "BlendMode", 0);
    layer.mode = mode == 1 ? BlendMode::overriding : mode == 2 ? BlendMode::passthrough : BlendMode::additive;
    layer.weight_percent = graph.number(object, "Weight", 100);
    layer.rotation_by_channel = graph.integer(object, "RotationAccumulationMode", 0) == 1;
    layer.scale_by_channel = graph.integer(object, "ScaleAccumulationMode", 0) == 1;
    for (const std::uint32_t c : graph.incoming(object)) {
      const Connection& connection = graph.connections[c];
      if (!connection.to_property || connection.property != "Weight" ||
          graph.objects[connection.child].kind != Kind::curve_node)
        continue;
      CurveSet set;
      set.defaults[0] = layer.weight_percent;
      if (auto done = read_set(connection.child, "Weight", set); !done) return done;
      layer.weight = set;
    }
    stack.layers.push_back(layer);
    for (const std::uint32_t curve_node : graph.children(object, Kind::curve_node))
      for (const std::uint32_t c : graph.outgoing(curve_node))
        if (auto done = read_target(curve_node, graph.connections[c], index, stack); !done) return done;
    return {};
  }

  void warn_of_mode(std::uint32_t layer, const char* name, std::int64_t most) {
    const std::int64_t mode = b_.graph.integer(layer, name, 0);
    if (mode < 0 || mode > most)
      b_.warn("fbx.layers", layer, fmt::format("{} {}; expected 0 to {}, read as 0", name, mode, most));
  }

  Result<void> read_target(std::uint32_t curve_node, const Connection& connection, std::uint32_t layer,
                           Stack& stack) {
    if (!connection.to_property) return {};
    const Kind kind = b_.graph.objects[connection.parent].kind;
    std::uint32_t object = connection.parent;
    Member member = Member::deform_percent;
    if (kind == Kind::mesh) {
      object = shape_of(object, connection.property);
    } else {
      const auto found = std::find_if(std::begin(kMembers), std::end(kMembers),
                                      [&](const MemberName& m) { return m.name == connection.property; });
      if (found != std::end(kMembers)) member = found->member;
      const Kind expected = member == Member::deform_percent ? Kind::blend_channel : Kind::model;
      if (found == std::end(kMembers) || kind != expected) object = kNone;
    }
    if (object == kNone) {
      if (kind == Kind::layer || !has_curve(curve_node)) return {};
      if (stack.other_object == kNone) stack.other_object = connection.parent;
      if (kind == Kind::model && connection.property == "Visibility")
        return read_visibility(curve_node, connection.parent, stack);
      ++stack.other_curves;
      return {};
    }
    CurveSet set;
    const Vec3d rest = b_.graph.vector(connection.parent, connection.property,
                                       member == Member::scaling ? Vec3d{1, 1, 1} : Vec3d{});
    set.defaults = {rest.x, rest.y, rest.z};
    if (auto done = read_set(curve_node, connection.property, set); !done) return done;
    stack.members.push_back({object, member, {{layer, set}}});
    return {};
  }

  bool has_curve(std::uint32_t curve_node) const {
    for (const std::uint32_t c : b_.graph.incoming(curve_node))
      if (b_.graph.objects[b_.graph.connections[c].child].kind == Kind::curve) return true;
    return false;
  }

  // Most models have a visibility curve that stays at 1.
  Result<void> read_visibility(std::uint32_t curve_node, std::uint32_t model, Stack& stack) {
    CurveSet set;
    if (auto done = read_set(curve_node, "Visibility", set); !done) return done;
    note_visibility(set, model, stack);
    return {};
  }
  void note_visibility(const CurveSet& set, std::uint32_t model, Stack& stack) const {
    if (set.curves[0] != kNone && !motion_.curves[set.curves[0]].rests)
      stack.hidden_at_times.push_back(model);
  }

  // In version 7100, shapes are inside the mesh, and their weights are properties with the names of the
  // shapes.
  std::uint32_t shape_of(std::uint32_t mesh, std::string_view name) const {
    for (const std::uint32_t shapes : b_.graph.children(mesh, Kind::blend_shape))
      for (const std::uint32_t shape : b_.graph.children(shapes, Kind::blend_channel))
        if (b_.graph.objects[shape].name == name) return shape;
    return kNone;
  }

  // Reads the curves and the default values of a curve node.
  Result<void> read_set(std::uint32_t curve_node, std::string_view property, CurveSet& set) {
    const ObjectGraph& graph = b_.graph;
    constexpr std::string_view kNames[] = {"d|X", "d|Y", "d|Z"};
    const auto index_of = [&](std::string_view name) -> std::size_t {
      return name == kNames[1] ? 1 : name == kNames[2] ? 2 : 0;
    };
    for (std::size_t i = 0; i < 3; ++i)
      set.defaults[i] = graph.number(curve_node, kNames[i], set.defaults[i]);
    set.defaults[0] = graph.number(curve_node, "d|" + std::string(property), set.defaults[0]);
    for (const std::uint32_t c : graph.incoming(curve_node)) {
      const Connection& connection = graph.connections[c];
      if (!connection.to_property || graph.objects[connection.child].kind != Kind::curve) continue;
      auto curve = read_curve(connection.child);
      if (!curve) return curve.error();
      set.curves[index_of(connection.property)] = *curve;
    }
    return {};
  }

  Result<std::uint32_t> read_curve(std::uint32_t object) {
    std::uint32_t& index = curve_of_object_[object];
    if (index != kNone) return index;
    std::vector<std::int64_t> times;
    std::vector<float> values;
    std::vector<std::int32_t> flags, counts;
    std::vector<std::uint32_t> data;
    if (auto done = b_.read_list(object, "KeyTime", times); !done) return done.error();
    if (auto done = b_.read_list(object, "KeyValueFloat", values); !done) return done.error();
    if (auto done = b_.read_list(object, "KeyAttrFlags", flags); !done) return done.error();
    if (auto done = b_.read_list(object, "KeyAttrRefCount", counts); !done) return done.error();
    if (const std::uint32_t record = b_.graph.child_record(object, "KeyAttrDataFloat"); record != kNone)
      if (auto done = b_.lists.read_bits(record, data); !done) return done.error();
    if (auto done = b_.take_memory<CurveKey>(object, times.size()); !done) return done.error();
    Curve curve;
    curve.seconds_per_tick = b_.seconds_per_tick;
    warn_of(decode_keys({times, values, flags, data, counts}, curve), object);
    read_extrapolation(b_.graph.objects[object].record, curve);
    index = add_curve(std::move(curve));
    return index;
  }

  std::uint32_t add_curve(Curve&& curve) {
    curve.rests = is_constant(curve);
    motion_.curves.push_back(std::move(curve));
    return static_cast<std::uint32_t>(motion_.curves.size() - 1);
  }

  void warn_of(const KeyRepairs& repairs, std::uint32_t object) {
    if (!repairs.any()) return;
    std::string faults;
    const auto add = [&](std::uint64_t count, const char* what) {
      if (count != 0) faults += fmt::format("{}{} {}", faults.empty() ? "" : ", ", count, what);
    };
    add(repairs.unsorted, "earlier than the one before");
    add(repairs.repeated, "at the time of another");
    add(repairs.out_of_range, "out of range");
    add(repairs.unmatched, "values or attributes that do not fit");
    b_.warn("fbx.keys", object, fmt::format("keys: {}; sorted, dropped or completed", faults));
  }

  void read_extrapolation(std::uint32_t record, Curve& curve) const {
    const auto read = [&](std::string_view name, Extrapolation& out) {
      const std::uint32_t how = b_.tree.child(record, name);
      const std::uint32_t type = b_.tree.child(how, "Type"), rounds = b_.tree.child(how, "Repetition");
      if (type == kNone) return;
      const std::string_view letter = b_.tree.text(type);
      out.kind = extrapolation_kind(letter.empty() ? b_.tree.integer(type) : letter[0]);
      if (rounds != kNone) out.rounds = b_.tree.integer(rounds);
    };
    read("Pre-Extrapolation", curve.pre);
    read("Post-Extrapolation", curve.post);
  }

  // --- takes of version 6 and before ---

  Result<void> read_takes() {
    const RecordTree& tree = b_.tree;
    for (const std::uint32_t take : tree.children(tree.child(0, "Takes"))) {
      if (tree.records[take].name != "Take") continue;
      Stack& stack = motion_.stacks.emplace_back();
      stack.name = std::string(tree.text(take));
      stack.layers.emplace_back();
      read_take_range(take, stack);
      for (const std::uint32_t record : tree.children(take)) {
        const std::uint32_t object =
            tree.records[record].name == "Model" ? b_.graph.find_full_name(tree.text(record)) : kNone;
        if (object == kNone) continue;
        if (auto done = read_channels(record, object, stack); !done) return done;
      }
    }
    return {};
  }

  // Models in files before version 6000 may have keys outside of takes.
  Result<void> read_channels_of_models() {
    Stack stack;
    stack.layers.emplace_back();
    for (std::uint32_t object = 1; object < b_.graph.objects.size(); ++object) {
      const Object& model = b_.graph.objects[object];
      if (model.kind != Kind::model || model.record == kNone) continue;
      if (auto done = read_channels(model.record, object, stack); !done) return done;
    }
    if (std::any_of(stack.members.begin(), stack.members.end(), uses_curves))
      motion_.stacks.push_back(std::move(stack));
    return {};
  }

  Result<void> read_channels(std::uint32_t parent, std::uint32_t object, Stack& stack) {
    const RecordTree& tree = b_.tree;
    for (const std::uint32_t channel : tree.children(parent)) {
      if (tree.records[channel].name != "Channel") continue;
      const std::string_view name = tree.text(channel);
      if (name == "Transform") {
        if (auto done = read_transform(channel, object, stack); !done) return done;
      } else if (name == "Visibility") {
        CurveSet set;
        if (auto done = read_old_curve(channel, object, set, 0); !done) return done;
        if (set.curves[0] != kNone && stack.other_object == kNone) stack.other_object = object;
        note_visibility(set, object, stack);
      } else {
        const std::size_t before = stack.members.size();
        if (auto done = read_shape(channel, name, object, stack); !done) return done;
        if (stack.members.size() != before || !has_keys(channel)) continue;
        ++stack.other_curves;
        if (stack.other_object == kNone) stack.other_object = object;
      }
    }
    return {};
  }
  // Whether the channel or one of its parts (such as X, Y or Z of a colour) has keys.
  bool has_keys(std::uint32_t channel) const {
    const RecordTree& tree = b_.tree;
    for (std::uint32_t record = channel; record < tree.records[channel].subtree_end; ++record)
      if (tree.records[record].name == "Key" && tree.records[record].value_count != 0) return true;
    return false;
  }

  Result<void> read_transform(std::uint32_t transform, std::uint32_t object, Stack& stack) {
    const RecordTree& tree = b_.tree;
    for (const std::uint32_t channel : tree.children(transform)) {
      const std::string_view name = tree.text(channel);
      if (tree.records[channel].name != "Channel" || (name != "T" && name != "R" && name != "S")) continue;
      const Member member = name == "T"   ? Member::translation
                            : name == "R" ? Member::rotation
                                          : Member::scaling;
      CurveSet set;
      if (member == Member::scaling) set.defaults = {1, 1, 1};
      for (const std::uint32_t number : tree.children(channel)) {
        const std::string_view axis = tree.text(number);
        if (tree.records[number].name != "Channel" || axis.size() != 1 || axis[0] < 'X' || axis[0] > 'Z')
          continue;
        const auto i = static_cast<std::size_t>(axis[0] - 'X');
        if (auto done = read_old_curve(number, object, set, i); !done) return done;
      }
      stack.members.push_back({object, member, {{0, set}}});
    }
    return {};
  }

  // The weight of a shape is in the channel with the shape's name.
  Result<void> read_shape(std::uint32_t channel, std::string_view name, std::uint32_t object, Stack& stack) {
    constexpr std::string_view kSuffix = " (Shape)";
    if (name.ends_with(kSuffix)) name.remove_suffix(kSuffix.size());
    for (const std::uint32_t mesh : b_.graph.children(object, Kind::mesh))
      for (const std::uint32_t shapes : b_.graph.children(mesh, Kind::blend_shape))
        for (const std::uint32_t shape : b_.graph.children(shapes, Kind::blend_channel)) {
          if (b_.graph.objects[shape].name != name) continue;
          CurveSet set;
          if (auto done = read_old_curve(channel, object, set, 0); !done) return done;
          stack.members.push_back({shape, Member::deform_percent, {{0, set}}});
        }
    return {};
  }

  Result<void> read_old_curve(std::uint32_t channel, std::uint32_t object, CurveSet& set, std::size_t index) {
    const RecordTree& tree = b_.tree;
    if (const std::uint32_t absent = tree.child(channel, "Default"); absent != kNone)
      set.defaults[index] = tree.number(absent);
    const std::uint32_t key = tree.child(channel, "Key");
    if (key == kNone || tree.values_of(key).empty()) return {};
    if (auto done = b_.take_memory<KeyWord>(object, tree.values_of(key).size()); !done) return done;
    std::vector<KeyWord> words;
    words.reserve(tree.values_of(key).size());
    for (const Value& value : tree.values_of(key)) {
      if (value.code == 'C') {
        words.push_back({static_cast<char>(integer_of(value)), 0});
      } else if (is_text(value)) {
        const std::string_view text = tree.text_of(value);
        words.push_back({text.empty() ? '?' : text[0], 0});
      } else {
        words.push_back({0, number_of(value)});
      }
    }
    const std::uint32_t version = tree.child(channel, "KeyVer");
    const int absent = tree.version < 5000 ? 4003 : tree.version < 6000 ? 4004 : 4005;
    Curve curve;
    curve.seconds_per_tick = b_.seconds_per_tick;
    read_extrapolation(channel, curve);
    KeyRepairs repairs;
    if (!decode_key_words(words, version == kNone ? absent : static_cast<int>(tree.integer(version)), curve,
                          repairs)) {
      b_.warn("fbx.keys", object,
              "a list of keys that ends early or has a letter that does not fit; the channel is left out");
      return {};
    }
    warn_of(repairs, object);
    if (!curve.keys.empty()) set.curves[index] = add_curve(std::move(curve));
    return {};
  }

  // Joins entries for the same object and member, and computes the range if the file states none.
  void finish(Stack& stack) const {
    const auto before = [](const AnimatedMember& a, const AnimatedMember& b) {
      return std::pair(a.object, a.member) < std::pair(b.object, b.member);
    };
    sort_stably(stack.members, before);
    std::vector<AnimatedMember> joined;
    for (AnimatedMember& member : stack.members) {
      if (!joined.empty() && joined.back().object == member.object && joined.back().member == member.member)
        joined.back().layers.insert(joined.back().layers.end(), member.layers.begin(), member.layers.end());
      else
        joined.push_back(std::move(member));
    }
    stack.members = std::move(joined);
    stack.has_curves = std::any_of(stack.members.begin(), stack.members.end(), uses_curves);
    if (stack.end > stack.begin) return;
    std::int64_t first = std::numeric_limits<std::int64_t>::max(),
                 last = std::numeric_limits<std::int64_t>::min();
    for (const AnimatedMember& member : stack.members)
      for (const LayerCurves& layer : member.layers)
        for (const std::uint32_t curve : layer.set.curves) {
          if (curve == kNone || motion_.curves[curve].keys.empty()) continue;
          first = std::min(first, motion_.curves[curve].keys.front().time);
          last = std::max(last, motion_.curves[curve].keys.back().time);
        }
    if (first > last) return;
    stack.begin = first;
    stack.end = last;
  }

  SceneBuilder& b_;
  Motion& motion_;
  std::vector<std::uint32_t> curve_of_object_;
};

double curve_value(const Motion& motion, const CurveSet& set, std::size_t i, std::int64_t time, Side side) {
  const std::uint32_t curve = set.curves[i];
  if (curve == kNone || motion.curves[curve].keys.empty()) return set.defaults[i];
  return evaluate(motion.curves[curve], time, side);
}

double layer_weight(const Motion& motion, const Layer& layer, std::int64_t time, Side side) {
  const double percent =
      layer.weight ? curve_value(motion, *layer.weight, 0, time, side) : layer.weight_percent;
  const double weight = std::clamp(percent / 100, 0.0, 1.0);
  return weight > 0.99999 ? 1 : weight;
}

// Returns the field of the node for a member, or null for members of other objects.
Vec3d* place_of(NodeProperties& node, Member member) {
  Vec3d* const places[] = {&node.translation,       &node.rotation_deg,   &node.scaling,
                           &node.rotation_offset,   &node.rotation_pivot, &node.pre_rotation_deg,
                           &node.post_rotation_deg, &node.scaling_offset, &node.scaling_pivot};
  const auto index = static_cast<std::size_t>(member);
  return index < std::size(places) ? places[index] : nullptr;
}

double signed_power(double base, double exponent) {
  return base < 0 ? -power(-base, exponent) : power(base, exponent);
}

double blend_number(double a, double b, double weight, BlendMode mode) {
  if (mode == BlendMode::overriding) return b;
  return mode == BlendMode::additive ? a + weight * b : a * (1 - weight) + weight * b;
}

double blend_scale(double a, double b, double weight, BlendMode mode) {
  if (mode == BlendMode::overriding) return b;
  return (mode == BlendMode::additive ? a : signed_power(a, 1 - weight)) * signed_power(b, weight);
}

Vec3d blend_rotation(const Vec3d& a_deg, const Vec3d& b_deg, double weight, BlendMode mode) {
  if (mode == BlendMode::overriding) return b_deg;
  const Quatd a = euler_rotation(a_deg, RotationOrder::xyz), b = euler_rotation(b_deg, RotationOrder::xyz);
  const Quatd from_a = mode == BlendMode::additive ? b : conjugate(a) * b;
  return euler_xyz_deg(a * pow(from_a, weight));
}

}  // namespace

Result<void> read_motion(SceneBuilder& b, Motion& motion) {
  return MotionReader(b, motion).read();
}

StackPlayer::StackPlayer(const Motion& motion, const Stack* stack) : motion_(motion), stack_(stack) {
  scale_moves_.assign(motion.properties.size(), 0);
  rest_scale_.assign(motion.properties.size(), {});
  scaling_.assign(motion.properties.size(), nullptr);
  if (stack != nullptr) note_still();
  for (const std::uint32_t object : motion.parents_first) {
    const NodeProperties& node = motion.properties[object];
    const std::uint32_t parent = motion.parent[object];
    const bool inherits = node.inherit != InheritType::product && parent != kNone;
    const AnimatedMember* const member = scaling_[object] = find(object, Member::scaling);
    scale_moves_[object] = (member != nullptr && moves(*member)) || (inherits && scale_moves_[parent]);
    const Vec3d scaling =
        member != nullptr ? value(*member, node.scaling, stack->begin, Side::after) : node.scaling;
    rest_scale_[object] = scale_parts(inherits ? rest_scale_[parent] : ScaleParts{}, node.inherit, scaling);
  }
}

void StackPlayer::note_still() {
  const std::vector<AnimatedMember>& members = stack_->members;
  first_member_.assign(motion_.properties.size() + 1, 0);
  still_.assign(members.size(), {});
  for (std::size_t i = 0; i < members.size(); ++i) {
    const AnimatedMember& member = members[i];
    ++first_member_[member.object + 1];
    NodeProperties node = motion_.properties[member.object];
    if (const Vec3d* const place = place_of(node, member.member); place != nullptr && !moves(member))
      still_[i] = {true, moving_value(member, *place, stack_->begin, Side::after)};
  }
  std::partial_sum(first_member_.begin(), first_member_.end(), first_member_.begin());
}

// Most scale curves are constant, because exporters write them for every node.
bool StackPlayer::moves(const AnimatedMember& member) const {
  const auto varies = [&](const CurveSet& set) {
    return std::any_of(set.curves.begin(), set.curves.end(),
                       [&](std::uint32_t curve) { return curve != kNone && !motion_.curves[curve].rests; });
  };
  for (const LayerCurves& layer : member.layers)
    if (varies(layer.set) || (layer.layer != 0 && stack_->layers[layer.layer].weight &&
                              varies(*stack_->layers[layer.layer].weight)))
      return true;
  return false;
}

bool StackPlayer::is_straight(const AnimatedMember& member, bool one_number) const {
  if (member.layers.size() != 1 || member.layers[0].layer != 0) return false;
  int moving = 0;
  for (const std::uint32_t index : member.layers[0].set.curves) {
    if (index == kNone || motion_.curves[index].rests) continue;
    ++moving;
    const std::vector<CurveKey>& keys = motion_.curves[index].keys;
    constexpr double kNearlyHalfTurn_deg = 170;  // from half a turn on, the shorter arc goes the other way
    for (std::size_t k = 0; k + 1 < keys.size(); ++k)
      if (keys[k].kind == SegmentKind::cubic ||
          (one_number && std::abs(keys[k + 1].value - keys[k].value) > kNearlyHalfTurn_deg))
        return false;
  }
  return !one_number || moving <= 1;
}

const AnimatedMember* StackPlayer::find(std::uint32_t object, Member member) const {
  const auto [first, last] = members_of(object);
  for (std::size_t i = first; i < last; ++i)
    if (stack_->members[i].member == member) return &stack_->members[i];
  return nullptr;
}

Vec3d StackPlayer::moving_value(const AnimatedMember& member, const Vec3d& base, std::int64_t time,
                                Side side) const {
  Vec3d out = base;
  for (const LayerCurves& curves : member.layers) {
    const Vec3d v{curve_value(motion_, curves.set, 0, time, side),
                  curve_value(motion_, curves.set, 1, time, side),
                  curve_value(motion_, curves.set, 2, time, side)};
    if (curves.layer == 0) {
      out = v;
      continue;
    }
    const Layer& layer = stack_->layers[curves.layer];
    const double weight = layer_weight(motion_, layer, time, side);
    const auto each = [&](auto blend) {
      return Vec3d{blend(out.x, v.x, weight, layer.mode), blend(out.y, v.y, weight, layer.mode),
                   blend(out.z, v.z, weight, layer.mode)};
    };
    if (member.member == Member::rotation && !layer.rotation_by_channel)
      out = blend_rotation(out, v, weight, layer.mode);
    else if (member.member == Member::scaling && !layer.scale_by_channel)
      out = each(blend_scale);
    else
      out = each(blend_number);
  }
  return out;
}

double StackPlayer::number(const AnimatedMember& member, double base, std::int64_t time, Side side) const {
  return value(member, {base, 0, 0}, time, side).x;
}

NodeProperties StackPlayer::properties(std::uint32_t object, std::int64_t time, Side side) const {
  NodeProperties node = motion_.properties[object];
  const auto [first, last] = members_of(object);
  for (std::size_t i = first; i < last; ++i) {
    const AnimatedMember& member = stack_->members[i];
    if (Vec3d* const place = place_of(node, member.member); place != nullptr)
      *place = value(member, *place, time, side);
  }
  return node;
}

Vec3d StackPlayer::total_scale(std::uint32_t object, std::int64_t time, Side side) const {
  if (!scale_moves_[object]) return rest_scale_[object].scale;
  // Climbs to the nearest node with a scale that is constant or independent of its parent, then descends.
  std::vector<std::uint32_t>& chain = chain_;
  chain.clear();
  std::uint32_t at = object;
  ScaleParts parts;
  while (at != kNone) {
    if (!scale_moves_[at]) {
      parts = rest_scale_[at];
      break;
    }
    chain.push_back(at);
    if (motion_.properties[at].inherit == InheritType::product) break;
    at = motion_.parent[at];
  }
  for (; !chain.empty(); chain.pop_back()) {
    const NodeProperties& node = motion_.properties[chain.back()];
    const AnimatedMember* const member = scaling_[chain.back()];
    parts = scale_parts(parts, node.inherit,
                        member != nullptr ? value(*member, node.scaling, time, side) : node.scaling);
  }
  return parts.scale;
}

StackPlayer::Local StackPlayer::local(std::uint32_t object, std::int64_t time, Side side) const {
  const NodeProperties node = properties(object, time, side);
  Local out{local_transform(node), {1, 1, 1}};
  const std::uint32_t parent = motion_.parent[object];
  const bool cut = motion_.scale_node[object] != kNone;
  if (node.inherit == InheritType::product || parent == kNone) {
    if (!cut) return out;
    out.scale = total_scale(object, time, side);
    out.node.scale = {1, 1, 1};
    return out;
  }
  const Vec3d above = total_scale(parent, time, side);
  const bool parent_cut = motion_.scale_node[parent] != kNone;
  if (parent_cut) out.node.translation = multiply(above, out.node.translation);
  const double mean = (above.x + above.y + above.z) / 3, shrink = parent_cut || mean == 0 ? 1 : 1 / mean;
  const Vec3d total = total_scale(object, time, side);
  if (cut) {
    out.scale = total;
    out.node.scale = {shrink, shrink, shrink};
  } else if (parent_cut || node.inherit == InheritType::none) {
    out.node.scale = total * shrink;
  }
  return out;
}

bool StackPlayer::may_jump(const AnimatedMember& member) const {
  const auto jumps = [&](const CurveSet& set) {
    return std::any_of(set.curves.begin(), set.curves.end(), [&](std::uint32_t curve) {
      return curve != kNone && fbx::may_jump(motion_.curves[curve]);
    });
  };
  for (const LayerCurves& layer : member.layers)
    if (jumps(layer.set) || (layer.layer != 0 && stack_->layers[layer.layer].weight &&
                             jumps(*stack_->layers[layer.layer].weight)))
      return true;
  return false;
}

bool StackPlayer::append_times(const AnimatedMember& member, std::size_t most,
                               std::vector<std::int64_t>& times) const {
  bool whole = true;
  const auto append = [&](const CurveSet& set) {
    for (const std::uint32_t curve : set.curves)
      if (curve != kNone)
        whole = fbx::append_times(motion_.curves[curve], stack_->begin, stack_->end, most, times) && whole;
  };
  for (const LayerCurves& layer : member.layers) {
    append(layer.set);
    if (layer.layer != 0 && stack_->layers[layer.layer].weight) append(*stack_->layers[layer.layer].weight);
  }
  return whole;
}

bool StackPlayer::append_scale_times(std::uint32_t object, std::size_t most,
                                     std::vector<std::int64_t>& times) const {
  bool whole = true;
  for (std::uint32_t at = object; at != kNone && scale_moves_[at]; at = motion_.parent[at]) {
    if (const AnimatedMember* member = find(at, Member::scaling); member != nullptr)
      whole = append_times(*member, most, times) && whole;
    if (motion_.properties[at].inherit == InheritType::product) break;
  }
  return whole;
}

}  // namespace skelter::fbx
