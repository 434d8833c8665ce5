// Reads blend shapes: offsets of control points, including in-between shapes.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "formats/fbx/internal/sorting.h"
#include "formats/fbx/read/mesh_source.h"

namespace skelter::fbx {
namespace {

// A channel's percentage at rest.
double rest_percent(SceneBuilder& b, std::uint32_t channel) {
  const ObjectGraph& g = b.graph;
  const Object& object = g.objects[channel];
  if (g.has_property(channel, "DeformPercent")) return g.number(channel, "DeformPercent", 0);
  if (const std::uint32_t plain = g.child_record(channel, "DeformPercent"); plain != kNone) {
    const double percent = b.tree.number(plain);
    return std::abs(percent) <= 1e30 ? percent : 0;
  }
  return object.owner == kNone ? 0 : g.number(object.owner, object.name, 0);
}

Result<void> read_offsets(SceneBuilder& b, std::uint32_t shape, const MeshSource& source, const Mat4d& moved,
                          const std::vector<double>& factors, MorphTarget& target) {
  std::vector<std::int32_t> indices;
  std::vector<double> offsets, normals;
  if (auto read = b.read_list(shape, "Indexes", indices); !read) return read;
  if (auto read = b.read_list(shape, "Vertices", offsets); !read) return read;
  if (auto read = b.read_list(shape, "Normals", normals); !read) return read;
  if (auto taken = b.take_memory<Vec3>(shape, 2 * source.points.size()); !taken) return taken;
  target.position_offsets.assign(source.points.size(), Vec3{});
  const bool has_normals = normals.size() == offsets.size() && !source.normals.empty() &&
                           std::any_of(normals.begin(), normals.end(), [](double n) { return n != 0; });
  if (has_normals) target.normal_offsets.assign(source.points.size(), Vec3{});
  const Mat3d turned = linear_part(moved);
  std::uint64_t outside = 0;
  std::int64_t first = 0;
  for (std::size_t i = 0; i < indices.size() && 3 * i + 2 < offsets.size(); ++i) {
    const std::int32_t point = indices[i];
    if (point < 0 || static_cast<std::uint64_t>(point) >= source.points.size()) {
      if (outside++ == 0) first = point;
      continue;
    }
    const double factor = factors.size() == indices.size() ? factors[i] / 100 : 1;
    const Vec3d offset =
        transform_direction(moved, Vec3d{offsets[3 * i], offsets[3 * i + 1], offsets[3 * i + 2]}) * factor;
    target.position_offsets[static_cast<std::size_t>(point)] = to_float(offset);
    if (has_normals)
      target.normal_offsets[static_cast<std::size_t>(point)] =
          to_float(turned * Vec3d{normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]} * factor);
  }
  if (outside != 0)
    b.warn("fbx.index", shape,
           fmt::format("an offset names the point {} of {}; ignored", first, source.points.size()), outside);
  return {};
}

}  // namespace

// Interpolates between neighbours, with no shape at 0 %. Extrapolates the last two shapes.
void morph_weights_at(const std::vector<double>& full, double percent, std::vector<double>& weights) {
  weights.assign(full.size(), 0.0);
  // Percentage of each shape, and an entry at 0 for no shape.
  struct Place {
    double at = 0;
    std::size_t shape = SIZE_MAX;
  };
  std::vector<Place> places;
  for (std::size_t i = 0; i < full.size(); ++i) places.push_back({full[i], i});
  if (std::none_of(full.begin(), full.end(), [](double f) { return f == 0; }))
    places.push_back({0, SIZE_MAX});
  std::sort(places.begin(), places.end(), [](const Place& x, const Place& y) { return x.at < y.at; });
  if (places.size() < 2) {
    if (!places.empty() && places[0].shape != SIZE_MAX) weights[places[0].shape] = percent / 100;
    return;
  }
  std::size_t k = 0;
  while (k + 2 < places.size() && percent > places[k + 1].at) ++k;
  const Place &a = places[k], &b = places[k + 1];
  const double share = b.at > a.at ? (percent - a.at) / (b.at - a.at) : 1;
  if (a.shape != SIZE_MAX) weights[a.shape] += 1 - share;
  if (b.shape != SIZE_MAX) weights[b.shape] += share;
}

Result<std::vector<MorphTarget>> read_morphs(SceneBuilder& b, const MeshSource& source, const Mat4d& moved,
                                             std::vector<MorphChannel>& channels,
                                             std::vector<float>& rest_weights) {
  std::vector<MorphTarget> targets;
  for (const std::uint32_t blend : b.graph.children(source.object, Kind::blend_shape))
    for (const std::uint32_t channel : b.graph.children(blend, Kind::blend_channel)) {
      std::vector<std::uint32_t> shapes = b.graph.children(channel, Kind::shape);
      if (shapes.empty()) continue;
      std::vector<double> full;
      if (auto read = b.read_list(channel, "FullWeights", full); !read) return read.error();
      std::vector<double> factors;
      if (b.is_from_blender() && shapes.size() == 1) {
        factors = std::move(full);
        full = {100};
      }
      full.resize(shapes.size(), 100);
      const auto order =
          stable_order(shapes.size(), [&](std::uint32_t x, std::uint32_t y) { return full[x] < full[y]; });
      MorphChannel made;
      made.object = channel;
      made.first_target = static_cast<std::uint32_t>(targets.size());
      for (const std::uint32_t i : order) {
        MorphTarget target;
        target.name = shapes.size() > 1 && !b.graph.objects[shapes[i]].name.empty()
                          ? b.graph.objects[shapes[i]].name
                          : b.graph.objects[channel].name;
        if (auto read = read_offsets(b, shapes[i], source, moved, factors, target); !read)
          return read.error();
        targets.push_back(std::move(target));
        made.full_weights.push_back(full[i]);
      }
      std::vector<double> weights;
      morph_weights_at(made.full_weights, rest_percent(b, channel), weights);
      for (const double weight : weights) rest_weights.push_back(static_cast<float>(weight));
      channels.push_back(std::move(made));
    }
  for (MorphChannel& channel : channels) channel.target_count = static_cast<std::uint32_t>(targets.size());
  return targets;
}

}  // namespace skelter::fbx
