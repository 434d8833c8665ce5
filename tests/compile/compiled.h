#pragma once
// A compiled scene, and the pack opened from its bytes.

#include <gtest/gtest.h>

#include <utility>

#include "compile/build_pack/internal/build_pack.h"

namespace skelter::test {

struct Compiled {
  PackBuild pack;
  PackView view;
};

inline Compiled compile(const Scene& scene, const CompileSettings& settings = {}) {
  Compiled compiled;
  auto pack = build_pack(scene, settings);
  EXPECT_TRUE(pack.ok()) << to_string(pack.error());
  if (!pack) return compiled;
  compiled.pack = std::move(*pack);
  const Problem problem = PackView::open(compiled.pack.bytes.span(), compiled.view);
  EXPECT_TRUE(problem.ok()) << problem.what;
  return compiled;
}

}  // namespace skelter::test
