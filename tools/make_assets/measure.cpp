#include "measure.h"

#include <algorithm>
#include <cmath>

#include "gait.h"
#include "parts.h"

namespace skelter::assets {

namespace {

double horizontal(const Vec3d& v) {
  return std::hypot(v.x, v.z);
}

// Cycles since the start of the clip when the foot of a side is at a phase of its cycle.
double cycles_at(const Gait& gait, double side, double phase) {
  return phase + (side > 0 ? 0 : 0.5) - gait.start;
}
double time_s_at(const Gait& gait, double side, double phase) {
  const double cycles = cycles_at(gait, side, phase);
  return (cycles - std::floor(cycles)) * gait.period_s;
}

EvaluateOptions to_the_end() {
  EvaluateOptions options;
  options.loop = Loop::once;
  return options;
}

}  // namespace

Figure::Figure(const Scene& scene) : scene_(scene), node_(find_node(scene, "mannequin")) {
  mesh_ = scene.nodes[node_].meshes[0].mesh;
}

std::uint32_t Figure::clip(const std::string& name) const {
  for (std::uint32_t i = 0; i < scene_.clips.size(); ++i)
    if (scene_.clips[i].name == name) return i;
  return 0;
}

const std::vector<double>& Figure::key_times_s(std::uint32_t clip) const {
  const std::vector<Channel>& channels = scene_.clips[clip].channels;
  const auto fewer = [](const Channel& a, const Channel& b) { return a.times_s.size() < b.times_s.size(); };
  return std::max_element(channels.begin(), channels.end(), fewer)->times_s;
}

Pose Figure::pose(std::uint32_t clip, double time_s) const {
  return evaluate(scene_, clip, time_s, to_the_end());
}

std::vector<Vec3d> Figure::skinned(const Pose& pose) const {
  return skin(scene_, pose, node_, 0).positions;
}

Vec3d Figure::joint(const Pose& pose, const std::string& name) const {
  return translation_part(pose.world[find_node(scene_, name)]);
}

Quatd Figure::turn(const Pose& pose, const std::string& name) const {
  return split(pose.local[find_node(scene_, name)]).rotation;
}

double Figure::weight(std::uint32_t vertex, const std::string& joint) const {
  const std::vector<Joint>& joints = scene_.skins[0].joints;
  double weight = 0;
  for (std::uint32_t i = body().influence_begin[vertex]; i < body().influence_begin[vertex + 1]; ++i)
    if (joints[body().influences[i].joint].name == joint)
      weight += static_cast<double>(body().influences[i].weight);
  return weight;
}

int Figure::inverted_triangles(const Pose& pose) const {
  const Primitive& b = body();
  std::vector<Mat4d> moves;
  for (const Joint& j : scene_.skins[0].joints) {
    Mat4d inverse_bind;
    for (std::size_t i = 0; i < 16; ++i) inverse_bind.m[i] = static_cast<double>(j.joint_from_mesh.m[i]);
    moves.push_back(pose.world[j.node] * inverse_bind);
  }
  const std::vector<Vec3d> points = skinned(pose);
  const auto normal = [](const Vec3d& p, const Vec3d& q, const Vec3d& r) { return cross(q - p, r - p); };
  int inverted = 0;
  for (std::size_t t = 0; t + 2 < b.indices.size(); t += 3) {
    const std::uint32_t v[3] = {b.indices[t], b.indices[t + 1], b.indices[t + 2]};
    const Vec3d rest =
        normal(to_double(b.positions[v[0]]), to_double(b.positions[v[1]]), to_double(b.positions[v[2]]));
    Vec3d carried{};
    for (const std::uint32_t vertex : v)
      for (std::uint32_t i = b.influence_begin[vertex]; i < b.influence_begin[vertex + 1]; ++i)
        carried += transform_direction(moves[b.influences[i].joint], rest) *
                   static_cast<double>(b.influences[i].weight);
    inverted += dot(carried, normal(points[v[0]], points[v[1]], points[v[2]])) < 0;
  }
  return inverted;
}

std::vector<Slip> foot_slip(const Figure& figure, std::uint32_t clip, const Gait& gait, bool goes_ahead) {
  const double step = 0.25 / static_cast<double>(figure.key_times_s(clip).size() - 1);  // four per key
  std::vector<Slip> slips;
  for (const double side : {1.0, -1.0}) {
    const Vec3d heel_contact{side * kAnkle.x, 0, kAnkle.z - 0.035};
    std::uint32_t heel = 0;
    std::vector<std::uint32_t> toes;
    const auto vertices = static_cast<std::uint32_t>(figure.body().positions.size());
    for (std::uint32_t v = 0; v < vertices; ++v) {
      const Vec3d p = to_double(figure.body().positions[v]);
      if (length(p - heel_contact) < length(to_double(figure.body().positions[heel]) - heel_contact))
        heel = v;
      if (p.y < 0.006 && figure.weight(v, side_name(side) + "toes") > 0.999) toes.push_back(v);
    }
    // Positions of sole points without the treadmill motion, or with the travel of full cycles.
    const auto slip_of = [&](const std::vector<std::uint32_t>& points, double from, double to) {
      double slip = 0;
      std::vector<Vec3d> first;
      for (double phase = from; phase <= to + 1e-9; phase += step) {
        const double cycles = goes_ahead ? std::floor(cycles_at(gait, side, phase)) : phase - from;
        const double moved = gait.speed * cycles * gait.period_s;
        const std::vector<Vec3d> skinned = figure.skinned(figure.pose(clip, time_s_at(gait, side, phase)));
        for (std::size_t i = 0; i < points.size(); ++i) {
          const Vec3d p = skinned[points[i]] + Vec3d{0, 0, moved};
          if (first.size() < points.size()) first.push_back(p);
          slip = std::max(slip, horizontal(p - first[i]));
        }
      }
      return slip;
    };
    slips.push_back({side > 0 ? "left" : "right", slip_of({heel}, 0, gait.heel_up),
                     slip_of(toes, gait.heel_down, gait.toe_off)});
  }
  return slips;
}

namespace {

// Positions of points by key.
using Track = std::vector<std::vector<Vec3d>>;

// The velocity at the last of three positions: the slope there of the parabola through them. Source:
// Fornberg, "Generation of Finite Difference Formulas on Arbitrarily Spaced Grids", 1988 (order 2,
// one-sided).
Vec3d arriving(const Vec3d& before, const Vec3d& between, const Vec3d& last, double step_s) {
  return (last * 3 - between * 4 + before) * (0.5 / step_s);
}

double largest_change_of_velocity(const Track& at, double step_s) {
  constexpr double kStanding = 1e-3;  // points that travel less are at rest within the file's rounding
  const std::size_t last = at.size() - 1;
  double largest = 0;
  for (std::size_t p = 0; p < at[0].size(); ++p) {
    double fastest = 0, travel = 0;
    for (std::size_t key = 1; key < last; ++key) {
      fastest = std::max(fastest, length(at[key + 1][p] - at[key - 1][p]) * (0.5 / step_s));
      travel = std::max(travel, length(at[key][p] - at[0][p]));
    }
    if (travel < kStanding) continue;
    const Vec3d in = arriving(at[last - 2][p], at[last - 1][p], at[last][p], step_s);
    const Vec3d out = arriving(at[2][p], at[1][p], at[0][p], -step_s);
    largest = std::max(largest, length(out - in) / fastest);
  }
  return largest;
}

}  // namespace

Seam loop_seam(const Figure& figure, std::uint32_t clip, const Vec3d& way) {
  const std::vector<double>& times_s = figure.key_times_s(clip);
  const double step_s = times_s[1] - times_s[0];
  Track joints, vertices;
  for (const double time_s : times_s) {
    const Pose pose = figure.pose(clip, time_s);
    joints.emplace_back();
    for (const Joint& j : figure.scene().skins[0].joints)
      joints.back().push_back(translation_part(pose.world[j.node]));
    vertices.push_back(figure.skinned(pose));
  }
  double distance = 0;
  for (std::size_t v = 0; v < vertices[0].size(); ++v)
    distance = std::max(distance, length(vertices[0][v] + way - vertices.back()[v]));
  return {distance, largest_change_of_velocity(joints, step_s), largest_change_of_velocity(vertices, step_s)};
}

namespace {

// The area of the body's cross-section in a plane, within `radius` of a point.
double section_area(const Figure& figure, const std::vector<Vec3d>& points, const Vec3d& center,
                    const Vec3d& normal, double radius) {
  const std::vector<std::uint32_t>& indices = figure.body().indices;
  Vec3d doubled{};
  for (std::size_t t = 0; t + 2 < indices.size(); t += 3) {
    Vec3d enter{}, leave{};
    int cuts = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3d a = points[indices[t + k]] - center, b = points[indices[t + (k + 1) % 3]] - center;
      const double da = dot(a, normal), db = dot(b, normal);
      if ((da < 0) == (db < 0)) continue;
      (da < 0 ? enter : leave) = lerp(a, b, da / (da - db));
      ++cuts;
    }
    if (cuts == 2 && length(enter) < radius && length(leave) < radius) doubled += cross(enter, leave);
  }
  return 0.5 * length(doubled);
}

}  // namespace

