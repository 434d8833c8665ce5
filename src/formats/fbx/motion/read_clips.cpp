// Converts every stack to a clip with channels for the scene's nodes.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "formats/fbx/internal/bake.h"
#include "formats/fbx/internal/sorting.h"
#include "formats/fbx/motion/motion.h"
#include "skelter/scene/evaluate.h"

namespace skelter::fbx {
namespace {

constexpr std::size_t kMaxKeys = 1'000'000;  // per clip
constexpr std::size_t kKeyBytes = 256;       // maximum bytes per key during baking
constexpr std::uint64_t kMaxBakedBytes =
    8'000'000;                        // keys and times per file; the file's size in bytes is added
constexpr double kPlaceBound = 2e-5;  // relative to the size of the scene
constexpr double kTurnBound_rad = 3e-5;
constexpr double kScaleBound = 2e-5;  // relative to the largest scale at rest
constexpr double kWeightBound = 1e-4;

double scene_extent(const Scene& scene) {
  const Pose pose = rest_pose(scene);
  Vec3d low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high = -low;
  const auto add = [&](const Vec3d& p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  };
  for (std::size_t node = 0; node < scene.nodes.size(); ++node) {
    add(translation_part(pose.world[node]));
    for (const MeshInstance& instance : scene.nodes[node].meshes)
      for (const Primitive& primitive : scene.meshes[instance.mesh].primitives)
        for (const Vec3& p : primitive.positions) add(transform_point(pose.world[node], to_double(p)));
  }
  const double extent = length(high - low);
  return std::isfinite(extent) && extent > 0 ? extent : 1;
}

// Copies the curves of a member to a cubic channel. This requires lines, or cubics with inner points at
// thirds, with keys at the same times inside the range. Returns false otherwise.
bool copy_spline(const Motion& motion, const Stack& stack, const AnimatedMember& member,
                 double seconds_per_tick, Channel& channel) {
  if (member.layers.size() != 1 || member.layers[0].layer != 0) return false;
  const CurveSet& set = member.layers[0].set;
  const std::vector<CurveKey>* times = nullptr;  // keys of the first curve that moves
  const std::vector<CurveKey>* keys[3] = {};
  bool cubic = false;
  constexpr double kThird = 1.0 / 3;
  for (std::size_t i = 0; i < 3; ++i) {
    if (set.curves[i] == kNone || motion.curves[set.curves[i]].keys.empty()) continue;
    const Curve& curve = motion.curves[set.curves[i]];
    if (is_constant(curve)) continue;
    if (curve.pre.kind != ExtrapolationKind::constant || curve.post.kind != ExtrapolationKind::constant)
      return false;
    if (curve.keys.front().time < stack.begin || curve.keys.back().time > stack.end) return false;
    keys[i] = &curve.keys;
    const auto same_time = [](const CurveKey& a, const CurveKey& b) { return a.time == b.time; };
    if (times != nullptr &&
        !std::equal(times->begin(), times->end(), curve.keys.begin(), curve.keys.end(), same_time))
      return false;
    times = &curve.keys;
    for (std::size_t k = 0; k + 1 < curve.keys.size(); ++k) {
      const CurveKey& key = curve.keys[k];
      const bool thirds = key.right_weight == kThird && key.next_left_weight == kThird;
      if (key.kind != SegmentKind::linear && !(key.kind == SegmentKind::cubic && thirds)) return false;
      cubic = cubic || key.kind == SegmentKind::cubic;
    }
  }
  if (!cubic) return false;
  channel.interpolation = Interpolation::cubic;
  const auto slope = [&](const CurveKey& key, const CurveKey& next, bool right) {
    if (key.kind == SegmentKind::cubic) return right ? key.right_slope : key.next_left_slope;
    return (next.value - key.value) / (static_cast<double>(next.time - key.time) * seconds_per_tick);
  };
  for (std::size_t k = 0; k < times->size(); ++k) {
    channel.times_s.push_back(static_cast<double>((*times)[k].time - stack.begin) * seconds_per_tick);
    for (int part = 0; part < 3; ++part)
      for (std::size_t i = 0; i < 3; ++i) {
        double number = 0;
        if (keys[i] == nullptr) {
          const std::uint32_t curve = set.curves[i];
          const bool keyed = curve != kNone && !motion.curves[curve].keys.empty();
          if (part == 1) number = keyed ? motion.curves[curve].keys[0].value : set.defaults[i];
        } else if (part == 1) {
          number = (*keys[i])[k].value;
        } else if (part == 0 && k > 0) {
          number = slope((*keys[i])[k - 1], (*keys[i])[k], false);
        } else if (part == 2 && k + 1 < times->size()) {
          number = slope((*keys[i])[k], (*keys[i])[k + 1], true);
        }
        channel.values.push_back(static_cast<float>(number));
      }
  }
  return true;
}

class ClipMaker {
 public:
  ClipMaker(SceneBuilder& b, const Motion& motion, const Stack& stack, double extent)
      : b_(b), motion_(motion), stack_(stack), player_(motion, &stack), extent_(extent) {}

