#!/usr/bin/env bash
# The summary of `run.sh test` and the table of `run.sh coverage`, from small results written by hand.
set -euo pipefail
here=$1/tests/project
# shellcheck source=tests/project/checks.sh
. "$here/checks.sh"
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
cd "$box"

cat >release.xml <<'END'
<testsuite name="(empty)" tests="4">
	<testcase name="core.Result.holds_a_value" classname="x" time="30" status="run">
		<system-out>&lt;testcase name=&quot;no.test&quot; status=&quot;fail&quot;&gt;</system-out>
	</testcase>
	<testcase name="core.Result.holds_an_error" classname="x" time="30" status="run"/>
	<testcase name="formats_x.Corpus.loads" classname="x" time="0.3" status="notrun">
		<skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/>
		<system-out>corpus_test.cpp:55: Skipped
corpus not found; skipped for 68 files; set SKELTER_CORPUS
</system-out>
	</testcase>
	<testcase name="formats_x.corpus.row_1" classname="x" time="0.3" status="notrun">
		<skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/>
		<system-out>corpus not found; set SKELTER_CORPUS</system-out>
	</testcase>
	<testcase name="formats_x.Tool.missing" classname="x" time="0" status="notrun">
		<skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/>
		<system-out>no ffmpeg</system-out>
	</testcase>
	<testcase name="formats_x.Lost.test" classname="x" time="0" status="notrun">
		<skipped message="Unable to find executable"/>
	</testcase>
</testsuite>
END
printf '<testcase name="core.A.b" time="6" status="run"/>\n' >asan.xml
printf 'g++ release\t120000\tok\n' >parts.tsv
summary() { awk -v corpus="$box/corpus" -f "$here/summary.awk" parts.tsv "$@"; }

status=0
text=$(summary release.xml asan.xml) || status=$?
expect "a test that could not run fails the summary" "$status" 1
expect "the first line says how many tests miss the corpus" "$(head -n 1 <<<"$text")" \
  "Corpus: NOT FOUND in $box/corpus; 69 tests were skipped for it (SKELTER_CORPUS names another folder)"
expect "a suite has minutes and counts" "$(grep '^core ' <<<"$text" | tr -s ' ')" "core 1.00 2 0 0"
expect "skipped and lost tests are told apart" "$(grep '^formats_x ' <<<"$text" | tr -s ' ')" "formats_x 0.01 0 1 3"
expect "sanitizer results stand apart" "$(grep '^asan core ' <<<"$text" | tr -s ' ')" "asan core 0.10 1 0 0"
expect "the sum" "$(grep '^all suites' <<<"$text" | tr -s ' ')" "all suites 3 1 3"
expect_part "skipped tests are named" "$text" "Skipped:
  formats_x.Corpus.loads"
expect_part "failed tests are named" "$text" "Failed:
  formats_x.Lost.test"
expect_part "the last line is the verdict" "$text" "FAILED in 2.0 minutes"

mkdir -p corpus/x && echo '{}' >corpus/x/expected.json
text=$(summary asan.xml)
expect "the first line says where the corpus is" "$(head -n 1 <<<"$text")" "Corpus: found in $box/corpus"
expect_part "all passed" "$text" "PASSED in 2.0 minutes"

printf 'clang and libc++\t6000\tFAILED\n' >>parts.tsv
status=0
text=$(summary asan.xml) || status=$?
expect "a part that failed to build fails the summary" "$status" 1

coverage() { awk -F, -v least=90 -f "$here/coverage.awk" coverage.csv; }
printf 'filename,line_total,line_covered\nsrc/core/a.cpp,90,80\ninclude/skelter/core/a.h,10,10\n' >coverage.csv
expect "sources and headers of a module count together" "$(coverage | tail -n 1 | tr -s ' ')" "core 100 90 90.0"
printf 'src/formats/x/a.cpp,1000,899\n' >>coverage.csv
status=0
text=$(coverage) || status=$?
expect "below 90 percent fails" "$status" 1
expect_part "and says which module" "$(tr -s ' ' <<<"$text")" "formats 1000 899 89.9 below 90"
printf 'filename,line_total,line_covered\n' >coverage.csv
status=0
coverage >/dev/null || status=$?
expect "nothing to count fails" "$status" 1

exit "$((failures > 0))"
