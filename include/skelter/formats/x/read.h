#pragma once
// Reads DirectX .x files (text, binary, and both compressed) into a Scene. What is accepted, repaired and
// refused: docs/x-format.md. The layers below, usable by themselves: object_tree.h.

#include <cstdint>
#include <optional>
#include <string>

#include "skelter/core/bytes.h"
#include "skelter/core/limits.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

enum class RotationKeys : std::uint8_t { d3dx, as_stored };  // d3dx: conjugated on reading
enum class CodePage : std::uint8_t { windows_1252, shift_jis };

struct XReadOptions {
  std::optional<double> ticks_per_second;  // overrides the file's rate
  // Keys that look like frame numbers play at 30 per second, with the warning "x.frame-ticks". Unset: as the
  // function says that reads; load_character does, the others do not. `strict` and a rate keep the ticks.
  std::optional<bool> frame_numbers;
  RotationKeys rotation_keys = RotationKeys::d3dx;
  bool strict = false;                          // accept only what D3DX accepts
  CodePage code_page = CodePage::windows_1252;  // of bytes above 127 that are not valid UTF-8
  bool flat_normals = false;  // for meshes without normals: one normal per face instead of smooth ones
  std::optional<double> metres_per_unit;
  Absent absent = Absent::rest;  // Scene::absent: what a bone's missing keys mean
  Limits limits;
};

// `file` names the source in messages. The scene is valid (scene/validate.h).
// Errors: bad_data, limit_exceeded; invalid_argument for a rate or unit that is not above 0.
// Safe on any bytes; no global state; thread-safe. Cost: linear in the file and in what it makes.
Result<Scene> read_x(ByteSpan bytes, const std::string& file = {}, const XReadOptions& options = {});

// Reads the file first. Errors also: not_found, io.
Result<Scene> read_x_file(const std::string& path, const XReadOptions& options = {});

}  // namespace skelter
