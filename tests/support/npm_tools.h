#pragma once
// Runs third-party programs for Node.js in tests/npm. Tests that need them are skipped if Node.js or modules
// are missing, and report which.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "system/internal/process.h"

namespace skelter::test {

// Returns "" if tests/npm/`module` can be used; otherwise what is missing.
inline std::string missing_npm(const std::string& module) {
  if (!find_program("node")) return "Node.js not found; install nodejs";
  if (!std::filesystem::exists(SKELTER_SOURCE_DIR "/tests/npm/node_modules/" + module))
    return module + " not found; run `npm ci` in tests/npm";
  return {};
}

// A new folder for the input files of the programs, removed at the end of the test.
class NpmFolder {
 public:
  NpmFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "skelter_npm_XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  NpmFolder(const NpmFolder&) = delete;
  NpmFolder& operator=(const NpmFolder&) = delete;
  ~NpmFolder() { std::filesystem::remove_all(path_); }

  std::string path(const std::string& name) const { return path_ + "/" + name; }
  void write(const std::string& name, const std::vector<std::byte>& bytes) const {
    std::ofstream(path(name), std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }

  // Returns the JSON objects, one per line, that `node tests/npm/SCRIPT FILE...` prints. The files are passed
  // in a list, so there may be many.
  std::vector<nlohmann::json> run(const std::string& script, const std::vector<std::string>& files) const {
    std::ofstream list(path("files.txt"));
    for (const std::string& file : files) list << path(file) << "\n";
    list.close();
    const std::string command = "node '" SKELTER_SOURCE_DIR "/tests/npm/" + script + "' '" +
                                path("files.txt") + "' > '" + path("out.txt") + "' 2> '" + path("err.txt") +
                                "'";
    const int status = std::system(command.c_str());
    std::vector<nlohmann::json> lines;
    std::ifstream out(path("out.txt"));
    for (std::string line; std::getline(out, line);) {
      nlohmann::json parsed = nlohmann::json::parse(line, nullptr, false);
      if (parsed.is_object()) lines.push_back(std::move(parsed));
    }
    std::stringstream errors;
    errors << std::ifstream(path("err.txt")).rdbuf();
    EXPECT_EQ(status, 0) << script << ": " << errors.str();
    return lines;
  }

 private:
  std::string path_;
};

}  // namespace skelter::test

#define SKELTER_REQUIRE_NPM(module)                                                       \
  if (const std::string missing = ::skelter::test::missing_npm(module); !missing.empty()) \
  GTEST_SKIP() << missing
