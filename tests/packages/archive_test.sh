#!/usr/bin/env bash
# The Linux archive: it needs nothing newer than glibc 2.31 and no library but glibc's; in a root that holds only the C library of Debian 11 it reads,
# compiles and converts, and says what it lacks to draw; here it draws, without a display and in a window. Usage:
#   archive_test.sh PROJECT ARCHIVE C_LIBRARY FOLDER
set -euo pipefail
project=$1 archive=$2 c_library=$3 folder=$4
# shellcheck source=tests/project/checks.sh
. "$project/tests/project/checks.sh"
[ -f "$archive" ] || { echo "SKIPPED: no archive; ./run.sh release makes it" && exit 77; }
rm -rf "$folder"
mkdir -p "$folder"
tar -xzf "$archive" -C "$folder"
tree=$(echo "$folder"/skelter-*)
program=$tree/bin/skelter
expect "libraries that it needs" "$(readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -vE '^(libc|libm|libdl|libpthread|librt|ld-linux-x86-64)\.so' || true)" ""
highest=$(readelf -V --wide "$program" | grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -n 1)
echo "highest symbol version: $highest"
expect "the highest of GLIBC_2.31 and its own" "$(printf '%s\nGLIBC_2.31\n' "$highest" | sort -V | tail -n 1)" GLIBC_2.31
for file in share/doc/skelter/NOTICES share/doc/skelter/LICENSE share/man/man1/skelter.1.gz share/bash-completion/completions/skelter share/applications/skelter.desktop; do
  [ -s "$tree/$file" ] || expect "files of the archive" "no $file" "$file"
done
expect "here it draws" "$(env -i PATH=/usr/bin:/bin "$program" render "$tree/share/skelter/assets/tower.x" --size 64x64 --out "$folder/tower.png" >/dev/null && echo "$?")" 0
expect "a picture of 64 x 64" "$(od -An -tx1 -j16 -N8 "$folder/tower.png" | tr -d ' ')" 0000004000000040
if command -v xvfb-run >/dev/null; then
  printf 'wait 3\nquit\n' >"$folder/script.txt"
  status=0
  text=$(xvfb-run -a -s "-screen 0 800x600x24 -nolisten tcp" "$program" view "$tree/share/skelter/assets/tower.x" --script "$folder/script.txt" 2>&1) || status=$?
  expect "here it opens a window" "$status $text" "0 "
fi

# Nothing but the C library: no shell, no EGL, no X11, no /proc.
if [ "$(id -u)" = 0 ] && [ -d "$c_library/lib" ]; then
  root=$folder/root
  mkdir "$root"
  cp -r "$c_library/lib" "$c_library/lib64" "$root/"
  mv "$tree" "$root/try"
  inside() { env -i PATH=/usr/bin:/bin /usr/sbin/chroot "$root" "$@"; }
  expect_part "the C library" "$(inside /lib/x86_64-linux-gnu/libc.so.6)" "version 2.31"
  expect "it reads" "$(inside /try/bin/skelter info /try/share/skelter/assets/mannequin.x | sed -n 's/^  clips  *//p')" "20 with 1330 channels, 45916 keys"
  inside /try/bin/skelter compile --quiet /try/share/skelter/assets/tower.x /try/tower.skelter >/dev/null || expect "it compiles" "exit code $?" 0
  inside /try/bin/skelter convert --quiet /try/share/skelter/assets/mannequin.x /try/mannequin.glb >/dev/null || expect "it converts" "exit code $?" 0
  inside /try/bin/skelter check --quiet /try/mannequin.glb >/dev/null || expect "it checks" "exit code $?" 0
  status=0
  text=$(inside /try/bin/skelter render /try/share/skelter/assets/tower.x --out /try/tower.png 2>&1) || status=$?
  expect "it cannot draw: exit code" "$status" 1
  expect_part "and says why" "$text" "EGL"
  status=0
  text=$(inside /try/bin/skelter view /try/share/skelter/assets/tower.x 2>&1) || status=$?
  expect "it has no window: exit code" "$status" 1
  expect_part "and says why" "$text" "no display"
fi
exit "$((failures > 0))"
