#include "scene/edit/internal/clip_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "scene/evaluate/internal/sample_node.h"
#include "scene/internal/uses.h"
#include "skelter/math/bounds.h"
#include "skelter/math/transform.h"
#include "skelter/math/trig.h"

namespace skelter {
namespace {

constexpr double kOneChild = 10 * kRadPerDeg;      // maximum angle between the directions of a joint's only
                                                   // bone
constexpr double kManyChildren = 30 * kRadPerDeg;  // larger, because proportions differ at branching joints
constexpr double kSameLength = 0.05;
constexpr double kShort = 0.005;     // relative to the longest bone; shorter bones have no reliable direction
constexpr double kTravels = 0.01;    // relative to the longest bone; a translation with a larger range is
                                     // motion, not a bone
constexpr double kTravelled = 1.01;  // relative to the range of the translation
constexpr double kSameTurn = 0.5 * kRadPerDeg;
constexpr double kSamePosition = 0.05;  // relative to the model size
constexpr int kMaxArmatureNodes = 4;
constexpr double kMostTurned = 0.25;  // maximum share of joints with differing bones in a clip that still
                                      // plays
constexpr double kDisplaced = 0.03;   // maximum displacement by differing bones, relative to the model size
constexpr double kMostlySame = 0.75;  // minimum share of matching bones for keyed offsets to replace the rest
constexpr double kTrusted = 1.5;      // height ratios further than this factor from the bone ratios are not
                                      // trusted

double angle_between(const Vec3d& a, const Vec3d& b) {
  return portable_atan2(length(cross(a, b)), dot(a, b));
}
double angle_of(const Quatd& q) {
  return 2 * portable_atan2(length(Vec3d{q.x, q.y, q.z}), std::abs(q.w));
}
double scale_of(const Mat4d& matrix) {
  const double volume = std::abs(determinant(linear_part(matrix)));
  return volume > 1e-30 ? std::cbrt(volume) : 1;
}
bool nearly(double factor, double tolerance) {
  return factor < 1 + tolerance && factor > 1 / (1 + tolerance);
}

// Translation in a key of a translation or matrix channel, without tangents.
Vec3d translation_of_key(const Channel& channel, std::size_t key) {
  const std::size_t width = channel_width(channel.path);
  const std::size_t parts = channel.interpolation == Interpolation::cubic ? 3 : 1;
  const float* value = &channel.values[(key * parts + (parts == 3 ? 1 : 0)) * width];
  if (channel.path == ChannelPath::matrix) value += 12;
  return {value[0], value[1], value[2]};
}

double range_of(const Channel& channel) {
  Bounds bounds;
  for (std::size_t key = 0; key < channel.times_s.size(); ++key) bounds.add(translation_of_key(channel, key));
  return length(bounds.size());
}

// Whether all keys equal the first one.
bool stands_still(const Channel* channel) {
  if (channel == nullptr) return true;
  const std::size_t width = channel_width(channel->path);
  const bool cubic = channel->interpolation == Interpolation::cubic;
  double largest = 0, difference = 0;
  for (std::size_t key = 0; key < channel->times_s.size(); ++key)
    for (std::size_t i = 0; i < width; ++i) {
      const std::size_t step = cubic ? 3 * width : width, first = cubic ? width : 0;
      const double value = channel->values[key * step + first + i], start = channel->values[first + i];
      largest = std::max(largest, std::abs(start));
      difference = std::max(difference, std::abs(value - start));
    }
  return difference <= 1e-4 * largest;
}

struct Bone {
  std::uint32_t joint, other_joint;  // upper joints
  std::uint32_t other_lower;         // lower joint in the other file
  Vec3d offset, other_offset;        // offset of the lower joint, in the frame of the upper one
  bool one_child;
  bool direct = false;    // the lower joint is a child of the upper one in both files
  bool is_bound = false;  // the offsets come from the bind poses, which both files have
};

// Offset of `lower` in the frame of `upper` when both were bound to a mesh. Empty if they share no skin, or
// if their bind matrices are equal, as in glTF files without bind matrices.
std::optional<Vec3d> bind_offset(const FitFile& file, std::uint32_t upper, std::uint32_t lower) {
  const std::vector<SkinJoint>& uppers = file.joint_of[upper];
  auto mate = uppers.begin();
  for (const SkinJoint& one : file.joint_of[lower]) {
    while (mate != uppers.end() && mate->skin < one.skin) ++mate;
    if (mate == uppers.end()) break;
    if (mate->skin != one.skin) continue;
    const std::vector<Joint>& joints = file.scene->skins[one.skin].joints;
    const Mat4& above = joints[mate->joint].joint_from_mesh;
    const Mat4d below = to_double(joints[one.joint].joint_from_mesh);
    if (joints[one.joint].joint_from_mesh == above || determinant(linear_part(below)) == 0) continue;
    const Vec3d offset = translation_part(to_double(above) * inverse_affine(below));
    if (std::isfinite(length(offset))) return offset;
  }
  return std::nullopt;
}

// Per node: the nearest ancestor with a match, and the node's rest position in that ancestor's frame.
struct Links {
  std::vector<std::uint32_t> above;
  std::vector<Vec3d> offset;
};

Links links_of(const Scene& scene, const std::vector<std::uint32_t>& order, const std::vector<Mat4d>& local,
               const std::vector<std::uint32_t>& match) {
  Links links{std::vector<std::uint32_t>(order.size(), kNone), std::vector<Vec3d>(order.size())};
  std::vector<Mat4d> from(order.size());
  for (const std::uint32_t node : order) {
    const std::uint32_t parent = scene.nodes[node].parent;
    const bool starts = parent == kNone || match[parent] != kNone;
    from[node] = starts ? local[node] : from[parent] * local[node];
    links.above[node] = starts ? parent : links.above[parent];
    links.offset[node] = translation_part(from[node]);
  }
  return links;
}

double median(std::vector<double> values) {
  if (values.empty()) return 1;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Compares one clip with the model.
class FitOfClip {
 public:
  using Change = TargetFit::Change;

  FitOfClip(const FitFile& model, const FitFile& other, const Clip& clip,
            std::span<const std::uint32_t> node_of_target, std::span<const std::uint32_t> node_of_node)
      : model_(model),
        other_(other),
        clip_(clip),
        target_nodes_(node_of_target),
        match_(node_of_node.begin(), node_of_node.end()),
        matched_by_(model.order.size(), kNone),
        target_of_(other.order.size(), kNone),
        channels_(channels_by_node(*other.scene, clip)),
        local_(other.rest.local),
        world_(other.rest.world) {
    fit_.targets.resize(clip.targets.size());
  }

  ClipFit run() {
    match_nodes();
    find_stirring();
    for (int attempt = 0; attempt < kMaxArmatureNodes; ++attempt) {
      find_roots();
      find_bones();
      if (!drop_armature()) break;
    }
    measure();
    drop_replaced_bones();
    compare();
    if (fit_.kind != FitKind::refused) {
      if (fit_.kind == FitKind::scaled) keep_offsets();
      for (const std::uint32_t node : roots_) correct_root(node);
    }
    const bool changed = std::any_of(fit_.targets.begin(), fit_.targets.end(),
                                     [](const TargetFit& target) { return target.change != Change::none; });
    if (!changed) fit_.targets.clear();
    return std::move(fit_);
  }

 private:
  bool moves(std::uint32_t node) const {
    return match_[node] != kNone && !still_[node] && target_of_[node] != kNone && !channels_[node].empty();
  }
  const Channel* path_of(std::uint32_t node) const {
    return channels_[node].matrix != nullptr ? channels_[node].matrix : channels_[node].translation;
  }
  static bool carries(const Node& node) {
    return !node.meshes.empty() || node.camera != kNone || node.light != kNone;
  }

  // Matches each node of the model to at most one node of the other file. Targets take precedence.
  void match_nodes() {
    still_.resize(other_.order.size());
    for (std::size_t t = 0; t < clip_.targets.size(); ++t) {
      const std::uint32_t node = clip_.targets[t].node;
      if (node == kNone) continue;
      match_[node] = target_nodes_[t];
      target_of_[node] = static_cast<std::uint32_t>(t);
      if (target_nodes_[t] != kNone) matched_by_[target_nodes_[t]] = node;
    }
    for (const std::uint32_t node : other_.order) {
      if (match_[node] == kNone) continue;
      std::uint32_t& partner = matched_by_[match_[node]];
      if (partner == kNone) partner = node;
      if (partner != node) match_[node] = kNone;
    }
    // An armature node without a match in the model keeps the transform that the clip gives it.
    for (const std::uint32_t node : other_.order)
      if (match_[node] == kNone && !channels_[node].empty() && keys_stand_still(node))
        local_[node] = held(node);
  }
  Mat4d held(std::uint32_t node) const {
    return sample_local(other_.scene->nodes[node], channels_[node], 0, {}, other_.scene->absent);
  }

  // Finds the moved joints without a moved ancestor.
  void find_roots() {
    roots_.clear();
    std::vector<bool> below(other_.order.size());  // below a moved joint
    for (const std::uint32_t node : other_.order) {
      const std::uint32_t parent = other_.scene->nodes[node].parent;
      world_[node] = parent == kNone ? local_[node] : world_[parent] * local_[node];
      if (parent != kNone) below[node] = below[parent] || moves(parent);
      if (!below[node] && moves(node)) roots_.push_back(node);
    }
  }

  // Drops armature nodes: roots that do not move in the clip, and have a bone that points elsewhere or is
  // less than half or more than twice as long as the other bones suggest. The joints below become the roots,
  // and the armature's keys are replaced by the model's rest. Returns whether any node was dropped.
  bool drop_armature() {
    std::vector<bool> above(other_.order.size());  // above a moved joint
    for (auto node = other_.order.rbegin(); node != other_.order.rend(); ++node) {
      const std::uint32_t parent = other_.scene->nodes[*node].parent;
      if (parent != kNone && (above[*node] || moves(*node))) above[parent] = true;
    }
    bool dropped = false;
    for (const std::uint32_t node : roots_) {
      if (!above[node] || is_joint_of_figure(node) || !has_odd_bone(node) || !keys_stand_still(node))
        continue;
      still_[node] = true;
      local_[node] = held(node);
      fit_.targets[target_of_[node]].change = Change::rest;
      if (fit_.armature == kNone) fit_.armature = match_[node];
      dropped = true;
    }
    return dropped;
  }

  // Whether the node is a joint of a skin in either file. Armature nodes above the joints are not.
  bool is_joint_of_figure(std::uint32_t node) const {
    return other_.in_skin[node] || model_.in_skin[match_[node]];
  }

  bool has_odd_bone(std::uint32_t node) const {
    std::vector<double> ratios;
    for (const Bone& bone : bones_)
      if (bone.other_joint != node && has_directions(bone))
        ratios.push_back(length(bone.offset) / length(bone.other_offset));
    const double usual = median(std::move(ratios));
    return std::any_of(bones_.begin(), bones_.end(), [&](const Bone& bone) {
      if (bone.other_joint != node || !bone.one_child || !has_directions(bone)) return false;
      const double ratio = length(bone.offset) / length(bone.other_offset) / usual;
      return too_far(bone) || ratio < 0.5 || ratio > 2;
    });
  }
  bool keys_stand_still(std::uint32_t node) const {
    const NodeChannels& channels = channels_[node];
    return stands_still(channels.translation) && stands_still(channels.rotation) &&
           stands_still(channels.scale) && stands_still(channels.matrix);
  }

  bool same_length(const Bone& bone) const {
    const double mine = length(bone.offset), theirs = length(bone.other_offset);
    const double allowed =
        std::max(kSameLength * std::max(mine, theirs), kShort * std::max(longest_, other_longest_));
    return std::abs(mine - theirs) <= allowed;
  }
  bool same_bone(const Bone& bone) const {
    return same_length(bone) && !(has_directions(bone) && too_far(bone));
  }
  bool has_directions(const Bone& bone) const {
    return length(bone.offset) > kShort * longest_ && length(bone.other_offset) > kShort * other_longest_;
  }
  static bool too_far(const Bone& bone) {
    return angle_between(bone.offset, bone.other_offset) > (bone.one_child ? kOneChild : kManyChildren);
  }

  // Number of child joints per node.
  std::vector<std::uint32_t> joint_children(const FitFile& file, bool of_model) const {
    std::vector<std::uint32_t> count(file.order.size());
    for (std::uint32_t node = 0; node < count.size(); ++node) {
      const std::uint32_t parent = file.scene->nodes[node].parent;
      if (parent != kNone && is_joint(file, node, of_model)) ++count[parent];
    }
    return count;
  }
  bool is_joint(const FitFile& file, std::uint32_t node, bool of_model) const {
    if (file.in_skin[node] || !carries(file.scene->nodes[node])) return true;
    const std::uint32_t theirs = of_model ? matched_by_[node] : node;
    return theirs != kNone && target_of_[theirs] != kNone;
  }

  void find_bones() {
    const Links mine = links_of(*model_.scene, model_.order, model_.rest.local, matched_by_);
    const Links theirs = links_of(*other_.scene, other_.order, local_, match_);
    const std::vector<std::uint32_t> my_children = joint_children(model_, true);
    const std::vector<std::uint32_t> their_children = joint_children(other_, false);
    bones_.clear();
    longest_ = other_longest_ = 0;
    for (const std::uint32_t node : other_.order) {
      const std::uint32_t mate = match_[node], above = theirs.above[node];
      if (mate == kNone || above == kNone || mine.above[mate] != match_[above] || !moves(above)) continue;
      if (!is_joint(other_, node, false) || !is_joint(model_, mate, true)) continue;
      if (is_end(node)) continue;
      const bool one_child = my_children[match_[above]] == 1 && their_children[above] == 1;
      Bone bone{match_[above], above, node, mine.offset[mate], theirs.offset[node], one_child};
      bone.direct =
          other_.scene->nodes[node].parent == above && model_.scene->nodes[mate].parent == match_[above];
      longest_ = std::max(longest_, length(bone.offset));
      other_longest_ = std::max(other_longest_, length(bone.other_offset));
      bones_.push_back(bone);
    }
    std::size_t kept = 0;
    moving_.clear();
    for (Bone& bone : bones_)
      if (settle(bone))
        bones_[kept++] = bone;
      else if (bone.direct)
        moving_.push_back(bone.other_lower);
    bones_.resize(kept);
  }

  // Whether a node only marks the end of a bone: no mesh follows it, and neither the node nor its descendants
  // move in the clip. Its offset has no effect. Always false for a model without a skin, where this cannot be
  // known.
  bool is_end(std::uint32_t node) const {
    if (!model_.has_weights || model_.shapes[match_[node]]) return false;
    return !stirs_[node];
  }

  // Per node of the other file: whether the node or a descendant changes in the clip.
  void find_stirring() {
    stirs_.assign(other_.order.size(), false);
    for (auto node = other_.order.rbegin(); node != other_.order.rend(); ++node) {
      if (!keys_stand_still(*node)) stirs_[*node] = true;
      const std::uint32_t parent = other_.scene->nodes[*node].parent;
      if (parent != kNone && stirs_[*node]) stirs_[parent] = true;
    }
  }

  // In a file saved in a posed frame, rest offsets differ wherever a clip moves the lower joint. In that case
  // the offsets of the bind poses or of the first key are compared instead. Returns false if the motion of
  // the joint explains the difference.
  bool settle(Bone& bone) const {
    if (same_bone(bone)) return true;
    Bone bound = bone;
    const auto mine = bind_offset(model_, bone.joint, match_[bone.other_lower]);
    const auto theirs = bind_offset(other_, bone.other_joint, bone.other_lower);
    if (mine && theirs) {
      bound.offset = *mine;
      bound.other_offset = *theirs;
      bound.is_bound = true;
    }
    if (bound.is_bound && same_bone(bound)) {
      bone = bound;
      return true;
    }
    const Channel* path = path_of(bone.other_lower);
    if (path != nullptr && other_.scene->nodes[bone.other_lower].parent == bone.other_joint) {
      const double travel = range_of(*path);
      if (travel > kTravels * other_longest_ &&
          length(bone.offset - bone.other_offset) <= kTravelled * travel)
        return false;
      Bone keyed = bone;
      keyed.other_offset = translation_of_key(*path, 0);
      if (same_bone(keyed)) {
        bone = keyed;
        return true;
      }
    }
    bone = bound;
    return true;
  }

  // If most bones match, both files have the same model, and translation keys replace the rest offsets that
  // differ.
  void drop_replaced_bones() {
    const auto same = static_cast<double>(
        std::count_if(bones_.begin(), bones_.end(), [this](const Bone& bone) { return same_bone(bone); }));
    if (same < kMostlySame * static_cast<double>(bones_.size())) return;
    as_keyed_.assign(other_.order.size(), false);
    const auto replaced = [this](const Bone& bone) {
      return bone.direct && !bone.is_bound && path_of(bone.other_lower) != nullptr && !same_bone(bone);
    };
    for (const Bone& bone : bones_)
      if (replaced(bone) || (bone.direct && bone.is_bound && same_bone(bone)))
        as_keyed_[bone.other_lower] = true;
    for (const std::uint32_t node : moving_) as_keyed_[node] = true;
    bones_.erase(std::remove_if(bones_.begin(), bones_.end(), replaced), bones_.end());
  }

  void compare() {
    std::vector<double> ratios;
    std::set<std::uint32_t> joints;
    std::map<std::uint32_t, double> turned;  // largest angle per joint
    std::vector<double> moved_by(other_.order.size());
    double worst = 0;  // largest angle so far
    bool lengths_differ = false;
    for (const Bone& bone : bones_) {
      joints.insert(bone.joint);
      const double mine = length(bone.offset), theirs = length(bone.other_offset);
      lengths_differ = lengths_differ || !same_length(bone);
      if (!has_directions(bone)) continue;
      ratios.push_back(mine / theirs);
      if (!too_far(bone)) continue;
      const double angle = angle_between(bone.offset, bone.other_offset);
      double& largest = turned[bone.joint];
      largest = std::max(largest, angle);
      moved_by[bone.other_lower] =
          2 * mine * portable_sin(angle / 2) * scale_of(model_.rest.world[bone.joint]);
      if (angle <= worst) continue;
      worst = fit_.angle_rad = angle;
      fit_.worst = bone.joint;
      fit_.length = mine;
      fit_.other_length = theirs;
    }
    fit_.joints = static_cast<std::uint32_t>(joints.size());
    fit_.turned_joints = static_cast<std::uint32_t>(turned.size());
    if (!ratios.empty()) {
      fit_.least_ratio = *std::min_element(ratios.begin(), ratios.end());
      fit_.largest_ratio = *std::max_element(ratios.begin(), ratios.end());
    }
    bone_ratio_ = median(ratios);
    fit_.displacement = displacement(std::move(moved_by));
    const bool few = fit_.turned_joints <= kMostTurned * fit_.joints && fit_.displacement <= kDisplaced;
    fit_.kind = !few ? FitKind::refused : lengths_differ ? FitKind::scaled : FitKind::plays;
    if (!few) return;
    for (const auto& [node, angle] : turned) fit_.turned.push_back({node, angle});
    std::stable_sort(fit_.turned.begin(), fit_.turned.end(),
                     [](const TurnedJoint& a, const TurnedJoint& b) { return a.angle_rad > b.angle_rad; });
  }

  // `moved_by`: per node of the other file, the distance by which its bone's direction moves it. Returns the
  // largest sum along a chain, relative to the size of the model.
  double displacement(std::vector<double> moved_by) const {
    double largest = 0;
    for (const std::uint32_t node : other_.order) {
      const std::uint32_t parent = other_.scene->nodes[node].parent;
      if (parent != kNone) moved_by[node] += moved_by[parent];
      largest = std::max(largest, moved_by[node]);
    }
    const double size = length(extent_.size());
    return largest == 0 ? 0 : size > 0 ? largest / size : 1;
  }

  void keep_offsets() {
    std::vector<const Bone*> bone_of(match_.size());
    for (const Bone& bone : bones_)
      if (bone.direct && bone.is_bound) bone_of[bone.other_lower] = &bone;
    for (std::uint32_t node = 0; node < match_.size(); ++node) {
      if (!moves(node) || path_of(node) == nullptr) continue;
      if (!as_keyed_.empty() && as_keyed_[node]) continue;
      TargetFit& target = fit_.targets[target_of_[node]];
      target.change = range_of(*path_of(node)) > kTravels * other_longest_ ? Change::travel : Change::offset;
      target.length = bone_ratio_;
      target.rest = translation_part(model_.rest.local[match_[node]]);
      target.other_rest = translation_part(local_[node]);
      if (bone_of[node] == nullptr) continue;
      target.rest = bone_of[node]->offset;
      target.other_rest = bone_of[node]->other_offset;
    }
  }

  Mat4d above(const FitFile& file, const std::vector<Mat4d>& world, std::uint32_t node) const {
    const std::uint32_t parent = file.scene->nodes[node].parent;
    return parent == kNone ? Mat4d{} : world[parent];
  }

  void measure() {
    for (std::uint32_t node = 0; node < match_.size(); ++node) {
      if (match_[node] == kNone) continue;
      extent_.add(translation_part(model_.rest.world[match_[node]]));
      other_extent_.add(translation_part(world_[node]));
    }
  }

  // Ratio of the joint's rest heights, model to file, each in the units of the joint's parent. Heights are
  // measured from the floor (y = 0) or, if that is implausible, from the lowest joint. If both are
  // implausible, returns the ratio of the bone lengths.
  double height_ratio(std::uint32_t node, double scale, double my_unit, double their_unit) const {
    const double bones = bone_ratio_ * scale;
    const double least = (fit_.least_ratio > 0 ? fit_.least_ratio : 1) * scale / kTrusted;
    const double largest = (fit_.largest_ratio > 0 ? fit_.largest_ratio : 1) * scale * kTrusted;
    const double my_height = translation_part(model_.rest.world[match_[node]]).y;
    const double their_height = translation_part(world_[node]).y;
    for (const auto& [my_floor, their_floor] :
         {std::pair{0.0, 0.0}, std::pair{extent_.min.y, other_extent_.min.y}}) {
      const double up = (my_height - my_floor) / my_unit,
                   their_up = (their_height - their_floor) / their_unit;
      if (up < kSamePosition * length(extent_.size()) / my_unit ||
          their_up < kSamePosition * length(other_extent_.size()) / their_unit || their_up <= 0)
        continue;
      if (up / their_up >= least && up / their_up <= largest) return up / their_up;
    }
    return bones;
  }

  // Whether the clip moves only a part of the model, below a joint that both files have. The keys are then
  // relative to that joint.
  bool hangs_on_a_joint(std::uint32_t node) const {
    std::uint32_t up = other_.scene->nodes[node].parent;
    while (up != kNone && match_[up] == kNone) up = other_.scene->nodes[up].parent;
    return up != kNone && !still_[up] && (is_joint_of_figure(up) || other_.moves[up]);
  }

  // Corrects the keys of a root if the nodes above it differ between the files, but only by changes that
  // bring its rest closer to the model's.
  void correct_root(std::uint32_t node) {
    if (hangs_on_a_joint(node)) return;
    const Mat4d my_above = above(model_, model_.rest.world, match_[node]);
    const Mat4d their_above = above(other_, world_, node);
    const Mat4d& my_rest = model_.rest.local[match_[node]];
    const AffineParts mine = split(my_above), theirs = split(their_above), my_rest_parts = split(my_rest),
                      their_rest_parts = split(local_[node]);
    const double my_unit = scale_of(my_above), their_unit = scale_of(their_above);
    TargetFit target;
    const Quatd between = conjugate(mine.rotation) * theirs.rotation;
    if (angle_of(between) > kSameTurn) {
      const Quatd back = conjugate(my_rest_parts.rotation);
      const double as_it_is = angle_of(back * their_rest_parts.rotation);
      if (angle_of(back * (between * their_rest_parts.rotation)) < as_it_is - kSameTurn)
        target.turn = between;
    }
    const double scale = scale_of(my_rest) / scale_of(local_[node]);
    if (!nearly(scale, kSameLength)) target.scale = scale;
    target.length = target.scale;
    if (fit_.kind == FitKind::scaled) target.length = height_ratio(node, target.scale, my_unit, their_unit);
    const Vec3d rest = my_rest_parts.translation;
    const Vec3d moved = rotate(target.turn, their_rest_parts.translation) * target.length;
    const Vec3d offset = rotate(conjugate(mine.rotation), theirs.translation * (target.length / their_unit) -
                                                              mine.translation * (1 / my_unit));
    const double near = kSamePosition * length(extent_.size()) / my_unit;
    if (length(moved - rest) > near && length(moved + offset - rest) < near) target.offset = offset;
    const bool changes = target.turn != Quatd{} || target.scale != 1 || target.offset != Vec3d{} ||
                         (target.length != 1 && path_of(node) != nullptr);
    target.change = changes ? Change::root : Change::none;
    if (changes && fit_.root == kNone) {
      fit_.root = target_of_[node];
      fit_.root_node = match_[node];
    }
    fit_.targets[target_of_[node]] = target;
  }

  const FitFile& model_;
  const FitFile& other_;
  const Clip& clip_;
  std::span<const std::uint32_t> target_nodes_;
  std::vector<std::uint32_t> match_;       // per node of the other file: the matching node of the model
  std::vector<std::uint32_t> matched_by_;  // the inverse of match_
  std::vector<std::uint32_t> target_of_;   // per node of the other file: index of the clip target
  std::vector<bool> still_;                // per node of the other file: dropped as an armature node
  std::vector<bool> stirs_;                // see find_stirring
  std::vector<bool> as_keyed_;             // per node of the other file: translation keys are kept; or empty
  std::vector<NodeChannels> channels_;
  std::vector<Mat4d> local_, world_;  // the other file at rest, but with armature nodes as in the clip
  std::vector<std::uint32_t> roots_;  // nodes of the other file
  std::vector<Bone> bones_;
  std::vector<std::uint32_t> moving_;  // lower joints with motion that explains a different rest offset
  Bounds extent_, other_extent_;       // bounds of the matched joints at rest, in world space
  double longest_ = 0, other_longest_ = 0, bone_ratio_ = 1;
  ClipFit fit_;
};

// Marks the nodes that meshes follow.
void mark_followed(FitFile& file, const Node& node, std::uint32_t index) {
  file.shapes[index] = file.shapes[index] || !node.meshes.empty();
  for (const MeshInstance& instance : node.meshes) {
    if (instance.skin == kNone) continue;
    const std::vector<Joint>& joints = file.scene->skins[instance.skin].joints;
    for (const Primitive& primitive : file.scene->meshes[instance.mesh].primitives)
      for (const Influence& influence : primitive.influences) {
        file.shapes[joints[influence.joint].node] = true;
        file.has_weights = true;
      }
  }
}

FitFile fit_file(const Scene& scene) {
  FitFile file{&scene, parents_first(scene), skin_joints(scene), rest_pose(scene), {}, {}, false, {}};
  file.moves.resize(scene.nodes.size());
  file.shapes.resize(scene.nodes.size());
  file.joint_of.resize(scene.nodes.size());
  for (const Clip& clip : scene.clips)
    for (const Channel& channel : clip.channels) {
      const std::uint32_t node = clip.targets[channel.target].node;
      if (node != kNone && channel.path != ChannelPath::weights) file.moves[node] = true;
    }
  for (std::uint32_t skin = 0; skin < scene.skins.size(); ++skin)
    for (std::uint32_t joint = 0; joint < scene.skins[skin].joints.size(); ++joint)
      file.joint_of[scene.skins[skin].joints[joint].node].push_back({skin, joint});
  for (std::uint32_t node = 0; node < scene.nodes.size(); ++node)
    mark_followed(file, scene.nodes[node], node);
  for (auto node = file.order.rbegin(); node != file.order.rend(); ++node) {
    const std::uint32_t parent = scene.nodes[*node].parent;
    if (parent != kNone && file.shapes[*node]) file.shapes[parent] = true;
  }
  return file;
}

}  // namespace

ClipFitter::ClipFitter(const Scene& scene, const Scene& other)
    : model_(fit_file(scene)), other_(fit_file(other)) {}

ClipFit ClipFitter::fit(std::uint32_t clip, std::span<const std::uint32_t> node_of_target,
                        std::span<const std::uint32_t> node_of_node) const {
  return FitOfClip(model_, other_, other_.scene->clips[clip], node_of_target, node_of_node).run();
}

// --- changing keys -----------------------------------------------------------------------------------------

namespace {

// Calls `visit(float*, is_tangent)` for every key of a channel, including both tangents of cubic keys.
template <class Visit>
void visit_keys(Channel& channel, Visit&& visit) {
  const std::size_t width = channel_width(channel.path);
  const bool cubic = channel.interpolation == Interpolation::cubic;
  for (std::size_t i = 0; i * width < channel.values.size(); ++i)
    visit(&channel.values[i * width], cubic && i % 3 != 1);
}

void write_vector(float* to, const Vec3d& value) {
  to[0] = static_cast<float>(value.x);
  to[1] = static_cast<float>(value.y);
  to[2] = static_cast<float>(value.z);
}
Vec3d vector_at(const float* from) {
  return {from[0], from[1], from[2]};
}

void turn_key(float* quaternion, const Quatd& turn) {
  const Quatd q = turn * Quatd{quaternion[0], quaternion[1], quaternion[2], quaternion[3]};
  const std::array<double, 4> numbers{q.x, q.y, q.z, q.w};
  for (std::size_t i = 0; i < 4; ++i) quaternion[i] = static_cast<float>(numbers[i]);
}

void change_root(Channel& channel, const TargetFit& change) {
  const auto place = [&](const Vec3d& at, bool is_tangent) {
    return rotate(change.turn, at) * change.length + (is_tangent ? Vec3d{} : change.offset);
  };
  visit_keys(channel, [&](float* key, bool is_tangent) {
    if (channel.path == ChannelPath::rotation && change.turn != Quatd{}) turn_key(key, change.turn);
    if (channel.path == ChannelPath::scale) write_vector(key, vector_at(key) * change.scale);
    if (channel.path == ChannelPath::translation) write_vector(key, place(vector_at(key), is_tangent));
    if (channel.path != ChannelPath::matrix) return;
    for (std::size_t axis = 0; axis < 3; ++axis)
      write_vector(key + 4 * axis, rotate(change.turn, vector_at(key + 4 * axis)) * change.scale);
    write_vector(key + 12, place(vector_at(key + 12), is_tangent));
  });
}

// Sets all keys to `value`, at the first and the last time, which keeps the clip's duration.
void hold(Channel& channel, std::span<const float> value) {
  const double first = channel.times_s.front(), last = channel.times_s.back();
  channel.interpolation = Interpolation::linear;
  channel.times_s = first == last ? std::vector{first} : std::vector{first, last};
  channel.values.clear();
  for (std::size_t key = 0; key < channel.times_s.size(); ++key)
    channel.values.insert(channel.values.end(), value.begin(), value.end());
}

void hold_rest(Channel& channel, const Node& node) {
  if (channel.path == ChannelPath::matrix) return hold(channel, node.rest.m);
  const AffineParts rest = rest_parts(node);
  std::vector<float> value(channel_width(channel.path));
  const std::array<double, 4> turn{rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w};
  if (channel.path == ChannelPath::translation) write_vector(value.data(), rest.translation);
  if (channel.path == ChannelPath::scale)
    write_vector(value.data(), {rest.stretch(0, 0), rest.stretch(1, 1), rest.stretch(2, 2)});
  if (channel.path == ChannelPath::rotation)
    for (std::size_t i = 0; i < 4; ++i) value[i] = static_cast<float>(turn[i]);
  hold(channel, value);
}

void change_offset(Channel& channel, const TargetFit& change) {
  const bool travels = change.change == TargetFit::Change::travel;
  if (channel.path == ChannelPath::translation && !travels) {
    std::array<float, 3> value{};
    write_vector(value.data(), change.rest);
    return hold(channel, value);
  }
  const std::size_t first = channel.path == ChannelPath::matrix ? 12 : 0;
  if (channel.path != ChannelPath::translation && channel.path != ChannelPath::matrix) return;
  visit_keys(channel, [&](float* key, bool is_tangent) {
    const Vec3d at = vector_at(key + first);
    const Vec3d way = (is_tangent ? at : at - change.other_rest) * (travels ? change.length : 0);
    write_vector(key + first, is_tangent ? way : change.rest + way);
  });
}

}  // namespace

void apply_fit(const TargetFit& fit, const Node& node, Channel& channel) {
  if (channel.path == ChannelPath::weights) return;
  switch (fit.change) {
    case TargetFit::Change::none:
      return;
    case TargetFit::Change::root:
      return change_root(channel, fit);
    case TargetFit::Change::rest:
      return hold_rest(channel, node);
    case TargetFit::Change::offset:
    case TargetFit::Change::travel:
      return change_offset(channel, fit);
  }
}

}  // namespace skelter
