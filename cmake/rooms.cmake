# One target per room: skelter_room(formats/x ROOMS core model LIBRARIES fmt::fmt) makes skelter_formats_x, also known as
# skelter::formats_x, from src/formats/x/ and the folders below it. Headers live in include/skelter/formats/x/; private ones beside the sources.

function(skelter_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
    -ffp-contract=off $<$<BOOL:${SKELTER_WARNINGS_AS_ERRORS}>:-Werror>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)  # GCC 12 warns of "text" + std::string (its bug 105651)
endfunction()

# Sources that Highway compiles once for each instruction set cannot share a unit with others (CMAKE_UNITY_BUILD).
function(skelter_keep_apart)
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} per_target REGEX "hwy/foreach_target.h" LIMIT_COUNT 1)
    if(per_target)
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()

function(skelter_room room)
  cmake_parse_arguments(PARSE_ARGV 1 ROOM "" "" "ROOMS;LIBRARIES")
  string(REPLACE "/" "_" target ${room})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${room}/*.cpp)
  skelter_keep_apart(${sources})
  add_library(skelter_${target} STATIC ${sources})
  add_library(skelter::${target} ALIAS skelter_${target})
  set_target_properties(skelter_${target} PROPERTIES EXPORT_NAME ${target} POSITION_INDEPENDENT_CODE ON)
  target_compile_features(skelter_${target} PUBLIC cxx_std_20)
  target_include_directories(skelter_${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  foreach(other IN LISTS ROOM_ROOMS)
    string(REPLACE "/" "_" other ${other})
    target_link_libraries(skelter_${target} PUBLIC skelter_${other})
  endforeach()
  target_link_libraries(skelter_${target} PRIVATE ${ROOM_LIBRARIES})
  skelter_compile_options(skelter_${target})
endfunction()

# skelter_tests(formats/x LIBRARIES ...) makes the executable formats_x_tests from tests/formats/x/*.cpp.
function(skelter_tests folder)
  cmake_parse_arguments(PARSE_ARGV 1 TESTS "" "" "LIBRARIES")
  string(REPLACE "/" "_" target ${folder})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${folder}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(${target}_tests ${sources})
  target_include_directories(${target}_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/src)
  target_compile_definitions(${target}_tests PRIVATE
    SKELTER_CORPUS_DEFAULT="${PROJECT_SOURCE_DIR}/../shared/corpus" SKELTER_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(${target}_tests PRIVATE ${TESTS_LIBRARIES} GTest::gtest_main GTest::gmock)
  skelter_compile_options(${target}_tests)
  # What is tested keeps the optimisation and the sanitizers of its preset; the tests' own code compiles two to three
  # times faster this way.
  target_compile_options(${target}_tests PRIVATE "$<IF:$<CONFIG:Debug>,-O0;-fno-sanitize=undefined,-O1>")
  gtest_discover_tests(${target}_tests TEST_PREFIX ${target}. DISCOVERY_MODE PRE_TEST PROPERTIES LABELS ${target})
endfunction()

# The same for the tests of a room, with the room linked.
function(skelter_room_tests room)
  cmake_parse_arguments(PARSE_ARGV 1 TESTS "" "" "LIBRARIES")
  string(REPLACE "/" "_" target ${room})
  skelter_tests(${room} LIBRARIES skelter_${target} ${TESTS_LIBRARIES})
endfunction()

# skelter_embed_texts(target FUNCTION shader_source HEADER render/shader_sources.h FILES a.glsl ...) compiles the texts
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