  Result<void> make() {
    for (const std::uint32_t object : model_order())
      if (auto done = add_node(object); !done) return done;
    if (auto done = add_weights(); !done) return done;
    if (clip_.channels.empty()) add_still_node();
    if (clip_.channels.empty()) return {};
    if (!stack_.name.empty()) clip_.name = stack_.name;
    finish();
    b_.scene.clips.push_back(std::move(clip_));
    return {};
  }

 private:
  // If a stack animates only lights, camera angles and the like, its clip has the same length and one node at
  // rest.
  void add_still_node() {
    std::uint32_t object = stack_.other_object;
    if (object == kNone || b_.scene.nodes.empty()) return;
    for (int steps = 0; steps < 4 && b_.graph.objects[object].kind != Kind::model; ++steps) {
      const auto up = b_.graph.outgoing(object);
      if (up.empty() || b_.graph.connections[up[0]].parent == 0) break;
      object = b_.graph.connections[up[0]].parent;
    }
    const std::uint32_t node = b_.node_of_object[object] == kNone ? 0 : b_.node_of_object[object];
    const Vec3 place = to_float(translation_part(to_double(b_.scene.nodes[node].rest)));
    clip_.targets.push_back({b_.scene.nodes[node].name, node, {}});
    Channel& channel = clip_.channels.emplace_back();
    channel.path = ChannelPath::translation;
    channel.times_s = {0};
    channel.values = {place.x, place.y, place.z};
  }

  // The models, sorted by their nodes.
  std::vector<std::uint32_t> model_order() const {
    std::vector<std::uint32_t> models = motion_.parents_first;
    std::sort(models.begin(), models.end(),
              [&](std::uint32_t a, std::uint32_t b) { return b_.node_of_object[a] < b_.node_of_object[b]; });
    return models;
  }

  // The animated paths of a node, and the times of their keys.
  struct Paths {
    bool moves[3] = {false, false, false};  // translation, rotation, scale
    bool scale_node = false;
    std::vector<std::int64_t> times[3];
    std::vector<std::int64_t> scale_node_times;
  };

  Paths paths_of(std::uint32_t object) {
    Paths paths;
    const NodeProperties& node = motion_.properties[object];
    const auto [first, last] = player_.members_of(object);
    bool pivots = has_pivots(node);
    for (std::size_t i = first; i < last; ++i)
      pivots = pivots || stack_.members[i].member == Member::rotation_pivot ||
               stack_.members[i].member == Member::scaling_pivot ||
               stack_.members[i].member == Member::scaling_offset;
    for (std::size_t i = first; i < last; ++i) {
      const AnimatedMember& member = stack_.members[i];
      bool touches[3] = {pivots, false, false};
      switch (member.member) {
        case Member::translation:
        case Member::rotation_offset:
          touches[0] = true;
          break;
        case Member::rotation:
        case Member::pre_rotation:
        case Member::post_rotation:
          touches[1] = true;
          break;
        case Member::scaling:
          touches[2] = true;
          break;
        default:
          break;
      }
      for (std::size_t path = 0; path < 3; ++path) {
        if (!touches[path]) continue;
        paths.moves[path] = true;
        note_whole(b_.bake_budget > 0 && player_.append_times(member, most_times(), paths.times[path]));
      }
    }
    add_inherited(object, paths);
    return paths;
  }

