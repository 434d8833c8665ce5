#pragma once
// Places of the file system: where this program is, what is in folders, and folders to write into. Implemented in
// core/file_places.cpp.

#include <string>
#include <vector>

#include "skelter/core/result.h"

namespace skelter {

// The folder of the running executable, links resolved; "" where the system does not say.
std::string executable_folder();

// Makes the folder and those above it; fine when it is there. Errors: io.
Result<void> make_folder(const std::string& path);

// All files below a folder, also in folders below it: paths relative to it, sorted. Links to folders are not
// followed. Errors: not_found when there is no such folder; io.
Result<std::vector<std::string>> files_below(const std::string& folder);

// True when both files exist and `path` was written after `other`, or in the same moment.
bool is_newer(const std::string& path, const std::string& other);

}  // namespace skelter
