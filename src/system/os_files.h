#pragma once
// The operating system's calls for files. Functions that return false, -1 or nothing set errno. Implemented
// in posix/ and windows/.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace skelter {

enum class EntryKind { file, folder, stream };

struct EntryFacts {
  EntryKind kind = EntryKind::file;
  std::uint64_t bytes = 0;
  std::int64_t modified = 0;  // in units of the file system's clock
};

// Links are followed. Nothing if the file does not exist.
std::optional<EntryFacts> facts_of(const std::string& path);
std::optional<EntryFacts> facts_of(int file);

// A file and no link to one.
bool is_plain_file(const std::string& path);

// A name that the system reserves for a device, like "aux.x" on Windows. "NUL" and "CON" are streams instead.
bool is_reserved(const std::string& path);

// Descriptors, which child processes do not inherit; -1 on failure.
int open_to_read(const std::string& path);
int open_to_write(const std::string& path);  // a stream that exists
enum class FileMode { usual, private_to_user };
int open_new(const std::string& path, FileMode mode);  // fails if the path exists
bool close_file(int file);
// Return the number of bytes, or -1.
std::ptrdiff_t read_some(int file, std::span<std::byte> bytes);
std::ptrdiff_t write_some(int file, std::span<const std::byte> bytes);
bool flush_to_disk(int file);
bool remove_file(const std::string& path);
bool rename_over(const std::string& from, const std::string& to);

// Gives the file the owner and the mode of another. If the owner cannot be kept (only root may change it),
// the mode loses the bits that would run the file as another user.
bool keep_owner_and_mode(int file, const std::string& of);

// Whether files can be created in the folder; "" is the working folder.
bool takes_files(const std::string& folder);

bool fill_random(std::span<std::uint8_t> bytes);

}  // namespace skelter
