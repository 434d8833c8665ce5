#!/usr/bin/env bash
# Debian's packages: lintian has nothing to say but what the overrides name; in an empty root of Debian 12 they install with what they depend on, read,
# draw, and leave nothing when purged; a program links the shared library by CMake and by pkg-config. Usage: debs_test.sh PROJECT BUILD FOLDER
set -euo pipefail
project=$1 build=$2 folder=$3
# shellcheck source=tests/project/checks.sh
. "$project/tests/project/checks.sh"
for tool in debootstrap lintian cpack pkg-config help2man; do
  command -v "$tool" >/dev/null || { echo "SKIPPED: no $tool" && exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "SKIPPED: only root can make a root" && exit 77; }
mkdir -p "$folder"
seconds() { printf '%s: %d s\n' "$1" $((SECONDS - began)); began=$SECONDS; }
began=$SECONDS

# --- made, twice with equal bytes ---
[ -f "$build/build.ninja" ] || cmake -S "$project" --preset packages >"$folder/configure.txt"
cmake --build "$build" -j "${SKELTER_JOBS:-$(nproc)}" >"$folder/build.txt"
export SOURCE_DATE_EPOCH=1700000000
make_packages() { (cd "$build" && rm -f ./*.deb && cpack >"$folder/cpack.txt" 2>&1) && (cd "$build" && sha256sum ./*.deb); }
seconds "built"
first=$(make_packages)
expect "packages" "$(sed 's/.*\.\///; s/_[0-9].*//' <<<"$first" | tr '\n' ' ')" "libskelter-dev libskelter$(sed -n 's/.*kVersion = "\(.*\)".*/\1/p' "$project/include/skelter/version.h") skelter "
expect "the bytes of a second run" "$(make_packages)" "$first"
seconds "packed twice"
expect "lintian" "$(lintian --allow-root --fail-on none "$build"/*.deb 2>&1)" ""
expect "overrides that lintian needs none of" "$(lintian --allow-root --fail-on none --show-overrides "$build"/*.deb 2>&1 | grep 'unused-override' || true)" ""

# --- an empty root ---
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Component: main' 'Created-By: Packages' | head -n 1)
root=$folder/root
if [ ! -f "$folder/base.tar" ]; then
  rm -rf "$folder/base"
  debootstrap --variant=minbase bookworm "$folder/base" "${mirror:-http://deb.debian.org/debian}" >"$folder/debootstrap.txt" 2>&1 ||
    { echo "SKIPPED: debootstrap failed; $folder/debootstrap.txt" && exit 77; }
  tar -C "$folder/base" --exclude='./proc/*' --exclude='./sys/*' -cf "$folder/base.tar" .
  rm -rf "$folder/base"
  seconds "root of Debian 12 made"
fi
rm -rf "$root"
mkdir "$root"
tar -C "$root" -xf "$folder/base.tar"
cp /etc/resolv.conf "$root/etc/"
mkdir "$root/debs"
cp "$build"/*.deb "$root/debs/"
inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }
files() { (cd "$root" && find . -path ./proc -prune -o -path ./var/log -prune -o -path ./var/cache -prune -o -path ./var/lib/apt -prune -o -path ./var/lib/dpkg -prune -o -print | grep -i skelter | sort) || true; }
inside apt-get update >"$folder/install.txt" 2>&1
began=$SECONDS
inside sh -c 'apt-get install -y --no-install-recommends /debs/skelter_*.deb libegl1 libgl1-mesa-dri' >>"$folder/install.txt" 2>&1 ||
  expect "installs the command" "$(tail -n 5 "$folder/install.txt")" "no error"
seconds "installed the command"
expect "its version" "$(inside skelter --version)" "skelter $(sed -n 's/.*kVersion = "\(.*\)".*/\1/p' "$project/include/skelter/version.h")"
expect "it reads" "$(inside skelter info /usr/share/skelter/assets/mannequin.x | sed -n 's/^  clips  *//p')" "20 with 1330 channels, 45916 keys"
inside sh -c 'cd /root && skelter render /usr/share/skelter/assets/mannequin.x --clip walk --time 0.2 --size 64x64 --out walk.png' || expect "it draws" "exit code $?" 0
expect "a picture of 64 x 64" "$(od -An -tx1 -j16 -N8 "$root/root/walk.png" | tr -d ' ')" 0000004000000040
seconds "used it"
inside sh -c 'apt-get install -y --no-install-recommends /debs/libskelter*.deb' >>"$folder/install.txt" 2>&1 ||
  expect "installs the library" "$(tail -n 5 "$folder/install.txt")" "no error"
expect_part "the loader finds the library" "$(inside ldconfig -p)" "libskelter.so."
expect "libraries that are missing" "$(inside sh -c 'ldd /usr/lib/*/libskelter.so.*' | grep 'not found' || true)" ""
inside apt-get purge -y 'skelter' 'libskelter*' >>"$folder/install.txt" 2>&1 || expect "purges" "$(tail -n 5 "$folder/install.txt")" "no error"
expect "what purging leaves" "$(files | grep -v '^./debs')" ""
seconds "purged"

# --- a program, against the files of the packages alone ---
prefix=$folder/prefix
rm -rf "$prefix"
for deb in "$build"/libskelter*.deb; do dpkg-deb -x "$deb" "$prefix"; done
libraries=$prefix/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
cmake -S "$project/tests/consumer" -B "$folder/consumer" -G Ninja "-DCMAKE_PREFIX_PATH=$prefix/usr" >"$folder/consumer.txt"
cmake --build "$folder/consumer" >>"$folder/consumer.txt"
expect "a program that CMake linked" "$("$folder/consumer/consumer")" "square.x: 4 source vertices, 2 triangles"
expect_part "it needs the shared library" "$(readelf -d "$folder/consumer/consumer")" "libskelter.so."
names=$(nm -DC --defined-only "$libraries/libskelter.so")
expect_part "it exports what headers declare" "$names" "skelter::Character::update("
expect "it hides what they do not declare" "$(grep -cE ' . (skelter::(graph_state|clip_codec|cli|fbx)::|std::)' <<<"$names")" 0
# shellcheck disable=SC2046
g++ -std=c++20 "$project/tests/consumer/consumer.cpp" -o "$folder/by_pkg_config" \
  $(PKG_CONFIG_PATH=$libraries/pkgconfig pkg-config --cflags --libs skelter-formats-x)
expect "a program that pkg-config linked" "$(LD_LIBRARY_PATH=$libraries "$folder/by_pkg_config")" "square.x: 4 source vertices, 2 triangles"
seconds "linked programs"
rm -rf "$root"
exit "$((failures > 0))"
