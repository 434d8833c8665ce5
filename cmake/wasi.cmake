# Tool chain: WebAssembly without a browser, by Debian's clang 19 (clang-19 llvm-19 lld-19 libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32
# wasi-libc). A second opinion on the rooms that read and pose: another compiler, another C++ library, and the compiler's own SIMD, which Emscripten's
# compiler gets wrong (cmake/emscripten.cmake). There are no exceptions, no threads and no <filesystem>.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(SKELTER_WASI ON)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_FLAGS_INIT -fno-exceptions)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
set(CMAKE_EXECUTABLE_SUFFIX_C .wasm)
set(CMAKE_EXECUTABLE_SUFFIX_CXX .wasm)
set(skelter_web_flags "-O2 -DNDEBUG -msimd128 -ffp-contract=off")
set(CMAKE_C_FLAGS_RELEASE "${skelter_web_flags}" CACHE STRING "")
set(CMAKE_CXX_FLAGS_RELEASE "${skelter_web_flags}" CACHE STRING "")
