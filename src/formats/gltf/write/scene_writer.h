#pragma once
// State shared by the parts of the writer: the scene (prepared by prepare.h), the buffer, the document, and
// the report of losses. Each part is a free function in its own file; write.cpp calls them in order.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "formats/gltf/write/write_buffer.h"
#include "formats/gltf/write/write_json.h"
#include "scene/internal/words.h"
#include "skelter/formats/gltf/write.h"
#include "skelter/scene/scene.h"

namespace skelter::gltf {

class SceneWriter {
 public:
  SceneWriter(const Scene& scene_in, const GltfWriteOptions& options_in, Diagnostics& losses_in)
      : scene(scene_in),
        options(options_in),
        json(!options_in.glb),
        buffer(options_in.meshopt),
        losses(losses_in) {}

  const Scene& scene;
  const GltfWriteOptions& options;
  JsonText json;
  BufferWriter buffer;
  Diagnostics& losses;
  std::vector<SideFile> files;
  std::set<std::string> extensions;           // all extensions in use
  std::set<std::string> required_extensions;  // a subset of `extensions`
  std::vector<std::uint32_t> texture_index;   // per texture: index in the file, or kNone if omitted

  // `object` is a label such as "Mesh Body".
  void lose(std::string_view code, std::string object, std::string message) {
    losses.add(Severity::warning, code, {scene.file, 0, std::nullopt, std::move(object)}, std::move(message));
  }
  void mention(std::string_view code, std::string object, std::string message) {
    losses.add(Severity::note, code, {scene.file, 0, std::nullopt, std::move(object)}, std::move(message));
  }

  // Writes "name" unless it is empty.
  void write_name(std::string_view name) {
    if (!name.empty()) json.member("name", name);
  }
  // Writes "extras", and "extensions" with the writer's own and the carried-over extensions. `ours` contains
  // members of the extensions object as JSON: "\"KHR_materials_unlit\":{}".
  void write_carried(const CarriedJson& carried, const std::vector<std::string>& ours = {},
                     std::string_view own_extras = {});
};

float linear_from_srgb(float srgb);

bool has_picture(const Scene& scene, std::uint32_t texture);

// --- the parts, in the order of the file ---

void write_scenes(SceneWriter& writer);
void write_nodes(SceneWriter& writer);
void write_indices(JsonText& json, std::string_view name, const std::vector<std::uint32_t>& indices);
void write_cameras(SceneWriter& writer);
// Returns the value of KHR_lights_punctual, or "" if there are no lights.
std::string lights_json(const Scene& scene);
void write_meshes(SceneWriter& writer);
void write_skins(SceneWriter& writer);
void write_materials(SceneWriter& writer);  // also textures, samplers and images
void write_animations(SceneWriter& writer);

}  // namespace skelter::gltf
