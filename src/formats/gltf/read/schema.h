#pragma once
// The members of glTF objects: the tables that a document is held against (schema.cpp), by glTF 2.0, section
// 5 "Properties Reference", and by the specifications of the extensions that are in Khronos' registry.

#include <cstdint>
#include <span>
#include <string_view>

namespace skelter::gltf {

// What a member is.
enum class Is : std::uint8_t {
  flag,
  text,
  number,
  whole,            // from 0
  index,            // into the list that `list` names
  numbers,          // `size` of them, or any number from 1 on if that is 0
  texts,            // all different
  indices,          // all different
  object,           // of kind `of`
  objects,          // at least one
  attributes,       // names and accessors
  attributes_list,  // of morph targets
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
  std::string_view choices{};  // of texts and integers: "STEP|LINEAR"
  std::uint32_t size = 0;
  double least = -1e300, most = 1e300;
  bool above = false;  // least itself is not allowed
};

struct Kind {
  std::string_view name;  // "a node"
  std::span<const Member> members;
};

// Where an extension may stand, and what it is made of.
struct ExtensionPlace {
  std::string_view extension;
  const Kind* at;
  const Kind* is = nullptr;  // null: not known here
};

extern const Kind kRootKind;
std::span<const ExtensionPlace> extension_places();

}  // namespace skelter::gltf
