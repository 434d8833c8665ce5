#include "formats/gltf/write/carried.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace skelter::gltf {
namespace {

// Keeps the order of members, so that files remain comparable.
using CarriedTree = nlohmann::ordered_json;

CarriedTree parsed(const std::string& text) {
  return text.empty() ? CarriedTree() : CarriedTree::parse(text, nullptr, false);
}

bool is_texture(const std::string& name, const CarriedTree& value) {
  constexpr std::string_view kEnding = "exture";  // "clearcoatTexture", "texture"
  return value.is_object() && value.contains("index") && name.size() >= kEnding.size() &&
         name.compare(name.size() - kEnding.size(), kEnding.size(), kEnding) == 0;
}

std::uint64_t count_of(const CarriedTree& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

// Coordinate set of a texture; KHR_texture_transform overrides it.
std::uint64_t uv_set_of(const CarriedTree& texture) {
  const CarriedTree::json_pointer transform("/extensions/KHR_texture_transform");
  if (texture.contains(transform) && texture[transform].is_object() &&
      texture[transform].contains("texCoord"))
    return count_of(texture[transform], "texCoord");
  return count_of(texture, "texCoord");
}

std::uint64_t sets_asked(const CarriedTree& value) {
  std::uint64_t sets = 0;
  if (value.is_object()) {
    for (const auto& [name, member] : value.items())
      sets = std::max(sets, is_texture(name, member) ? uv_set_of(member) + 1 : sets_asked(member));
  } else if (value.is_array()) {
    for (const CarriedTree& element : value) sets = std::max(sets, sets_asked(element));
  }
  return sets;
}

void drop_textures(CarriedTree& value, std::uint64_t sets) {
  if (value.is_object()) {
    for (auto member = value.begin(); member != value.end();) {
      if (is_texture(member.key(), *member) && uv_set_of(*member) >= sets) {
        member = value.erase(member);
      } else {
        drop_textures(*member, sets);
        ++member;
      }
    }
  } else if (value.is_array()) {
    for (CarriedTree& element : value) drop_textures(element, sets);
  }
}

// Renumbers the mesh indices in a list of objects. Objects with a dropped mesh are removed.
void renumber(CarriedTree& holder, const char* list_name, const std::vector<std::uint32_t>& new_index) {
  if (!holder.is_object() || !holder.contains(list_name) || !holder[list_name].is_array()) return;
  CarriedTree kept = CarriedTree::array();
  for (CarriedTree& entry : holder[list_name]) {
    if (entry.is_object() && entry.contains("mesh") && entry["mesh"].is_number_unsigned()) {
      const std::uint64_t mesh = entry["mesh"];
      if (mesh < new_index.size()) {
        if (new_index[mesh] == kNone) continue;
        entry["mesh"] = new_index[mesh];
      }
    }
    kept.push_back(std::move(entry));
  }
  holder[list_name] = std::move(kept);
}

}  // namespace

std::size_t carried_texture_sets(const CarriedJson& carried) {
  if (carried.extensions.find("exture\"") == std::string::npos) return 0;
  return static_cast<std::size_t>(sets_asked(parsed(carried.extensions)));
}

void drop_carried_textures(CarriedJson& carried, std::size_t sets) {
  if (carried_texture_sets(carried) <= sets) return;
  CarriedTree extensions = parsed(carried.extensions);
  drop_textures(extensions, sets);
  carried.extensions = extensions.dump();
}

void renumber_carried_meshes(CarriedJson& root, const std::vector<std::uint32_t>& new_index) {
  if (root.extensions.find("\"VRM\"") == std::string::npos) return;
  CarriedTree extensions = parsed(root.extensions);
  if (!extensions.is_object() || !extensions.contains("VRM") || !extensions["VRM"].is_object()) return;
  CarriedTree& vrm = extensions["VRM"];
  if (vrm.contains("firstPerson")) renumber(vrm["firstPerson"], "meshAnnotations", new_index);
  const CarriedTree::json_pointer groups("/blendShapeMaster/blendShapeGroups");
  if (vrm.contains(groups) && vrm[groups].is_array())
    for (CarriedTree& group : vrm[groups]) renumber(group, "binds", new_index);
  root.extensions = extensions.dump();
}

}  // namespace skelter::gltf
