#include "cli/output/report/file_record.h"

#include <fmt/format.h>

#include <span>
#include <utility>

#include "skelter/system/file.h"
#include "system/internal/process.h"
#include "system/internal/text.h"

namespace skelter::cli {
namespace {

std::string codes_text(const FileRecord& record) {
  std::string text;
  for (const auto& [code, count] : record.codes)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", code, count);
  return text;
}

}  // namespace

Json to_json(const FileRecord& record) {
  Json codes = Json::object();
  for (const auto& [code, count] : record.codes) codes[code] = count;
  return {{"in", record.in},
          {"out", record.out},
          {"outcome", record.outcome},
          {"seconds", number(record.seconds)},
          {"peak_bytes", record.peak_bytes ? Json(*record.peak_bytes) : Json()},
          {"message", name_or_null(record.message)},
          {"codes", std::move(codes)},
          {"clips", record.clips},
          {"diagnostics", record.diagnostics}};
}

std::optional<FileRecord> record_from_json(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  FileRecord record;
  for (const auto& [name, target] :
       {std::pair{"in", &record.in}, {"out", &record.out}, {"outcome", &record.outcome}}) {
    const auto found = json.find(name);
    if (found == json.end() || !found->is_string()) return std::nullopt;
    *target = found->get<std::string>();
  }
  if (const auto found = json.find("message"); found != json.end() && found->is_string())
    record.message = found->get<std::string>();
  if (const auto found = json.find("seconds"); found != json.end() && found->is_number())
    record.seconds = found->get<double>();
  if (const auto found = json.find("peak_bytes"); found != json.end() && found->is_number_unsigned())
    record.peak_bytes = found->get<std::uint64_t>();
  if (const auto found = json.find("codes"); found != json.end() && found->is_object())
    for (const auto& [code, count] : found->items())
      if (count.is_number_unsigned()) record.codes[code] = count.get<std::uint64_t>();
  for (const auto& [name, target] : {std::pair{"clips", &record.clips}, {"diagnostics", &record.diagnostics}})
    if (const auto found = json.find(name); found != json.end() && found->is_array()) *target = *found;
  return record;
}

std::string tab_separated(const std::vector<FileRecord>& records) {
  std::string text = "in\tout\toutcome\tseconds\tpeak_bytes\tmessage\tcodes\n";
  for (const FileRecord& record : records)
    text += fmt::format("{}\t{}\t{}\t{:.3f}\t{}\t{}\t{}\n", printable(record.in), printable(record.out),
                        record.outcome, record.seconds,
                        record.peak_bytes ? std::to_string(*record.peak_bytes) : "",
                        printable(record.message), codes_text(record));
  return text;
}

FileReporter::FileReporter(std::string in, std::string out, std::string file) : file_(std::move(file)) {
  record_.in = std::move(in);
  record_.out = std::move(out);
}

int FileReporter::report(const Error& error) {
  record_.message = to_string(error);
  ++record_.codes[std::string(error.code)];
  return cli::report(error);
}

int FileReporter::report(const Diagnostics& diagnostics, const ConsoleOptions& options) {
  for (const Diagnostic& entry : diagnostics.entries()) record_.codes[std::string(entry.code)] += entry.count;
  for (Json& entry : to_json(diagnostics)) record_.diagnostics.push_back(std::move(entry));
  const int code = cli::report(diagnostics, options);
  if (code != kFine && record_.message.empty())
    for (const Diagnostic& entry : diagnostics.entries())
      if (entry.severity != Severity::note) record_.message = to_string(entry);
  return code;
}

void FileReporter::set_clips(const Scene& scene) {
  for (const Clip& clip : scene.clips)
    record_.clips.push_back(
        {{"name", name_or_null(clip.name.value_or(""))}, {"duration_s", number(clip.duration_s)}});
}

int FileReporter::finish(int code) {
  if (file_.empty()) return code;
  record_.outcome = code == kFine ? "converted" : "failed";
  record_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  record_.peak_bytes = peak_memory_bytes();
  const std::string text = to_text(to_json(record_));
  const auto written = write_file(file_, std::as_bytes(std::span(text.data(), text.size())), true);
  return written ? code : cli::report(written.error());
}

}  // namespace skelter::cli
