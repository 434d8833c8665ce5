#include "viewer/graph/graph_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "play/internal/graph_probe.h"
#include "skelter/math/trig.h"
#include "skelter/system/file.h"
#include "system/internal/process.h"
#include "system/internal/text.h"

namespace skelter {
namespace {

constexpr double kInch = 72;
constexpr double kNodeHeight = 26, kLetter = 7.5, kNodePadding = 22;
constexpr double kBoxPadding = 14, kTitle = 20, kBetweenBoxes = 14;
constexpr double kRow = 420;  // width of a row of boxes, if no box is wider

double node_width(const GraphRecords& graph, std::uint32_t state) {
  const std::size_t letters = state == kNone ? 3 : graph.string(graph.nodes[state].name).size();
  return kLetter * static_cast<double>(letters) + kNodePadding;
}

// Visits a machine's transitions; those from any state come first.
template <class Visit>
void each_transition(const GraphRecords& graph, std::uint32_t machine, const Visit& visit) {
  const GraphMachine& record = graph.machines[machine];
  for (std::uint32_t i = 0; i < record.any_count; ++i) visit(std::uint32_t(record.first_any + i));
  for (std::uint32_t s = record.first_state; s < std::uint32_t(record.first_state + record.state_count); ++s)
    for (std::uint32_t i = 0; i < graph.nodes[s].transition_count; ++i)
      visit(std::uint32_t(graph.nodes[s].first_transition + i));
}

std::string dot_name(const GraphRecords& graph, std::uint32_t machine, std::uint32_t transition) {
  const std::uint16_t from = graph.transitions[transition].from;
  return from == kNone16 ? fmt::format("a{}", machine) : fmt::format("s{}", from);
}

// Layout of one machine, with its origin at (0, 0).
struct Part {
  std::vector<GraphPicture::Node> nodes;
  std::vector<GraphPicture::Edge> edges;
  double width = 0, height = 0;
};

// Arranges each part in a box, and the boxes in rows.
GraphPicture assembled(const GraphRecords& graph, std::vector<Part> parts) {
  GraphPicture picture;
  std::vector<GraphPicture::Box> boxes;
  double widest = kRow;
  for (std::uint32_t m = 0; m < parts.size(); ++m) {
    GraphPicture::Box box{m, machine_path(graph, m), 0, 0, 0, parts[m].height + kTitle + 2 * kBoxPadding};
    box.width = std::max(parts[m].width, kLetter * static_cast<double>(box.path.size())) + 2 * kBoxPadding;
    widest = std::max(widest, box.width);
    boxes.push_back(std::move(box));
  }
  double x = 0, y = 0, row_height = 0;
  for (GraphPicture::Box& box : boxes) {
    if (x > 0 && x + box.width > widest) {
      y += row_height + kBetweenBoxes;
      x = row_height = 0;
    }
    box.x = x;
    box.y = y;
    x += box.width + kBetweenBoxes;
    row_height = std::max(row_height, box.height);
    picture.width = std::max(picture.width, box.x + box.width);
    picture.height = std::max(picture.height, box.y + box.height);
    Part& part = parts[box.machine];
    const double dx = box.x + (box.width - part.width) / 2, dy = box.y + kTitle + kBoxPadding;
    for (GraphPicture::Node& node : part.nodes) {
      node.x += dx;
      node.y += dy;
      picture.nodes.push_back(node);
    }
    for (GraphPicture::Edge& edge : part.edges) {
      for (Vec2d& point : edge.curve) point = {point.x + dx, point.y + dy};
      picture.edges.push_back(std::move(edge));
    }
  }
  picture.boxes = std::move(boxes);
  return picture;
}

// --- output of dot -----------------------------------------------------------------------------------------

// Splits a line into words; quoted words may contain spaces.
std::vector<std::string> plain_words(const std::string& line) {
  std::vector<std::string> words;
  for (std::size_t at = line.find_first_not_of(' '); at != std::string::npos;) {
    const bool quoted = line[at] == '"';
    const std::size_t end = std::min(line.find(quoted ? '"' : ' ', at + 1), line.size());
    words.push_back(line.substr(at + quoted, end - at - quoted));
    at = line.find_first_not_of(' ', end + quoted);
  }
  return words;
}

class PlainReader {
 public:
  explicit PlainReader(const GraphRecords& graph) : graph_(graph), parts_(graph.machines.size()) {
    for (std::uint32_t m = 0; m < graph.machines.size(); ++m)
      each_transition(graph, m, [&](std::uint32_t i) {
        waiting_[{dot_name(graph, m, i), fmt::format("s{}", graph.transitions[i].to)}].push_back(i);
      });
  }

