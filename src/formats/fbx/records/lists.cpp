// Reads lists of numbers: arrays in binary files, and sequences of single values.

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "core/internal/memory_budget.h"
#include "formats/fbx/internal/same_bits.h"
#include "formats/fbx/records/load_number.h"
#include "formats/fbx/records/records.h"

namespace skelter::fbx {
namespace {

constexpr double kLargestNumber = 1e30;  // products of larger numbers overflow

// Inflates an array into memory that grows, since the size stated in the file may be wrong.
class Inflater {
 public:
  Inflater() { ready_ = inflateInit(&stream_) == Z_OK; }
  ~Inflater() {
    if (ready_) inflateEnd(&stream_);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  enum class End : std::uint8_t { whole, wrong_sum, too_long, broken, no_memory };
  // Inflates up to `expected` bytes into `out`. The memory is taken from the budget.
  End inflate_all(ByteSpan packed, std::uint64_t expected, MemoryBudget& budget, std::vector<std::byte>& out);

 private:
  z_stream stream_{};
  bool ready_ = false;
};

Inflater::End Inflater::inflate_all(ByteSpan packed, std::uint64_t expected, MemoryBudget& budget,
                                    std::vector<std::byte>& out) {
  if (!ready_) return End::no_memory;
  stream_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));
  stream_.avail_in = static_cast<uInt>(packed.size());
  std::uint64_t room =
      std::min<std::uint64_t>(expected + 1, std::max<std::uint64_t>(8 * packed.size(), 4096));
  if (!budget.take(room)) return End::no_memory;
  out.resize(static_cast<std::size_t>(room));
  std::size_t made = 0;
  for (;;) {
    stream_.next_out = reinterpret_cast<Bytef*>(out.data() + made);
    const std::size_t space = std::min<std::size_t>(out.size() - made, std::size_t{1} << 30);
    stream_.avail_out = static_cast<uInt>(space);
    const int done = inflate(&stream_, Z_NO_FLUSH);
    made += space - stream_.avail_out;
    if (made > expected) return End::too_long;
    if (done == Z_STREAM_END) {
      out.resize(made);
      return End::whole;
    }
    if (done == Z_DATA_ERROR) {
      out.resize(made);
      // The data is complete, but the checksum is wrong.
      const bool sum = stream_.msg != nullptr && std::strcmp(stream_.msg, "incorrect data check") == 0;
      return sum ? End::wrong_sum : End::broken;
    }
    if (done != Z_OK && done != Z_BUF_ERROR) return End::broken;
    if (made == out.size()) {
      const std::uint64_t grown = std::min<std::uint64_t>(expected + 1, 2 * std::uint64_t{out.size()});
      if (!budget.take(grown - out.size())) return End::no_memory;
      out.resize(static_cast<std::size_t>(grown));
    } else if (stream_.avail_in == 0) {
      out.resize(made);
      return End::broken;  // the stream is truncated
    }
  }
}

// Whether matrices of numbers this large can be multiplied.
bool is_usable(double number) {
  return std::abs(number) <= kLargestNumber;
}

template <class T, class From>
T converted(From value, std::uint64_t& not_finite) {
  if constexpr (std::is_floating_point_v<T>) {
    if constexpr (std::is_floating_point_v<From>) {
      if (!is_usable(static_cast<double>(value))) {
        ++not_finite;
        return T(0);
      }
    }
    return static_cast<T>(value);
  } else if constexpr (std::is_floating_point_v<From>) {
    constexpr double kLimit = sizeof(T) == 8 ? 0x1p63 : 0x1p31;
    const double number = static_cast<double>(value);
    if (!(std::abs(number) < kLimit)) {
      ++not_finite;
      return T(0);
    }
    return static_cast<T>(number);
  } else {
    // A 64-bit number that does not fit becomes an invalid index.
    if constexpr (sizeof(From) > sizeof(T))
      if (value > From{INT32_MAX} || value < From{INT32_MIN}) return T(-1) - T(INT32_MAX);
    return static_cast<T>(value);
  }
}

template <class T, class From>
void append_array(ByteSpan bytes, bool swap, std::vector<T>& out, std::uint64_t& not_finite) {
  const std::size_t count = bytes.size() / sizeof(From);
  const std::size_t begin = out.size();
  out.resize(begin + count);
  for (std::size_t i = 0; i < count; ++i)
    out[begin + i] = converted<T>(load_number<From>(bytes, i * sizeof(From), swap), not_finite);
}

template <class T>
void append_entries(char code, ByteSpan bytes, bool swap, std::vector<T>& out, std::uint64_t& not_finite) {
  switch (code) {
    case 'f':
      return append_array<T, float>(bytes, swap, out, not_finite);
    case 'd':
      return append_array<T, double>(bytes, swap, out, not_finite);
    case 'i':
      return append_array<T, std::int32_t>(bytes, swap, out, not_finite);
    case 'l':
      return append_array<T, std::int64_t>(bytes, swap, out, not_finite);
    default:
      return append_array<T, std::uint8_t>(bytes, false, out, not_finite);
  }
}

// The plain bytes of an array. They are in the file or in `inflated`.
Result<ByteSpan> plain_bytes(const ListReader& lists, std::uint32_t record, const Value& value,
                             std::vector<std::byte>& inflated) {
  const RecordTree& tree = lists.tree;
  const std::uint32_t encoding = load_number<std::uint32_t>(tree.source, value.bits - 8, tree.big_endian);
  const std::uint32_t stored = load_number<std::uint32_t>(tree.source, value.bits - 4, tree.big_endian);
  const ByteSpan packed = tree.source.subspan(static_cast<std::size_t>(value.bits), stored);
  if (encoding == 0) return packed;
  const std::uint64_t expected = std::uint64_t{value.size} * array_entry_bytes(value.code);
  Inflater inflater;
  const auto end = inflater.inflate_all(packed, expected, lists.budget, inflated);
  const auto bad = [&](std::string message) {
    return Error{Status::bad_data, "fbx.deflate", std::move(message),
                 tree.spot_at(value.bits, tree.label(record))};
  };
  const auto wanted = [&] { return fmt::format("expected {}", grouped(expected)); };
  switch (end) {
    case Inflater::End::no_memory:
      return memory_error(tree, lists.budget, value.bits, tree.label(record));
    case Inflater::End::broken:
      return bad(
          fmt::format("the deflated data is damaged after {} bytes; {}", grouped(inflated.size()), wanted()));
    case Inflater::End::too_long:
      return bad(fmt::format("inflates to more than {} bytes", grouped(expected)));
    case Inflater::End::wrong_sum:
    case Inflater::End::whole:
      break;
  }
  if (inflated.size() != expected)
    return bad(fmt::format("inflates to {} bytes; {}", grouped(inflated.size()), wanted()));
  if (end == Inflater::End::wrong_sum)
    lists.diagnostics.add(Severity::warning, "fbx.deflate", tree.spot_at(value.bits, tree.label(record)),
                          "the checksum of the deflated data is wrong; the numbers are used");
  return ByteSpan(inflated);
}

Error unknown_value(const ListReader& lists, std::uint32_t record, const Value& value) {
  if (value.code == '?')
    return {Status::bad_data, "fbx.property",
            fmt::format("value of the unknown type {:#04x}; expected numbers",
                        static_cast<unsigned>(value.bits & 0xFF)),
            lists.tree.spot(record)};
  return {Status::bad_data, "fbx.number", "a text; expected numbers", lists.tree.spot(record)};
}

}  // namespace

