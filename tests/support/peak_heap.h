#pragma once
// Counts allocations by operator new in the whole process, shared libraries included.

#include <cstddef>

namespace skelter::test {

// Peak bytes held by `work`, beyond those held before it.
std::size_t peak_heap_bytes(void (*work)(void*), void* argument);

template <class Work>
std::size_t peak_heap_bytes(Work work) {
  return peak_heap_bytes([](void* w) { (*static_cast<Work*>(w))(); }, &work);
}

// Bytes still held after `work`, beyond those held before it.
std::size_t kept_heap_bytes(void (*work)(void*), void* argument);

template <class Work>
std::size_t kept_heap_bytes(Work work) {
  return kept_heap_bytes([](void* w) { (*static_cast<Work*>(w))(); }, &work);
}

}  // namespace skelter::test
