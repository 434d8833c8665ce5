#pragma once
// Reads DirectX .x files (text, binary, and both compressed) into a Scene. Supported features, repairs and
// errors: docs/x-format.md. object_tree.h is the layer below and can be used by itself.

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

// An object with a template that the file declares, or a reference to it. The reader ignores it;
// XReadOptions::on_user_object may use it.
struct XUserObject {
  const XTree& tree;           // the whole file: type_name(object), fields(object), objects[object].name ...
  std::uint32_t object = 0;    // index into tree.objects
  std::uint32_t place = 0;     // its location in the file: `object` itself, or the reference `{ name }` to it
  const Scene& scene;          // complete: as returned by read_x
  std::uint32_t node = kNone;  // index into Scene::nodes: the innermost enclosing frame, or kNone
  std::uint32_t mesh = kNone;  // index into Scene::meshes: the enclosing mesh; kNone: none, or dropped
};

// Options for `.x` files only; ReadOptions contains the options for all formats.
struct XReadOptions {
  // Treats keys that look like frame numbers as 30 frames per second, with the warning "x.frame-ticks". A
  // clip with two keys that would last less than 0.2 s (a switch with two states) lasts one second. Unset:
  // the default of the reading function, true for load_character and false for others. With `strict` or a
  // given rate, the ticks are kept.
  std::optional<bool> frame_numbers;
  bool rotations_as_stored = false;  // rotation keys are used as stored; D3DX conjugates them on reading
  bool strict = false;               // accept only what D3DX accepts
  bool flat_normals = false;         // for meshes without normals: one normal per face instead of smooth ones
  // Called for each XUserObject, that is, each such object and each reference to one, in file order, parents
  // before their contents, on the reading thread. All calls come after the whole file has been read, so a
  // rejected file causes none. An error that the function returns becomes the error of the read. Its
  // arguments are valid until it returns. Objects of undeclared templates have no known data: they are
  // skipped, with `x.unknown-template`.
  std::function<Result<void>(const XUserObject&)> on_user_object{};
};

// Whether the bytes begin like an .x file. A quick check; reading may still fail.
bool is_x(ByteSpan bytes);

// `file` is the source's name in messages. The scene is valid (scene/validate.h). Errors: bad_data,
// limit_exceeded; invalid_argument for a rate or unit that is not above 0; those of on_user_object. Safe on
// any bytes; no global state; thread-safe. Cost: linear in the file and in the resulting scene.
Result<Scene> read_x(ByteSpan bytes, const std::string& file = {}, const ReadOptions& shared = {},
                     const XReadOptions& options = {});

// Reads a file on disk. Additional errors: not_found, io.
Result<Scene> read_x_file(const std::string& path, const ReadOptions& shared = {},
                          const XReadOptions& options = {});

}  // namespace skelter
