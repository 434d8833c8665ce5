// Joins equal vertices. Assimp's own step joins vertices within 1e-5 units, which destroys seams in small
// models.

#include <cstring>
#include <string_view>
#include <unordered_map>

#include "formats/assimp/context.h"

namespace skelter::assimp {
namespace {

void append(std::string& key, const void* data, std::size_t size) {
  key.append(static_cast<const char*>(data), size);
}

template <class T>
void append_one(std::string& key, const std::vector<T>& list, std::size_t vertex) {
  if (!list.empty()) append(key, &list[vertex], sizeof(T));
}

std::string key_of(const Primitive& p, std::size_t v) {
  std::string key;
  append_one(key, p.positions, v);
  append_one(key, p.normals, v);
  append_one(key, p.tangents, v);
  append_one(key, p.colors, v);
  for (const auto& uvs : p.uvs) append_one(key, uvs, v);
  for (const VertexAttribute& extra : p.extra)
    append(key, &extra.values[v * extra.components], extra.components * sizeof(float));
  for (const MorphTarget& morph : p.morphs) {
    append_one(key, morph.position_offsets, v);
    append_one(key, morph.normal_offsets, v);
  }
  if (!p.influence_begin.empty())
    append(key, p.influences.data() + p.influence_begin[v],
           (p.influence_begin[v + 1] - p.influence_begin[v]) * sizeof(Influence));
  return key;
}

template <class T>
void keep(std::vector<T>& list, const std::vector<std::uint32_t>& kept) {
  if (list.empty()) return;
  for (std::size_t i = 0; i < kept.size(); ++i) list[i] = list[kept[i]];  // kept[i] >= i
  list.resize(kept.size());
}

void keep_influences(Primitive& p, const std::vector<std::uint32_t>& kept) {
  if (p.influence_begin.empty()) return;
  std::vector<Influence> influences;
  std::vector<std::uint32_t> begin{0};
  for (const std::uint32_t v : kept) {
    influences.insert(influences.end(), p.influences.begin() + p.influence_begin[v],
                      p.influences.begin() + p.influence_begin[v + 1]);
    begin.push_back(static_cast<std::uint32_t>(influences.size()));
  }
  p.influences = std::move(influences);
  p.influence_begin = std::move(begin);
}

}  // namespace

void join_equal_vertices(Primitive& p) {
  std::unordered_map<std::string, std::uint32_t> known;
  std::vector<std::uint32_t> kept, place(p.positions.size());
  for (std::uint32_t v = 0; v < p.positions.size(); ++v) {
    const auto [at, is_new] = known.try_emplace(key_of(p, v), static_cast<std::uint32_t>(kept.size()));
    if (is_new) kept.push_back(v);
    place[v] = at->second;
  }
  if (kept.size() == p.positions.size()) return;
  for (std::uint32_t& index : p.indices) index = place[index];
  keep_influences(p, kept);
  keep(p.positions, kept);
  keep(p.normals, kept);
  keep(p.tangents, kept);
  keep(p.colors, kept);
  for (auto& uvs : p.uvs) keep(uvs, kept);
  for (VertexAttribute& extra : p.extra) {
    std::vector<float> values;
    for (const std::uint32_t v : kept)
      values.insert(values.end(), extra.values.begin() + v * extra.components,
                    extra.values.begin() + (v + 1) * extra.components);
    extra.values = std::move(values);
  }
  for (MorphTarget& morph : p.morphs) {
    keep(morph.position_offsets, kept);
    keep(morph.normal_offsets, kept);
  }
}

}  // namespace skelter::assimp
