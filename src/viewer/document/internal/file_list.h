#pragma once
// The list of files, and the models in memory: those of the shown file, the compared file, and recent or
// upcoming files. ViewerData::documents is null for all other files.

#include <cstdint>
#include <string>

#include "viewer/internal/viewer_data.h"

namespace skelter {

// Returns the index of the file in the list, after appending it if it is new. Does not read the file.
std::uint32_t list_file(ViewerData& data, const std::string& path);
// Like list_file(), but returns kNone for a file that is not in the list.
std::uint32_t listed_file(const ViewerData& data, const std::string& path);

// Returns the model of a listed file, which is read if it is not in memory. May evict another model. Errors:
// those of reading, also recorded in ViewerData::failed; the file stays in the list.
Result<Document*> read_listed(ViewerData& data, std::uint32_t file);

// Removes a file from the list, with all data that points into its model.
void unlist_file(ViewerData& data, std::uint32_t file);
// Removes files that could not be read. They are listed in ViewerData::failed instead.
void unlist_failed(ViewerData& data);

// Options that a file was or will be read with.
FileReading& reading_of(ViewerData& data, std::uint32_t file);

// True if files are read on another thread: in a window, after its first frame.
bool reads_in_background(const ViewerData& data);
// Returns text like "Reading walk.x (12 of 1000) ...", or "" if no file is awaited.
std::string awaited_text(const ViewerData& data);
// Takes over a file that the other thread has read, shows it if it is awaited, and starts reading the next
// awaited, compared or upcoming file. Call once per frame.
void go_on_reading(ViewerData& data);
// True if go_on_reading() has work or is waiting.
bool is_reading(const ViewerData& data);

}  // namespace skelter