  void add_inherited(std::uint32_t object, Paths& paths) {
    const std::uint32_t parent = motion_.parent[object];
    const bool inherits = motion_.properties[object].inherit != InheritType::product && parent != kNone;
    const bool cut = motion_.scale_node[object] != kNone;
    const auto moves = [&](std::uint32_t of, std::vector<std::int64_t>& times) {
      if (!player_.scale_moves(of)) return false;
      note_whole(b_.bake_budget > 0 && player_.append_scale_times(of, most_times(), times));
      return true;
    };
    if (cut) {
      paths.scale_node = moves(object, paths.scale_node_times) || paths.moves[2];
      if (!inherits) paths.moves[2] = false;
    }
    if (!inherits) return;
    if (motion_.scale_node[parent] != kNone && moves(parent, paths.times[0])) paths.moves[0] = true;
    // Depends on the total scales of both the node and its parent.
    if (moves(parent, paths.times[2]) || moves(object, paths.times[2])) paths.moves[2] = true;
  }

  Result<void> add_node(std::uint32_t object) {
    Paths paths = paths_of(object);
    const std::uint32_t node = b_.node_of_object[object];
    const double place_bound = kPlaceBound * extent_ / above_scale(node);
    constexpr ChannelPath kPaths[] = {ChannelPath::translation, ChannelPath::rotation, ChannelPath::scale};
    for (std::size_t path = 0; path < 3; ++path) {
      if (!paths.moves[path]) continue;
      BakeSource source;
      source.width = channel_width(kPaths[path]);
      source.rotation = path == 1;
      source.bound = path == 0   ? place_bound
                     : path == 1 ? kTurnBound_rad
                                 : scale_bound(object, paths.times[2]);
      if (!evaluate_member(object, kPaths[path], source, paths.times[path]))
        source.evaluate = [this, object, path](std::int64_t time, Side side, double* out) {
          const Transformd local = player_.local(object, time, side).node;
          const Quatd& q = local.rotation;
          const Vec3d& v = path == 0 ? local.translation : local.scale;
          if (path == 1) {
            out[0] = q.x, out[1] = q.y, out[2] = q.z, out[3] = q.w;
          } else {
            out[0] = v.x, out[1] = v.y, out[2] = v.z;
          }
        };
      if (auto done = add_channel(object, node, kPaths[path], source, std::move(paths.times[path])); !done)
        return done;
    }
    if (!paths.scale_node) return {};
    BakeSource source;
    source.bound = scale_bound(object, paths.scale_node_times);
    source.evaluate = [this, object](std::int64_t time, Side side, double* out) {
      const Vec3d scale = player_.local(object, time, side).scale;
      out[0] = scale.x, out[1] = scale.y, out[2] = scale.z;
    };
    return add_channel(object, motion_.scale_node[object], ChannelPath::scale, source,
                       std::move(paths.scale_node_times));
  }

