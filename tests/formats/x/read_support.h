#pragma once
// Reads .x files written inside a test, and asks what the reader said about them. Files are named "t.x";
// their header is line 1, so the text of the test begins at line 2.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "skelter/formats/x/read.h"
#include "skelter/scene/validate.h"

namespace skelter::test {

inline ByteSpan bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

inline Result<Scene> read_text(std::string_view body, const ReadOptions& shared = {},
                               const XReadOptions& options = {}) {
  return read_x(bytes_of("xof 0303txt 0032\n" + std::string(body)), "t.x", shared, options);
}
inline Result<Scene> read_text(std::string_view body, const XReadOptions& options) {
  return read_text(body, {}, options);
}

// The scene; an empty one, and a failed test, when the text is refused or the scene is not valid.
inline Scene load(std::string_view body, const ReadOptions& shared = {}, const XReadOptions& options = {}) {
  Result<Scene> scene = read_text(body, shared, options);
  if (!scene) {
    ADD_FAILURE() << to_string(scene.error());
    return {};
  }
  const Result<void> valid = validate(*scene);
  EXPECT_TRUE(valid) << to_string(valid.error());
  return *std::move(scene);
}
inline Scene load(std::string_view body, const XReadOptions& options) {
  return load(body, {}, options);
}

// The error's printed form; "" and a failed test when there is none.
inline std::string load_error(std::string_view body, const ReadOptions& shared = {},
                              const XReadOptions& options = {}) {
  const Result<Scene> scene = read_text(body, shared, options);
  if (scene) {
    ADD_FAILURE() << "loaded; expected an error";
    return {};
  }
  return to_string(scene.error());
}
inline std::string load_error(std::string_view body, const XReadOptions& options) {
  return load_error(body, {}, options);
}

inline XReadOptions strict_reading() {
  XReadOptions options;
  options.strict = true;
  return options;
}

// Printed forms of all diagnostics of one severity, in order.
inline std::vector<std::string> said(const Scene& scene, Severity severity) {
  std::vector<std::string> lines;
  for (const Diagnostic& diagnostic : scene.diagnostics.entries())
    if (diagnostic.severity == severity) lines.push_back(to_string(diagnostic));
  return lines;
}
inline std::vector<std::string> warnings(const Scene& scene) {
  return said(scene, Severity::warning);
}
inline std::vector<std::string> notes(const Scene& scene) {
  return said(scene, Severity::note);
}

inline const Primitive& primitive(const Scene& scene, std::size_t mesh = 0) {
  return scene.meshes.at(mesh).primitives.at(0);
}

// A matrix object's numbers.
inline const std::string kIdentity = "1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1;;";
inline std::string translation(std::string_view x_y_z) {
  return "FrameTransformMatrix { 1,0,0,0,0,1,0,0,0,0,1,0," + std::string(x_y_z) + ",1;; }";
}
// Vertices and faces of one triangle, to stand at the beginning of a Mesh; 0 0 0, 1 0 0, 0 1 2.
inline const std::string kTriangle = "3; 0;0;0;, 1;0;0;, 0;1;2;; 1; 3;0,1,2;; ";
inline std::string triangle_mesh(std::string_view parts = "") {
  return "Mesh { " + kTriangle + std::string(parts) + " }";
}

}  // namespace skelter::test
