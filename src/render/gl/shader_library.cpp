#include "render/gl/shader_library.h"

#include "crowd/internal/gpu_rig.h"
#include "render/gl/internal/shader_files.h"
#include "render/gl/shader_sources.h"
#include "skelter/skinning/gpu.h"
#include "skelter/system/file.h"

namespace skelter::gl {
namespace {

constexpr std::uint64_t kLargestShader = 1 << 20;  // bytes; far larger than any real shader

std::string as_text(const std::vector<std::byte>& bytes) {
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace

ShaderLibrary::ShaderLibrary(std::string folder, bool debug)
    : folder_(std::move(folder)),
      debug_(debug),
      sources_{&shader_source, &skinning_shader_source, &crowd_shader_source} {}

std::string ShaderLibrary::path_of(const std::string& name) const {
  return folder_ + "/" + name;
}

Result<ShaderLibrary::File> ShaderLibrary::read(const std::string& name) const {
  if (!folder_.empty())
    if (const std::optional<FileStamp> stamp = file_stamp(path_of(name))) {
      const Result<std::vector<std::byte>> bytes = read_file(path_of(name), kLargestShader);
      if (!bytes) return bytes.error();
      return File{as_text(*bytes), stamp};
    }
  for (const TextSource source : sources_)
    if (const std::string_view text = source(name); !text.empty())
      return File{std::string(text), std::nullopt};
  return Error{
      Status::not_found, "render.shader-file", "the library has no such shader file", {name, 0, {}, {}}};
}

Result<std::string> ShaderLibrary::text(const std::string& file, const Check& check) {
  const auto known = files_.find(file);
  if (known != files_.end()) return known->second.text;
  Result<File> fresh = read(file);
  if (!fresh) return fresh.error();
  fresh->check = check;
  return files_.emplace(file, std::move(*fresh)).first->second.text;
}

std::string ShaderLibrary::name_of(const std::string& file) const {
  const auto known = files_.find(file);
  return known != files_.end() && known->second.stamp ? path_of(file) : file;
}

Result<ShaderStage> ShaderLibrary::stage(const std::vector<std::string>& files, const std::string& defines) {
  ShaderStage made;
  if (debug_) made.defines = "#pragma debug(on)\n#pragma optimize(off)\n";
  made.defines += defines;
  for (const std::string& file : files) {
    Result<std::string> part = text(file);
    if (!part) return part.error();
    made.parts.push_back({name_of(file), std::move(*part)});
  }
  return made;
}

Result<ShaderProgram> ShaderLibrary::link(const ProgramRequest& request) {
  if (!request.compute.empty()) {
    const Result<ShaderStage> compute = stage(request.compute, request.defines);
    if (!compute) return compute.error();
    return ShaderProgram::link_compute(*compute);
  }
  const Result<ShaderStage> vertex = stage(request.vertex, request.defines);
  if (!vertex) return vertex.error();
  const Result<ShaderStage> fragment = stage(request.fragment, request.defines);
  if (!fragment) return fragment.error();
  std::vector<const char*> captured;
  if (request.capture) captured = {"v_position", "v_normal"};
  return ShaderProgram::link(*vertex, *fragment, captured);
}

Result<const ShaderProgram*> ShaderLibrary::program(const ProgramRequest& request) {
  const auto known = programs_.find(request);
  if (known != programs_.end()) return known->second.get();
  Result<ShaderProgram> linked = link(request);
  if (!linked) return linked.error();
  return programs_.emplace(request, std::make_unique<ShaderProgram>(std::move(*linked))).first->second.get();
}

Result<bool> ShaderLibrary::reload_changed() {
  if (!note_changes()) return false;
  for (const auto& [name, file] : files_)
    if (file.check)
      if (Result<void> fine = file.check(file.text, name_of(name)); !fine) return keep_old(fine.error());
  return replace_programs();
}

bool ShaderLibrary::note_changes() {
  if (folder_.empty()) return false;
  bool changed = false;
  for (const auto& [name, file] : files_) changed = changed || file_stamp(path_of(name)) != file.stamp;
  if (!changed) return false;
  // Reads all files again, because some entries contain old text after an error.
  std::map<std::string, File> fresh;
  for (const auto& [name, file] : files_) {
    Result<File> again = read(name);
    if (!again) return false;  // the file may be incomplete; retried in the next call
    again->check = file.check;
    fresh.emplace(name, std::move(*again));
  }
  before_ = std::exchange(files_, std::move(fresh));
  return true;
}

Result<bool> ShaderLibrary::replace_programs() {
  const auto uses_changed_file = [&](const std::vector<std::string>& files) {
    for (const std::string& file : files)
      if (const auto old = before_.find(file);
          old != before_.end() && old->second.text != files_.at(file).text)
        return true;
    return false;
  };
  std::map<ProgramRequest, std::unique_ptr<ShaderProgram>> made;
  for (const auto& [request, program] : programs_) {
    if (!uses_changed_file(request.vertex) && !uses_changed_file(request.fragment) &&
        !uses_changed_file(request.compute))
      continue;
    Result<ShaderProgram> linked = link(request);
    if (!linked) return keep_old(linked.error());
    made.emplace(request, std::make_unique<ShaderProgram>(std::move(*linked)));
  }
  for (auto& [request, program] : made) *programs_.at(request) = std::move(*program);
  before_.clear();
  return true;
}

// Keeps the old texts after an error. The new stamps are stored, so that the error is reported only once.
Error ShaderLibrary::keep_old(const Error& error) {
  for (auto& [name, file] : before_) {
    const std::optional<FileStamp> tried = files_.at(name).stamp;
    files_.at(name) = std::move(file);
    files_.at(name).stamp = tried;
  }
  before_.clear();
  return error;
}

}  // namespace skelter::gl

namespace skelter {

std::vector<ShaderFile> shader_files() {
  std::vector<ShaderFile> files;
  for (const std::string_view name : shader_source_names()) files.push_back({name, shader_source(name)});
  for (const std::string_view name : skinning_shader_source_names())
    files.push_back({name, skinning_shader_source(name)});
  for (const std::string_view name : crowd_shader_source_names())
    files.push_back({name, crowd_shader_source(name)});
  return files;
}

}  // namespace skelter