  std::optional<std::vector<Part>> read(std::string_view plain) {
    bool ended = false;
    while (!ended && !plain.empty()) {
      const std::size_t end = std::min(plain.find('\n'), plain.size());
      const std::vector<std::string> words = plain_words(std::string(plain.substr(0, end)));
      plain.remove_prefix(std::min(end + 1, plain.size()));
      if (words.empty()) continue;
      ended = words[0] == "stop";
      const bool fine = words[0] == "graph"  ? begin(words)
                        : words[0] == "node" ? node(words)
                        : words[0] == "edge" ? edge(words)
                                             : ended;
      if (!fine) return std::nullopt;
    }
    std::size_t nodes = 0;
    for (const Part& part : parts_) nodes += part.nodes.size();
    if (!ended || nodes < graph_.nodes.size()) return std::nullopt;
    for (Part& part : parts_) move_to_corner(part);
    return std::move(parts_);
  }

 private:
  // Position in points, y down.
  std::optional<Vec2d> point(const std::vector<std::string>& words, std::size_t at) const {
    if (at + 1 >= words.size()) return std::nullopt;
    const auto x = parse_number(words[at]), y = parse_number(words[at + 1]);
    if (!x || !y || !std::isfinite(*x) || !std::isfinite(*y)) return std::nullopt;
    return Vec2d{*x * kInch, height_ - *y * kInch};
  }

  bool begin(const std::vector<std::string>& words) {
    height_ = 0;
    const auto size = point(words, 2);
    if (size) height_ = -size->y;
    return size.has_value();
  }
  bool node(const std::vector<std::string>& words) {
    if (words.size() < 6 || words[1].size() < 2) return false;
    const auto middle = point(words, 2), size = point(words, 4);
    const auto number = parse_number(std::string_view(words[1]).substr(1));
    const bool of_state = words[1][0] == 's';
    const std::size_t count = of_state ? graph_.nodes.size() : parts_.size();
    if (!middle || !size || !number || !(*number >= 0) || !(*number < static_cast<double>(count)))
      return false;
    const auto index = static_cast<std::uint32_t>(*number);
    const std::uint32_t machine = of_state ? graph_.nodes[index].machine : index;
    parts_[machine].nodes.push_back(
        {machine, of_state ? index : kNone, middle->x, middle->y, size->x, height_ - size->y});
    return true;
  }
  bool edge(const std::vector<std::string>& words) {
    if (words.size() < 4) return false;
    std::vector<std::uint32_t>& waiting = waiting_[{words[1], words[2]}];
    const auto count = parse_number(words[3]);
    if (waiting.empty() || !count || !(*count >= 4) || !(*count * 2 + 4 <= double(words.size())))
      return false;
    GraphPicture::Edge edge{waiting.front(), {}};
    waiting.erase(waiting.begin());
    const std::size_t points = (static_cast<std::size_t>(*count) - 1) / 3 * 3 + 1;
    for (std::size_t i = 0; i < points; ++i) {
      const auto at = point(words, 4 + 2 * i);
      if (!at) return false;
      edge.curve.push_back(*at);
    }
    parts_[graph_.nodes[graph_.transitions[edge.transition].to].machine].edges.push_back(std::move(edge));
    return true;
  }

