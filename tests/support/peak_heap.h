#pragma once
// Measures the memory allocated by operator new in the whole process, shared libraries included.

#include <cstddef>

namespace skelter::test {

// Returns the largest number of bytes that were allocated during `work`, minus those allocated before it.
std::size_t peak_heap_bytes(void (*work)(void*), void* argument);

template <class Work>
std::size_t peak_heap_bytes(Work work) {
  return peak_heap_bytes([](void* w) { (*static_cast<Work*>(w))(); }, &work);
}

// Returns the number of bytes still allocated after `work`, minus those allocated before it.
std::size_t kept_heap_bytes(void (*work)(void*), void* argument);

template <class Work>
std::size_t kept_heap_bytes(Work work) {
  return kept_heap_bytes([](void* w) { (*static_cast<Work*>(w))(); }, &work);
}

}  // namespace skelter::test
