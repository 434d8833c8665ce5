#!/usr/bin/env bash
# docs/tutorials.md has one row for every requirement of the tutorials, with words, a place to see it, and tests or pictures that are
# there; and every row is as it was when it was last reviewed. tests/project/tutorials.reviewed has for each ID the sum of the row's
# words and tests, and that of the requirement as the project's list of requirements states it, where that list is at hand.
#
# Usage: tutorials_test.sh PROJECT [DOCUMENT [REVIEWED]], or tutorials_test.sh PROJECT --review ID... after reading those rows again.
set -uo pipefail
# shellcheck source=tests/project/checks.sh
. "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
root=$1
review=()
if [ "${2:-}" = --review ]; then
  review=("${@:3}")
  set -- "$root"
fi
document=${2:-$root/docs/tutorials.md}
reviewed=${3:-$root/tests/project/tutorials.reviewed}
list=$root/../shared/docs/seed-features.md

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
# sums FIELD...: of each line `| ID | ... |` of the input its ID and a sum of those cells (of all without FIELD). One process for all
# lines, since starting one for each takes longer than the rest of this test.
sums() {
  LC_ALL=C awk -F ' [|] ' -v fields="$*" '
    BEGIN { for (i = 1; i < 256; ++i) code[sprintf("%c", i)] = i; wanted = split(fields, field, " ") }
    /^[|] [TSBC]-[0-9]+ / {
      text = ""
      for (i = 1; i <= wanted; ++i) text = text "|" $field[i]
      if (wanted == 0) text = $0
      sum = 7
      for (i = 1; i <= length(text); ++i) sum = (sum * 131 + code[substr(text, i, 1)]) % 4294967291
      printf "%s %.0f\n", substr($1, 3), sum
    }'
}

if [ -f "$list" ]; then
  expect "IDs of the list of requirements" "$(grep -oE '^\| [TSBC]-[0-9]+ ' "$list" | tr -d '| ' | sort)" "$(ids | sort)"
fi

declare -A rows=() row_sums=() list_sums=() known_rows=() known_lists=()
while IFS= read -r line; do
  [[ $line =~ ^\|\ ([TSBC]-[0-9]+)\ \|\ (.*)\ \|$ ]] || continue
  id=${BASH_REMATCH[1]}
  [ -z "${rows[$id]:-}" ] || expect "$id: one row" "two" "one"
  rows[$id]=${BASH_REMATCH[2]}
done <"$document"
while read -r id one; do row_sums[$id]=$one; done < <(sums 2 4 <"$document")
[ -f "$list" ] && while read -r id one; do list_sums[$id]=$one; done < <(sums <"$list")
while read -r id one other; do known_rows[$id]=$one known_lists[$id]=$other; done <"$reviewed"

# shellcheck disable=SC2016 # the quotes are those of the page
backquoted='`([^`]+)`(.*)'
count=0 now=
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
  # What comes after a semicolon says what the tests do not show.
  evidence=${tests%%;*} found=0
  while [[ $evidence =~ $backquoted ]]; do
    one=${BASH_REMATCH[1]} evidence=${BASH_REMATCH[2]} found=$((found + 1))
    case $one in
      docs/*.png | docs/*.gif) [ -f "$root/$one" ] || expect "$id: picture" "$one is not there" "a picture" ;;
      *) test_exists "$root" "$one" || expect "$id: test" "$one is not there" "a test" ;;
    esac
  done
  [ $found -gt 0 ] || expect "$id: tests" "$tests" "at least one test or picture"

  listed=${list_sums[$id]:-${known_lists[$id]:-0}}
  if [[ " ${review[*]:-} " == *" $id "* ]]; then
    known_rows[$id]=${row_sums[$id]} known_lists[$id]=$listed
  else
    expect "$id: row as it was reviewed" "${row_sums[$id]}" "${known_rows[$id]:-a sum in $reviewed}"
    expect "$id: requirement that the row was written for" "$listed" "${known_lists[$id]:-a sum in $reviewed}"
  fi
  now+="$id ${known_rows[$id]:-} ${known_lists[$id]:-}"$'\n'
  count=$((count + 1))
done < <(ids)
expect "rows" "$count" 202
expect "rows of other IDs" "$(grep -cE '^\| [A-Z]-[0-9]' "$document")" 202
[ ${#review[@]} = 0 ] || printf %s "$now" >"$reviewed"

[ "$failures" = 0 ] || exit 1
echo "All $count requirements have a row, and what it names is there."
