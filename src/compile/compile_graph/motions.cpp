// Reads the motions of a graph file: clips, blends and sub-graphs.
#include <algorithm>
#include <cmath>

#include "compile/compile_graph/reader.h"
#include "compile/compile_graph/triangulate.h"
#include "play/internal/format/graph_records.h"
#include "skelter/runtime/clip.h"

namespace skelter::compile {
namespace {

constexpr std::uint32_t kMaxPoints = 32;
constexpr std::size_t kMaxFiles = 256;  // sub-graphs, counting every use
constexpr double kFarthestPoint = 3e38;

}  // namespace

std::uint16_t GraphReader::read_motion(Scope& scope, const JsonSpot& spot, const Where& where) {
  const auto index = static_cast<std::uint16_t>(g_.motions.size());
  if (!room(spot)) return 0;
  g_.motions.push_back({});
  motion_notes_.push_back({spot, std::nullopt, std::nullopt, !where.in_blend});
  if (where.depth >= kMaxMotionDepth) {
    spot.fail_as("graph.too-deep", fmt::format("motions nest {} levels deep; expected at most {}",
                                               where.depth + 1, kMaxMotionDepth));
    return index;
  }
  if (spot.is_text()) {
    read_clip(spot, index, where);
  } else if (spot.is_structure()) {
    read_motion_object(scope, spot, index, where);
  } else {
    states_known_ = false;
    spot.wrong_type(
        "a motion: the name of a clip, \"none\", or an object with clip, blend, blend2, machine or graph");
  }
  return index;
}

void GraphReader::read_clip(const JsonSpot& spot, std::uint16_t index, const Where& where) {
  if (!spot.is_text()) return spot.wrong_type("the name of a clip");
  const std::string name = spot.text();
  if (name == "none") {
    if (where.base)
      spot.fail_as("graph.none-in-base",
                   "\"none\" in the first layer, where a character must have a pose; expected a clip");
    return;
  }
  const std::uint16_t clip = clip_index(spot, name);
  if (clip == kNone16) return;
  g_.motions[index].kind = GraphMotionKind::clip;
  g_.motions[index].first = clip;
  if (reading_.character == nullptr) return;
  const bool additive = reading_.character->clips[clip].additive;
  if (additive != where.additive && !where.any_kind)
    spot.fail_as(
        "graph.additive-mismatch",
        additive
            ? fmt::format("\"{}\" is an additive clip; expected a plain one, or an additive layer", name)
            : fmt::format("\"{}\" is a plain clip; expected an additive one in an additive layer", name));
}

void GraphReader::read_motion_object(Scope& scope, const JsonSpot& spot, std::uint16_t index,
                                     const Where& where) {
  constexpr std::array<std::string_view, 5> kKinds = {"clip", "blend", "blend2", "machine", "graph"};
  std::vector<std::size_t> kinds;
  for (std::size_t i = 0; i < kKinds.size(); ++i)
    if (spot.json().find(std::string(kKinds[i])) != spot.json().end()) kinds.push_back(i);
  if (kinds.size() != 1) states_known_ = false;
  if (kinds.empty()) {
    // A misspelt kind is reported only as an unknown key.
    const std::size_t known = std::size_t{spot.member("rate").has_value()} + spot.member("sync").has_value() +
                              spot.member("loop").has_value() + spot.member("points").has_value() +
                              spot.member("match_speed").has_value() + spot.member("triangles").has_value() +
                              spot.member("with").has_value();
    if (known < spot.size()) {
      (void)spot.is_object({"clip", "blend", "blend2", "machine", "graph", "points", "match_speed",
                            "triangles", "with", "rate", "sync", "loop"});
      return;
    }
    return spot.fail(JsonFault::missing_key,
                     "has no \"clip\", \"blend\", \"blend2\", \"machine\" or \"graph\"; expected one");
  }
  if (kinds.size() > 1)
    return spot.member(kKinds[kinds[1]])
        ->fail(fmt::format("cannot be combined with \"{}\"; expected one kind of motion", kKinds[kinds[0]]));
  const std::string_view kind = kKinds[kinds[0]];
  std::vector<std::string_view> keys = {kind};
  if (kind == "blend" || kind == "blend2") keys.push_back("points");
  if (kind == "blend" && !where.in_blend) keys.push_back("match_speed");
  if (kind == "blend2") keys.push_back("triangles");
  if (kind == "graph") keys.push_back("with");
  if (kind != "machine" && kind != "graph" && !where.in_blend)
    keys.insert(keys.end(), {"rate", "sync", "loop"});
  if (where.in_blend && (kind == "machine" || kind == "graph"))
    return spot.member(kind)->fail(
        fmt::format("a {} inside a blend; expected clip, blend, blend2 or none", kind));
  (void)spot.is_object(std::span<const std::string_view>(keys));
  if (kind != "machine" && kind != "graph" && !where.in_blend) read_beside(scope, spot, index);
  if (kind == "clip")
    read_clip(*spot.member(kind), index, where);
  else if (kind == "blend")
    read_blend(scope, spot, index, where);
  else if (kind == "blend2")
    read_blend2(scope, spot, index, where);
  else if (kind == "machine")
    read_machine(scope, *spot.member(kind), index, where);
  else
    read_graph_motion(scope, spot, index, where);
}

// Reads `rate`, `sync` and `loop`.
void GraphReader::read_beside(Scope& scope, const JsonSpot& spot, std::uint16_t index) {
  GraphMotion motion = g_.motions[index];
  if (const auto sync = spot.member("sync")) {
    motion_notes_[index].sync = *sync;
    if (!sync->is_text()) {
      sync->wrong_type("the name of a sync group");
    } else if (const auto found = scope.groups.find(sync->text()); found != scope.groups.end()) {
      motion.group = found->second;
    } else if (!is_unread(scope.unread_groups, sync->text())) {
      std::vector<std::string_view> known;
      for (const auto& [name, group] : scope.groups) known.push_back(name);
      sync->fail_as("graph.unknown-group", unknown_name("sync group", sync->text(), known));
    }
  }
  if (const auto rate = spot.member("rate"))
    number_or_parameter(scope, *rate,
                        motion_notes_[index].sync ? NumberRange{0, NumberRange::kAny} : NumberRange{},
                        motion.rate, motion.rate_parameter);
  if (const auto loop = spot.member("loop")) {
    const bool loops = loop->boolean();
    if (loop->json().is_boolean()) motion_notes_[index].loop = loops;
    if (loop->json().is_boolean() && !loops && motion_notes_[index].sync)
      loop->fail_as("graph.not-looping", "a synced motion must loop");
  }
  g_.motions[index] = motion;
}

// --- blends ------------------------------------------------------------------------------------------------

void GraphReader::read_blend(Scope& scope, const JsonSpot& spot, std::uint16_t index, const Where& where) {
  g_.motions[index].kind = GraphMotionKind::blend;
  const std::uint16_t parameter = number_parameter(scope, *spot.member("blend"));
  g_.motions[index].parameters[0] = parameter;
  if (const auto match = spot.member("match_speed")) g_.motions[index].match_speed = match->boolean() ? 1 : 0;
  const auto points = spot.required("points");
  if (!points) return;
  if (!points->is_list()) return points->wrong_type("a list of points, [[x, motion], ...]");
  clips_known_ = clips_known_ && points->size() >= 2;
  if (points->size() < 2 || points->size() > kMaxPoints)
    points->fail(fmt::format("{} points; expected 2 to {}", points->size(), kMaxPoints));
  if (!room(*points, points->size())) return;
  const std::size_t first = g_.points.size();
  g_.motions[index].first = static_cast<std::uint16_t>(first);
  g_.motions[index].count = static_cast<std::uint16_t>(points->size());
  g_.points.resize(first + points->size());
  Where inside = where;
  inside.in_blend = true;
  ++inside.depth;
  std::optional<double> last;
  for (std::size_t i = 0; i < points->size() && !full_; ++i) {
    const JsonSpot point = points->element(i);
    if (!point.is_list()) {
      point.wrong_type("a point, [x, motion]");
      continue;
    }
    if (point.size() != 2) {
      point.fail(fmt::format("a list of {}; expected a point, [x, motion]", point.size()));
      continue;
    }
    if (!point.element(0).is_number()) {
      point.element(0).wrong_type("a number");
    } else {
      const double x = point.element(0).number({-kFarthestPoint, kFarthestPoint});
      // Also compared as floats, because that is how the values are stored.
      if (last && (x <= *last || static_cast<float>(x) <= static_cast<float>(*last)))
        point.fail(fmt::format("{} is not above {}; expected x to increase from point to point", x, *last));
      last = x;
      g_.points[first + i].x = static_cast<float>(x);
    }
    const std::uint16_t motion = read_motion(scope, point.element(1), inside);
    g_.points[first + i].motion = motion;
  }
}

void GraphReader::read_blend2(Scope& scope, const JsonSpot& spot, std::uint16_t index, const Where& where) {
  g_.motions[index].kind = GraphMotionKind::blend2;
  const JsonSpot both = *spot.member("blend2");
  if (!both.is_list()) {
    both.wrong_type("a list of two float parameters, [x, y]");
  } else if (both.size() != 2) {
    both.fail(fmt::format("a list of {}; expected two float parameters, [x, y]", both.size()));
  } else {
    for (std::size_t i = 0; i < 2; ++i) {
      const std::uint16_t parameter = number_parameter(scope, both.element(i));
      g_.motions[index].parameters[i] = parameter;
    }
  }
  const auto points = spot.required("points");
  if (!points) return;
  if (!points->is_list()) return points->wrong_type("a list of points, [[x, y, motion], ...]");
  clips_known_ = clips_known_ && points->size() >= 3;
  const bool count_fits = points->size() >= 3 && points->size() <= kMaxPoints;
  if (!count_fits) points->fail(fmt::format("{} points; expected 3 to {}", points->size(), kMaxPoints));
  if (!room(*points, points->size())) return;
  const std::size_t first = g_.points.size();
  g_.motions[index].first = static_cast<std::uint16_t>(first);
  g_.motions[index].count = static_cast<std::uint16_t>(points->size());
  g_.points.resize(first + points->size());
  Where inside = where;
  inside.in_blend = true;
  ++inside.depth;
  std::vector<JsonSpot> spots;
  std::vector<std::optional<std::pair<JsonSpot, JsonSpot>>> coordinates;
  for (std::size_t i = 0; i < points->size() && !full_; ++i) {
    const JsonSpot point = points->element(i);
    spots.push_back(point);
    coordinates.emplace_back();
    if (!point.is_list()) {
      point.wrong_type("a point, [x, y, motion]");
      continue;
    }
    if (point.size() != 3) {
      point.fail(fmt::format("a list of {}; expected a point, [x, y, motion]", point.size()));
      continue;
    }
    const JsonSpot x = point.element(0), y = point.element(1);
    if (!x.is_number()) x.wrong_type("a number");
    if (!y.is_number()) y.wrong_type("a number");
    if (x.is_number() && y.is_number()) {
      coordinates.back() = {x, y};
      g_.points[first + i].x =
          static_cast<float>(std::clamp(x.json().get<double>(), -kFarthestPoint, kFarthestPoint));
      g_.points[first + i].y =
          static_cast<float>(std::clamp(y.json().get<double>(), -kFarthestPoint, kFarthestPoint));
    }
    const std::uint16_t motion = read_motion(scope, point.element(2), inside);
    g_.points[first + i].motion = motion;
  }
  if (count_fits && !full_) add_triangles(spot, index, spots, coordinates);
}

void GraphReader::add_triangles(
    const JsonSpot& spot, std::uint16_t index, const std::vector<JsonSpot>& points,
    const std::vector<std::optional<std::pair<JsonSpot, JsonSpot>>>& coordinates) {
  std::vector<DecimalPoint> exact;
  bool good = true;
  const std::size_t first_point = g_.motions[index].first;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!coordinates[i]) {
      good = false;
      continue;
    }
    DecimalPoint point;
    for (const bool is_y : {false, true}) {
      const JsonSpot& number = is_y ? coordinates[i]->second : coordinates[i]->first;
      const auto decimal = Decimal::parse(number.written());
      if (!decimal) {
        number.fail(fmt::format("{}; expected a number below 1e10, with at most {} places", number.written(),
                                Decimal::kPlaces));
        good = false;
        continue;
      }
      (is_y ? point.y : point.x) = *decimal;
      (is_y ? point.near_y : point.near_x) = number.json().get<double>();
    }
    if (!good) continue;
    for (std::size_t other = 0; other < exact.size() && exact.size() == i; ++other) {
      const GraphPoint& a = g_.points[first_point + other];
      const GraphPoint& b = g_.points[first_point + i];
      if ((exact[other].x == point.x && exact[other].y == point.y) || (a.x == b.x && a.y == b.y)) {
        points[i].fail(fmt::format("the same position as point {}", other));
        good = false;
        break;
      }
    }
    exact.push_back(point);
  }
  const std::size_t first = g_.triangles.size();
  g_.motions[index].first_triangle = static_cast<std::uint16_t>(first);
  const auto area = [&](const std::array<std::uint16_t, 3>& t) {  // computed from the stored floats
    const auto at = [&](std::size_t i) { return g_.points[first_point + t[i]]; };
    return (double{at(1).x} - at(0).x) * (double{at(2).y} - at(0).y) -
           (double{at(2).x} - at(0).x) * (double{at(1).y} - at(0).y);
  };
  const auto add = [&](const std::array<std::uint16_t, 3>& t) {
    g_.triangles.push_back({{t[0], t[1], t[2]}});
  };
  if (const auto given = spot.member("triangles")) {
    given->each_element([&](const JsonSpot& each) {
      if (!each.is_list()) return each.wrong_type("a triangle, [point, point, point]");
      if (each.size() != 3)
        return each.fail(
            fmt::format("a list of {}; expected a triangle, [point, point, point]", each.size()));
      std::array<std::uint16_t, 3> corners{};
      bool known = true;
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t errors = each.error_count();
        corners[i] = static_cast<std::uint16_t>(
            each.element(i).whole(0, static_cast<std::uint32_t>(points.size()) - 1));
        known = known && each.error_count() == errors;
      }
      if (!known || !good) return;
      const double size = area(corners);
      if (orientation(exact[corners[0]], exact[corners[1]], exact[corners[2]]) == 0 || size == 0 ||
          !std::isfinite(1 / size))
        return each.fail("its points are collinear");
      if (room(each, g_.triangles.size())) add(corners);
    });
    if (given->is_list() && given->size() == 0) given->fail("an empty list; expected triangles");
  } else if (good) {
    const auto made = triangulate(exact);
    if (made.empty())
      spot.member("points")->fail("all points are collinear; use \"blend\", which has one parameter");
    for (const auto& t : made) {
      const double size = area(t);
      if (size == 0 || !std::isfinite(1 / size))
        points[t[2]].fail(
            fmt::format("collinear with points {} and {} in 32-bit precision; move the points further apart",
                        t[0], t[1]));
      else if (room(spot, g_.triangles.size()))
        add(t);
    }
  }
  g_.motions[index].triangle_count = static_cast<std::uint16_t>(g_.triangles.size() - first);
  add_edges(index);
  // Only triangles given in the file can overlap.
  constexpr std::uint16_t kMinEdges = 3;
  const auto given = spot.member("triangles");
  if (given && g_.motions[index].triangle_count != 0 && g_.motions[index].edge_count < kMinEdges)
    given->fail("the triangles overlap or have no outline; use adjacent triangles");
}

