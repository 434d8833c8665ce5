#pragma once
// The command line of the benchmarks that load the corpus: [CORPUS_FOLDER] [--json FILE].

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>

namespace skelter::bench {

struct CorpusArguments {
  std::filesystem::path root;  // the part of the corpus that is loaded
  std::string json_file;       // "" for none
};

// `part` is "x" or "gltf". Nothing, and a message, where the folder is missing.
inline std::optional<CorpusArguments> corpus_arguments(int argc, char** argv, const char* part) {
  CorpusArguments arguments;
  std::string corpus = SKELTER_CORPUS_DEFAULT;
  if (const char* named = std::getenv("SKELTER_CORPUS")) corpus = named;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--json") == 0 && i + 1 < argc)
      arguments.json_file = argv[++i];
    else
      corpus = argv[i];
  }
  arguments.root = std::filesystem::path(corpus) / part;
  if (std::filesystem::exists(arguments.root)) return arguments;
  std::fprintf(stderr, "%s: no corpus; expected a folder with %s/\n", corpus.c_str(), part);
  return std::nullopt;
}

}  // namespace skelter::bench
