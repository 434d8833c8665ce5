#!/usr/bin/env bash
# docs/seed-coverage.md has a row for every feature of the tutorials, and what the rows name exists: a test in
# the sources, or a picture. Usage: seed_coverage_test.sh PROJECT [DOCUMENT]
set -uo pipefail
# shellcheck source=tests/project/checks.sh
. "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
root=$1
document=${2:-$root/docs/seed-coverage.md}

# numbers FROM TO: two digits each.
numbers() { seq -f %02g "$1" "$2"; }
# Every ID of the feature list: T tower tutorial, S skin mesh article, B blend demo, C character tutorial.
ids() {
  local n
  for n in $(numbers 1 8) $(numbers 10 16) $(numbers 20 24) 28 $(numbers 30 35) $(numbers 40 45) $(numbers 50 60); do echo "T-$n"; done
  for n in $(numbers 1 18) $(numbers 20 26) $(numbers 30 33) $(numbers 35 43) $(numbers 45 47) 50 51 55; do echo "S-$n"; done
  for n in $(numbers 1 6) 10 11 $(numbers 15 23) $(numbers 30 38) 40 45 $(numbers 50 54) $(numbers 60 65) 70 71; do echo "B-$n"; done
  for n in $(numbers 1 7) $(numbers 10 18) $(numbers 20 25) 30 31 $(numbers 40 51) $(numbers 55 68) $(numbers 70 82) $(numbers 85 90) $(numbers 95 98); do echo "C-$n"; done
}

# row ID: its evidence and what it shows, from the document's table.
row() { sed -n "s/^| $1 | //p" "$document"; }

count=0
while read -r id; do
  found=$(row "$id")
  if [ -z "$found" ]; then
    expect "$id has a row" "no row" "a row"
    continue
  fi
  [ "$(wc -l <<<"$found")" = 1 ] || expect "$id has one row" "$found" "one row"
  evidence=${found%% | *} shows=${found#* | }
  evidence=${evidence//\`/}
  case $evidence in
    docs/*.png | docs/*.gif | assets/*.png)
      [ -f "$root/$evidence" ] || expect "$id: picture" "$evidence is not there" "a picture" ;;
    *)
      test_exists "$root" "$evidence" || expect "$id: test" "$evidence is not there" "a test" ;;
  esac
  case $shows in
    *"web: next"*) [[ " C-79 C-80 T-59 " == *" $id "* ]] || expect "$id" "web: next" "evidence that is here" ;;
  esac
  count=$((count + 1))
done < <(ids)
expect "rows" "$count" 202

[ "$failures" = 0 ] || exit 1
echo "All $count features have a row, and its evidence is there."
