#pragma once
// Services for a viewer that opens and writes the same files as the command line.

#include <string>

#include "skelter/load.h"
#include "viewer/internal/viewer.h"

namespace skelter {

struct FileServicesOptions {
  LoadOptions reading;      // defaults for every file; the viewer's FileReading overrides them
  TextureOptions textures;  // image search folders, for packs and conversions
  std::string config;       // configuration that shows source files as their packs would be
                            // (read_configuration()); "": none
};

// Files are read as in `skelter check`: unused parts of a glTF file are also checked.
ViewerServices file_services(const FileServicesOptions& options);

}  // namespace skelter
