#include "formats/gltf/read/builder.h"

#include <algorithm>
#include <cmath>

#include "core/internal/memory_budget.h"
#include "formats/gltf/container/uri.h"
#include "skelter/system/file.h"
#include "system/internal/filesystem.h"

namespace skelter::gltf {

Builder::Builder(const JsonTree& tree, const Container& container, const std::string& file,
                 const ReadOptions& shared_in, const GltfReadOptions& options_in, MemoryBudget& budget)
    : shared(shared_in),
      options(options_in),
      root(tree.root()),
      file_(file),
      container_(container),
      budget_(budget) {}

// --- reports -----------------------------------------------------------------------------------------------

SourceSpot Builder::spot(JsonValue at, std::string_view member) const {
  SourceSpot spot{file_, 0, {}, at.pointer()};
  if (!member.empty()) spot.object.append("/").append(member);
  return spot;
}

Error Builder::missing(JsonValue at, std::string_view member, std::string_view expected) const {
  return {Status::bad_data, "gltf.missing", fmt::format("missing; expected {}", expected), spot(at, member)};
}

Result<void> Builder::take_memory(JsonValue at, std::uint64_t count, std::uint64_t size) {
  if (count <= UINT64_MAX / size && budget_.take(count * size)) return {};
  return error("gltf.memory", at,
               fmt::format("needs more memory than the limit of {} bytes allows", budget_.limit()),
               Status::limit_exceeded);
}

void Builder::count_decompressed(std::uint64_t bytes) {
  constexpr std::uint64_t kMaxDecompressed = std::uint64_t{4} << 20;  // small: a few bytes can claim this
  const std::uint64_t counted = std::min(bytes, kMaxDecompressed - decompressed_);
  decompressed_ += counted;
  budget_.add_file(counted);
}

// --- members -----------------------------------------------------------------------------------------------

namespace {

Error wrong_type(const Builder& b, JsonValue value, std::string_view expected) {
  return b.error("gltf.type", value, fmt::format("{}; expected {}", to_text(value.kind()), expected));
}

}  // namespace

Result<double> Builder::number(JsonValue object, std::string_view name, double absent) const {
  const JsonValue value = object[name];
  if (!value) return absent;
  if (!value.is_number()) return wrong_type(*this, value, "a number");
  return value.number();
}

Result<std::uint64_t> Builder::count(JsonValue object, std::string_view name, std::uint64_t absent) const {
  const JsonValue value = object[name];
  if (!value) return absent;
  std::uint64_t count = 0;
  if (!value.is_number()) return wrong_type(*this, value, "an integer");
  if (!value.to_count(count))
    return error("gltf.number", value, fmt::format("{}; expected an integer from 0", value.number()));
  return count;
}

Result<bool> Builder::boolean(JsonValue object, std::string_view name, bool absent) const {
  const JsonValue value = object[name];
  if (!value) return absent;
  if (!value.is(JsonKind::boolean)) return wrong_type(*this, value, "true or false");
  return value.boolean();
}

Result<std::string_view> Builder::text(JsonValue object, std::string_view name) const {
  const JsonValue value = object[name];
  if (!value) return std::string_view();
  if (!value.is(JsonKind::text)) return wrong_type(*this, value, "a string");
  return value.text();
}

std::string_view Builder::optional_text(JsonValue object, std::string_view name) {
  const JsonValue value = object[name];
  if (!value || value.is(JsonKind::text)) return value.text();
  warn("gltf.type", value, fmt::format("{}; expected a string, ignored", to_text(value.kind())));
  return {};
}

Result<std::uint32_t> Builder::to_index(JsonValue value, std::size_t size, std::string_view what) const {
  std::uint64_t index = 0;
  if (!value.is_number()) return wrong_type(*this, value, fmt::format("the {} index", what));
  if (!value.to_count(index) || index >= size)
    return error("gltf.index", value,
                 fmt::format("{} index {}; the file has {}", what, value.number(), size));
  return static_cast<std::uint32_t>(index);
}

Result<std::uint32_t> Builder::index(JsonValue object, std::string_view name, std::size_t size,
                                     std::string_view what) const {
  const JsonValue value = object[name];
  return value ? to_index(value, size, what) : Result<std::uint32_t>(kNone);
}

Result<std::uint32_t> Builder::required_index(JsonValue object, std::string_view name, std::size_t size,
                                              std::string_view what) const {
  const JsonValue value = object[name];
  if (!value) return missing(object, name, fmt::format("the {} index", what));
  return to_index(value, size, what);
}

Result<bool> Builder::numbers(JsonValue object, std::string_view name, float* out, std::size_t size) const {
  const JsonValue list = object[name];
  if (!list) return false;
  if (!list.is(JsonKind::array)) return wrong_type(*this, list, fmt::format("an array of {} numbers", size));
  if (list.size() != size)
    return error("gltf.size", list, fmt::format("{} elements; expected {}", list.size(), size));
  for (JsonValue value = list.first(); value; value = value.next()) {
    if (!value.is_number()) return wrong_type(*this, value, "a number");
    *out = static_cast<float>(value.number());
    if (!std::isfinite(*out++))
      return error("gltf.number", value, "too large for a float; expected at most 3.4e38");
  }
  return true;
}

Result<JsonValue> Builder::member(JsonValue object, std::string_view name, JsonKind kind) const {
  const JsonValue value = object[name];
  if (value && !value.is(kind)) return wrong_type(*this, value, to_text(kind));
  return value;
}

Result<std::vector<JsonValue>> Builder::objects(JsonValue object, std::string_view name) {
  const auto list = member(object, name, JsonKind::array);
  if (!list) return list.error();
  if (auto taken = take_memory<JsonValue>(*list, list->size()); !taken) return taken.error();
  std::vector<JsonValue> values;
  values.reserve(list->size());
  for (JsonValue value = list->first(); value; value = value.next()) {
    if (!value.is(JsonKind::object)) return wrong_type(*this, value, "an object");
    values.push_back(value);
  }
  return values;
}

Result<CarriedJson> Builder::carried(JsonValue object, const std::vector<std::string_view>& read) {
  CarriedJson out;
  const auto extensions = member(object, "extensions", JsonKind::object);
  if (!extensions) return extensions.error();
  if (*extensions) out.extensions = extensions->to_json_without(read);
  if (const JsonValue extras = object["extras"]) out.extras = extras.to_json();
  if (auto taken = take_memory(object, out.extensions.size() + out.extras.size(), 1); !taken)
    return taken.error();
  return out;
}

// --- bytes -------------------------------------------------------------------------------------------------

Result<std::string> Builder::path_of(JsonValue uri) {
  const std::string path = percent_decoded(uri.text());
  const std::string beside = shared.neighbour_folder.empty() ? parent_folder(file_) : shared.neighbour_folder;
  const std::string folder = beside.empty() ? std::string(".") : beside;
  if (!stays_below(path) && !shared.allow_outside)
    return error("gltf.outside", uri,
                 fmt::format("\"{}\" is outside the folder of the file; expected a path below it", path));
  if (shared.read_neighbour) return path;
  if (std::optional<std::string> found = find_below(folder, path)) return *found;
  const std::string outside = path.substr(0, 1) == "/" ? path : folder + "/" + path;
  if (shared.allow_outside && file_exists(outside)) return outside;
  if (is_link_out_of(folder, path))
    return error(
        "gltf.outside", uri,
        fmt::format("\"{}\" is a link that leads out of the folder of the file; expected a file below it",
                    path));
  return error("gltf.file-missing", uri, fmt::format("no file \"{}\" next to this one", path),
               Status::not_found);
}

Result<ByteSpan> Builder::file_of(JsonValue uri) {
  const auto found = path_of(uri);
  if (!found) return found.error();
  if (const auto known = files_.find(*found); known != files_.end()) return known->second.bytes;
  const std::uint64_t most = shared.limits.max_memory_bytes == 0 ? UINT64_MAX : budget_.limit();
  File file;
  if (shared.read_neighbour) {
    auto given = shared.read_neighbour(*found);
    if (!given) return error("gltf.file", uri, given.error().message, given.error().status);
    file.given = std::move(*given);
    file.bytes = file.given;
  } else {
    auto read = read_file_bytes(*found, most);
    if (!read) return error("gltf.file", uri, read.error().message, read.error().status);
    file.read = std::move(*read);
    file.bytes = file.read.span();
  }
  budget_.add_file(file.bytes.size());
  if (auto taken = take_memory(uri, file.bytes.size(), 1); !taken) return taken.error();
  return files_.emplace(*found, std::move(file)).first->second.bytes;
}

Result<std::vector<std::byte>> Builder::decoded_uri(JsonValue uri) {
  const std::optional<DataUri> data = parse_data_uri(uri.text());
  if (!data) return error("gltf.uri", uri, "a data URI without a comma; expected data:TYPE;base64,...");
  if (auto taken = take_memory(uri, decoded_size_bound(*data), 1); !taken) return taken.error();
  std::vector<std::byte> bytes;
  if (!decode_data(*data, bytes))
    return error("gltf.base64", uri, "not base64; expected letters, digits, + and /");
  return bytes;
}

Result<ByteSpan> Builder::buffer(std::uint32_t index) {
  Buffer& buffer = buffer_bytes_[index];
  if (buffer.loaded) return buffer.bytes;
  const JsonValue at = buffers[index];
  if (!at["byteLength"]) return missing(at, "byteLength", "the size of the buffer");
  const auto length = count(at, "byteLength", 0);
  if (!length) return length.error();
  const auto uri = text(at, "uri");
  if (!uri) return uri.error();
  if (at["uri"]) {
    if (is_data_uri(*uri)) {
      auto bytes = decoded_uri(at["uri"]);
      if (!bytes) return bytes.error();
      buffer.owned = std::move(*bytes);
      buffer.bytes = buffer.owned;
    } else {
      const auto bytes = file_of(at["uri"]);
      if (!bytes) return bytes.error();
      buffer.bytes = *bytes;
    }
  } else if (index == 0 && container_.has_binary) {
    buffer.bytes = container_.binary;
  } else {
    return error("gltf.no-data", at, "neither `uri` nor a binary chunk", Status::not_found);
  }
  if (buffer.bytes.size() < *length)
    return error("gltf.buffer-size", at,
                 fmt::format("{} bytes of data; expected {}", buffer.bytes.size(), *length));
  buffer.bytes = buffer.bytes.first(static_cast<std::size_t>(*length));
  buffer.loaded = true;
  return buffer.bytes;
}

Result<ByteSpan> Builder::slice(JsonValue at, std::uint64_t offset, std::uint64_t length,
                                std::uint32_t buffer_index) {
  const auto bytes = buffer(buffer_index);
  if (!bytes) return bytes.error();
  if (offset > bytes->size() || length > bytes->size() - offset)
    return error("gltf.view-bounds", at,
                 fmt::format("bytes {} to {} are outside the buffer of {} bytes", offset, offset + length,
                             bytes->size()));
  return bytes->subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
}

Result<ViewBytes> Builder::view(std::uint32_t index) {
  const JsonValue at = views[index];
  View& view = view_bytes_[index];
  const auto stride = count(at, "byteStride", 0);
  if (!stride) return stride.error();
  ViewBytes result;
  result.stride = static_cast<std::size_t>(*stride);
  if (view.decoded) {
    result.bytes = view.owned;
    return result;
  }
  JsonValue source = at;  // object that contains the position in the buffer
  for (const std::string_view name : {"EXT_meshopt_compression", "KHR_meshopt_compression"})
    if (const JsonValue compressed = extension(at, name)) source = compressed;
  const auto buffer_index = required_index(source, "buffer", buffers.size(), "buffer");
  if (!buffer_index) return buffer_index.error();
  const auto offset = count(source, "byteOffset", 0);
  if (!offset) return offset.error();
  if (!source["byteLength"]) return missing(source, "byteLength", "the size of the view");
  const auto length = count(source, "byteLength", 0);
  if (!length) return length.error();
  const auto bytes = slice(source, *offset, *length, *buffer_index);
  if (!bytes) return bytes.error();
  result.bytes = *bytes;
  if (source == at) return result;

  auto decoded = decode_meshopt(*this, source, *bytes);
  if (!decoded) return decoded.error();
  view.owned = std::move(*decoded);
  view.decoded = true;
  result.bytes = view.owned;
  return result;
}

Result<void> read_lists(Builder& b) {
  const std::pair<std::string_view, std::vector<JsonValue>*> lists[] = {
      {"buffers", &b.buffers}, {"bufferViews", &b.views},     {"accessors", &b.accessors},
      {"nodes", &b.nodes},     {"meshes", &b.meshes},         {"skins", &b.skins},
      {"cameras", &b.cameras}, {"animations", &b.animations},
  };
  for (const auto& [name, list] : lists) {
    auto values = b.objects(b.root, name);
    if (!values) return values.error();
    *list = std::move(*values);
  }
  auto lights = b.objects(Builder::extension(b.root, "KHR_lights_punctual"), "lights");
  if (!lights) return lights.error();
  b.lights = std::move(*lights);
  if (b.nodes.size() > b.shared.limits.max_nodes)
    return b.error(
        "gltf.nodes", b.root["nodes"],
        fmt::format("{} nodes; more than the limit of {}", b.nodes.size(), b.shared.limits.max_nodes),
        Status::limit_exceeded);
  if (auto taken = b.take_memory(
          b.root, b.buffers.size() * sizeof(Builder::Buffer) + b.views.size() * sizeof(Builder::View), 1);
      !taken)
    return taken;
  b.buffer_bytes_.resize(b.buffers.size());
  b.view_bytes_.resize(b.views.size());
  return {};
}

}  // namespace skelter::gltf
