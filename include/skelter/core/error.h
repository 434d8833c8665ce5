#pragma once
// Error: the problem, its location, and the expected value. One sentence for users, one code for programs.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "skelter/core/status.h"

namespace skelter {

// A location in a source file. Text formats set `line`, binary ones `byte`; both may be absent.
struct SourceSpot {
  std::string file;                   // as the caller named it; may be empty for bytes in memory
  std::uint32_t line = 0;             // 1-based; 0 = not known
  std::optional<std::uint64_t> byte;  // 0-based; for compressed files the offset in the uncompressed data
  std::string object;        // name or JSON pointer: "SkinWeights Hip", "/skins/0/joints"; may be empty
  std::uint32_t column = 0;  // 1-based, in characters; 0 = not known
};

// "walk.x:412", "hero.graph.json:25:38", "walk.x: byte 97", or "walk.x"; the object is not part of it.
std::string to_string(const SourceSpot& spot);

struct Error {
  Status status = Status::bad_data;
  std::string_view code;  // stable, static storage: "x.bad-float-size"
  std::string message;    // "key type 7; expected 0 to 4"
  SourceSpot where;
};

// The printed form: "walk.x:412: Animation Bip01_Spine: key type 7; expected 0 to 4".
std::string to_string(const Error& error);

}  // namespace skelter
