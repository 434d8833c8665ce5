#include "cli/output/depfile.h"

#include <nlohmann/json.hpp>
#include <span>

#include "skelter/system/file.h"
#include "system/internal/filesystem.h"

namespace skelter::cli {
namespace {

// Escapes a name for Make; see "Rule Syntax" in the GNU make manual, and its escapes for '#' and '$'.
std::string in_make_syntax(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (c == ' ' || c == '#' || c == '\\') text += '\\';
    if (c == '$') text += '$';
    text += c;
  }
  return text;
}

}  // namespace

std::string depfile_text(const std::string& out, const std::vector<std::string>& inputs) {
  std::string text = in_make_syntax(out) + ":";
  for (const std::string& input : inputs)
    if (input != "-") text += " \\\n  " + in_make_syntax(input);
  return text + "\n";
}

Result<void> write_depfile(const std::string& depfile, const std::string& out,
                           const std::vector<std::string>& inputs) {
  if (depfile.empty()) return {};
  const std::string text = depfile_text(out, inputs);
  return write_file(depfile, std::as_bytes(std::span(text.data(), text.size())), true);
}

std::vector<std::string> buffer_files(const std::string& file) {
  std::vector<std::string> files;
  if (extension(file) != ".gltf") return files;
  const auto bytes = read_file(file);
  if (!bytes) return files;
  const auto* text = reinterpret_cast<const char*>(bytes->data());
  const auto json = nlohmann::json::parse(text, text + bytes->size(), nullptr, false);
  if (!json.is_object() || !json.contains("buffers") || !json["buffers"].is_array()) return files;
  for (const auto& buffer : json["buffers"]) {
    if (!buffer.is_object() || !buffer.contains("uri") || !buffer["uri"].is_string()) continue;
    const auto path =
        find_below(parent_folder(file).empty() ? "." : parent_folder(file), buffer["uri"].get<std::string>());
    if (path) files.push_back(*path);
  }
  return files;
}

Result<void> expect_writable_target(const std::string& out, bool replace) {
  if (replace || !file_exists(out) || is_stream(out)) return expect_writable(out);
  return Error{Status::io,
               "cli.exists",
               "already exists; choose a different name, or use --force to replace it",
               {out, 0, {}, {}}};
}

Result<void> expect_writable_side_files(const std::string& depfile, const std::string& report) {
  for (const std::string& file : {depfile, report})
    if (!file.empty())
      if (auto writable = expect_writable(file); !writable) return writable;
  return {};
}

}  // namespace skelter::cli
