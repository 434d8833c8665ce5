# Script: cmake -DOUT=file.cpp -DHEADER=... -DFUNCTION=... "-DFILES=a;b" -P embed_texts.cmake
# Writes a source with the texts of the files and a function that finds them by file name.
set(entries "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  string(APPEND entries "  if (file_name == \"${name}\") return R\"text(${text})text\";\n")
endforeach()
file(WRITE ${OUT} "// Made by cmake/embed_texts.cmake.\n#include \"${HEADER}\"\n
namespace skelter {\n\nstd::string_view ${FUNCTION}(std::string_view file_name) {\n${entries}  return {};\n}\n
}  // namespace skelter\n")
