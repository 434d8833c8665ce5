#!/usr/bin/env bash
# The command for Windows answers as the command for this system: info, check and eval of files of every format (files.txt), byte for byte.
# Usage: answers_test.sh PROJECT SKELTER.EXE WINE; SKELTER_HERE is the command for this system.
set -euo pipefail
project=$1 program=$2 wine=$3
corpus=${SKELTER_CORPUS:-$project/../shared/corpus}
here=${SKELTER_HERE:-$project/build/release/bin/skelter}
# shellcheck source=tests/project/checks.sh
. "$project/tests/project/checks.sh"
[ -d "$corpus/x" ] || { echo "corpus not found; skipped" && exit 0; }
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
cd "$corpus"
answers=0
# compare NAME ARGUMENT...: both commands. Output goes to files: Wine's background processes keep pipes open.
compare() {
  local status=0 wine_status=0
  "$here" "${@:2}" >"$box/here" 2>"$box/here.err" </dev/null || status=$?
  "$wine" "$program" "${@:2}" >"$box/windows" 2>"$box/windows.err" </dev/null || wine_status=$?
  [ "$status" = "$wine_status" ] || expect "exit code of $1" "$wine_status" "$status"
  cmp -s "$box/here" "$box/windows" || expect "answer of $1" "$(diff "$box/here" "$box/windows" | head -n 10)" ""
  cmp -s "$box/here.err" "$box/windows.err" || expect "messages of $1" "$(diff "$box/here.err" "$box/windows.err" | head -n 10)" ""
  answers=$((answers + 1))
}
while read -r file; do
  compare "info $file" info --json "$file"
  compare "check $file" check --json "$file"
  clip=$("$here" info --json "$file" 2>"$box/err" | grep -c '"duration_s"' || true)
  if [ "$clip" = 0 ]; then compare "eval $file" eval --json "$file"; else compare "eval $file" eval --json --clip '#0' --time 0.3 --vertices all "$file"; fi
done <"$project/tests/windows/files.txt"
[ "$answers" -ge 120 ] || expect "answers" "$answers" "at least 120"
echo "$answers answers compared"
exit "$((failures > 0))"