// Adds the edges that belong to only one triangle.
void GraphReader::add_edges(std::uint16_t index) {
  GraphMotion& motion = g_.motions[index];
  motion.first_edge = static_cast<std::uint16_t>(g_.edges.size());
  const std::span<const GraphTriangle> triangles =
      std::span<const GraphTriangle>(g_.triangles).subspan(motion.first_triangle, motion.triangle_count);
  std::map<std::pair<std::uint16_t, std::uint16_t>, int> uses;
  const auto edge = [](const GraphTriangle& t, std::size_t i) {
    return std::pair{t.corners[i], t.corners[(i + 1) % 3]};
  };
  for (const GraphTriangle& t : triangles)
    for (std::size_t i = 0; i < 3; ++i) ++uses[std::minmax(edge(t, i).first, edge(t, i).second)];
  for (const GraphTriangle& t : triangles)
    for (std::size_t i = 0; i < 3; ++i) {
      const auto [a, b] = edge(t, i);
      if (uses[std::minmax(a, b)] == 1) g_.edges.push_back({{a, b}});
    }
  motion.edge_count = static_cast<std::uint16_t>(g_.edges.size() - motion.first_edge);
}

// --- sub-graphs --------------------------------------------------------------------------------------------

void GraphReader::read_graph_motion(Scope& scope, const JsonSpot& spot, std::uint16_t index,
                                    const Where& where) {
  const JsonSpot use = *spot.member("graph");
  With with;
  if (const auto given = spot.member("with"); given && given->is_object())
    given->each_member([&](const std::string& inner, const JsonSpot& outer) {
      if (!outer.is_text()) return outer.wrong_type("the name of a parameter of this graph");
      if (const auto found = find_parameter(scope, outer.text())) {
        with.emplace(inner, WithParameter{found->index, outer});
        return;
      }
      with.emplace(inner, WithParameter{kNone16, outer});
      if (is_unread(scope.unread_parameters, outer.text())) return;
      std::vector<std::string_view> known;
      for (const auto& [name, parameter] : scope.parameters) known.push_back(name);
      outer.fail_as("graph.unknown-parameter", unknown_name("parameter", outer.text(), known));
    });
  if (!use.is_text()) use.wrong_type("the name of a graph's file");
  GraphFile* const file = use.is_text() ? open(scope, use, use.text()) : nullptr;
  if (file == nullptr || !file->json) {
    states_known_ = false;
    return;
  }
  Scope inner;
  inner.file = file;
  inner.outer = &scope;
  inner.prefix = where.path + "/";
  Where inside = where;
  ++inside.depth;
  open_files_.push_back(file->path);
  const auto [first, count] = read_file(inner, inside, &use, with);
  open_files_.pop_back();
  if (count == 0) return;
  g_.motions[index].kind = GraphMotionKind::layers;
  g_.motions[index].first = first;
  g_.motions[index].count = count;
}

GraphFile* GraphReader::open(const Scope& scope, const JsonSpot& spot, const std::string& name) {
  const std::string path = graph_path(scope.file->path, name);
  if (const auto same = std::find(open_files_.begin(), open_files_.end(), path); same != open_files_.end()) {
    std::vector<std::string> chain(same, open_files_.end());
    chain.push_back(path);
    spot.fail_as("graph.recursion", fmt::format("the graph contains itself: {}", fmt::join(chain, " > ")));
    return nullptr;
  }
  if (++sub_graphs_ >= kMaxFiles) {
    spot.fail(fmt::format("more than {} nested graphs", kMaxFiles));
    full_ = true;
    return nullptr;
  }
  for (const auto& file : files_)
    if (file->path == path) return file.get();
  if (!reading_.read_text) {
    spot.fail("other files cannot be read here; define the motion in this file");
    return nullptr;
  }
  auto text = reading_.read_text(path);
  if (!text) {
    spot.fail(fmt::format("\"{}\": {}; expected a graph file", path, text.error().message));
    return nullptr;
  }
  files_.push_back(std::make_unique<GraphFile>(path, std::move(*text)));
  return files_.back().get();
}

}  // namespace skelter::compile
