#pragma once
// Data that the engine passes to skelter-fbx.wasm, in the format of SceneBytesWriter and SceneBytesReader.
// The module's answer is made by to_bytes().

#include <optional>
#include <string>

#include "scene/internal/scene_bytes.h"
#include "skelter/core/limits.h"
#include "skelter/core/read_options.h"

namespace skelter {

// The ReadOptions that read_fbx uses.
struct FbxWanted {
  std::string file;
  Limits limits;
  std::optional<double> metres_per_unit;
  CodePage code_page = CodePage::windows_1252;
};
template <class A>
void members(A& a, FbxWanted& of) {
  auto& [file, limits, metres_per_unit, code_page] = of;
  a(file, limits, metres_per_unit, code_page);
}

}  // namespace skelter
