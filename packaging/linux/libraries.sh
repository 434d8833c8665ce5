#!/bin/sh
# Static libraries for the Linux archive that Debian 12 has only as shared ones, from the sources of its packages. Usage: libraries.sh SOURCES PREFIX JOBS
set -eu
sources=$1 prefix=$2 jobs=$3
flags="-O2 -fPIC -w -ffile-prefix-map=$sources=. -ffunction-sections -fdata-sections"
mkdir -p "$prefix/lib" "$prefix/include" "$prefix/work"

folder() { for found in "$sources/$1"-[0-9]*; do echo "$found"; done; }  # folder NAME: of its source

# with_cmake NAME OPTION...
with_cmake() {
  name=$1
  shift
  [ ! -f "$prefix/work/$name.done" ] || return 0
  cmake -S "$(folder "$name")" -B "$prefix/work/$name" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DCMAKE_INSTALL_PREFIX=$prefix" -DCMAKE_INSTALL_LIBDIR=lib \
    -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags" -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF "$@"
  cmake --build "$prefix/work/$name" -j "$jobs"
  cmake --install "$prefix/work/$name"
  touch "$prefix/work/$name.done"
}

# archive LIBRARY COMPILER-AND-FLAGS SOURCE...: compiles and packs.
archive() {
  library=$1 compiler=$2
  shift 2
  [ ! -f "$prefix/lib/lib$library.a" ] || return 0
  objects=""
  for source in "$@"; do
    object=$prefix/work/$library-$(basename "$source").o
    $compiler $flags -c "$source" -o "$object"
    objects="$objects $object"
  done
  rm -f "$prefix/lib/lib$library.a"
  ar rcsD "$prefix/lib/lib$library.a" $objects
}

# libepoxy opens libGL and libEGL when a function is first called.
epoxy=$(folder libepoxy) made=$prefix/work/epoxy
mkdir -p "$made/epoxy" "$prefix/include/epoxy"
for api in gl egl glx; do
  (cd "$epoxy/src" && python3 gen_dispatch.py --outputdir="$made" --srcdir="$made" --includedir="$made/epoxy" "$epoxy/registry/$api.xml")
done
cat >"$made/config.h" <<'END'
#define ENABLE_EGL 1
#define ENABLE_GLX 1
#define HAVE_KHRPLATFORM_H 1
#define EPOXY_PUBLIC __attribute__((visibility("default"))) extern
END
cp "$epoxy"/include/epoxy/*.h "$made"/epoxy/*.h "$prefix/include/epoxy/"
archive epoxy "gcc -include $made/config.h -I$made -I$prefix/include -I$epoxy/src -I$epoxy/include" "$epoxy"/src/dispatch_common.c "$epoxy"/src/dispatch_egl.c \
  "$epoxy"/src/dispatch_glx.c "$made"/gl_generated_dispatch.c "$made"/egl_generated_dispatch.c "$made"/glx_generated_dispatch.c

with_cmake glfw3 -DGLFW_BUILD_EXAMPLES=OFF -DGLFW_BUILD_TESTS=OFF -DGLFW_BUILD_DOCS=OFF

# GLFW calls libX11 directly. These functions of its name open libX11 on their first call; without it they return 0, which GLFW reports as "no display".
functions=$(nm -u "$prefix/lib/libglfw3.a" | sed -nE 's/^ +U (X[a-zA-Z0-9]+|_X[a-zA-Z0-9]+|Xkb[a-zA-Z]+)$/\1/p' | sort -u)
{
  echo '#include <dlfcn.h>'
  echo 'static const char* const names[] = {'
  for function in $functions; do printf '  "%s",\n' "$function"; done
  echo '};'
  cat <<'END'
enum { kFunctions = sizeof names / sizeof *names };
__attribute__((visibility("hidden"))) void* skelter_x11_functions[kFunctions];
static long absent(void) { return 0; }
__attribute__((visibility("hidden"))) void skelter_x11_load(void) {
  void* const library = dlopen("libX11.so.6", RTLD_NOW | RTLD_GLOBAL);
  for (int i = 0; i < kFunctions; ++i) {
    void* const found = library ? dlsym(library, names[i]) : 0;
    skelter_x11_functions[i] = found ? found : (void*)absent;
  }
}
END
} >"$prefix/work/x11_names.c"
{
  i=0
  echo '.text'
  for function in $functions; do
    printf '.globl %s\n.hidden %s\n.type %s,@function\n%s:\n  cmpq $0, skelter_x11_functions+%d(%%rip)\n  je 1f\n  jmp *skelter_x11_functions+%d(%%rip)\n' \
      "$function" "$function" "$function" "$function" $((8 * i)) $((8 * i))
    printf '1: call skelter_x11_load_keeping_arguments\n  jmp *skelter_x11_functions+%d(%%rip)\n' $((8 * i))
    i=$((i + 1))
  done
  # The arguments of the first call are in registers (none of these functions has floating-point ones); the stack stays aligned to 16 bytes.
  cat <<'END'
skelter_x11_load_keeping_arguments:
  pushq %rax
  pushq %rdi
  pushq %rsi
  pushq %rdx
  pushq %rcx
  pushq %r8
  pushq %r9
  subq $8, %rsp
  call skelter_x11_load
  addq $8, %rsp
  popq %r9
  popq %r8
  popq %rcx
  popq %rdx
  popq %rsi
  popq %rdi
  popq %rax
  ret
.section .note.GNU-stack,"",@progbits
END
} >"$prefix/work/x11_calls.s"
gcc $flags -c "$prefix/work/x11_names.c" -o "$prefix/work/x11_names.o"
gcc -c "$prefix/work/x11_calls.s" -o "$prefix/work/x11_calls.o"
rm -f "$prefix/lib/libskelter_x11.a"
ar rcsD "$prefix/lib/libskelter_x11.a" "$prefix/work/x11_names.o" "$prefix/work/x11_calls.o"

with_cmake highway -DHWY_ENABLE_EXAMPLES=OFF -DHWY_ENABLE_CONTRIB=OFF -DHWY_ENABLE_TESTS=OFF
with_cmake meshoptimizer
with_cmake fmtlib -DFMT_TEST=OFF -DFMT_DOC=OFF
with_cmake onetbb -DTBB_TEST=OFF -DTBB_STRICT=OFF -DTBB_ENABLE_IPO=OFF -DTBBMALLOC_BUILD=OFF
