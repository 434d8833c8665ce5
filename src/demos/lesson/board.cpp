#include "demos/lesson/board.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace skelter::demos {
namespace {

constexpr double kDotRadius = 4;
constexpr double kLabelGap = 8;  // between a point and its label

Vec2d between(const Vec2d& a, const Vec2d& b, double t) {
  return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

}  // namespace

std::string shown(double value) {
  std::string text = fmt::format("{:.4f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string shown(const Vec2d& point) {
  return fmt::format("({}, {})", shown(point.x), shown(point.y));
}

std::string shown(const Vec3d& point) {
  return fmt::format("({}, {}, {})", shown(point.x), shown(point.y), shown(point.z));
}

Board::Board(Overlay& overlay, const Panel& panel, const Vec2d& low, const Vec2d& high) : overlay_(overlay) {
  const double width = high.x - low.x, height = high.y - low.y;
  scale_ = std::min(panel.width / width, panel.height / height);
  origin_.x = panel.x + (panel.width - width * scale_) / 2 - low.x * scale_;
  origin_.y = panel.y + (panel.height + height * scale_) / 2 + low.y * scale_;
}

Vec2d Board::on_picture(const Vec2d& at) const {
  return {origin_.x + at.x * scale_, origin_.y - at.y * scale_};
}

void Board::line(const Vec2d& from, const Vec2d& to, const Vec3& color, double width) {
  const Vec2d a = on_picture(from), b = on_picture(to);
  overlay_.strokes.push_back({a.x, a.y, b.x, b.y, color, width});
}

void Board::dashes(const Vec2d& from, const Vec2d& to, const Vec3& color) {
  constexpr double kDash = 6;  // in points
  const double length = std::hypot(to.x - from.x, to.y - from.y) * scale_;
  const int count = std::max(1, static_cast<int>(length / (2 * kDash)));
  for (int i = 0; i < count; ++i)
    line(between(from, to, i / double(count)), between(from, to, (i + 0.5) / count), color);
}

void Board::arrow(const Vec2d& from, const Vec2d& to, const Vec3& color, const std::string& text, Side side) {
  constexpr double kHead = 9, kHalfAngle = 0.4;
  line(from, to, color, 2);
  const Vec2d tip = on_picture(to), tail = on_picture(from);
  const double back = std::atan2(tail.y - tip.y, tail.x - tip.x);
  for (const double turn : {-kHalfAngle, kHalfAngle})
    overlay_.strokes.push_back({tip.x, tip.y, tip.x + kHead * std::cos(back + turn),
                                tip.y + kHead * std::sin(back + turn), color, 2});
  if (!text.empty()) this->text(between(from, to, 0.5), color, text, side);
}

void Board::arc(const Vec2d& center, double radius, double from_rad, double to_rad, const Vec3& color,
                double width) {
  constexpr int kSteps = 32;
  const auto at = [&](int step) {
    const double angle = from_rad + (to_rad - from_rad) * step / kSteps;
    return Vec2d{center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)};
  };
  for (int i = 0; i < kSteps; ++i) line(at(i), at(i + 1), color, width);
}

void Board::dot(const Vec2d& at, const Vec3& color, const std::string& text, Side side) {
  const Vec2d p = on_picture(at);
  overlay_.dots.push_back({p.x, p.y, kDotRadius, color});
  if (!text.empty()) this->text(at, color, text, side);
}

void Board::text(const Vec2d& at, const Vec3& color, const std::string& text, Side side) {
  const Vec2d p = on_picture(at);
  OverlayText label{p.x + kLabelGap, p.y - kLineHeight / 2, color, text};
  const double width = label.width();
  if (side == Side::left) label.x = p.x - kLabelGap - width;
  if (side == Side::above || side == Side::below) label.x = p.x - width / 2;
  if (side == Side::above) label.y = p.y - kLineHeight - kLabelGap / 2;
  if (side == Side::below) label.y = p.y + kLabelGap / 2;
  overlay_.texts.push_back(label);
}

}  // namespace skelter::demos
