#include <algorithm>
#include <map>
#include <set>

#include "surface.h"

namespace skelter::assets {

namespace {

using Index = std::uint32_t;
constexpr Index kGone = 0xFFFFFFFFu;

// Allowed movement of a point: anywhere on the surface, along a curve (a border of cloths or the plane x =
// 0), or none.
enum class Freedom { surface, curve, none };

class Remesher {
 public:
  Remesher(Surface& surface, const BodyShape& body, const SizeField& size)
      : s_(surface), body_(body), size_(size) {
    index();
  }

  void split_long_edges();
  void collapse_short_edges();
  void flip_edges();
  void relax(bool project);
  void cut_borders();
  void cut_bands();
  void compact();

 private:
  struct EdgeInfo {
    std::array<Index, 2> triangles{kGone, kGone};
  };

  void index() {
    around_.assign(s_.points.size(), {});
    for (Index t = 0; t < s_.triangles.size(); ++t)
      for (const Index v : s_.triangles[t]) around_[v].push_back(t);
  }
  bool alive(Index t) const { return s_.triangles[t][0] != kGone; }
  double wanted(Index a, Index b) const { return size_((s_.points[a] + s_.points[b]) * 0.5); }
  double edge_length(Index a, Index b) const { return length(s_.points[a] - s_.points[b]); }
  Vec3d centre(Index t) const {
    const auto& v = s_.triangles[t];
    return (s_.points[v[0]] + s_.points[v[1]] + s_.points[v[2]]) * (1.0 / 3);
  }
  Vec3d normal_of(Index t) const {
    const auto& v = s_.triangles[t];
    return normalized(face_normal(s_.points[v[0]], s_.points[v[1]], s_.points[v[2]]));
  }
  bool on_plane(Index v) const { return s_.points[v].x == 0; }

  // Triangles on both sides of an edge; the second is kGone at the boundary.
  EdgeInfo sides(Index a, Index b) const {
    EdgeInfo e;
    int n = 0;
    for (const Index t : around_[a])
      if (has(t, b) && n < 2) e.triangles[static_cast<std::size_t>(n++)] = t;
    return e;
  }
  bool has(Index t, Index v) const {
    return s_.triangles[t][0] == v || s_.triangles[t][1] == v || s_.triangles[t][2] == v;
  }
  Index opposite(Index t, Index a, Index b) const {
    for (const Index v : s_.triangles[t])
      if (v != a && v != b) return v;
    return kGone;
  }
  bool is_feature(Index a, Index b) const {
    const EdgeInfo e = sides(a, b);
    return e.triangles[1] == kGone || s_.cloths[e.triangles[0]] != s_.cloths[e.triangles[1]];
  }
  std::vector<Index> neighbours(Index v) const {
    std::vector<Index> n;
    for (const Index t : around_[v])
      for (const Index w : s_.triangles[t])
        if (w != v) n.push_back(w);
    std::sort(n.begin(), n.end());
    n.erase(std::unique(n.begin(), n.end()), n.end());
    return n;
  }
  std::vector<Index> feature_neighbours(Index v) const {
    std::vector<Index> n;
    for (const Index w : neighbours(v))
      if (is_feature(v, w)) n.push_back(w);
    return n;
  }
  Freedom freedom(Index v) const {
    const std::size_t n = feature_neighbours(v).size();
    return n == 0 ? Freedom::surface : n == 2 ? Freedom::curve : Freedom::none;
  }
  Vec3d face_normal(const Vec3d& a, const Vec3d& b, const Vec3d& c) const { return cross(b - a, c - a); }
  std::set<std::pair<Index, Index>> edges() const {
    std::set<std::pair<Index, Index>> e;
    for (const auto& t : s_.triangles)
      if (t[0] != kGone)
        for (int i = 0; i < 3; ++i) {
          const Index a = t[static_cast<std::size_t>(i)], b = t[static_cast<std::size_t>((i + 1) % 3)];
          e.insert({std::min(a, b), std::max(a, b)});
        }
    return e;
  }

  Index split(Index a, Index b, Vec3d at);
  bool can_collapse(Index gone, Index kept) const;
  void collapse(Index gone, Index kept);
  void put_on_surface(Index v);
  std::vector<Cloth> cloths_around(Index v) const;

