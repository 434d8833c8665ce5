# The small project in consumer/ is built against an installed Skelter and with Skelter as its sub-directory, and run.
set(consumer_build ${PROJECT_BINARY_DIR}/consumer)
# Compiling once more is what costs here, so without optimisation and debug information.
set(consumer_options -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
  -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER} -DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS})
set(consumer_prints "square.x: 4 source vertices, 2 triangles")

add_test(NAME consumer.is_installed COMMAND ${CMAKE_COMMAND} -P ${CMAKE_CURRENT_LIST_DIR}/consumer/install.cmake
  ${PROJECT_BINARY_DIR} ${consumer_build}/prefix)
set_tests_properties(consumer.is_installed PROPERTIES FIXTURES_SETUP installed)

add_test(NAME consumer.finds_the_installed_package COMMAND ${CMAKE_CTEST_COMMAND}
  --build-and-test ${CMAKE_CURRENT_LIST_DIR}/consumer ${consumer_build}/installed --build-generator Ninja
  --build-options ${consumer_options} -DCMAKE_PREFIX_PATH=${consumer_build}/prefix
  --test-command ./consumer)
set_tests_properties(consumer.finds_the_installed_package PROPERTIES FIXTURES_REQUIRED installed
  FIXTURES_SETUP consumer_built)

add_test(NAME consumer.poses_with_the_runtime_alone COMMAND ${consumer_build}/installed/runtime_only)
set_tests_properties(consumer.poses_with_the_runtime_alone PROPERTIES FIXTURES_REQUIRED consumer_built LABELS consumer
  PASS_REGULAR_EXPRESSION "root of move at 0.25 s: 0.500 1.000 1.500")

# Where the tutorial's formulas put the tip of the tower: angles of 0.52, -0.3 and 0 on lengths of 1.25, 0.8 and 0.6.
add_test(NAME consumer.poses_a_pack_with_the_runtime_alone COMMAND ${consumer_build}/installed/runtime_pack
  ${CMAKE_CURRENT_LIST_DIR}/data/pack/v3_hot.skelter)
set_tests_properties(consumer.poses_a_pack_with_the_runtime_alone PROPERTIES FIXTURES_REQUIRED consumer_built
  LABELS consumer PASS_REGULAR_EXPRESSION "bone3 at 0.75 s: -0.927 1.451")

# Only what the program needs is compiled; that all rooms link is seen with the installed package.
add_test(NAME consumer.adds_the_subdirectory COMMAND ${CMAKE_CTEST_COMMAND}
  --build-and-test ${CMAKE_CURRENT_LIST_DIR}/consumer ${consumer_build}/subdirectory --build-generator Ninja
  --build-target consumer
  --build-options ${consumer_options} -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 -DSKELTER_SOURCE=${PROJECT_SOURCE_DIR}
  --test-command ./consumer)

set_tests_properties(consumer.finds_the_installed_package consumer.adds_the_subdirectory PROPERTIES
  PASS_REGULAR_EXPRESSION ${consumer_prints})
set_tests_properties(consumer.is_installed consumer.finds_the_installed_package consumer.adds_the_subdirectory
  PROPERTIES LABELS consumer TIMEOUT 900 PROCESSORS 2)
