#include "cli/output/report/batch_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "system/internal/text.h"

namespace skelter::cli {
namespace {

constexpr std::string_view kMissingTexture = "texture.missing";
constexpr std::size_t kMostClips = 20;  // per file
constexpr std::size_t kMostMessages = 30;
constexpr std::size_t kMostObjects = 6;  // per message

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8885; padding: .6rem .8rem; text-align: left; vertical-align: top; }
th { position: sticky; top: 0; background: Canvas; }
img, .none { display: block; width: 160px; height: 160px; border-radius: 4px; }
.none { background: #8882; }
td:nth-child(2) { min-width: 14rem; overflow-wrap: anywhere; }
ul { margin: 0; padding-left: 1.1rem; }
.failed { color: #c22; font-weight: 600; }
.warning { color: #a60; }
.small { opacity: .75; font-size: .87em; }
@media (prefers-color-scheme: dark) { .failed { color: #f77; } .warning { color: #fb4; } }
)";

std::string in_html(std::string_view text) {
  std::string escaped;
  for (const char c : printable(std::string(text))) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

// A path as an address relative to the page.
std::string address_of(std::string_view path) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string address;
  for (const char c : path) {
    if (kPlain.find(c) != std::string_view::npos)
      address += c;
    else
      address += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return address;
}

std::string text_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::uint64_t number_of(const Json& object, const char* name, std::uint64_t otherwise) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : otherwise;
}

struct Counts {
  std::uint64_t missing_textures = 0, warnings = 0, notes = 0;
};

Counts counts_of(const FileRecord& record) {
  Counts counts;
  for (const Json& one : record.diagnostics) {
    const std::uint64_t times = number_of(one, "count", 1);
    if (text_of(one, "code") == kMissingTexture)
      counts.missing_textures += times;
    else
      (text_of(one, "severity") == "note" ? counts.notes : counts.warnings) += times;
  }
  return counts;
}

// Findings with the same text, and the objects that they are about.
struct Finding {
  std::string severity, code, message;
  std::uint64_t times = 0;
  std::vector<std::string> objects;
};

std::vector<Finding> findings_of(const FileRecord& record) {
  std::vector<Finding> findings;
  for (const Json& one : record.diagnostics) {
    const std::string code = text_of(one, "code"), message = text_of(one, "message");
    auto known = std::find_if(findings.begin(), findings.end(),
                              [&](const Finding& f) { return f.code == code && f.message == message; });
    if (known == findings.end())
      known = findings.insert(findings.end(), {text_of(one, "severity"), code, message, 0, {}});
    known->times += number_of(one, "count", 1);
    const std::string object = text_of(one, "object");
    if (!object.empty()) known->objects.push_back(object);
  }
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return (a.severity != "note") > (b.severity != "note");
  });
  return findings;
}

std::string list_of(const std::vector<std::string>& items, std::size_t most) {
  std::string list;
  for (std::size_t i = 0; i < items.size() && i < most; ++i) list += "<li>" + items[i] + "</li>";
  if (items.size() > most) list += fmt::format("<li>{} more</li>", items.size() - most);
  return items.empty() ? "" : "<ul>" + list + "</ul>";
}

std::string changes(const FileRecord& record) {
  std::vector<std::string> items;
  for (const Finding& finding : findings_of(record)) {
    if (finding.code == kMissingTexture) continue;
    std::string objects;
    for (std::size_t i = 0; i < finding.objects.size() && i < kMostObjects; ++i)
      objects += (i == 0 ? "" : ", ") + in_html(finding.objects[i]);
    if (finding.objects.size() > kMostObjects)
      objects += fmt::format(" and {} more", finding.objects.size() - kMostObjects);
    if (!objects.empty()) objects = fmt::format("<br><span class=\"small\">{}</span>", objects);
    items.push_back(fmt::format("<span class=\"{}\">{}{}</span> <span class=\"small\">[{}]</span>{}",
                                in_html(finding.severity), in_html(finding.message),
                                finding.times > 1 ? fmt::format(" ({} times)", finding.times) : "",
                                in_html(finding.code), objects));
  }
  return list_of(items, kMostMessages);
}

std::string missing_textures(const FileRecord& record) {
  std::vector<std::string> items;
  for (const Finding& finding : findings_of(record))
    if (finding.code == kMissingTexture)
      for (const std::string& object : finding.objects) items.push_back(in_html(object));
  return list_of(items, kMostMessages);
}

std::string clips(const FileRecord& record) {
  std::vector<std::string> items;
  for (const Json& clip : record.clips) {
    const std::string name = text_of(clip, "name");
    const auto seconds = clip.find("duration_s");
    items.push_back(name.empty() ? "without a name" : in_html(name));
    if (seconds != clip.end() && seconds->is_number())
      items.back() += fmt::format(" <span class=\"small\">{:.2f} s</span>", seconds->get<double>());
  }
  return list_of(items, kMostClips);
}

std::string table_row(const PageRow& row) {
  const FileRecord& record = row.record;
  std::string text = "<tr><td>";
  text += row.picture.empty()
              ? "<span class=\"none\"></span>"
              : fmt::format("<img src=\"{}\" alt=\"\" loading=\"lazy\">", address_of(row.picture));
  text += fmt::format("</td><td>{}<br>", in_html(record.in));
  if (!row.result.empty())
    text += fmt::format("<a href=\"{}\">{}</a><br>", address_of(row.result), in_html(record.out));
  text += fmt::format("<span class=\"{}\">{}</span>", record.outcome == "failed" ? "failed" : "small",
                      in_html(record.outcome));
  if (!record.message.empty()) text += fmt::format("<br>{}", in_html(record.message));
  return text + fmt::format("</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", clips(record), changes(record),
                            missing_textures(record));
}

}  // namespace

std::string batch_page(std::vector<PageRow> rows, const std::string& folder) {
  struct Ranked {
    PageRow row;
    Counts counts;
  };
  std::vector<Ranked> ranked;
  std::size_t failed = 0, without_textures = 0, with_warnings = 0;
  for (PageRow& row : rows) {
    const Counts counts = counts_of(row.record);
    failed += row.record.outcome == "failed" ? 1u : 0u;
    without_textures += counts.missing_textures > 0 ? 1u : 0u;
    with_warnings += counts.warnings > 0 ? 1u : 0u;
    ranked.push_back({std::move(row), counts});
  }
  const auto rank = [](const Ranked& r) {
    return std::make_tuple(r.row.record.outcome == "failed", r.counts.missing_textures, r.counts.warnings,
                           r.counts.notes);
  };
  std::stable_sort(ranked.begin(), ranked.end(),
                   [&](const Ranked& a, const Ranked& b) { return rank(a) > rank(b); });
  std::string text = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{0}</title>"
      "<meta name=\"viewport\" "
      "content=\"width=device-width\"><style>{1}</style></head>\n<body>\n<h1>{0}</h1>\n"
      "<p>{2} files: {3} failed, {4} with missing textures, {5} with warnings. The worst come first.</p>\n"
      "<table>\n<thead><tr><th>Image</th><th>File</th><th>Clips</th><th>What was lost or changed</th>"
      "<th>Missing textures</th></tr></thead>\n<tbody>\n",
      in_html(folder), kStyle, ranked.size(), failed, without_textures, with_warnings);
  for (const Ranked& one : ranked) text += table_row(one.row);
  return text + "</tbody>\n</table>\n</body>\n</html>\n";
}

}  // namespace skelter::cli
