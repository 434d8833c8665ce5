#pragma once
// Places of the file system: where this program is, and folders to write into. Implemented in
// core/file_places.cpp.

#include <string>

#include "skelter/core/result.h"

namespace skelter {

// The folder of the running executable, links resolved; "" where the system does not say.
std::string executable_folder();

// Makes the folder and those above it; fine when it is there. Errors: io.
Result<void> make_folder(const std::string& path);

}  // namespace skelter
