#include "formats/fbx/read/mesh_source.h"

#include <fmt/format.h>

#include <algorithm>

namespace skelter::fbx {
namespace {

// Converts the mapping of a layer. Returns nullopt for an unknown word.
std::optional<Mapping> mapping_of(std::string_view word) {
  if (word == "ByPolygonVertex") return Mapping::by_corner;
  if (word == "ByVertex" || word == "ByVertice") return Mapping::by_point;
  if (word == "ByPolygon") return Mapping::by_polygon;
  if (word == "ByEdge") return Mapping::by_edge;
  if (word == "AllSame") return Mapping::all_same;
  return std::nullopt;
}

// Names of a layer's parts. In old files the layer may be the whole geometry.
struct LayerNames {
  std::string_view values, index;
  std::uint32_t width = 3;
};

class SourceReader {
 public:
  SourceReader(SceneBuilder& b, std::uint32_t geometry) : b_(b), record_(b.graph.objects[geometry].record) {
    source_.object = geometry;
  }

  Result<MeshSource> read();

 private:
  Result<void> read_polygons();
  Result<void> read_layers();
  Result<void> read_layer(std::uint32_t record, const LayerNames& names, MeshLayer& layer);
  Result<void> read_old_layers();
  std::size_t entries_of(Mapping mapping) const {
    return mapping == Mapping::by_corner    ? source_.corners.size()
           : mapping == Mapping::by_point   ? source_.points.size()
           : mapping == Mapping::by_polygon ? source_.polygons()
                                            : 1;
  }
  void check_index(std::uint32_t record, MeshLayer& layer);

