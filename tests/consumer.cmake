# The small projects in consumer/ are built and run, both against an installed Skelter and with Skelter as their sub-directory.
set(consumer_build ${PROJECT_BINARY_DIR}/consumer)
set(game ${CMAKE_CURRENT_LIST_DIR}/consumer/game)
# Compiling again dominates the cost, so build without optimisation and debug information.
set(consumer_options -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
  -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER} -DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS})
set(consumer_prints "square.x: 4 source vertices, 2 triangles")
# Simulates a machine that has only Highway.
set(only_highway)
foreach(package IN ITEMS fmt ZLIB FastFloat meshoptimizer TBB nlohmann_json draco assimp PkgConfig GIF CLI11 glfw3 GTest)
  list(APPEND only_highway -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()

add_test(NAME consumer.is_installed COMMAND ${CMAKE_COMMAND} -P ${CMAKE_CURRENT_LIST_DIR}/consumer/install.cmake
  ${PROJECT_BINARY_DIR} ${consumer_build}/prefix)
set_tests_properties(consumer.is_installed PROPERTIES FIXTURES_SETUP installed)

add_test(NAME consumer.finds_the_installed_package COMMAND ${CMAKE_CTEST_COMMAND}
  --build-and-test ${CMAKE_CURRENT_LIST_DIR}/consumer ${consumer_build}/installed --build-generator Ninja
  --build-options ${consumer_options} -DCMAKE_PREFIX_PATH=${consumer_build}/prefix
  --test-command ./consumer)
set_tests_properties(consumer.finds_the_installed_package PROPERTIES FIXTURES_REQUIRED installed)

add_test(NAME consumer.finds_what_a_game_needs_with_nothing_but_highway COMMAND ${CMAKE_CTEST_COMMAND}
  --build-and-test ${game} ${consumer_build}/game --build-generator Ninja
  --build-options ${consumer_options} ${only_highway} -DCMAKE_PREFIX_PATH=${consumer_build}/prefix
  --test-command ./many)
set_tests_properties(consumer.finds_what_a_game_needs_with_nothing_but_highway PROPERTIES FIXTURES_REQUIRED installed
  FIXTURES_SETUP game_built)

add_test(NAME consumer.poses_with_the_runtime_alone COMMAND ${consumer_build}/game/runtime_only)
set_tests_properties(consumer.poses_with_the_runtime_alone PROPERTIES FIXTURES_REQUIRED game_built LABELS consumer
  PASS_REGULAR_EXPRESSION "root of move at 0.25 s: 0.500 1.000 1.500")

# The tutorial's formulas for the tip of the tower: angles of 0.52, -0.3 and 0 on lengths of 1.25, 0.8 and 0.6.
add_test(NAME consumer.poses_a_pack_with_the_runtime_alone COMMAND ${consumer_build}/game/runtime_pack
  ${CMAKE_CURRENT_LIST_DIR}/data/pack/v6_hot.skelter)
set_tests_properties(consumer.poses_a_pack_with_the_runtime_alone PROPERTIES FIXTURES_REQUIRED game_built
  LABELS consumer PASS_REGULAR_EXPRESSION "bone3 at 0.75 s: -0.927 1.451")

# consumer_refuses(NAME TEXT OPTION...): configuring a game with those options fails with CMake's message, in lines of any length.
function(consumer_refuses name text)
  string(REPLACE " " "[ \n]+" expected "${text}")
  add_test(NAME consumer.${name} COMMAND ${CMAKE_COMMAND} -S ${game} -B ${consumer_build}/${name} -G Ninja
    ${consumer_options} ${only_highway} ${ARGN})
  set_tests_properties(consumer.${name} PROPERTIES LABELS consumer PASS_REGULAR_EXPRESSION "${expected}")
endfunction()
set(installed_prefix -DCMAKE_PREFIX_PATH=${consumer_build}/prefix)
consumer_refuses(says_which_components_there_are "there is no component sound; there are core " ${installed_prefix} -DMORE_COMPONENTS=sound)
consumer_refuses(says_what_a_component_lacks "formats_x .without skelter::scene, fmt, ZLIB." ${installed_prefix} -DMORE_COMPONENTS=formats_x)
set_tests_properties(consumer.says_which_components_there_are consumer.says_what_a_component_lacks PROPERTIES FIXTURES_REQUIRED installed)
consumer_refuses(says_which_modules_there_are "there is no module sound; there are core " -DSKELTER_SOURCE=${PROJECT_SOURCE_DIR} -DSKELTER_MODULES=sound)
consumer_refuses(says_what_a_module_lacks "module scene needs fmt:" -DSKELTER_SOURCE=${PROJECT_SOURCE_DIR} -DSKELTER_MODULES=formats/x)

# Compiles only what the program needs; the installed package tests that all modules link.
add_test(NAME consumer.adds_the_subdirectory COMMAND ${CMAKE_CTEST_COMMAND}
  --build-and-test ${CMAKE_CURRENT_LIST_DIR}/consumer ${consumer_build}/subdirectory --build-generator Ninja
  --build-target consumer --build-options ${consumer_options} -DSKELTER_SOURCE=${PROJECT_SOURCE_DIR}
  --test-command ./consumer)

add_test(NAME consumer.joins_the_sources_of_a_module COMMAND ${CMAKE_COMMAND} -P ${CMAKE_CURRENT_LIST_DIR}/consumer/joined.cmake
  ${game} ${consumer_build}/joined ${PROJECT_SOURCE_DIR} ${consumer_options} ${only_highway})
set_tests_properties(consumer.joins_the_sources_of_a_module PROPERTIES LABELS consumer)

# Compiles Skelter's own sources with -fno-exceptions -fno-rtti as well.
add_test(NAME consumer.is_a_game_with_skelter_inside COMMAND ${CMAKE_CTEST_COMMAND}
  --build-and-test ${game} ${consumer_build}/game_inside --build-generator Ninja
  --build-options ${consumer_options} ${only_highway} -DSKELTER_SOURCE=${PROJECT_SOURCE_DIR}
  --test-command ./many)

# The archive of the sources is fetched as a release would be; the program then needs libskelter.so.
add_test(NAME consumer.is_archived COMMAND ${CMAKE_COMMAND} -P ${CMAKE_CURRENT_LIST_DIR}/consumer/archive.cmake
  ${PROJECT_SOURCE_DIR} ${consumer_build}/archive/skelter.tar.gz)
add_test(NAME consumer.fetches_an_archive_and_links_the_shared_library COMMAND ${CMAKE_CTEST_COMMAND}
  --build-and-test ${CMAKE_CURRENT_LIST_DIR}/consumer/fetched ${consumer_build}/fetched --build-generator Ninja
  --build-options ${consumer_options} -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 -DSKELTER_ARCHIVE=${consumer_build}/archive/skelter.tar.gz
  --test-command ./fetched)
set_tests_properties(consumer.is_archived PROPERTIES LABELS consumer FIXTURES_SETUP archived)
set_tests_properties(consumer.fetches_an_archive_and_links_the_shared_library PROPERTIES FIXTURES_REQUIRED archived FIXTURES_SETUP fetched
  LABELS consumer TIMEOUT 900 PROCESSORS 2 PASS_REGULAR_EXPRESSION ${consumer_prints})

add_test(NAME consumer.links_with_pkg_config COMMAND ${CMAKE_COMMAND} -P ${CMAKE_CURRENT_LIST_DIR}/consumer/pkg_config.cmake
  ${consumer_build}/prefix ${CMAKE_CXX_COMPILER} ${CMAKE_CURRENT_LIST_DIR}/consumer/consumer.cpp ${consumer_build}/by_pkg_config)
set_tests_properties(consumer.links_with_pkg_config PROPERTIES FIXTURES_REQUIRED installed LABELS consumer TIMEOUT 900
  PASS_REGULAR_EXPRESSION ${consumer_prints})

set_tests_properties(consumer.finds_the_installed_package consumer.adds_the_subdirectory PROPERTIES
  PASS_REGULAR_EXPRESSION ${consumer_prints})
set_tests_properties(consumer.finds_what_a_game_needs_with_nothing_but_highway consumer.is_a_game_with_skelter_inside PROPERTIES
  PASS_REGULAR_EXPRESSION "Skelter 0.2: no pack is played: refused. nobody is posed: fine. no mesh is skinned: refused")
set_tests_properties(consumer.is_installed consumer.finds_the_installed_package consumer.adds_the_subdirectory
  consumer.finds_what_a_game_needs_with_nothing_but_highway consumer.is_a_game_with_skelter_inside
  PROPERTIES LABELS consumer TIMEOUT 900 PROCESSORS 2)

# A project that adds Skelter chooses the optimisation. With -O3, g++ warns here of a write past the end, which does not happen.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_test(NAME consumer.glb_writer_compiles_without_warnings_at_O3 COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -O3 -DNDEBUG -Wall -Wextra
    -Wno-restrict -Werror -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/src
    -c ${PROJECT_SOURCE_DIR}/src/formats/gltf/write/write.cpp -o /dev/null)
  set_tests_properties(consumer.glb_writer_compiles_without_warnings_at_O3 PROPERTIES LABELS consumer)
endif()
