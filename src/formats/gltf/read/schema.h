#pragma once
// Tables of the members of glTF objects, used by schema.cpp. Sources: glTF 2.0, section 5 "Properties
// Reference", and the specifications of the extensions in Khronos' registry.

#include <cstdint>
#include <span>
#include <string_view>

namespace skelter::gltf {

// Type of a member.
enum class Is : std::uint8_t {
  flag,
  text,
  number,
  whole,            // integer from 0
  index,            // index into the list `list`
  numbers,          // `size` numbers, or at least one if `size` is 0
  texts,            // all distinct
  indices,          // all distinct
  object,           // an object of kind `of`
  objects,          // at least one
  attributes,       // an object of attribute names and accessor indices
  attributes_list,  // a list of these objects, one per morph target
};

// Lists that indices point into.
enum class List : std::uint8_t {
  none,
  accessors,
  buffers,
  buffer_views,
  cameras,
  images,
  lights,
  materials,
  meshes,
  nodes,
  samplers,
  scenes,
  skins,
  textures,
  variants,
};

struct Kind;

struct Member {
  std::string_view name;
  Is is = Is::number;
  bool required = false;
  List list = List::none;
  const Kind* of = nullptr;
  std::string_view choices{};  // for texts and integers: "STEP|LINEAR"
  std::uint32_t size = 0;
  double least = -1e300, most = 1e300;
  bool above = false;  // `least` itself is not allowed
};

struct Kind {
  std::string_view name;  // "a node"
  std::span<const Member> members;
};

// Object that may contain an extension, and the kind of the extension's own object.
struct ExtensionLocation {
  std::string_view extension;
  const Kind* at;
  const Kind* is = nullptr;  // null: the tables do not describe it
};

extern const Kind kRootKind;
std::span<const ExtensionLocation> extension_places();

}  // namespace skelter::gltf
