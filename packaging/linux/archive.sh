#!/usr/bin/env bash
# Makes skelter-VERSION-linux-x86_64.tar.gz: the command with its window, for x86-64 Linux with glibc 2.31 or later (Debian 11, Ubuntu 20.04). The objects
# of the preset `packages` are linked with the C library of Debian 11, so they need no symbol that is newer; what the compiler's C++ library lacks there is in
# glibc_2_31.c. Other libraries are linked statically. Usage: archive.sh PROJECT WORK SOURCES OUT JOBS
#   WORK: kept between runs, contains c_library, the files of libc6 and libc6-dev of Debian 11; SOURCES: of the libraries; OUT: the archive
set -euo pipefail
project=$1 work=$2 sources=$3 out=$4 jobs=$5
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$project/build/packages
version=$(sed -n 's/.*kVersion = "\(.*\)".*/\1/p' "$project/include/skelter/version.h")
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$project" log -1 --format=%ct)}
name=skelter-$version-linux-x86_64
stage=$work/stage/$name

sh "$here/libraries.sh" "$sources" "$work/static" "$jobs"

# --- linked ---
rm -rf "$work/stage"
mkdir -p "$stage"
cmake --install "$build" --component tools --prefix "$stage" >"$work/install.txt"
gcc -O2 -fPIC -Wall -Wextra -Werror -c "$here/glibc_2_31.c" -o "$work/glibc_2_31.o"
old=$work/c_library/usr/lib/x86_64-linux-gnu older=$work/c_library/lib/x86_64-linux-gnu
static=$work/static/lib debian=/usr/lib/x86_64-linux-gnu
gcc_files=$(dirname "$(g++ -print-file-name=crtbeginS.o)")
mapfile -t modules < <(find "$build" -maxdepth 1 -name 'libskelter_*.a' | LC_ALL=C sort)
mapfile -t objects < <(find "$build/CMakeFiles/skelter_commands.dir" "$build/CMakeFiles/skelter_cli.dir" -name '*.o' | LC_ALL=C sort)
g++ -fuse-ld=bfd -nostdlib -pie -s -Wl,--gc-sections -Wl,--build-id=none -Wl,-z,relro,-z,now -Wl,--dynamic-linker,/lib64/ld-linux-x86-64.so.2 \
  "$old/Scrt1.o" "$old/crti.o" "$gcc_files/crtbeginS.o" "${objects[@]}" "$work/glibc_2_31.o" -o "$stage/bin/skelter" \
  -Wl,--start-group "${modules[@]}" "$debian"/lib{imgui,stb,webpmux,webpdemux,webp,gif,z,draco}.a \
  "$static"/lib{glfw3,skelter_x11,epoxy,tbb,hwy,meshoptimizer,fmt}.a \
  "$(g++ -print-file-name=libstdc++.a)" "$gcc_files/libgcc.a" "$gcc_files/libgcc_eh.a" "$old/libc_nonshared.a" -Wl,--end-group \
  -Wl,--as-needed "$older"/lib{m.so.6,pthread.so.0,dl.so.2,rt.so.1,c.so.6} "$older/ld-linux-x86-64.so.2" "$gcc_files/crtendS.o" "$old/crtn.o"

# --- notices: the licence of each library that is linked ---
rm -rf "$stage/share/doc" "$stage/share/lintian"
mkdir -p "$stage/share/doc/skelter"
cp "$project/LICENSE" "$stage/share/doc/skelter/"
{
  echo "skelter contains these libraries, each under its own licence."
  for package in libcli11-dev libdraco-dev libepoxy-dev libfast-float-dev libfmt-dev libgif-dev libglfw3-dev libhwy-dev libimgui-dev libmeshoptimizer-dev \
    libstb-dev libtbb-dev libwebp-dev libxxhash-dev nlohmann-json3-dev zlib1g-dev libstdc++-12-dev; do
    printf '\n\n==== %s %s ====\n\n' "$package" "$(dpkg-query -W -f='${Version}' "$package")"
    cat "/usr/share/doc/$package/copyright"
  done
} >"$stage/share/doc/skelter/NOTICES"

# --- equal bytes from equal files ---
tar -C "$work/stage" --sort=name --owner=0 --group=0 --numeric-owner --mode=go+u,go-w "--mtime=@$SOURCE_DATE_EPOCH" -cf - "$name" | gzip -9n >"$out.new"
mv "$out.new" "$out"
