#pragma once
// Damages packs like a person who knows the format: single bits, numbers at the limits of their types,
// swapped and moved ranges, other sizes. The same seed gives the same damage everywhere.

#include <array>
#include <random>

#include "runtime/internal/format/pack_header.h"
#include "support/pack_bytes.h"

namespace skelter::test {

class PackMutator {
 public:
  explicit PackMutator(std::uint64_t seed) : random_(seed) {}

  // Makes one to four changes, then corrects size and checksum.
  void mutate(AlignedBytes& pack) {
    for (std::uint64_t n = 1 + below(4); n > 0 && pack.size() > sizeof(PackHeader); --n) change(pack);
    seal(pack);
  }

 private:
  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }

  // Returns a random position; half of them are in the header or table, where references are stored.
  std::size_t place(const AlignedBytes& pack, std::size_t size) {
    const std::size_t last = pack.size() - size;
    const std::size_t head = std::min<std::size_t>(last, sizeof(PackHeader) + 8 * sizeof(PackEntry));
    const std::size_t at = 32 + below(std::max<std::size_t>((below(2) == 0 ? head : last), 33) - 32);
    return std::min(below(4) == 0 ? at : at / size * size, last);
  }

  template <class T>
  void set_number(AlignedBytes& pack, T value) {
    store(pack, place(pack, sizeof(T)), value);
  }

  std::uint32_t edge(std::size_t pack_size) {
    const std::array<std::uint32_t, 14> edges = {0,
                                                 1,
                                                 2,
                                                 3,
                                                 64,
                                                 0x7F,
                                                 0xFFFF,
                                                 0x10000,
                                                 0x7FFFFFFF,
                                                 0x80000000,
                                                 0xFFFFFFFF,
                                                 0x7FC00000,  // as a float: NaN
                                                 0x7F800000,  // infinity
                                                 static_cast<std::uint32_t>(pack_size)};
    return edges[below(edges.size())] + static_cast<std::uint32_t>(below(3)) - 1;
  }

  void change(AlignedBytes& pack) {
    switch (below(8)) {
      case 0:
        pack.data()[place(pack, 1)] ^= static_cast<std::byte>(1u << below(8));
        break;
      case 1:
        set_number(pack, static_cast<std::uint8_t>(random_()));
        break;
      case 2:
        set_number(pack, static_cast<std::uint16_t>(edge(pack.size())));
        break;
      case 3:
      case 4:
        set_number(pack, edge(pack.size()));
        break;
      case 5:
        set_number(pack, std::uint64_t{edge(pack.size())} << (below(2) * 32));
        break;
      case 6:
        move_piece(pack);
        break;
      default:
        if (below(4) == 0) resize(pack);
        break;
    }
  }

  void move_piece(AlignedBytes& pack) {
    const std::size_t size = std::size_t{1} << below(6);
    const std::size_t from = place(pack, size), to = place(pack, size);
    std::memmove(pack.data() + to, pack.data() + from, size);
  }

  void resize(AlignedBytes& pack) {
    const std::size_t size = below(2) == 0 ? below(pack.size()) : pack.size() + below(200);
    pack = copy_of(pack.span(), std::max<std::size_t>(size, 1));
  }

  std::mt19937_64 random_;
};

}  // namespace skelter::test