namespace {

Pose bent_pose(const Scene& scene, const Fold& fold, double degrees) {
  Pose bent = rest_pose(scene);
  const auto turn = [&](const std::string& joint, double angle) {
    const std::uint32_t node = find_node(scene, joint);
    bent.local[node] = bent.local[node] * rotation_matrix(from_axis_angle(fold.hinge, radians(angle)));
  };
  turn(fold.helper, 0.5 * degrees);
  turn(fold.lower, degrees);
  local_to_world(scene, bent);
  return bent;
}

// A joint and the directions of the limb before and after it.
struct Elbow {
  Vec3d at, above, below;
};
Elbow elbow(const Figure& figure, const Fold& fold, const Pose& pose) {
  const Vec3d at = figure.joint(pose, fold.lower);
  return {at, normalized(at - figure.joint(pose, fold.upper)), normalized(figure.joint(pose, fold.end) - at)};
}

// Largest distance of the skin from the joint towards `direction`, within a narrow wedge around it.
double reach(const std::vector<Vec3d>& points, const Vec3d& at, const Vec3d& direction, const Vec3d& hinge,
             double most) {
  double furthest = 0;
  for (const Vec3d& p : points) {
    const Vec3d d = p - at;
    const double out = dot(d, direction), beside = dot(d, cross(hinge, direction));
    if (out > 0 && out < most && std::abs(dot(d, hinge)) < 0.35 * out && std::abs(beside) < 0.30 * out)
      furthest = std::max(furthest, out);
  }
  return furthest;
}

}  // namespace