  // Makes `source` evaluate the curves of a single member. Returns false if other members also affect the
  // channel. Clears `times` if the curves are constant.
  bool evaluate_member(std::uint32_t object, ChannelPath path, BakeSource& source,
                       std::vector<std::int64_t>& times) {
    const NodeProperties& node = motion_.properties[object];
    const bool rotates = path == ChannelPath::rotation, moves = path == ChannelPath::translation;
    const AnimatedMember* member = player_.find(object, rotates ? Member::rotation
                                                        : moves ? Member::translation
                                                                : Member::scaling);
    if (member == nullptr) return false;
    if (rotates) {
      if (player_.find(object, Member::pre_rotation) != nullptr ||
          player_.find(object, Member::post_rotation) != nullptr)
        return false;
      const RotationOrder order = node.has_rotation_space ? node.order : RotationOrder::xyz;
      source.evaluate = [this, member, order, space = rotation_space(node), base = node.rotation_deg](
                            std::int64_t time, Side side, double* out) {
        const Quatd q =
            space.before * euler_rotation(player_.value(*member, base, time, side), order) * space.after;
        out[0] = q.x, out[1] = q.y, out[2] = q.z, out[3] = q.w;
      };
    } else {
      if (!copies(object, b_.node_of_object[object], path)) return false;
      source.evaluate = [this, member, base = moves ? node.translation : node.scaling](
                            std::int64_t time, Side side, double* out) {
        const Vec3d v = player_.value(*member, base, time, side);
        out[0] = v.x, out[1] = v.y, out[2] = v.z;
      };
    }
    source.may_jump = player_.may_jump(*member);
    source.straight = player_.is_straight(*member, rotates);
    if (!player_.moves(*member)) times.clear();
    return true;
  }

  // Factor by which the nodes above scale a node's translation.
  double above_scale(std::uint32_t node) const {
    double most = 0;
    const std::uint32_t parent = b_.scene.nodes[node].parent;
    if (parent == kNone) return 1;
    if (world_.empty()) world_ = rest_pose(b_.scene).world;
    for (std::size_t axis = 0; axis < 3; ++axis)
      most = std::max(most, length(axis_part(world_[parent], axis)));
    return most > 1e-9 ? most : 1;
  }
  double scale_bound(std::uint32_t object, const std::vector<std::int64_t>& times) const {
    double most = 1e-9;
    const auto look = [&](std::int64_t time) {
      const StackPlayer::Local local = player_.local(object, time, Side::after);
      for (const Vec3d& s : {local.node.scale, local.scale})
        most = std::max({most, std::abs(s.x), std::abs(s.y), std::abs(s.z)});
      return most;
    };
    look(stack_.begin);
    for (std::size_t i = 0; i < times.size(); i += 1 + times.size() / 64) look(times[i]);
    return kScaleBound * std::min(most, 1.0);
  }

  std::uint64_t layers() const { return std::max<std::uint64_t>(stack_.layers.size(), 1); }
  // Number of keys that the next channel may have. An eighth of the memory is reserved for the rest of the
  // scene. If that is enough, the result is the same for 32-bit and 64-bit pointers.
  std::size_t keys_left() const {
    const std::uint64_t limit = b_.budget.limit();
    const std::uint64_t room = std::min(limit - b_.budget.used(), limit - limit / 8) / kKeyBytes;
    const std::uint64_t most = std::min<std::uint64_t>(kMaxKeys, room);
    return static_cast<std::size_t>(
        std::min<std::uint64_t>(std::max<std::uint64_t>(most, keys_ + 4) - keys_,
                                std::max<std::uint64_t>(b_.bake_budget / layers(), 4)));
  }
  // Curves of several axes and layers share most of their times.
  std::size_t most_times() const { return 4 * keys_left(); }

