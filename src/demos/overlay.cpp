#include "demos/overlay.h"

#include <algorithm>
#include <string_view>

namespace skelter::demos {
namespace {

constexpr Vec3 kSheetColor{0.08f, 0.09f, 0.11f};
constexpr double kSheetOpacity = 0.85;

// Width in letter sizes, from the metrics of DejaVu Sans, rounded up. DejaVu Sans is wider than most fonts.
double letter_width(char letter) {
  constexpr std::string_view kThin = " ijlI.,:;'|!", kNarrow = "frt()[]-", kWide = "mwMW%@=+<>";
  if (kThin.find(letter) != std::string_view::npos) return 0.34;
  if (kNarrow.find(letter) != std::string_view::npos) return 0.412;
  if (kWide.find(letter) != std::string_view::npos) return 1;
  return letter >= 'A' && letter <= 'Z' ? 0.79 : 0.637;
}

// Arranges lines in columns, each as wide as its longest text.
std::vector<OverlayText> columns(double x, double y, double bottom, double size, const Vec3& color,
                                 const std::vector<std::string>& lines_of_text) {
  constexpr double kColumnGap = 10, kIndent = 2;  // points; gap between columns, width of a space
  const double line_height = size * kSmallLineHeight / kSmallLetterSize;
  const auto rows =
      std::max<std::size_t>(static_cast<std::size_t>(std::max((bottom - y) / line_height, 1.0)), 1);
  const std::size_t count = (lines_of_text.size() + rows - 1) / rows;
  const std::size_t even_rows = count == 0 ? 0 : (lines_of_text.size() + count - 1) / count;
  std::vector<OverlayText> texts;
  double right = x;
  for (std::size_t i = 0; i < lines_of_text.size(); ++i) {
    if (i > 0 && i % even_rows == 0) x = right + kColumnGap;
    const std::string& line = lines_of_text[i];
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    texts.push_back({x + static_cast<double>(indent) * kIndent,
                     y + static_cast<double>(i % even_rows) * line_height, color, line.substr(indent), size});
    right = std::max(right, texts.back().x + texts.back().width());
  }
  return texts;
}

}  // namespace

double OverlayText::width() const {
  double sum = 0;
  for (const char letter : text) sum += letter_width(letter);
  return sum * size;
}

std::string shortened(const std::string& text, double size, double width) {
  const double dots = 3 * letter_width('.');
  double sum = 0;
  std::size_t kept = 0;  // bytes before the dots
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_letter_start = (static_cast<unsigned char>(text[i]) & 0xc0) != 0x80;  // UTF-8 lead byte
    if (is_letter_start && (sum + dots) * size <= width) kept = i;
    sum += letter_width(text[i]);
  }
  return sum * size <= width ? text : text.substr(0, kept) + "...";
}

double Overlay::add_lines(double x, double y, const Vec3& color,
                          const std::vector<std::string>& lines_of_text) {
  for (const std::string& line : lines_of_text) {
    const std::size_t tab = line.find('\t');
    texts.push_back({x, y, color, line.substr(0, tab)});
    if (tab != std::string::npos) texts.push_back({x + kTabWidth, y, color, line.substr(tab + 1)});
    y += kLineHeight;
  }
  return y;
}

double Overlay::add_small_lines(double x, double y, const Vec3& color,
                                const std::vector<std::string>& lines_of_text) {
  for (const std::string& line : lines_of_text) {
    texts.push_back({x, y, color, line, kSmallLetterSize});
    y += kSmallLineHeight;
  }
  return y;
}

void Overlay::add_columns(double x, double y, double right, double bottom, const Vec3& color,
                          const std::vector<std::string>& lines_of_text) {
  for (double size = kSmallLetterSize;; --size) {
    const std::vector<OverlayText> column_texts = columns(x, y, bottom, size, color, lines_of_text);
    const auto fits = [&](const OverlayText& text) { return text.x + text.width() <= right; };
    const auto last = std::find_if_not(column_texts.begin(), column_texts.end(), fits);
    if (last != column_texts.end() && size > kTinyLetterSize) continue;
    texts.insert(texts.end(), column_texts.begin(), last);
    if (last != column_texts.end() && last != column_texts.begin()) texts.back().text = "...";
    return;
  }
}

void Overlay::add_key_hint(double width, double height) {
  const double x = width - 72, y = height - kLineHeight - 2;
  boxes.push_back({x - 6, y - 4, width - x + 6, height - y + 4, kSheetColor, true, kSheetOpacity});
  texts.push_back({x, y, kWhite, "F1  keys"});
}

void Overlay::add_sheet(double x, double y, double width, double bottom) {
  constexpr double kSheetEdge = 6;
  boxes.insert(boxes.begin(), OverlayBox{x - kSheetEdge, y - kSheetEdge, width + 2 * kSheetEdge,
                                         bottom - y + 2 * kSheetEdge, kSheetColor, true, kSheetOpacity});
}

std::string Overlay::text() const {
  std::string all;
  for (const OverlayText& one : texts) all += one.text + "\n";
  return all;
}

Overlay help_box(double width, double height, const std::vector<std::string>& lines_of_text) {
  Overlay overlay;
  std::size_t longest = 0;
  for (const std::string& line : lines_of_text) longest = std::max(longest, line.size());
  const double box_width = static_cast<double>(longest) * kLetterWidth + kTabWidth;
  const double box_height = (static_cast<double>(lines_of_text.size()) + 2) * kLineHeight;
  const double x = (width - box_width) / 2, y = (height - box_height) / 2;
  overlay.boxes.push_back({x, y, box_width, box_height, {0.08f, 0.09f, 0.11f}, true});
  overlay.boxes.push_back({x, y, box_width, box_height, kGrey, false});
  overlay.add_lines(x + kLineHeight, y + kLineHeight, kWhite, lines_of_text);
  return overlay;
}

Overlay shader_error_overlay(const std::string& error, double height) {
  Overlay overlay;
  if (error.empty()) return overlay;
  const double y = height - 2 * kLineHeight;
  overlay.add_sheet(8, y, static_cast<double>(error.size()) * kLetterWidth, y + kLineHeight);
  overlay.add_lines(8, y, kYellow, {error});
  return overlay;
}

}  // namespace skelter::demos
