// Parses arbitrary bytes as an expression for `matrix` and, after a line break, one for `--mix`. A product
// must equal the product of its factors. A mix must have the layers that it names, with finite numbers.

#include <algorithm>
#include <cmath>

#include "cli/input/mix_spec.h"
#include "fuzz/fuzz.h"
#include "viewer/compare/internal/matrix_expression.h"
#include "viewer/figures.h"

namespace {

using namespace skelter;

// Compares elements. NaN equals NaN, because numbers may overflow.
bool same(const Mat4d& a, const Mat4d& b) {
  return std::equal(a.m.begin(), a.m.end(), b.m.begin(),
                    [](double x, double y) { return x == y || (x != x && y != y); });
}

void try_matrix(std::string_view text) {
  for (const MatrixConvention convention : {MatrixConvention::columns, MatrixConvention::rows}) {
    const auto product = parse_matrix_product(text, convention);
    if (!product) {
      fuzz::expect(product.error().message.starts_with("character "), "an error says where");
      continue;
    }
    fuzz::expect(!product->factors.empty(), "a product has factors");
    Mat4d all = product->factors[0].matrix;
    for (std::size_t i = 1; i < product->factors.size(); ++i) {
      const Mat4d& next = product->factors[i].matrix;
      all = convention == MatrixConvention::columns ? all * next : next * all;
    }
    fuzz::expect(same(all, product->matrix), "a product is that of its factors");
    for (const MatrixFactor& factor : product->factors) {
      const auto alone = parse_matrix(factor.text, convention);
      fuzz::expect_ok(alone, "a factor is an expression");
      fuzz::expect(same(*alone, factor.matrix), "a factor alone is the same");
    }
    (void)image_of_point(product->matrix, {1, 2, 3});
  }
}

void try_mix(std::string_view text) {
  static const Scene scene = test::figure();
  for (const cli::Mixer mixer : {cli::Mixer::sum, cli::Mixer::controller}) {
    const auto layers = cli::parse_mix(scene, std::string(text), 0.3, mixer);
    if (!layers) continue;
    fuzz::expect(layers->size() == 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), ';')),
                 "every part is a layer");
    std::vector<MixLayer> plain;
    for (const cli::ParsedLayer& layer : *layers) {
      fuzz::expect(layer.mix.clip < scene.clips.size(), "a layer has a clip");
      fuzz::expect(std::isfinite(layer.mix.weight) && std::isfinite(layer.mix.time_s), "numbers are finite");
      plain.push_back(layer.mix);
    }
    if (plain.size() > 20) continue;
    if (mixer == cli::Mixer::sum) {
      for (const MixMode mode : {MixMode::additive, MixMode::elements})
        (void)evaluate_mix(scene, plain, mode);
    } else if (const auto pose = cli::controller_mix(scene, *layers, ControllerMode::standard, {})) {
      for (const Mat4d& world : pose->world)
        fuzz::expect(std::all_of(world.m.begin(), world.m.end(), [](double v) { return std::isfinite(v); }),
                     "a controller's pose is finite");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, std::min<std::size_t>(size, 4000));
  const std::size_t line = text.find('\n');
  try_matrix(text.substr(0, line));
  try_mix(line == std::string_view::npos ? text : text.substr(line + 1));
  return 0;
}
