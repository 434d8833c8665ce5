#!/usr/bin/env bash
# The tables of docs/performance.md are those that bench/tables.awk makes from bench/results, and it makes them right: from small
# results written by hand. Usage: bench_tables_test.sh PROJECT
set -euo pipefail
project=$1
# shellcheck source=tests/project/checks.sh
. "$project/tests/project/checks.sh"
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT

cat >"$box/some.csv" <<'END_OF_RESULTS'
bench,row,contender,unit,least,median,most
crowd,96 instances,ours,ns,4,5,9
crowd,96 instances,theirs,ns,20,30,31
crowd,1000 instances,ours,ns,0.05,0.25,1
crowd,10000 instances,ours,ns,8,10,11
crowd,10000 instances,theirs,ns,8,12.5,11
crowd,10000 instances,ours,bytes,1234567,1234567,1234567
load,small.glb,file,bytes,1000,1000,1000
load,small.glb,ours,ms,1,1,1
load,small.glb,theirs,ms,2,2,2
load,large.glb,file,bytes,200000,200000,200000
load,large.glb,ours,ms,1,1,1
load,large.glb,theirs,ms,8,8,8
END_OF_RESULTS
tables() { awk -v results="$box" -f "$project/bench/tables.awk" "$box/page.md" || echo "status $?"; }
complaint() { tables 2>&1 >/dev/null | sed "s#$box/##g"; }

cat >"$box/page.md" <<'END_OF_PAGE'
Before.
<!-- table: some crowd | instances$ | we = ours, theirs, theirs / ours, least theirs / ours, size = ours [bytes] -->
old
<!-- /table -->
Between.
<!-- table: some load | mean of . | theirs / ours -->
<!-- /table -->
<!-- table: some load | mean above 100000 of glb | theirs / ours -->
<!-- /table -->
END_OF_PAGE
# By hand: 30 / 5, 20 / 4, 12.5 / 10, 8 / 8; the root of 2 * 8 is 4.
expect "tables" "$(tables)" 'Before.
<!-- table: some crowd | instances$ | we = ours, theirs, theirs / ours, least theirs / ours, size = ours [bytes] -->
| | we | theirs | theirs / ours | least theirs / ours | size |
|---|---|---|---|---|---|
| 96 instances | 5.00 (4.00) | 30.0 (20.0) | 6.00 | 5.00 | - |
| 1000 instances | 0.25 (0.050) | - | - | - | - |
| 10000 instances | 10.0 (8.00) | 12.5 (8.00) | 1.25 | 1.00 | 1,234,567 |
<!-- /table -->
Between.
<!-- table: some load | mean of . | theirs / ours -->
| | theirs / ours |
|---|---|
| geometric mean | 4.00 |
| least | 2.00 |
| rows | 2 |
<!-- /table -->
<!-- table: some load | mean above 100000 of glb | theirs / ours -->
| | theirs / ours |
|---|---|
| geometric mean | 8.00 |
| least | 8.00 |
| rows | 1 |
<!-- /table -->'

printf '<!-- table: some crowd | lions | ours -->\n<!-- /table -->\n' >"$box/page.md"
expect "a row that nobody measured" "$(complaint)" "page.md:1: no row of crowd is named as lions"
printf '<!-- table: other crowd | . | ours -->\n' >"$box/page.md"
expect "a machine without results" "$(complaint)" "page.md:1: no results of crowd in other.csv"
printf '<!-- table: some load | . | ours -->\n' >"$box/page.md"
expect "a table without an end" "$(complaint)" "page.md:1: a table without an end"

# The name of a machine's results; a new measurement replaces an older one.
mkdir "$box/run"
sed -n '/^machine_name()/,/^}/p; /^keep_results()/,/^}/p' "$project/run.sh" >"$box/run/functions.sh"
# shellcheck disable=SC1091
. "$box/run/functions.sh"
printf 'model name\t: Some(R) CPU 1234 @ 2.00GHz\ncpu family\t: 6\nmodel\t\t: 85\nflags\t\t: sse4_1 avx avx2 fma\n' >"$box/run/cpuinfo"
expect "name of a machine" "$(machine_name "$box/run/cpuinfo")" "some-cpu-1234-2-00ghz-6-85-avx2"
benchmarks=(load crowd)
printf 'bench,row,contender,unit,least,median,most\nload,a,b,ms,1,1,1\ncrowd,a,b,ms,2,2,2\n' >"$box/run/machine.csv"
printf 'load,c,b,ms,3,3,3\n' >"$box/run/load.csv"
keep_results "$box/run/machine.csv" load "$box/run/load.csv"
expect "results kept" "$(cat "$box/run/machine.csv")" 'bench,row,contender,unit,least,median,most
load,c,b,ms,3,3,3
crowd,a,b,ms,2,2,2'

page=$project/docs/performance.md
made=$(awk -v results="$project/bench/results" -f "$project/bench/tables.awk" "$page")
expect "tables of docs/performance.md (./run.sh bench makes them)" "$(diff <(echo "$made") "$page" | head -n 4 || true)" ""

# Each line is a valid measurement: minimum <= median <= maximum.
for file in "$project"/bench/results/*.csv; do
  expect "lines of $(basename "$file")" "$(awk -F, '
    NR == 1 { if ($0 != "bench,row,contender,unit,least,median,most") print; next }
    NF != 7 || $5 < 0 || $5 + 0 > $6 + 0 || $6 + 0 > $7 + 0' "$file" | head -n 3)" ""
done
exit "$((failures > 0))"
