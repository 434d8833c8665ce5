#pragma once
// All error and diagnostic codes of this module. Code names that the child process returns are mapped to
// these strings.

#include <array>
#include <string_view>

namespace skelter::assimp {

inline constexpr std::array<std::string_view, 25> kCodes{"assimp.refused",
                                                         "assimp.memory",
                                                         "assimp.nodes",
                                                         "assimp.not-finite",
                                                         "assimp.mesh-index",
                                                         "assimp.face-index",
                                                         "assimp.weight-index",
                                                         "assimp.weight-values",
                                                         "assimp.weights",
                                                         "assimp.no-weight",
                                                         "assimp.bone-without-node",
                                                         "assimp.same-name",
                                                         "assimp.key-times",
                                                         "assimp.key-values",
                                                         "assimp.key-rotations",
                                                         "assimp.channel-twice",
                                                         "assimp.no-node",
                                                         "assimp.not-faces",
                                                         "assimp.fbx",
                                                         "assimp.ticks",
                                                         "assimp.camera",
                                                         "assimp.light",
                                                         "assimp.file",
                                                         "assimp.picture",
                                                         "assimp.not-unit"};

}  // namespace skelter::assimp
