// The binary container: records with offsets, and values with a letter for their type.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "formats/fbx/records/header.h"
#include "formats/fbx/records/load_number.h"
#include "formats/fbx/records/record_builder.h"

namespace skelter::fbx {
namespace {

// Deflate makes at most this many bytes of one.
constexpr std::uint64_t kMostInflation = 1032;

class BinaryReader {
 public:
  explicit BinaryReader(RecordBuilder& builder)
      : b_(builder),
        bytes_(builder.tree.source),
        swap_(builder.tree.big_endian),
        wide_(builder.tree.version >= kFirstWideVersion) {}

  Result<void> read();

 private:
  struct Header {
    std::uint64_t end = 0, values = 0, value_bytes = 0;
    std::uint8_t name_bytes = 0;
    bool is_null() const { return end == 0 && values == 0 && value_bytes == 0 && name_bytes == 0; }
  };
  // A record whose children are being read.
  struct Open {
    std::uint64_t end = 0;
    bool beyond_file = false;  // by its header; then `end` is that of the file
  };

  std::uint64_t header_bytes() const { return wide_ ? 25 : 13; }
  Header read_header_at(std::uint64_t at) const;
  Result<void> read_record(const Header& header, std::uint64_t at);
  Result<void> read_values(std::uint64_t count, std::uint64_t at, std::uint64_t end);
  Result<std::uint64_t> read_value(std::uint64_t at, std::uint64_t end);
  Result<std::uint64_t> read_array(char code, std::uint64_t at, std::uint64_t end);
  Result<void> close(bool by_null_record);
  template <class T>
  T load(std::uint64_t at) const {
    return load_number<T>(bytes_, at, swap_);
  }

