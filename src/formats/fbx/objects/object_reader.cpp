#include "formats/fbx/objects/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/internal/memory_budget.h"
#include "system/internal/text.h"

namespace skelter::fbx {
namespace {

Kind kind_of(std::string_view class_name, std::string_view sub_type) {
  constexpr std::pair<std::string_view, Kind> kClasses[] = {
      {"Model", Kind::model},
      {"NodeAttribute", Kind::node_attribute},
      {"Material", Kind::material},
      {"Texture", Kind::texture},
      {"LayeredTexture", Kind::layered_texture},
      {"Video", Kind::video},
      {"AnimationStack", Kind::stack},
      {"AnimationLayer", Kind::layer},
      {"AnimationCurveNode", Kind::curve_node},
      {"AnimationCurve", Kind::curve},
      {"Pose", Kind::pose},
      {"Constraint", Kind::constraint},
      {"Implementation", Kind::implementation},
      {"BindingTable", Kind::binding_table},
  };
  for (const auto& [name, kind] : kClasses)
    if (name == class_name) return kind;
  if (class_name == "Geometry")
    return sub_type == "Mesh" ? Kind::mesh : sub_type == "Shape" ? Kind::shape : Kind::other_geometry;
  if (class_name == "Deformer")
    return sub_type == "Skin"                ? Kind::skin
           : sub_type == "Cluster"           ? Kind::cluster
           : sub_type == "BlendShape"        ? Kind::blend_shape
           : sub_type == "BlendShapeChannel" ? Kind::blend_channel
                                             : Kind::other_deformer;
  return Kind::other;
}

// Number of values in a property of this type, or 0 for types that programs also write in other lengths.
std::size_t numbers_of_type(std::string_view type) {
  constexpr std::string_view kVectors[] = {"Color",        "ColorRGB",    "Vector",         "Vector3D",
                                           "Lcl Rotation", "Lcl Scaling", "Lcl Translation"};
  constexpr std::string_view kNumbers[] = {"double", "Number", "float", "Float", "Real"};
  if (std::find(std::begin(kVectors), std::end(kVectors), type) != std::end(kVectors)) return 3;
  return std::find(std::begin(kNumbers), std::end(kNumbers), type) != std::end(kNumbers) ? 1 : 0;
}

// The numbers of a record in a text file: the text after the last quotation mark in its line.
std::string_view text_of_numbers(const RecordTree& tree, std::uint32_t record) {
  std::string_view line(reinterpret_cast<const char*>(tree.source.data()), tree.source.size());
  line = line.substr(static_cast<std::size_t>(tree.records[record].byte));
  line = line.substr(0, line.find('\n'));
  const std::size_t quote = line.rfind('"');
  return quote == std::string_view::npos ? line : line.substr(quote + 1);
}

}  // namespace

// On systems with decimal commas, 3ds Max wrote "0,8,0,8,0,8" for a colour. Lists with too many numbers are
// ambiguous and therefore errors, except in properties that users add (flag U), which may also list their
// limits.
Result<void> ObjectReader::check_decimal_commas(std::uint32_t property) const {
  const std::size_t before = tree_.records[property].name == "P" ? 4 : 3;  // name, type, label, flags
  const std::span<const Value> values = tree_.values_of(property);
  if (values.size() < before + 2) return {};
  const std::size_t count = values.size() - before, expected = numbers_of_type(tree_.text(property, 1));
  if (expected == 0 || count <= expected || count > 2 * expected) return {};
  if (!std::all_of(values.begin() + static_cast<std::ptrdiff_t>(before), values.end(), is_number)) return {};
  if (tree_.text(property, before - 1).find('U') != std::string_view::npos) return {};
  if (text_of_numbers(tree_, property).find('.') != std::string_view::npos) return {};
  return Error{
      Status::bad_data, "fbx.decimal-comma",
      fmt::format("{} numbers; expected {}. The file is written with decimal commas; export it again "
                  "as binary FBX, or on a system with decimal points",
                  count, expected),
      tree_.spot(property)};
}

std::uint32_t ObjectReader::properties_of(std::uint32_t record) const {
  const std::uint32_t properties = tree_.child(record, "Properties70");
  return properties != kNone ? properties : tree_.child(record, "Properties60");
}

Result<std::string> ObjectReader::name_of(std::uint32_t record, std::string_view full_name) {
  const std::string_view name = plain_name(full_name);
  if (!budget_.take(name.size() + sizeof(std::string)))
    return memory_error(tree_, budget_, tree_.records[record].byte);
  if (is_utf8(name)) return std::string(name);
  std::string converted = to_utf8(name, tree_.code_page);
  diagnostics_.add(Severity::warning, "fbx.unicode", tree_.spot(record),
                   fmt::format("name that is not UTF-8; read as {}: \"{}\"",
                               tree_.code_page == CodePage::shift_jis ? "Shift-JIS" : "Windows-1252",
                               std::string_view(converted).substr(0, 200)));
  return converted;
}

std::uint32_t ObjectReader::template_of(const Object& object) const {
  for (std::uint32_t t = 0; t < graph_.templates.size(); ++t) {
    if (graph_.templates[t].class_name != object.class_name) continue;
    // The template of node attributes applies only to their first sub-type.
    const std::string_view of = graph_.templates[t].of;
    if (object.kind == Kind::node_attribute && (of.substr(0, 3) != "Fbx" || of.substr(3) != object.sub_type))
      return kNone;
    return t;
  }
  return kNone;
}

Result<void> ObjectReader::key_properties() {
  const std::size_t count = tree_.records.size();
  if (!budget_.take(count * sizeof(std::uint32_t))) return memory_error(tree_, budget_, 0);
  graph_.property_keys_.assign(count, 0);
  for (std::uint32_t list = 1; list < count; ++list) {
    const std::string_view name = tree_.records[list].name;
    if (name != "Properties70" && name != "Properties60") continue;
    for (const std::uint32_t property : tree_.children(list)) {
      graph_.property_keys_[property] = property_key(tree_.text(property));
      if (tree_.binary) continue;
      if (auto checked = check_decimal_commas(property); !checked) return checked;
    }
  }
  return {};
}

void ObjectReader::read_templates() {
  constexpr std::size_t kMaxTemplates = 256;
  for (const std::uint32_t type : tree_.children(tree_.child(0, "Definitions"))) {
    const std::uint32_t sub = tree_.child(type, "PropertyTemplate");
    if (sub == kNone || graph_.templates.size() >= kMaxTemplates) continue;
    graph_.templates.push_back({tree_.text(type), tree_.text(sub), properties_of(sub)});
  }
}

Result<std::uint32_t> ObjectReader::add(Object object) {
  object.template_ = template_of(object);
  if (!make_room(graph_.objects, budget_))
    return memory_error(tree_, budget_, tree_.records[object.record].byte);
  graph_.objects.push_back(std::move(object));
  return static_cast<std::uint32_t>(graph_.objects.size() - 1);
}

Result<void> ObjectReader::connect(std::uint32_t child, std::uint32_t parent) {
  if (!make_room(graph_.connections, budget_)) return memory_error(tree_, budget_, 0);
  graph_.connections.push_back({child, parent, {}, false});
  return {};
}

// Reads `Model: 12, "Model::hip", "LimbNode"` or, in old files, `Model: "Model::hip", "Limb"`.
Result<void> ObjectReader::read_object(std::uint32_t record) {
  const std::span<const Value> values = tree_.values_of(record);
  const std::string_view class_name = tree_.records[record].name;
  if (class_name == "GlobalSettings") {
    if (graph_.global_settings == kNone) graph_.global_settings = properties_of(record);
    return {};
  }
  const std::size_t name_at = !values.empty() && is_number(values[0]) ? 1 : 0;
  const std::string_view full_name = tree_.text(record, name_at);
  Object object;
  object.class_name = class_name;
  object.sub_type = tree_.text(record, name_at + 1);
  object.kind = kind_of(class_name, object.sub_type);
  object.record = record;
  object.properties = properties_of(record);
  if (name_at == 0 && object.kind == Kind::other) return {};  // a plain value: Version, Count
  auto name = name_of(record, full_name);
  if (!name) return name.error();
  object.name = std::move(*name);
  if (!budget_.take(64)) return memory_error(tree_, budget_, tree_.records[record].byte);
  const auto index = static_cast<std::uint32_t>(graph_.objects.size());
  if (name_at == 1) {
    object.id = integer_of(values[0]);
    if (!by_id_.emplace(object.id, index).second) {
      diagnostics_.add(
          Severity::warning, "fbx.duplicate-id", tree_.spot(record),
          object.id == 0
              ? std::string("id 0 is reserved for the root; ignored")
              : fmt::format("duplicate id {}, already used by an earlier object; ignored", object.id));
      return {};
    }
  } else {
    object.id = -static_cast<std::int64_t>(index);
    graph_.by_full_name_.emplace(full_name, index);
  }
  const Kind kind = object.kind;
  const auto added = add(std::move(object));
  if (!added) return added.error();
  if (kind == Kind::model && tree_.version < 7000) return read_parts_of_model(*added);
  if (kind == Kind::mesh) return read_shapes(*added, *added);
  return {};
}

std::uint32_t ObjectReader::end_of_connection(const Value& value) const {
  if (is_number(value)) {
    const auto found = by_id_.find(integer_of(value));
    return found == by_id_.end() ? kNone : found->second;
  }
  return graph_.find_full_name(tree_.text_of(value));
}

Result<void> ObjectReader::read_connections() {
  const std::uint32_t list = tree_.child(0, "Connections");
  std::uint64_t missing = 0;
  std::uint32_t first_missing = kNone;
  std::string first_id;
  for (const std::uint32_t record : tree_.children(list)) {
    const std::string_view name = tree_.records[record].name;
    if (name != "C" && name != "Connect") continue;
    const std::span<const Value> values = tree_.values_of(record);
    const std::string_view kind = tree_.text(record);
    if (kind.size() != 2 || values.size() < 3) continue;
    // PO and PP have the name of the child's property before the parent.
    const std::size_t parent_at = kind[0] == 'P' && values.size() > 3 ? 3 : 2;
    const std::uint32_t child = end_of_connection(values[1]), parent = end_of_connection(values[parent_at]);
    if (child == kNone || parent == kNone) {
      const Value& wrong = child == kNone ? values[1] : values[parent_at];
      if (missing++ == 0) {
        first_missing = record;
        first_id = is_number(wrong) ? std::to_string(integer_of(wrong))
                                    : fmt::format("\"{}\"", plain_name(tree_.text_of(wrong)).substr(0, 200));
      }
      continue;
    }
    if (!make_room(graph_.connections, budget_))
      return memory_error(tree_, budget_, tree_.records[record].byte);
    Connection connection{child, parent, {}, kind[1] == 'P'};
    if (connection.to_property && parent_at + 1 < values.size())
      connection.property = tree_.text(record, parent_at + 1);
    graph_.connections.push_back(connection);
  }
  if (missing != 0) {
    SourceSpot spot = tree_.spot(first_missing);
    spot.object = "Connections";
    diagnostics_.add(Severity::warning, "fbx.connection", std::move(spot),
                     fmt::format("refers to object {}, which the file does not have; ignored", first_id),
                     missing);
  }
  return {};
}

void ObjectReader::drop_duplicates() {
  std::vector<Connection>& all = graph_.connections;
  std::vector<std::uint32_t> order(all.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&](std::uint32_t i) {
    return std::make_tuple(all[i].child, all[i].parent, all[i].to_property, all[i].property);
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto ka = key(a), kb = key(b);
    return ka != kb ? ka < kb : a < b;
  });
  std::vector<bool> drop(all.size(), false);
  bool any = false;
  for (std::size_t i = 1; i < order.size(); ++i)
    if (key(order[i]) == key(order[i - 1])) any = drop[order[i]] = true;
  if (!any) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!drop[i]) all[kept++] = all[i];
  all.resize(kept);
}

