#include "image/palette.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace skelter {
namespace {

// Six bits per channel separate the colours of a soft gradient and limit the cloud to a few megabytes.
constexpr std::uint32_t kBinBits = 6;
constexpr std::uint16_t kUnknown = 0xFFFF;

std::size_t index_of(const Rgb& color, std::uint32_t bits) {
  const std::uint32_t drop = 8 - bits;
  return (std::size_t{color[0]} >> drop) << (2 * bits) | (std::size_t{color[1]} >> drop) << bits |
         std::size_t{color[2]} >> drop;
}

// The eye is most sensitive to differences in green, and least to differences in blue.
constexpr std::array<double, 3> kWeight{0.30, 0.55, 0.15};

struct Point {
  std::array<double, 3> mean{};
  double count = 0;
};

// Points [begin, end) of the shared list, with the variance along their widest axis.
struct ColorBox {
  std::size_t begin = 0, end = 0;
  std::size_t axis = 0;
  double spread = 0;  // weighted sum of squared distances from the mean on that axis
  std::array<double, 3> mean{};
};

ColorBox measured(const std::vector<Point>& points, std::size_t begin, std::size_t end) {
  ColorBox box{begin, end, 0, 0, {}};
  double count = 0;
  std::array<double, 3> sum{}, squares{};
  for (std::size_t i = begin; i < end; ++i) {
    count += points[i].count;
    for (std::size_t c = 0; c < 3; ++c) {
      sum[c] += points[i].mean[c] * points[i].count;
      squares[c] += points[i].mean[c] * points[i].mean[c] * points[i].count;
    }
  }
  for (std::size_t c = 0; c < 3; ++c) {
    box.mean[c] = sum[c] / count;
    const double spread = kWeight[c] * (squares[c] - sum[c] * box.mean[c]);
    if (spread > box.spread) {
      box.spread = spread;
      box.axis = c;
    }
  }
  return box;
}

}  // namespace

ColorCloud::ColorCloud() : bins_(std::size_t{1} << (3 * kBinBits)) {}

void ColorCloud::add(const Rgb& color) {
  Bin& bin = bins_[index_of(color, kBinBits)];
  ++bin.count;
  for (std::size_t c = 0; c < 3; ++c) bin.sum[c] += color[c];
}

std::vector<Rgb> ColorCloud::palette(std::size_t count) const {
  std::vector<Point> points;
  for (const Bin& bin : bins_) {
    if (bin.count == 0) continue;
    Point point;
    // Large plain areas would take all colours from small detailed ones, so their weight is limited below.
    point.count = static_cast<double>(bin.count);
    for (std::size_t c = 0; c < 3; ++c) point.mean[c] = static_cast<double>(bin.sum[c]) / point.count;
    point.count = 1 + std::min(point.count, 4096.0) / 16;
    points.push_back(point);
  }
  std::vector<ColorBox> boxes;
  if (!points.empty()) boxes.push_back(measured(points, 0, points.size()));
  while (!boxes.empty() && boxes.size() < count) {
    const auto widest = std::max_element(
        boxes.begin(), boxes.end(), [](const ColorBox& a, const ColorBox& b) { return a.spread < b.spread; });
    if (widest->end - widest->begin < 2 || !(widest->spread > 0)) break;
    const ColorBox box = *widest;
    const auto begin = points.begin() + static_cast<std::ptrdiff_t>(box.begin);
    const auto end = points.begin() + static_cast<std::ptrdiff_t>(box.end);
    const auto middle = std::stable_partition(
        begin, end, [&box](const Point& p) { return p.mean[box.axis] <= box.mean[box.axis]; });
    const auto split = static_cast<std::size_t>(middle - points.begin());
    if (split == box.begin || split == box.end) break;
    *widest = measured(points, box.begin, split);
    boxes.push_back(measured(points, split, box.end));
  }
  const auto rounded = [](double channel) { return static_cast<std::uint8_t>(std::lround(channel)); };
  std::vector<Rgb> palette;
  palette.reserve(boxes.size());
  for (const ColorBox& box : boxes)
    palette.push_back({rounded(box.mean[0]), rounded(box.mean[1]), rounded(box.mean[2])});
  std::sort(palette.begin(), palette.end());
  palette.erase(std::unique(palette.begin(), palette.end()), palette.end());
  return palette;
}

PaletteSearch::PaletteSearch(std::vector<Rgb> palette)
    : palette_(std::move(palette)), known_(std::size_t{1} << 21, kUnknown) {}

std::uint8_t PaletteSearch::nearest(const Rgb& color) {
  std::uint16_t& known = known_[index_of(color, 7)];
  if (known != kUnknown) return static_cast<std::uint8_t>(known);
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < palette_.size(); ++i) {
    double distance = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      const double d = double(color[c] | 1) - double(palette_[i][c]);  // the centre of the 7-bit step
      distance += kWeight[c] * d * d;
    }
    if (distance < best) {
      best = distance;
      known = static_cast<std::uint16_t>(i);
    }
  }
  return static_cast<std::uint8_t>(known);
}

}  // namespace skelter
