#!/usr/bin/env bash
# Comments contain none of the words of words.txt, and at most 2 % of them begin without a subject. Usage:
#   words_test.sh PROJECT [FILE_OR_FOLDER...]     (src, include and web/src; with names: lists every place instead of three per word)
set -euo pipefail
# shellcheck source=tests/project/checks.sh
. "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
cd "$1"
shift
most=3
[ $# -gt 0 ] && most=100000
[ $# -gt 0 ] || set -- src include web/src

# Tests the reading of comments first, on a made-up file.
made=$(mktemp)
trap 'rm -f "$made"' EXIT
cat >"$made" <<'CODE'
// First, over
// two lines.
int a = 3;  // Second: http://x
const char* text = "https://no.comment";  // third

/** Fourth,
 * fifth line. */
int f();  ///< Of six.
CODE
expect "comments of a made-up file" "$(awk -f tests/project/comments.awk "$made" | cut -f2)" \
  $'First, over two lines.\nSecond: http://x\nthird\nFourth, fifth line.\nOf six.'

comments=$(find "$@" -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.inc' -o -name '*.glsl' -o -name '*.ts' -o -name '*.mjs' \) | sort |
  xargs awk -f tests/project/comments.awk)
report=$(awk -F '\t' -v most="$most" '
  FNR == NR { if (sub(/^word /, "")) words[$0] = 1; else if (sub(/^opening /, "")) openings[$0] = 1; next }
  { ++all
    text = " " tolower($2) " "
    gsub(/[^a-z0-9_]+/, " ", text)
    for (w in words) if (index(text, " " w " ") && ++n[w] <= most) print "word " w ": " $1 ": " $2
    for (o in openings) if (index(text, " " o " ") == 1) { ++without; if (without <= most) print "opening " o ": " $1 ": " $2; break } }
  END { printf "comments %d, without a subject %d (%.1f %%)\n", all, without, all ? 100 * without / all : 0
        exit !(all && without <= 0.02 * all) }' tests/project/words.txt - <<<"$comments") || expect "share of comments that begin without a subject" "$(tail -n 1 <<<"$report")" "at most 2 %"
tail -n 1 <<<"$report"
expect "words that comments do not contain" "$(grep '^word ' <<<"$report" || true)" ""
[ "$most" -eq 3 ] || sed '/^opening /!d' <<<"$report"
exit "$((failures > 0))"
