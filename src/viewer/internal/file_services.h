#pragma once
// The services of a viewer that opens and writes what the command opens and writes.

#include <string>

#include "skelter/load.h"
#include "viewer/internal/viewer.h"

namespace skelter {

struct FileServicesOptions {
  LoadOptions reading;      // of every file; what a person asks for in the viewer comes on top
  TextureOptions textures;  // where pictures are looked for, of packs and of conversions
  std::string config;  // shows source files as their packs would be: read_configuration(); "": as they are
};

// Files are read as `skelter check` reads them: what a glTF file does not use is checked as well.
ViewerServices file_services(const FileServicesOptions& options);

}  // namespace skelter