  SceneBuilder& b_;
  std::uint32_t record_;
  MeshSource source_;
};

Result<void> SourceReader::read_polygons() {
  std::vector<double> numbers;
  if (auto read = b_.read_list(source_.object, "Vertices", numbers); !read) return read;
  if (auto taken = b_.take_memory<Vec3d>(source_.object, numbers.size() / 3); !taken) return taken;
  source_.points.resize(numbers.size() / 3);
  for (std::size_t i = 0; i < source_.points.size(); ++i)
    source_.points[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
  std::vector<std::int32_t> indices;
  if (auto read = b_.read_list(source_.object, "PolygonVertexIndex", indices); !read) return read;
  if (auto taken = b_.take_memory<std::uint32_t>(source_.object, 2 * indices.size() + 1); !taken)
    return taken;
  if (source_.points.empty()) return {};
  source_.corners.reserve(indices.size());
  source_.polygon_begin.push_back(0);
  std::uint64_t wrong = 0;
  std::int64_t first_wrong = 0;
  for (const std::int32_t index : indices) {
    const std::int32_t point = index < 0 ? ~index : index;
    std::uint32_t corner = static_cast<std::uint32_t>(point);
    if (corner >= source_.points.size()) {
      if (wrong++ == 0) first_wrong = point;
      corner = static_cast<std::uint32_t>(source_.points.size() - 1);
    }
    source_.corners.push_back(corner);
    if (index < 0) source_.polygon_begin.push_back(static_cast<std::uint32_t>(source_.corners.size()));
  }
  if (source_.polygon_begin.back() != source_.corners.size()) {
    source_.polygon_begin.push_back(static_cast<std::uint32_t>(source_.corners.size()));
    b_.warn("fbx.polygon", source_.object, "the last polygon has no end; closed at the last corner");
  }
  if (wrong != 0)
    b_.warn("fbx.index", source_.object,
            fmt::format("a polygon names the point {} of {}; the last one is taken", first_wrong,
                        source_.points.size()),
            wrong);
  return {};
}

void SourceReader::check_index(std::uint32_t record, MeshLayer& layer) {
  const std::size_t count = layer.values.size() / layer.width;
  std::uint64_t wrong = 0;
  for (const std::int32_t index : layer.index)
    wrong += index < 0 || static_cast<std::uint64_t>(index) >= count ? 1 : 0;
  const std::size_t have = layer.index.empty() ? count : layer.index.size();
  const std::size_t need = entries_of(layer.mapping);
  if (have < need) wrong += need - have;
  if (wrong == 0) return;
  b_.scene.diagnostics.add(Severity::warning, "fbx.index", b_.tree.spot(record),
                           fmt::format("entries without a value; the last of {} is taken", count), wrong);
}

Result<void> SourceReader::read_layer(std::uint32_t record, const LayerNames& names, MeshLayer& layer) {
  const std::uint32_t values = b_.tree.child(record, names.values);
  if (values == kNone) return {};
  const std::uint32_t said = b_.tree.child(record, "MappingInformationType");
  const std::string_view word = b_.tree.text(said);
  const auto mapping = mapping_of(word);
  if (!mapping) {
    b_.scene.diagnostics.add(
        Severity::warning, "fbx.mapping", b_.tree.spot(record),
        fmt::format("mapping \"{}\"; expected ByPolygonVertex, ByVertex, ByPolygon, ByEdge "
                    "or AllSame, ignored",
                    word.substr(0, 40)));
    return {};
  }
  layer.mapping = *mapping;
  layer.width = names.width;
  if (names.index.empty()) {  // the values themselves are the index
    if (auto read = b_.read_list_of(values, layer.index); !read) return read;
    return {};
  }
  if (auto read = b_.read_list_of(values, layer.values); !read) return read;
  layer.values.resize(layer.values.size() / layer.width * layer.width);
  const std::uint32_t index = b_.tree.child(record, names.index);
  if (index != kNone)
    if (auto read = b_.read_list_of(index, layer.index); !read) return read;
  if (layer.values.empty()) {
    layer.index.clear();
    return {};
  }
  // Some old exporters write ByPolygon although they store a value per corner.
  const std::size_t have = layer.index.empty() ? layer.values.size() / layer.width : layer.index.size();
  if (layer.mapping == Mapping::by_polygon && have == source_.corners.size() && have != source_.polygons())
    layer.mapping = Mapping::by_corner;
  check_index(record, layer);
  return {};
}

Result<void> SourceReader::read_layers() {
  for (const std::uint32_t record : b_.tree.children(record_)) {
    const std::string_view name = b_.tree.records[record].name;
    if (name.substr(0, 12) != "LayerElement") continue;
    const std::string_view what = name.substr(12);
    Result<void> read;
    if (what == "Normal" && source_.normals.empty())
      read = read_layer(record, {"Normals", "NormalsIndex", 3}, source_.normals);
    else if (what == "Tangent" && source_.tangents.empty())
      read = read_layer(record, {"Tangents", "TangentsIndex", 3}, source_.tangents);
    else if (what == "Binormal" && source_.binormals.empty())
      read = read_layer(record, {"Binormals", "BinormalsIndex", 3}, source_.binormals);
    else if (what == "UV")
      read = read_layer(record, {"UV", "UVIndex", 2}, source_.uvs.emplace_back());
    else if (what == "Color")
      read = read_layer(record, {"Colors", "ColorIndex", 4}, source_.colors.emplace_back());
    else if (what == "Material" && source_.materials.index.empty())
      read = read_layer(record, {"Materials", {}, 1}, source_.materials);
    else if (what == "Smoothing" && source_.smoothing.index.empty())
      read = read_layer(record, {"Smoothing", {}, 1}, source_.smoothing);
    else if (what == "Hole" && source_.hole.index.empty())
      read = read_layer(record, {"Hole", {}, 1}, source_.hole);
    if (!read) return read;
    if (!source_.uvs.empty() && source_.uvs.back().empty()) source_.uvs.pop_back();
    if (!source_.colors.empty() && source_.colors.back().empty()) source_.colors.pop_back();
  }
  return {};
}

// Before version 6000, the model contains Normals, GeometryUVInfo, MaterialAssignation and Materials.
Result<void> SourceReader::read_old_layers() {
  if (auto read = b_.read_list(source_.object, "Normals", source_.normals.values); !read) return read;
  source_.normals.values.resize(source_.normals.values.size() / 3 * 3);
  const std::size_t normals = source_.normals.values.size() / 3;
  source_.normals.mapping = normals == source_.points.size() ? Mapping::by_point : Mapping::by_corner;
  if (normals == source_.corners.size() && b_.tree.version != 5000)
    source_.normals.mapping = Mapping::by_corner;
  if (normals < source_.points.size() && normals < source_.corners.size()) source_.normals.values.clear();
  if (const std::uint32_t info = b_.tree.child(record_, "GeometryUVInfo"); info != kNone) {
    MeshLayer uvs;
    if (auto read = read_layer(info, {"TextureUV", "TextureUVVerticeIndex", 2}, uvs); !read) return read;
    if (!uvs.empty()) source_.uvs.push_back(std::move(uvs));
  }
  const std::uint32_t assigned = b_.tree.child(record_, "MaterialAssignation");
  if (assigned == kNone) return {};
  source_.materials.mapping = mapping_of(b_.tree.text(assigned)).value_or(Mapping::all_same);
  return b_.read_list(source_.object, "Materials", source_.materials.index);
}

Result<MeshSource> SourceReader::read() {
  if (auto read = read_polygons(); !read) return read.error();
  if (source_.points.empty()) return std::move(source_);
  auto layers = b_.tree.version < 6000 ? read_old_layers() : read_layers();
  if (!layers) return layers.error();
  return std::move(source_);
}

}  // namespace

Result<MeshSource> read_mesh_source(SceneBuilder& b, std::uint32_t geometry) {
  return SourceReader(b, geometry).read();
}

}  // namespace skelter::fbx
