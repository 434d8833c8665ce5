#include "skelter/formats/gltf/write.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>

#include "formats/gltf/write/prepare.h"
#include "formats/gltf/write/scene_writer.h"

namespace skelter {
namespace gltf {

void SceneWriter::write_carried(const CarriedJson& carried, const std::vector<std::string>& ours,
                                std::string_view own_extras) {
  std::string members;
  for (const std::string& member : ours) members += (members.empty() ? "" : ",") + member;
  // Drops the braces of "{...}", so that further members can follow.
  const std::string& given = carried.extensions;
  // A carried-over extension may also transform a texture, so its text is searched for the name.
  if (given.find("\"KHR_texture_transform\"") != std::string::npos)
    extensions.insert("KHR_texture_transform");
  if (given.size() > 2) members += (members.empty() ? "" : ",") + given.substr(1, given.size() - 2);
  if (!members.empty()) {
    json.key("extensions");
    json.raw("{" + members + "}");
  }
  const std::string_view extras = carried.extras.empty() ? own_extras : std::string_view(carried.extras);
  if (extras.empty()) return;
  json.key("extras");
  json.raw(extras);
}

namespace {

// Whether an extension only concerns how data is stored. These extensions are listed only if this file stores
// data that way.
bool is_about_storage(const std::string& extension) {
  constexpr std::string_view kNames[] = {"KHR_draco_mesh_compression",
                                         "EXT_mesh_gpu_instancing",
                                         "EXT_meshopt_compression",
                                         "KHR_meshopt_compression",
                                         "KHR_mesh_quantization",
                                         "KHR_texture_transform",
                                         "KHR_materials_unlit",
                                         "KHR_lights_punctual",
                                         "KHR_animation_pointer",
                                         "EXT_texture_webp",
                                         "KHR_materials_emissive_strength",
                                         "KHR_materials_pbrSpecularGlossiness"};
  return std::find(std::begin(kNames), std::end(kNames), extension) != std::end(kNames);
}

void write_names(JsonText& json, std::string_view key, const std::set<std::string>& names) {
  if (names.empty()) return;
  json.key(key);
  json.begin_array(true);
  for (const std::string& name : names) json.text(name);
  json.end_array();
}

constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Encodes bytes as in RFC 4648, section 4.
std::string base64(const std::vector<std::byte>& bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t b = 0; b < 3; ++b)
      group = group << 8 | (i + b < bytes.size() ? static_cast<std::uint32_t>(bytes[i + b]) : 0);
    for (std::size_t c = 0; c < 4; ++c)
      text += c <= bytes.size() - i ? kBase64[group >> (18 - 6 * c) & 63] : '=';
  }
  return text;
}

void write_buffers(SceneWriter& writer, const std::string& uri) {
  if (writer.buffer.bytes().empty() && !writer.buffer.compressed()) return;
  JsonText& json = writer.json;
  json.key("buffers");
  json.begin_array();
  json.begin_object();
  if (!uri.empty()) json.member("uri", uri);
  json.member("byteLength", static_cast<std::uint64_t>(writer.buffer.bytes().size()));
  json.end_object();
  if (writer.buffer.compressed()) {
    json.begin_object();
    json.member("byteLength", writer.buffer.fallback_length());
    json.key("extensions");
    json.raw(R"({"EXT_meshopt_compression":{"fallback":true}})");
    json.end_object();
  }
  json.end_array();
}

void write_asset(SceneWriter& writer) {
  JsonText& json = writer.json;
  json.key("asset");
  json.begin_object();
  json.member("version", "2.0");
  json.member("generator", "Skelter");
  if (!writer.scene.copyright.empty()) json.member("copyright", writer.scene.copyright);
  json.end_object();
}

// Writes the lists of the document. Lists that fill the buffer come before those that describe it.
std::string document(SceneWriter& writer) {
  const Scene& scene = writer.scene;
  JsonText& json = writer.json;
  json.begin_object();
  write_asset(writer);
  write_scenes(writer);
  write_nodes(writer);
  write_meshes(writer);
  write_skins(writer);
  write_materials(writer);
  write_cameras(writer);
  write_animations(writer);
  writer.buffer.finish();
  writer.buffer.write_accessors(json);
  writer.buffer.write_views(json);

  std::string uri;
  if (!writer.options.glb) {
    uri = writer.options.embed ? "data:application/octet-stream;base64," + base64(writer.buffer.bytes())
                               : writer.options.stem + ".bin";
  }
  write_buffers(writer, uri);
  if (writer.buffer.compressed()) {
    writer.extensions.insert("EXT_meshopt_compression");
    writer.required_extensions.insert("EXT_meshopt_compression");
  }
  for (const std::string& extension : scene.extensions_used)
    if (!is_about_storage(extension)) writer.extensions.insert(extension);
  const std::string lights = lights_json(scene);
  std::vector<std::string> ours;
  if (!lights.empty()) {
    writer.extensions.insert("KHR_lights_punctual");
    ours.push_back("\"KHR_lights_punctual\":" + lights);
  }
  write_names(json, "extensionsUsed", writer.extensions);
  write_names(json, "extensionsRequired", writer.required_extensions);
  writer.write_carried(scene.carried, ours);
  json.end_object();
  return json.take();
}

// Writes the header, the JSON chunk, and a BIN chunk if there is data: specification, "GLB File Format".
std::vector<std::byte> glb(std::string json, const std::vector<std::byte>& data) {
  while (json.size() % 4 != 0) json += ' ';
  std::vector<std::byte> bytes(12 + 8 + json.size() + (data.empty() ? 0 : 8 + data.size()));
  auto end = bytes.begin();  // end of the written bytes
  const auto put_number = [&end](std::size_t number) {
    for (int shift = 0; shift < 32; shift += 8) *end++ = static_cast<std::byte>(number >> shift & 255);
  };
  const auto put_text = [&end](std::string_view text) {
    end = std::transform(text.begin(), text.end(), end, [](char c) { return static_cast<std::byte>(c); });
  };
  put_text("glTF");
  put_number(2);
  put_number(bytes.size());
  put_number(json.size());
  put_text("JSON");
  put_text(json);
  if (data.empty()) return bytes;
  put_number(data.size());
  put_text(std::string_view("BIN\0", 4));
  std::copy(data.begin(), data.end(), end);
  return bytes;
}

}  // namespace
}  // namespace gltf

Result<WriteResult> write_gltf(const Scene& scene, const GltfWriteOptions& options) {
  WriteResult result;
  const Result<Scene> fit = gltf::prepared(scene, options, result.losses);
  if (!fit) return fit.error();
  gltf::SceneWriter writer(*fit, options, result.losses);
  std::string json = gltf::document(writer);
  result.files = std::move(writer.files);
  const std::vector<std::byte>& data = writer.buffer.bytes();
  if (json.size() + data.size() > std::numeric_limits<std::uint32_t>::max() - 64)
    return Error{Status::unsupported,
                 "gltf.too-large",
                 fmt::format("{} bytes; a .glb holds at most 4294967295", json.size() + data.size()),
                 {scene.file, 0, std::nullopt, ""}};
  if (options.glb) {
    result.bytes = gltf::glb(std::move(json), data);
    return result;
  }
  json += '\n';
  const auto bytes = std::as_bytes(std::span(json));
  result.bytes.assign(bytes.begin(), bytes.end());
  if (!options.embed && !data.empty())
    result.files.insert(result.files.begin(), {options.stem + ".bin", data});
  return result;
}

}  // namespace skelter
