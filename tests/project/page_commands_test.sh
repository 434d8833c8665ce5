#!/usr/bin/env bash
# Each command of the pages that needs nothing but `skelter` and the files of the project runs, in a folder of its own for each page. Such a
# command stands in a block of code or between backquotes, and its file is in the project, or an earlier command of the page made it. A
# command with a value to fill in (FILE, NAME), an option in [brackets] or an ellipsis is a pattern, and `skelter info` only a name.
# A command fails exactly where the page says so. Windows do not open: `view` and `demo` write a state or an image instead.
# Not run: the course's blocks (project.course runs them), what writes an image of the pages, what needs a graphics card.
# Usage: page_commands_test.sh PROJECT SKELTER [PAGE...]; VERBOSE=1 lists what runs and what does not
set -euo pipefail
# shellcheck source=tests/project/checks.sh
. "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
root=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
ln -s "$(realpath "$2")" "$folder/bin/skelter"
export PATH=$folder/bin:$PATH SKELTER_ASSETS=$root/assets
shift 2
cd "$root"
if [ $# = 0 ]; then
  # docs/tutorials.md has the most commands, and a test of its own.
  mapfile -t pages < <(printf '%s\n' README.md CONTRIBUTING.md docs/*.md docs/course/*.md examples/README.md | grep -vx docs/tutorials.md)
  set -- "${pages[@]}"
fi

# commands PAGE: a line for each, with "error" or "ok" and a tab before it. What the page says of a command ends where its column ends or
# the next command begins.
commands() {
  awk '
    function is_command(text) { return text ~ /^skelter / || text ~ /^(for|grep|mkdir) .*[ (]skelter / }
    function give(command, after) {
      sub(/ \| .*/, "", after)
      print (after ~ /(is|are) (an )?errors?|is refused|exit status 1|fails|failed|says "/ ? "error" : "ok") "\t" command
    }
    /^```/ { fenced = !fenced; console = /^```console/; next }
    fenced { if (!console && /^skelter /) { after = $0; if (!sub(/.* # */, "", after)) after = ""; sub(/ +# .*/, ""); give($0, after) } next }
    /^    skelter / { give(substr($0, 5), ""); next }
    { count = split($0, parts, "`")
      for (i = 2; i <= count; i += 2) {
        if (!is_command(parts[i])) continue
        after = parts[i + 1]
        for (n = i + 2; n <= count && !(n % 2 == 0 && is_command(parts[n])); ++n) after = after parts[n]
        give(parts[i], after)
      } }' "$1"
}

# can_run COMMAND: whether its file exists.
can_run() {
  local words file
  case $1 in *'--out docs/'* | *'--poses gpu'*) return 1 ;; skelter*) ;; *) return ;; esac
  # What a command reads from standard input may hold anything.
  read -ra words <<<"${1%%<<<*}"
  [ ${#words[@]} -ge 3 ] || return 1
  ! grep -qE '\.\.\.|\[|(^|[ =])[A-Z][A-Z_]+([ .,=]|$)' <<<"${words[*]}" || return 1
  case ${words[1]} in
    help | matrix | shaders) return ;;
    demo) file=${words[3]:-} && [[ $file == ?*[./]* ]] || return 0 ;;
    graph) file=${words[3]:-} ;;
    info | check | eval | render | convert | batch | compile | view) file=${words[2]} ;;
    *) return 1 ;;
  esac
  case $file in - | --help | '<('* | assets | assets/* | docs/* | examples/*) return ;; esac
  [[ $file != -* ]] && [ -e "$file" ]
}

# run_command PAGE WANTED COMMAND
run_command() {
  local command=$3 output outcome=ok
  case $command in
    *--state* | *--out* | *--bench*) ;;
    skelter\ view\ *--script*) ;;
    skelter\ view\ *) command+=" --script /dev/null" ;;
    skelter\ demo\ *) command+=" --time 0 --out demo.png" ;;
  esac
  output=$(timeout 300 bash -c "$command" 2>&1) || outcome=error
  [ "$outcome" = "$2" ] || expect "$1: $3" "$outcome: ${output:0:500}" "$2"
}

count=0
for page; do
  mkdir -p "$folder/run/$page"
  cd "$folder/run/$page"
  mkdir out
  ln -s "$root/assets" "$root/examples" "$root/include" "$root/src" .
  cp -r "$root/docs" .
  while IFS=$'\t' read -r wanted command; do
    can_run "$command" || { [ -z "${VERBOSE:-}" ] || echo "skipped: $command"; continue; }
    [ -z "${VERBOSE:-}" ] || echo "$wanted: $command"
    run_command "$page" "$wanted" "$command"
    count=$((count + 1))
  done < <(commands "$root/$page")
done

[ "$count" -ge 40 ] || expect "commands" "$count" "at least 40"
[ "$failures" = 0 ] || exit 1
echo "All $count commands run."
