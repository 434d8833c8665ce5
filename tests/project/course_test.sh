#!/usr/bin/env bash
# The course is true. Every command and program of its pages prints what the page shows (a line "..." stands for any lines). Every
# number in the text with a decimal point, in a tuple such as (0, 51, 0), or of three digits and more, is among those outputs, rounded,
# or in a <!-- given: 0.52, 1.25 --> of the page. Each chapter has a program of at most 60 lines. Files and tests that a page names
# exist; each **term** has a row in the glossary, each chapter a line in the list. Usage: course_test.sh PROJECT SKELTER
set -euo pipefail
# shellcheck source=tests/project/checks.sh
. "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
root=$(realpath "$1")
course=$root/docs/course
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" "$folder/run"
ln -s "$(realpath "$2")" "$folder/bin/skelter"
ln -s "$root/assets" "$root/docs" "$folder/run"
ln -s "$(dirname "$(realpath "$2")")"/course_* "$folder/bin"
PATH=$folder/bin:$PATH
commands=0

# run_command PAGE COMMAND WANTED: compares, and keeps the output for the numbers. "..." becomes the pattern *(*\n).
run_command() {
  local output pattern
  output=$(cd "$folder/run" && bash -c "$2" 2>&1) || expect "$1: exit status of $2" "$?" 0
  pattern=$(sed -E 's/[][\\*?(|)+@!]/\\&/g; s/^\.\.\.$/*(*\n)/' <<<"${3%$'\n'}")$'\n'
  # shellcheck disable=SC2053
  [[ $output$'\n' == ${pattern//$'\n)\n'/$'\n)'} ]] || expect "$1: $2" "$output" "$3"
  echo "$output" >>"$folder/outputs"
  commands=$((commands + 1))
}

# run_commands PAGE: those of its console blocks.
run_commands() {
  local line inside="" command="" wanted=""
  while IFS= read -r line; do
    case $inside$line in
      '```console') inside=y ;;
      'y```' | 'y$ '*)
        [ -z "$command" ] || run_command "$1" "$command" "$wanted"
        command="" wanted=""
        if [ "$line" = '```' ]; then inside=""; else command=${line#??}; fi ;;
      'y    '*) if [[ $command == *\\ ]]; then command+=$'\n'$line; else wanted+=$line$'\n'; fi ;;
      y*) wanted+=$line$'\n' ;;
    esac
  done <"$course/$1"
}

# stray_numbers PAGE: those of the text that no output rounds to.
stray_numbers() {
  sed -n 's/.*<!-- given: \(.*\) -->.*/\1/p' "$course/$1" >>"$folder/outputs"
  sed -E '/^```/,/^```/d; s/<!--.*-->//; s/\]\([^)]*\)//g; s/`[^`]*`//g; s/([0-9]),([0-9]{3})/\1\2/g' "$course/$1" >"$folder/prose"
  {
    grep -oE -- '-?[0-9]+\.[0-9]+|\b[0-9]{3,}\b' "$folder/prose"
    grep -oE '\([-0-9., ]+,[-0-9., ]+\)' "$folder/prose" | grep -oE -- '-?[0-9]+(\.[0-9]+)?'
  } | sort -u |
    awk -v outputs="$folder/outputs" '
      BEGIN { while ((getline line < outputs) > 0)
        for (; match(line, /-?[0-9]+(\.[0-9]+)?/); line = substr(line, RSTART + RLENGTH)) seen[substr(line, RSTART, RLENGTH)] }
      { digits = index($0, ".") ? length($0) - index($0, ".") : 0
        for (n in seen) if (digits ? sprintf("%.*f", digits, n) == $0 : n + 0 == $0 + 0) next
        print }'
}

for page in "$course"/*.md; do
  page=${page##*/}
  : >"$folder/outputs"
  run_commands "$page"
  expect "$page: numbers that no command prints" "$(stray_numbers "$page" | paste -sd' ')" ""
  sed '/^```/,/^```/d' "$course/$page" >"$folder/text"
  for name in $(grep -oE '`(include|src|tests)/[^` ]+`|`[a-z_]+\.[A-Za-z]+\.[a-z0-9_]+`' "$folder/text" | tr -d '`'); do
    case $name in
      */*) [ -f "$root/$name" ] ;;
      *) test_exists "$root" "$name" ;;
    esac || expect "$page names" "$name" "what is there"
  done
  case $page in
    [0-9]*)
      program=$(grep -oE 'examples/course/[0-9a-z_]+\.cpp' "$course/$page" | head -n 1)
      expect_part "$page: its program" "${program:-none}" "examples/course/${page%%-*}_"
      [ "$(wc -l <"$root/$program")" -le 60 ] || expect "$program: lines" "$(wc -l <"$root/$program")" "at most 60"
      grep -q "^\$ course_${page%%-*}_" "$course/$page" || expect "$page: runs its program" "no" "yes"
      grep -q "(../images/lesson-$((10#${page%%-*})).png)" "$course/$page" || expect "$page: its picture" "none" "lesson-$((10#${page%%-*})).png"
      grep -q '^## Where this is in the engine$' "$folder/text" || expect "$page: last section" "none" "Where this is in the engine"
      { grep -oE '\*\*[^*]+\*\*' "$folder/text" || true; } | sed "s/^/$page /" >>"$folder/terms" ;;
  esac
done

expect "chapters listed in README.md" "$(grep -oE '\]\([01][^)]*\)' "$course/README.md" | tr -d ']()')" "$(cd "$course" && ls [01]*.md)"
expect "terms in glossary.md, with the chapter that explains each" \
  "$(sed -nE 's/^\| (.*) \| .* \| \[.*\]\((.*)\) \|$/\2 **\1**/p' "$course/glossary.md" | sort)" "$(sort "$folder/terms")"

[ "$failures" = 0 ] || exit 1
echo "All $commands commands print what their pages show."
