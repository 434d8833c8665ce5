// Commands for open files, exported files, and lint findings.

#include <cmath>

#include "skelter/scene/edit.h"
#include "system/internal/text.h"
#include "viewer/command/command_words.h"
#include "viewer/command/internal/actions.h"
#include "viewer/document/internal/file_list.h"

namespace skelter {
namespace {

// "file walk.x", "file 1", "file next".
Result<void> file_command(ViewerData& data, const std::string& name) {
  if ((name == "next" || name == "previous") && !data.documents.empty()) {
    show_next_file(data, name == "next" ? 1 : -1);
    return {};
  }
  const auto file = file_of(data, name);
  if (!file) return file.error();
  return show_file(data, *file);
}

// Returns the shown file or, if there is none, the file that is about to be shown.
Result<std::uint32_t> shown_or_awaited(const ViewerData& data) {
  if (data.document() != nullptr) return data.state.active_file;
  const std::uint32_t file = data.awaited ? listed_file(data, *data.awaited) : kNone;
  if (file == kNone) return unknown_word("close-file", "an open file");
  return file;
}

Result<void> close_file_command(ViewerData& data, const std::string& name) {
  const auto file = name.empty() ? shown_or_awaited(data) : file_of(data, name);
  if (!file) return file.error();
  close_file(data, *file);
  return {};
}

// Without arguments, uses the settings of export-settings.
Result<void> export_command(ViewerData& data, const std::string& text) {
  const auto settings = text.empty() ? checked(data.export_settings) : export_settings_from(text);
  if (!settings) return settings.error();
  data.to_export = *settings;
  return {};
}

Result<void> export_settings_command(ViewerData& data, const std::string& text) {
  const auto settings = export_settings_from(text);
  if (!settings) return settings.error();
  data.export_settings = *settings;
  return {};
}

// Without a path, writes the conversion that `losses` prepared.
Result<void> convert_command(ViewerData& data, const std::string& path) {
  if (path.empty()) {
    if (!data.conversion.written)
      return unknown_word("convert", "a file to write, or the command losses FILE first");
    return write_conversion(data);
  }
  if (Result<void> prepared = prepare_conversion(data, path); !prepared) return prepared;
  for (const Diagnostic& loss : data.conversion.written->losses.entries())
    data.messages.push_back((loss.severity == Severity::note ? "changed: " : "lost: ") + loss_line(loss));
  return write_conversion(data);
}

// "check", "check loop-seam,foot-slide".
Result<void> check_command(ViewerData& data, const std::string& text) {
  LintOptions options;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string rule = text.substr(begin, end - begin);
    if (find_lint_rule(rule) == nullptr) {
      std::string expected;
      for (const LintRule& known : lint_rules())
        expected += (expected.empty() ? "" : ", ") + std::string(known.name);
      return unknown_word(rule, expected);
    }
    if (!options.rules) options.rules.emplace();
    options.rules->push_back(rule);
    begin = end + 1;
  }
  return check_file(data, options);
}

Result<void> finding_command(ViewerData& data, const std::string& text) {
  const Document* document = data.document();
  const std::size_t count = document != nullptr && document->findings ? document->findings->size() : 0;
  const auto index = number_of(text);
  if (!index || *index != std::floor(*index) || !(*index >= 0) || *index >= static_cast<double>(count))
    return unknown_word(text, count == 0 ? "findings (check)" : "the number of a finding, from 0");
  go_to_finding(data, static_cast<std::size_t>(*index));
  return {};
}

}  // namespace

void add_file_commands(CommandTable& table) {
  table["file"] = file_command;
  table["close-file"] = close_file_command;
  table["export"] = export_command;
  table["export-settings"] = export_settings_command;
  table["stop-export"] = alone_command([](ViewerData& data) {
    data.to_export.reset();
    data.take_frames = nullptr;
    data.cancel_export = data.export_progress.has_value();
  });
  table["losses"] = [](ViewerData& data, const std::string& path) { return prepare_conversion(data, path); };
  table["convert"] = convert_command;
  table["check"] = check_command;
  table["finding"] = finding_command;
}

}  // namespace skelter
