#include "support/peak_heap.h"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> held{0}, peak{0};

void* take(std::size_t size) {
  void* block = std::malloc(size);
  if (block == nullptr) throw std::bad_alloc();
  const std::size_t now = held += malloc_usable_size(block);
  std::size_t highest = peak;
  while (highest < now && !peak.compare_exchange_weak(highest, now)) {
  }
  return block;
}

void give_back(void* block) {
  if (block == nullptr) return;
  held -= malloc_usable_size(block);
  std::free(block);
}

}  // namespace

void* operator new(std::size_t size) {
  return take(size);
}
void* operator new[](std::size_t size) {
  return take(size);
}
void operator delete(void* block) noexcept {
  give_back(block);
}
void operator delete[](void* block) noexcept {
  give_back(block);
}
void operator delete(void* block, std::size_t) noexcept {
  give_back(block);
}
void operator delete[](void* block, std::size_t) noexcept {
  give_back(block);
}

namespace skelter::test {

std::size_t peak_heap_bytes(void (*work)(void*), void* argument) {
  const std::size_t before = held;
  peak = before;
  work(argument);
  return peak - before;
}

std::size_t kept_heap_bytes(void (*work)(void*), void* argument) {
  const std::size_t before = held;
  work(argument);
  const std::size_t after = held;
  return after > before ? after - before : 0;
}

}  // namespace skelter::test
