#pragma once
// BVH texts for tests, and short helpers to read them.

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>

#include "skelter/formats/bvh/read.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"

namespace skelter::test {

inline ByteSpan bytes_of_text(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

// Reads a scene, and fails the test if there is an error or the scene is invalid.
inline Scene bvh_scene(std::string_view text, const ReadOptions& options = {}) {
  auto scene = read_bvh(bytes_of_text(text), "walk.bvh", options);
  EXPECT_TRUE(scene.ok()) << to_string(scene.error());
  if (!scene) return {};
  const auto valid = validate(*scene);
  EXPECT_TRUE(valid.ok()) << to_string(valid.error());
  return std::move(*scene);
}

// Returns the error as "code: message", or "none".
inline std::string bvh_error(std::string_view text, const ReadOptions& options = {}) {
  const auto scene = read_bvh(bytes_of_text(text), "walk.bvh", options);
  return scene ? "none" : std::string(scene.error().code) + ": " + to_string(scene.error());
}

// Returns the reported messages, one per line.
inline std::string bvh_diagnostics(const Scene& scene) {
  std::string text;
  for (const Diagnostic& d : scene.diagnostics.entries())
    text += std::string(d.code) + ": " + to_string(d) + "\n";
  return text;
}

// A joint "A" at the origin with the given channels, a joint "B" 2 above it without channels, and the given
// frames.
inline std::string one_joint(const std::string& channels, const std::string& frames, int count = 1) {
  return "HIERARCHY\nROOT A\n{\n OFFSET 0 0 0\n CHANNELS " + channels +
         "\n JOINT B\n {\n  OFFSET 0 2 0\n  CHANNELS 0\n  End Site\n  {\n   OFFSET 0 1 0\n  }\n }\n}\n" +
         "MOTION\nFrames: " + std::to_string(count) + "\nFrame Time: 0.5\n" + frames;
}

inline Mat4d local_at(const Scene& scene, std::uint32_t node, double time_s) {
  EvaluateOptions once;
  once.loop = Loop::once;
  return evaluate(scene, 0, time_s, once).local[node];
}

}  // namespace skelter::test
