// Reads DeclData and FVFData: vertex data beyond what Mesh itself can hold, in the layout of Direct3D
// declarations. Source of the numbers: Direct3D 9's D3DDECLTYPE, D3DDECLUSAGE and D3DFVF.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "formats/x/axes.h"
#include "formats/x/read/mesh_builder.h"
#include "formats/x/vertex_usage.h"
#include "scene/internal/vertex_colors.h"

namespace skelter::x {
namespace {

constexpr std::uint32_t kTypeFloat1 = 0, kTypeFloat3 = 2, kTypeColor = 4;
struct TypeInfo {
  std::uint32_t words;
  std::uint32_t components;
};
// Indexed by D3DDECLTYPE: float1-4, colour, ubyte4, short2, short4, ubyte4n, short2n, short4n, ushort2n,
// ushort4n, udec3, dec3n, half2, half4.
constexpr std::array<TypeInfo, 17> kTypes = {{{1, 1},
                                              {2, 2},
                                              {3, 3},
                                              {4, 4},
                                              {1, 4},
                                              {1, 4},
                                              {1, 2},
                                              {2, 4},
                                              {1, 4},
                                              {1, 2},
                                              {2, 4},
                                              {1, 2},
                                              {2, 4},
                                              {1, 3},
                                              {1, 3},
                                              {1, 2},
                                              {2, 4}}};

using Components = std::array<float, 4>;

float from_half(std::uint32_t bits) {
  const std::uint32_t exponent = (bits >> 10) & 31u, fraction = bits & 0x3FFu;
  float size = std::ldexp(static_cast<float>(fraction + 1024), static_cast<int>(exponent) - 25);
  if (exponent == 0) size = std::ldexp(static_cast<float>(fraction), -24);
  if (exponent == 31) size = std::numeric_limits<float>::infinity();  // infinity or NaN
  return (bits & 0x8000u) != 0 ? -size : size;
}
float byte_of(std::uint32_t word, std::uint32_t index) {
  return static_cast<float>((word >> (8 * index)) & 255u);
}
std::uint32_t half_word(const std::uint32_t* words, std::uint32_t index) {
  return (words[index / 2] >> (16 * (index % 2))) & 0xFFFFu;
}
float signed_short(const std::uint32_t* words, std::uint32_t index) {
  return static_cast<float>(static_cast<std::int16_t>(half_word(words, index)));
}
// Signed field of ten bits: -512 to 511.
float signed_ten(std::uint32_t word, std::uint32_t index) {
  const auto field = static_cast<std::int32_t>((word >> (10 * index)) & 1023u);
  return static_cast<float>(field >= 512 ? field - 1024 : field);
}

// Decodes one element of one vertex. Normalised types return 0 to 1 or -1 to 1. Colours are r g b a.
Components decode(std::uint32_t type, const std::uint32_t* words) {
  Components out{};
  const std::uint32_t count = kTypes[type].components;
  switch (type) {
    case 4:
      return {byte_of(*words, 2) / 255, byte_of(*words, 1) / 255, byte_of(*words, 0) / 255,
              byte_of(*words, 3) / 255};
    case 5:
      for (std::uint32_t i = 0; i < count; ++i) out[i] = byte_of(*words, i);
      return out;
    case 6:
    case 7:
      for (std::uint32_t i = 0; i < count; ++i) out[i] = signed_short(words, i);
      return out;
    case 8:
      for (std::uint32_t i = 0; i < count; ++i) out[i] = byte_of(*words, i) / 255;
      return out;
    case 9:
    case 10:
      for (std::uint32_t i = 0; i < count; ++i) out[i] = std::max(signed_short(words, i) / 32767, -1.0f);
      return out;
    case 11:
    case 12:
      for (std::uint32_t i = 0; i < count; ++i) out[i] = static_cast<float>(half_word(words, i)) / 65535;
      return out;
    case 13:
      for (std::uint32_t i = 0; i < count; ++i) out[i] = static_cast<float>((*words >> (10 * i)) & 1023u);
      return out;
    case 14:
      for (std::uint32_t i = 0; i < count; ++i) out[i] = std::max(signed_ten(*words, i) / 511, -1.0f);
      return out;
    case 15:
    case 16:
      for (std::uint32_t i = 0; i < count; ++i) out[i] = from_half(half_word(words, i));
      return out;
    default:
      std::memcpy(out.data(), words, count * sizeof(float));
      return out;
  }
}

std::vector<VertexElement> elements_of_declaration(WordsCursor& words) {
  std::vector<VertexElement> elements;
  const std::uint32_t count = words.next();
  WordsCursor listed(words.take(std::uint64_t{count} * 4));
  elements.reserve(listed.rest().size() / 4);
  while (!listed.rest().empty()) {
    VertexElement element;
    element.type = listed.next();
    listed.next();  // method: for tessellation, not used here
    element.usage = listed.next();
    element.set = listed.next();
    elements.push_back(element);
  }
  return elements;
}

// The position bits of the code may be set, but positions are never part of the data.
std::vector<VertexElement> elements_of_fvf(std::uint32_t code) {
  std::vector<VertexElement> elements;
  if ((code & 0x010) != 0) elements.push_back({kTypeFloat3, kUsageNormal, 0, 0});
  if ((code & 0x020) != 0) elements.push_back({kTypeFloat1, kUsagePointSize, 0, 0});
  if ((code & 0x040) != 0) elements.push_back({kTypeColor, kUsageColor, 0, 0});
  if ((code & 0x080) != 0) elements.push_back({kTypeColor, kUsageColor, 1, 0});
  const std::uint32_t sets = std::min((code >> 8) & 15u, 8u);
  for (std::uint32_t set = 0; set < sets; ++set) {
    constexpr std::uint32_t kTypeOfSize[] = {1, 2, 3, 0};  // for 2, 3, 4 and 1 components
    elements.push_back({kTypeOfSize[(code >> (16 + 2 * set)) & 3u], kUsageTexcoord, set, 0});
  }
  return elements;
}

// Normalises v, or returns zero if its length is 0. Unit vectors keep their bits.
Vec3 unit_or_zero(const Vec3& v) {
  const Vec3d d = to_double(v);
  const double squared = dot(d, d);
  if (std::abs(squared - 1) <= 2e-6) return v;
  return squared > 0 ? to_float(d * (1 / std::sqrt(squared))) : Vec3{};
}

// Reads one element of all vertices, including copies.
class ElementReader {
 public:
  ElementReader(SceneBuilder& b, const MeshBuilder& mesh, const VertexDeclaration& declaration)
      : b_(b), mesh_(mesh), declaration_(declaration) {}

