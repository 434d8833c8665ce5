#pragma once
// Detects the container, byte order and version of a file from its first bytes.

#include "formats/fbx/records/records.h"

namespace skelter::fbx {

inline constexpr std::size_t kBinaryHeaderBytes = 27;
inline constexpr std::uint32_t kFirstWideVersion = 7500;  // records have 64-bit sizes from here on

bool is_binary_header(ByteSpan bytes);
// A text file: a line that begins with FBXHeaderExtension, or the comment "; FBX 7.4.0 project file".
bool is_text_header(ByteSpan bytes);
// Either header, or a binary one with damage after its words.
bool begins_as_fbx(ByteSpan bytes);

// fbx.not-fbx, for bytes that have neither header; fbx.truncated if they end inside the binary one.
Error not_fbx_error(ByteSpan bytes, const std::string& file);

// Sets version, binary and big_endian. Errors: fbx.not-fbx, fbx.truncated.
Result<void> read_header(RecordTree& tree, Diagnostics& diagnostics);

}  // namespace skelter::fbx
