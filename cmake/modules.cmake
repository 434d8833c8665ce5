# One target per module: skelter_module(formats/x MODULES core scene PACKAGES fmt BUILD_PACKAGES FastFloat LIBRARIES fmt::fmt) notes the module;
# skelter_make_modules() makes skelter_formats_x, also known as skelter::formats_x, from src/formats/x/ and the folders below it. Headers live in
# include/skelter/formats/x/; private ones beside the sources.
#   MODULES           modules that its headers or sources include, all noted before
#   PACKAGES        what a program that links it needs as well; names of cmake/packages.cmake
#   BUILD_PACKAGES  what only compiling it needs: headers
#   LIBRARIES       targets of both
#   SOURCES         its sources, where they are not all that is in its folder
#   APART           sources of its folder that belong to another module
#   APP             only made with SKELTER_APPS, or when SKELTER_MODULES names it
#   KERNELS         runs per joint or vertex in every frame: release builds optimise it most (-O3); other modules get -O2
#   PLAIN           computes little, or passes its work on (windows, texts, files, OpenGL, D3DX): release builds optimise it less (-O1), which compiles a quarter faster
#   PRIVATE         has no public headers: a part of the command, never installed

function(skelter_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
    -ffp-contract=off $<$<BOOL:${SKELTER_WARNINGS_AS_ERRORS}>:-Werror>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)  # GCC 12 warns of "text" + std::string (its bug 105651)
endfunction()

# Highway 1.0.3 on 64-bit ARM: its SVE kinds of vectors cannot be members of structures, so NEON alone is compiled; and it takes NEON for granted
# only together with the AES instructions, which nothing here uses: processors without them run the result.
# On x86-64 processors with SSSE3 but without SSE4, the last of 2008, run plain code: a fifth less to compile.
function(skelter_highway_options target)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)" AND NOT CMAKE_CXX_FLAGS MATCHES "HWY_DISABLED_TARGETS")
    target_compile_definitions(${target} PRIVATE HWY_DISABLED_TARGETS=HWY_SSSE3)
  endif()
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)")
    target_compile_definitions(${target} PRIVATE HWY_COMPILE_ONLY_STATIC)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU,Clang>:-march=armv8-a+crypto>)
  endif()
endfunction()

# Sources that Highway compiles once for each instruction set cannot share a unit with others (CMAKE_UNITY_BUILD), and those for Windows should not.
function(skelter_keep_apart)
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} per_target REGEX "hwy/foreach_target.h" LIMIT_COUNT 1)
    if(per_target OR source MATCHES "/src/.*/windows/")  # windows.h defines common words as macros
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()

# Sources that are called on processors with AVX2 alone: runtime/pack/internal/checksum_kernel.h.
function(skelter_compile_for_avx2)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-mavx2>)
  endif()
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
endfunction()

# Sources whose scalars must not become vectors: independent states would wait for each other, and for the moves to and from them.
function(skelter_keep_scalars)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-fno-tree-slp-vectorize>)
endfunction()

# Headers that nearly every source includes are compiled once, by core, for all modules. Sources include what they use all the same. Not with ccache, which
# would not know in one checkout what was compiled in another; and GCC's alone, which takes such headers whatever the optimisation, but only where macros
# that they look at are the same: hence fmt's, in every module.
set(skelter_precompiled <algorithm> <array> <bit> <charconv> <cmath> <cstdint> <cstring> <functional> <limits> <map> <memory> <numeric> <optional>
  <set> <span> <string> <string_view> <tuple> <unordered_map> <unordered_set> <utility> <vector> <fmt/format.h> <nlohmann/json.hpp>)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)")
  list(APPEND skelter_precompiled <immintrin.h>)  # half of Highway
