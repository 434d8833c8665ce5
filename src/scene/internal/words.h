#pragma once
// Names of enumerators and scene objects, as used by glTF, the commands and the viewer.

#include <string>
#include <string_view>

#include "skelter/scene/scene.h"

namespace skelter {

// Returns a label such as "Mesh Body", or "Mesh #3" without a name.
inline std::string label_of(std::string_view kind, std::string_view name, std::size_t index) {
  return std::string(kind) + (name.empty() ? " #" + std::to_string(index) : " " + std::string(name));
}

inline std::string_view to_text(ChannelPath path) {
  constexpr std::string_view kWords[] = {"translation", "rotation", "scale", "matrix", "weights"};
  return kWords[static_cast<std::size_t>(path)];
}
inline std::string_view to_text(Interpolation interpolation) {
  constexpr std::string_view kWords[] = {"linear", "step", "cubic"};
  return kWords[static_cast<std::size_t>(interpolation)];
}
inline std::string_view to_text(LightKind kind) {
  constexpr std::string_view kWords[] = {"directional", "point", "spot"};
  return kWords[static_cast<std::size_t>(kind)];
}

}  // namespace skelter
