#pragma once
// Reads DirectX .x files (text, binary, and both compressed) into a Scene. Supported features, repairs and
// errors: docs/x-format.md. The layer below, usable by itself: object_tree.h.

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

struct XTree;  // formats/x/object_tree.h

// An object of a template that the file declares, and its position. The reader ignores it;
// XReadOptions::on_user_object may use it.
struct XUserObject {
  const XTree& tree;           // the whole file: type_name(object), fields(object), objects[object].name ...
  std::uint32_t object = 0;    // index into tree.objects
  std::uint32_t place = 0;     // its position: `object` itself, or the reference `{ name }` to it
  const Scene& scene;          // complete: as returned by read_x
  std::uint32_t node = kNone;  // index into Scene::nodes: the innermost enclosing frame, or none
  std::uint32_t mesh = kNone;  // index into Scene::meshes: the enclosing mesh; also none for a dropped mesh
};

// Options of `.x` files only; ReadOptions has those of all formats.
struct XReadOptions {
  // Plays keys that look like frame numbers at 30 per second, with the warning "x.frame-ticks". A clip of two
  // keys that would last less than 0.2 s (a switch with two states) plays for one second. Unset: the default
  // of the reading function, true for load_character and false for others. `strict` and a set rate keep the
  // ticks.
  std::optional<bool> frame_numbers;
  bool rotations_as_stored = false;  // rotation keys are not conjugated, as D3DX does on reading
  bool strict = false;               // accept only what D3DX accepts
  bool flat_normals = false;         // for meshes without normals: one normal per face instead of smooth ones
  // Called for each such object and for each reference to one, in file order, parents before their contents,
  // on the reading thread. All calls come after everything has been read, so a rejected file causes none. An
  // error that it returns becomes the error of the read. Its arguments are valid until it returns. Objects of
  // undeclared templates have no known data: they are skipped, with `x.unknown-template`.
  std::function<Result<void>(const XUserObject&)> on_user_object{};
};

// Whether the bytes begin like an .x file. A quick check; reading may still fail.
bool is_x(ByteSpan bytes);

// `file` is the source's name in messages. The scene is valid (scene/validate.h). Errors: bad_data,
// limit_exceeded; invalid_argument for a rate or unit that is not above 0; those of on_user_object. Safe on
// any bytes; no global state; thread-safe. Cost: linear in the file and in the resulting scene.
Result<Scene> read_x(ByteSpan bytes, const std::string& file = {}, const ReadOptions& shared = {},
                     const XReadOptions& options = {});

// The same for a file on disk. Further errors: not_found, io.
Result<Scene> read_x_file(const std::string& path, const ReadOptions& shared = {},
                          const XReadOptions& options = {});

}  // namespace skelter
