#pragma once
// Helper that ends a benchmark on errors.

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "skelter/core/result.h"

namespace skelter::bench {

// Returns the value, or prints the error and exits.
template <class T>
T taken(Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "%s\n", to_string(result.error()).c_str());
  std::exit(1);
}
inline void expect(const Result<void>& result) {
  if (result) return;
  std::fprintf(stderr, "%s\n", to_string(result.error()).c_str());
  std::exit(1);
}

}  // namespace skelter::bench