  RecordBuilder& b_;
  ByteSpan bytes_;
  bool swap_, wide_;
  std::vector<Open> open_;
  std::uint64_t at_ = kBinaryHeaderBytes;
};

BinaryReader::Header BinaryReader::read_header_at(std::uint64_t at) const {
  if (wide_)
    return {load<std::uint64_t>(at), load<std::uint64_t>(at + 8), load<std::uint64_t>(at + 16),
            static_cast<std::uint8_t>(bytes_[static_cast<std::size_t>(at + 24)])};
  return {load<std::uint32_t>(at), load<std::uint32_t>(at + 4), load<std::uint32_t>(at + 8),
          static_cast<std::uint8_t>(bytes_[static_cast<std::size_t>(at + 12)])};
}

Result<void> BinaryReader::read() {
  const std::uint64_t size = bytes_.size();
  for (;;) {
    const std::uint64_t end = open_.empty() ? size : open_.back().end;
    if (at_ == end || size - at_ < header_bytes()) {
      const bool cut = open_.empty() ? b_.tree.records.size() == 1 || at_ != end : open_.back().beyond_file;
      if (cut)
        return b_.error("fbx.truncated", size,
                        b_.tree.records.size() == 1 ? "ends after its header; expected records"
                                                    : "the file ends inside a record");
      if (open_.empty()) return {};  // without the record that closes the list
      if (at_ != end) return b_.error("fbx.record", at_, "ends inside the header of a record within it");
      if (auto closed = close(false); !closed) return closed;
      continue;
    }
    const Header header = read_header_at(at_);
    if (header.is_null()) {
      at_ += header_bytes();
      if (open_.empty()) return {};
      if (auto closed = close(true); !closed) return closed;
      continue;
    }
    if (auto read = read_record(header, at_); !read) return read;
  }
}

Result<void> BinaryReader::close(bool by_null_record) {
  const Open closed = open_.back();
  open_.pop_back();
  const std::uint32_t record = b_.parent();
  b_.leave();
  if (by_null_record && closed.beyond_file)
    return Error{Status::bad_data, "fbx.record",
                 fmt::format("a record that ends beyond the file; its children end at byte {}", grouped(at_)),
                 b_.tree.spot(record)};
  at_ = std::max(at_, closed.end);
  return {};
}

Result<void> BinaryReader::read_record(const Header& header, std::uint64_t at) {
  const std::uint64_t size = bytes_.size();
  const std::uint64_t limit = open_.empty() ? size : open_.back().end;
  const bool in_beyond = open_.empty() || open_.back().beyond_file;
  const std::uint64_t name_at = at + header_bytes();
  const auto bad = [&](std::string_view code, std::string message) {
    return Error{Status::bad_data, code, std::move(message), b_.tree.spot_at(at, b_.tree.label(b_.parent()))};
  };
  if (header.name_bytes > size - name_at) return bad("fbx.truncated", "the file ends inside a record's name");
  const std::string_view name(reinterpret_cast<const char*>(bytes_.data()) + name_at, header.name_bytes);
  if (auto added = b_.add_record(name, at); !added) return added;
  const std::uint64_t values_at = name_at + header.name_bytes;
  if (header.end <= at)
    return b_.error("fbx.record", at, fmt::format("ends at byte {}, before it begins", grouped(header.end)));
  if (header.end > limit && !(in_beyond && header.end > size))
    return b_.error("fbx.record", at,
                    fmt::format("ends at byte {}; expected at most {}, where the record around it ends",
                                grouped(header.end), grouped(limit)));
  const bool beyond = header.end > size;
  const std::uint64_t end = beyond ? size : header.end;
  if (values_at > end || header.value_bytes > end - values_at)
    return beyond
               ? b_.error("fbx.truncated", size, "the file ends inside a record")
               : b_.error("fbx.record", at,
                          fmt::format("{} bytes of values; the record holds {}", grouped(header.value_bytes),
                                      grouped(values_at > end ? 0 : end - values_at)));
  if (header.values > header.value_bytes)
    return b_.error("fbx.record", at,
                    fmt::format("{} values in {} bytes; expected at most one a byte", grouped(header.values),
                                grouped(header.value_bytes)));
  if (auto read = read_values(header.values, values_at, values_at + header.value_bytes); !read) return read;
  at_ = values_at + header.value_bytes;
  if (at_ == end && !beyond) return {};
  if (auto entered = b_.enter(); !entered) return entered;
  open_.push_back({end, beyond});
  return {};
}

Result<void> BinaryReader::read_values(std::uint64_t count, std::uint64_t at, std::uint64_t end) {
  for (std::uint64_t i = 0; i < count; ++i) {
    if (at >= end)
      return b_.error("fbx.record", at,
                      fmt::format("{} of {} values fit its bytes", grouped(i), grouped(count)));
    const Result<std::uint64_t> next = read_value(at, end);
    if (!next) return next.error();
    at = *next;
    if (b_.tree.values.back().code == '?') return {};
  }
  return {};
}

// Adds the value and gives the byte after it.
Result<std::uint64_t> BinaryReader::read_value(std::uint64_t at, std::uint64_t end) {
  const char code = static_cast<char>(bytes_[static_cast<std::size_t>(at)]);
  const std::uint64_t left = end - at - 1;
  Value value;
  value.code = code;
  if (is_array(value)) return read_array(code, at, end);
  const auto integer = [&](std::int64_t number) { value.bits = static_cast<std::uint64_t>(number); };
  std::uint64_t taken = 0;
  const auto fits = [&](std::uint64_t bytes) {
    taken = bytes;
    return bytes <= left;
  };
  bool whole = true;
  switch (code) {
    case 'Y':
      if ((whole = fits(2))) integer(load<std::int16_t>(at + 1));
      break;
    case 'C':
    case 'B':
    case 'Z':
      if ((whole = fits(1))) integer(load<std::uint8_t>(at + 1));
      break;
    case 'I':
      if ((whole = fits(4))) integer(load<std::int32_t>(at + 1));
      break;
    case 'L':
      if ((whole = fits(8))) integer(load<std::int64_t>(at + 1));
      break;
    case 'F':
      if ((whole = fits(4))) value.bits = std::bit_cast<std::uint64_t>(double{load<float>(at + 1)});
      break;
    case 'D':
      if ((whole = fits(8))) value.bits = std::bit_cast<std::uint64_t>(load<double>(at + 1));
      break;
    case 'S':
    case 'R':
      if ((whole = fits(4))) {
        value.size = load<std::uint32_t>(at + 1);
        value.bits = at + 5;
        whole = fits(4 + std::uint64_t{value.size});
      }
      break;
    default:
      value.code = '?';
      value.bits = static_cast<std::uint8_t>(code);
      value.size = 0;
      b_.warn(
          "fbx.property", at,
          fmt::format("value of the unknown type {:#04x}; it and those after it in the record are ignored",
                      static_cast<unsigned>(static_cast<std::uint8_t>(code))));
      break;
  }
  if (!whole)
    return b_.error("fbx.property", at,
                    fmt::format("a value of type {} ends beyond the values of its record", code));
  if (auto added = b_.add_value(value); !added) return added.error();
  return at + 1 + taken;
}

Result<std::uint64_t> BinaryReader::read_array(char code, std::uint64_t at, std::uint64_t end) {
  if (end - at - 1 < 12) return b_.error("fbx.array", at, "an array ends inside its header of 12 bytes");
  const std::uint32_t count = load<std::uint32_t>(at + 1), encoding = load<std::uint32_t>(at + 5),
                      stored = load<std::uint32_t>(at + 9);
  const std::uint64_t plain = std::uint64_t{count} * array_entry_bytes(code);
  if (encoding > 1)
    return b_.error("fbx.array", at, fmt::format("array encoding {}; expected 0 or 1", encoding));
  if (stored > end - at - 13)
    return b_.error(
        "fbx.array", at,
        fmt::format("{} bytes of array; {} are left in its record", grouped(stored), grouped(end - at - 13)));
  if (encoding == 0 && stored != plain)
    return b_.error(
        "fbx.array", at,
        fmt::format("{} bytes for {} numbers; expected {}", grouped(stored), grouped(count), grouped(plain)));
  if (encoding == 1 && plain > kMostInflation * std::uint64_t{stored})
    return b_.error(
        "fbx.array", at,
        fmt::format("{} numbers from {} deflated bytes; expected at most {}", grouped(count), grouped(stored),
                    grouped(kMostInflation * std::uint64_t{stored} / array_entry_bytes(code))));
  if (auto added = b_.add_value({code, false, count, at + 13}); !added) return added.error();
  return at + 13 + stored;
}

}  // namespace

Result<void> read_binary_records(RecordBuilder& builder) {
  return BinaryReader(builder).read();
}

}  // namespace skelter::fbx
