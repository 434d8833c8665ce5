#include "skelter/core/array_view.h"

#include <gtest/gtest.h>

#include <vector>

namespace skelter {
namespace {

struct Declared;  // declared but never defined

TEST(ArrayView, needs_no_definition_of_its_element) {
  ArrayView<Declared> none;
  const ArrayView<Declared> copy = none;
  EXPECT_TRUE(copy.empty());
  EXPECT_EQ(copy.data(), nullptr);
}

TEST(ArrayView, has_the_elements_of_vectors_spans_and_arrays) {
  const std::vector<int> numbers{3, 5, 7};
  const ArrayView<int> view = numbers;
  EXPECT_EQ(view.size(), 3u);
  EXPECT_EQ(view[1], 5);
  EXPECT_EQ(view.back(), 7);
  EXPECT_EQ(view.subspan(1, 2)[0], 5);
  const std::span<const int> span = view;
  EXPECT_EQ(span.data(), numbers.data());
  EXPECT_EQ(ArrayView<int>(span).size(), 3u);
  const int two[] = {1, 2};
  int sum = 0;
  for (const int each : ArrayView<int>(two)) sum += each;
  EXPECT_EQ(sum, 3);
}

}  // namespace
}  // namespace skelter
