#pragma once
// Finds the corpus of real files. Tests that need it are skipped without it; the summary of the test run
// reports that first.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace skelter::test {

// Returns SKELTER_CORPUS, or the folder that the build found next to the project; "" if there is none.
inline std::string corpus_folder() {
  const char* named = std::getenv("SKELTER_CORPUS");
  const std::string folder = named != nullptr ? named : SKELTER_CORPUS_DEFAULT;
  return std::filesystem::exists(folder + "/x/expected.json") ? folder : std::string();
}

}  // namespace skelter::test

// The test summary counts lines with this text.
#define SKELTER_REQUIRE_CORPUS() \
  if (::skelter::test::corpus_folder().empty()) GTEST_SKIP() << "corpus not found; set SKELTER_CORPUS"
// For tests with one run per file, which run only once without the corpus: `runs` is the number of files that
// are skipped.
#define SKELTER_REQUIRE_CORPUS_OF(runs)         \
  if (::skelter::test::corpus_folder().empty()) \
  GTEST_SKIP() << "corpus not found; skipped for " << (runs) << " files; set SKELTER_CORPUS"
