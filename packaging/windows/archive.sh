#!/usr/bin/env bash
# Makes skelter-VERSION-windows-x86_64.zip: the command with its window for Windows, as one program without DLLs of its own, the bundled files, and the
# licences of what it contains. The preset `windows` has built it. Usage: archive.sh PROJECT OUT
set -euo pipefail
project=$1 out=$2
build=$project/build/windows
version=$(sed -n 's/.*kVersion = "\(.*\)".*/\1/p' "$project/include/skelter/version.h")
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$project" log -1 --format=%ct)}
name=skelter-$version-windows-x86_64
stage=$build/stage/$name

rm -rf "$build/stage"
mkdir -p "$stage"
x86_64-w64-mingw32-strip -o "$stage/skelter.exe" "$build/bin/skelter.exe"
cp -r "$project/assets" "$stage/assets"

crlf() { sed 's/$/\r/' "$@"; }  # for editors of old versions of Windows
crlf "$project/LICENSE" >"$stage/LICENSE.txt"
crlf "$project/packaging/windows/README.txt" >"$stage/README.txt"
{
  echo "skelter contains these libraries, each under its own licence."
  for package in libfmt-dev libfast-float-dev nlohmann-json3-dev libhwy-dev libxxhash-dev libstb-dev libcli11-dev g++-mingw-w64-x86-64-posix mingw-w64-common; do
    printf '\n\n==== %s %s ====\n\n' "$package" "$(dpkg-query -W -f='${Version}' "$package")"
    cat "/usr/share/doc/$package/copyright"
  done
  for folder in "$build"/sources/*/; do
    for file in "$folder"debian/copyright "$folder"COPYING; do
      [ -f "$file" ] || continue
      printf '\n\n==== %s ====\n\n' "$(basename "$folder")"
      cat "$file"
      break
    done
  done
} | crlf >"$stage/NOTICES.txt"

# Equal bytes from equal files: names in order, one time, no owners.
find "$stage" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
rm -f "$out"
(cd "$build/stage" && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -X -9 -q "$out" -@)
