// Reads the vertex attributes of a primitive.

#include <algorithm>
#include <cmath>

#include "formats/gltf/read/meshes/primitive.h"
#include "scene/internal/vertex_colors.h"

namespace skelter::gltf {
namespace {

constexpr std::uint32_t kMaxUvSets = 8;
// Smaller deviations from unit length are rounding: to a few digits for floats, to 7 bits for bytes.
constexpr double kFloatTolerance = 0.01, kIntegerTolerance = 0.05;

double unit_tolerance(const Accessor& accessor) {
  return accessor.component == Component::f32 ? kFloatTolerance : kIntegerTolerance;
}

// "TEXCOORD_3" gives 3 for the prefix "TEXCOORD_". Returns nullopt for other names.
std::optional<std::uint32_t> set_of(std::string_view name, std::string_view prefix) {
  if (name.substr(0, prefix.size()) != prefix) return std::nullopt;
  const std::string_view digits = name.substr(prefix.size());
  if (digits.empty() || digits.size() > 4 || digits.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  return static_cast<std::uint32_t>(std::stoul(std::string(digits)));
}

// Checks the bounds of the positions. The reader does not use them, but wrong bounds mislead other programs.
void check_bounds(Builder& b, const Accessor& accessor, const std::vector<Vec3>& positions) {
  const bool zeros = accessor.data.empty() && accessor.sparse_count == 0;  // also for data in extensions
  if (accessor.normalized || positions.empty() || zeros) return;
  Vec3 low = positions[0], high = positions[0];
  for (const Vec3& p : positions) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  std::array<float, 3> given_low{}, given_high{};
  const auto has_low = b.numbers(accessor.at, "min", given_low);
  const auto has_high = b.numbers(accessor.at, "max", given_high);
  if (!has_low || !has_high || !*has_low || !*has_high) {
    b.warn("gltf.bounds", accessor.at, "no min and max of the positions; recomputed");
    return;
  }
  const float size =
      std::max({high.x - low.x, high.y - low.y, high.z - low.z, std::abs(high.x), std::abs(low.x)});
  const auto differ = [&](const std::array<float, 3>& given, const Vec3& found) {
    return std::abs(given[0] - found.x) > 1e-4f * size || std::abs(given[1] - found.y) > 1e-4f * size ||
           std::abs(given[2] - found.z) > 1e-4f * size;
  };
  if (differ(given_low, low) || differ(given_high, high))
    b.warn("gltf.bounds", accessor.at, "min and max do not match the positions; recomputed");
}

Result<void> read_positions(Builder& b, PrimitiveDraft& draft) {
  auto positions = read_attribute<Vec3>(b, draft, draft.attributes, "POSITION");
  if (!positions) return positions.error();
  if (!positions->accessor) return {};  // the caller reports it
  if (positions->not_finite != 0)
    return b.error("gltf.not-finite", positions->accessor->at,
                   fmt::format("{} numbers of positions are not finite", positions->not_finite));
  check_bounds(b, *positions->accessor, positions->values);
  draft.out.positions = std::move(positions->values);
  return {};
}

Result<void> read_normals(Builder& b, PrimitiveDraft& draft) {
  auto normals = read_attribute<Vec3>(b, draft, draft.attributes, "NORMAL");
  if (!normals) return normals.error();
  if (!normals->accessor) return {};
  const Accessor& a = *normals->accessor;
  warn_not_finite(b, a.at, normals->not_finite);
  const std::uint64_t off = make_unit(normals->values, unit_tolerance(a));
  if (off != 0) b.warn("gltf.not-unit", a.at, "a normal does not have unit length; normalised", off);
  draft.out.normals = std::move(normals->values);
  return {};
}

Result<void> read_tangents(Builder& b, PrimitiveDraft& draft) {
  auto tangents = read_attribute<Vec4>(b, draft, draft.attributes, "TANGENT");
  if (!tangents) return tangents.error();
  if (!tangents->accessor) return {};
  const Accessor& a = *tangents->accessor;
  warn_not_finite(b, a.at, tangents->not_finite);
  std::uint64_t off = 0;
  for (Vec4& t : tangents->values) {
    Vec3 direction{t.x, t.y, t.z};
    off += make_unit({&direction, 1}, unit_tolerance(a));
    t = {direction.x, direction.y, direction.z, t.w < 0 ? -1.0f : 1.0f};
  }
  if (off != 0) b.warn("gltf.not-unit", a.at, "a tangent does not have unit length; normalised", off);
  draft.out.tangents = std::move(tangents->values);
  return {};
}

Result<void> read_uvs(Builder& b, PrimitiveDraft& draft, std::string_view name, std::uint32_t set) {
  auto accessor = draft.open(b, draft.attributes, name);
  if (!accessor) return accessor.error();
  const Accessor& a = **accessor;
  if (set >= kMaxUvSets) {
    b.note("gltf.attribute", a.at, fmt::format("{}: only {} sets are read; left out", name, kMaxUvSets));
    return {};
  }
  if (a.components != 2 || !may_be_vertex_data(a))
    return wrong_accessor(b, a, "VEC2 of FLOAT or small integers");
  std::uint64_t not_finite = 0;
  auto uvs = read_vectors<Vec2>(b, a, not_finite);
  if (!uvs) return uvs.error();
  warn_not_finite(b, a.at, not_finite);
  if (draft.out.uvs.size() <= set) draft.out.uvs.resize(set + 1);
  draft.out.uvs[set] = std::move(*uvs);
  return {};
}

Result<void> read_colors(Builder& b, PrimitiveDraft& draft) {
  auto accessor = draft.open(b, draft.attributes, "COLOR_0");
  if (!accessor) return accessor.error();
  if (!*accessor) return {};
  const Accessor& a = **accessor;
  if ((a.components != 3 && a.components != 4) || !may_be_vertex_data(a))
    return wrong_accessor(b, a, "VEC3 or VEC4 of FLOAT or normalised integers");
  std::uint64_t not_finite = 0;
  auto numbers = read_floats(b, a, not_finite);
  if (!numbers) return numbers.error();
  warn_not_finite(b, a.at, not_finite);
  if (auto taken = b.take_memory<Vec4>(a.at, a.count); !taken) return taken;
  draft.out.colors.reserve(static_cast<std::size_t>(a.count));
  for (std::size_t i = 0; i < numbers->size(); i += a.components) {
    const float* c = numbers->data() + i;
    draft.out.colors.push_back({c[0], c[1], c[2], a.components == 4 ? c[3] : 1.0f});
  }
  if (all_black(draft.out.colors)) {
    draft.out.colors.clear();
    b.note("gltf.black-colors", draft.attributes["COLOR_0"],
           "vertex colours that are 0 everywhere would paint the mesh black; left out");
  }
  return {};
}

// Reads colours beyond the first set, and custom attributes.
Result<void> read_extra(Builder& b, PrimitiveDraft& draft, std::string_view name, std::string_view semantic,
                        std::uint32_t set) {
  auto accessor = draft.open(b, draft.attributes, name);
  if (!accessor) return accessor.error();
  const Accessor& a = **accessor;
  if (a.components > 4 || a.columns != 1) {
    b.note("gltf.attribute", a.at, fmt::format("{}: matrices per vertex are left out", name));
    return {};
  }
  std::uint64_t not_finite = 0;
  auto numbers = read_floats(b, a, not_finite);
  if (!numbers) return numbers.error();
  warn_not_finite(b, a.at, not_finite);
  draft.out.extra.push_back({std::string(semantic), set, a.components, std::move(*numbers)});
  return {};
}

Result<void> read_other(Builder& b, PrimitiveDraft& draft, std::string_view name) {
  if (const auto set = set_of(name, "TEXCOORD_")) return read_uvs(b, draft, name, *set);
  if (const auto set = set_of(name, "COLOR_"))
    return *set == 0 ? Result<void>() : read_extra(b, draft, name, "color", *set);
  if (name.substr(0, 1) == "_") return read_extra(b, draft, name, name, 0);
  const bool elsewhere = name == "POSITION" || name == "NORMAL" || name == "TANGENT" ||
                         set_of(name, "JOINTS_") || set_of(name, "WEIGHTS_");
  if (!elsewhere)
    b.note("gltf.attribute", draft.attributes,
           fmt::format("{} is not an attribute of glTF 2.0; left out", name));
  return {};
}

}  // namespace

std::uint64_t make_unit(std::span<Vec3> normals, double tolerance) {
  // Normals that are unit up to rounding keep their bits.
  constexpr double kRounding = 1e-5;
  std::uint64_t off = 0;
  for (Vec3& n : normals) {
    const double squared = dot(to_double(n), to_double(n));
    if (std::abs(squared - 1) <= 2 * kRounding) continue;
    const double size = std::sqrt(squared);
    if (std::abs(size - 1) > tolerance) ++off;
    n = skelter::to_float(normalized(to_double(n)));
  }
  return off;
}

Result<std::optional<Accessor>> PrimitiveDraft::open(Builder& b, JsonValue object,
                                                     std::string_view name) const {
  const auto index = b.index(object, name, b.accessors.size(), "accessor");
  if (!index) return index.error();
  if (*index == kNone) return std::optional<Accessor>();
  auto accessor = open_accessor(b, *index);
  if (!accessor) return accessor.error();
  if (name != "POSITION" && accessor->count != out.positions.size())
    return b.error("gltf.attribute-count", object[name],
                   fmt::format("{} elements for {} positions", accessor->count, out.positions.size()));
  if (draco != nullptr && object == attributes)
    for (const DracoMesh::Attribute& held : draco->attributes)
      if (held.name == name) {
        accessor->data = held.bytes;
        accessor->stride = accessor->element_bytes();
      }
  return std::optional<Accessor>(std::move(*accessor));
}

Result<void> read_vertices(Builder& b, PrimitiveDraft& draft) {
  for (const auto part : {read_positions, read_normals, read_tangents, read_colors})
    if (auto done = part(b, draft); !done) return done;
  for (JsonValue name = draft.attributes.first(); name; name = name.next())
    if (auto done = read_other(b, draft, name.name()); !done) return done;
  // Files may skip texture coordinate sets between others. These are filled with zeros.
  for (std::vector<Vec2>& uvs : draft.out.uvs) {
    if (uvs.size() == draft.out.positions.size()) continue;
    if (auto taken = b.take_memory<Vec2>(draft.at, draft.out.positions.size()); !taken) return taken;
    uvs.resize(draft.out.positions.size());
  }
  return {};
}

}  // namespace skelter::gltf