  template <class T, class Make>
  std::vector<T> read(const VertexElement& element, Make make) {
    std::vector<T> out;
    out.reserve(mesh_.vertices());
    const std::uint32_t* words = declaration_.data.data() + element.offset;
    std::uint64_t bad = 0;
    for (std::uint32_t v = 0; v < mesh_.source_vertices; ++v, words += declaration_.stride) {
      Components components = decode(element.type, words);
      for (float& c : components) {
        if (std::isfinite(c)) continue;
        c = 0;
        ++bad;
      }
      out.push_back(make(components));
    }
    warn_not_finite(b_, declaration_.object, bad);
    extend_for_copies(mesh_, out);
    return out;
  }
  std::vector<Vec3> directions(const VertexElement& element) {
    return read<Vec3>(element, [](const Components& c) {
      return unit_or_zero(mirrored(Vec3{c[0], c[1], c[2]}));
    });
  }

 private:
  SceneBuilder& b_;
  const MeshBuilder& mesh_;
  const VertexDeclaration& declaration_;
};

const VertexElement* find(const VertexDeclaration& declaration, std::uint32_t usage, std::uint32_t set) {
  for (const VertexElement& element : declaration.elements)
    if (element.usage == usage && element.set == set) return &element;
  return nullptr;
}

bool is_three_numbers(const VertexElement& element) {
  return kTypes[element.type].components >= 3;
}

// Direct3D shaders use cross(normal, tangent) as bitangent if the file has none. The mirror reverses its
// direction.
void read_tangents(ElementReader& reader, Primitive& primitive, const VertexElement& tangent,
                   const VertexElement* binormal) {
  constexpr float kSideWithoutBinormal = -1;
  const std::vector<Vec3> directions = reader.directions(tangent);
  std::vector<Vec3> sides;
  if (binormal != nullptr && is_three_numbers(*binormal)) sides = reader.directions(*binormal);
  primitive.tangents.clear();
  primitive.tangents.reserve(directions.size());
  for (std::size_t v = 0; v < directions.size(); ++v) {
    float side = kSideWithoutBinormal;
    if (!sides.empty() && v < primitive.normals.size())
      side = dot(cross(primitive.normals[v], directions[v]), sides[v]) < 0 ? -1.0f : 1.0f;
    primitive.tangents.push_back({directions[v].x, directions[v].y, directions[v].z, side});
  }
}

void read_extra(ElementReader& reader, const MeshBuilder& mesh, std::vector<VertexAttribute>& extra,
                const VertexElement& element) {
  VertexAttribute attribute;
  attribute.semantic = kUsageNames[element.usage];
  attribute.set = element.set;
  attribute.components = kTypes[element.type].components;
  const std::vector<Components> values =
      reader.read<Components>(element, [](const Components& c) { return c; });
  attribute.values.reserve(std::size_t{mesh.vertices()} * attribute.components);
  for (const Components& c : values)
    attribute.values.insert(attribute.values.end(), c.begin(), c.begin() + attribute.components);
  const auto same = [&](const VertexAttribute& a) {
    return a.semantic == attribute.semantic && a.set == attribute.set;
  };
  extra.erase(std::remove_if(extra.begin(), extra.end(), same), extra.end());
  extra.push_back(std::move(attribute));
}

// Texture coordinates with two components become a set if all lower sets exist. Others become extra
// attributes.
void read_texcoord(ElementReader& reader, const MeshBuilder& mesh, Primitive& primitive,
                   const VertexElement& element) {
  if (kTypes[element.type].components == 2 && element.set <= primitive.uvs.size()) {
    if (element.set == primitive.uvs.size()) primitive.uvs.emplace_back();
    primitive.uvs[element.set] = reader.read<Vec2>(element, [](const Components& c) {
      return Vec2{c[0], c[1]};
    });
    return;
  }
  if (element.set == 0) primitive.uvs.clear();  // the declaration replaces MeshTextureCoords
  read_extra(reader, mesh, primitive.extra, element);
}

}  // namespace

bool VertexDeclaration::has_normals() const {
  const VertexElement* normal = find(*this, kUsageNormal, 0);
  return normal != nullptr && is_three_numbers(*normal);
}

std::optional<VertexDeclaration> read_declaration(SceneBuilder& b, const MeshBuilder& mesh,
                                                  std::uint32_t object) {
  VertexDeclaration declaration;
  declaration.object = object;
  WordsCursor words(b.words(object));
  declaration.elements =
      b.kind(object) == Kind::fvf_data ? elements_of_fvf(words.next()) : elements_of_declaration(words);
  std::uint64_t stride = 0;
  for (VertexElement& element : declaration.elements) {
    if (element.type >= kTypes.size() || element.usage >= kUsageNames.size()) {
      b.warn("x.bad-declaration", object,
             element.type >= kTypes.size()
                 ? "vertex element type " + std::to_string(element.type) + "; expected 0 to 16: ignored"
                 : "vertex element usage " + std::to_string(element.usage) + "; expected 0 to 13: ignored");
      return std::nullopt;
    }
    element.offset = static_cast<std::uint32_t>(stride);
    stride += kTypes[element.type].words;
  }
  const std::uint32_t count = words.next();
  declaration.data = words.take(count);
  const std::uint64_t expected = stride * mesh.source_vertices;
  if (count != expected) {
    b.warn(
        "x.bad-declaration", object,
        std::to_string(count) + " words of vertex data; expected " + std::to_string(expected) + ": ignored");
    return std::nullopt;
  }
  declaration.stride = static_cast<std::uint32_t>(stride);
  return declaration;
}

Result<void> apply_declaration(SceneBuilder& b, MeshBuilder& mesh, const VertexDeclaration& declaration) {
  std::uint64_t numbers = 0;
  for (const VertexElement& element : declaration.elements) numbers += kTypes[element.type].components;
  if (auto taken = b.take_memory(declaration.object, numbers * mesh.vertices(), sizeof(float)); !taken)
    return taken;

  Primitive& primitive = mesh.primitive;
  ElementReader reader(b, mesh, declaration);
  if (declaration.has_normals()) primitive.normals = reader.directions(*find(declaration, kUsageNormal, 0));
  for (const VertexElement& element : declaration.elements) {
    if (element.usage == kUsageNormal && element.set == 0 && is_three_numbers(element)) continue;
    if (element.usage == kUsageTexcoord)
      read_texcoord(reader, mesh, primitive, element);
    else if (element.usage == kUsageColor && element.set == 0 && is_three_numbers(element))
      primitive.colors = reader.read<Vec4>(element, [&](const Components& c) {
        return Vec4{c[0], c[1], c[2], kTypes[element.type].components == 4 ? c[3] : 1.0f};
      });
    else if (element.usage == kUsageTangent && element.set == 0 && is_three_numbers(element))
      read_tangents(reader, primitive, element, find(declaration, kUsageBinormal, 0));
    else
      read_extra(reader, mesh, primitive.extra, element);
  }
  if (all_black(primitive.colors)) {
    b.note("x.black-colors", declaration.object,
           "vertex colours that are 0 everywhere would paint the mesh black; left out");
    primitive.colors.clear();
  }
  return {};
}

}  // namespace skelter::x
