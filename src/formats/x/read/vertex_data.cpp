#include "formats/x/read/vertex_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "formats/x/axes.h"
#include "formats/x/vertex_usage.h"

namespace skelter::x {
namespace {

std::optional<std::uint32_t> usage_of(std::string_view semantic) {
  for (std::uint32_t usage = 0; usage < kUsageNames.size(); ++usage)
    if (kUsageNames[usage] == semantic) return usage;
  return std::nullopt;
}

void append(VertexDataElement& element, const Vec3& v) {
  element.values.insert(element.values.end(), {v.x, v.y, v.z});
}

VertexDataElement directions(std::uint32_t usage, const std::vector<Vec3>& canonical) {
  VertexDataElement element{usage, 0, 3, {}};
  for (const Vec3& v : canonical) append(element, mirrored(v));
  return element;
}

VertexDataElement texture_coordinates(std::uint32_t set, const std::vector<Vec2>& uvs) {
  VertexDataElement element{kUsageTexcoord, set, 2, {}};
  for (const Vec2& uv : uvs) element.values.insert(element.values.end(), {uv.x, uv.y});
  return element;
}

// Direct3D shaders compute the bitangent as cross(normal, tangent), which our mirror reverses. Tangents with
// side -1 therefore need no binormal.
bool needs_binormals(const Primitive& primitive) {
  for (const VertexAttribute& extra : primitive.extra)
    if (extra.semantic == kUsageNames[kUsageBinormal] && extra.set == 0 && extra.components >= 3)
      return false;
  return primitive.normals.size() == primitive.tangents.size() &&
         std::any_of(primitive.tangents.begin(), primitive.tangents.end(),
                     [](const Vec4& t) { return t.w > 0; });
}

void add_tangents(const Primitive& primitive, std::vector<VertexDataElement>& elements) {
  std::vector<Vec3> tangents, binormals;
  for (const Vec4& t : primitive.tangents) tangents.push_back({t.x, t.y, t.z});
  elements.push_back(directions(kUsageTangent, tangents));
  if (!needs_binormals(primitive)) return;
  for (std::size_t v = 0; v < tangents.size(); ++v)
    binormals.push_back(cross(primitive.normals[v], tangents[v]) * primitive.tangents[v].w);
  elements.push_back(directions(kUsageBinormal, binormals));
}

VertexDataElement colors(const std::vector<Vec4>& values) {
  VertexDataElement element{kUsageColor, 0, 4, {}};
  for (const Vec4& c : values) element.values.insert(element.values.end(), {c.x, c.y, c.z, c.w});
  return element;
}

}  // namespace

bool declares_normals(const Primitive& primitive) {
  if (primitive.normals.empty() || primitive.normals_generated) return false;
  if (primitive.source_vertices != primitive.positions.size()) return false;
  std::vector<bool> used(primitive.positions.size(), false);
  for (const std::uint32_t vertex : primitive.indices) used[vertex] = true;
  for (std::size_t v = 0; v < used.size(); ++v)
    if (used[v] == (primitive.normals[v] == Vec3{})) return true;
  return false;
}

bool declares_colors(const Primitive& primitive) {
  const auto outside = [](float c) { return !(c >= 0 && c <= 1); };
  return std::any_of(primitive.colors.begin(), primitive.colors.end(), [&](const Vec4& c) {
    return outside(c.x) || outside(c.y) || outside(c.z) || outside(c.w);
  });
}

std::vector<VertexDataElement> declared_vertex_data(const Primitive& primitive) {
  std::vector<VertexDataElement> elements;
  for (const VertexAttribute& extra : primitive.extra)
    if (const auto usage = usage_of(extra.semantic))
      elements.push_back({*usage, extra.set, extra.components, extra.values});
  for (std::uint32_t set = 1; set < primitive.uvs.size(); ++set)
    elements.push_back(texture_coordinates(set, primitive.uvs[set]));
  if (!primitive.tangents.empty()) add_tangents(primitive, elements);
  if (declares_colors(primitive)) elements.push_back(colors(primitive.colors));
  if (declares_normals(primitive)) elements.push_back(directions(kUsageNormal, primitive.normals));
  return elements;
}

std::vector<std::string> attributes_without_usage(const Primitive& primitive) {
  std::vector<std::string> names;
  for (const VertexAttribute& extra : primitive.extra)
    if (!usage_of(extra.semantic)) names.push_back(fmt::format("{} {}", extra.semantic, extra.set));
  return names;
}

void write_decl_data(Sink& sink, const std::vector<VertexDataElement>& elements, std::uint32_t vertices) {
  sink.begin("DeclData");
  sink.integer(static_cast<std::uint32_t>(elements.size()), ";\n");
  std::uint32_t stride = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    sink.integer(float_type(elements[i].components), ";");
    sink.integer(0, ";");  // method: no tessellation
    sink.integer(elements[i].usage, ";");
    sink.integer(elements[i].set, i + 1 < elements.size() ? ";,\n" : ";;\n");
    stride += elements[i].components;
  }
  sink.integer(stride * vertices, ";\n");
  for (std::uint32_t v = 0; v < vertices; ++v)
    for (std::size_t i = 0; i < elements.size(); ++i)
      for (std::uint32_t c = 0; c < elements[i].components; ++c) {
        std::uint32_t bits;
        std::memcpy(&bits, &elements[i].values[v * elements[i].components + c], sizeof bits);
        const bool ends_vertex = i + 1 == elements.size() && c + 1 == elements[i].components;
        sink.integer(bits, !ends_vertex ? "," : v + 1 < vertices ? ",\n" : ";\n");
      }
  sink.end();
}

}  // namespace skelter::x