Result<void> ObjectReader::index_connections() {
  if (!budget_.take((graph_.connections.size() * 3 + graph_.objects.size() * 4) * sizeof(std::uint32_t)))
    return memory_error(tree_, budget_, 0);
  drop_duplicates();
  const auto index = [&](std::vector<std::uint32_t>& begin, std::vector<std::uint32_t>& list,
                         std::uint32_t Connection::*end) {
    begin.assign(graph_.objects.size() + 1, 0);
    for (const Connection& c : graph_.connections) ++begin[c.*end + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    list.resize(graph_.connections.size());
    std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
    for (std::uint32_t c = 0; c < graph_.connections.size(); ++c)
      list[next[graph_.connections[c].*end]++] = c;
  };
  index(graph_.incoming_begin_, graph_.incoming_, &Connection::parent);
  index(graph_.outgoing_begin_, graph_.outgoing_, &Connection::child);
  return {};
}

Result<ObjectGraph> ObjectReader::read() {
  Object root;
  root.kind = Kind::root;
  root.class_name = "Model";
  root.name = "Scene";
  graph_.objects.push_back(std::move(root));
  by_id_[0] = 0;
  graph_.by_full_name_["Model::Scene"] = 0;
  graph_.by_full_name_[std::string_view("Scene\0\1Model", 12)] = 0;
  if (auto keyed = key_properties(); !keyed) return keyed.error();
  read_templates();

  const std::uint32_t list = tree_.child(0, "Objects");
  if (list == kNone && tree_.version >= 6000)
    return Error{Status::bad_data, "fbx.no-objects", "the Objects list is missing", {tree_.file, 0, {}, {}}};
  if (const std::uint32_t document = tree_.child(tree_.child(0, "Documents"), "Document"); document != kNone)
    if (const std::uint32_t node = tree_.child(document, "RootNode"); node != kNone)
      by_id_.emplace(tree_.integer(node), 0);
  if (const std::uint32_t settings = tree_.child(0, "GlobalSettings"); settings != kNone)
    graph_.global_settings = properties_of(settings);
  for (const std::uint32_t record : tree_.children(list == kNone ? 0 : list))
    if (auto read = read_object(record); !read) return read.error();
  if (tree_.version < 6000)
    for (std::uint32_t o = 1; o < graph_.objects.size(); ++o)
      if (graph_.objects[o].kind == Kind::model)
        if (auto read = read_children(o); !read) return read.error();
  for (const auto& [record, cluster] : links_) {
    const std::uint32_t bone = graph_.find_full_name(tree_.text(record));
    if (bone == kNone || bone == 0) continue;  // the skin reader reports the missing bone
    if (auto done = connect(bone, cluster); !done) return done.error();
  }
  if (auto read = read_connections(); !read) return read.error();
  move_deformers();
  if (auto done = index_connections(); !done) return done.error();
  return std::move(graph_);
}

Result<ObjectGraph> read_objects(const RecordTree& tree, MemoryBudget& budget, Diagnostics& diagnostics) {
  return ObjectReader(tree, budget, diagnostics).read();
}

}  // namespace skelter::fbx
