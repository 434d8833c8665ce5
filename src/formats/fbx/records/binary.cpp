// Reads the binary container: records with offsets, and values with a letter that states their type.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "formats/fbx/internal/header.h"
#include "formats/fbx/internal/same_bits.h"
#include "formats/fbx/records/load_number.h"
#include "formats/fbx/records/record_builder.h"

namespace skelter::fbx {
namespace {

// Largest possible ratio of plain to deflated bytes.
constexpr std::uint64_t kMaxInflation = 1032;

class BinaryReader {
 public:
  explicit BinaryReader(RecordBuilder& builder)
      : b_(builder),
        bytes_(builder.tree.source),
        swap_(builder.tree.big_endian),
        wide_(builder.tree.version >= kFirstWideVersion) {}

  bool read();

 private:
  struct Header {
    std::uint64_t end = 0, values = 0, value_bytes = 0;
    std::uint8_t name_bytes = 0;
    bool is_null() const { return end == 0 && values == 0 && value_bytes == 0 && name_bytes == 0; }
  };
  // An open record. Its children follow.
  struct Open {
    std::uint64_t end = 0;
    bool beyond_file = false;  // `end` is the file's end, because the header states a later one
  };

  std::uint64_t header_bytes() const { return wide_ ? 25 : 13; }
  Header read_header_at(std::uint64_t at) const;
  bool read_record(const Header& header, std::uint64_t at);
  bool read_values(std::uint64_t count, std::uint64_t at, std::uint64_t end);
  // These return the byte after the value, or 0 on failure.
  std::uint64_t load_plain_value(std::uint64_t at, std::uint64_t end, Value& value) const;
  std::uint64_t read_other_value(std::uint64_t at, std::uint64_t end);
  std::uint64_t read_array(char code, std::uint64_t at, std::uint64_t end);
  bool close(bool by_null_record);
  bool bad(std::string_view code, std::uint64_t byte, std::string message) {
    return b_.fail(b_.error(code, byte, std::move(message)));
  }
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

bool BinaryReader::read() {
  const std::uint64_t size = bytes_.size();
  for (;;) {
    const std::uint64_t end = open_.empty() ? size : open_.back().end;
    if (at_ == end || size - at_ < header_bytes()) {
      const bool cut = open_.empty() ? b_.tree.records.size() == 1 || at_ != end : open_.back().beyond_file;
      if (cut)
        return bad("fbx.truncated", size,
                   b_.tree.records.size() == 1 ? "ends after its header" : "the file ends inside a record");
      if (open_.empty()) return true;  // the record that closes the list is missing
      if (at_ != end) return bad("fbx.record", at_, "ends inside the header of a record within it");
      if (!close(false)) return false;
      continue;
    }
    const Header header = read_header_at(at_);
    if (header.is_null()) {
      at_ += header_bytes();
      if (open_.empty()) return true;
      if (!close(true)) return false;
      continue;
    }
    if (!read_record(header, at_)) return false;
  }
}

bool BinaryReader::close(bool by_null_record) {
  const Open closed = open_.back();
  open_.pop_back();
  const std::uint32_t record = b_.parent();
  b_.leave();
  if (by_null_record && closed.beyond_file)
    return b_.fail(
        {Status::bad_data, "fbx.record",
         fmt::format("a record that ends beyond the file; its children end at byte {}", grouped(at_)),
         b_.tree.spot(record)});
  at_ = std::max(at_, closed.end);
  return true;
}

bool BinaryReader::read_record(const Header& header, std::uint64_t at) {
  const std::uint64_t size = bytes_.size();
  const std::uint64_t limit = open_.empty() ? size : open_.back().end;
  const bool in_beyond = open_.empty() || open_.back().beyond_file;
  const std::uint64_t name_at = at + header_bytes();
  if (header.name_bytes > size - name_at)
    return b_.fail({Status::bad_data, "fbx.truncated", "the file ends inside a record's name",
                    b_.tree.spot_at(at, b_.tree.label(b_.parent()))});
  const std::string_view name(reinterpret_cast<const char*>(bytes_.data()) + name_at, header.name_bytes);
  if (!b_.add_record(name, at)) return false;
  const std::uint64_t values_at = name_at + header.name_bytes;
  if (header.end <= at)
    return bad("fbx.record", at, fmt::format("ends at byte {}, before it begins", grouped(header.end)));
  if (header.end > limit && !(in_beyond && header.end > size))
    return bad("fbx.record", at,
               fmt::format("ends at byte {}; expected at most {}, where the record around it ends",
                           grouped(header.end), grouped(limit)));
  const bool beyond = header.end > size;
  const std::uint64_t end = beyond ? size : header.end;
  if (values_at > end || header.value_bytes > end - values_at)
    return beyond ? bad("fbx.truncated", size, "the file ends inside a record")
                  : bad("fbx.record", at,
                        fmt::format("{} bytes of values; the record holds {}", grouped(header.value_bytes),
                                    grouped(values_at > end ? 0 : end - values_at)));
  if (header.values > header.value_bytes)
    return bad("fbx.record", at,
               fmt::format("{} values in {} bytes; expected at most one a byte", grouped(header.values),
                           grouped(header.value_bytes)));
  if (!read_values(header.values, values_at, values_at + header.value_bytes)) return false;
  at_ = values_at + header.value_bytes;
  if (at_ == end && !beyond) return true;
  if (!b_.enter()) return false;
  open_.push_back({end, beyond});
  return true;
}

bool BinaryReader::read_values(std::uint64_t count, std::uint64_t at, std::uint64_t end) {
  for (std::uint64_t i = 0; i < count; ++i) {
    if (at >= end)
      return bad("fbx.record", at, fmt::format("{} of {} values fit its bytes", grouped(i), grouped(count)));
    Value* const value = b_.add_value();
    if (value == nullptr) return false;
    if (const std::uint64_t after = load_plain_value(at, end, *value); after != 0) {
      at = after;
      continue;
    }
    b_.drop_value();
    at = read_other_value(at, end);
    if (at == 0) return false;
    if (b_.tree.values.back().code == '?') return true;
  }
  return true;
}

// Loads a number or a text that ends within its record. Returns 0 for other values.
std::uint64_t BinaryReader::load_plain_value(std::uint64_t at, std::uint64_t end, Value& value) const {
  const std::uint64_t left = end - at - 1, data = at + 1;
  value.code = static_cast<char>(bytes_[static_cast<std::size_t>(at)]);
  const auto integer = [&](auto number) {
    value.bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
    return data + sizeof(number);
  };
  const auto number = [&](auto loaded) {
    value.bits = same_bits<std::uint64_t>(double{loaded});
    return data + sizeof(loaded);
  };
  switch (value.code) {
    case 'Y':
      return left < 2 ? 0 : integer(load<std::int16_t>(data));
    case 'C':
    case 'B':
    case 'Z':
      return left < 1 ? 0 : integer(load<std::uint8_t>(data));
    case 'I':
      return left < 4 ? 0 : integer(load<std::int32_t>(data));
    case 'L':
      return left < 8 ? 0 : integer(load<std::int64_t>(data));
    case 'F':
      return left < 4 ? 0 : number(load<float>(data));
    case 'D':
      return left < 8 ? 0 : number(load<double>(data));
    case 'S':
    case 'R':
      if (left < 4) return 0;
      value.size = load<std::uint32_t>(data);
      value.bits = data + 4;
      return value.size > left - 4 ? 0 : value.bits + value.size;
    default:
      return 0;
  }
}

// Reads arrays and values of unknown types. Reports values that end beyond their record.
std::uint64_t BinaryReader::read_other_value(std::uint64_t at, std::uint64_t end) {
  Value value;
  value.code = static_cast<char>(bytes_[static_cast<std::size_t>(at)]);
  if (is_array(value)) return read_array(value.code, at, end);
  if (is_number(value) || is_text(value)) {
    bad("fbx.property", at,
        fmt::format("a value of type {} ends beyond the values of its record", value.code));
    return 0;
  }
  const auto code = static_cast<std::uint8_t>(value.code);
  b_.warn("fbx.property", at,
          fmt::format("value of the unknown type {:#04x}; it and those after it in the record are ignored",
                      static_cast<unsigned>(code)));
  return b_.add_value({'?', false, 0, code}) ? at + 1 : 0;
}

std::uint64_t BinaryReader::read_array(char code, std::uint64_t at, std::uint64_t end) {
  if (end - at - 1 < 12) return bad("fbx.array", at, "an array ends inside its header of 12 bytes");
  const std::uint32_t count = load<std::uint32_t>(at + 1), encoding = load<std::uint32_t>(at + 5),
                      stored = load<std::uint32_t>(at + 9);
  const std::uint64_t plain = std::uint64_t{count} * array_entry_bytes(code);
  if (encoding > 1) return bad("fbx.array", at, fmt::format("array encoding {}; expected 0 or 1", encoding));
  if (stored > end - at - 13)
    return bad(
        "fbx.array", at,
        fmt::format("{} bytes of array; {} are left in its record", grouped(stored), grouped(end - at - 13)));
  if (encoding == 0 && stored != plain)
    return bad(
        "fbx.array", at,
        fmt::format("{} bytes for {} numbers; expected {}", grouped(stored), grouped(count), grouped(plain)));
  if (encoding == 1 && plain > kMaxInflation * std::uint64_t{stored})
    return bad(
        "fbx.array", at,
        fmt::format("{} numbers from {} deflated bytes; expected at most {}", grouped(count), grouped(stored),
                    grouped(kMaxInflation * std::uint64_t{stored} / array_entry_bytes(code))));
  if (!b_.add_value({code, false, count, at + 13})) return 0;
  return at + 13 + stored;
}

}  // namespace

bool read_binary_records(RecordBuilder& builder) {
  return BinaryReader(builder).read();
}

}  // namespace skelter::fbx
