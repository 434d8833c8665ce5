// Defines a symbol that Debian's compiler library requires and none of its packages contains.

#include <cstdint>
#include <cstdlib>

extern "C" {
std::uintptr_t __stack_chk_guard = 0x5ca1ab1e;
[[noreturn]] void __stack_chk_fail() {
  std::abort();
}
}
