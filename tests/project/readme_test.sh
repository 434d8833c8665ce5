#!/usr/bin/env bash
# The commands of README.md's "Your own file" run as they stand, in a folder with the project's files and none of its builds, and each program of
# examples/README.md exists. Windows are not opened: `skelter view` is only asked for its help. Usage: readme_test.sh PROJECT BIN_FOLDER
set -euo pipefail
# shellcheck source=tests/project/checks.sh
. "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
project=$1 bin=$2
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
cp -r "$project/assets" "$box/"
cd "$box"
PATH=$bin:$PATH

count=0
while IFS= read -r line; do
  line=${line%%  \# *}
  case $line in
    skelter\ view\ *) command="skelter view --help" ;;
    *) command=$line ;;
  esac
  status=0
  text=$(bash -c "$command" 2>&1) || status=$?
  [ "$status" = 0 ] || expect "$line" "exit $status: $text" "exit 0"
  count=$((count + 1))
done < <(sed -n '/^## Your own file/,/^## Learn/p' "$project/README.md" | sed -n '/^```sh/,/^```/p' | grep -E '^(skelter|mkdir) ')
[ "$count" -ge 8 ] || expect "commands in README.md" "$count" "at least 8"

# Programs named in the headings and in the indented commands.
programs=$(sed -nE 's/^### ([a-z0-9_]+)$/\1/p; s/^    ([a-z0-9_]+)( .*)?$/\1/p' "$project/examples/README.md" | sort -u)
for program in $programs; do
  [ -x "$bin/$program" ] || [ -d "$project/examples/$program" ] || command -v "$program" >/dev/null || expect "examples/README.md" "no program $program in $bin" "a program"
done

exit "$((failures > 0))"
