#pragma once
// Detects the container, byte order and version of a file from its first bytes.

#include "formats/fbx/records/records.h"

namespace skelter::fbx {

inline constexpr std::size_t kBinaryHeaderBytes = 27;
inline constexpr std::uint32_t kFirstWideVersion = 7500;  // from this version on, records have 64-bit sizes

bool is_binary_header(ByteSpan bytes);
// Whether the file is text: it has a line that begins with FBXHeaderExtension, or the comment "; FBX 7.4.0
// project file".
bool is_text_header(ByteSpan bytes);
// True for either header, and for a binary header that is damaged after its first words.
bool begins_as_fbx(ByteSpan bytes);

// Returns fbx.not-fbx if the bytes have neither header, or fbx.truncated if they end inside the binary
// header.
Error not_fbx_error(ByteSpan bytes, const std::string& file);

// Sets version, binary and big_endian. Errors: fbx.not-fbx, fbx.truncated.
Result<void> read_header(RecordTree& tree, Diagnostics& diagnostics);

}  // namespace skelter::fbx
