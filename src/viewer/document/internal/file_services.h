#pragma once
// Services for a viewer that opens and writes the same files as the command line.

#include <string>

#include "skelter/load.h"
#include "viewer/internal/viewer.h"

namespace skelter {

struct FileServicesOptions {
  LoadOptions reading;      // defaults for every file; the viewer's FileReading overrides them
  TextureOptions textures;  // image search folders, for packs and conversions
  // Configuration that makes source files look like their packs (read_configuration()); "": none.
  std::string config;
};

// Files are read as in `skelter check`, which also checks unused parts of a glTF file.
ViewerServices file_services(const FileServicesOptions& options);

}  // namespace skelter
