#pragma once
// The location of the corpus of real files. Tests that need it skip without it; the suite's summary reports
// that first.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace skelter::test {

// SKELTER_CORPUS, else the folder that the build found next to the project; "" if there is none.
inline std::string corpus_folder() {
  const char* named = std::getenv("SKELTER_CORPUS");
  const std::string folder = named != nullptr ? named : SKELTER_CORPUS_DEFAULT;
  return std::filesystem::exists(folder + "/x/expected.json") ? folder : std::string();
}

}  // namespace skelter::test

// The summary counts this line of any test.
#define SKELTER_REQUIRE_CORPUS() \
  if (::skelter::test::corpus_folder().empty()) GTEST_SKIP() << "corpus not found; set SKELTER_CORPUS"
// For a test with one run per file, which without the corpus runs once: how many runs that one is skipped
// for.
#define SKELTER_REQUIRE_CORPUS_OF(runs)         \
  if (::skelter::test::corpus_folder().empty()) \
  GTEST_SKIP() << "corpus not found; skipped for " << (runs) << " files; set SKELTER_CORPUS"
