#include "formats/x/bytes/inflate.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>

#include "core/internal/memory_budget.h"
#include "formats/x/bytes/x_header.h"

namespace skelter::x {
namespace {

constexpr std::size_t kWindowBytes = 32768;  // also the maximum size of a block

// One block of a compressed body, with the sizes from its header.
struct Block {
  std::size_t plain_bytes = 0;
  ByteSpan packed;  // including the signature
};

// Walks over the blocks of a file without inflating them.
class BlockWalker {
 public:
  BlockWalker(ByteSpan bytes, const std::string& file, std::size_t at)
      : bytes_(bytes), file_(file), at_(at) {}

  std::size_t at() const { return at_; }
  bool at_end() const { return at_ == bytes_.size(); }

  Result<Block> next() {
    ++number_;
    const std::size_t left = bytes_.size() - at_;
    if (left < 4) return bad(at_, fmt::format("block {} ends inside its sizes; expected 4 bytes", number_));
    Block block;
    block.plain_bytes = load_le<std::uint16_t>(bytes_, at_);
    const std::size_t packed_bytes = load_le<std::uint16_t>(bytes_, at_ + 2);
    if (block.plain_bytes > kWindowBytes)
      return bad(
          at_, fmt::format("block {} of {} plain bytes; expected at most 32768", number_, block.plain_bytes));
    if (packed_bytes > left - 4)
      return bad(at_, fmt::format("block {} of {} packed bytes; {} are left in the file", number_,
                                  packed_bytes, left - 4));
    block.packed = bytes_.subspan(at_ + 4, packed_bytes);
    if (packed_bytes < 2 || block.packed[0] != std::byte{'C'} || block.packed[1] != std::byte{'K'})
      return bad(at_ + 4, fmt::format("block {} does not begin with CK", number_));
    at_ += 4 + packed_bytes;
    return block;
  }

  // Error in the block that next() returned last.
  Error bad_contents(const Block& block) const {
    return bad(
        at_ - block.packed.size(),
        fmt::format("block {} does not inflate to the {} bytes that it states", number_, block.plain_bytes));
  }

 private:
  Error bad(std::size_t byte, std::string message) const {
    return {Status::bad_data, "x.bad-block", std::move(message), {file_, 0, byte, {}}};
  }

  ByteSpan bytes_;
  const std::string& file_;
  std::size_t at_;
  unsigned number_ = 0;
};

// Inflates consecutive raw deflate streams. Each may refer back to the plain bytes before it.
class BlockInflater {
 public:
  BlockInflater() { ready_ = inflateInit2(&stream_, -15) == Z_OK; }
  ~BlockInflater() {
    if (ready_) inflateEnd(&stream_);
  }
  BlockInflater(const BlockInflater&) = delete;
  BlockInflater& operator=(const BlockInflater&) = delete;

  // Inflates `packed` and appends exactly `plain_bytes` bytes to `plain`. The first 16 bytes of `plain` (the
  // file header) are not part of the window. Returns false if the stream is damaged or has a different
  // length.
  bool append(ByteSpan packed, std::size_t plain_bytes, std::vector<std::byte>& plain) {
    const std::size_t before = plain.size();
    const std::size_t window = std::min(kWindowBytes, before - kXHeaderBytes);
    if (!ready_ || inflateReset(&stream_) != Z_OK) return false;
    if (window != 0 && inflateSetDictionary(&stream_, bytes_of(plain.data() + before - window),
                                            static_cast<uInt>(window)) != Z_OK)
      return false;
    plain.resize(before + plain_bytes + 1);  // one extra byte detects a stream that is too long
    stream_.next_in = bytes_of(packed.data());
    stream_.avail_in = static_cast<uInt>(packed.size());
    stream_.next_out = reinterpret_cast<Bytef*>(plain.data() + before);
    stream_.avail_out = static_cast<uInt>(plain_bytes + 1);
    const bool ended = inflate(&stream_, Z_FINISH) == Z_STREAM_END;
    const bool fits = stream_.avail_out == 1 && stream_.avail_in == 0;
    plain.resize(before + plain_bytes);
    return ended && fits;
  }

 private:
  // Some versions of zlib read through pointers to non-const.
  static Bytef* bytes_of(const std::byte* bytes) {
    return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes));
  }

  z_stream stream_{};
  bool ready_ = false;
};

}  // namespace

Result<std::vector<std::byte>> inflate_blocks(ByteSpan bytes, const std::string& file, MemoryBudget& budget,
                                              Diagnostics& diagnostics) {
  const auto spot = [&](std::size_t byte) { return SourceSpot{file, 0, byte, {}}; };
  const auto bad = [&](std::size_t byte, std::string_view code, std::string message) {
    return Error{Status::bad_data, code, std::move(message), spot(byte)};
  };

  std::vector<std::byte> plain(bytes.begin(), bytes.begin() + kXHeaderBytes);
  std::size_t at = kXHeaderBytes;
  if (bytes.size() == at) return plain;  // an empty stream
  if (bytes.size() - at < 4)
    return bad(at, "x.bad-block", "compressed file ends before its total size; expected 4 bytes");
  const std::uint64_t total = load_le<std::uint32_t>(bytes, at);
  at += 4;
  if (total < kXHeaderBytes)
    return bad(kXHeaderBytes, "x.bad-total",
               fmt::format("total size of {} bytes; expected at least 16", total));

  // A first pass reads only the sizes, so that memory is allocated once for all blocks.
  std::uint64_t announced = kXHeaderBytes;
  for (BlockWalker blocks(bytes, file, at); announced < total && !blocks.at_end();) {
    const std::size_t begin = blocks.at();
    const Result<Block> block = blocks.next();
    if (!block) return block.error();
    announced += block->plain_bytes;
    if (!budget.take(block->plain_bytes))
      return Error{Status::limit_exceeded, "x.memory-limit",
                   fmt::format("reading needs more than the limit of {} bytes", budget.limit()), spot(begin)};
  }
  plain.reserve(static_cast<std::size_t>(announced) + 1);

  BlockInflater inflater;
  BlockWalker blocks(bytes, file, at);
  while (plain.size() < total && !blocks.at_end()) {
    const Result<Block> block = blocks.next();
    if (!block) return block.error();
    if (!inflater.append(block->packed.subspan(2), block->plain_bytes, plain))
      return blocks.bad_contents(*block);
  }
  at = blocks.at();

  if (plain.size() != total) {
    const std::uint64_t wrong = plain.size() < total ? total - plain.size() : plain.size() - total;
    std::string message = fmt::format("total size of {} bytes; the blocks hold {}", total, plain.size());
    if (wrong >= kWindowBytes) return bad(kXHeaderBytes, "x.bad-total", std::move(message));
    diagnostics.add(Severity::warning, "x.wrong-total", spot(kXHeaderBytes), std::move(message));
  }
  if (at != bytes.size())
    diagnostics.add(Severity::warning, "x.bytes-after-blocks", spot(at),
                    fmt::format("{} bytes after the last block; ignored", bytes.size() - at));
  return plain;
}

}  // namespace skelter::x
