#pragma once
// Command line of the benchmarks that load the corpus: [CORPUS_FOLDER] [--NAME VALUE...].

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace skelter::bench {

// Path of a part of the corpus, "x" or "gltf". If it is missing, prints a message and returns none.
inline std::optional<std::filesystem::path> corpus_folder(int argc, char** argv, const char* part) {
  std::string corpus = SKELTER_CORPUS_DEFAULT;
  if (const char* named = std::getenv("SKELTER_CORPUS")) corpus = named;
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] == '-')
      ++i;  // skip its value
    else
      corpus = argv[i];
  }
  std::filesystem::path folder = std::filesystem::path(corpus) / part;
  if (std::filesystem::exists(folder)) return folder;
  std::fprintf(stderr, "%s: no corpus; expected a folder with %s/\n", corpus.c_str(), part);
  return std::nullopt;
}

}  // namespace skelter::bench