std::uint64_t ListReader::count(std::uint32_t record) const {
  std::uint64_t numbers = 0;
  for (const Value& value : tree.values_of(record)) numbers += is_array(value) ? value.size : 1;
  return numbers;
}

template <class T>
Result<void> ListReader::read(std::uint32_t record, std::vector<T>& out) const {
  out.clear();
  const std::span<const Value> values = tree.values_of(record);
  std::uint64_t not_finite = 0;
  const bool arrays = std::any_of(values.begin(), values.end(), is_array);
  if (!arrays) {
    if (!budget.take(values.size() * sizeof(T)))
      return memory_error(tree, budget, tree.records[record].byte, tree.label(record));
    out.reserve(values.size());
  }
  for (const Value& value : values) {
    if (value.code == 'F' || value.code == 'D') {
      out.push_back(converted<T>(number_of(value), not_finite));
    } else if (is_integer(value)) {
      out.push_back(converted<T>(integer_of(value), not_finite));
    } else if (is_array(value)) {
      std::vector<std::byte> inflated;
      const auto plain = plain_bytes(*this, record, value, inflated);
      if (!plain) return plain.error();
      const std::size_t before = out.capacity();
      if (!budget.take(std::uint64_t{value.size} * sizeof(T)))
        return memory_error(tree, budget, value.bits, tree.label(record));
      if (before < out.size() + value.size) out.reserve(out.size() + value.size);
      append_entries(value.code, *plain, tree.big_endian, out, not_finite);
      budget.give_back(inflated.capacity());
    } else {
      return unknown_value(*this, record, value);
    }
  }
  if (not_finite != 0)
    diagnostics.add(Severity::warning, "fbx.nan", tree.spot(record),
                    "number that is not finite or too large; treated as 0", not_finite);
  return {};
}

template Result<void> ListReader::read(std::uint32_t, std::vector<float>&) const;
template Result<void> ListReader::read(std::uint32_t, std::vector<double>&) const;
template Result<void> ListReader::read(std::uint32_t, std::vector<std::int32_t>&) const;
template Result<void> ListReader::read(std::uint32_t, std::vector<std::int64_t>&) const;

Result<void> ListReader::read_bits(std::uint32_t record, std::vector<std::uint32_t>& out) const {
  out.clear();
  const std::span<const Value> values = tree.values_of(record);
  for (const Value& value : values) {
    if (is_array(value)) {
      std::vector<std::byte> inflated;
      const auto plain = plain_bytes(*this, record, value, inflated);
      if (!plain) return plain.error();
      if (!budget.take(std::uint64_t{value.size} * sizeof(std::uint32_t)))
        return memory_error(tree, budget, value.bits, tree.label(record));
      out.reserve(out.size() + value.size);
      if (value.code == 'f' || value.code == 'i') {
        for (std::uint32_t i = 0; i < value.size; ++i)
          out.push_back(load_number<std::uint32_t>(*plain, 4 * std::uint64_t{i}, tree.big_endian));
      } else {
        std::uint64_t not_finite = 0;
        std::vector<float> floats;
        append_entries(value.code, *plain, tree.big_endian, floats, not_finite);
        for (const float number : floats) out.push_back(same_bits<std::uint32_t>(number));
      }
      budget.give_back(inflated.capacity());
      continue;
    }
    if (!is_number(value)) return unknown_value(*this, record, value);
    if (!make_room(out, budget)) return memory_error(tree, budget, tree.records[record].byte);
    // Text files before 7200 contain decimal numbers. A small integer in them is a number, not a bit pattern.
    const bool pattern = is_integer(value) && (tree.version >= 7200 || integer_of(value) > 0xFFFF);
    out.push_back(pattern ? static_cast<std::uint32_t>(integer_of(value))
                          : same_bits<std::uint32_t>(static_cast<float>(number_of(value))));
  }
  return {};
}

}  // namespace skelter::fbx
