#include "cli/command_runner.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/corpus.h"

namespace skelter::test {
namespace {

namespace fs = std::filesystem;

std::string quoted(const std::string& argument) {
  std::string text = "'";
  for (const char c : argument) {
    if (c == '\'')
      text += "'\\''";
    else
      text += c;
  }
  text += '\'';
  return text;
}

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

fs::path streams_of(const std::string& folder) {
  return folder + ".streams";
}

}  // namespace

cli::Json Ran::json() const {
  cli::Json parsed = cli::Json::parse(out, nullptr, false);
  if (!parsed.is_discarded()) return parsed;
  ADD_FAILURE() << "standard output is not JSON: " << out.substr(0, 500) << "\nstandard error: " << err;
  return nullptr;
}

CommandFolder::CommandFolder() {
  static int count = 0;
  folder_ = (fs::path(::testing::TempDir()) /
             ("skelter_cli_" + std::to_string(getpid()) + "_" + std::to_string(count++)))
                .string();
  fs::create_directories(folder_);
  fs::create_directories(streams_of(folder_));
}

CommandFolder::~CommandFolder() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
  fs::remove_all(streams_of(folder_), ignored);
}

Ran CommandFolder::run(const std::vector<std::string>& arguments, const std::string& input) const {
  return run_with("env -u DISPLAY -u WAYLAND_DISPLAY", arguments, input);
}

Ran CommandFolder::run_with(const std::string& before, const std::vector<std::string>& arguments,
                            const std::string& input) const {
  std::string line = before + " " + quoted(SKELTER_COMMAND);
  for (const std::string& argument : arguments) line += " " + quoted(argument);
  return shell(line, input);
}

Ran CommandFolder::shell(const std::string& line, const std::string& input) const {
  const fs::path streams = streams_of(folder_);
  std::ofstream(streams / "in", std::ios::binary) << input;
  const std::string whole =
      fmt::format("cd {} && ( {} ) <{} >{} 2>{}", quoted(folder_), line, quoted(streams / "in"),
                  quoted(streams / "out"), quoted(streams / "err"));
  const int status = std::system(whole.c_str());
  Ran ran;
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ran.out = content_of(streams / "out");
  ran.err = content_of(streams / "err");
  return ran;
}

void CommandFolder::write(const std::string& name, const std::string& content) const {
  fs::create_directories(fs::path(path(name)).parent_path());
  std::ofstream(path(name), std::ios::binary) << content;
}

std::string CommandFolder::read(const std::string& name) const {
  return content_of(path(name));
}

bool CommandFolder::has(const std::string& name) const {
  return fs::exists(path(name));
}

std::vector<std::string> CommandFolder::names() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder_))
    if (entry.is_regular_file()) names.push_back(fs::relative(entry.path(), folder_).string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string asset(const std::string& name) {
  return std::string(SKELTER_SOURCE_DIR "/assets/") + name;
}

std::string corpus_file(const std::string& name) {
  return corpus_folder() + "/" + name;
}

const char* const kBendFile = R"(xof 0303txt 0032
AnimTicksPerSecond { 100; }
Frame Lower {
  FrameTransformMatrix { 1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1;; }
  Frame Upper {
    FrameTransformMatrix { 1,0,0,0, 0,1,0,0, 0,0,1,0, 0,2,0,1;; }
  }
}
Mesh Strip {
  4;
  -1;0;0;, 1;0;0;, -1;3;0.5;, 1;3;0.5;;
  2;
  3;0,2,1;, 3;1,2,3;;
  MeshNormals {
    1; 0;0;-1;;
    2; 3;0,0,0;, 3;0,0,0;;
  }
  MeshMaterialList {
    1; 1; 0;
    Material Clay { 0.8;0.4;0.2;1.0;; 10.0; 0.1;0.1;0.1;; 0;0;0;; }
  }
  XSkinMeshHeader { 1; 1; 2; }
  SkinWeights { "Lower"; 2; 0,1; 1.0,1.0; 1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1;; }
  SkinWeights { "Upper"; 2; 2,3; 1.0,1.0; 1,0,0,0, 0,1,0,0, 0,0,1,0, 0,-2,0,1;; }
}
AnimationSet bend {
  Animation { { Upper }
    AnimationKey { 0; 2; 0;4;1,0,0,0;;, 100;4;0.7071067811865476,0,0,-0.7071067811865476;;; }
    AnimationKey { 2; 1; 0;3;0,2,0;;; }
  }
}
AnimationSet {
  Animation { { Upper }
    AnimationKey { 2; 2; 0;3;0,2,0;;, 50;3;0,4,0;;; }
  }
}
)";

}  // namespace skelter::test
