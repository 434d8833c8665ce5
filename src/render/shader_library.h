#pragma once
// ShaderLibrary: the shader files, from a folder or embedded, and the programs made of them, which follow the
// files when they are edited.

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

#include "render/internal/skinning_variant.h"
#include "render/shader_program.h"
#include "system/internal/filesystem.h"

namespace skelter::gl {

// What a program is made of, by file names.
struct ProgramRequest {
  std::vector<std::string> vertex;  // parts; the last one has main()
  std::vector<std::string> fragment;
  std::string defines;                    // lines for both stages
  bool capture = false;                   // v_position and v_normal can be read back
  std::vector<std::string> compute = {};  // instead of the other two
  friend bool operator<(const ProgramRequest& a, const ProgramRequest& b) {
    return std::tie(a.vertex, a.fragment, a.defines, a.capture, a.compute) <
           std::tie(b.vertex, b.fragment, b.defines, b.capture, b.compute);
  }
};

class ShaderLibrary {
 public:
  // `folder`: files there replace embedded ones; "": none. Needs a current context from program() on.
  ShaderLibrary(std::string folder, bool debug);
  // More embedded files.
  void add_source(TextSource source) { sources_.insert(source); }

  // The program, made when it is first asked for; of a compute shader needs OpenGL 4.3. The pointer stays,
  // the program behind it changes when files do. Errors: those of ShaderProgram::link(); not_found for a file
  // that is nowhere.
  Result<const ShaderProgram*> program(const ProgramRequest& request);
  Result<const ShaderProgram*> program(const char* vertex, const char* fragment) {
    return program(ProgramRequest{{vertex}, {fragment}, {}, false});
  }
  // A file's text. `check` is asked before a changed one is taken, with the text and the file's name in
  // messages.
  using Check = std::function<Result<void>(const std::string& text, const std::string& name)>;
  Result<std::string> text(const std::string& file, const Check& check = {});
  // As messages name the file: its path where it comes from the folder.
  std::string name_of(const std::string& file) const;

  // Rebuilds the programs whose files changed since they were read. Returns whether there were changes.
  // After an error all is as it was, until a file changes again.
  Result<bool> reload_changed();

 private:
  struct File {
    std::string text;
    std::optional<FileStamp> stamp;  // nothing: embedded
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
  std::map<std::string, File> before_;  // the files as they were before the changes being tried
  std::map<ProgramRequest, std::unique_ptr<ShaderProgram>> programs_;
};

}  // namespace skelter::gl
