# The libraries of others in the browser, where find_package finds nothing: headers of Debian's packages, and sources that `./run.sh web` fetches from
# Debian's source packages. The targets have the names that they have elsewhere. Most are in source_packages.cmake, shared with Windows.
set(SKELTER_WEB_SOURCES ${PROJECT_SOURCE_DIR}/build/web/sources CACHE PATH "Sources of zlib, meshoptimizer, libwebp, giflib and Draco: ./run.sh web fetches them")

# Behind every level of optimisation: cmake/emscripten.cmake says why.
if(EMSCRIPTEN)
  set(skelter_web_scalar_options -fno-vectorize -fno-slp-vectorize)
  # No code asks for a type at run time; the names of types and lambdas are 25 kB of a module.
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
endif()

set(skelter_sources ${SKELTER_WEB_SOURCES})
set(skelter_source_prefix web_)
set(skelter_source_options -Oz ${skelter_web_scalar_options})
include(${CMAKE_CURRENT_LIST_DIR}/source_packages.cmake)

skelter_source_header(hwy::hwy hwy/highway.h)  # its instruction set is chosen when it is compiled

if(TARGET fmt::fmt-header-only)
  # The fixed separator keeps std::locale out, which links the C++ library's reading and writing of money, dates and wide characters.
  set_property(TARGET fmt::fmt-header-only APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY FMT_STATIC_THOUSANDS_SEPARATOR=','
    FMT_USE_INT128=0 FMT_USE_LONG_DOUBLE=0)
endif()
# The calls of OpenGL: Emscripten's, under the name by which the renderer includes them.
add_library(PkgConfig::EPOXY INTERFACE IMPORTED GLOBAL)
target_include_directories(PkgConfig::EPOXY SYSTEM INTERFACE ${PROJECT_SOURCE_DIR}/src/web/gl)

skelter_source_library(zlib NAME web_inflate ALIAS skelter_source::inflate INCLUDE . SOURCES adler32.c inffast.c inflate.c inftrees.c zutil.c DEFINITIONS NO_GZIP)
# What decodes meshes, and no more.
skelter_source_draco(
  SOURCES src/draco/attributes/*.cc src/draco/compression/decode.cc src/draco/compression/draco_compression_options.cc
    src/draco/compression/attributes/*decoder*.cc src/draco/compression/bit_coders/*decoder.cc src/draco/compression/entropy/symbol_decoding.cc
    src/draco/compression/mesh/*decoder*.cc src/draco/compression/point_cloud/point_cloud_decoder.cc
    src/draco/core/*.cc src/draco/mesh/corner_table.cc src/draco/mesh/mesh.cc src/draco/mesh/mesh_attribute_corner_table.cc
    src/draco/metadata/*.cc src/draco/point_cloud/point_cloud.cc
  WITHOUT "(_test|encoder|kd_tree)[^/]*$")

# Modules whose speed is seen are compiled for speed, all else for size: docs/web.md.
set(skelter_web_fast_modules core math scene formats/x runtime skinning crowd)
set(skelter_web_small_options -Oz ${skelter_web_scalar_options})
if(EMSCRIPTEN)
  # What of the others is seen, where a figure is opened; and what of the fast modules is not: rules for files, names, packs, and what writes.
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/picture/motion_bounds.cpp PROPERTIES COMPILE_OPTIONS "-O2;${skelter_web_scalar_options}")
  file(GLOB_RECURSE skelter_web_slow_sources ${PROJECT_SOURCE_DIR}/src/scene/lint*.cpp ${PROJECT_SOURCE_DIR}/src/formats/x/write/*.cpp
    ${PROJECT_SOURCE_DIR}/src/formats/x/tokens/*_sink.cpp ${PROJECT_SOURCE_DIR}/src/runtime/pack*.cpp)
  foreach(name IN ITEMS build clip_fit edit fit_keys frame_numbers lost_weight mesh_facts mix name_map size statistics subtrees up_axis)
    file(GLOB_RECURSE found ${PROJECT_SOURCE_DIR}/src/scene/${name}.cpp)
    list(APPEND skelter_web_slow_sources ${found})
  endforeach()
  foreach(name IN ITEMS bytes/encoding bytes/guid read/animation_diagnostics read/materials read/mesh_declarations read/mesh_materials read/read
      read/scene_builder read/tick_rate read/user_objects tree/references tree/standard_kinds tree/template_table)
    list(APPEND skelter_web_slow_sources ${PROJECT_SOURCE_DIR}/src/formats/x/${name}.cpp)
  endforeach()
  foreach(name IN ITEMS close_name diagnostics error)
    list(APPEND skelter_web_slow_sources ${PROJECT_SOURCE_DIR}/src/core/${name}.cpp)
  endforeach()
  set_source_files_properties(${skelter_web_slow_sources} PROPERTIES COMPILE_OPTIONS "${skelter_web_small_options}")
endif()

function(skelter_web_options module)
  if(NOT module IN_LIST skelter_web_fast_modules)
    string(REPLACE "/" "_" target ${module})
    target_compile_options(skelter_${target} PRIVATE ${skelter_web_small_options})
  endif()
endfunction()

# What the browser's modules do without: contexts without a display, as a page has one, and the records of FBX as text.
set(skelter_left_out ${PROJECT_SOURCE_DIR}/src/render/gl/posix/headless.cpp ${PROJECT_SOURCE_DIR}/src/formats/fbx/read/print_tree.cpp)
if(SKELTER_WASI)  # no <filesystem>, no processes
  file(GLOB_RECURSE skelter_left_out ${PROJECT_SOURCE_DIR}/src/system/*.cpp)
  list(REMOVE_ITEM skelter_left_out ${PROJECT_SOURCE_DIR}/src/system/text.cpp)
endif()
