// Reads clusters: the bones, their influences on control points, and their bind matrices.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "formats/fbx/read/mesh_source.h"
#include "system/internal/text.h"

namespace skelter::fbx {
namespace {

// Files store row vectors row by row, which matches our order. Returns false if the matrix is missing or does
// not have 16 numbers.
Result<bool> read_matrix(SceneBuilder& b, std::uint32_t cluster, std::string_view name, Mat4d& out) {
  std::vector<double> numbers;
  if (auto read = b.read_list(cluster, name, numbers); !read) return read.error();
  if (numbers.size() != 16) return false;
  std::copy(numbers.begin(), numbers.end(), out.m.begin());
  return true;
}

bool has_inverse(const Mat4d& matrix) {
  const double d = determinant(linear_part(matrix));
  return std::isfinite(d) && std::abs(d) > 1e-30;
}

bool fits_float(const Mat4d& matrix) {
  return std::all_of(matrix.m.begin(), matrix.m.end(), [](double x) { return std::abs(x) < 1e37; });
}

// Finds the bone's matrix in a bind pose. Returns false if there is none.
Result<bool> bind_pose_of(SceneBuilder& b, std::uint32_t bone, Mat4d& out) {
  for (std::uint32_t o = 1; o < b.graph.objects.size(); ++o) {
    if (b.graph.objects[o].kind != Kind::pose || b.graph.objects[o].sub_type != "BindPose") continue;
    for (const std::uint32_t entry : b.tree.children(b.graph.objects[o].record)) {
      const std::uint32_t node = b.tree.child(entry, "Node");
      if (node == kNone || b.tree.integer(node) != b.graph.objects[bone].id) continue;
      std::vector<double> numbers;
      if (auto read = b.read_list_of(b.tree.child(entry, "Matrix"), numbers); !read) return read.error();
      if (numbers.size() != 16) continue;
      std::copy(numbers.begin(), numbers.end(), out.m.begin());
      return true;
    }
  }
  return false;
}

// joint_from_mesh of a cluster, for points as stored in the file.
Result<Mat4d> bind_of_cluster(SceneBuilder& b, std::uint32_t cluster, std::uint32_t bone,
                              std::uint32_t model) {
  Mat4d link, bind;
  const auto has_link = read_matrix(b, cluster, "TransformLink", link);
  if (!has_link) return has_link.error();
  const auto has_bind = read_matrix(b, cluster, "Transform", bind);
  if (!has_bind) return has_bind.error();
  const bool usable = *has_bind && std::any_of(bind.m.begin(), bind.m.end(), [](double x) { return x != 0; });
  const bool link_usable = *has_link && has_inverse(link);
  if (*has_link && !link_usable)
    b.warn("fbx.bind", cluster,
           usable ? "TransformLink has no inverse; Transform alone says how the bone is bound"
                  : "TransformLink has no inverse; bound where the bone rests");
  if (usable && fits_float(bind)) return bind;
  if (!link_usable) {
    const auto found = bind_pose_of(b, bone, link);
    if (!found) return found.error();
    if (!*found) link = b.rest_world[bone];
    if (!*has_link)
      b.warn("fbx.bind", cluster,
             *found ? "has no TransformLink; bound by the bind pose"
                    : "has no TransformLink; bound where the bone rests");
    if (!has_inverse(link)) return Mat4d{};
  }
  const Mat4d made = inverse_affine(link) * b.rest_world[model];
  return fits_float(made) ? made : Mat4d{};
}

struct WeightRepairs {
  std::uint64_t outside = 0, negative = 0, unpaired = 0, not_summing = 0;
  std::int64_t first_outside = 0;
};

struct PointWeight {
  std::uint32_t point = 0, joint = 0;
  double weight = 0;
};

Result<void> read_cluster_weights(SceneBuilder& b, std::uint32_t cluster, std::uint32_t joint,
                                  std::size_t points, std::vector<PointWeight>& all, WeightRepairs& repairs) {
  std::vector<std::int32_t> indices;
  std::vector<double> weights;
  if (auto read = b.read_list(cluster, "Indexes", indices); !read) return read;
  if (auto read = b.read_list(cluster, "Weights", weights); !read) return read;
  if (indices.size() != weights.size())
    repairs.unpaired += std::max(indices.size(), weights.size()) - std::min(indices.size(), weights.size());
  const std::size_t count = std::min(indices.size(), weights.size());
  if (auto taken = b.take_memory<PointWeight>(cluster, 2 * count); !taken) return taken;
  for (std::size_t i = 0; i < count; ++i) {
    if (indices[i] < 0 || static_cast<std::uint64_t>(indices[i]) >= points) {
      if (repairs.outside++ == 0) repairs.first_outside = indices[i];
    } else if (!(weights[i] >= 0)) {
      ++repairs.negative;
    } else if (weights[i] > 0) {
      all.push_back({static_cast<std::uint32_t>(indices[i]), joint, weights[i]});
    }
  }
  return {};
}

// Normalises the weights of each point so that their sum is 1, and sorts them in descending order.
void finish_weights(std::vector<PointWeight>& all, std::size_t points, SkinSource& out,
                    WeightRepairs& repairs) {
  std::sort(all.begin(), all.end(), [](const PointWeight& x, const PointWeight& y) {
    return x.point != y.point ? x.point < y.point : x.joint < y.joint;
  });
  out.begin.assign(points + 1, 0);
  std::vector<Influence> of_point;
  std::size_t at = 0;
  for (std::uint32_t point = 0; point < points; ++point) {
    double sum = 0;
    const std::size_t first = at;
    for (; at < all.size() && all[at].point == point; ++at) sum += all[at].weight;
    of_point.clear();
    for (std::size_t i = first; i < at; ++i) {
      const auto weight = static_cast<float>(all[i].weight / sum);
      if (!of_point.empty() && of_point.back().joint == all[i].joint)
        of_point.back().weight += weight;
      else
        of_point.push_back({all[i].joint, weight});
    }
    if (at != first && std::abs(sum - 1) > 5e-3) ++repairs.not_summing;
    std::erase_if(of_point, [](const Influence& i) { return !(i.weight > 0); });
    std::sort(of_point.begin(), of_point.end(), [](const Influence& x, const Influence& y) {
      return x.weight != y.weight ? x.weight > y.weight : x.joint < y.joint;
    });
    out.influences.insert(out.influences.end(), of_point.begin(), of_point.end());
    out.begin[point + 1] = static_cast<std::uint32_t>(out.influences.size());
  }
}

void report_weights(SceneBuilder& b, std::uint32_t skin, std::size_t points, const WeightRepairs& repairs) {
  if (repairs.outside != 0)
    b.warn("fbx.weights", skin,
           fmt::format("a weight names the point {} of {}; ignored", repairs.first_outside, points),
           repairs.outside);
  if (repairs.negative != 0) b.warn("fbx.weights", skin, "a weight below 0; ignored", repairs.negative);
  if (repairs.unpaired != 0)
    b.warn("fbx.weights", skin, "indices and weights differ in number; the rest is ignored",
           repairs.unpaired);
  if (repairs.not_summing != 0)
    b.note("fbx.weights-sum", skin, "weights of a point do not sum to 1; normalised", repairs.not_summing);
}

// `Blend` stores a share of dual quaternions for each control point. Points that it does not list use linear
// blending.
Result<void> read_method(SceneBuilder& b, std::uint32_t object, std::size_t points, Skin& skin,
                         SkinSource& out) {
  const std::string_view method = b.tree.text(b.graph.child_record(object, "SkinningType"));
  if (method.empty() || method == "Linear" || method == "Rigid") return {};
  if (method != "DualQuaternion" && method != "Blend") {
    b.note("fbx.skinning-type", object,
           fmt::format("SkinningType \"{}\"; expected Rigid, Linear, DualQuaternion or Blend, read as Linear",
                       printable(method.substr(0, 40))));
    return {};
  }
  skin.dual_quaternions = true;
  b.note("fbx.dual-quaternion", object,
         fmt::format("SkinningType {}; eval follows it, images and written files blend linearly", method));
  if (method == "DualQuaternion") return {};
  std::vector<std::int32_t> indices;
  std::vector<double> shares;
  if (auto read = b.read_list(object, "Indexes", indices); !read) return read;
  if (auto read = b.read_list(object, "BlendWeights", shares); !read) return read;
  if (auto taken = b.take_memory<float>(object, points); !taken) return taken;
  out.dual_quaternion_shares.assign(points, 0.0f);
  std::uint64_t outside = 0;
  std::int64_t first = 0;
  for (std::size_t i = 0; i < std::min(indices.size(), shares.size()); ++i) {
    if (indices[i] < 0 || static_cast<std::uint64_t>(indices[i]) >= points) {
      if (outside++ == 0) first = indices[i];
      continue;
    }
    out.dual_quaternion_shares[static_cast<std::size_t>(indices[i])] =
        static_cast<float>(std::clamp(shares[i], 0.0, 1.0));
  }
  if (outside != 0)
    b.warn("fbx.index", object,
           fmt::format("a blend weight names the point {} of {}; ignored", first, points), outside);
  return {};
}

}  // namespace

Result<SkinSource> read_skin(SceneBuilder& b, const MeshSource& source, std::uint32_t model) {
  SkinSource out;
  const std::vector<std::uint32_t> skins = b.graph.children(source.object, Kind::skin);
  if (skins.empty() || source.points.empty()) return out;
  const std::uint32_t object = skins[0];
  if (skins.size() > 1)
    b.warn("fbx.second-skin", source.object, "has several skins; the first is used", skins.size() - 1);
  Skin skin;
  skin.name = b.graph.objects[object].name;
  if (auto read = read_method(b, object, source.points.size(), skin, out); !read) return read.error();
  std::vector<PointWeight> all;
  WeightRepairs repairs;
  for (const std::uint32_t cluster : b.graph.children(object, Kind::cluster)) {
    const std::uint32_t bone = b.graph.first_child(cluster, Kind::model);
    if (bone == kNone) {
      b.warn("fbx.cluster", cluster, "has no bone; ignored with its weights");
      continue;
    }
    const auto bind = bind_of_cluster(b, cluster, bone, model);
    if (!bind) return bind.error();
    if (auto taken = b.take_memory<Joint>(cluster, 2); !taken) return taken.error();
    const auto joint = static_cast<std::uint32_t>(skin.joints.size());
    skin.joints.push_back({b.graph.objects[bone].name, b.content_of_object[bone], to_float(*bind)});
    if (auto read = read_cluster_weights(b, cluster, joint, source.points.size(), all, repairs); !read)
      return read.error();
  }
  if (auto taken = b.take_memory(object, all.size() + source.points.size(), sizeof(Influence) + 4); !taken)
    return taken.error();
  report_weights(b, object, source.points.size(), repairs);
  if (skin.joints.empty()) return out;
  finish_weights(all, source.points.size(), out, repairs);
  if (repairs.not_summing != 0)
    report_weights(b, object, source.points.size(), {0, 0, 0, repairs.not_summing, 0});
  out.skin = static_cast<std::uint32_t>(b.scene.skins.size());
  b.scene.skins.push_back(std::move(skin));
  return out;
}

}  // namespace skelter::fbx
