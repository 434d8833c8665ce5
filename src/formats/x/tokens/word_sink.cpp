#include "formats/x/tokens/word_sink.h"

#include <algorithm>

namespace skelter::x {

// Words are zeroed when they enter the vector, in blocks that stay in the cache.
constexpr std::size_t kBlock = 16 * 1024;

bool WordSink::grow(std::uint64_t count) {
  const std::uint64_t needed = used_ + count;
  if (needed > words_.capacity()) {
    const std::uint64_t capacity = std::max<std::uint64_t>(needed, 2 * std::uint64_t{words_.capacity()});
    if (!budget_.take(4 * capacity)) return false;
    const std::uint64_t old = words_.capacity();
    words_.reserve(static_cast<std::size_t>(capacity));
    budget_.give_back(4 * old);
  }
  words_.resize(static_cast<std::size_t>(
      std::max<std::uint64_t>(needed, std::min<std::uint64_t>(words_.capacity(), used_ + kBlock))));
  return true;
}

}  // namespace skelter::x
