# Script: cmake -DOUT=file.cpp -DHEADER=... -DFUNCTION=... "-DFILES=a;b" -P embed_texts.cmake
# Writes a source with the texts of the files, a function that finds them by file name, and one that lists the names: FUNCTION_names().
set(entries "")
set(names "")
list(LENGTH FILES count)
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  string(APPEND entries "  if (file_name == \"${name}\") return R\"text(${text})text\";\n")
  string(APPEND names "    \"${name}\",\n")
endforeach()
file(WRITE ${OUT} "// Made by cmake/embed_texts.cmake.\n#include \"${HEADER}\"\n#include <array>\n#include <span>\n
namespace skelter {\n\nstd::string_view ${FUNCTION}([[maybe_unused]] std::string_view file_name) {\n${entries}  return {};\n}\n
std::span<const std::string_view> ${FUNCTION}_names() {\n  static constexpr std::array<std::string_view, ${count}> kNames = {\n${names}  };\n  return kNames;\n}\n
}  // namespace skelter\n")
