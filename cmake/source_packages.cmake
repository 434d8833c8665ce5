# Libraries of others without their packages, for the browser and for Windows, where Debian has none: headers of Debian's packages, and sources that
# `./run.sh web` and `./run.sh windows` fetch from Debian's source packages. The targets have the names that they have elsewhere. Before this file:
#   skelter_sources         the folder of the sources
#   skelter_source_prefix   begins the names of targets
#   skelter_source_options  how they are compiled
# skelter_find_in_sources(NAME) sets NAME_FOUND for the package NAME if skelter_source_target_NAME is a target.

# Links, since the PC's own folder would bring its C library along.
set(skelter_source_headers ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${skelter_source_headers})
foreach(name IN ITEMS hwy fmt nlohmann stb fast_float xxhash.h CLI)
  if(EXISTS /usr/include/${name} AND NOT EXISTS ${skelter_source_headers}/${name})
    file(CREATE_LINK /usr/include/${name} ${skelter_source_headers}/${name} SYMBOLIC)
  endif()
endforeach()

function(skelter_source_header target path)
  if(EXISTS ${skelter_source_headers}/${path} AND NOT TARGET ${target})
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} SYSTEM INTERFACE ${skelter_source_headers})
  endif()
endfunction()

# skelter_source_library(zlib ALIAS ZLIB::ZLIB INCLUDE "" SOURCES adler32.c ... WITHOUT "_test"): paths are relative to the folder zlib-* of
# the sources; sources that fit WITHOUT are left out. OPTIONS are compiler options of it.
function(skelter_source_library name)
  cmake_parse_arguments(PARSE_ARGV 1 LIB "" "NAME;ALIAS;INCLUDE;WITHOUT" "SOURCES;DEFINITIONS;OPTIONS")
  if(NOT LIB_NAME)
    set(LIB_NAME ${skelter_source_prefix}${name})
  endif()
  file(GLOB folder ${skelter_sources}/${name}-*)
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
  target_compile_options(${LIB_NAME} PRIVATE -w ${skelter_source_options} ${LIB_OPTIONS})
  add_library(${LIB_ALIAS} ALIAS ${LIB_NAME})
endfunction()

macro(skelter_find_in_sources name)
  if(NOT DEFINED skelter_source_target_${name})
    set(${name}_FOUND FALSE)
  elseif(TARGET ${skelter_source_target_${name}})
    set(${name}_FOUND TRUE)
    set(${name}_INCLUDE_DIR ${skelter_source_headers})
  endif()
endmacro()

enable_language(C)
skelter_source_header(fmt::fmt-header-only fmt/format.h)
skelter_source_header(nlohmann_json::nlohmann_json nlohmann/json.hpp)
skelter_source_header(FastFloat::fast_float fast_float/fast_float.h)
skelter_source_header(skelter_source::stb stb/stb_image.h)
skelter_source_header(skelter_source::xxhash xxhash.h)

skelter_source_library(zlib ALIAS ZLIB::ZLIB INCLUDE .
  SOURCES adler32.c compress.c crc32.c deflate.c inffast.c inflate.c inftrees.c trees.c uncompr.c zutil.c)
skelter_source_library(meshoptimizer ALIAS meshoptimizer::meshoptimizer INCLUDE src SOURCES src/*.cpp)
skelter_source_library(libwebp ALIAS PkgConfig::WEBP INCLUDE src
  SOURCES sharpyuv/*.c src/dec/*.c src/demux/*.c src/dsp/*.c src/enc/*.c src/mux/*.c src/utils/*.c)
skelter_source_library(giflib ALIAS GIF::GIF INCLUDE . SOURCES dgif_lib.c egif_lib.c gif_err.c gif_hash.c gifalloc.c openbsd-reallocarray.c)

# What Draco's own build would write into this header.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/draco/draco/draco_features.h CONTENT "#pragma once
#define DRACO_MESH_COMPRESSION_SUPPORTED
#define DRACO_NORMAL_ENCODING_SUPPORTED
#define DRACO_STANDARD_EDGEBREAKER_SUPPORTED
#define DRACO_PREDICTIVE_EDGEBREAKER_SUPPORTED
#define DRACO_BACKWARDS_COMPATIBILITY_SUPPORTED
")
# skelter_source_draco(SOURCES ... WITHOUT ...)
macro(skelter_source_draco)
  skelter_source_library(draco ALIAS draco::draco INCLUDE src ${ARGN})
  if(TARGET ${skelter_source_prefix}draco)
    skelter_bound_draco(${skelter_source_prefix}draco)
  endif()
endmacro()

# Draco 1.5.5 takes any count of orientations, two thousand million for 400 bytes, and neither a page nor a program on Windows can always be stopped as a
# process is stopped. Changed copies of two headers stand first: a corner of the mesh has one orientation at most.
function(skelter_bound_draco target)
  file(GLOB folder ${skelter_sources}/draco-*)
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
  target_include_directories(${target} SYSTEM BEFORE PUBLIC ${CMAKE_BINARY_DIR}/draco)
endfunction()

set(skelter_source_target_hwy hwy::hwy)
set(skelter_source_target_fmt fmt::fmt-header-only)
set(skelter_source_target_nlohmann_json nlohmann_json::nlohmann_json)
set(skelter_source_target_FastFloat FastFloat::fast_float)
set(skelter_source_target_STB skelter_source::stb)
set(skelter_source_target_XXHASH skelter_source::xxhash)
set(skelter_source_target_EPOXY PkgConfig::EPOXY)
set(skelter_source_target_ZLIB ZLIB::ZLIB)
set(skelter_source_target_meshoptimizer meshoptimizer::meshoptimizer)
set(skelter_source_target_WEBP PkgConfig::WEBP)
set(skelter_source_target_GIF GIF::GIF)