double bent_area_ratio(const Figure& figure, const Fold& fold) {
  const auto areas = [&](const Pose& pose) {
    const std::vector<Vec3d> points = figure.skinned(pose);
    const Elbow e = elbow(figure, fold, pose);
    const double within = 1.25 * fold.away;
    return std::vector<double>{section_area(figure, points, e.at, normalized(e.above + e.below), within),
                               section_area(figure, points, e.at - e.above * fold.away, e.above, within),
                               section_area(figure, points, e.at + e.below * fold.away, e.below, within)};
  };
  const std::vector<double> before = areas(rest_pose(figure.scene())),
                            after = areas(bent_pose(figure.scene(), fold, 90));
  double ratio = 1e3;
  for (std::size_t i = 0; i < before.size(); ++i) ratio = std::min(ratio, after[i] / before[i]);
  return ratio;
}

Bend bend(const Figure& figure, const Fold& fold, double degrees) {
  const Pose straight = rest_pose(figure.scene()), bent = bent_pose(figure.scene(), fold, degrees);
  const std::vector<Vec3d> before = figure.skinned(straight), after = figure.skinned(bent);
  const Elbow e0 = elbow(figure, fold, straight), e = elbow(figure, fold, bent);
  const Vec3d between = normalized(e.above + e.below);
  Bend result{};
  result.area_ratio = section_area(figure, after, e.at, between, 1.25 * fold.away) /
                      section_area(figure, before, e0.at, e0.above, 1.25 * fold.away);
  // The outer side is opposite to the direction in which the lower limb bends.
  const Vec3d outside0 = normalized(cross(e0.above, fold.hinge)), outside = normalized(e.above - e.below);
  const double at_rest = reach(before, e0.at, outside0, fold.hinge, 1.5 * fold.away);
  result.tip_ratio = 1e3;
  for (double angle = -0.4 * degrees; angle <= 0.4 * degrees; angle += 5) {
    const Vec3d direction = rotate(from_axis_angle(fold.hinge, radians(angle)), outside);
    result.tip_ratio =
        std::min(result.tip_ratio, reach(after, e.at, direction, fold.hinge, 3 * fold.away) / at_rest);
  }
  for (std::size_t v = 0; v < after.size(); ++v) {
    const double along = dot(before[v] - e0.at, e0.above);
    const auto vertex = static_cast<std::uint32_t>(v);
    if (std::abs(along) > 1.5 * fold.away || figure.weight(vertex, fold.upper) +
                                                     figure.weight(vertex, fold.helper) +
                                                     figure.weight(vertex, fold.lower) <
                                                 0.5)
      continue;
    result.through = std::max(result.through, -dot(after[v] - e.at, between) * (along > 0 ? 1 : -1));
  }
  return result;
}

