#pragma once
// Reads DirectX .x files (text, binary, and both compressed) into a Scene. What is accepted, repaired and
// refused: docs/x-format.md. The layers below, usable by themselves: object_tree.h.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "skelter/core/bytes.h"
#include "skelter/core/none.h"
#include "skelter/core/read_options.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

enum class RotationKeys : std::uint8_t { d3dx, as_stored };  // d3dx: conjugated on reading

struct XTree;  // formats/x/object_tree.h

// An object of a template that the file declares for itself, and where it stands. The reader makes nothing of
// it; XReadOptions::on_user_object may.
struct XUserObject {
  const XTree& tree;           // the whole file: type_name(object), fields(object), objects[object].name ...
  std::uint32_t object = 0;    // index into tree.objects
  std::uint32_t place = 0;     // where it stands: `object` itself, or the reference `{ name }` to it
  const Scene& scene;          // finished: as read_x returns it
  std::uint32_t node = kNone;  // index into Scene::nodes: the innermost frame around the place, or none
  std::uint32_t mesh = kNone;  // index into Scene::meshes: the mesh around it; none too for a mesh left out
};

// Options of `.x` files alone. ReadOptions has those that all formats share.
struct XReadOptions {
  // Keys that look like frame numbers play at 30 per second, with the warning "x.frame-ticks"; a clip of two
  // keys that would be over in less than 0.2 s, a switch with two states, plays for one second. Unset: as the
  // function says that reads; load_character does, the others do not. `strict` and a rate keep the ticks.
  std::optional<bool> frame_numbers;
  RotationKeys rotation_keys = RotationKeys::d3dx;
  bool strict = false;        // accept only what D3DX accepts
  bool flat_normals = false;  // for meshes without normals: one normal per face instead of smooth ones
  // Called for each such object and for each reference to one, in the order of the file, parents before what
  // is in them, on the thread that reads. All calls come after everything has been read, so a file that is
  // refused causes none. An error that it returns is the error of the reading. What it is given lives until
  // it returns. Objects of templates that are not even declared have no known data: they are skipped, with
  // `x.unknown-template`.
  std::function<Result<void>(const XUserObject&)> on_user_object{};
};

// `file` names the source in messages. The scene is valid (scene/validate.h).
// Errors: bad_data, limit_exceeded; invalid_argument for a rate or unit that is not above 0; what
// on_user_object returns.
// Safe on any bytes; no global state; thread-safe. Cost: linear in the file and in what it makes.
Result<Scene> read_x(ByteSpan bytes, const std::string& file = {}, const ReadOptions& shared = {},
                     const XReadOptions& options = {});

// Reads the file first. Errors also: not_found, io.
Result<Scene> read_x_file(const std::string& path, const ReadOptions& shared = {},
                          const XReadOptions& options = {});

}  // namespace skelter
