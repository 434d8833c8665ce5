# Tool chain: the browser, by Debian's Emscripten (package emscripten). Its own platform file does most of it.
set(EMSCRIPTEN_ROOT_PATH /usr/share/emscripten CACHE PATH "Where Emscripten is installed")
include(${EMSCRIPTEN_ROOT_PATH}/cmake/Modules/Platform/Emscripten.cmake)

# For every target, those of other projects too. The compiler behind Emscripten 3.1.6 (clang 14) makes wrong code of loops that overwrite what they
# read when it turns them into SIMD itself: rotation keys lost their w. tests/web/wrong_code.cpp shows it. Both options have to stand behind -O2, which
# switches on again what stands before it. What is written with Highway keeps its SIMD.
set(skelter_web_flags "-O2 -DNDEBUG -msimd128 -ffp-contract=off -fno-vectorize -fno-slp-vectorize")
set(CMAKE_C_FLAGS_RELEASE "${skelter_web_flags}" CACHE STRING "")
set(CMAKE_CXX_FLAGS_RELEASE "${skelter_web_flags}" CACHE STRING "")
