#!/usr/bin/env bash
# `cmake --install BUILD --component tools`: the command with its files, manual and completions, but no headers and no libraries; and it runs where it
# was moved to. Usage: tools_test.sh PROJECT BUILD FOLDER
set -euo pipefail
project=$1 build=$2 folder=$3
# shellcheck source=tests/project/checks.sh
. "$project/tests/project/checks.sh"
rm -rf "$folder"
mkdir -p "$folder"
SOURCE_DATE_EPOCH=86400 cmake --install "$build" --prefix "$folder/first" --component tools >"$folder/log.txt"
mv "$folder/first" "$folder/moved"
cd "$folder/moved"

expect "headers and libraries" "$(find . -name '*.h' -o -name '*.a' -o -name '*.so*' -o -name '*.cmake' -o -name '*.pc')" ""
for file in bin/skelter share/applications/skelter.desktop share/mime/packages/skelter.xml share/icons/hicolor/128x128/apps/skelter.png \
  share/icons/hicolor/256x256/apps/skelter.png share/bash-completion/completions/skelter share/zsh/site-functions/_skelter share/doc/skelter/LICENSE; do
  [ -s "$file" ] || expect "installed files" "no $file" "$file"
done
expect "it finds its files after the move" "$(env -i PATH=/usr/bin:/bin ./bin/skelter info "$PWD/share/skelter/assets/tower.x" | sed -n 's/^  format  *//p')" "x, text"
expect "the demo finds its own" "$(env -i ./bin/skelter demo tower --out "$folder/tower.png" >/dev/null && echo "$?")" 0
expect "bash accepts the completions" "$(bash -n share/bash-completion/completions/skelter 2>&1)" ""

if command -v desktop-file-validate >/dev/null; then
  expect "desktop-file-validate" "$(desktop-file-validate share/applications/skelter.desktop 2>&1)" ""
fi
if command -v update-mime-database >/dev/null; then
  update-mime-database share/mime >"$folder/mime.txt" 2>&1
  # glob lines are weight:type:pattern
  expect "types of files" "$(sed 's/^[0-9]*://' share/mime/globs2 | grep -v '^#' | sort)" \
    "$(printf '%s\n' application/x-skelter-pack:*.skelter model/x-bvh:*.bvh model/x-directx:*.x model/x-fbx:*.fbx)"
fi

# A page for the command and each subcommand, that names each option; their date is that of SOURCE_DATE_EPOCH.
if command -v help2man >/dev/null; then
  pages=$(cd share/man/man1 && ls | sed 's/\.1\.gz$//' | tr '\n' ' ')
  expected=$({
    echo skelter
    ./bin/skelter --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/skelter-\1/p'
    ./bin/skelter graph --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/skelter-graph-\1/p'
  } | LC_ALL=C sort | tr '\n' ' ')
  expect "pages of the manual" "$(tr ' ' '\n' <<<"$pages" | LC_ALL=C sort | tr '\n' ' ' | sed 's/^ //')" "$expected"
  page=$(gzip -dc share/man/man1/skelter-render.1.gz | sed 's/\\-/-/g; s/\\fB//g; s/\\fR//g')
  for option in $(./bin/skelter render --help | grep -oE '^  (-[a-z],)?--[a-z-]+' | sed 's/.*--/--/'); do
    grep -qF -e "$option" <<<"$page" || expect "skelter-render(1)" "nothing of $option" "$option"
  done
  expect_part "its name and date" "$page" '.TH SKELTER-RENDER "1" "January 1970"'
  ! command -v man >/dev/null || expect "man reads it" "$(LC_ALL=C.UTF-8 man --warnings -l share/man/man1/skelter-render.1.gz 2>&1 >/dev/null)" ""
fi
exit "$((failures > 0))"
