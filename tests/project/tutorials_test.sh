#!/usr/bin/env bash
# docs/tutorials.md has one row for every requirement of the tutorials, with words, a place to see it, and tests or images that exist.
# Every path on the page exists, and every search in files of the project finds something.
#
# Usage: tutorials_test.sh PROJECT [DOCUMENT]
set -uo pipefail
# shellcheck source=tests/project/checks.sh
. "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
root=$1
document=${2:-$root/docs/tutorials.md}

# numbers FROM TO: two digits each.
numbers() { seq -f %02g "$1" "$2"; }
# Every ID of the requirements: T tower tutorial, S skin mesh article, B blend demo, C character tutorial.
ids() {
  local n
  for n in $(numbers 1 8) $(numbers 10 16) $(numbers 20 24) 28 $(numbers 30 35) $(numbers 40 45) $(numbers 50 60); do echo "T-$n"; done
  for n in $(numbers 1 18) $(numbers 20 26) $(numbers 30 33) $(numbers 35 43) $(numbers 45 47) 50 51 55; do echo "S-$n"; done
  for n in $(numbers 1 6) 10 11 $(numbers 15 23) $(numbers 30 38) 40 45 $(numbers 50 54) $(numbers 60 65) 70 71; do echo "B-$n"; done
  for n in $(numbers 1 7) $(numbers 10 18) $(numbers 20 25) 30 31 $(numbers 40 51) $(numbers 55 68) $(numbers 70 82) $(numbers 85 90) $(numbers 95 98); do echo "C-$n"; done
}

declare -A rows=()
while IFS= read -r line; do
  [[ $line =~ ^\|\ ([TSBC]-[0-9]+)\ \|\ (.*)\ \|$ ]] || continue
  id=${BASH_REMATCH[1]}
  [ -z "${rows[$id]:-}" ] || expect "$id: one row" "two" "one"
  rows[$id]=${BASH_REMATCH[2]}
done <"$document"

# shellcheck disable=SC2016 # the quotes are those of the page
backquoted='`([^`]+)`(.*)'
count=0
while read -r id; do
  if [ -z "${rows[$id]:-}" ]; then
    expect "$id: one row" "no row" "one row"
    continue
  fi
  IFS='|' read -r requirement see tests rest <<<"${rows[$id]}"
  read -ra words <<<"$requirement"
  [ ${#words[@]} -ge 4 ] || expect "$id: requirement in words" "$requirement" "a sentence"
  [[ $see =~ [a-z] ]] || expect "$id: where to see it" "$see" "a demonstration, a page or a command"
  [ -z "$rest" ] || expect "$id: columns" "${rows[$id]}" "four columns"
  # Headers, examples and assets are written as paths from the project's root.
  rest_of_see=$see
  while [[ $rest_of_see =~ $backquoted ]]; do
    one=${BASH_REMATCH[1]} rest_of_see=${BASH_REMATCH[2]}
    for word in $one; do
      case $word in
        *.h | examples/* | assets/*) [ -e "$root/$word" ] || expect "$id: where to see it" "$word is not there" "a path in the project" ;;
      esac
    done
  done
  # The text after a semicolon describes what the tests do not show.
  evidence=${tests%%;*} found=0
  while [[ $evidence =~ $backquoted ]]; do
    one=${BASH_REMATCH[1]} evidence=${BASH_REMATCH[2]} found=$((found + 1))
    case $one in
      docs/*.png | docs/*.gif) [ -f "$root/$one" ] || expect "$id: picture" "$one is not there" "a picture" ;;
      tests/web/*.test.mjs) [ -f "$root/$one" ] || expect "$id: test in a browser" "$one is not there" "a test" ;;
      *) test_exists "$root" "$one" || expect "$id: test" "$one is not there" "a test" ;;
    esac
  done
  [ $found -gt 0 ] || expect "$id: tests" "$tests" "at least one test or picture"
  count=$((count + 1))
done < <(ids)
expect "rows" "$count" 202
expect "rows of other IDs" "$(grep -cE '^\| [A-Z]-[0-9]' "$document")" 202

# is_ours WORD: whether it is a path in the project.
is_ours() {
  case $1 in *[*\<\$]*) return 1 ;; src/* | tests/* | examples/* | include/* | docs/* | assets/*) ;; *) return 1 ;; esac
}
searches=0
while IFS= read -r code; do
  read -ra words <<<"$code"
  named=0
  for word in "${words[@]}"; do
    word=${word%%[,;:)\'\"]*}
    is_ours "$word" || continue
    named=$((named + 1))
    [ -e "$root/$word" ] || expect "$document names" "$word" "a path in the project"
  done
  # Output for standard input or from a program is checked by other tests.
  case $code in *skelter\ * | *'<('*) continue ;; 'grep '* | 'sed -n '*) ;; *) continue ;; esac
  [ "$named" -gt 0 ] || [[ $code == *' src '* ]] || continue
  searches=$((searches + 1))
  [ -n "$(cd "$root" && bash -c "$code" 2>/dev/null)" ] || expect "$code" "finds nothing" "at least a line"
done < <(awk '{ count = split($0, parts, "`"); for (i = 2; i <= count; i += 2) print parts[i] }' "$document")
[ $searches -ge 20 ] || expect "searches in files of the project" "$searches" "at least 20"

[ "$failures" = 0 ] || exit 1
echo "All $count requirements have a row, and what it names is there."
