#pragma once
// Small glTF files for tests: a JSON text, and numbers in one buffer.

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "skelter/formats/gltf/read.h"
#include "skelter/scene/validate.h"

namespace skelter::test {

using Bytes = std::vector<std::byte>;

inline Bytes bytes_of(const std::string& text) {
  const auto* data = reinterpret_cast<const std::byte*>(text.data());
  return {data, data + text.size()};
}

inline void append_u32(Bytes& bytes, std::uint32_t value) {
  const auto* data = reinterpret_cast<const std::byte*>(&value);
  bytes.insert(bytes.end(), data, data + 4);
}

// A GLB of two padded chunks, or without the binary chunk.
inline Bytes glb(std::string json, Bytes binary = {}, bool with_binary = true) {
  while (json.size() % 4 != 0) json += ' ';
  while (binary.size() % 4 != 0) binary.push_back(std::byte{0});
  Bytes bytes;
  append_u32(bytes, 0x46546C67);
  append_u32(bytes, 2);
  append_u32(bytes, static_cast<std::uint32_t>(12 + 8 + json.size() + (with_binary ? 8 + binary.size() : 0)));
  append_u32(bytes, static_cast<std::uint32_t>(json.size()));
  append_u32(bytes, 0x4E4F534A);
  const Bytes text = bytes_of(json);
  bytes.insert(bytes.end(), text.begin(), text.end());
  if (!with_binary) return bytes;
  append_u32(bytes, static_cast<std::uint32_t>(binary.size()));
  append_u32(bytes, 0x004E4942);
  bytes.insert(bytes.end(), binary.begin(), binary.end());
  return bytes;
}

// Collects numbers, and the views and accessors that describe them.
class Document {
 public:
  // Adds a view and an accessor for the numbers, and returns the index of the accessor. `more` adds members,
  // such as ",\"normalized\":true".
  template <class T>
  int add(const std::string& type, int component_type, std::size_t components, const std::vector<T>& numbers,
          const std::string& more = {}) {
    const std::size_t offset = data.size();
    const auto* begin = reinterpret_cast<const std::byte*>(numbers.data());
    data.insert(data.end(), begin, begin + numbers.size() * sizeof(T));
    const std::size_t length = data.size() - offset;
    while (data.size() % 4 != 0) data.push_back(std::byte{0});
    add_to(views, "{\"buffer\":0,\"byteOffset\":" + std::to_string(offset) +
                      ",\"byteLength\":" + std::to_string(length) + "}");
    return add_accessor("{\"bufferView\":" + std::to_string(view_count++) +
                        ",\"componentType\":" + std::to_string(component_type) +
                        ",\"count\":" + std::to_string(numbers.size() / components) + ",\"type\":\"" + type +
                        "\"" + more + "}");
  }
  int floats(const std::string& type, std::size_t components, const std::vector<float>& numbers,
             const std::string& more = {}) {
    return add(type, 5126, components, numbers, more);
  }
  int times(const std::vector<float>& numbers) {
    return floats("SCALAR", 1, numbers,
                  ",\"min\":[" + std::to_string(numbers.front()) + "],\"max\":[" +
                      std::to_string(numbers.back()) + "]");
  }
  int add_accessor(const std::string& json) {
    add_to(accessors, json);
    return accessor_count++;
  }
  int add_view(const std::string& json) {
    add_to(views, json);
    return view_count++;
  }

  // The complete file. `rest` adds members of the root, such as "\"nodes\":[{}]".
  std::string json(const std::string& rest) const {
    std::string text = "{\"asset\":{\"version\":\"2.0\"}";
    if (!data.empty()) text += ",\"buffers\":[{\"byteLength\":" + std::to_string(data.size()) + "}]";
    if (!views.empty()) text += ",\"bufferViews\":[" + views + "]";
    if (!accessors.empty()) text += ",\"accessors\":[" + accessors + "]";
    return text + (rest.empty() ? "" : "," + rest) + "}";
  }
  Bytes file(const std::string& rest) const { return glb(json(rest), data); }

  Bytes data;
  std::string views, accessors;
  int view_count = 0, accessor_count = 0;

 private:
  static void add_to(std::string& list, const std::string& json) { list += (list.empty() ? "" : ",") + json; }
};

// Options with which no folder is read.
inline ReadOptions no_files() {
  ReadOptions options;
  options.neighbour_folder = "/no/such/folder";
  return options;
}

// Reads a file that must load, and checks that the scene is valid.
inline Scene load(const Bytes& bytes, const ReadOptions& shared = no_files(),
                  const GltfReadOptions& options = {}) {
  auto scene = read_gltf(bytes, "a.gltf", shared, options);
  EXPECT_TRUE(scene) << to_string(scene.error());
  if (!scene) return {};
  const auto valid = validate(*scene);
  EXPECT_TRUE(valid) << to_string(valid.error());
  return std::move(*scene);
}
inline Scene load(const Document& document, const std::string& rest) {
  return load(document.file(rest));
}
inline Scene load_json(const std::string& rest) {
  return load(bytes_of(Document().json(rest)));
}

// Returns the printed error of a file that must not load.
inline std::string error_of(const Bytes& bytes, const ReadOptions& options = no_files()) {
  const auto scene = read_gltf(bytes, "a.gltf", options);
  EXPECT_FALSE(scene);
  return scene ? std::string() : to_string(scene.error());
}
inline std::string error_of(const Document& document, const std::string& rest) {
  return error_of(document.file(rest));
}
inline std::string error_of_json(const std::string& rest) {
  return error_of(bytes_of(Document().json(rest)));
}

// Returns the printed diagnostic with this code, or "".
inline std::string said(const Scene& scene, std::string_view code) {
  const Diagnostic* found = scene.diagnostics.find(code);
  return found == nullptr ? std::string() : std::string(to_text(found->severity)) + ": " + to_string(*found);
}

}  // namespace skelter::test
