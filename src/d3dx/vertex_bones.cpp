#include "d3dx/vertex_bones.h"

#include <algorithm>

namespace skelter {

Error skin_error(std::string message) {
  return {Status::invalid_argument, "build.skin-info", std::move(message), {}};
}

std::vector<std::vector<BoneWeight>> bones_by_vertex(const SkinInfo& info) {
  std::vector<std::vector<BoneWeight>> vertices(info.vertex_count());
  for (std::uint32_t b = 0; b < info.bone_count(); ++b)
    for (const VertexWeight& w : info.influences(b))
      if (w.weight > 0) vertices[w.vertex].push_back({b, w.weight});
  for (std::vector<BoneWeight>& bones : vertices) {
    std::stable_sort(bones.begin(), bones.end(),
                     [](const BoneWeight& a, const BoneWeight& b) { return a.weight > b.weight; });
    while (bones.size() > 1 && bones.back().weight < info.min_influence()) bones.pop_back();
  }
  return vertices;
}

void keep_largest(std::vector<BoneWeight>& bones, std::uint32_t count) {
  if (bones.size() > count) bones.resize(count);
  double sum = 0;
  for (const BoneWeight& b : bones) sum += b.weight;
  for (BoneWeight& b : bones) b.weight = static_cast<float>(b.weight / sum);
}

void add_bones(const std::vector<BoneWeight>& bones, std::vector<std::uint32_t>& list) {
  for (const BoneWeight& b : bones) {
    const auto at = std::lower_bound(list.begin(), list.end(), b.bone);
    if (at == list.end() || *at != b.bone) list.insert(at, b.bone);
  }
}

}  // namespace skelter
