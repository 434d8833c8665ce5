#pragma once
// Hashes the bits of numbers, for digests.

#include <cstdint>
#include <cstring>

namespace skelter::web {

// FNV-1a over 8-byte words.
class BitHash {
 public:
  void add(double value) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    hash_ = (hash_ ^ bits) * 0x100000001b3u;
    hash_ ^= hash_ >> 32;
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

}  // namespace skelter::web
