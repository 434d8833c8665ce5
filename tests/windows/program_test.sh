#!/usr/bin/env bash
# What is particular about the command on Windows: its DLLs, names, wildcards, devices, child processes. Usage: program_test.sh PROJECT SKELTER.EXE WINE
set -euo pipefail
project=$1 program=$2 wine=$3
# shellcheck source=tests/project/checks.sh
. "$project/tests/project/checks.sh"
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
cd "$box"

dlls=$(x86_64-w64-mingw32-objdump -p "$program" | sed -n 's/.*DLL Name: //p' | tr 'A-Z' 'a-z' | sort)
others=$(grep -vxE '(advapi32|gdi32|imm32|kernel32|msvcrt|ole32|opengl32|shell32|user32|comdlg32)\.dll' <<<"$dlls" || true)
expect "DLLs that do not belong to Windows" "$others" ""

# run ARGUMENT...: sets status, output and errors.
run() {
  status=0
  "$wine" "$program" "$@" >"$box/output.txt" 2>"$box/errors.txt" </dev/null || status=$?
  output=$(cat "$box/output.txt") errors=$(cat "$box/errors.txt")
}

run --version
expect "version" "$output" "skelter $(sed -n 's/.*kVersion = "\(.*\)".*/\1/p' "$project/include/skelter/version.h")"
run info none.x
expect "exit code for a missing file" "$status" 1
expect "message for a missing file" "$errors" "none.x: no such file"
run info
expect "exit code for wrong usage" "$status" 2

mkdir -p models/deep
cp "$project/assets/mannequin.x" models/walk.x
cp "$project/assets/mannequin.x" "models/deep/déjà 歩く.x"
run info 'models\deep\déjà 歩く.x'
expect "a name in several alphabets, with backslashes: exit code" "$status" 0
expect_part "a name in several alphabets is printed" "$output" 'déjà 歩く.x'
run info --json models/walk.x
expect "lines end as on other systems" "$(tr -dc '\r' <"$box/output.txt" | wc -c)" 0

cp models/walk.x models/run.x
run check 'models\*.x'
expect_part "a wildcard stands for the files" "$output" "run.x"
expect_part "a wildcard stands for all files" "$output" "walk.x"
run convert models/walk.x aux.glb
expect "a name of a device is refused" "$status" 1
expect_part "a name of a device is explained" "$errors" "aux.glb: has a name that Windows reserves for a device"
run convert models/walk.x "out é.glb"
expect "convert: exit code" "$status" 0
run info "out é.glb"
expect "the converted file: exit code" "$status" 0

# Conversions run in child processes.
run batch models converted --to glb
expect "batch: exit code" "$status" 0
expect "batch: files" "$(cd converted && find . -type f | sort | tr '\n' ' ')" "./deep/déjà 歩く.glb ./run.glb ./walk.glb "

exit "$((failures > 0))"
