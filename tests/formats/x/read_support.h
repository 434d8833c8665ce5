#pragma once
// Helpers to read .x files written inside a test, and to examine the reader's messages. Files are called
// "t.x". Their header is line 1, so the text of a test begins at line 2.

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

// Returns the scene. If the text is rejected or the scene is invalid, fails the test and returns an empty
// scene.
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

// Returns the printed error. If there is none, fails the test and returns "".
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

// The printed form of all diagnostics with one severity, in order.
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

// The numbers of a matrix object.
inline const std::string kIdentity = "1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1;;";
inline std::string translation(std::string_view x_y_z) {
  return "FrameTransformMatrix { 1,0,0,0,0,1,0,0,0,0,1,0," + std::string(x_y_z) + ",1;; }";
}
// Vertices and faces of one triangle, for the beginning of a Mesh: 0 0 0, 1 0 0, 0 1 2.
inline const std::string kTriangle = "3; 0;0;0;, 1;0;0;, 0;1;2;; 1; 3;0,1,2;; ";
inline std::string triangle_mesh(std::string_view parts = "") {
  return "Mesh { " + kTriangle + std::string(parts) + " }";
}

}  // namespace skelter::test
