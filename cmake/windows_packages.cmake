# The libraries of others for Windows, compiled from the sources of Debian's packages, which `./run.sh windows` fetches.
set(SKELTER_WINDOWS_SOURCES ${PROJECT_SOURCE_DIR}/build/windows/sources CACHE PATH "Sources of libraries: ./run.sh windows fetches them")
set(skelter_sources ${SKELTER_WINDOWS_SOURCES})
set(skelter_source_prefix windows_)
set(skelter_source_options "$<IF:$<CONFIG:Debug>,-O1,-O2>" -ffp-contract=off -ffile-prefix-map=${skelter_sources}=.)
include(${CMAKE_CURRENT_LIST_DIR}/source_packages.cmake)

if(TARGET fmt::fmt-header-only)
  set_property(TARGET fmt::fmt-header-only APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY)
endif()
skelter_source_header(CLI11::CLI11 CLI/CLI.hpp)

# Highway is its headers and the functions that choose an instruction set.
skelter_source_library(highway ALIAS hwy::hwy INCLUDE . SOURCES hwy/aligned_allocator.cc hwy/per_target.cc hwy/print.cc hwy/targets.cc)
skelter_source_draco(
  SOURCES src/draco/attributes/*.cc src/draco/compression/*.cc src/draco/compression/*/*.cc src/draco/compression/attributes/prediction_schemes/*.cc
    src/draco/core/*.cc src/draco/mesh/*.cc src/draco/metadata/*.cc src/draco/point_cloud/*.cc
  WITHOUT "_test[^/]*$")
skelter_source_library(onetbb ALIAS TBB::tbb INCLUDE include SOURCES src/tbb/*.cpp
  DEFINITIONS __TBB_BUILD __TBB_DYNAMIC_LOAD_ENABLED=0 __TBB_SOURCE_DIRECTLY_INCLUDED=1 OPTIONS -mrtm -mwaitpkg -flifetime-dse=1)
skelter_source_library(glfw3 ALIAS glfw INCLUDE include DEFINITIONS _GLFW_WIN32 UNICODE _UNICODE WINVER=0x0501
  SOURCES src/context.c src/init.c src/input.c src/monitor.c src/vulkan.c src/window.c src/win32_*.c src/wgl_context.c src/egl_context.c src/osmesa_context.c)
if(TARGET windows_glfw3)
  target_link_libraries(windows_glfw3 PUBLIC gdi32)
endif()
skelter_source_library(imgui ALIAS PkgConfig::IMGUI INCLUDE .
  SOURCES imgui.cpp imgui_draw.cpp imgui_tables.cpp imgui_widgets.cpp backends/imgui_impl_glfw.cpp backends/imgui_impl_opengl3.cpp misc/cpp/imgui_stdlib.cpp)
if(TARGET windows_imgui)
  file(GLOB folder ${skelter_sources}/imgui-*)
  target_include_directories(windows_imgui SYSTEM PUBLIC ${folder}/misc/cpp)  # where Debian's package has it: next to imgui.h
  target_link_libraries(windows_imgui PRIVATE windows_glfw3 PUBLIC imm32)
endif()

# libepoxy opens opengl32.dll when a function is first called. Its sources are made from the registry of OpenGL.
file(GLOB epoxy ${skelter_sources}/libepoxy-*)
if(epoxy)
  set(made ${CMAKE_BINARY_DIR}/epoxy)
  if(NOT EXISTS ${made}/done)
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    file(MAKE_DIRECTORY ${made}/include/epoxy)
    foreach(api IN ITEMS gl wgl)
      execute_process(COMMAND ${Python3_EXECUTABLE} ${epoxy}/src/gen_dispatch.py --outputdir=${made} --srcdir=${made} --includedir=${made}/include/epoxy
        ${epoxy}/registry/${api}.xml COMMAND_ERROR_IS_FATAL ANY)
    endforeach()
    file(WRITE ${made}/config.h "#define ENABLE_EGL 0\n#define ENABLE_GLX 0\n")
    # A DLL gets memory for each thread from its DllMain; in a program, Windows calls what is registered here.
    file(WRITE ${made}/epoxy_threads.c "#include <windows.h>\nBOOL WINAPI DllMain(HINSTANCE dll, DWORD reason, LPVOID reserved);\n"
      "static void WINAPI call(PVOID module, DWORD reason, PVOID reserved) { DllMain((HINSTANCE)module, reason, reserved); }\n"
      "__attribute__((section(\".CRT$XLY\"), used)) PIMAGE_TLS_CALLBACK epoxy_threads = call;\n")
    file(TOUCH ${made}/done)
  endif()
  add_library(windows_epoxy STATIC EXCLUDE_FROM_ALL ${epoxy}/src/dispatch_common.c ${epoxy}/src/dispatch_wgl.c ${made}/gl_generated_dispatch.c
    ${made}/wgl_generated_dispatch.c)
  set_target_properties(windows_epoxy PROPERTIES UNITY_BUILD OFF)
  target_compile_definitions(windows_epoxy PRIVATE EPOXY_PUBLIC=extern)
  target_compile_options(windows_epoxy PRIVATE -w ${skelter_source_options})
  target_include_directories(windows_epoxy SYSTEM PUBLIC ${made}/include ${epoxy}/include PRIVATE ${made} ${epoxy}/src)
  # An object of its own, since nothing refers to it.
  add_library(windows_epoxy_threads OBJECT EXCLUDE_FROM_ALL ${made}/epoxy_threads.c)
  target_link_libraries(windows_epoxy INTERFACE $<TARGET_OBJECTS:windows_epoxy_threads> opengl32 gdi32)
  add_dependencies(windows_epoxy windows_epoxy_threads)
  add_library(PkgConfig::EPOXY ALIAS windows_epoxy)
endif()

# GoogleTest, from the sources that Debian installs with it.
if(EXISTS /usr/src/googletest/googletest/src/gtest-all.cc)
  set(googletest /usr/src/googletest)
  add_library(windows_gmock STATIC EXCLUDE_FROM_ALL ${googletest}/googletest/src/gtest-all.cc ${googletest}/googlemock/src/gmock-all.cc)
  add_library(windows_gtest_main STATIC EXCLUDE_FROM_ALL ${googletest}/googletest/src/gtest_main.cc)
  foreach(target IN ITEMS windows_gmock windows_gtest_main)
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
    target_include_directories(${target} SYSTEM PUBLIC ${googletest}/googletest/include ${googletest}/googlemock/include
      PRIVATE ${googletest}/googletest ${googletest}/googlemock)
    target_compile_options(${target} PRIVATE -w -O1)
  endforeach()
  target_link_libraries(windows_gtest_main PUBLIC windows_gmock)
  add_library(GTest::gmock ALIAS windows_gmock)
  add_library(GTest::gtest_main ALIAS windows_gtest_main)
endif()

set(skelter_source_target_CLI11 CLI11::CLI11)
set(skelter_source_target_draco draco::draco)
set(skelter_source_target_TBB TBB::tbb)
set(skelter_source_target_glfw3 glfw)
set(skelter_source_target_IMGUI PkgConfig::IMGUI)
set(skelter_source_target_GTest GTest::gtest_main)
