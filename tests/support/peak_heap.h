#pragma once
// Counts what the whole process takes from operator new, shared libraries included.

#include <cstddef>

namespace skelter::test {

// Bytes that `work` holds at its peak, beyond what was held before it.
std::size_t peak_heap_bytes(void (*work)(void*), void* argument);

template <class Work>
std::size_t peak_heap_bytes(Work work) {
  return peak_heap_bytes([](void* w) { (*static_cast<Work*>(w))(); }, &work);
}

// Bytes that are still held after `work`, beyond what was held before it.
std::size_t kept_heap_bytes(void (*work)(void*), void* argument);

template <class Work>
std::size_t kept_heap_bytes(Work work) {
  return kept_heap_bytes([](void* w) { (*static_cast<Work*>(w))(); }, &work);
}

}  // namespace skelter::test
