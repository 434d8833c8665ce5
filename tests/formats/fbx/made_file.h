#pragma once
// FBX text files for tests.

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/formats/fbx/read.h"

namespace skelter::test {

// The variable parts of a file.
struct MadeFbx {
  std::string objects, connections;
  std::string settings{};  // properties of GlobalSettings
  std::string more{};      // records at the top level
  int version = 7400;
};

inline std::string fbx_text(const MadeFbx& made) {
  return "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n  FBXVersion: " + std::to_string(made.version) +
         "\n}\nGlobalSettings:  {\n  Properties70:  {\n" + made.settings + "  }\n}\nObjects:  {\n" +
         made.objects + "}\nConnections:  {\n" + made.connections + "}\n" + made.more;
}

// Returns `P: "Name", "", "", "", values`.
inline std::string fbx_property(std::string_view name, std::string_view values) {
  return "P: \"" + std::string(name) + "\", \"\", \"\", \"\", " + std::string(values) + "\n";
}

inline Result<Scene> read_made(const std::string& text, const std::string& file = "made.fbx") {
  return read_fbx(std::as_bytes(std::span(text)), file);
}

inline Scene made_scene(const MadeFbx& made) {
  auto scene = read_made(fbx_text(made));
  EXPECT_TRUE(scene.ok()) << (scene.ok() ? "" : to_string(scene.error()));
  return scene ? std::move(*scene) : Scene();
}

// All messages with this code, in order.
inline std::vector<std::string> messages_of(const Scene& scene, std::string_view code) {
  std::vector<std::string> found;
  for (const Diagnostic& diagnostic : scene.diagnostics.entries())
    if (diagnostic.code == code) found.push_back(to_string(diagnostic));
  return found;
}

}  // namespace skelter::test