Vec3d centre_of_mass(const Figure& figure, const Pose& pose) {
  const auto at = [&](const std::string& name) { return figure.joint(pose, name); };
  Vec3d sum{};
  double mass = 0;
  const auto add = [&](double fraction, const Vec3d& place) {
    sum += place * fraction;
    mass += fraction;
  };
  const Quatd head = split(pose.world[find_node(figure.scene(), "head")]).rotation;
  add(0.0694, at("head") + rotate(head, Vec3d{0, 0.10, 0.01}));
  add(0.4346, lerp(at("neck"), lerp(at("left_thigh"), at("right_thigh"), 0.5), 0.4486));
  for (const std::string side : {"left_", "right_"}) {
    add(0.0271, lerp(at(side + "upper_arm"), at(side + "forearm"), 0.5772));
    add(0.0162, lerp(at(side + "forearm"), at(side + "hand"), 0.4574));
    add(0.0061, lerp(at(side + "hand"), at(side + "middle1"), 0.79));
    add(0.1416, lerp(at(side + "thigh"), at(side + "shin"), 0.4095));
    add(0.0433, lerp(at(side + "shin"), at(side + "foot"), 0.4459));
    add(0.0137, lerp(at(side + "foot"), at(side + "toes"), 0.5));
  }
  return sum * (1 / mass);
}

double balance(const Figure& figure) {
  const std::uint32_t walk = figure.clip("walk");
  const Gait& gait = walk_gait();
  double furthest = 0;
  // Single support of the left foot, from the right foot's toe-off to its heel strike; for the right foot
  // half a cycle later.
  for (double phase = gait.toe_off - 0.5; phase <= 0.5; phase += 0.01) {
    for (const double side : {1.0, -1.0}) {
      const Pose pose = figure.pose(walk, time_s_at(gait, side, phase));
      const Vec3d ankle = figure.joint(pose, side_name(side) + "foot"),
                  ball = figure.joint(pose, side_name(side) + "toes");
      const Vec3d forward = normalized(Vec3d{ball.x - ankle.x, 0, ball.z - ankle.z});
      const Vec3d heel = ankle - forward * 0.052, tip = ball + forward * 0.085;
      const Vec3d along = tip - heel, com = centre_of_mass(figure, pose) - heel;
      const double t =
          std::clamp((com.x * along.x + com.z * along.z) / (along.x * along.x + along.z * along.z), 0.0, 1.0);
      furthest = std::max(furthest, horizontal(com - along * t));
    }
  }
  return furthest;
}

}  // namespace skelter::assets
