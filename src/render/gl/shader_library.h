#pragma once
// Shader files, from a folder or embedded, and the programs built from them. Programs are rebuilt when files
// change.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "render/gl/shader_program.h"
#include "render/model/internal/skinning_variant.h"
#include "system/internal/filesystem.h"

namespace skelter::gl {

// Names of the source files of a program.
struct ProgramRequest {
  std::vector<std::string> vertex;  // parts; the last one contains main()
  std::vector<std::string> fragment;
  std::string defines;                    // for both stages
  bool capture = false;                   // makes v_position and v_normal readable
  std::vector<std::string> compute = {};  // replaces the other two stages
  friend bool operator<(const ProgramRequest& a, const ProgramRequest& b) {
    return std::tie(a.vertex, a.fragment, a.defines, a.capture, a.compute) <
           std::tie(b.vertex, b.fragment, b.defines, b.capture, b.compute);
  }
};

class ShaderLibrary {
 public:
  // `folder`: its files replace embedded ones; "" for none. program() and later calls require a current
  // context.
  ShaderLibrary(std::string folder, bool debug);
  // Adds embedded files.
  void add_source(TextSource source) { sources_.insert(source); }

  // Returns a program, which is built on first use. Compute shaders require OpenGL 4.3. The pointer stays
  // valid when a file change replaces the program. Errors: see ShaderProgram::link(); not_found for a missing
  // file.
  Result<const ShaderProgram*> program(const ProgramRequest& request);
  Result<const ShaderProgram*> program(const char* vertex, const char* fragment) {
    return program(ProgramRequest{{vertex}, {fragment}, {}, false});
  }
  // Returns a file's text. `check` validates a changed text before it is used; its arguments are the text and
  // the file's name for messages.
  using Check = std::function<Result<void>(const std::string& text, const std::string& name)>;
  Result<std::string> text(const std::string& file, const Check& check = {});
  // Returns the name of the file for messages: its path if it comes from the folder.
  std::string name_of(const std::string& file) const;

  // Rebuilds programs with changed files. Returns true if there were changes. After an error, everything
  // stays unchanged until a file changes again.
  Result<bool> reload_changed();

 private:
  struct File {
    std::string text;
    std::optional<FileStamp> stamp;  // empty if the file is embedded
    Check check = {};
  };
  Result<File> read(const std::string& name) const;
  Result<ShaderStage> stage(const std::vector<std::string>& files, const std::string& defines);
  Result<ShaderProgram> link(const ProgramRequest& request);
  std::string path_of(const std::string& name) const;
  bool note_changes();
  Result<bool> replace_programs();
  Error keep_old(const Error& error);

  std::string folder_;
  bool debug_ = false;
  std::set<TextSource> sources_;
  std::map<std::string, File> files_;
  std::map<std::string, File> before_;  // the files before the changes that are being tried
  std::map<ProgramRequest, std::unique_ptr<ShaderProgram>> programs_;
};

}  // namespace skelter::gl
