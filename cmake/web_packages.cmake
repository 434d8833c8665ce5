# The libraries of others in the browser, where find_package finds nothing: headers of Debian's packages, and sources that `./run.sh web` fetches from
# Debian's source packages. The targets have the names that they have elsewhere. skelter_find_for_web(NAME) sets NAME_FOUND.
set(SKELTER_WEB_SOURCES ${PROJECT_SOURCE_DIR}/build/web/sources CACHE PATH "Sources of zlib, meshoptimizer, libwebp, giflib and Draco: ./run.sh web fetches them")

# Behind every level of optimisation: cmake/emscripten.cmake says why.
if(EMSCRIPTEN)
  set(skelter_web_scalar_options -fno-vectorize -fno-slp-vectorize)
  # No code asks for a type at run time; the names of types and lambdas are 25 kB of a module.
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
endif()

# Links, since the PC's own folder would bring its C library along.
set(skelter_web_headers ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${skelter_web_headers})
foreach(name IN ITEMS hwy fmt nlohmann stb fast_float xxhash.h)
  if(EXISTS /usr/include/${name} AND NOT EXISTS ${skelter_web_headers}/${name})
    file(CREATE_LINK /usr/include/${name} ${skelter_web_headers}/${name} SYMBOLIC)
  endif()
endforeach()

function(skelter_web_header_target target path)
  if(EXISTS ${skelter_web_headers}/${path} AND NOT TARGET ${target})
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} SYSTEM INTERFACE ${skelter_web_headers})
  endif()
endfunction()

# skelter_web_library(zlib ALIAS ZLIB::ZLIB INCLUDE "" SOURCES adler32.c ... WITHOUT "_test"): paths are relative to the folder zlib-* of
# SKELTER_WEB_SOURCES; sources that fit WITHOUT are left out.
function(skelter_web_library name)
  cmake_parse_arguments(PARSE_ARGV 1 LIB "" "NAME;ALIAS;INCLUDE;WITHOUT" "SOURCES;DEFINITIONS")
  if(NOT LIB_NAME)
    set(LIB_NAME web_${name})
  endif()
  file(GLOB folder ${SKELTER_WEB_SOURCES}/${name}-*)
  if(NOT folder OR TARGET ${LIB_ALIAS})
    return()
  endif()
  set(sources ${LIB_SOURCES})
  list(TRANSFORM sources PREPEND ${folder}/)
  file(GLOB sources ${sources})
  if(LIB_WITHOUT)
    list(FILTER sources EXCLUDE REGEX "${LIB_WITHOUT}")
  endif()
  add_library(${LIB_NAME} STATIC EXCLUDE_FROM_ALL ${sources})
  set_target_properties(${LIB_NAME} PROPERTIES UNITY_BUILD OFF)
  target_include_directories(${LIB_NAME} SYSTEM PUBLIC ${folder}/${LIB_INCLUDE} PRIVATE ${folder})
  target_compile_definitions(${LIB_NAME} PRIVATE ${LIB_DEFINITIONS})
  target_compile_options(${LIB_NAME} PRIVATE -w -Oz ${skelter_web_scalar_options})
  add_library(${LIB_ALIAS} ALIAS ${LIB_NAME})
endfunction()

macro(skelter_find_for_web name)
  if(NOT DEFINED skelter_web_target_${name})
    set(${name}_FOUND FALSE)
  elseif(TARGET ${skelter_web_target_${name}})
    set(${name}_FOUND TRUE)
    set(${name}_INCLUDE_DIR ${skelter_web_headers})
  endif()
endmacro()

enable_language(C)
skelter_web_header_target(hwy::hwy hwy/highway.h)
skelter_web_header_target(fmt::fmt-header-only fmt/format.h)
skelter_web_header_target(nlohmann_json::nlohmann_json nlohmann/json.hpp)
skelter_web_header_target(FastFloat::fast_float fast_float/fast_float.h)
skelter_web_header_target(skelter_web::stb stb/stb_image.h)
skelter_web_header_target(skelter_web::xxhash xxhash.h)
if(TARGET fmt::fmt-header-only)
  # The fixed separator keeps std::locale out, which links the C++ library's reading and writing of money, dates and wide characters.
  set_property(TARGET fmt::fmt-header-only APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY FMT_STATIC_THOUSANDS_SEPARATOR=','
    FMT_USE_INT128=0 FMT_USE_LONG_DOUBLE=0)
endif()
# The calls of OpenGL: Emscripten's, under the name by which the renderer includes them.
add_library(PkgConfig::EPOXY INTERFACE IMPORTED GLOBAL)
target_include_directories(PkgConfig::EPOXY SYSTEM INTERFACE ${PROJECT_SOURCE_DIR}/src/web/gl)