  Surface& s_;
  const BodyShape& body_;
  const SizeField& size_;
  std::vector<std::vector<Index>> around_;
};

Index Remesher::split(Index a, Index b, Vec3d at) {
  const Index middle = static_cast<Index>(s_.points.size());
  if (on_plane(a) && on_plane(b)) at.x = 0;
  s_.points.push_back(at);
  around_.emplace_back();
  for (const Index t : sides(a, b).triangles) {
    if (t == kGone) continue;
    // (a, b, c) becomes (middle, b, c) and the new (a, middle, c).
    const Index c = opposite(t, a, b);
    const Index fresh = static_cast<Index>(s_.triangles.size());
    auto other = s_.triangles[t];
    for (Index& v : s_.triangles[t])
      if (v == a) v = middle;
    for (Index& v : other)
      if (v == b) v = middle;
    s_.triangles.push_back(other);
    s_.cloths.push_back(s_.cloths[t]);
    std::erase(around_[a], t);
    around_[a].push_back(fresh);
    around_[c].push_back(fresh);
    around_[middle].push_back(t);
    around_[middle].push_back(fresh);
  }
  return middle;
}

void Remesher::split_long_edges() {
  for (const auto& e : edges()) {
    if (sides(e.first, e.second).triangles[0] == kGone) continue;
    if (edge_length(e.first, e.second) <= wanted(e.first, e.second) * 4 / 3) continue;
    put_on_surface(split(e.first, e.second, (s_.points[e.first] + s_.points[e.second]) * 0.5));
  }
}

bool Remesher::can_collapse(Index gone, Index kept) const {
  switch (freedom(gone)) {
    case Freedom::none:
      return false;
    case Freedom::curve:
      if (!is_feature(gone, kept)) return false;
      break;
    case Freedom::surface:
      break;
  }
  // Link condition: the end points share only the corners opposite to the edge.
  const std::vector<Index> a = neighbours(gone), b = neighbours(kept);
  std::vector<Index> common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  const EdgeInfo e = sides(gone, kept);
  if (common.size() != (e.triangles[1] == kGone ? 1u : 2u)) return false;
  for (const Index w : a)
    if (w != kept && edge_length(w, kept) > wanted(w, kept) * 4 / 3) return false;
  for (const Index t : around_[gone]) {
    if (has(t, kept)) continue;
    std::array<Vec3d, 3> before, after;
    for (std::size_t i = 0; i < 3; ++i) {
      before[i] = s_.points[s_.triangles[t][i]];
      after[i] = s_.triangles[t][i] == gone ? s_.points[kept] : before[i];
    }
    const Vec3d n0 = normalized(face_normal(before[0], before[1], before[2]));
    const Vec3d raw = face_normal(after[0], after[1], after[2]), n1 = normalized(raw);
    const Vec3d middle = (after[0] + after[1] + after[2]) * (1.0 / 3);
    if (dot(n0, n1) < 0.5 || dot(n1, body_.normal(middle)) < 0.35) return false;
    const double longest =
        std::max({length(after[0] - after[1]), length(after[1] - after[2]), length(after[2] - after[0])});
    if (length(raw) < 0.15 * longest * longest) return false;  // a sliver
  }
  return true;
}

void Remesher::collapse(Index gone, Index kept) {
  for (const Index t : around_[gone]) {
    if (has(t, kept)) {
      for (const Index v : s_.triangles[t])
        if (v != gone) std::erase(around_[v], t);
      s_.triangles[t] = {kGone, kGone, kGone};
    } else {
      for (Index& v : s_.triangles[t])
        if (v == gone) v = kept;
      around_[kept].push_back(t);
    }
  }
  around_[gone].clear();
}

void Remesher::collapse_short_edges() {
  std::vector<std::pair<double, std::pair<Index, Index>>> order;
  for (const auto& e : edges()) {
    const double relative = edge_length(e.first, e.second) / wanted(e.first, e.second);
    if (relative < 0.8) order.emplace_back(relative, e);
  }
  std::sort(order.begin(), order.end());
  for (const auto& [relative, e] : order) {
    const Index a = e.first, b = e.second;
    if (around_[a].empty() || around_[b].empty() || sides(a, b).triangles[0] == kGone) continue;
    if (edge_length(a, b) > wanted(a, b) * 0.8) continue;
    if (can_collapse(a, b))
      collapse(a, b);
    else if (can_collapse(b, a))
      collapse(b, a);
  }
}

void Remesher::flip_edges() {
  for (const auto& [a, b] : edges()) {
    const EdgeInfo e = sides(a, b);
    if (e.triangles[1] == kGone || s_.cloths[e.triangles[0]] != s_.cloths[e.triangles[1]]) continue;
    const Index c = opposite(e.triangles[0], a, b), d = opposite(e.triangles[1], a, b);
    const std::vector<Index> beside_c = neighbours(c);
    if (c == d || std::binary_search(beside_c.begin(), beside_c.end(), d)) continue;
    const auto excess = [&](Index v, int change) {
      const int best = on_plane(v) ? 4 : 6, n = static_cast<int>(neighbours(v).size()) + change - best;
      return n * n;
    };
    const int before = excess(a, 0) + excess(b, 0) + excess(c, 0) + excess(d, 0);
    const int after = excess(a, -1) + excess(b, -1) + excess(c, 1) + excess(d, 1);
    if (after >= before) continue;
    // The triangle that contains the edge from a to b determines the order of the corners.
    Index t0 = e.triangles[0], t1 = e.triangles[1], left = c, right = d;
    const auto& t = s_.triangles[t0];
    const bool forward = (t[0] == a && t[1] == b) || (t[1] == a && t[2] == b) || (t[2] == a && t[0] == b);
    if (!forward) {
      std::swap(t0, t1);
      std::swap(left, right);
    }
    const auto& p = s_.points;
    const Vec3d n0 = normalized(face_normal(p[left], p[a], p[right])),
                n1 = normalized(face_normal(p[right], p[b], p[left]));
    const Vec3d old0 = normalized(face_normal(p[a], p[b], p[left])),
                old1 = normalized(face_normal(p[b], p[a], p[right]));
    if (dot(n0, n1) < 0.7 || dot(n0, old0) < 0.6 || dot(n0, old1) < 0.6 || dot(n1, old0) < 0.6 ||
        dot(n1, old1) < 0.6)
      continue;
    std::erase(around_[a], t1);
    std::erase(around_[b], t0);
    s_.triangles[t0] = {left, a, right};
    s_.triangles[t1] = {right, b, left};
    around_[left].push_back(t1);
    around_[right].push_back(t0);
  }
}

std::vector<Cloth> Remesher::cloths_around(Index v) const {
  std::vector<Cloth> c;
  for (const Index t : around_[v])
    if (std::find(c.begin(), c.end(), s_.cloths[t]) == c.end()) c.push_back(s_.cloths[t]);
  return c;
}

void Remesher::put_on_surface(Index v) {
  const bool plane = on_plane(v);
  const std::vector<Cloth> cloths = cloths_around(v);
  Vec3d& p = s_.points[v];
  p = cloths.size() == 2 ? body_.project_to_border(p, cloths[0], cloths[1]) : body_.project(p);
  p.x = plane ? 0 : std::max(p.x, 5e-4);
}

void Remesher::relax(bool project) {
  std::vector<Vec3d> moved = s_.points;
  for (Index v = 0; v < s_.points.size(); ++v) {
    if (around_[v].empty()) continue;
    const Freedom free = freedom(v);
    if (free == Freedom::none) continue;
    Vec3d sum{};
    double total = 0;
    for (const Index w : free == Freedom::curve ? feature_neighbours(v) : neighbours(v)) {
      const double weight = 1 / size_(s_.points[w]);
      sum += s_.points[w] * weight;
      total += weight;
    }
    const Vec3d shift = sum * (1 / total) - s_.points[v];
    const Vec3d n = body_.normal(s_.points[v]);
    moved[v] = s_.points[v] + (shift - n * dot(n, shift)) * 0.6;
    if (on_plane(v))
      moved[v].x = 0;
    else
      moved[v].x = std::max(moved[v].x, 5e-4);
  }
  s_.points = moved;
  if (project)
    for (Index v = 0; v < s_.points.size(); ++v)
      if (!around_[v].empty() && freedom(v) != Freedom::none) put_on_surface(v);
}

// Assigns a garment to every triangle and adds edges along the borders. Points near a border move onto it,
// and edges that still cross one are split there.
void Remesher::cut_borders() {
  std::vector<Cloth> cloth(s_.points.size());
  std::vector<bool> border(s_.points.size());
  for (Index v = 0; v < s_.points.size(); ++v) cloth[v] = body_.garment_at(s_.points[v]);
  const auto snap = [&](const std::pair<Index, Index>& e) {
    const auto [a, b] = e;
    if (border[a] || border[b] || cloth[a] == cloth[b]) return;
    const Cloth ca = cloth[a], cb = cloth[b];
    const auto g = [&](const Vec3d& p) { return body_.border(p, ca, cb); };
    const double ga = g(s_.points[a]), gb = g(s_.points[b]);
    const double t = ga / (ga - gb);
    const Index near = t < 0.5 ? a : b;
    if (std::min(t, 1 - t) > 0.35) return;
    const bool plane = on_plane(near);
    s_.points[near] = body_.project_to_border(lerp(s_.points[a], s_.points[b], t), ca, cb);
    if (plane) s_.points[near].x = 0;
    border[near] = true;
  };
  for (const auto& e : edges()) snap(e);
  for (const auto& [a, b] : edges()) {
    if (border[a] || border[b] || cloth[a] == cloth[b]) continue;
    const Cloth ca = cloth[a], cb = cloth[b];
    const auto g = [&](const Vec3d& p) { return body_.border(p, ca, cb); };
    const double ga = g(s_.points[a]), gb = g(s_.points[b]);
    const Index middle = split(a, b, lerp(s_.points[a], s_.points[b], ga / (ga - gb)));
    s_.points[middle] = body_.project_to_border(s_.points[middle], ca, cb);
    if (on_plane(a) && on_plane(b)) s_.points[middle].x = 0;
    cloth.push_back(ca);
    border.push_back(true);
  }
  for (Index t = 0; t < s_.triangles.size(); ++t) {
    if (!alive(t)) continue;
    const auto& v = s_.triangles[t];
    Cloth c = body_.garment_at(centre(t));
    for (const Index w : v)
      if (!border[w]) c = cloth[w];
    s_.cloths[t] = c;
  }
}

// Cuts the narrow bands along the garments' edges out of the garments, with edges on their far sides.
void Remesher::cut_bands() {
  constexpr std::pair<Cloth, Cloth> kBands[] = {{Cloth::shirt, Cloth::hem},
                                                {Cloth::trousers, Cloth::cuff},
                                                {Cloth::shoes, Cloth::welt},
                                                {Cloth::welt, Cloth::sole}};
  for (const auto& [garment, band] : kBands) {
    const auto g = [&](Index v) { return body_.border(s_.points[v], garment, band); };
    for (const auto& [a, b] : edges()) {
      const EdgeInfo e = sides(a, b);
      if (e.triangles[0] == kGone || s_.cloths[e.triangles[0]] != garment) continue;
      const double ga = g(a), gb = g(b);
      if ((ga < 0) == (gb < 0) || std::min(std::abs(ga), std::abs(gb)) < 2e-4) continue;
      const double t = ga / (ga - gb);
      const Vec3d at = lerp(s_.points[a], s_.points[b], t);
      const Index near = t < 0.5 ? a : b;
      const bool plane = on_plane(a) && on_plane(b);
      const bool snaps = std::min(t, 1 - t) < 0.3 && (on_plane(near) == plane) &&
                         freedom(near) == (plane ? Freedom::curve : Freedom::surface);
      Vec3d out{};
      for (const Index side : e.triangles)
        if (side != kGone) out += normal_of(side);
      const Index v = snaps ? near : split(a, b, at);
      s_.points[v] = body_.outermost_on_border(at, out, garment, band);
      if (plane) s_.points[v].x = 0;
    }
    for (Index t = 0; t < s_.triangles.size(); ++t)
      if (alive(t) && s_.cloths[t] == garment && body_.border(centre(t), garment, band) > 0)
        s_.cloths[t] = band;
  }
}

void Remesher::compact() {
  std::vector<Index> place(s_.points.size(), kGone);
  Surface out;
  for (Index t = 0; t < s_.triangles.size(); ++t) {
    if (!alive(t)) continue;
    std::array<Index, 3> corners{};
    for (std::size_t i = 0; i < 3; ++i) {
      Index& p = place[s_.triangles[t][i]];
      if (p == kGone) {
        p = static_cast<Index>(out.points.size());
        out.points.push_back(s_.points[s_.triangles[t][i]]);
      }
      corners[i] = p;
    }
    out.triangles.push_back(corners);
    out.cloths.push_back(s_.cloths[t]);
  }
  s_ = std::move(out);
  index();
}

}  // namespace

void remesh(Surface& surface, const BodyShape& body, const SizeField& size) {
  Remesher r(surface, body, size);
  for (int round = 0; round < 4; ++round) {
    r.collapse_short_edges();
    r.compact();
    r.flip_edges();
    r.relax(false);
  }
  for (int round = 0; round < 5; ++round) {
    r.split_long_edges();
    r.collapse_short_edges();
    r.compact();
    r.flip_edges();
    r.relax(true);
  }
  r.cut_borders();
  r.cut_bands();
  for (int round = 0; round < 6; ++round) {
    r.split_long_edges();
    r.collapse_short_edges();
    r.compact();
    r.flip_edges();
    r.relax(true);
  }
}

}  // namespace skelter::assets