  static void move_to_corner(Part& part) {
    Vec2d from{1e300, 1e300}, to{-1e300, -1e300};
    const auto add = [&](double x, double y) {
      from = {std::min(from.x, x), std::min(from.y, y)};
      to = {std::max(to.x, x), std::max(to.y, y)};
    };
    for (const GraphPicture::Node& node : part.nodes) {
      add(node.x - node.width / 2, node.y - node.height / 2);
      add(node.x + node.width / 2, node.y + node.height / 2);
    }
    for (const GraphPicture::Edge& edge : part.edges)
      for (const Vec2d& at : edge.curve) add(at.x, at.y);
    for (GraphPicture::Node& node : part.nodes) {
      node.x -= from.x;
      node.y -= from.y;
    }
    for (GraphPicture::Edge& edge : part.edges)
      for (Vec2d& at : edge.curve) at = {at.x - from.x, at.y - from.y};
    part.width = to.x - from.x;
    part.height = to.y - from.y;
  }

  const GraphRecords& graph_;
  std::map<std::pair<std::string, std::string>, std::vector<std::uint32_t>> waiting_;  // by ends, in order
  std::vector<Part> parts_;
  double height_ = 0;
};

// --- circles -----------------------------------------------------------------------------------------------

// The point where a line from the node's centre in direction `way` crosses its border.
Vec2d border(const GraphPicture::Node& node, const Vec2d& way) {
  const double across = std::abs(way.x) * node.height, down = std::abs(way.y) * node.width;
  const double scale = across > down ? node.width / 2 / std::abs(way.x)
                       : down > 0    ? node.height / 2 / std::abs(way.y)
                                     : 0;
  return {node.x + way.x * scale, node.y + way.y * scale};
}

// Returns a curve to the right of the straight line, so that edges in opposite directions do not overlap.
// `nth` counts the edges between the same two states.
std::vector<Vec2d> bent(const GraphPicture::Node& from, const GraphPicture::Node& to, std::size_t nth) {
  if (&from == &to) {
    const double x = from.x, y = from.y - from.height / 2, r = 16 + 8 * static_cast<double>(nth);
    return {{x - 8, y}, {x - r, y - 2 * r}, {x + r, y - 2 * r}, {x + 8, y}};
  }
  const Vec2d way{to.x - from.x, to.y - from.y};
  const double far = std::hypot(way.x, way.y), bend = 14 + 14 * static_cast<double>(nth);
  const Vec2d side{-way.y / far * bend, way.x / far * bend};
  const Vec2d begin = border(from, {way.x + 2 * side.x, way.y + 2 * side.y});
  const Vec2d end = border(to, {-way.x + 2 * side.x, -way.y + 2 * side.y});
  const auto between = [&](double t) {
    return Vec2d{begin.x + (end.x - begin.x) * t + side.x, begin.y + (end.y - begin.y) * t + side.y};
  };
  return {begin, between(1.0 / 3), between(2.0 / 3), end};
}

Part in_circle(const GraphRecords& graph, std::uint32_t machine) {
  const GraphMachine& record = graph.machines[machine];
  Part part;
  for (std::uint32_t i = 0; i < record.state_count; ++i)
    part.nodes.push_back({machine, std::uint32_t(record.first_state + i)});
  if (record.any_count != 0) part.nodes.push_back({machine, kNone});
  double widest = 0;
  for (GraphPicture::Node& node : part.nodes) {
    node.width = node_width(graph, node.state);
    node.height = kNodeHeight;
    widest = std::max(widest, node.width);
  }
  const auto count = static_cast<double>(part.nodes.size());
  const double turn = 2 * std::numbers::pi;
  const double across = count < 2 ? 0 : std::max(0.75 * widest, count * (widest + 36) / turn),
               down = count < 3 ? 0 : std::max(56.0, 0.6 * across);
  for (std::size_t i = 0; i < part.nodes.size(); ++i) {
    const double angle = turn * static_cast<double>(i) / count - turn / 2;
    part.nodes[i].x = across + widest / 2 + across * std::cos(angle);
    part.nodes[i].y = down + kNodeHeight + down * std::sin(angle);
  }
  part.width = 2 * across + widest;
  part.height = 2 * down + 2 * kNodeHeight;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> same;
  each_transition(graph, machine, [&](std::uint32_t i) {
    const GraphTransition& transition = graph.transitions[i];
    const auto index = [&](std::uint16_t state) {
      return state == kNone16 ? part.nodes.size() - 1 : std::size_t(state - record.first_state);
    };
    const std::size_t from = index(transition.from), to = index(transition.to);
    part.edges.push_back({i, bent(part.nodes[from], part.nodes[to], same[{from, to}]++)});
  });
  return part;
}

}  // namespace

// Edges have no arrow heads, because dot would then end the curves short of the states. The viewer draws its
// own. All machines are clusters of one graph, because dot's output file contains only the first graph.
std::string dot_text(const GraphRecords& graph) {
  std::string text = fmt::format(
      "digraph machines {{\nnodesep=0.3; ranksep=0.45; edge [arrowhead=none]; "
      "node [shape=box, fixedsize=true, height={:.3f}];\n",
      kNodeHeight / kInch);
  for (std::uint32_t m = 0; m < graph.machines.size(); ++m) {
    const GraphMachine& record = graph.machines[m];
    text += fmt::format("subgraph cluster_{} {{\n", m);
    const auto add_node = [&](const std::string& name, std::uint32_t state) {
      text += fmt::format("{} [width={:.3f}];\n", name, node_width(graph, state) / kInch);
    };
    add_node(fmt::format("s{}", record.entry), record.entry);  // dot places the first one at the top
    for (std::uint32_t i = 0; i < record.state_count; ++i)
      if (const std::uint32_t state = record.first_state + i; state != record.entry)
        add_node(fmt::format("s{}", state), state);
    if (record.any_count != 0) add_node(fmt::format("a{}", m), kNone);
    each_transition(graph, m, [&](std::uint32_t i) {
      text += fmt::format("{} -> s{};\n", dot_name(graph, m, i), graph.transitions[i].to);
    });
    text += "}\n";
  }
  return text + "}\n";
}

std::optional<GraphPicture> picture_from_plain(const GraphRecords& graph, std::string_view plain) {
  auto parts = PlainReader(graph).read(plain);
  if (!parts) return std::nullopt;
  GraphPicture picture = assembled(graph, std::move(*parts));
  picture.from_dot = true;
  return picture;
}

GraphPicture picture_in_circles(const GraphRecords& graph) {
  std::vector<Part> parts;
  for (std::uint32_t m = 0; m < graph.machines.size(); ++m) parts.push_back(in_circle(graph, m));
  return assembled(graph, std::move(parts));
}

GraphPicture lay_out(const GraphRecords& graph) {
  const auto answer = [&]() -> std::optional<GraphPicture> {
    const std::optional<std::string> dot = find_program("dot");
    if (!dot || graph.machines.empty()) return std::nullopt;
    const auto out = TemporaryFile::create(".plain");
    if (!out) return std::nullopt;
    auto process = ChildProcess::start(*dot, {"-Tplain", "-o", out->path()});
    if (!process) return std::nullopt;
    const std::string text = dot_text(graph);
    if (!process->write(std::as_bytes(std::span(text))) || !process->finish()) return std::nullopt;
    const auto plain = read_file(out->path());
    if (!plain) return std::nullopt;
    return picture_from_plain(graph, {reinterpret_cast<const char*>(plain->data()), plain->size()});
  };
  const std::optional<GraphPicture> picture = answer();
  return picture ? *picture : picture_in_circles(graph);
}

}  // namespace skelter