skelter_web_library(zlib ALIAS ZLIB::ZLIB INCLUDE .
  SOURCES adler32.c compress.c crc32.c deflate.c inffast.c inflate.c inftrees.c trees.c uncompr.c zutil.c)
skelter_web_library(zlib NAME web_inflate ALIAS skelter_web::inflate INCLUDE . SOURCES adler32.c inffast.c inflate.c inftrees.c zutil.c DEFINITIONS NO_GZIP)
skelter_web_library(meshoptimizer ALIAS meshoptimizer::meshoptimizer INCLUDE src SOURCES src/*.cpp)
skelter_web_library(libwebp ALIAS PkgConfig::WEBP INCLUDE src
  SOURCES sharpyuv/*.c src/dec/*.c src/demux/*.c src/dsp/*.c src/enc/*.c src/mux/*.c src/utils/*.c)
skelter_web_library(giflib ALIAS GIF::GIF INCLUDE . SOURCES dgif_lib.c egif_lib.c gif_err.c gif_hash.c gifalloc.c openbsd-reallocarray.c)
# What decodes meshes, and no more: what Draco's own build would write into this header.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/draco/draco/draco_features.h CONTENT "#pragma once
#define DRACO_MESH_COMPRESSION_SUPPORTED
#define DRACO_NORMAL_ENCODING_SUPPORTED
#define DRACO_STANDARD_EDGEBREAKER_SUPPORTED
#define DRACO_PREDICTIVE_EDGEBREAKER_SUPPORTED
#define DRACO_BACKWARDS_COMPATIBILITY_SUPPORTED
")
skelter_web_library(draco ALIAS draco::draco INCLUDE src
  SOURCES src/draco/attributes/*.cc src/draco/compression/decode.cc src/draco/compression/draco_compression_options.cc
    src/draco/compression/attributes/*decoder*.cc src/draco/compression/bit_coders/*decoder.cc src/draco/compression/entropy/symbol_decoding.cc
    src/draco/compression/mesh/*decoder*.cc src/draco/compression/point_cloud/point_cloud_decoder.cc
    src/draco/core/*.cc src/draco/mesh/corner_table.cc src/draco/mesh/mesh.cc src/draco/mesh/mesh_attribute_corner_table.cc
    src/draco/metadata/*.cc src/draco/point_cloud/point_cloud.cc
  WITHOUT "(_test|encoder|kd_tree)[^/]*$")
if(TARGET web_draco)
  # Draco 1.5.5 takes any count of orientations, two thousand million for 400 bytes, and a page cannot stop it as a process is stopped. Changed
  # copies of two headers stand first: a corner of the mesh has one orientation at most.
  file(GLOB folder ${SKELTER_WEB_SOURCES}/draco-*)
  foreach(header IN ITEMS mesh_prediction_scheme_tex_coords_decoder.h mesh_prediction_scheme_tex_coords_portable_decoder.h)
    set(path draco/compression/attributes/prediction_schemes/${header})
    file(READ ${folder}/src/${path} text)
    string(REGEX REPLACE "if \\(([^;{]*num_orientations (< 0|== 0))\\) {"
      "if (\\1 || num_orientations > static_cast<uint32_t>(this->mesh_data().corner_table()->num_corners())) {" bounded "${text}")
    if(bounded STREQUAL text)
      message(FATAL_ERROR "${header} of ${folder} does not check its count of orientations where Draco 1.5.5 does")
    endif()
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/draco/${path} CONTENT "${bounded}" @ONLY)
  endforeach()
  target_include_directories(web_draco SYSTEM BEFORE PUBLIC ${CMAKE_BINARY_DIR}/draco)
endif()

set(skelter_web_target_hwy hwy::hwy)
set(skelter_web_target_fmt fmt::fmt-header-only)
set(skelter_web_target_nlohmann_json nlohmann_json::nlohmann_json)
set(skelter_web_target_FastFloat FastFloat::fast_float)
set(skelter_web_target_STB skelter_web::stb)
set(skelter_web_target_XXHASH skelter_web::xxhash)
set(skelter_web_target_EPOXY PkgConfig::EPOXY)
set(skelter_web_target_ZLIB ZLIB::ZLIB)
set(skelter_web_target_meshoptimizer meshoptimizer::meshoptimizer)
set(skelter_web_target_WEBP PkgConfig::WEBP)
set(skelter_web_target_GIF GIF::GIF)

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
set(skelter_left_out ${PROJECT_SOURCE_DIR}/src/render/gl/headless.cpp ${PROJECT_SOURCE_DIR}/src/formats/fbx/read/print_tree.cpp)
if(SKELTER_WASI)  # no <filesystem>, no processes
  file(GLOB skelter_left_out ${PROJECT_SOURCE_DIR}/src/system/*.cpp)
  list(REMOVE_ITEM skelter_left_out ${PROJECT_SOURCE_DIR}/src/system/text.cpp)
endif()