  Result<void> add_channel(std::uint32_t object, std::uint32_t node, ChannelPath path,
                           const BakeSource& source, std::vector<std::int64_t> times) {
    if (clip_.targets.empty() || clip_.targets.back().node != node)
      clip_.targets.push_back({b_.scene.nodes[node].name, node, {}});
    Channel& channel = clip_.channels.emplace_back();
    channel.target = static_cast<std::uint32_t>(clip_.targets.size() - 1);
    channel.path = path;
    if (path != ChannelPath::weights && copies(object, node, path)) {
      const AnimatedMember* member =
          player_.find(object, path == ChannelPath::scale ? Member::scaling : Member::translation);
      if (member != nullptr && copy_spline(motion_, stack_, *member, b_.seconds_per_tick, channel)) {
        keys_ += channel.times_s.size();
        return b_.take_memory<float>(object, channel.values.size() + 2 * channel.times_s.size());
      }
    }
    const BakeRange range{stack_.begin, stack_.end, b_.seconds_per_tick, keys_left()};
    std::uint64_t work = times.size();
    note_whole(bake(source, range, std::move(times), channel, &work));
    work *= layers();
    b_.bake_budget -= std::min(b_.bake_budget, work);
    keys_ += channel.times_s.size();
    channel.times_s.shrink_to_fit();
    return b_.take_memory<float>(object, channel.values.size() + 2 * channel.times_s.size());
  }

  // Whether the channel's numbers are those of one member. Offsets, pivots and the scales of parents change
  // them.
  bool copies(std::uint32_t object, std::uint32_t node, ChannelPath path) const {
    const NodeProperties& properties = motion_.properties[object];
    if (path == ChannelPath::rotation || node != b_.node_of_object[object] ||
        motion_.scale_node[object] != kNone)
      return false;
    const std::uint32_t parent = motion_.parent[object];
    const bool inherits = properties.inherit != InheritType::product && parent != kNone;
    if (path == ChannelPath::scale)
      return !inherits || (player_.rests_at_one(parent) && motion_.scale_node[parent] == kNone);
    if (has_pivots(properties) || properties.rotation_offset != Vec3d{}) return false;
    if (inherits && motion_.scale_node[parent] != kNone) return false;
    const auto [first, last] = player_.members_of(object);
    for (std::size_t i = first; i < last; ++i) {
      const Member member = stack_.members[i].member;
      if (member == Member::rotation_offset || member == Member::rotation_pivot ||
          member == Member::scaling_pivot || member == Member::scaling_offset)
        return false;
    }
    return true;
  }

  // --- weights of blend shapes ---

  // Weights of one channel's targets at a percentage: linear between neighbouring shapes, with no shape at 0.
  static void spread(const MorphChannel& channel, double percent, double* weights) {
    struct Knot {
      double percent;
      std::size_t target;
    };
    const std::size_t none = channel.full_weights.size();
    std::vector<Knot> knots{{0, none}};
    for (std::size_t i = 0; i < none; ++i) {
      const double full = channel.full_weights[i];
      if (full == 0) continue;
      auto at = knots.end();
      while (at != knots.begin() && full < (at - 1)->percent) --at;
      knots.insert(at, {full, i});
    }
    if (knots.size() < 2) return;
    std::size_t second = 1;
    while (second + 1 < knots.size() && percent > knots[second].percent) ++second;
    const Knot &a = knots[second - 1], &c = knots[second];
    const double width = c.percent - a.percent;
    const double share = width > 0 ? (percent - a.percent) / width : 1;
    if (a.target != none) weights[channel.first_target + a.target] += 1 - share;
    if (c.target != none) weights[channel.first_target + c.target] += share;
  }

  double rest_percent(std::uint32_t object) const {
    if (b_.graph.has_property(object, "DeformPercent")) return b_.graph.number(object, "DeformPercent", 0);
    const std::uint32_t record = b_.graph.child_record(object, "DeformPercent");
    if (record != kNone) return b_.tree.number(record);
    const Object& channel = b_.graph.objects[object];
    return channel.owner == kNone ? 0 : b_.graph.number(channel.owner, channel.name, 0);
  }

