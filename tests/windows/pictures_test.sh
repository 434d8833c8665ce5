#!/usr/bin/env bash
# Pictures by a window that is never shown, on the software OpenGL of this system, and the viewer's window. Usage: pictures_test.sh PROJECT SKELTER.EXE WINE
set -euo pipefail
# One screen for all of it, and a Wine of its own: one that has started without a screen, or on another, opens no windows.
if [ -z "${SKELTER_SCREEN:-}" ]; then
  SKELTER_SCREEN=1 exec xvfb-run -a -s "-screen 0 1280x800x24 -nolisten tcp" bash "$0" "$@"
fi
project=$1 program=$2 wine=$3
here=${SKELTER_HERE:-$project/build/release/bin/skelter}
# shellcheck source=tests/project/checks.sh
. "$project/tests/project/checks.sh"
box=$(mktemp -d)
trap '/usr/lib/wine/wineserver64 -k 2>/dev/null || true; rm -rf "$box"' EXIT
export WINEPREFIX=$box/wine
cd "$box"
cp "$project/assets/mannequin.x" .
screen() { "$wine" "$program" "$@" >"$box/output.txt" 2>"$box/errors.txt" </dev/null; }

status=0
screen render mannequin.x -o windows.png --size 320x240 || status=$?
expect "render: exit code" "$status" 0
"$here" render mannequin.x -o here.png --size 320x240
# Drivers may differ by rounding; a figure that is missing or elsewhere differs in thousands of pixels.
different=$(compare -metric AE -fuzz 2% here.png windows.png null: 2>&1 || true)
[ "${different%%.*}" -le 200 ] 2>/dev/null || expect "pixels that differ from this system's" "$different" "at most 200 of 76800"

# The window writes its state when it has drawn, and as long as it is open.
timeout 60 "$wine" "$program" view mannequin.x --state state.json >"$box/output.txt" 2>"$box/errors.txt" </dev/null &
for ((i = 0; i < 100; ++i)); do
  [ ! -s state.json ] || break
  sleep 0.5
done
expect_part "view: the state of the window, $(cat errors.txt)" "$(cat state.json 2>/dev/null)" '"mannequin.x"'
kill %1 2>/dev/null || true
wait
exit "$((failures > 0))"
