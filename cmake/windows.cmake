# Tool chain: Windows on x86-64, by Debian's MinGW-w64 with POSIX threads (package g++-mingw-w64-x86-64-posix). Programs are linked statically and need
# DLLs of the system only. What was built runs under Wine, where it is installed.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(SKELTER_WINDOWS_FROM_DEBIAN ON)  # libraries of others: cmake/windows_packages.cmake
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_CROSSCOMPILING_EMULATOR /usr/lib/wine/wine64)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -static-libgcc -static-libstdc++ -Wl,--no-insert-timestamp")  # equal files from equal sources
# Windows 7 and later. The C library of MinGW-w64 prints as the standard says, and not as msvcrt.dll does ("%zu", three digits of exponents).
set(skelter_windows_flags "-D_WIN32_WINNT=0x0601 -D__USE_MINGW_ANSI_STDIO=1")
set(CMAKE_C_FLAGS_INIT "${skelter_windows_flags}")
set(CMAKE_CXX_FLAGS_INIT "${skelter_windows_flags} -Wno-maybe-uninitialized")  # GCC 12 warns of fmt
