#pragma once
// The command line of the benchmarks that load the corpus: [CORPUS_FOLDER] [--NAME VALUE...].

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace skelter::bench {

// The part of the corpus that is loaded: "x" or "gltf". Nothing, and a message, where the folder is missing.
inline std::optional<std::filesystem::path> corpus_folder(int argc, char** argv, const char* part) {
  std::string corpus = SKELTER_CORPUS_DEFAULT;
  if (const char* named = std::getenv("SKELTER_CORPUS")) corpus = named;
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] == '-')
      ++i;  // and its value
    else
      corpus = argv[i];
  }
  std::filesystem::path folder = std::filesystem::path(corpus) / part;
  if (std::filesystem::exists(folder)) return folder;
  std::fprintf(stderr, "%s: no corpus; expected a folder with %s/\n", corpus.c_str(), part);
  return std::nullopt;
}

}  // namespace skelter::bench
