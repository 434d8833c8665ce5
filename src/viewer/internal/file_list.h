#pragma once
// The list of files, and which of their models are in memory: that of the file that is shown, that of one
// that it is compared with, and those that were shown last or come next. ViewerData::documents has null for
// the others.

#include <cstdint>
#include <string>

#include "viewer/internal/viewer_data.h"

namespace skelter {

// The file's place in the list; added at its end when it is not there. Nothing is read.
std::uint32_t list_file(ViewerData& data, const std::string& path);
// kNone where it is not in the list.
std::uint32_t listed_file(const ViewerData& data, const std::string& path);

// The model of a file of the list, which is read if it is not in memory. Another model may leave the memory.
// Errors: those of reading, which are also noted in ViewerData::failed; the file stays in the list.
Result<Document*> read_listed(ViewerData& data, std::uint32_t file);

// Takes a file off the list. What points into its model is gone.
void unlist_file(ViewerData& data, std::uint32_t file);
// Those that could not be read: they are in ViewerData::failed instead.
void unlist_failed(ViewerData& data);

// How a file was read, or will be.
FileReading& reading_of(ViewerData& data, std::uint32_t file);

// Whether files are read on another thread: in a window, after its first frame.
bool reads_in_background(const ViewerData& data);
// "Reading walk.x (12 of 1000) ..."; "" where no file is awaited.
std::string awaited_text(const ViewerData& data);
// Takes what was read on the other thread, shows it if it is awaited, and begins with what is awaited,
// compared or comes next. Once a frame.
void go_on_reading(ViewerData& data);
// Whether go_on_reading() has something to do or to wait for.
bool is_reading(const ViewerData& data);

}  // namespace skelter
