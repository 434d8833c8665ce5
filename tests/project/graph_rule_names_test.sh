#!/usr/bin/env bash
# Comments refer to the rules of animation graphs by name, as rule "slots" or rules "slots" and "layers". Each such name is in the
# tables of docs/graph.md, docs/graph-rules.md has tests for each, and no comment has a number instead. Usage: graph_rule_names_test.sh PROJECT
set -euo pipefail
# shellcheck source=tests/project/checks.sh
. "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
cd "$1"

# cited FILE...: the names that comments refer to, one a line, also where a line ends inside a name.
cited() {
  sed -nE 's#.*//##p' "$@" | tr '\n' ' ' | tr -s ' ' |
    grep -oE '\b[Rr]ules? "[^"]{1,40}"((,| and|, and| or) "[^"]{1,40}")*' | grep -oE '"[^"]+"' | tr -d '"' | sort -u
}
made=$(mktemp)
trap 'rm -f "$made"' EXIT
printf '%s\n' '  // Rule "slots": strength; rules "own' '  // position", "cuts" and "blend" too.' '  said("the \"rule\" here");' >"$made"
expect "names in a made-up comment" "$(cited "$made" | tr '\n' ',')" "blend,cuts,own position,slots,"

rules=$(sed -n '/^## The rules$/,/^## The checks$/s/^| \([^|]*\) | .*/\1/p' docs/graph.md | grep -vE '^(rule|---)$')
[ "$(wc -l <<<"$rules")" -ge 40 ] || expect "rules of docs/graph.md" "$(wc -l <<<"$rules")" "at least 40"
expect "names of rules that docs/graph.md has twice" "$(sort <<<"$rules" | uniq -d)" ""
tested=$(sed -n '/^## Rules$/,/^## Vectors$/s/^| \([^|]*\) | `R[0-9]*` | \[.*/\1/p' docs/graph-rules.md)
expect "rules with tests in docs/graph-rules.md" "$tested" "$rules"

mapfile -t sources < <(find src include tests bench examples -name '*.cpp' -o -name '*.h' -o -path '*/data/graph/*.json' | sort)
mapfile -t about_graphs < <(printf '%s\n' "${sources[@]}" | grep -v '/scene/')  # rules of other kinds: skelter check
names=$(cited "${about_graphs[@]}")
[ "$(wc -l <<<"$names")" -ge 20 ] || expect "rules that comments refer to" "$(wc -l <<<"$names")" "at least 20"
expect "rules that comments refer to and docs/graph.md does not have" "$(comm -23 <(echo "$names") <(sort -u <<<"$rules"))" ""
expect "comments with the number of a rule" "$(grep -nE '//.*\bR[1-9][0-9]?\b' "${sources[@]}" || true)" ""

exit "$((failures > 0))"