endif()
function(skelter_precompile target)
  if(NOT PROJECT_IS_TOP_LEVEL OR NOT SKELTER_APPS OR NOT CMAKE_UNITY_BUILD OR CMAKE_CROSSCOMPILING OR CMAKE_CXX_COMPILER_LAUNCHER
     OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
  endif()
  target_compile_options(${target} PRIVATE "SHELL:--param ggc-min-heapsize=524288")  # KiB: the compiler collects garbage less often
  target_compile_definitions(${target} PRIVATE $<TARGET_PROPERTY:${skelter_fmt},INTERFACE_COMPILE_DEFINITIONS>)
  if(target STREQUAL "skelter_core")
    skelter_find(fmt)
    skelter_find(nlohmann_json)
    target_include_directories(${target} SYSTEM PRIVATE $<TARGET_PROPERTY:nlohmann_json::nlohmann_json,INTERFACE_INCLUDE_DIRECTORIES>)
    target_precompile_headers(${target} PRIVATE ${skelter_precompiled})
  else()
    target_precompile_headers(${target} REUSE_FROM skelter_core)
  endif()
endfunction()

function(skelter_module module)
  cmake_parse_arguments(PARSE_ARGV 1 MODULE "APP;KERNELS;PLAIN;PRIVATE" "" "MODULES;PACKAGES;BUILD_PACKAGES;LIBRARIES;SOURCES;APART")
  set(skelter_all_modules ${skelter_all_modules} ${module} PARENT_SCOPE)
  foreach(fact IN ITEMS APP KERNELS PLAIN PRIVATE MODULES PACKAGES BUILD_PACKAGES LIBRARIES SOURCES APART)
    set(skelter_${module}_${fact} ${MODULE_${fact}} PARENT_SCOPE)
  endforeach()
endfunction()

# So that the modules can be linked into libraries of others; in the browser there are none, and it costs.
set(skelter_position_independent ON)
if(EMSCRIPTEN OR SKELTER_WASI)
  set(skelter_position_independent OFF)
endif()

function(skelter_module_target module)
  string(REPLACE "/" "_" target ${module})
  set(sources ${skelter_${module}_SOURCES})
  if(NOT sources)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${module}/*.cpp)
    list(REMOVE_ITEM sources ${skelter_${module}_APART} ${skelter_left_out} ${skelter_of_other_systems})
  endif()
  skelter_keep_apart(${sources})
  add_library(skelter_${target} STATIC ${sources})
  if(BUILD_SHARED_LIBS AND NOT skelter_${module}_PRIVATE)  # programs link the shared library, whichever module they name
    add_library(skelter_in_shared_${target} INTERFACE)
    target_link_libraries(skelter_in_shared_${target} INTERFACE skelter_shared)
    add_library(skelter::${target} ALIAS skelter_in_shared_${target})
  else()
    add_library(skelter::${target} ALIAS skelter_${target})
  endif()
  set_target_properties(skelter_${target} PROPERTIES EXPORT_NAME ${target} POSITION_INDEPENDENT_CODE ${skelter_position_independent}
    UNITY_BUILD_BATCH_SIZE 0)  # with CMAKE_UNITY_BUILD all sources are one; tests and tools are in groups
  if(NOT PROJECT_IS_TOP_LEVEL AND NOT SKELTER_INSTALL)
    set_target_properties(skelter_${target} PROPERTIES EXCLUDE_FROM_ALL TRUE)
  endif()
  if(SKELTER_JOIN_SOURCES OR (skelter_${module}_APP AND SKELTER_JOIN_APPS))
    set_target_properties(skelter_${target} PROPERTIES UNITY_BUILD ON)
  endif()
  target_compile_features(skelter_${target} PUBLIC cxx_std_20)
  target_include_directories(skelter_${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  foreach(other IN LISTS skelter_${module}_MODULES)
    string(REPLACE "/" "_" other ${other})
    target_link_libraries(skelter_${target} PUBLIC skelter_${other})
  endforeach()
  target_link_libraries(skelter_${target} PRIVATE ${skelter_${module}_LIBRARIES})
  foreach(package IN LISTS skelter_${module}_BUILD_PACKAGES)
    if(DEFINED skelter_header_${package})
      target_include_directories(skelter_${target} SYSTEM PRIVATE ${${package}_INCLUDE_DIR})
    endif()
  endforeach()
  skelter_compile_options(skelter_${target})
  if(PROJECT_IS_TOP_LEVEL AND NOT EMSCRIPTEN AND NOT SKELTER_WASI AND NOT skelter_${module}_KERNELS)
    target_compile_options(skelter_${target} PRIVATE $<$<CONFIG:Release>:$<IF:$<BOOL:${skelter_${module}_PLAIN}>,-O1,-O2>>)
  endif()
  if(EMSCRIPTEN)
    skelter_web_options(${module})
  endif()
  if("hwy" IN_LIST skelter_${module}_PACKAGES)
    skelter_highway_options(skelter_${target})
  endif()
  skelter_precompile(skelter_${target})
endfunction()

# Sets `out` to the modules that were asked for and the modules that these need.
function(skelter_wanted_modules out)
  set(wanted ${SKELTER_MODULES})
  foreach(module IN LISTS wanted)
    if(NOT module IN_LIST skelter_all_modules)
      list(JOIN skelter_all_modules " " names)
      message(FATAL_ERROR "SKELTER_MODULES: there is no module ${module}; there are ${names}")
    endif()
  endforeach()
  if(NOT SKELTER_MODULES)
    foreach(module IN LISTS skelter_all_modules)
      if(SKELTER_APPS OR NOT skelter_${module}_APP)
        list(APPEND wanted ${module})
      endif()
    endforeach()
  endif()
  set(from_the_top ${skelter_all_modules})
  list(REVERSE from_the_top)
  foreach(module IN LISTS from_the_top)
    if(module IN_LIST wanted)
      list(APPEND wanted ${skelter_${module}_MODULES})
    endif()
  endforeach()
  set(${out} ${wanted} PARENT_SCOPE)
endfunction()

# Makes the modules that are wanted, in the order in which they were noted, and sets skelter_modules to them. A module without its libraries is an error
# where it was asked for or Skelter is built for itself; elsewhere it is left out, with a line that says so.
macro(skelter_make_modules)
  skelter_wanted_modules(wanted)
  set(skelter_modules)
  set(left_out)
  foreach(module IN LISTS skelter_all_modules)
    if(module IN_LIST wanted)
      set(missing)
      foreach(package IN LISTS skelter_${module}_PACKAGES skelter_${module}_BUILD_PACKAGES)
        skelter_find(${package})
        if(NOT ${package}_FOUND)
          list(APPEND missing ${package})
        endif()
      endforeach()
      if(missing AND (PROJECT_IS_TOP_LEVEL OR SKELTER_MODULES))
        list(JOIN missing ", " missing)
        message(FATAL_ERROR "Skelter's module ${module} needs ${missing}: docs/dependencies.md has the packages; SKELTER_MODULES says which modules to build")
      endif()
      foreach(other IN LISTS skelter_${module}_MODULES)
        if(NOT other IN_LIST skelter_modules)
          list(APPEND missing ${other})
        endif()
      endforeach()
      if(missing)
        list(JOIN missing ", " missing)
        list(APPEND left_out "${module} (without ${missing})")
      else()
        skelter_module_target(${module})
        list(APPEND skelter_modules ${module})
      endif()
    endif()
  endforeach()
  if(left_out)
    list(JOIN left_out ", " left_out)
    message(STATUS "Skelter leaves out: ${left_out}")
  endif()
endmacro()

# skelter_test_program(name SOURCES ... LIBRARIES ...) makes the executable name_tests.
function(skelter_test_program name)
  cmake_parse_arguments(PARSE_ARGV 1 TESTS "" "" "SOURCES;LIBRARIES")
  add_executable(${name}_tests ${TESTS_SOURCES})
  target_include_directories(${name}_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/src)
  target_compile_definitions(${name}_tests PRIVATE
    SKELTER_CORPUS_DEFAULT="${PROJECT_SOURCE_DIR}/../shared/corpus" SKELTER_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name}_tests PRIVATE ${TESTS_LIBRARIES} GTest::gtest_main GTest::gmock)
  skelter_compile_options(${name}_tests)
  if("hwy::hwy" IN_LIST TESTS_LIBRARIES)
    skelter_highway_options(${name}_tests)  # so that they know the instruction sets of the kernels
  endif()
  # What is tested keeps the optimisation and the sanitizers of its preset; the tests' own code compiles two to three
  # times faster this way.
  target_compile_options(${name}_tests PRIVATE "$<IF:$<CONFIG:Debug>,-O0;-fno-sanitize=undefined,-O1>")
  if(WIN32)  # tests/windows runs each program as a whole
    return()
  endif()
  gtest_discover_tests(${name}_tests TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST PROPERTIES LABELS ${name})
endfunction()

# skelter_tests(formats/x LIBRARIES ...) makes the executable formats_x_tests from tests/formats/x/*.cpp. With SKELTER_MODULES, suites whose libraries
# are left out are left out as well.
function(skelter_tests folder)
  cmake_parse_arguments(PARSE_ARGV 1 TESTS "" "" "LIBRARIES")
  foreach(library IN LISTS TESTS_LIBRARIES)
    if(SKELTER_MODULES AND NOT TARGET ${library})
      return()
    endif()
  endforeach()
  string(REPLACE "/" "_" target ${folder})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${folder}/*.cpp)
  if(WIN32)
    list(FILTER sources EXCLUDE REGEX "/tests/.*/posix/")
  else()
    list(FILTER sources EXCLUDE REGEX "/tests/.*/windows/")
  endif()
  if(sources)
    skelter_test_program(${target} SOURCES ${sources} LIBRARIES ${TESTS_LIBRARIES})
  endif()
endfunction()

# The same for the tests of a module, with the module linked.
function(skelter_module_tests module)
  cmake_parse_arguments(PARSE_ARGV 1 TESTS "" "" "LIBRARIES")
  string(REPLACE "/" "_" target ${module})
  skelter_tests(${module} LIBRARIES skelter_${target} ${TESTS_LIBRARIES})
endfunction()

# skelter_embed_texts(target FUNCTION shader_source HEADER render/gl/shader_sources.h FILES a.glsl ...) compiles the texts
# into the target, found by file name through the function that the header declares.
function(skelter_embed_texts target)
  cmake_parse_arguments(PARSE_ARGV 1 EMBED "" "FUNCTION;HEADER" "FILES")
  set(out ${PROJECT_BINARY_DIR}/embedded/${target}_${EMBED_FUNCTION}.cpp)
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DHEADER=${EMBED_HEADER} -DFUNCTION=${EMBED_FUNCTION} "-DFILES=${EMBED_FILES}"
      -P ${PROJECT_SOURCE_DIR}/cmake/embed_texts.cmake
    DEPENDS ${EMBED_FILES} ${PROJECT_SOURCE_DIR}/cmake/embed_texts.cmake VERBATIM)
  target_sources(${target} PRIVATE ${out})
endfunction()