  Result<void> add_weights() {
    std::map<std::uint32_t, std::vector<const MorphChannel*>> by_node;
    for (const MorphChannel& channel : b_.morph_channels)
      for (const std::uint32_t node : channel.nodes) by_node[node].push_back(&channel);
    for (const auto& [node, channels] : by_node) {
      std::vector<std::int64_t> times;
      bool moves = false;
      for (const MorphChannel* channel : channels)
        if (const AnimatedMember* member = player_.find(channel->object, Member::deform_percent)) {
          moves = true;
          note_whole(b_.bake_budget > 0 && player_.append_times(*member, most_times(), times));
        }
      if (!moves || channels[0]->target_count == 0) continue;
      BakeSource source;
      source.width = channels[0]->target_count;
      source.bound = kWeightBound;
      const auto& of_node = channels;
      source.evaluate = [this, &of_node, width = source.width](std::int64_t time, Side side, double* out) {
        std::fill(out, out + width, 0.0);
        for (const MorphChannel* channel : of_node) {
          double percent = rest_percent(channel->object);
          if (const AnimatedMember* member = player_.find(channel->object, Member::deform_percent))
            percent = player_.number(*member, percent, time, side);
          if (channel->first_target + channel->full_weights.size() <= width) spread(*channel, percent, out);
        }
      };
      if (auto done = add_channel(channels[0]->object, node, ChannelPath::weights, source, std::move(times));
          !done)
        return done;
    }
    return {};
  }

  void note_whole(bool whole) {
    if (whole || warned_) return;
    warned_ = true;
    b_.warn("fbx.bake-limit", stack_.object,
            "more keys than one clip may have; the rest of its motion is left out");
  }

  // Joins targets with the same node, sorts channels by target, and makes the clip as long as its range.
  void finish() {
    std::map<std::uint32_t, std::uint32_t> place;
    std::vector<ClipTarget> targets;
    for (Channel& channel : clip_.channels) {
      const ClipTarget& target = clip_.targets[channel.target];
      const auto [found, added] = place.try_emplace(target.node, static_cast<std::uint32_t>(targets.size()));
      if (added) targets.push_back(target);
      channel.target = found->second;
    }
    clip_.targets = std::move(targets);
    sort_stably(clip_.channels, [](const Channel& a, const Channel& b) { return a.target < b.target; });
    const double length_s = static_cast<double>(stack_.end - stack_.begin) * b_.seconds_per_tick;
    double last_s = 0;
    for (const Channel& channel : clip_.channels) last_s = std::max(last_s, channel.times_s.back());
    if (last_s < length_s) {
      // Repeats the last key. The outer tangents are 0, so that a cubic stays constant.
      Channel& channel = clip_.channels[0];
      const std::size_t numbers = channel.values.size() / channel.times_s.size();
      const std::size_t first = channel.values.size() - numbers;
      for (std::size_t i = 0; i < numbers; ++i) {
        const bool tangent = channel.interpolation == Interpolation::cubic && i / (numbers / 3) != 1;
        channel.values.push_back(tangent ? 0 : channel.values[first + i]);
      }
      channel.times_s.push_back(length_s);
      last_s = length_s;
    }
    clip_.duration_s = last_s;
  }

  SceneBuilder& b_;
  const Motion& motion_;
  const Stack& stack_;
  StackPlayer player_;
  double extent_;
  Clip clip_;
  std::size_t keys_ = 0;
  bool warned_ = false;
  mutable std::vector<Mat4d> world_;
};

}  // namespace

Result<void> read_clips(SceneBuilder& b) {
  if (b.motion == nullptr || b.motion->stacks.empty()) return {};
  const double extent = scene_extent(b.scene);
  b.bake_budget = kMaxBakedBytes + b.tree.source.size();
  for (const Stack& stack : b.motion->stacks) {
    if (!stack.has_curves && stack.other_object == kNone) {
      b.note("fbx.empty-stack", stack.object, "a stack without curves; it is left out");
      continue;
    }
    if (auto done = ClipMaker(b, *b.motion, stack, extent).make(); !done) return done;
    for (const std::uint32_t model : stack.hidden_at_times)
      b.note("fbx.visibility", model, "its visibility is animated; shown as at rest");
    if (stack.other_curves != 0)
      b.note("fbx.property-animation", stack.object,
             "animated properties that are not part of a pose; they are left out", stack.other_curves);
  }
  return {};
}

}  // namespace skelter::fbx
